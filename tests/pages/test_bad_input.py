"""Bad input through every entrance: one sentence each, nothing in the log, the screen kept.

Each table is a list of what goes in and what the user must read. What is wrong with a corpus or a
file is also tested where it is read, in `tests/wordpiece/`; here it is seen by a user.
"""

from __future__ import annotations

import base64
import logging
import re
import zlib
from collections.abc import Iterator

import pytest
import streamlit.logger
from streamlit.testing.v1 import AppTest

from pages.state.links import pack
from pages.trainings.settings import MAX_FORCED
from tests.pages.app import APP, PICKS, STEPPER, App
from tests.wordpiece import test_readers as readers


class Log(logging.Handler):
    """Keeps what no user's input may cause: errors and tracebacks."""

    def __init__(self) -> None:
        super().__init__()
        self.bad: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info or record.levelno >= logging.ERROR:
            self.bad.append(record.getMessage())


@pytest.fixture(autouse=True)
def log() -> Iterator[Log]:
    """Every test here fails if anything is logged as an error; Streamlit's loggers stand alone."""
    handler = Log()
    names = [name for name in logging.root.manager.loggerDict if name.startswith("streamlit")]
    loggers = [logging.getLogger(), *map(streamlit.logger.get_logger, names)]
    for logger in loggers:
        logger.addHandler(handler)
    yield handler
    for logger in loggers:
        logger.removeHandler(handler)
    assert handler.bad == []


def said(app: App) -> list[str]:
    """The messages on the page, as a user reads them: backslashes keep Markdown from acting."""
    assert not app.test.exception
    blocks = [*app.test.error, *app.test.warning, *app.test.info]
    return [re.sub(r"\\(.)", r"\1", block.value) for block in blocks]


def one_sentence(app: App, says: str) -> None:
    """There is one message; it is short, it says that, and nothing in it is said twice."""
    messages = said(app)
    assert len(messages) == 1, messages
    assert says in messages[0]
    assert len(messages[0]) < 420 and messages[0].endswith(".")
    sentences = re.findall(r"[^.]{12,}\.", messages[0])
    assert len(sentences) == len(set(sentences))


def state(app: App) -> tuple[str, dict, str, list[str]]:
    """What must stay as it is."""
    stepper = app.stepper
    return app.text, app.query, f"{stepper['step']}/{stepper['last']}", app.words()


# Each entrance is a way to put something in; those of one page can share an app, as a user's
# inputs do, so every bad input also comes after others.


def text(app: App, content: str, kind: str = "text") -> None:
    app.enter(kind, content)


def table(app: App, content: str) -> None:
    text(app, content, "table")


def file(app: App, name_and_data: tuple[str, bytes]) -> None:
    app.test.file_uploader(key="own_file").upload(*name_and_data).run()


ENTRANCES = {"text": text, "table": table, "file": file}
GOOD = {
    "text": ("low lower lowest slow", "hug pug pun bun hugs"),
    "table": ("low\t5\nlower\t2\nnewest\t6", "word,count\nhug,10\npugs,5\npun,3"),
    "file": (("a.txt", b"low lower lowest slow"), ("b.csv", b"word,count\nhug,10\npugs,5\npun,3")),
}


@pytest.fixture(scope="module")
def entrance(request) -> tuple[str, App]:
    app = App(step="3")
    app.test.selectbox(key="sidebar_corpus").select(request.param).run()
    return request.param, app


ONLY_LETTERS = (
    "Every word here is a single character, so there is no pair to merge. Add longer words"
)
BAD_COUNT = "it must be a whole number above 0, written in digits only"
NO_TAB = "Expected word<TAB>count as in hug<TAB>10, found 'hug{}10', which has no tab."
PICTURE = "This is a PNG picture, not plain text. Choose a file with text in it, saved as UTF-8."

