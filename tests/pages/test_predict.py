"""The Predict page, tested by its visible content."""

import re
from typing import Any

import pytest

from pages.panels.actions import OpenStory
from pages.panels.predict.question import draw_candidates
from tests import golden
from tests.pages.app import App
from wordpiece import BPETrainer, UnigramTrainer, WordPieceTrainer
from wordpiece.teaching.quiz import (
    TypedQuestion,
    UnigramQuestion,
    questions,
    questions_of_unigram,
)

COURSE: dict[str, Any] = {"max_merges": 25}


def expected_questions(words=golden.TOY, kind="mixed", seed=1, **options) -> list[Any]:
    """The questions that the page should ask, from the engine."""
    both = WordPieceTrainer(words, **options), BPETrainer(words)
    for trainer in both:
        trainer.run()
    return [*questions(*(t.timeline() for t in both), kind=kind, seed=seed)]


def tags_of(question: Any) -> dict[tuple[str, ...], str]:
    """The remarks on each candidate, once the answer is shown."""
    found = re.findall(r'<span class="tags">(.*?)</span>', draw_candidates(question, ""))
    return dict(zip((each.tokens for each in question.candidates), found, strict=True))


def title(app: App) -> str:
    found = re.search(r'<h2 class="asked"[^>]*>(.*?)</h2>', app.html)
    return re.sub(r"<[^>]+>|\s+", " ", found[1]).strip() if found else ""


def choose(app: App, at: int, i: int) -> None:
    app.press(f"predict_answer_{at}_{i}")


def field(app: App) -> Any:
    return next(f for f in app.test.text_input if (f.key or "").startswith("predict_typed"))


def type_answer(app: App, tokens: str) -> None:
    field(app).input(tokens).run()
    app.press("predict_check")


def answer(app: App, at: int, question: Any, *, right: bool = True) -> None:
    """Answer a question, as a user does."""
    if isinstance(question, TypedQuestion):
        type_answer(app, " ".join(question.tokens) if right else "##")
    else:
        choose(app, at, [candidate.right for candidate in question.candidates].index(right))
    assert ("✓ Right" in app.text) == right


def next_question(app: App) -> None:
    app.test.button(key="predict_next").click().run()


def answer_anything(app: App, typed: str = "x") -> None:
    """Take the first answer or type a text, and open the next question."""
    if "predict_check" in app.buttons:
        type_answer(app, typed)
    else:
        app.press(next(key for key in app.buttons if "predict_answer" in key))
    next_question(app)


def test_all_right_is_ten_of_ten():
    app = App("predict")
    for at, question in enumerate(expected_questions()):
        assert f"Question {at + 1} of 10" in app.text
        assert (f"{at} of {at} right" in app.text) == (at > 0)
        assert f"after {question.step} step" in title(app)
        answer(app, at, question)
        assert "predict_next" in app.buttons
        assert not [key for key in app.buttons if re.match("predict_(answer|check)", key)]
        next_question(app)
    assert "10 of 10 right" in app.text
    assert app.html.count('<li class="right"><b') == 10
    app.press("predict_following")
    assert app.query["set"] == "2" and "Question 1 of 10" in app.text
    assert f"after {expected_questions(seed=2)[0].step} step" in title(app)


def test_a_wrong_answer_shows_both_fractions_and_stays():
    run = expected_questions(kind="next")
    at = next(i for i, question in enumerate(run) if question.step == 0)
    app = App("predict", ask="next")
    for i in range(at):
        answer(app, i, run[i], right=False)
        next_question(app)
    pairs = [candidate.row.pair for candidate in run[at].candidates]
    choose(app, at, pairs.index(("##u", "##g")))
    assert "✗ Not quite" in app.text
    assert "20 36 × 20 = 1/36" in app.text and "5 20 × 5 = 1/20" in app.text
    assert "highest count · your answer" in app.text
    assert "No pair occurs more often than yours, but the score does" in app.text
    assert f"predict_answer_{at}_0" not in app.buttons  # the first answer counts
    next_question(app)
    rest = run[at + 1 :]
    for i, question in enumerate(rest, at + 1):
        answer(app, i, question)
        next_question(app)
    assert f"{len(rest)} of {len(run)} right" in app.text
    assert "##g ##s" in app.text  # the right one, in the list
    app.press("predict_again")
    assert f"Question 1 of {len(run)}" in app.text


def test_a_score_that_changes_before_and_after():
    run = expected_questions(kind="change")
    app = App("predict", ask="change")
    assert "merges now, which of these pairs changes its score?" in title(app)
    assert "tok next" in app.html  # the merge of the question is outlined in the words
    answer(app, 0, run[0], right=False)
    right = run[0].right
    for counts in (right.row.pair_count, right.after.pair_count):
        assert re.search(rf"\b{counts} \d+ × \d+ =", app.text)
    assert "→" in app.text and "stays the same · your answer" in app.text


