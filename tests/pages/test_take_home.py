"""The Take home page: what is offered, what is not and why, and what comes out of each button."""

from __future__ import annotations

import csv
import json
import re
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from xml.etree import ElementTree

import pandas
import pytest
import tomllib
from tokenizers import Tokenizer

from pages.locale import LANGUAGES
from pages.panels.take_home import files as views
from pages.panels.take_home import pictures
from pages.trainings.job import Job, Source, Training, sample_source
from pages.trainings.settings import Settings, suggested
from tests.golden import TOY
from tests.pages.app import App, seen
from wordpiece import WordPieceEncoder
from wordpiece.text.corpus import Kind

ROOT = Path(__file__).parents[2]


def take_home(**query: str) -> App:
    app = App(**query)  # the harness knows the pages once one of them has run
    app.test.switch_page("pages/screens/take_home.py").run()
    assert not app.test.exception
    return app


def buttons(app: App) -> dict[str, bool]:
    """Each file's button, by its label: whether it can be clicked."""
    found = app.test.get("download_button")
    return {b.proto.label: not b.proto.disabled for b in found if b.key != "share_corpus"}


def trained(settings: Settings, source: Source | None = None) -> Training:
    source = source or sample_source(settings)
    job = Job((settings, source.digest), source)
    while not job.advance(10):
        pass
    return job.result()


def own(text: str, kind: Kind = "table", name: str = "your table") -> Training:
    entry = "table" if kind == "table" else "text"
    settings = Settings(entry, pre_tokenizer="bert")
    return trained(settings, Source.of(name, kind, text))


def items(training: Training, step: int) -> dict[str, views.Item]:
    return {item.id: item for group in views.groups(training, step) for item in group.items}


# --- The page ----------------------------------------------------------------------------------


def test_wordpiece_has_all_but_what_replays_merges():
    app = take_home(step="3")
    assert buttons(app) == {
        "tokenizer.json": True,
        "vocab.txt": True,
        "vocab.json": False,
        "merges.txt": False,
        "steps.csv": True,
        "steps.jsonl": True,
        "scores.csv": True,
        "growth.svg": True,
        "growth.png": True,
        "worksheet.html": True,
        "worksheet-bpe.html": True,
    }
    assert app.text.count("Not here. Only BPE replays merges") == 2
    assert "Vocabulary 15 tokens" in app.text and "Score table 5 pairs" in app.text
    loads = [code.value for code in app.test.code]
    assert any('Tokenizer.from_file("toy-step-3-tokenizer.json")' in load for load in loads)
    assert all(load.count("\n") == 1 for load in loads)


def test_bpe_has_merges_and_no_vocab_txt():
    app = take_home(recipe="bpe", step="2")
    shown = buttons(app)
    assert shown["merges.txt"] and shown["vocab.json"] and not shown["vocab.txt"]
    assert "Its readers expect ## inside words" in app.text


def test_hugging_face_style_has_both_ways_to_encode():
    shown = buttons(take_home(recipe="hugging-face", step="2"))
    assert shown["wordpiece-tokenizer.json"] and shown["tokenizer.json"] and shown["merges.txt"]
    assert shown["vocab.txt"]


def test_the_step_is_that_of_the_stepper_and_in_the_names():
    app = take_home(step="3")
    app.go(5)
    assert app.query["step"] == "5"
    assert any("toy-step-5-vocab.txt" in code.value for code in app.test.code)
    assert "Step log 5 merges" in app.text


def test_likelihood_gain_has_no_worksheet_and_says_why():
    app = take_home(recipe="likelihood", step="1")
    assert not buttons(app)["worksheet.html"] and buttons(app)["worksheet-bpe.html"]
    assert "Logarithms of all counts are too much for paper" in app.text


def test_a_token_that_cannot_be_written_gets_a_sentence_instead_of_a_failing_download():
    training = own('word,count\n"a\u2028b",2\nab,3\n')
    found = items(training, 0)
    assert "begins or ends with whitespace" in found["vocab-txt"].unavailable_because
    assert not found["steps-csv"].unavailable_because and not found["tokenizer"].unavailable_because
    json.loads(found["tokenizer"].make())
    app = App()
    app.test.selectbox(key="sidebar_corpus").select("table").run()
    app.enter("table", 'word,count\n"a\u2028b",2\nab,3\n')
    app.test.switch_page("pages/screens/take_home.py").run()
    assert not app.test.exception and not buttons(app)["vocab.txt"]
    assert "Not here. The token" in app.text


