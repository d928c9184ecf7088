"""The catalogs of the languages, and the code that reads and checks them."""

import asyncio
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_mapping_cfg

from pages import locale
from pages.locale.catalogued import DOMAIN, TRANSLATIONS, Catalogued, is_filled, read, read_catalog
from pages.locale.extraction import in_python
from pages.panels.html import sentence
from tests.pages.catalog_checks import problems
from wordpiece.cli.options import make_parser
from wordpiece.message import Language, Listed, Token, message, paragraph, text

ROOT = Path(__file__).parents[2]
CATALOGS = sorted(TRANSLATIONS.glob(f"*/LC_MESSAGES/{DOMAIN}.po"))
NAMES = [path.parts[-3] for path in CATALOGS]

FINISHED = {"fr", "pt", "ru", "zh_Hans", "zh_Hant"}
"""Languages that have every sentence, and must keep it so. Others may be incomplete."""

MAKE = "Run `make messages`."

each_catalog = pytest.mark.parametrize("path", CATALOGS, ids=NAMES)


@pytest.fixture(scope="module")
def messages() -> set[tuple[str | None, str | tuple[str, ...]]]:
    """The messages of the sources: the context and the template of each, or both its forms."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    return {(found[4], found[2]) for found in extract_from_dir(ROOT, methods, options)}


def language_of(name: str, said: dict[Any, Any] | None = None) -> Language:
    """A language with some sentences, by the English, or by English and context."""
    catalog = Catalog(name)
    for english, translated in (said or {}).items():
        catalog.add(english, translated)
    return Catalogued(catalog)


# --- The catalogs ------------------------------------------------------------------------------


@each_catalog
def test_a_catalog_has_the_sentences_of_the_sources(path, messages):
    catalog = read_catalog(path)
    assert {(entry.context, entry.id) for entry in catalog if entry.id} == messages, MAKE
    lacking = [entry.id for entry in catalog if entry.id and not is_filled(entry)]
    assert lacking == [] or path.parts[-3] not in FINISHED


@each_catalog
def test_nothing_is_wrong_with_a_translation(path):
    """Its placeholders, its tokens in backticks and its typography have no `problems`."""
    catalog = read_catalog(path)
    begun = [entry for entry in catalog if entry.id and any(entry.string or ())]
    assert [wrong for entry in begun for wrong in problems(entry, catalog)] == []


def test_english_and_every_complete_language_is_offered(tmp_path):
    assert {name.replace("_", "-") for name in FINISHED} | {"en"} <= {*locale.LANGUAGES}
    for name, said in (("fr", "Retour"), ("it", "")):
        path = tmp_path / name / "LC_MESSAGES" / f"{DOMAIN}.po"
        path.parent.mkdir(parents=True)
        path.write_text(f'msgid "Back"\nmsgstr "{said}"\n', encoding="utf-8")
    assert [*read(tmp_path)] == ["en", "fr"]


# --- What is found -----------------------------------------------------------------------------


def test_no_two_messages_differ_only_in_their_plural(messages):
    """Babel would keep one of them. Give the other a context."""
    first = [(context, id if isinstance(id, str) else id[0]) for context, id in messages]
    assert [each for each, n in Counter(first).items() if n > 1] == []


def test_a_message_that_could_not_be_translated_is_refused():
    for source in ("say(words)", "message('a' if b else 'c')", "say(f'{x} a')"):
        with pytest.raises(ValueError, match="Line 1: the templates of"):
            [*in_python(BytesIO(source.encode()))]


UNPUBLISHED = re.compile(r"\b(never|not|n't|un)[ -]?(been |yet )?(publish|releas)", re.IGNORECASE)
BERTS = "Google has not released the program that made BERT's vocabulary"
CELL = "not published"  # in the table of the descriptions of WordPiece


def test_only_the_program_of_bert_is_called_unpublished(messages):
    """Google has published TensorFlow Text's program, which trains WordPiece, too."""
    parser = make_parser()
    commands = next(each.choices for each in parser._actions if isinstance(each.choices, dict))
    said = [each.format_help() for each in (parser, *commands.values())]
    for path in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        said.append(path.read_text(encoding="utf-8"))
    for _, template in messages:
        said += [template] if isinstance(template, str) else template
    plain = [" ".join(text.replace("’", "'").split()) for text in said]
    wrong = [text for text in plain if UNPUBLISHED.search(text.replace(BERTS, ""))]
    assert wrong == [CELL]


# --- Languages ---------------------------------------------------------------------------------

VALUES: list[tuple[Fraction | float, str]] = [
    *((1200, ""), (Fraction(1200, 7), ""), (0.256, "percent"), (1 / 3e6, ""), (-3456, "signed")),
    (Fraction(1, 300), "percent"),
    *((28.0178, "gain"), (1200.5, "fixed2"), (12345, "plain"), (Fraction(2, 12345), "")),
]
NUMBERS = {
    "fr": "1_200|1_200/7|26\xa0%|3,333e-7|−3_456|<1\xa0%|+28,02|1_200,50|12345|2/12_345",
    "ru": "1200|1200/7|26\xa0%|3,333e-7|−3456|<1\xa0%|+28,02|1200,50|12345|2/12\xa0345",
    "zh_Hant": "1,200|1,200/7|26%|3.333e-7|−3,456|<1%|+28.02|1,200.50|12345|2/12,345",
}


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_are_written_by_cldr(name):
    language = language_of(name)
    for _ in range(2):  # the second time they are cached
        written = [language.number(*value) for value in VALUES]
        assert "|".join(written) == NUMBERS[name].replace("_", "\u202f")
    assert language.number(1.5) != "1"


