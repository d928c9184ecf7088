"""A token's story opens by a click or a link on every page, and does not reveal secret merges."""

import re

import pytest

from pages.panels.actions import Go, OpenStory
from pages.panels.shared.story import StorySource, story
from pages.state.links import pack
from tests.golden import TOY
from tests.pages.app import App, seen
from tests.pages.test_predict import expected_questions
from tests.wordpiece.trainings import trained
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.message import message


def story_sources(step: int = 0, until: int = 9) -> dict[str, StorySource]:
    both = {"wordpiece": trained(WordPieceTrainer, TOY), "bpe": trained(BPETrainer, TOY)}
    return {
        name: StorySource(
            message("{name}", name=name), it, step, min(until, len(it)), lambda to: to
        )
        for name, it in both.items()
    }


def html_of(app: App) -> str:
    """The story on the page; empty if it is closed."""
    found = re.search(r'<section class="story".*?</section>', app.html, re.S)
    return found[0] if found else ""


def story_text(app: App) -> str:
    assert not app.test.exception
    return seen(html_of(app))


def open_story(app: App, token: str, training: str = "") -> None:
    """Click on a token, as the component in the browser reports it."""
    app.report_pick(OpenStory(token, training))


# Its content.


def test_the_story_of_a_merged_token():
    text = seen(story(story_sources(step=2), "wordpiece", "hu"))
    assert "hu wordpiece id 13" in text
    made = "Merge 2 made this token from h and ##u , 15 times in the corpus."
    assert f"{made} After merge 4 the token is no longer a symbol of any word" in text
    assert "How this token was made hu Merge 2 h ##u" in text
    assert "Go to merge 2 h + ##u 15 / (15 × 36) = 1/36 ≈ 0.02778" in text
    assert "Merged into 2 longer tokens hugs Merge 3 hug Merge 4" in text
    assert "In 2 words step 2 of 9 hu ##g ×10 hu ##gs ×5" in text
    assert text.endswith("Go to merge 4")


def test_a_training_without_merges_has_no_last_step():
    timeline = trained(WordPieceTrainer, {"上": 2, "孩": 1})
    source = StorySource(message("{name}", name="x"), timeline, 0, 0, lambda to: to)
    text = seen(story({"x": source}, "x", "上"))
    assert "Before training, this symbol of the alphabet occurs 2 times" in text
    assert "At the last step" not in text


def test_the_expected_count_of_a_rare_piece_is_not_rounded_to_0():
    text = story_text(App(recipe="unigram", em="6", step="0", story="h"))
    said = "After 0 removals, this piece has the expected count 1.05e-5 and the probability 1.7e-7."
    assert said in text


def test_stories_of_other_tokens():
    html = story(story_sources(9), "wordpiece", "##u")
    assert "##u wordpiece id 8" in seen(html)
    alphabet = "Before training, this symbol of the alphabet occurs 36 times in the corpus."
    assert alphabet in seen(html)
    assert (
        "After merge 6 the token is no longer a symbol of any word, but it stays in the vocabulary."
        in seen(html)
    )
    assert "In 0 words step 9 of 9" in seen(html)
    assert "How this token was made" not in seen(html)
    assert "ug bpe id 7" in seen(story(story_sources(), "bpe", "ug"))
    special = "This special token was in the vocabulary before training. No merge made it."
    assert special in seen(story(story_sources(9), "wordpiece", "[UNK]"))
    early = seen(story(story_sources(1), "wordpiece", "hugs"))
    assert "In 0 words step 1 of 9" in early


# On the pages.


@pytest.mark.parametrize("page", ["train", "compare", "encode", "take_home"])
def test_a_link_opens_it(page):
    app = App(page, step="3", story="hugs", library="True")
    assert "Merge 3 made this token from hu and ##gs" in story_text(app)
    assert "WordPiece id 14" in story_text(app)
    assert app.query["story"] == "hugs"
    if page == "train":
        app.press("glossary")  # Streamlit allows only one dialog
        assert 'class="glossary"' in app.html and html_of(app) == ""


def test_a_click_opens_it_and_it_is_in_the_address():
    app = App(step="3")
    assert html_of(app) == "" and "story" not in app.query
    open_story(app, "##gs")
    assert "Merge 1 made this token from ##g and ##s , 5 times" in story_text(app)
    assert app.query["story"] == "##gs" and "story_of" not in app.query
    app.pick(Go(1))  # closes the story, which would hide the step
    assert html_of(app) == "" and app.stepper["step"] == 1 and "story" not in app.query


def test_the_chips_of_a_column_have_the_story_of_their_training():
    app = App("compare", step="3")
    assert '<section class="column bpe" data-training="bpe">' in app.html
    open_story(app, "ug", "bpe")
    assert "Merge 1 made this token from u and g , 20 times" in story_text(app)
    assert app.query["story_of"] == "bpe"
    app = App("compare", step="3", story="hug", story_of="hugging-face")
    assert "made this token from h and ##ug" in story_text(app)


@pytest.mark.parametrize("token", ["\U0001f600<b>x</b>", "x" * 2_000, "x" * 2_001], ids=len)
@pytest.mark.parametrize("page", ["train", "compare", "lessons"])
def test_an_unknown_token_is_a_sentence_and_the_rest_is_shown(page, token):
    query = {"lesson": "wordpiece", "part": "2"} if page == "lessons" else {}
    app = App(page, step="3", story=token, **query)
    assert html_of(app) == "" and "<b>x</b>" not in app.html
    [sentence] = app.messages
    too_long = len(token) > 2_000
    assert ("is longer than" in sentence) == too_long
    assert ("at this point" in sentence) == (not too_long)
    assert "story" not in app.query