TEXTS = [
    ("", "There is no text yet. Type or paste a few words."),
    ("  \n\t ", "There is no text here, only spaces. Type or paste a few words."),
    ("\u3000\u2003\u00a0\u2028\x85", "There is no text here, only spaces."),
    ("\0", "This text has no visible character, only control characters. Type or paste"),
    ("\0\1\2\x1b", "This text has no visible character"),
    ("\u200e\u200f\u202e\u2066", "This text has no visible character"),
    ("\ufeff\u200b\u200b", "This text has no visible character"),
    ("\U000e0001\U000e0068", "This text has no visible character"),
    ("a", ONLY_LETTERS),
    ("a b c a", ONLY_LETTERS),
    ("## !!", ONLY_LETTERS),
    ("抱 抱", ONLY_LETTERS),
    ("\u0301", ONLY_LETTERS),
    ("hug\npug " + "x" * 1_001, "Line 2: The word that begins with 'xxx"),
    ("x" * 1_000_000, "has 1,000,000 characters; a word may have at most 1,000. Put spaces into"),
]
TABLES = [
    ("", "The table is empty. Write one word per line, a tab, and its count: hug<TAB>10."),
    ("\n \n\t\n", "The table is empty."),
    ("word,count\n", "The table is empty."),
    ("hug 10", "Line 1: " + NO_TAB.format(" ")),
    ("hug;10", "Line 1: " + NO_TAB.format(";")),
    ("hug,10", NO_TAB.format(",") + " To use commas, begin with the line word,count."),
    ("hug\t10\npug,5", "Line 2: Expected word<TAB>count"),
    ("word,count\nhug,10\npug\t5", "Line 3: Expected word,count as in hug,10, found 'pug\\t5', wh"),
    ("word;count\nhug;10", "which has no tab. (Also line 2.)"),
    ("hug\t10\tnoun", "found 'hug | 10 | noun', which has 3 columns."),
    ("hug", "Line 1: Expected word<TAB>count as in hug<TAB>10, found 'hug', which has no tab."),
    ("hug\t10\npug\t", "Line 2: The count of 'pug' is missing; write a whole number above 0."),
    ("\t10", "Line 1: The word is missing; expected word<TAB>count as in hug<TAB>10."),
    ("hug\t-1", "Line 1: The count of 'hug' is '-1'; " + BAD_COUNT),
    ("hug\t0", "Line 1: The count of 'hug' is '0'; " + BAD_COUNT),
    ("hug\t1.5", "is '1.5'; " + BAD_COUNT),
    ("hug\t1,000", "is '1,000'; " + BAD_COUNT),
    ("hug\t1e400", "is '1e400'; " + BAD_COUNT),
    ("hug\tNaN", "is 'NaN'; " + BAD_COUNT),
    ("hug\t٣", "is '٣'; " + BAD_COUNT),
    ("hug\t1\0", r"is '1\x00'; " + BAD_COUNT),
    ("hug\t" + str(10**400), "Line 1: The count of 'hug' is too large; it must be below 9,007,199"),
    ("hug\t9007199254740991\npug\t1", "The counts together are too large"),
    ("pug\tx\n\nhug\ty\n\nbun\tz", "Line 1: The count of 'pug' is 'x'; " + BAD_COUNT + ". (Also l"),
    ("a\t5\nb\t2", ONLY_LETTERS),
    ("x" * 1_001 + "\t1", "Line 1: The word that begins with 'xxx"),
    ('word,count\n"hug,10\npug,5\n\n', "Line 2: This is not valid CSV: a quote opens here and is"),
    ('word,count\n"hu\ng",10\n"pug"s,5', "Line 4: This is not valid CSV"),
    ('word,count\n"hu\ng",many', "Line 2: The count of 'hu\\ng' is 'many'"),
    ("\u202eevil\t<img src=x>", r"The count of '\u202eevil' is '<img src=x>'; " + BAD_COUNT),
]  # fmt: skip
FILES = [
    (("notes.txt", b""), "notes.txt: The file is empty. Choose a file with some text in it."),
    (("notes.txt", b"\xef\xbb\xbf"), "notes.txt: The file is empty."),
    (("notes.txt", b"\xff\xfe"), "notes.txt: The file is empty."),
    (("notes.txt", b" \n" * 9), "notes.txt: There is no text here, only spaces."),
    (("photo.txt", b"\x89PNG\r\n\x1a\n\0"), "photo.txt: " + PICTURE),
    (("letter.docx", b"PK\3\4\x14\0"), "This is a ZIP archive, as .docx and .xlsx are, not plain"),
    (("paper.pdf", b"%PDF-1.7\n1 0 obj"), "paper.pdf: This is a PDF, not plain text."),
    (("words.gz", b"\x1f\x8b\x08\0"), "words.gz: This is a gzip archive, not plain text."),
    (("letter.rtf", b"{\\rtf1 hug}"), "This is a rich text document, not plain text."),
    (("program", b"\x7fELF\2\1\1\0"), "Line 1: There is a NUL byte, so this is not a text file."),
    (("latin.txt", "na\ncafé au".encode("latin-1")), "Line 2: The byte 0xE9 is not valid UTF-8. S"),
    (("short.txt", "na\ncafé".encode()[:-1]), "0xC3 is not valid UTF-8, or the file was cut off t"),
    (("short.txt", b"\xff\xfeh\0u\0g"), "The byte 0x67 is not valid UTF-16-LE, or the file was cu"),
    (("half.txt", b"\xed\xa0\x80 hug"), "Line 1: The byte 0xED is not valid UTF-8. Save the file"),
    (("half.txt", b"\xff\xfe\0\xd8h\0u\0g\0"), "half.txt: Line 1: The byte 0x00 is not valid UTF-"),
    (("wide.txt", "hug".encode("utf-32")), "wide.txt: Line 1: There is a NUL byte"),
    (("sjis.txt", "日本語 抱".encode("shift-jis")), "sjis.txt: Line 1: The byte 0x93 is not"),
    (("words.TSV", b"hug\t10\nbad line\n"), "words.TSV: Line 2: Expected word<TAB>count"),
    (("words.csv", b"word,count\nhug,ten\n"), "words.csv: Line 2: The count of 'hug' is 'ten'"),
    (("text.csv", b"A sentence.\n"), "text.csv: Line 1: Expected word<TAB>count"),
    (("<img src=x onerror=a()>.txt", b"\xff"), "<img src=x onerror=a()>.txt: Line 1: The byte 0xF"),
    (("**b** :red[x] $y$.txt", b"\xff"), "**b** :red[x] $y$.txt: Line 1: The byte 0xFF"),
]  # fmt: skip
BAD = {"text": TEXTS, "table": TABLES, "file": FILES}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("entrance", "number"),
    [(name, i) for name, rows in BAD.items() for i in range(len(rows))],
    indirect=["entrance"],
)
def test_a_bad_corpus_leaves_the_last_good_one_on_screen(entrance, number):
    name, app = entrance
    enter, (bad, says), good = ENTRANCES[name], BAD[name][number], GOOD[name][number % 2]
    before = state(app)
    enter(app, bad)
    one_sentence(app, says)
    assert " Still on screen: " in said(app)[0]
    assert state(app) == before
    if name != "file":  # what was typed is not lost
        assert app.test.text_area(key=f"own_{name}").value == bad
    enter(app, good)
    assert said(app) == []
    assert app.words()[0].split(":")[0] in ("low", "hug")
    if number % 2:
        app.go(2)
        assert app.stepper["step"] == 2