@pytest.mark.parametrize("words", ["a\ud800b\t3\nab\t2\n", "<b>x</b>\t3\n=1+1\t2\n"])
def test_whatever_the_words_are_every_open_button_works(words):
    training = own(words)
    for step in (0, len(training.timeline)):
        for item in items(training, step).values():
            if not item.unavailable_because and item.id not in ("svg", "png"):
                assert isinstance(item.make(), bytes)
            assert "<b>" not in views.item(item).replace("<b>" + item.title, "")


# --- The files ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("recipe", "id", "says"),
    [
        ("end-of-word-bpe", "merges-txt", "onto a word's last letter"),
        ("longest-token-first", "merges-txt", "does not have this recipe's way to encode"),
        ("course-bpe", "merges-txt", "drops unknown letters"),
    ],
)
def test_code_that_would_make_other_tokens_is_not_shown(recipe, id, says):
    item = items(trained(suggested("toy", recipe)), 2)[id]
    assert not item.load and says in item.use


def test_the_tokenizer_encodes_as_we_do():
    training = trained(suggested("story"))
    found = items(training, 150)["tokenizer"]
    tokenizer = Tokenizer.from_str(found.make().decode())
    encoder = WordPieceEncoder.from_timeline(training.timeline, 150)
    for line in sample_source(training.settings).text.splitlines()[:20]:
        ours = encoder.tokenize(line.lower(), pre_tokenizer="bert")
        assert tokenizer.encode(line).tokens == ours


def test_step_log_and_score_table():
    found = items(trained(Settings()), 3)
    rows = list(csv.DictReader(found["steps-csv"].make().decode("utf-8-sig").splitlines()))
    assert [row["token"] for row in rows] == ["##gs", "hu", "hugs"]
    assert [json.loads(line)["fraction"] for line in found["steps-jsonl"].make().splitlines()] == [
        "5/100",
        "15/540",
        "5/75",
    ]
    frame = pandas.read_csv(BytesIO(found["scores-csv"].make()), keep_default_na=False)
    assert frame.iloc[0][["left", "right", "fraction"]].tolist() == ["hu", "##g", "10/150"]


@pytest.mark.slow
def test_the_same_state_gives_the_same_bytes():
    first, second = trained(Settings()), trained(Settings())
    pictures._converted.cache_clear()
    once = {id: item.make() for id, item in items(first, 4).items() if not item.unavailable_because}
    pictures._converted.cache_clear()
    again = {
        id: item.make() for id, item in items(second, 4).items() if not item.unavailable_because
    }
    assert once == again and len(once) == 9


@pytest.mark.parametrize(
    ("recipe", "other", "tokens"),
    [
        ("wordpiece", "bpe", ["ug", "un", "hug"]),
        ("hugging-face", "wordpiece", ["##gs", "hu", "hugs"]),
        ("likelihood", "bpe", ["ug", "un", "hug"]),
        ("bpe", "wordpiece", ["##gs", "hu", "hugs"]),
    ],
)
def test_a_second_worksheet_has_the_same_words_by_the_other_rule(recipe, other, tokens):
    training = trained(suggested("toy", recipe))
    found = items(training, 2)["other-worksheet"]
    assert found.file == f"toy-worksheet-{other}.html" and not found.unavailable_because
    html = found.make().decode()
    text = seen(re.sub("<style>.*?</style>", "", html, flags=re.S))
    asked, answers = text.split(" Answers ")
    for word, count in TOY.items():
        assert re.search(rf"\b{word} {count} ", asked)
    assert re.findall(r"→ (\S+) merges\.", answers) == tokens


def test_the_second_worksheet_breaks_ties_by_the_same_rule():
    settings = replace(suggested("toy", "bpe"), tie_break="alphabetical")
    html = items(trained(settings), 0)["other-worksheet"].make().decode()
    assert "first in the alphabet wins" in html


