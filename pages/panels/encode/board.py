"""The panels of Encode: a text in tokens, the encoding of a word, and what an opened file has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, groupby, pairwise
from typing import Any

from markupsafe import Markup

from pages.foreign.answers import Answer, Trace
from pages.foreign.file import Facts, Few
from pages.locale import say, to_text
from pages.panels.encode.view import EncodeScene
from pages.panels.html import (
    EMPTY,
    and_more,
    choices,
    element,
    heading,
    nothing,
    pieces,
    readable,
    sentence,
    stack,
    visible,
)
from pages.panels.layout import menu_bar, menus
from pages.panels.shared.trace import draw_trace, remark
from pages.trainings.settings import kind_of_recipe
from wordpiece import BERT_SPECIAL_TOKENS, BPEEncoder
from wordpiece.encoding.dropout import Branch, dropout_splits, dropout_tree, sample_splits
from wordpiece.errors import WordPieceError
from wordpiece.files.tokenizer_json import UNSPLIT
from wordpiece.message import Listed, Message, Token, message, unworded
from wordpiece.recipes import UNIGRAM_RECIPES
from wordpiece.records import EncodedToken
from wordpiece.teaching.wording import vocabulary_or_merges
from wordpiece.text.pre_tokenizers import is_byte_level

_piece = pieces("panels/encode/board.html")


def result_panel(scene: EncodeScene, i: int) -> Iterator[Markup]:
    """Yield the tokens of one encoding method, the decoded text, and the losses."""
    method, answer = scene.methods[i], scene.answers[i]
    if not scene.in_text:  # a text has the name in its heading
        yield heading(method.name, method.remark)
    if isinstance(answer, Message):
        yield element("p", "note", to_text(answer))
        return
    if not answer.counts.all_tokens:
        said = say("The text has no words to encode.")
        if answer.counts.words:
            said = say("This vocabulary has no tokens for the words of the text.")
        yield nothing(said)
        return
    around = method.around if scene.view.special else ()
    if not scene.in_text:
        words = [[*group] for _, group in groupby(answer.tokens, key=lambda token: token.word)]
        more = answer.counts.all_tokens - len(answer.tokens)
        yield _piece("tokens", words, more, around, method.training)
    elif around:
        first, last = around
        remark = say(
            "{first} is added before the text and {last} after it.", first=first, last=last
        )
        yield element("p", "note", remark)
    if scene.with_dropout:  # all splits decode to the same text
        return
    losses = [readable(to_text(loss)) for loss in answer.losses]
    decoded = readable(answer.decoded)
    yield _piece("decoded", text=decoded, losses=losses, more=answer.more_losses)


def counts_panel(scene: EncodeScene) -> Iterator[Markup]:
    """Yield the panel with the token counts of each encoding method.

    The heading has the number of words, or the table if the methods split the text into different
    words.
    """
    answered = [
        (method, answer.counts)
        for method, answer in zip(scene.methods, scene.answers, strict=True)
        if isinstance(answer, Answer)
    ]
    counts = answered[0][1]
    alike = all(
        (each.words, each.characters) == (counts.words, counts.characters) for _, each in answered
    )
    remark = (
        say(
            "Words after pre-tokenization: {words}; characters (Unicode code points) without "
            "whitespace: {characters}. Special tokens that are kept whole or added are not "
            "counted.",
            words=counts.words,
            characters=counts.characters,
        )
        if alike
        else say(
            "Words are counted after pre-tokenization. Special tokens that are kept whole or added "
            "are not counted."
        )
    )
    yield heading(say("Counts"), remark)
    rows = [(method.name, each) for method, each in answered]
    yield _piece("statistics", rows=rows, with_words=not alike)


def draw_text(scene: EncodeScene, choice: Markup) -> Markup:
    """Draw the text in parts, so that the characters of each token can be marked.

    At the end of the line is a switch, or, if that is empty, an explanation of the offsets.
    """
    encoded = [answer.tokens for answer in scene.found]
    return _piece(
        "text",
        parts=_parts(scene.text, encoded),
        is_example=not scene.view.text,
        choice=choice,
        shared=any(right.start < left.end for each in encoded for left, right in pairwise(each)),
    )


def special_choice(scene: EncodeScene) -> Markup:
    """Draw the switch for special tokens in the text; empty if the text has none."""
    if not any(answer.may_find for answer in scene.found):
        return EMPTY
    titles = {"found": say("kept whole"), "split": say("split like any text")}
    about = say("Special tokens in the text")
    small = Markup("<small>{}</small> ").format(about)
    return element("span", "about", small, choices(about, "added", titles, scene.view.added))


_GAP = Markup('<i class="gap"> </i>')
"""A space with a mark."""


def _parts(text: str, encoded: Iterable[Sequence[EncodedToken]]) -> Iterator[tuple[str, Markup]]:
    """Yield the segments between all token boundaries, each with its ``data-span``."""
    shown = chain.from_iterable(encoded)
    cuts = {0, len(text), *chain.from_iterable((token.start, token.end) for token in shown)}
    for start, end in pairwise(sorted(cuts)):
        yield f"{start} {end}", _GAP.join(map(visible, text[start:end].split(" ")))


def columns(panels: Iterable[Iterable[Markup]]) -> Markup:
    """Return the same panel for each encoding method, in columns."""
    return element("div", "ways", *map(stack, panels))


def foot(scene: EncodeScene, *panels: str) -> Markup:
    """Return the line with questions below some panels.

    There are no questions about a file, since its training is unknown, and only about trainings by
    merges.
    """
    of_file = any(method.tokenizer is None for method in scene.methods)
    others = kind_of_recipe(scene.view.settings.recipe) != "merges"
    questions = menus(*panels, hidden=of_file or others)
    return menu_bar(scene.view, partial(element, "div", "foot"), questions)


SAMPLES = 1000
"""How many samples of a word's splits are drawn."""

