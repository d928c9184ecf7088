"""Bad input of every kind gives one sentence and leaves the screen unchanged.

The tests of the engine have more kinds of bad corpora, vocabularies and merges.
"""

import re
from functools import cache

import pytest

from pages.panels.actions import Choose
from pages.state.links import QUERY, from_link, pack
from pages.state.remembered import IN_LINKS
from pages.trainings.parameters import UNKNOWN, printable
from pages.trainings.settings import MAX_FORCED
from tests.pages.app import PICKS, STEPPER, App
from wordpiece.message import Message


def one_sentence(app: App, says: str) -> None:
    """Check that the only message is short, contains ``says``, and does not repeat itself."""
    messages = app.messages
    assert len(messages) == 1, messages
    assert says in messages[0]
    assert len(messages[0]) < 420 and messages[0].endswith(".")
    sentences = re.findall(r"[^.]{12,}\.", messages[0])
    assert len(sentences) == len(set(sentences))


def state(app: App) -> tuple[object, ...]:
    """Return the state that an error must not change."""
    stepper = app.stepper
    return app.text, app.query, stepper["step"], stepper["last"], app.words()


# Corpora. Inputs of one kind share an app, so every bad input also follows others.


@cache
def entered(kind: str) -> App:
    app = App(step="3", read="words")
    app.test.selectbox(key="sidebar_corpus").select(kind).run()
    return app


def put_in(app: App, kind: str, content: str | tuple[str, bytes]) -> None:
    if isinstance(content, str):
        app.enter(kind, content)
    else:
        app.test.file_uploader(key="own_file").upload(*content).run()


GOOD: dict[str, tuple[str | tuple[str, bytes], ...]] = {
    "text": ("low lower lowest slow", "hug pug pun bun hugs"),
    "table": ("low\t5\nlower\t2\nnewest\t6", "word,count\nhug,10\npugs,5\npun,3"),
    "file": (("a.txt", b"low lower lowest slow"), ("b.csv", b"word,count\nhug,10\npugs,5\npun,3")),
}

BYTES = "Line 1: The file is not valid UTF-8 at the byte 0xFF"

