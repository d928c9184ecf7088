"""The card: the merge of the step and its reason, or a phase on the way to the next merge.

Slow motion has four phases: count, score, choose, merge. Each has a card that explains it with one
pair as an example.
"""

from __future__ import annotations

from babel import Locale
from markupsafe import Markup, escape

from pages import locale
from pages.locale import say
from pages.panels.html import EMPTY, pieces
from pages.panels.shared import card
from pages.panels.train.panels import light
from pages.panels.train.view import TrainScene
from pages.trainings.samples import parallel_sentences, samples
from wordpiece.message import Message, message
from wordpiece.teaching.wording import explain, marks

PACES: dict[str, dict[str, Message]] = {
    "merge": {"": message("Next merge")},
    "reveal": {"": message("Show the answer"), "shown": message("Merge")},
    "slow": {
        "": message("Count"),
        "count": message("Score", context="phase of a step"),
        "score": message("Choose"),
        "choose": message("Merge"),
    },
}
"""The phases of each pace, each with the label of the button to the next phase."""

_SLOW = dict(zip([*PACES["slow"], ""][1:], PACES["slow"].values(), strict=True))
"""The title of each phase of slow motion: the label of the button that leads to it."""

_piece = pieces("panels/train/card.html")

MOST = 8
"""The most languages of which the card has the tokens; of more only the first and the chooser."""

BYTES = 256
"""The size of an alphabet that has all bytes."""


def merges_card(scene: TrainScene) -> Markup:
    """Return the card of the merge, or of the phase on the way to the next merge."""
    timeline, step, view = scene.timeline, scene.step, scene.view
    if scene.has_next and (view.pace == "reveal" or view.phase):
        return _next_card(scene)
    own = card.own_merges([at for at, _ in view.settings.forced], step)
    if not step:
        settings = view.settings
        as_bytes = scene.training.kind == "text" and settings.pre_tokenizer == "gpt2"
        as_bytes = as_bytes or (timeline.is_byte_level and len(timeline.alphabet) == BYTES)
        meanings = marks(timeline.words, timeline.marking, as_bytes)
        return card.start_card(
            timeline,
            after=scene.end,
            own=own,
            marks=meanings,
            replayed=scene.replayed,
            attached=scene.training.attached,
        )
    top = _strip("", step) if view.pace == "slow" else escape(say("Merge {step}", step=step))
    onward = _shares(scene, step)
    if not (scene.has_next or view.presenting):
        onward += card.next_step(is_own=view.settings.is_own)
    return card.merge_card(
        timeline.step(step),
        timeline.score,
        _reason(scene, step),
        top=top,
        after=scene.end,
        own=own,
        forced=_origin(scene, step),
        onward=onward,
    )


def _origin(scene: TrainScene, step: int) -> str:
    """Return where a merge comes from, if a file is replayed; otherwise an empty string."""
    if step <= scene.training.attached:
        return say("attaches {suffix}", suffix=scene.timeline.marking.suffix)
    return say("from your file") if scene.replayed else ""


def _next_card(scene: TrainScene) -> Markup:
    """Return the card of a phase on the way to the next merge.

    The most frequent pair is the example for counting and scoring.
    """
    timeline, phase, merge = scene.timeline, scene.view.phase, scene.step + 1
    is_slow = scene.view.pace == "slow"
    top = _strip(phase, merge) if is_slow else escape(say("Merge {step}", step=merge))
    top += _shares(scene, merge)
    row, lit, score = scene.now.most_frequent()[0], light(scene), timeline.score
    if phase == "count":
        found = timeline.counted_in(scene.step, row.pair)
        words = [(timeline.words[i], count) for i, count in found]
        return _piece("count_card", top, row, lit, words, score)
    if phase == "score":
        return _piece("score_card", top, row, lit, score)
    if not phase:
        return _piece("ask_card", top, score, timeline.merge(merge).forced)
    return _piece("choose_card", top, scene.next, score, _reason(scene, merge))


def _reason(scene: TrainScene, merge: int) -> tuple[Message, ...]:
    """Return the reason for a past or future merge."""
    timeline = scene.timeline
    before = timeline.scores(merge - 1)
    return _explain_language(scene, merge) + explain(
        timeline.step(merge),
        timeline.score,
        timeline.tie_order(),
        before.most_frequent()[0],
        ratio=before.best_ratio() if "ratio" in timeline.score.rivals else None,
    )


def title(phase: str) -> str:
    """Return the title of a phase of slow motion."""
    return locale.to_text(_SLOW[phase])


def _strip(here: str, merge: int) -> Markup:
    """Return the line with the merge's number and its phases, with a mark on the current one."""
    return _piece("strip", here=here, merge=merge, titles=_SLOW)


def _explain_language(scene: TrainScene, merge: int) -> tuple[Message, ...]:
    """Return a sentence on the language that chose a merge; nothing if none did."""
    language = scene.timeline.scores(merge - 1).language
    if language is None or scene.timeline.merge(merge).forced:
        return ()
    said = message(
        "Of the languages that still have pairs, none has more tokens than {language} "
        "({tokens}). So the most frequent pair of {language} merges.",
        language=_names(scene)[language],
        tokens=int(scene.timeline.language_tokens(merge - 1)[language]),
    )
    return (said,)


def _shares(scene: TrainScene, merge: int) -> Markup:
    """Return the tokens of each language before a merge, relative to the first; or nothing."""
    language = scene.timeline.scores(merge - 1).language
    if language is None:
        return EMPTY
    tokens, names = scene.timeline.language_tokens(merge - 1).tolist(), _names(scene)
    rows = [
        (name, count / tokens[0], i == language)
        for i, (name, count) in enumerate(zip(names, tokens, strict=True))
        if len(names) <= MOST or i in (0, language)
    ]
    return _piece("shares", rows, max(tokens) / tokens[0])


def _names(scene: TrainScene) -> list[str]:
    """Return the names of the languages; those of a visitor's own text have numbers."""
    settings, languages = scene.training.settings, scene.timeline.languages
    assert languages is not None
    if not settings.is_own and samples()[settings.corpus].language == "mul":
        own = Locale.parse(locale.code(), sep="-")
        parsed = (Locale.parse(code, sep="-") for code in parallel_sentences())
        return [each.get_language_name(own) or str(each) for each in parsed]
    return [say("Language {n}", n=n) for n in range(1, len(languages) + 1)]