SPLITS = 8
"""The most splits that are listed."""

OTHERS = 3
"""The most splits of Unigram."""

LEAST = 0.02
"""Branches of the tree with a smaller probability are left out."""


def dropout_panel(scene: EncodeScene, encoder: BPEEncoder) -> Iterator[Markup]:
    """Yield the splits with their samples, and the paths to them."""
    word = scene.found[-1].word
    dropout = scene.view.dropout / 100
    try:
        splits = dropout_splits(encoder, word, dropout)
        tree = dropout_tree(encoder, word, dropout, LEAST)
    except WordPieceError as error:
        yield remark(error.message)
        return
    samples = sample_splits(encoder, word, dropout, SAMPLES)
    possible = [(split, share) for split, share in splits.items() if share]
    said = message(
        "Each time a merge could be made, it is dropped with probability {p:percent}. "
        "Here {word} has {n} possible {n:split|splits}. WordPiece gives each word a single split. "
        "Unigram gives each split a probability.",
        p=dropout,
        word=Token(word),
        n=len(possible),
    )
    if not scene.view.presenting:  # the back row needs the table
        yield element("p", "dropout", sentence(said))
    rows = [(split, share, samples[split]) for split, share in possible[:SPLITS]]
    table = _piece("splits", rows=rows, samples=SAMPLES)
    listed = [table, and_more(max(0, len(possible) - SPLITS))]
    listed += _others(scene, encoder, word)
    left_out = _end_of(tree) < 1 - 1e-9
    limit = say("probability at least {least:percent}", least=LEAST) if left_out else ""
    paths = [heading(say("Paths"), limit), _piece("tree", branch=tree)]
    yield columns([listed, paths])


def _end_of(branch: Branch) -> float:
    """Return the sum of the probabilities of the splits in a tree."""
    return branch.ends + sum(map(_end_of, branch.branches))


def _others(scene: EncodeScene, encoder: BPEEncoder, word: str) -> Iterator[Markup]:
    """Yield the split of the word by WordPiece, and its most probable ones by Unigram.

    Unigram has as many tokens as BPE, as far as possible.
    """
    if scene.wordpiece and scene.wordpiece.tokenizer:
        rows = [(scene.wordpiece.tokenizer.encoder.encode_word(word), 1.0, 0)]
        yield from (heading(scene.wordpiece.name), _piece("splits", rows=rows))
    if scene.unigram:
        steps: Any = scene.unigram.steps
        recipe, size = UNIGRAM_RECIPES["unigram"], len(encoder.ids.keys() - BERT_SPECIAL_TOKENS)
        found = recipe.encoder(steps, steps.step_with(size)).n_best(word, OTHERS)
        rows = [([*split.pieces], split.share, 0) for split in found]
        yield from (heading(to_text(recipe.title)), _piece("splits", rows=rows))


def word_panel(scene: EncodeScene) -> Iterator[Markup]:
    """Yield the panel that traces the chosen word, or the first one."""
    if not words_of(scene):  # the text has only special tokens
        return
    if scene.with_dropout:
        yield from dropout_panel(scene, scene.with_dropout)
        return
    traces = [answer.trace if isinstance(answer, Answer) else None for answer in scene.answers]
    pieces = [
        trace.pieces for trace in traces if trace is not None and not isinstance(trace, Message)
    ]
    if scene.view.with_ == "replay" and not scene.view.vocabulary and len(pieces) == 2:
        by_match, by_replay = ([piece.token for piece in each] for each in pieces)
        # The traces explain what is unknown; neither the vocabulary nor the merges are the reason.
        has_unknown = any(piece.unknown for each in pieces for piece in each)
        if by_match != by_replay and not has_unknown:
            yield remark(vocabulary_or_merges(scene.found[-1].word, by_match, by_replay))
    reasons = [trace for trace in traces if isinstance(trace, Message)]
    if len(reasons) == len(traces) and len({*reasons}) == 1:
        yield remark(reasons[0])
        return
    names = [method.name if scene.view.vocabulary else "" for method in scene.methods]
    own = [method.tokenizer for method in scene.methods]
    by_bytes = [each is not None and is_byte_level(each.pre_tokenizer) for each in own]
    yield columns(map(_steps, traces, names, by_bytes))
    yield foot(scene, "trace")