def test_tokens_assembled_from_chips():
    question = expected_questions(kind="split")[0]
    app = App("predict", ask="split")
    assert f"How is {question.word} tokenized by" in re.sub(r"\s+", " ", title(app))
    labels = [b.label for b in app.test.button if (b.key or "").startswith("predict_token")]
    assert labels == [f"`{token}`" for token in question.choices]

    def click(token: str) -> None:
        app.press(f"predict_token_0_{question.choices.index(token)}")

    app.press("predict_check")
    assert "predict_check" in app.buttons  # an empty answer is not graded
    click("##g")
    click("##n")
    assert field(app).value == "##g ##n"
    app.press("predict_undo")
    assert field(app).value == "##g"
    app.press("predict_undo")
    assert field(app).value == ""
    field(app).input(question.tokens[0]).run()  # typed and clicked tokens are joined
    for token in question.tokens[1:]:
        click(token)
    assert field(app).value == " ".join(question.tokens)
    app.press("predict_check")
    assert "✓ Right" in app.text and "Longest match" in app.text


def test_merges_replayed():
    question = expected_questions(kind="replay")[0]
    asks = f"make of {question.word} ? BPE, after {question.step} step"
    app = App("predict", ask="replay")
    assert asks in re.sub(r"\s+", " ", title(app))
    for number, (left, right) in question.merges:
        assert f"Merge {number} {left} + {right}" in app.text
    answer(app, 0, question)
    assert "Merge replay at the start" in app.text
    app = App("predict", ask="replay")
    type_answer(app, " ".join(question.word))
    first = question.trace.replays[0]
    assert "✗ Not quite" in app.text and f"gives {' '.join(question.tokens)} ." in app.text
    assert f"Merge {first.rank + 1} {first.pair[0]} + {first.pair[1]}" in app.text


def test_counts_only_on_request_and_never_the_score():
    app = App("predict", ask="next")
    words = [
        [word for word in shown.words() if "×" in word]
        for shown in (app, App("predict", ask="bpe"))
    ]
    assert words[0] and words[1] and "##" in words[0][0] and "##" not in "".join(words[1])
    assert "left part" not in app.text
    app.test.toggle[0].set_value(True).run()
    assert "left part" in app.text and "= 1/" not in app.text


def test_another_kind_set_or_corpus_starts_over():
    app = App("predict", ask="next")
    answer(app, 0, expected_questions(kind="next")[0])
    assert "1 of 1 right" in app.text
    app.test.selectbox(key="predict_ask").select("bpe").run()
    assert "Question 1 of" in app.text and "Which pair does BPE merge next?" in title(app)
    assert app.query["ask"] == "bpe"
    answer(app, 0, expected_questions(kind="bpe")[0])
    app.test.number_input(key="predict_set").set_value(5).run()
    assert "Question 1 of" in app.text and app.query["set"] == "5"
    answer(app, 0, expected_questions(kind="bpe", seed=5)[0])
    app.test.selectbox(key="sidebar_corpus").select("course").run()
    assert "Question 1 of" in app.text and not app.test.exception


def test_questions_are_about_the_own_corpus_and_another_starts_over():
    app = App("predict")
    app.train_on("table", "low\t5\nlower\t2\nnewest\t6\nwidest\t3")
    for at, question in enumerate(
        expected_questions({"low": 5, "lower": 2, "newest": 6, "widest": 3})[:3]
    ):
        answer(app, at, question)
        next_question(app)
    assert "3 of 3 right" in app.text
    if "predict_check" in app.buttons:
        type_answer(app, "x")
    else:
        choose(app, 3, 0)
    assert "predict_next" in app.buttons
    app.enter("table", "mow\t5\nmower\t2\nnewest\t6\nwidest\t3")  # with the same number of merges
    assert "predict_next" not in app.buttons and "Question 1 of" in app.text


def test_a_corpus_without_merges_gets_a_sentence():
    app = App("predict", size="12")  # five special tokens and seven characters
    assert "This training gives no question that fits your choice." in app.text
    assert not [key for key in app.buttons if key.startswith("predict_")]
    app = App("predict", size="12", story="h")  # no answer to wait for
    assert "this symbol of the alphabet occurs 15 times in the corpus" in app.text
    assert not any("Answer the question" in each for each in app.messages)


def test_a_reload_keeps_the_answers_of_the_same_run():
    run = expected_questions()
    app = App("predict")
    assert app.remembers("predict") == ""
    for at in range(3):
        answer(app, at, run[at])
        next_question(app)
    app.press("predict_pass")
    answer(app, 4, run[4], right=False)  # the verdict is on screen
    saved = app.remembers("predict")
    assert saved is not None
    again = App("predict", lang="fr")
    for other in ("", "{", "[" * 9_999, "[1, 2, 3]", saved.replace("[[", "[[[", 1), saved):
        assert "Question 1" in again.text
        again.remember("predict", other)
    assert "Question 5" in again.text and "predict_next" in again.buttons
    assert again.remembers("predict") == saved
    another = App("predict", set="2")
    another.remember("predict", saved)
    assert "Question 1 of 10" in another.text


