"""The Take home page: its files with their contents, and reasons for unavailable ones."""

import json
import re
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pages.panels.take_home import files as views
from pages.panels.take_home import pictures
from pages.trainings.job import Source, Training, sample_source, train
from pages.trainings.settings import Settings, suggest_settings
from tests.golden import TOY
from tests.pages.app import App, seen
from wordpiece import BPEEncoder, WordPieceEncoder
from wordpiece.recipes import RECIPES
from wordpiece.text.corpus import Kind
from wordpiece.text.normalizers import compose


def take_home(**query: str) -> App:
    app = App(**query)  # AppTest knows the pages once one of them has run
    app.switch_to("take_home")
    return app


def buttons(app: App) -> dict[str, bool]:
    """Whether each file's button is enabled, by its label."""
    found = app.test.get("download_button")
    return {b.proto.label: not b.proto.disabled for b in found if b.key != "share_corpus"}


def trained(settings: Settings, source: Source | None = None) -> Training:
    return train(settings, source or sample_source(settings))


def own(text: str, kind: Kind = "table", name: str = "your table") -> Training:
    entry = "table" if kind == "table" else "text"
    settings = Settings(entry, pre_tokenizer="bert")
    return trained(settings, Source.of(name, kind, text))


def items(training: Training, step: int) -> dict[str, views.Item]:
    return {item.id: item for group in views.groups(training, step).values() for item in group}


# The page.


def test_wordpiece_has_all_but_what_replays_merges():
    app = take_home(step="3")
    files = "tokenizer.json vocab.txt steps.csv steps.jsonl scores.csv growth.svg growth.png "
    files += "worksheet-short.html worksheet.html worksheet-bpe.html worksheet-answers.html"
    assert buttons(app) == dict.fromkeys(files.split(), True)
    assert "For models like GPT-2" not in app.text
    loads = [code.value for code in app.test.code]
    assert any('Tokenizer.from_file("toy-step-3-tokenizer.json")' in load for load in loads)
    assert all(load.count("\n") == 1 for load in loads)


def test_other_recipes_have_other_files():
    app = take_home(recipe="bpe", step="2")
    files = buttons(app)
    assert files["merges.txt"] and files["vocab.json"] and "vocab.txt" not in files
    # GPT-2 itself needs symbols that are bytes.
    assert "For programs that replay merges" in app.text and "GPT-2" not in app.text
    app = take_home(corpus="course", recipe="course-bpe", step="2")
    assert "For models like GPT-2" in app.text and "replay merges" not in app.text
    app = take_home(recipe="likelihood", step="2")
    assert buttons(app)["worksheet-bpe.html"] and not buttons(app)["worksheet.html"]
    assert "on paper is too much work" in app.text
    files = buttons(take_home(recipe="hugging-face", step="2"))
    assert files["wordpiece-tokenizer.json"] and files["tokenizer.json"]
    assert files["merges.txt"] and files["vocab.txt"]
    # BERT's rules split a text differently, and tokenizer.json does not encode by longest match.
    for recipe, file in (
        ("hugging-face", "wordpiece-tokenizer.json"),
        ("wordpiece", "tokenizer.json"),
    ):
        app = take_home(corpus="story", split="whitespace", recipe=recipe, step="2")
        assert f"differently from this training, so load the {file} instead" in app.text


@pytest.mark.parametrize("recipe", ["wordpiece", "bpe"])
def test_the_other_worksheet_and_the_answers_are_made_without_any_merge(recipe):
    settings = replace(suggest_settings("toy", recipe), min_pair_count=1000)
    training = trained(settings)
    assert len(training.timeline) == 0
    found = items(training, 0)
    assert found["worksheet"].unavailable_because
    for name in ("other-worksheet", "answers"):
        assert not found[name].unavailable_because and b"<h1>" in found[name].make()


