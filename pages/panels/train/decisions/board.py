"""The board of a training by decisions: the card, the substrings, the words and the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby

from markupsafe import escape

from pages.locale import say, to_text
from pages.panels.actions import Guess, encode
from pages.panels.boards import Board
from pages.panels.html.elements import heading, pager, switch
from pages.panels.html.templates import pieces
from pages.panels.layout import Piece, menu_bar, sides
from pages.panels.shared import chips
from pages.panels.shared.card import corner
from pages.panels.train.decisions.view import OUTCOMES, DecisionScene
from pages.panels.train.frame import Panels, announced, framed, guessed, page_of_words
from pages.panels.train.growth import Growth
from pages.panels.why import menus
from wordpiece.message import Message, Token, message
from wordpiece.records import Decision
from wordpiece.teaching.decisions import RULES, decided
from wordpiece.teaching.wording import stopped
from wordpiece.topdown.timeline import TopDownTimeline

_piece = pieces("panels/train/decisions/board.html")

WORDS = 5
"""Words in presenter mode."""

MOST, MOST_KEPT = 40, 60
"""The most undecided substrings, and tokens of the vocabulary in a group, on screen."""

GROWTH = Growth(
    {"train_sizes": ("vocabulary", "in_use"), "train_length": ("corpus_tokens",)}, at="decision"
)


def card_panel(scene: DecisionScene) -> Iterator[Piece]:
    """Yield the card of the decision, or of the start, or the question while it is hidden."""
    timeline, decision = scene.timeline, scene.decision
    after = None if scene.has_next else stopped(timeline.stop_reason, len(timeline))
    asked = menus("decision", hidden=scene.secret or not scene.on_card)
    yield menu_bar(scene.view, "card_why", corner, asked)
    if scene.secret:
        token = scene.remaining[0].token
        picks = {encode(Guess(scene.step, n)): to_text(it) for n, it in enumerate(OUTCOMES, 1)}
        chosen = encode(Guess(scene.step, 1 + OUTCOMES.index(scene.guess))) if scene.guess else ""
        yield _piece(
            "ask",
            top=escape(to_text(numbered(timeline, timeline.step(scene.step + 1)))),
            outcomes=switch(to_text(asks(token)), picks, chosen),
            token=token,
            question=asks(token),
            threshold=timeline.threshold,
            takes=RULES[timeline.reading],
        )
        return
    if decision is None:
        yield _piece(
            "start",
            words=len(timeline.words),
            occurrences=timeline.occurrences,
            alphabet=len(timeline.alphabet),
            threshold=timeline.threshold,
            takes=RULES[timeline.reading],
            after=after,
        )
        return
    said = [*decided(decision)]
    if decision.ends_round and decision.index == scene.step:
        said.append(
            message(
                "Round {round} ends: all words are split again, by longest match with the "
                "vocabulary of this round.",
                round=decision.round,
            )
        )
    yield _piece(
        "decision",
        top=escape(to_text(numbered(timeline, decision))) + guessed(scene, scene.guess),
        decision=decision,
        why=said,
        after=after,
    )


def numbered(timeline: TopDownTimeline, decision: Decision) -> Message:
    """Return the title of a decision."""
    return message(
        "Decision {step}, round {round} of {n}",
        step=decision.index,
        round=decision.round,
        n=len(timeline.round_ends),
    )


def asks(token: str) -> Message:
    """Return the question about a substring."""
    return message("Is {token} kept or dropped?", token=Token(token))


def announce(decision: Decision, total: int) -> Message:
    """Return a decision as a line for a screen reader."""
    where = message("step {step} of {last}", step=decision.index, last=total)
    return message("{name}: {why}", name=where, why=decided(decision)[0])


def substrings_panel(scene: DecisionScene, rows: int) -> Iterator[Piece]:
    """Yield the undecided substrings of the round by length, and those that it has kept."""
    remaining = scene.remaining
    shown = remaining[:MOST]
    remark = say("{n} to be decided in round {round}", n=len(remaining), round=scene.round)
    if not remaining:
        remark = say("training has stopped")
    yield heading(say("Substrings by length"), remark)
    if not remaining:
        return
    lowered = scene.made.lowered if scene.made and not scene.secret else ()
    yield _piece(
        "substrings",
        groups=[
            (length, [*group]) for length, group in groupby(shown, key=lambda each: each.length)
        ],
        lowered=lowered,
        following=remaining[0].token,
        secret=scene.secret,
        more=len(remaining) - len(shown),
    )


def words_panel(scene: DecisionScene, rows: int) -> Iterator[Piece]:
    """Yield a page of the words, as the vocabulary of the last round cuts them."""
    timeline, step = scene.timeline, scene.step
    changed, total = timeline.changed_words(step), len(timeline.words)
    remark = say("{changed} of {total} changed", changed=len(changed), total=total)
    if not changed:
        remark = say("split again at the end of each round")
    yield heading(say("Words"), remark)
    shown, page, pages = page_of_words(scene, changed, rows)
    states = [timeline.word(step, position) for position in shown]
    yield chips.words(states, merged=None, outline=False, positions=shown)
    yield pager("words_page", page, pages, say("Words"))


def vocabulary_panel(scene: DecisionScene, rows: int) -> Iterator[Piece]:
    """Yield the tokens that the round has kept so far, and the alphabet."""
    timeline, step = scene.timeline, scene.step
    entries = timeline.vocabulary(step)
    first = len(timeline.special_tokens) + len(timeline.alphabet)
    yield heading(say("Vocabulary"), say("{n} {n:token|tokens}", n=len(entries)))
    numbered = [*enumerate(entries)]
    kept, others = numbered[first:], numbered[:first]
    in_use = timeline.in_use(step)

    def remark(tokens: list[tuple[int, str]]) -> str:
        if len(tokens) <= MOST_KEPT:
            return ""
        return say("{shown} of {total}", shown=MOST_KEPT, total=len(tokens))

    made = scene.made
    yield chips.vocabulary(
        [
            (say("kept"), kept[-MOST_KEPT:], remark(kept)),
            (say("alphabet"), others[:MOST_KEPT], remark(others)),
        ],
        in_use=in_use,
        new=made.token if made and made.kept else None,
    )


PANELS: Panels[DecisionScene] = {
    "substrings": substrings_panel,
    "words": words_panel,
    "vocabulary": vocabulary_panel,
    "growth": GROWTH.panel,
}


def decision_board(scene: DecisionScene) -> Board:
    """Return the board of a scene."""
    # The line of the vocabulary would show whether the next substring is kept.
    right = ("words",) if scene.secret else ("words", "growth")
    return framed(
        scene,
        GROWTH,
        PANELS,
        {"left": ("substrings", "vocabulary"), "right": right},
        said=to_text(asks(scene.remaining[0].token))
        if scene.secret
        else announced(scene.timeline, scene.on_card, announce),
        card=card_panel(scene),
        big=_big_panel,
        rows=scene.view.rows,
    )


def _big_panel(scene: DecisionScene) -> Iterable[Piece]:
    """Return the part below the card in presenter mode."""
    name = scene.view.decision_panel
    if name == "substrings":
        decided = chain(substrings_panel(scene, WORDS), _kept(scene))
        return sides(decided, words_panel(scene, WORDS), first_only=True)
    return PANELS[name](scene, WORDS)


def _kept(scene: DecisionScene) -> Iterator[Piece]:
    """Yield the tokens that the round has kept so far."""
    vocabulary = scene.timeline.vocabulary(scene.step)
    tokens = [token for token, _ in scene.timeline.kept(scene.step)]
    numbered = [(vocabulary.index(token), token) for token in tokens[-MOST:]]
    yield chips.vocabulary([(say("kept"), numbered, "")], in_use=tokens)