@pytest.mark.parametrize(
    ("kind", "content", "drawn"),
    [
        ("text", "\u0301\u0301\u0301", "◌\u0301 ##◌\u0301 ##◌\u0301 ×1"),
        ("text", "hug\0pug", "h ##u ##g ## U+0000 ##p ##u ##g ×1"),
        ("text", "\u202ehug\u202c", "RLO ##h ##u ##g ## PDF ×1"),
        ("text", "a\u200bb\u2067c", "a ## ZWSP ##b ## RLI ##c ×1"),
        ("text", "[UNK]x ##hug", "[ ##U ##N ##K ##] ##x ×1"),
        ("text", "\ufffd\ufffd", "\ufffd ##\ufffd ×1"),
        ("table", "hug\t3\nhug\t0004", "h ##u ##g ×7"),
        ("table", f"hug\t3\nhug\t{'0' * 5000}4", "h ##u ##g ×7"),
        ("table", 'word,count\n"hu\ng",10', "h ##u ## LF ##g ×10"),
        ("table", "h u g\t3", "h ## space ##u ## space ##g ×3"),
        ("table", "__proto__\t3\nconstructor\t2", "_ ##_ ##p ##r ##o ##t ##o ##_ ##_ ×3"),
    ],
)
def test_odd_but_valid_input_is_taken_as_it_is(kind, content, drawn):
    app = App()
    app.test.selectbox(key="sidebar_corpus").select(kind).run()
    app.test.selectbox(key="sidebar_pre_tokenizer").select("whitespace") if kind == "text" else None
    text(app, content, kind)
    assert not app.test.error and drawn in app.words()[0]