BAD: list[tuple[str, str | tuple[str, bytes], str]] = [
    ("text", "", "no visible text,"),
    ("text", "\0\u202e\ufeff", "no visible text"),
    ("text", "hug\npug " + "x" * 1_001, "Line 2: The word that begins with 'xxx"),
    ("text", "ab " * 333_334, "at most 1,000,000 characters fit"),
    ("table", "ab " * 333_334, "at most 1,000,000 characters fit"),
    ("table", "word,count\nhug,10\npug\t5", r"found 'pug\t5'"),
    ("table", "hug\t1\0", r"is '1\x00'; write a whole number above 0"),
    ("table", "a\tx\nb\ty\nc\tz", " (Lines 2, 3 are wrong, too.)"),
    ("table", "\u202eevil\t<img src=x>", r"The count of '\u202eevil' is '<img src=x>'; write a"),
    ("file", ("photo.txt", b"\x89PNG\r\n\x1a\n\0"), "photo.txt: The format of this file is PNG"),
    ("file", ("words.TSV", b"hug\t10\nbad line\n"), "words.TSV: Line 2: Expected a word"),
    ("file", ("**b** :red[x] $y$.txt", b"\xff g"), "**b** :red[x] $y$.txt: " + BYTES),
    ("file", ("\u202ea\nb<i>.txt", b"\xff g"), "U+202EaU+000Ab<i>.txt: " + BYTES),
    ("file", ("x" * 300 + ".txt", b"\xff g"), "x" * 30 + "…" + "x" * 25 + ".txt: " + BYTES),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("number", range(len(BAD)))
def test_a_bad_corpus_leaves_the_last_good_one_on_screen(number):
    kind, bad, says = BAD[number]
    app = entered(kind)
    before = state(app)
    put_in(app, kind, bad)
    one_sentence(app, says)
    # A file that cannot be read requests no other training.
    assert re.search(r" The screen (still shows: |shows another training \()", app.messages[0])
    assert state(app) == before
    if kind != "file":  # what was typed is not lost
        assert app.test.text_area(key=f"own_{kind}").value == bad
    put_in(app, kind, GOOD[kind][number % 2])
    assert app.messages == []
    assert app.words()[0].split(":")[0] == ("low", "hug")[number % 2]


@pytest.mark.parametrize(
    ("kind", "content", "drawn"),
    [
        ("text", "\u202ehug\0pug", "RLO ##h ##u ##g ## U+0000 ##p ##u ##g ×1"),
        ("text", "[UNK]x \u0301\u0301", "[ ##U ##N ##K ##] ##x ×1"),
        ("table", f"hug\t3\nhug\t{'0' * 5000}4", "h ##u ##g ×7"),
        ("table", 'word,count\n"hu\ng s",10', "h ##u ## LF ##g ## space ##s ×10"),
        ("table", "__proto__\t3\nconstructor\t2", "_ ##_ ##p ##r ##o ##t ##o ##_ ##_ ×3"),
        ("table", f"\u202ea\t1\n\u202ea\t1\n{'x' * 900}\t2\n{'x' * 900}\t2", "RLO ##a ×2"),
    ],
)
def test_odd_but_valid_input_is_taken_as_it_is(kind, content, drawn):
    app = App(split="whitespace", read="words")
    app.test.selectbox(key="sidebar_corpus").select(kind).run()
    if kind == "text":
        app.test.selectbox(key="sidebar_pre_tokenizer").select("whitespace")
    app.enter(kind, content)
    assert not app.test.error and any(drawn in word for word in app.words())
    if kind == "table" and "x" in content:  # the remark about repeated words is short
        one_sentence(app, r"added up. The words: '\u202ea', 'xxx")


# Opened vocabularies and merges.

MODEL = b'{"model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["a b"]}}'


def one_more_error(app: App, says: str, before: list[str]) -> None:
    error, *others = app.messages
    assert says in error and len(error) < 420 and others == before


@pytest.mark.slow
def test_a_bad_vocabulary_file_is_one_sentence_and_the_old_vocabulary_goes_on():
    app = App("encode", text="hugs", step="3")
    app.upload("good.txt", b"[UNK]\nhug\n##s\n")
    good, before = app.messages, app.text
    for data, says in (
        (b'{"model":\n3,\n}', "<b>.json: Line 3: This cannot be read as JSON"),
        (b"a\nb\0c\n", "<b>.json: Line 2: This file has a NUL byte"),
        (MODEL, "The tokenizers library refuses this file"),
        (b"#version: 0.2\nu g\n", "This looks like a merges.txt"),
    ):
        app.upload("<b>.json", data)
        one_more_error(app, says, good)
        assert app.text == before
    app.upload("two.txt", b"[UNK]\nhugs\n")
    assert app.messages[0] == "two.txt · vocabulary size 2"


@pytest.mark.slow
def test_a_bad_merges_file_is_one_sentence_and_the_old_merges_go_on():
    app = App(recipe="replay")
    app.test.file_uploader(key="merges_file").upload("good.txt", b"u g\nh ug\n").run()
    good, before = app.messages, state(app)
    assert app.stepper["last"] == 2
    for merges, ids in ((b"u\n", b""), (b"\xff", b""), (b"u g\n", b"{")):
        field = app.test.file_uploader(key="merges_vocabulary")
        (field.upload("vocab.json", ids) if ids else field.set_value(None)).run()
        app.test.file_uploader(key="merges_file").upload("merges.txt", merges).run()
        one_more_error(app, "merges.txt, vocab.json: " if ids else "merges.txt: ", good)
        assert state(app) == before
    app.test.file_uploader(key="merges_vocabulary").set_value(None).run()
    app.test.file_uploader(key="merges_file").upload("merges.txt", b"u n\n").run()
    assert app.stepper["last"] == 1 and not app.test.error


# Links.

TOO_MANY = "_".join(f"{i}.1" for i in range(1, MAX_FORCED + 2))

INVALID: dict[str, tuple[str, ...]] = {
    "corpus": ("../toy", ""), "recipe": ("a\n\u202eb",), "normalizer": ("nfc;lowercase",),
    "split": ("__proto__",), "ties": ("coin",), "size": ("0", "1e9", "9" * 17), "present": ("yes",),
    "forced": ("", "3.2_", "3.0", "3.2.1", "3.2_3.1", "³.²", "9" * 5_000 + ".1", TOO_MANY),
    "lang": ("tlh",), "of": ("x",), "story_of": ("B",), "focus": ("no-ties",), "room": ("9" * 30,),
    "done": ("subword", "-", "bpe,<b>"),
}  # fmt: skip
INVALID |= {
    field.name: ("<b>",) for fields in IN_LINKS.values() for field in fields if field.valid.values
}
MANY = 999_999
NOT_WHOLE = {
    "seed": (0, MANY), "least": (1, MANY), "step": (0, 999_999_999), "look": (1, 9_999_999),
    "dropout": (0, 100), "set": (1, MANY), "part": (1, 99), "table": (1, MANY), "word": (0, MANY),
    "em": (0, 20), "threshold": (1, MANY),
}  # fmt: skip
TEXTS = {"text", "sentence", "find", "lesson", "done", "story", "story_of"}


def page_with(name: str) -> str:
    pages = [page for page, fields in IN_LINKS.items() if name in {field.name for field in fields}]
    return pages[0] if pages else "train"


def problem_with(name: str, value: str) -> Message:
    query = {name: value} if name != "of" else {name: value, "corpus": "file"}
    [problem] = from_link(page_with(name), query)[1]
    return problem


def test_every_invalid_parameter_of_a_link_is_named_with_its_value():
    assert {*INVALID} | {*NOT_WHOLE} | TEXTS | {"own"} == {*QUERY}
    for name, values in INVALID.items():
        for value in values:
            facts = {"name": name, "value": printable(value)}
            assert problem_with(name, value) == UNKNOWN.fill(**facts)
    for name, (least, most) in NOT_WHOLE.items():
        for value in (str(least - 1), str(most + 1), "1.5", "٣", "9" * 30):
            assert f"{name}={printable(value)}," in str(problem_with(name, value))
    for name in TEXTS:
        long = "1," * 1_001
        assert f"“{name}=” is longer than 2,000 characters" in str(problem_with(name, long))


MISSING = "This screen needs a corpus that is not in the link. "
MINE = {"corpus": "text"}
LINKS: list[tuple[str, dict[str, str], str]] = [
    ("train", {"corpus": "file", "own": pack("hug")}, MISSING),
    ("train", MINE | {"own": pack("\0")}, "There is no visible text"),
    ("train", {"corpus": "table", "own": pack("hug pug")}, "Line 1: Expected a word"),
    ("train", {"own": pack("hug")}, "is ignored, because the corpus is Toy words: hug, pug, pun."),
    ("compare", MINE | {"of": "0123abcd"}, MISSING),
    ("train", MINE, MISSING),
    ("train", {"size": "11"}, "The vocabulary size 11 is too small"),
    ("train", {"forced": "1.9999999"}, "Merge 1 cannot be pair 9,999,999 of the score table: "),
    ("lessons", {"lesson": "nowhere"}, "The link names a lesson that does not exist. These are"),
]  # fmt: skip


@pytest.mark.parametrize(("page", "query", "says"), LINKS)
def test_a_link_that_cannot_be_followed_gets_one_sentence_and_the_usual_screen(page, query, says):
    app = App(page, **query)
    one_sentence(app, says)
    if page == "train":
        assert (app.stepper["step"], app.stepper["last"]) == (0, 9)
        assert app.words()[0] == "hug: h ##u ##g ×10"


@pytest.mark.parametrize(
    ("corpus", "own"),
    [("text", "!!!!"), ("text", pack("hug pug")[:-2]), ("table", "x" * 100_000)],
)
def test_a_damaged_text_in_a_link_is_asked_for(corpus, own):
    app = App(corpus=corpus, own=own, step="2")
    assert app.messages[0].startswith(MISSING) and len(app.messages) == 2
    assert app.messages[1] == str(UNKNOWN.fill(name="own", value=printable(own)))
    assert app.stepper["last"] == 9 and "own" not in app.query


@pytest.mark.parametrize("page", ["compare", "encode", "predict"])
@pytest.mark.parametrize(
    "query",
    [
        {"recipe": "bpe", "corpus": "low", "size": "15"},
        {"recipe": "bpe", "corpus": "course", "size": "38"},
        {"recipe": "likelihood", "size": "8"},
    ],
)
def test_a_size_that_suits_only_the_rule_on_screen_does_not_stop_the_others(page, query):
    app = App(page, **query)
    assert app.messages == []
    assert page != "compare" or "merges made: 0 of 0" in app.text


@pytest.mark.parametrize("page", IN_LINKS)
def test_a_link_with_nothing_but_markup_shows_each_sentence_as_text(page):
    names = {field.name for field in IN_LINKS[page]} - {"lesson"}
    names |= {"corpus", "recipe", "ties", "size", "step", "lang"}
    query = dict.fromkeys(sorted(names), "<b>**x** :red[x] $x$")
    problems = from_link(page, query)[1]
    app = App(page, **query)
    assert len(problems) >= 6
    assert {*map(str, problems)} <= {*app.messages} and "<b>*" not in app.html
    # The next valid input works.
    if page in ("by_hand", "lessons"):
        app.switch_to("train")
    app.test.selectbox(key="sidebar_corpus").select("low").run()
    assert app.messages == [] and app.query["corpus"] == "low"


# Numbers and reports of components: a client can send any value.


def test_a_vocabulary_that_is_too_small_gets_the_least_that_works_in_its_sentence():
    app = App(step="3")
    before = state(app)
    field = app.test.number_input(key="sidebar_vocab_size")
    for size in (11, 0, -5):
        field.set_value(size).run()
        one_sentence(app, f"The vocabulary size {size} is too small")
        least = "smallest possible vocabulary has 12 entries. Choose 12 or more. "
        shown = "The screen shows a training with other settings: Toy words: hug, pug, pun."
        assert least + shown in app.messages[0]
        assert state(app) == before
    field.set_value(12).run()
    assert app.messages == [] and app.stepper["last"] == 0
    field.set_value(2_000_000_000).run()
    assert App(**app.query).messages == [] and app.stepper["last"] == 9


REPORTS: list[object] = [{"n": -1}, {"n": "3"}, {"n": 1e300}, {"n": float("nan")}, {}, "x", None]
PICKED: list[object] = [
    *("", "close", "<b>", '["Close"]', '["Force",3,99]', '["Force",3,1e3]', '["Undo",3]', 7, ["1"]),
    *('["Choose","words_page",-1]', '["Choose","words_page",99]', '["Choose","nowhere",0]'),
    *('["Choose","words_page","2"]', '["Choose","read","page"]', '["Next","nowhere"]', "[" * 9999),
]


def test_reports_of_the_components_that_make_no_sense_change_nothing():
    app = App(corpus="course", step="3")
    before = state(app)
    for report in REPORTS:
        app._report(STEPPER, {"step": report})
        assert app.messages == [] and state(app) == before, report
    for value in PICKED:
        app._report(PICKS, {"pick": {"value": value, "seq": 1}})
        assert app.messages == [] and state(app) == before, value
    app.pick(Choose("words_page", 2))
    assert app.messages == [] and app.words() != before[-1]