def test_names_of_files_are_safe():
    assert items(trained(Settings()), 3)["vocab-txt"].file == "toy-step-3-vocab.txt"
    training = own("ab\t2\nac\t1\n", name='../..\\Ma thèse "x"\n<b>.tsv')
    for item in items(training, 1).values():
        assert re.fullmatch(r"[a-z0-9][a-z0-9.-]{0,80}", item.file), item.file
    assert items(training, 1)["worksheet"].file == "ma-these-x-b-worksheet.html"
    for name in ("", "...", "文本.txt", "a" * 300, "CON"):
        file = items(own("ab\t2\n", name=name), 0)["tokenizer"].file
        assert re.fullmatch(r"[a-z0-9-]{3,40}-step-0-tokenizer\.json", file)


# --- Pictures ----------------------------------------------------------------------------------


@pytest.mark.slow
def test_pictures_show_the_growth_and_where_we_are():
    timeline = trained(Settings()).timeline
    svg = pictures.growth_picture(timeline, 3, "svg").decode()
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg")
    words = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "After 3 merges of 9" in words
    assert "vocabulary 15, in use 7" in words and "corpus tokens 88" in words
    assert "http://" not in svg.replace("http://www.w3.org/", "")
    png = pictures.growth_picture(timeline, 3, "png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n") and png.endswith(b"IEND\xaeB`\x82")
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    assert width == pytest.approx(2 * float(root.get("width")), abs=2)
    assert height == pytest.approx(2 * float(root.get("height")), abs=2)


@pytest.mark.slow
def test_no_png_where_the_server_has_no_letters(speaking, monkeypatch, tmp_path):
    """Only fonts that came with the converter are there; they have Latin and Cyrillic letters."""
    fonts = tmp_path / "fonts.conf"
    fonts.write_text(f"<fontconfig><dir>{tmp_path}</dir></fontconfig>", encoding="utf-8")
    monkeypatch.setenv("FONTCONFIG_FILE", str(fonts))
    pictures._converted.cache_clear()
    training = trained(Settings())
    try:
        for code in LANGUAGES:
            speaking(code)
            found = items(training, 3)
            assert bool(found["png"].unavailable_because) == (code == "zh-Hant")
            assert not found["svg"].unavailable_because
            if code != "zh-Hant":
                continue
            svg = found["svg"].make().decode()
            assert pictures.missing_letters() == "繁體中文" and "詞表" in svg
    finally:
        pictures._converted.cache_clear()


def test_the_chart_data_are_the_engines():
    timeline = trained(Settings()).timeline
    sizes, length = pictures.picture_spec(timeline, 3)["hconcat"]
    drawn = {
        (name, row["step"]): row[name]
        for panel, names in ((sizes, ("vocabulary", "in use")), (length, ("corpus tokens",)))
        for row in panel["data"]["values"]
        for name in names
    }
    for step in range(len(timeline) + 1):
        growth = timeline.growth(step)
        assert drawn["vocabulary", step] == growth.vocabulary
        assert drawn["in use", step] == growth.in_use
        assert drawn["corpus tokens", step] == growth.corpus_tokens
    assert "split('3 15 7', ' ')" in json.dumps(sizes)
    assert "split('3 88', ' ')" in json.dumps(length)
    with pytest.raises(IndexError):
        pictures.picture_spec(timeline, len(timeline) + 1)


def test_a_picture_of_no_merges_can_be_drawn():
    training = trained(Settings(vocab_size=12))
    assert len(training.timeline) == 0
    assert "no merge to find" in items(training, 0)["worksheet"].unavailable_because
    assert b"After 0 merges of 0" in pictures.growth_picture(training.timeline, 0, "svg")


def test_no_word_of_the_user_gets_into_a_picture():
    training = own("<script>\t3\n<b>&amp;\t2\n", name="<img src=x>")
    spec = json.dumps(pictures.picture_spec(training.timeline, 1))
    assert "<" not in spec and "img" not in spec


def test_the_colours_are_the_pages():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    light = config["theme"]["light"]
    assert light["chartCategoricalColors"] == pictures.COLOURS
    assert (light["textColor"], light["borderColor"]) == (pictures.INK, pictures.LINE)


def test_toy_is_the_published_one():
    timeline = trained(Settings()).timeline
    assert dict(zip(timeline.words, timeline.frequencies, strict=True)) == TOY