def test_repeated_words_in_the_remark_are_short_and_cannot_turn_the_line():
    app = App()
    app.test.selectbox(key="sidebar_corpus").select("table").run()
    table(app, f"\u202ea\t1\n\u202ea\t1\n{'x' * 900}\t2\n{'x' * 900}\t2")
    one_sentence(app, r"2 words were listed more than once; the counts were added up (\u202ea, xxx")


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("\u202etxt.exe", "U+202Etxt.exe: "),
        ("a\nb.txt", "aU+000Ab.txt: "),
        ("x" * 300 + ".txt", "x" * 30 + "…" + "x" * 25 + ".txt: "),
    ],
)
def test_a_files_name_is_short_and_cannot_turn_the_line(name, shown):
    app = App()
    app.test.selectbox(key="sidebar_corpus").select("file").run()
    file(app, (name, b"\xff"))
    assert said(app)[0].startswith(shown)


# Files for which there is more than one reader.


def cases(test) -> list[tuple[object, ...]]:
    """What a test of the engine is parametrized with."""
    return next(mark.args[1] for mark in test.pytestmark if mark.name == "parametrize")


@pytest.mark.slow
def test_every_error_of_a_vocabulary_file_is_one_sentence_and_the_old_one_goes_on():
    app = App("encode", text="hugs", step="3")
    upload = app.test.file_uploader(key="encode_vocabulary")
    upload.upload("good.txt", b"[UNK]\nhug\n##s\n").run()
    good = said(app)
    before = app.text
    bad = cases(readers.test_tokenizer_json_gone_wrong) + cases(readers.test_hostile_files)
    for data, says in bad:
        app.test.file_uploader(key="encode_vocabulary").upload("<b>.json", data).run()
        error, *others = said(app)
        assert error.startswith("<b>.json: ") and says in error and len(error) < 420
        assert others == good and app.text == before
    app.test.file_uploader(key="encode_vocabulary").upload("two.txt", b"[UNK]\nhugs\n").run()
    assert said(app)[0] == "two.txt: its 2 tokens encode now."
    assert len(bad) > 55


@pytest.mark.slow
def test_every_error_of_a_merges_file_is_one_sentence_and_the_old_one_goes_on():
    app = App(recipe="replay")
    app.test.file_uploader(key="merges_file").upload("good.txt", b"u g\nh ug\n").run()
    good, before = said(app), state(app)
    assert before[2] == "0/2"
    bad = cases(readers.test_merges_gone_wrong)
    for merges, ids, says in bad:
        field = app.test.file_uploader(key="merges_vocabulary")
        field.upload("vocab.json", ids) if ids else field.set_value(None)
        app.test.file_uploader(key="merges_file").upload("merges.txt", merges).run()
        error, *others = said(app)
        assert error.startswith("merges.txt: ") and says in error and len(error) < 420
        assert others == good and state(app) == before
    app.test.file_uploader(key="merges_vocabulary").set_value(None)
    app.test.file_uploader(key="merges_file").upload("merges.txt", b"u n\n").run()
    assert app.stepper["last"] == 1 and not app.test.error
    assert len(bad) > 15


# Links.