def test_the_step_is_that_of_train_and_in_the_names():
    app = App(step="3")
    app.go(5)
    app.switch_to("take_home")
    assert app.query["step"] == "5"
    [link] = app.test.get("page_link")
    assert "WordPiece · step 5 of 9" in link.proto.label
    assert any("toy-step-5-vocab.txt" in code.value for code in app.test.code)


def test_a_token_that_cannot_be_written_gets_a_sentence_instead_of_a_failing_download():
    training = own('word,count\n"a\u2028b",2\nab,3\n')
    found = items(training, 0)
    assert "because of its character U+2028" in str(found["vocab-txt"].unavailable_because)
    assert not found["steps-csv"].unavailable_because and not found["tokenizer"].unavailable_because
    json.loads(found["tokenizer"].make())
    app = App()
    app.train_on("table", 'word,count\n"a\u2028b",2\nab,3\n')
    app.switch_to("take_home")
    assert not buttons(app)["vocab.txt"]
    assert "Not available. A vocab.txt cannot represent the token" in app.text


@pytest.mark.parametrize("words", ["a\ud800b\t3\nab\t2\n", "<b>x</b>\t3\n=1+1\t2\n"])
def test_every_open_button_works_for_odd_words(words):
    training = own(words)
    for step in (0, len(training.timeline)):
        for item in items(training, step).values():
            if not item.unavailable_because and item.id not in ("svg", "png"):
                assert isinstance(item.make(), bytes)
            assert views.item(item).count("<b>") == 1


# The files.


def test_a_second_worksheet_has_the_same_words_and_ties_by_the_other_rule():
    settings = suggest_settings("toy", "bpe")
    found = items(trained(settings), 2)["other-worksheet"]
    assert found.file == "toy-worksheet-wordpiece.html" and not found.unavailable_because
    text = seen(re.sub("<style>.*?</style>", "", found.make().decode(), flags=re.S))
    assert all(f" {word} {count} " in text for word, count in TOY.items())
    found = items(trained(settings), 2)["answers"]
    answers = seen(re.sub("<style>.*?</style>", "", found.make().decode(), flags=re.S))
    learned = re.findall(r"becomes (\S+) \.", answers.split(" Answers ")[-1])
    assert learned[:3] == ["##gs", "hu", "hugs"]
    found = items(trained(replace(settings, tie_break="alphabetical")), 0)["other-worksheet"]
    assert "In a tie the first of the tied pairs in the table wins." in seen(found.make().decode())


def test_a_worksheet_is_without_the_merges_that_were_chosen():
    usual, chosen = Settings(), Settings(forced=((1, 2),))
    for sheet in ("short-worksheet", "worksheet", "answers"):
        made = [items(trained(settings), 3)[sheet].make() for settings in (usual, chosen)]
        assert made[0] == made[1]
    assert "not those chosen by hand" in take_home(step="3", forced="1.2").text
    assert "not those chosen by hand" not in take_home(step="3").text


def test_names_of_files_are_safe():
    assert items(trained(Settings()), 3)["vocab-txt"].file == "toy-step-3-vocab.txt"
    training = own("ab\t2\nac\t1\n", name='../..\\Ma thèse "x"\n<b>.tsv')
    for item in items(training, 1).values():
        assert re.fullmatch(r"[a-z0-9][a-z0-9.-]{0,80}", item.file), item.file
    assert items(training, 1)["worksheet"].file == "ma-these-x-b-worksheet.html"
    for name in ("", "...", "文本.txt", "a" * 300, "CON"):
        file = items(own("ab\t2\n", name=name), 0)["tokenizer"].file
        assert re.fullmatch(r"[a-z0-9-]{3,40}-step-0-tokenizer\.json", file)


# Pictures.