@pytest.mark.parametrize("pace", ["reveal", "slow"])
def test_a_hidden_winner_is_not_in_a_story(pace):
    app = App(step="2", pace=pace, story="##gs")
    assert "Later merges are still hidden." in story_text(app)
    assert "hugs" not in re.sub(r"<.*?>", " ", html_of(app)).replace("hu ##gs", "")
    app = App(step="2", pace=pace, story="hugs")  # the next merge
    assert html_of(app) == "" and any("at this point" in each for each in app.messages)
    phase = "shown" if pace == "reveal" else "choose"
    app = App(step="2", pace=pace, phase=phase, story="##gs")
    assert "After merge 3 the token is no longer a symbol of any word" in story_text(app)
    assert "hugs Merge 3" in story_text(app) and "Merge 4" not in story_text(app)


def test_predict_opens_stories_after_the_answer():
    app = App("predict", ask="next", set="1")
    question = expected_questions(kind="next", seed=1)[0]
    symbol = question.candidates[0].row.pair[0]
    open_story(app, symbol)
    assert html_of(app) == "" and any("Answer the question first" in each for each in app.messages)
    app.press("predict_answer_0_0")
    open_story(app, symbol)
    steps = [int(n) for n in re.findall(r"[Mm]erge (\d+)", story_text(app))]
    assert html_of(app) and all(step <= question.step + 1 for step in steps)


@pytest.mark.parametrize("query", [{}, {"plan": "20"}, {"lesson": "none"}])
def test_the_list_of_lessons_has_no_story_and_no_question(query):
    app = App("lessons", **query, step="0", story="hug")
    assert "Answer the question first" not in " ".join(app.messages)
    assert "story" not in app.query


@pytest.mark.parametrize(("lesson", "part", "token", "expected"), [
    ("wordpiece", "2", "##gs", "WordPiece id 7 Merge 1 made this token from ##g and ##s"),
    ("wordpiece", "5", "ug", "BPE id 7 Merge 1 made this token from u and g"),
    ("unigram", "4", "ug", "Unigram id 4 After 0 removals, this piece has the count 20"),
    ("top-down", "2", "hug", "by the guide id 14 Decision 2, round 1 of 4: hug is kept"),
    ("top-down", "4", "hug", "by the program not in the vocabulary Decision 2, round 1 of 4: hug"),
    ("why-subwords", "2", "hugs", ""),  # there the vocabulary is the words, not that of a training
    ("more-encoders", "1", "new", ""),
])  # fmt: skip
def test_lessons_have_the_stories_of_their_own_training(lesson, part, token, expected):
    app = App("lessons", lesson=lesson, part=part)
    open_story(app, token)
    assert expected in story_text(app) and bool(expected) == bool(html_of(app))
    assert not app.messages


def test_an_exercise_without_merges_has_no_later_steps_in_its_stories():
    app = App("lessons", lesson="unigram", part="5")
    open_story(app, "bu")
    assert "After 5 removals" in story_text(app) and "is removed" not in story_text(app)
    app = App("lessons", lesson="top-down", part="7", story="hug")
    assert not html_of(app) and "at this point" in app.messages[0]


# Of other kinds of training.


def test_a_piece_of_unigram_has_its_probability_and_its_removal():
    app = App(recipe="unigram", step="5", story="bu")
    text = story_text(app)
    assert "Unigram id 7" in text and "the count 4 and the probability 0.0268." in text
    assert "Step 6 of 8: bu is removed, at a cost of 5.68. 1 word has to be split" in text
    assert "In 1 word step 5 of 8 bu n ×4" in text
    app.pick(Go(6))
    assert "Removal 6" in app.text and app.stepper["step"] == 6
    open_story(app, "bu")
    assert "Unigram not in the vocabulary" in story_text(app) and "In 0 words" in story_text(app)
    open_story(app, "b")
    assert "A single character always stays in the vocabulary." in story_text(app)
    app = App(recipe="unigram", corpus="text", own=pack("hug hugs"), split="gpt2", story="h")
    assert "A single byte always stays in the vocabulary." in story_text(app)


@pytest.mark.parametrize("step", ["0", "11", "42"])
def test_a_substring_of_a_top_down_training_has_its_decisions(step):
    app = App(recipe="top-down-guide", step=step, story="hug")
    text = story_text(app)
    rounds = re.findall(r"Decision (\d+), round . of 4: hug is kept: its count is 15", text)
    assert [int(each) for each in rounds] == [2, 14, 24, 34]
    assert ("In 2 words" in text) == (int(step) >= 12)
    app.pick(Go(14))
    assert app.stepper["step"] == 14


@pytest.mark.parametrize(("query", "answer"), [
    ({"recipe": "unigram", "step": "5", "story": "bu"}, "bu is removed"),
    ({"recipe": "top-down-guide", "step": "13", "story": "hug"}, "Decision 14"),
])  # fmt: skip
def test_a_hidden_step_is_not_in_a_story(query, answer):
    app = App(**query, pace="reveal")
    assert story_text(app) and answer not in story_text(app)
    assert answer in story_text(App(**query, pace="reveal", phase="shown"))


def test_an_unknown_token_that_encoding_adds_has_no_story():
    app = App("encode", text="hugs xyz", recipe="course-unigram", step="3", story="[UNK]")
    assert not html_of(app)
    said = "training makes no token [UNK]. An encoder writes it for what"
    assert f"Course: Unigram: {said}" in app.messages[0]
    assert "no merge" in story_text(App("encode", story="[UNK]")).lower()  # WordPiece has it