@pytest.mark.parametrize("kind", ["next", "split", "change", "replay"])
def test_a_question_can_be_skipped_and_shows_its_answer(kind):
    app = App("predict", ask=kind, corpus="course")
    app.press("predict_skip")
    assert "The answer." in app.text and "1, skipped" in app.text
    assert "0 of 1 right" in app.text and "your answer" not in app.text
    if kind in ("split", "replay"):
        assert "Longest match gives" in app.text or "Merge replay gives" in app.text
    next_question(app)
    assert "Question 2 of" in app.text
    app.press("predict_pass")
    assert "Question 3 of" in app.text and "0 of 2 right" in app.text and "skipped" in app.text


def unigram_questions(kind):
    trainer = UnigramTrainer(golden.TOY)
    trainer.run()
    return questions_of_unigram(trainer.timeline(), kind=kind)


@pytest.mark.parametrize("kind", ["mixed", "likeliest", "cheapest"])
def test_questions_about_unigram_follow_the_training(kind):
    app = App("predict", recipe="unigram", ask=kind)
    run = unigram_questions(kind)
    assert "whatever the field" not in app.text
    for at, question in enumerate(run):
        assert f"Unigram, after {question.step} step" in title(app)
        asked = f"split of {question.word} is" if question.word else "costs least to remove"
        assert asked in re.sub(r"\s+", " ", title(app))
        answer(app, at, question, right=bool(at % 2))
        next_question(app)
    assert f"{len(run) // 2} of {len(run)} right" in app.text


def test_a_removal_shows_the_words_before_and_each_cost_after_the_answer():
    run = unigram_questions("cheapest")
    app = App("predict", recipe="unigram", ask="cheapest")
    assert "hugs: h ugs ×5" in app.text and "cost" not in app.text.split("remove?")[1]
    answer(app, 0, run[0], right=False)
    for it in run[0].candidates:
        assert f"{it.tokens[0]} cost {it.value:.2f}" in app.text.replace(" your answer", "")
    assert "removing hu costs only 0.00." in app.text


def test_a_kind_of_question_that_the_training_does_not_have_is_replaced_by_all_kinds():
    app = App("predict", recipe="unigram", ask="next")
    assert app.test.selectbox(key="predict_ask").value == "mixed" and "Unigram, after" in title(app)
    app = App("predict", ask="cheapest")
    assert app.test.selectbox(key="predict_ask").value == "mixed"
    app.test.selectbox(key="predict_ask").select("next").run()
    app.test.selectbox(key="sidebar_recipe").select("unigram").run()
    assert "Unigram, after" in title(app) and not app.test.exception


@pytest.mark.parametrize(
    ("recipe", "has"), [("wordpiece", False), ("hugging-face", True), ("unigram", False)]
)
def test_predict_says_that_its_questions_are_about_other_recipes(recipe, has):
    app = App("predict", recipe=recipe)
    assert has == ("Predict uses its own recipes" in str([each.value for each in app.test.caption]))


def test_the_story_of_a_piece_waits_for_the_answer_and_keeps_later_removals_hidden():
    question = unigram_questions("cheapest")[0]
    app = App("predict", recipe="unigram", ask="cheapest", story="hug")
    assert any("Answer the question first" in each for each in app.messages)
    answer(app, 0, question)
    app.report_pick(OpenStory("hug"))
    assert f"After {question.step} removal" in app.text and "hug is removed" not in app.text


@pytest.mark.parametrize("kind", ["next", "bpe"])
def test_all_candidates_with_the_highest_or_the_lowest_count_are_marked(kind):
    shared = 0
    for question in expected_questions(golden.COURSE, kind, **COURSE):
        tags = tags_of(question)
        counts = {each.tokens: each.row.pair_count for each in question.candidates}
        for name, extreme in ("highest count", max), ("lowest count", min):
            marked = {tokens for tokens in counts if name in tags[tokens]}
            alike = {tokens for tokens in counts if counts[tokens] == extreme(counts.values())}
            assert marked in (set(), alike)
            shared += len(marked) > 1
    assert shared


def test_all_pieces_with_the_lowest_count_are_marked():
    trainer = UnigramTrainer(golden.TOY)
    trainer.run()
    for question in questions_of_unigram(trainer.timeline(), kind="cheapest"):
        assert isinstance(question, UnigramQuestion)
        tags, counts = tags_of(question), dict(question.counts)
        marked = {piece for piece in counts if "lowest count" in tags[(piece,)]}
        assert marked in (set(), {p for p in counts if counts[p] == min(counts.values())})