@pytest.mark.slow
def test_pictures_show_the_growth_and_where_we_are():
    timeline = trained(Settings()).timeline
    svg = pictures.growth_picture(timeline, 3, "svg").decode()
    root = ElementTree.fromstring(svg)
    assert root.tag.endswith("svg")
    words = ["".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "step 3 of 9" in words
    assert "vocabulary 15, in use 7" in words and "corpus length 88" in words
    assert "http://" not in svg.replace("http://www.w3.org/", "")
    png = pictures.growth_picture(timeline, 3, "png")
    assert png.startswith(b"\x89PNG\r\n\x1a\n") and png.endswith(b"IEND\xaeB`\x82")
    width, height = (int.from_bytes(png[at : at + 4], "big") for at in (16, 20))
    assert width == pytest.approx(2 * float(root.attrib["width"]), abs=2)
    assert height == pytest.approx(2 * float(root.attrib["height"]), abs=2)


@pytest.mark.slow
def test_a_picture_of_no_merges_and_of_hostile_words():
    training = trained(Settings(vocab_size=12))
    assert len(training.timeline) == 0
    assert "no merge to find" in str(items(training, 0)["worksheet"].unavailable_because)
    assert b"step 0 of 0" in pictures.growth_picture(training.timeline, 0, "svg")
    training = own("<script>\t3\n<b>&amp;\t2\n", name="<img src=x>")
    spec = json.dumps(pictures.picture_spec(training.timeline, 1))
    assert "<" not in spec and "img" not in spec


# The printed code that loads the files.

FOR_ANY_CORPUS = [name for name, recipe in RECIPES.items() if not recipe.by_language]
STRANGE = ["Qxz 9 é東 hugs!", "It's  naïve – ß\tend", ""]


def lines_of(training):
    if training.kind == "table":
        return [*training.timeline.words, "hugs", "xyz"]
    return [*sample_source(training.settings).text.splitlines()[:40], *STRANGE]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("recipe", "corpus"),
    [(recipe, "toy") for recipe in FOR_ANY_CORPUS]
    + [*zip(FOR_ANY_CORPUS, cycle(["story", "french", "russian"]), strict=False)]
    + [("parity-bpe", "languages")],
)
def test_the_code_makes_our_tokens(recipe, corpus, tmp_path, monkeypatch):
    from transformers import PreTrainedTokenizerFast

    monkeypatch.chdir(tmp_path)
    settings = suggest_settings(corpus, recipe)
    if recipe == "byte-level-bpe":
        settings = replace(settings, vocab_size=320)
    training = trained(settings)
    step = min(60, len(training.timeline))
    found = items(training, step)
    for item in found.values():
        if not item.unavailable_because and item.id not in ("svg", "png"):
            Path(item.file).write_bytes(item.make())
    names: dict = {}
    for item in found.values():
        if item.load and not item.unavailable_because:
            exec(item.load, names)
            check(item.id, names, training, step)
    if found["tokenizer"].load:
        fast = PreTrainedTokenizerFast(tokenizer_file=found["tokenizer"].file)
        encoder = encoder_of(training, step)
        for line in lines_of(training):
            assert fast.tokenize(line) == ours(encoder, training, line)


def encoder_of(training, step):
    """Return the encoder of a tokenizer.json."""
    if training.timeline.score.ranks_by_count:
        return BPEEncoder.from_timeline(training.timeline, step)
    return RECIPES[training.settings.recipe].encoder(training.timeline, step)


def ours(encoder, training, line):
    normalizer = compose(training.settings.normalizer)
    tokens = encoder.encode(line, normalizer, training.pre_tokenizer)
    return [encoder.unk_token if token.unknown else token.token for token in tokens]


def check(id, names, training, step):
    timeline = training.timeline
    if id == "merges-txt":
        replay = BPEEncoder.from_timeline(timeline, step)
        for word in timeline.words:
            tokens = [token.value for token in names["model"].tokenize(word)]
            assert tokens == replay.encode_word(word)
    else:
        by_match = WordPieceEncoder.from_timeline(timeline, step)
        encoder = encoder_of(training, step) if id == "tokenizer" else by_match
        for line in lines_of(training):
            found = names["tokenizer"]
            tokens = found.tokenize(line) if id == "vocab-txt" else found.encode(line).tokens
            assert tokens == ours(encoder, training, line)