BOMB = base64.urlsafe_b64encode(zlib.compress(bytes(3_000_000), 9, -15)).decode().rstrip("=")
NOT_UTF8 = base64.urlsafe_b64encode(zlib.compress(b"\xff\xfe\xfa", 9, -15)).decode().rstrip("=")
DAMAGED = "The text in this link is damaged. The toy words are shown instead."
SIZE = "which cannot be the size of a vocabulary; the corpus's usual one is used."
STEP = "which is not a whole number from 0 to 999,999,999; this is the beginning."
SEED = "which is not a whole number from 0 to 999,999; the seed is 0."
FORCED = ", which is not a list of merges; every merge is the one with the best score."
USUAL = ", which does not exist here; what is usual is shown."
SET = "which is not a whole number from 1 to 999,999; set 1 is asked."
PART = "which is not a whole number from 1 to 99; the lesson is shown from its beginning."
TOO_LONG = "is longer than 2,000 characters: left out."

LINKS = [
    ("train", {"corpus": "<script>"}, "corpus=<script>, which does not exist here; the toy words"),
    ("train", {"corpus": ""}, "corpus=, which does not exist here; the toy words are shown instea"),
    ("train", {"corpus": "TOY"}, "corpus=TOY, which does not exist here"),
    ("train", {"corpus": "__proto__"}, "corpus=__proto__, which does not exist here"),
    ("train", {"corpus": "../../etc/passwd"}, "corpus=../../etc/passwd, which does not exist here"),
    ("train", {"corpus": "a\n\u202eb"}, "corpus=aU+000AU+202Eb, which does not exist here"),
    ("train", {"corpus": "**b** $x$ :red[x]"}, "corpus=**b** $x$ :red[x], which does not exist he"),
    ("train", {"corpus": "x" * 5_000}, "corpus=xxxxxxxxxxxxxxxxxxxx…xxxxxxxxxxxxxxxxxxx, which"),
    ("take_home", {"corpus": "nowhere"}, "corpus=nowhere, which does not exist here"),
    ("train", {"recipe": "unigram"}, "recipe=unigram, which does not exist here; WordPiece is sho"),
    ("train", {"normalizer": "rot13"}, "normalizer=rot13, which does not exist here; the corpus's"),
    ("train", {"normalizer": "nfc;lowercase"}, "normalizer=nfc;lowercase, which does not exist"),
    ("train", {"split": "gpt9"}, "split=gpt9, which does not exist here; the corpus's usual pre-t"),
    ("train", {"ties": "coin"}, "ties=coin, which does not exist here; ties go to the pair seen f"),
    ("train", {"seed": "-1"}, "The link says seed=-1, " + SEED),
    ("train", {"seed": "1000000", "ties": "random"}, "The link says seed=1000000, " + SEED),
    ("train", {"size": "1e9"}, "The link says size=1e9, " + SIZE),
    ("train", {"size": "0"}, "The link says size=0, " + SIZE),
    ("train", {"size": "-5"}, "The link says size=-5, " + SIZE),
    ("train", {"size": "9" * 17}, "The link says size=99999999999999999, " + SIZE),
    ("train", {"size": "11"}, "A vocabulary of 11 is too small: special tokens and alphabet alrea"),
    ("train", {"step": "two"}, "The link says step=two, " + STEP),
    ("train", {"step": "-1"}, "The link says step=-1, " + STEP),
    ("train", {"step": "1.5"}, "The link says step=1.5, " + STEP),
    ("train", {"step": "٣"}, "The link says step=٣, " + STEP),
    ("compare", {"step": "9" * 4_000}, STEP),
    ("train", {"present": "yes"}, "present=yes, which does not exist here; presenter mode is off."),
    ("train", {"pace": "fast"}, "pace=fast" + USUAL),
    ("train", {"phase": "<b>"}, "phase=<b>" + USUAL),
    ("train", {"panel": "x"}, "panel=x" + USUAL),
    ("train", {"look": "-1"}, "look=-1, which is not a whole number from 1 to 9,999,999; no pair"),
    ("train", {"look": "hu ##g"}, "look=hu ##g, which is not a whole number from 1 to 9,999,999"),
    ("encode", {"with": "magic"}, "with=magic" + USUAL),
    ("encode", {"special": "maybe"}, "special=maybe" + USUAL),
    ("encode", {"view": ""}, "The link says view=" + USUAL),
    ("encode", {"text": "x" * 9_000}, "In the link the text to encode " + TOO_LONG),
    ("compare", {"by": "<b>"}, "by=<b>" + USUAL),
    ("compare", {"words": "x"}, "words=x" + USUAL),
    ("compare", {"show": "x"}, "show=x" + USUAL),
    ("compare", {"find": "x" * 2_001}, "In the link the search " + TOO_LONG),
    ("compare", {"sentence": "x" * 5_000}, "In the link the sentence " + TOO_LONG),
    ("predict", {"ask": "<script>"}, "ask=<script>" + USUAL),
    ("predict", {"set": "-3"}, "The link says set=-3, " + SET),
    ("predict", {"set": "9" * 30}, "The link says set=999999999999999999999999999999, " + SET),
    ("lessons", {"lesson": "nowhere"}, "The link names a lesson that does not exist. Here are all"),
    ("lessons", {"lesson": "subwords", "part": "0"}, "The link says part=0, " + PART),
    ("lessons", {"lesson": "errata", "part": "two"}, "The link says part=two, " + PART),
    ("lessons", {"done": "all"}, "done=all, which is no progress in the lessons; what this browse"),
    ("lessons", {"done": "1," * 3_000}, "In the link your progress in the lessons " + TOO_LONG),
    ("train", {"forced": ""}, "The link says forced=" + FORCED),
    ("train", {"forced": "3.2_"}, "The link says forced=3.2_" + FORCED),
    ("train", {"forced": "3.0"}, "The link says forced=3.0" + FORCED),
    ("train", {"forced": "-3.2"}, "The link says forced=-3.2" + FORCED),
    ("train", {"forced": "3.2.1"}, "The link says forced=3.2.1" + FORCED),
    ("train", {"forced": "3.2_3.1"}, "The link says forced=3.2_3.1" + FORCED),
    ("train", {"forced": "³.²"}, "The link says forced=³.²" + FORCED),
    ("train", {"forced": "9" * 5_000 + ".1"}, FORCED),
    ("train", {"forced": "1.1" + "_2.1" * 100_000}, FORCED),
    ("train", {"forced": "_".join(f"{i}.1" for i in range(1, MAX_FORCED + 2))}, FORCED),
    ("train", {"forced": "1.9999999"}, "Merge 1 cannot be pair 9,999,999 of the score table: ther"),
    ("train", {"corpus": "text", "own": "!!!!"}, DAMAGED),
    ("train", {"corpus": "text", "own": ""}, DAMAGED),
    ("train", {"corpus": "text", "own": "A"}, DAMAGED),
    ("train", {"corpus": "text", "own": BOMB}, DAMAGED),
    ("train", {"corpus": "text", "own": NOT_UTF8}, DAMAGED),
    ("train", {"corpus": "text", "own": pack("hug pug")[:-2]}, DAMAGED),
    ("train", {"corpus": "table", "own": "x" * 100_000}, DAMAGED),
    ("train", {"corpus": "file", "own": pack("hug")}, DAMAGED),
    ("train", {"corpus": "text", "own": pack("")}, "There is no text yet. Type or paste a few wor"),
    ("train", {"corpus": "text", "own": pack("\0")}, "This text has no visible character"),
    ("train", {"corpus": "text", "own": pack("x" * 2_000)}, "has 2,000 characters; a word may hav"),
    ("train", {"corpus": "table", "own": pack("hug pug")}, "Line 1: Expected word<TAB>count"),
    ("train", {"own": pack("hug")}, "yet its corpus is Toy words: hug, pug, pun; the text is left"),
    ("train", {"corpus": "text"}, "This screen needs a corpus of somebody's own, which no link ca"),
    ("train", {"corpus": "file", "of": "0123abcd"}, "of somebody's own (fingerprint 0123abcd)"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("page", "query", "says"),
    LINKS,
    ids=[f"{i}-{page}-{'-'.join(query)}" for i, (page, query, _) in enumerate(LINKS)],
)
def test_a_bad_link_gets_one_sentence_and_the_usual_screen(page, query, says):
    app = App(page, **query)
    one_sentence(app, says)
    if page not in ("predict", "lessons"):
        assert (app.stepper["step"], app.stepper["last"]) in ((0, 9), (0, 10))
    if page == "train" and query.get("present") is None and not query.get("look", "x").isdigit():
        assert app.words()[0] == "hug: h ##u ##g ×10"
    # The next valid input works.
    if page == "lessons":
        app.test.switch_page("pages/screens/train.py").run()
    app.test.selectbox(key="sidebar_corpus").select("low").run()
    assert said(app) == [] and app.query["corpus"] == "low"


def test_a_repeated_parameter_counts_once():
    app = App()
    for query in ({"step": ["1", "2"]}, {"corpus": ["toy", "low"]}, {"step": ["x", "3"]}):
        app.test = AppTest.from_file(str(APP), default_timeout=60)
        for name, values in query.items():
            app.test.query_params[name] = values
        app.test.run()
        assert said(app) == []
    assert app.stepper["step"] == 3


# Numbers, and what a page's components report: any client can send anything.


def test_a_vocabulary_size_without_room_names_the_least_that_works():
    app = App(step="3")
    before = state(app)
    field = app.test.number_input(key="sidebar_vocab_size")
    for size in (11, 1, 0, -5):
        field.set_value(size).run()
        one_sentence(app, f"A vocabulary of {size} is too small: special tokens and alphabet")
        assert "already take 12. Choose 12 or more. Still on screen" in said(app)[0]
        assert state(app) == before
    field.set_value(12).run()
    assert said(app) == [] and app.stepper["last"] == 0
    field.set_value(2_000_000_000).run()
    assert said(App(**app.query)) == [] and app.stepper["last"] == 9


@pytest.mark.parametrize("seed", [-5, 1_000_000, 10**20])
def test_a_seed_that_the_field_does_not_take_is_0(seed):
    app = App(step="3", ties="random", seed="7")
    app.test.number_input(key="sidebar_seed").set_value(seed).run()
    assert said(app) == [] and app.query == {"step": "3", "ties": "random"}


def test_a_page_of_a_list_that_is_not_there_is_the_first():
    app = App(corpus="course", step="9")
    first = app.words()
    for page in ("0", "-1", "x", "", "99", "9" * 30, "1.5", "²"):
        for name in ("train_words", "nowhere", ""):
            app._report(PICKS, {"pick": {"value": f"{name} page:{page}", "seq": 1}})
            assert said(app) == [] and app.words() == first
    app.pick("train_words page:2")
    assert said(app) == [] and app.words() and app.words() != first


REPORTS = [{"n": n} for n in (-1, "3", None, 1e300, float("nan"), [1], "<b>")] + [{}, "x", 7, None]
CLICKS = (
    "", ":", "close", "<b>", "__proto__", "0", "force at 3:99", "force at 3:-1", "force at 0:1",
    "force at 3:" + "9" * 30, "undo:3", "undo:x", "undo all", "go:x", "go:-1", "go:" + "9" * 30, 7,
    None, ["1"],
)  # fmt: skip


def test_reports_of_the_components_that_make_no_sense_change_nothing():
    app = App(step="3")
    before = state(app)
    for report in REPORTS:
        app._report(STEPPER, {"step": report})
        assert said(app) == [] and state(app) == before
    for value in CLICKS:
        app._report(PICKS, {"pick": {"value": value, "seq": 1}})
        assert said(app) == [] and state(app) == before
    app.go(4)
    assert app.stepper["step"] == 4


# Long runs of combining marks, which Python normalizes in the square of their length.

MARKS = "a" + "\u0301\u0323\u0327" * 33_000


def test_a_run_of_marks_is_refused_by_its_line():
    app = App(corpus="text", own=pack("hug pug"), normalizer="nfc", step="1")
    before = app.html
    app.enter("text", f"hug\npug {MARKS}")
    one_sentence(app, "Line 2: The word that begins ")
    assert "has 99,000 characters; a word may have at most 1,000" in said(app)[0]
    assert app.html == before


@pytest.mark.slow
def test_a_run_of_marks_can_be_encoded():
    app = App("encode", normalizer="nfc", text="hug", step="9", **{"with": "wordpiece"})
    app.test.text_input(key="encode_text").set_value(f"hug {MARKS}").run()
    assert said(app) == [] and "2 words, 99,004 characters" in app.text