def words_of(scene: EncodeScene) -> tuple[str, ...]:
    """Return the distinct words of the text, as the first encoding method splits it."""
    return scene.found[0].words if scene.found else ()


def _steps(trace: Trace | Message | None, name: str, by_bytes: bool) -> list[Markup]:
    """Draw the steps, or why they are not shown."""
    if trace is None:
        return []
    if isinstance(trace, Message):
        return [*[heading(name)] * bool(name), remark(trace)]
    return draw_trace(trace, name, by_bytes=by_bytes)


BOARD = "encode_board"
"""The key of the board, for the style sheet."""


def encode_board(scene: EncodeScene) -> tuple[list[Markup], list[Markup]]:
    """Return the HTML of the results and of the traces; the screen draws the widgets above each."""
    results: list[Markup] = []
    traces: list[Markup] = []
    if is_shown(scene, "tokens"):
        panels = columns(result_panel(scene, i) for i in range(len(scene.methods)))
        if scene.some and not scene.in_text:
            # Their tokens and characters are marked together; see components/picks.py.
            panels = element("div", "spanned", draw_text(scene, special_choice(scene)), panels)
        results.append(panels)
        if not scene.with_dropout:
            results.append(foot(scene, "result", "decoded"))
    if scene.some and is_shown(scene, "counts") and not scene.with_dropout:
        results += counts_panel(scene)
    if scene.some and is_shown(scene, "word"):
        traces += word_panel(scene)
    return results, traces


def is_shown(scene: EncodeScene, panel: str) -> bool:
    """Return whether a panel is on screen; presenter mode shows only one panel."""
    return not scene.view.presenting or scene.view.panel == panel


_LOWERCASE = message("lowercase")
_BERT = message("BERT (whitespace and punctuation)")
_GPT2 = message("GPT-2 (bytes, Ġ = space)")
_SPACES = message("at whitespace")
_SCRIPTS = message("Runs of one script")

PARTS = {
    # Normalizers
    "Lowercase": _LOWERCASE,
    "lowercase": _LOWERCASE,
    "StripAccents": message("combining marks removed"),
    "strip_accents": message("accents removed"),
    "space_out_cjk": message("Chinese characters separated"),
    "clean_text": message("control characters removed"),
    "Nmt": message("control characters removed"),
    "Strip": message("whitespace at the beginning or the end removed"),
    "Replace": message("certain text replaced"),
    "Prepend": message("a mark added at the beginning of the text"),
    "Precompiled": message("Unicode forms unified (as in SentencePiece)"),
    # Pre-tokenizers
    "BertPreTokenizer": _BERT,
    "bert": _BERT,
    "ByteLevel": _GPT2,
    "gpt2": _GPT2,
    "Whitespace": message("at whitespace, and where letters, digits or _ meet other characters"),
    "Punctuation": message("at punctuation"),
    "Digits": message("at digits"),
    "Split": message("by a pattern in the file"),
    "CharDelimiterSplit": message("at a character given in the file"),
    "WhitespaceSplit": _SPACES,
    "whitespace": _SPACES,
    "Metaspace": message("Spaces (▁ = space)"),
    UNSPLIT["ByteLevel"]: message("bytes (Ġ = space)"),
    UNSPLIT["Metaspace"]: message("▁ instead of spaces (no split)"),
    "UnicodeScripts": _SCRIPTS,
    "scripts": _SCRIPTS,
}
"""Descriptions of a file's components, by name; others are shown by their names."""


def about(facts: Facts) -> Markup:
    """Draw the description of a file: special tokens, normalizer, pre-tokenizer and remarks."""
    return _piece("about", facts, _describe)


def unreachable(found: Few) -> Markup:
    """Draw the tokens that no text produces."""
    return _piece("unreachable", found=found)


def _describe(parts: Few) -> str:
    """Return descriptions of components, in the order of execution; empty without any."""
    said = dict.fromkeys(PARTS.get(name, name) for name in parts.first)
    more = ["…"] * (parts.count > len(parts.first))
    return to_text(unworded("{names}", names=Listed((*said, *more), "commas")))
