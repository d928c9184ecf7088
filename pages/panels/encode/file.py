"""The description of an opened file, above its tokens."""

from __future__ import annotations

from markupsafe import Markup

from pages.foreign.facts import Facts, Few
from pages.locale import to_text
from pages.panels.html.templates import pieces
from pages.panels.shared.algorithms import ENCODINGS
from wordpiece.message import Listed, message, unworded

_piece = pieces("panels/encode/file.html")

BYTE_LEVEL = message("byte-level BPE")

_LOWERCASE = message("lowercase")
_ACCENTS = message("accents removed")
_BERT = message("BERT (spaces and punctuation)")
_GPT2 = message("GPT-2 (bytes, Ġ = space)")
_SPACES = message("Spaces")
_SCRIPTS = message("Runs of one script")

PARTS = {
    # Normalizers
    "Lowercase": _LOWERCASE,
    "lowercase": _LOWERCASE,
    "StripAccents": _ACCENTS,
    "strip_accents": _ACCENTS,
    "space_out_cjk": message("Chinese characters separated"),
    "clean_text": message("control characters removed"),
    "Nmt": message("control characters removed"),
    "BertNormalizer": message("cleaned up as in BERT"),
    "Strip": message("whitespace at the beginning or the end removed"),
    "Replace": message("certain text replaced"),
    "Prepend": message("a mark added in front"),
    "Precompiled": message("Unicode forms unified, as in SentencePiece"),
    # Pre-tokenizers
    "BertPreTokenizer": _BERT,
    "bert": _BERT,
    "ByteLevel": _GPT2,
    "gpt2": _GPT2,
    "Whitespace": message("at whitespace, and where letters, digits or _ meet other characters"),
    "Punctuation": message("at punctuation"),
    "Digits": message("at digits"),
    "Split": message("by a pattern in the file"),
    "CharDelimiterSplit": message("by a pattern in the file"),
    "WhitespaceSplit": _SPACES,
    "whitespace": _SPACES,
    "Metaspace": message("Spaces (▁ = space)"),
    "UnicodeScripts": _SCRIPTS,
    "scripts": _SCRIPTS,
}
"""Descriptions of a file's components, by name; others are shown by their names."""


def kind_of(facts: Facts) -> str:
    """Return the kind of a file as a short label."""
    if facts.byte_level and facts.kind == "BPE":
        return to_text(BYTE_LEVEL)
    return facts.kind


def how_of(facts: Facts) -> str:
    """Return a description of how words become tokens."""
    how = ENCODINGS.get(facts.kind.lower())
    return to_text(how) if how else facts.kind


def about(facts: Facts) -> Markup:
    """Draw the description of a file: special tokens, normalizer, pre-tokenizer and remarks."""
    return _piece(
        "about",
        kind=kind_of(facts),
        special=facts.special,
        normalizer=_parts(facts.normalizer),
        pre_tokenizer=_parts(facts.pre_tokenizer),
        notes=facts.notes,
    )


def unreachable(found: Few) -> Markup:
    """Draw the tokens that no text produces."""
    return _piece("unreachable", found=found)


def _parts(parts: Few) -> str:
    """Return descriptions of components, in the order of execution; empty without any."""
    said = [PARTS.get(name, name) for name in parts.first]
    if parts.count > len(parts.first):
        said.append("…")
    return (
        to_text(unworded("{name}", name=Listed(tuple(dict.fromkeys(said)), "commas")))
        if said
        else ""
    )
