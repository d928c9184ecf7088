"""The languages of a parity-aware training: which one chose a merge, and the tokens of each."""

from __future__ import annotations

from babel import Locale
from markupsafe import Markup

from pages import locale
from pages.locale import say
from pages.panels.html.elements import EMPTY
from pages.panels.html.templates import pieces
from pages.panels.train.view import TrainScene
from pages.trainings.samples import parallel_sentences, samples
from wordpiece.message import Message, message

_piece = pieces("panels/train/languages.html")

MOST = 8
"""The most languages of which the card has the tokens; of more only the first and the chooser."""


def chosen_by(scene: TrainScene, merge: int) -> tuple[Message, ...]:
    """Return a sentence on the language that chose a merge; nothing if none did."""
    language = scene.timeline.scores(merge - 1).language
    if language is None or scene.timeline.merge(merge).forced:
        return ()
    said = message(
        "Of the languages that still have pairs, none has more tokens than {language}, which has "
        "{tokens}, so the most frequent pair of {language} merges.",
        language=_names(scene)[language],
        tokens=int(scene.timeline.language_tokens(merge - 1)[language]),
    )
    return (said,)


def shares(scene: TrainScene, merge: int) -> Markup:
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