def test_lists():
    abc = message("{x}", x=Listed((Token("a"), Token("b"), 1200)))
    ab = message("{x}", x=Listed((Token("a"), Token("b"))))
    said = {name: text(abc, language_of(name)) for name in ("fr", "ru", "zh_Hant", "en")}
    assert said["fr"] == "a, b et 1\u202f200" and said["ru"] == "a, b и 1200"
    assert said["zh_Hant"] == "a、b和1,200" and said["en"] == "a, b, and 1,200"
    assert text(ab, language_of("en")) == "a and b"


def test_contexts():
    catalog = Catalog("fr")
    catalog.add("right", "juste")
    catalog.add("right", "à droite", context="side")
    french = Catalogued(catalog)
    said = [text(message("right", context=it), french) for it in ("", "side")]
    assert said == ["juste", "à droite"]
    assert text(message("Not yet"), french) == "Not yet" and text(message(""), french) == ""


def test_plural_forms_are_those_of_the_language():
    english = "after {n} merge", "after {n} merges"
    russian = language_of(
        "ru", {english: ("после {n} слияния", "после {n} слияний", "после {n} слияний")}
    )
    said = [text(message(*english, n=n), russian) for n in (1, 3, 21, 25_000)]
    assert said[:2] == ["после 1 слияния", "после 3 слияний"]
    assert said[2:] == ["после 21 слияния", "после 25\xa0000 слияний"]
    chinese = language_of("zh_Hant", {english: ("{n} 次合併後",)})
    assert text(message(*english, n=1), chinese) == "1 次合併後"


# --- The language of the screen ----------------------------------------------------------------


@pytest.fixture
def french(monkeypatch):
    languages = {"en": locale.LANGUAGES["en"], "fr": language_of("fr", {"Back": "Retour"})}
    monkeypatch.setattr(locale, "LANGUAGES", languages)
    yield
    locale.use("en")


def test_threads_and_requests_have_their_own_languages(french):
    async def request(code: str) -> tuple[str, str]:
        locale.use(code)
        await asyncio.sleep(0)
        return locale.say("Back"), await asyncio.to_thread(locale.say, "Back")

    async def both() -> list[tuple[str, str]]:
        return list(await asyncio.gather(request("fr"), request("en")))

    locale.use("fr")
    bound = locale.bind_language(lambda: locale.say("Back"))
    # In a separate thread: the browser of earlier tests may have left its event loop in this one.
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(locale.say, "Back").result() == "Back"
        assert pool.submit(bound).result() == "Retour"
        assert pool.submit(locale.say, "Back").result() == "Back"
        said = pool.submit(asyncio.run, both()).result()
    assert said == [("Retour", "Retour"), ("Back", "Back")]
    assert locale.say("Back") == "Retour"


def test_sentences_follow_one_another_as_the_language_has_it(monkeypatch):
    catalog = Catalog("zh_Hant")
    both = "{first} {second}", "{first}{second}"
    catalog.add(*both, context="two sentences, one after the other")
    catalog.add("Yes.", "是。")
    chinese, twice = Catalogued(catalog), [message("Yes."), message("Yes.")]
    assert paragraph(twice, chinese) == "是。是。" and paragraph(twice) == "Yes. Yes."
    monkeypatch.setattr(locale, "language", lambda: chinese)
    assert sentence(twice) == "是。是。"


def test_between_wide_characters_a_place_leaves_no_space():
    """A template has spaces for Latin script; the value of a placeholder may be Chinese."""
    chinese = locale.LANGUAGES["zh-Hant"]
    said = message("第 {n} 步由 {name} 的 {pair} 勝出", n=3, name="詞尾符號", pair=Token("詞"))
    assert text(said, chinese) == "第 3 步由詞尾符號的 詞 勝出"
    latin = message("第 {n} 步由 {name} 的 {pair} 勝出", n=3, name="WordPiece", pair=Token("hu"))
    assert text(latin, chinese) == "第 3 步由 WordPiece 的 hu 勝出"
    assert text(said) == "第 3 步由 詞尾符號 的 詞 勝出"


def test_a_tag_without_a_script_means_the_likely_one(monkeypatch):
    both = {code: language_of(code.replace("-", "_")) for code in ("pt", "zh-Hans", "zh-Hant")}
    monkeypatch.setattr(locale, "LANGUAGES", both)
    tags = (
        "zh",
        "zh-CN",
        "zh_SG",
        "zh-TW",
        "zh-Hant-CN",
        "zh-Hans-TW",
        "pt-BR",
        "pt-PT-u-hc-h23",
        "de",
    )
    expected = ["zh-Hans"] * 3 + ["zh-Hant"] * 2 + ["zh-Hans"] + ["pt"] * 2 + [None]
    assert [locale.find_language(tag) for tag in tags] == expected
    monkeypatch.delitem(both, "zh-Hans")
    assert locale.find_language("zh-CN") == "zh-Hant"
