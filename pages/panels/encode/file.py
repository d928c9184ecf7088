"""The description of an opened file, above its tokens."""

from __future__ import annotations

from markupsafe import Markup

from pages.foreign.facts import Facts, Few
from pages.locale import to_text
from pages.panels.html.templates import pieces
from wordpiece.message import Listed, message, unworded

_piece = pieces("panels/encode/file.html")

KINDS = {
    "WordPiece": message("WordPiece"),
    "BPE": message("BPE"),
    "Unigram": message("Unigram"),
    "WordLevel": message("a list of words"),
}
BYTE_LEVEL = message("byte-level BPE")

HOW = {
    "WordPiece": message("longest match"),
    "BPE": message("merge replay"),
    "Unigram": message("most probable split"),
    "WordLevel": message("whole words"),
}

_LOWERCASE = message("lowercase")
_ACCENTS = message("accents removed")
_CJK = message("Chinese characters separated")
_CLEAN = message("control characters removed")
_BERT = message("at whitespace and punctuation, as in BERT")
_GPT2 = message("written as bytes, as in GPT-2")
_SPACES = message("at whitespace")

PARTS = {
    # Normalizers
    "BertNormalizer": message("cleaned up as in BERT"),
    "Lowercase": _LOWERCASE,
    "lowercase": _LOWERCASE,
    "StripAccents": _ACCENTS,
    "strip_accents": _ACCENTS,
    "space_out_cjk": _CJK,
    "clean_text": _CLEAN,
    "Nmt": _CLEAN,
    "Strip": message("whitespace at the ends removed"),
    "Replace": message("certain text replaced"),
    "Prepend": message("a mark added in front"),
    "Precompiled": message("Unicode forms unified, as in SentencePiece"),
    # Pre-tokenizers
    "BertPreTokenizer": _BERT,
    "bert": _BERT,
    "ByteLevel": _GPT2,
    "gpt2": _GPT2,
    "WhitespaceSplit": _SPACES,
    "whitespace": _SPACES,
    "Whitespace": message("at whitespace, and between letters or digits and other characters"),
    "Metaspace": message("spaces written as ▁"),
    "Punctuation": message("at punctuation"),
    "Digits": message("at digits"),
    "Split": message("by a pattern in the file"),
    "CharDelimiterSplit": message("by a pattern in the file"),
    "UnicodeScripts": message("where the script changes"),
    "scripts": message("where the script changes"),
}
"""Descriptions of a file's components, by name; NFC and the like do not need one."""

MAX_NOTES = 3
"""The most remarks on a file that are shown at once; more are folded."""


def kind_of(facts: Facts) -> str:
    """Return the kind of a file as a short label."""
    if facts.byte_level and facts.kind == "BPE":
        return to_text(BYTE_LEVEL)
    return to_text(KINDS[facts.kind]) if facts.kind in KINDS else facts.kind


def how_of(facts: Facts) -> str:
    """Return a description of how words become tokens."""
    return to_text(HOW[facts.kind]) if facts.kind in HOW else facts.kind


def about(facts: Facts) -> Markup:
    """Draw the description of a file: special tokens, normalizer, pre-tokenizer and remarks."""
    return _piece(
        "about",
        kind=kind_of(facts),
        special=facts.special,
        normalizer=_parts(facts.normalizer),
        pre_tokenizer=_parts(facts.pre_tokenizer),
        notes=facts.notes,
        folded=len(facts.notes) > MAX_NOTES,
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
