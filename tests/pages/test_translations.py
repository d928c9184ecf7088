"""The catalogs of the languages, and what reads and checks them."""

from __future__ import annotations

import ast
import asyncio
import io
import threading
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from gettext import GNUTranslations
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from pages import locale
from pages.locale import catalogued, extraction
from pages.locale.catalogued import DOMAIN, TRANSLATIONS, Catalogued
from pages.locale.checks import problems
from pages.locale.extraction import (
    compiled,
    extract,
    in_html,
    in_python,
    read,
    sources,
    update,
    written,
)
from pages.panels.html.text import sentence
from wordpiece.message import Language, Listed, Token, message, paragraph, text

CATALOGS = sorted(TRANSLATIONS.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
NAMES = [path.parts[-3] for path in CATALOGS]

FINISHED: tuple[str, ...] = ("fr", "ru", "zh_Hant")
"""Languages that have every sentence; from then on they stay so."""

MAKE = "Run `make messages`."

each_catalog = pytest.mark.parametrize("path", CATALOGS, ids=NAMES)


@pytest.fixture(scope="module")
def template() -> Catalog:
    return extract(sources())


def catalog_of(path: Path) -> Catalog:
    return read(path, path.parts[-3])


def language_of(name: str, said: dict | None = None) -> Language:
    """A language with some sentences, by their English."""
    catalog = Catalog(name)
    for english, translated in (said or {}).items():
        catalog.add(english, translated)
    return loaded(catalog)


def loaded(catalog: Catalog) -> Language:
    return Catalogued(str(catalog.locale), GNUTranslations(io.BytesIO(compiled(catalog))))


# --- The catalogs ------------------------------------------------------------------------------


def test_the_template_has_the_sentences_of_the_sources(template):
    kept = (TRANSLATIONS / f"{DOMAIN}.pot").read_text(encoding="utf-8")
    assert kept == written(template), MAKE


@each_catalog
def test_catalogs_have_the_sentences_of_the_template(path, template):
    has = {(entry.context, entry.id) for entry in catalog_of(path)}
    assert has == {(entry.context, entry.id) for entry in template}, MAKE


@each_catalog
def test_catalogs_are_compiled(path):
    assert path.with_suffix(".mo").read_bytes() == compiled(catalog_of(path)), (
        "Run `make messages`."
    )


@each_catalog
def test_nothing_is_wrong_with_a_translation(path):
    catalog = catalog_of(path)
    begun = [entry for entry in catalog if entry.id and any(entry.string or ())]
    assert [wrong for entry in begun for wrong in problems(entry, catalog)] == []


@pytest.mark.parametrize("name", FINISHED)
def test_finished_languages_are_complete(name):
    catalog = catalog_of(TRANSLATIONS / name / "LC_MESSAGES" / f"{DOMAIN}.po")
    assert [entry.id for entry in catalog if entry.id and not all(entry.string or [""])] == []
    assert name.replace("_", "-") in locale.LANGUAGES


def test_english_and_what_is_complete_is_offered():
    complete = [path.parts[-3] for path in CATALOGS if "X-Untranslated" not in str(head(path))]
    assert [*locale.LANGUAGES] == ["en", *(name.replace("_", "-") for name in complete)]
    assert {*FINISHED} <= {*NAMES}


def head(path: Path) -> bytes:
    return path.with_suffix(".mo").read_bytes()[:4000]


# --- What is found -----------------------------------------------------------------------------


def test_sentences_of_a_module_and_of_a_template():
    source = 'say("Back"); told(message("{n} a", "{n} b", n=1, context="c")); prose("Text.")'
    assert [*in_python(source)] == [("", "Back", ""), ("c", "{n} a", "{n} b"), ("", "Text.", "")]
    html = '{{ _("Back") }}<a title="{{ say("{n} a", "{n} b", n=2, context="c") }}">{{ x(y) }}</a>'
    assert [*in_html(html)] == [("", "Back", ""), ("c", "{n} a", "{n} b")]


@pytest.mark.parametrize("source", ["say(words)", "message('a' if b else 'c')", "say(f'{x} a')"])
def test_a_template_that_is_not_written_out_is_refused(source):
    with pytest.raises(ValueError, match="Line 1: the templates of"):
        [*in_python(source)]


def test_a_sentence_with_two_plurals_needs_a_context():
    with pytest.raises(ValueError, match="two plurals"):
        extract([("a.py", 'say("{n} a", "{n} b", n=1); say("{n} a", "{n} c", n=1)')])
    assert len(extract([("a.py", 'say("a"); say("a", context="b"); say("a")')])) == 2


def test_what_speaks_in_a_terminal_is_left_in_english():
    paths = [path for path, _ in sources()]
    assert "app.py" in paths and "wordpiece/message.py" in paths
    assert "pages/rooms/web/phone.html" in paths
    assert not [path for path in paths if "/cli/" in path]


# --- What is checked ---------------------------------------------------------------------------

PAIRS = "{n} pair: {why}.", "{n} pairs: {why}."
WRONG = {
    ("fr", "Why?", "Pourquoi?"): "no no-break space before",
    ("fr", "Why?", "Pourquoi\N{NARROW NO-BREAK SPACE}?"): "",
    ("fr", "the “best”", "la « meilleure »"): "no no-break space inside",
    ("fr", "the “best”", "la “meilleure”"): "“ ” outside",
    ("fr", "the word", "l'mot"): "a straight apostrophe",
    ("fr", "the word", "le mot…"): "",
    ("fr", "the word.", "le mot"): "does not end in .",
    ("fr", "the word", "the word"): "is the English",
    ("fr", "corpus", "corpus"): "",
    ("fr", "Keys ?", "Touches\N{NO-BREAK SPACE}?"): "",
    ("fr", "at 12:30", "à 12:30"): "",
    ("zh_Hant", "Keys ?", "按鍵 ?"): "",
    ("fr", "{a} wins", "gagne"): "lacks {a}",
    ("fr", "{a} wins", "{b} gagne {a}"): "has {b}",
    ("fr", "{a} wins", "{a gagne"): "lacks {a}",
    ("fr", "`##u` wins", "`##s` gagne"): "lacks `##u`",
    ("fr", "{a:percent}", "{a}"): "lacks {a:percent}",
    ("fr", "ranked {a:ordinal}", "au rang {a}"): "",
    ("fr", PAIRS, ("{n} paire\N{NO-BREAK SPACE}: {why}.", "")): "not all of 2 forms",
    ("ru", "the “best”", "„лучшая“"): "other quotation marks",
    ("ru", "the “best”", "«лучшая»"): "",
    ("ru", "a – b", "слово – слово"): "a short dash",
    ("ru", PAIRS, ("пара: {why}.", "{n} пары: {why}.", "{n} пар: {why}.")): "lacks {n}",
    ("ru", PAIRS, ("{n} пара: {why}.", "{n} пары: {why}.", "{n} пар: {why}.")): "",
    ("ru", ("One pair.", "{n} pairs."), ("Одна пара.", "{n} пары.", "{n} пар.")): "lacks {n}",
    ("fr", ("One pair.", "{n} pairs."), ("Une paire.", "{n} paires.")): "",
    ("fr", ("One pair.", "{n} pairs."), ("Une paire.", "Des paires.")): "lacks {n}",
    ("zh_Hant", "a token, a pair", "一個token, 一對"): "a narrow mark",
    ("zh_Hant", "a token, a pair", "一個token，一對"): "no space between Chinese and Latin",
    ("zh_Hant", "a token, a pair", "一個 token， 一對"): "a space beside a wide mark",
    ("zh_Hant", "a token, a pair", "一個 token，一對"): "",
    ("zh_Hant", "a token", "一个 token"): "not traditional: 个",
    ("zh_Hant", "a pair.", "一對。"): "",
    ("zh_Hant", PAIRS, ("{n} 對：{why}。",)): "",
}


@pytest.mark.parametrize(("case", "wrong"), WRONG.items(), ids=str)
def test_what_is_wrong_is_said(case, wrong):
    name, english, translated = case
    catalog = Catalog(name)
    found = [*problems(catalog.add(english, translated), catalog)]
    assert any(wrong in each for each in found) if wrong else found == []


# --- Languages ---------------------------------------------------------------------------------

NUMBERS = {
    "fr": "1\u202f200|1\u202f200/7|26\xa0%|3,333e-7|−3\u202f456|+28,02|1\u202f200,50|12345",
    "ru": "1\xa0200|1\xa0200/7|26\xa0%|3,333e-7|−3\xa0456|+28,02|1\xa0200,50|12345",
    "zh_Hant": "1,200|1,200/7|26%|3.333e-7|−3,456|+28.02|1,200.50|12345",
    "de": "1.200|1.200/7|26\xa0%|3,333e-7|−3.456|+28,02|1.200,50|12345",
    "hi": "1,200|1,200/7|26%|3.333e-7|−3,456|+28.02|1,200.50|12345",
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_written_by_cldr(name):
    values = [
        (1200, ""),
        (Fraction(1200, 7), ""),
        (0.256, "percent"),
        (1 / 3e6, ""),
        (-3456, "signed"),
        (28.0178, "gain"),
        (1200.5, "fixed2"),
        (12345, "plain"),
    ]
    language = language_of(name)
    assert "|".join(language.number(*value) for value in values) == NUMBERS[name]
    assert "|".join(language.number(*value) for value in values) == NUMBERS[name]  # now kept
    assert [language.number(each) for each in (1, 1.5, True)][1] != "1"


def test_large_numbers_have_the_groups_of_the_language():
    assert language_of("hi").number(1234567) == "12,34,567"
    assert language_of("ru").number(1234567.25, "fixed2") == "1\xa0234\xa0567,25"


def test_lists():
    abc = message("{x}", x=Listed((Token("a"), Token("b"), 1200)))
    ab = message("{x}", x=Listed((Token("a"), Token("b"))))
    said = {name: text(abc, language_of(name)) for name in ("fr", "ru", "zh_Hant", "en")}
    assert said["fr"] == "a, b et 1\u202f200" and said["ru"] == "a, b и 1\xa0200"
    assert said["zh_Hant"] == "a、b和1,200" and said["en"] == "a, b, and 1,200"
    assert text(ab, language_of("en")) == "a and b"


def test_ranks():
    catalog = Catalog("fr")
    catalog.add("{n}st", "{n}er", context="ordinal: one")
    catalog.add("{n}th", "{n}e", context="ordinal: other")

    french = loaded(catalog)
    assert [french.number(n, "ordinal") for n in (1, 2, 1001)] == ["1er", "2e", "1\u202f001e"]
    assert text(message("{n:ordinal}", n=1), french) == "1er"


def test_plural_forms_are_those_of_the_language():
    english = "after {n} merge", "after {n} merges"
    russian = language_of(
        "ru", {english: ("после {n} слияния", "после {n} слияний", "после {n} слияний")}
    )
    said = [text(message(*english, n=n), russian) for n in (1, 3, 11, 21, 2500)]
    assert said == [
        "после 1 слияния",
        "после 3 слияний",
        "после 11 слияний",
        "после 21 слияния",
        "после 2\xa0500 слияний",
    ]
    chinese = language_of("zh_Hant", {english: ("{n} 次合併後",)})
    assert text(message(*english, n=1), chinese) == "1 次合併後"


def test_a_context_tells_two_sentences_apart():
    catalog = Catalog("fr")
    catalog.add("right", "juste")
    catalog.add("right", "à droite", context="side")

    french = loaded(catalog)
    said = [text(message("right", context=it), french) for it in ("", "side")]
    assert said == ["juste", "à droite"]
    assert text(message("Not yet"), french) == "Not yet" and text(message(""), french) == ""


def test_a_fifth_language_takes_no_change_of_code(tmp_path, monkeypatch):
    small = "app.py", 'say("{n} word", "{n} words", n=2)'
    engine = [(path, source) for path, source in sources() if path == "wordpiece/message.py"]
    own = [(path, source) for path, source in sources() if path == "pages/locale/catalogued.py"]
    monkeypatch.setattr(extraction, "sources", lambda: [small, *engine, *own])
    update(["it", "ar"], tmp_path)
    assert list(catalogued.read(tmp_path)) == ["en"]  # it lacks everything
    path = tmp_path / "it" / "LC_MESSAGES" / f"{DOMAIN}.po"
    italian = read(path, "it")
    for entry in italian:
        if entry.id:
            forms = [entry.id] if isinstance(entry.id, str) else [*entry.id]
            said = [f"⟦{form}⟧" for form in forms]
            if entry.context == "this language, as it calls itself":
                said = ["Italiano"]
            entry.string = said[0] if len(said) == 1 else said
    path.write_text(written(italian), encoding="utf-8")
    update(folder=tmp_path)
    languages = catalogued.read(tmp_path)
    assert [*languages] == ["en", "it"]
    assert languages["it"].name == "Italiano" and languages["it"].direction == "ltr"
    monkeypatch.setattr(locale, "LANGUAGES", languages)
    try:
        locale.use("it")
        assert locale.code() == "it"
        assert locale.say("{n} word", "{n} words", n=1200) == "⟦1.200 words⟧"
    finally:
        locale.use("en")
    assert locale.say("{n} word", "{n} words", n=1200) == "1,200 words"


def test_right_to_left_is_known():
    assert language_of("ar").direction == "rtl" and language_of("fr").code == "fr"
    assert language_of("zh_Hant").code == "zh-Hant"


# --- The language of the screen ----------------------------------------------------------------


@pytest.fixture
def french(monkeypatch):
    languages = {"en": locale.LANGUAGES["en"], "fr": language_of("fr", {"Back": "Retour"})}
    monkeypatch.setattr(locale, "LANGUAGES", languages)
    yield
    locale.use("en")


def test_visitors_at_the_same_time_have_their_own_languages(french):
    locale.use("fr")
    heard = [locale.say("Back")]
    other = threading.Thread(target=lambda: heard.append(locale.say("Back")))
    other.start()
    other.join()
    assert heard == ["Retour", "Back"]


def test_requests_at_the_same_time_have_their_own_languages(french):
    async def request(code: str) -> tuple[str, str]:
        locale.use(code)
        await asyncio.sleep(0)
        return locale.say("Back"), await asyncio.to_thread(locale.say, "Back")

    async def both() -> list[tuple[str, str]]:
        return list(await asyncio.gather(request("fr"), request("en")))

    # In a thread of its own, as a browser of the tests before may have left its loop in this one.
    with ThreadPoolExecutor() as pool:
        said = pool.submit(asyncio.run, both()).result()
    assert said == [("Retour", "Retour"), ("Back", "Back")]
    assert locale.code() == "en"


def test_sentences_stand_one_after_the_other_as_the_language_has_it(monkeypatch):
    catalog = Catalog("zh_Hant")
    both = "{first} {second}", "{first}{second}"
    catalog.add(*both, context="two sentences, one after the other")
    catalog.add("Yes.", "是。")
    chinese, twice = loaded(catalog), [message("Yes."), message("Yes.")]
    assert paragraph(twice, chinese) == "是。是。" and paragraph(twice) == "Yes. Yes."
    monkeypatch.setattr(locale, "language", lambda: chinese)
    assert sentence(twice) == "是。是。"


def test_an_unknown_language_is_refused(french):
    with pytest.raises(KeyError):
        locale.use("xx")
    assert locale.code() == "en"


def test_no_page_says_an_error_in_english():
    """What was refused is a message; as ``str`` of the error it would be English."""
    spoken = []
    for path, source in sources():
        if path.startswith("pages/") and path.endswith(".py") and "/server/" not in path:
            for handler in ast.walk(ast.parse(source)):
                if isinstance(handler, ast.ExceptHandler) and handler.name:
                    said = f"str({handler.name})"
                    spoken += [path for node in handler.body if said in ast.unparse(node)]
    assert spoken == []


def test_between_wide_characters_a_place_leaves_no_space():
    """A template has spaces for Latin; what is filled in may be Chinese."""
    chinese = locale.LANGUAGES["zh-Hant"]
    said = message("第 {n} 步由 {name} 的 {pair} 勝出", n=3, name="詞尾符號", pair=Token("詞"))
    assert text(said, chinese) == "第 3 步由詞尾符號的 詞 勝出"
    latin = message("第 {n} 步由 {name} 的 {pair} 勝出", n=3, name="WordPiece", pair=Token("hu"))
    assert text(latin, chinese) == "第 3 步由 WordPiece 的 hu 勝出"
    assert text(said) == "第 3 步由 詞尾符號 的 詞 勝出"
