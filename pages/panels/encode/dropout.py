"""BPE-dropout on one word: the splits that it may become, and samples of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup

from pages.locale import say, to_text
from pages.panels.encode.tokens import columns
from pages.panels.encode.view import EncodeScene
from pages.panels.html.elements import and_more, heading
from pages.panels.html.templates import pieces
from pages.panels.html.text import sentence
from pages.panels.layout import Piece, Widget
from pages.panels.shared.trace import remark
from wordpiece import BERT_SPECIAL_TOKENS, BPEEncoder
from wordpiece.encoding.dropout import dropout_splits, dropout_tree, sample_splits
from wordpiece.errors import WordPieceError
from wordpiece.message import Token, message
from wordpiece.recipes import UNIGRAM_RECIPES

SPLITS = 8
"""The most splits that are listed."""

OTHERS = 3
"""The most splits of Unigram."""

LEAST = 0.02
"""Branches of the tree with a smaller probability are left out."""

_piece = pieces("panels/encode/dropout.html")


def dropout_panel(scene: EncodeScene, encoder: BPEEncoder) -> Iterator[Piece]:
    """Yield the sliders, and below them the splits with their samples, and the paths to them."""
    word = scene.found[-1].word
    yield Widget("dropout")
    dropout, times = scene.view.dropout / 100, scene.view.samples
    try:
        splits = dropout_splits(encoder, word, dropout)
        tree = dropout_tree(encoder, word, dropout, LEAST)
    except WordPieceError as error:
        yield remark(error.message)
        return
    samples = sample_splits(encoder, word, dropout, times)
    possible = [(split, share) for split, share in splits.items() if share]
    said = message(
        "Each time a merge could be made, it is dropped with probability {p:percent}. "
        "So {word} has {n} possible {n:split|splits}. WordPiece has one split for each word, and "
        "Unigram a probability for each split.",
        p=dropout,
        word=Token(word),
        n=len(possible),
    )
    if not scene.view.presenting:  # the back row needs the table
        yield _piece("said", sentence(said))
    rows = [(split, share, samples[split]) for split, share in possible[:SPLITS]]
    table = _piece("splits", rows=rows, sampled=True)
    listed = [table, and_more(max(0, len(possible) - SPLITS))]
    listed += _others(scene, encoder, word)
    yield columns([listed, [heading(say("Paths")), _piece("tree", branch=tree)]])


def _others(scene: EncodeScene, encoder: BPEEncoder, word: str) -> Iterator[Markup]:
    """Yield the split of the word by WordPiece, and its most probable ones by Unigram.

    Unigram has as many tokens as BPE, as far as possible.
    """
    if scene.wordpiece:
        rows = [(scene.wordpiece.encoder.encode_word(word), 1.0, 0)]
        yield from (heading(scene.wordpiece.name), _piece("splits", rows=rows))
    if scene.unigram:
        steps: Any = scene.unigram.steps
        recipe, size = UNIGRAM_RECIPES["unigram"], len(encoder.ids.keys() - BERT_SPECIAL_TOKENS)
        found = recipe.encoder(steps, steps.step_with(size)).n_best(word, OTHERS)
        rows = [([*split.pieces], split.share, 0) for split in found]
        yield from (heading(to_text(recipe.title)), _piece("splits", rows=rows))
