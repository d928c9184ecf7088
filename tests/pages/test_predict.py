"""The Predict page, by what it shows."""

import re

import pytest

from tests import golden
from tests.pages.app import App
from wordpiece import BPETrainer, WordPieceTrainer
from wordpiece.teaching.quiz import TypedQuestion, questions

COURSE = {"max_merges": 25}


def asked(words=golden.TOY, kind="mixed", seed=1, **options):
    """The questions that the page should ask, straight from the engine."""
    both = WordPieceTrainer(words, **options), BPETrainer(words)
    for trainer in both:
        trainer.run()
    return questions(*(t.timeline() for t in both), kind=kind, seed=seed)


def title(app: App) -> str:
    found = re.search(r'<h2 class="asked"[^>]*>(.*?)</h2>', app.html)
    return re.sub(r"<[^>]+>|\s+", " ", found[1]).strip() if found else ""


def keys(app: App) -> list[str]:
    return [button.key or "" for button in app.test.button]


def choose(app: App, at: int, i: int) -> None:
    app.test.button(key=f"predict_answer_{at}_{i}").click().run()


def field(app: App):
    return next(f for f in app.test.text_input if (f.key or "").startswith("predict_typed"))


def answer(app: App, at: int, question, *, right: bool = True) -> None:
    """Answer a question, as a user does."""
    if isinstance(question, TypedQuestion):
        field(app).input(" ".join(question.tokens) if right else "##").run()
        app.test.button(key="predict_check").click().run()
    else:
        verdicts = [candidate.right for candidate in question.candidates]
        choose(app, at, verdicts.index(right))
    assert not app.test.exception
    assert ("✓ Right" in app.text) == right


def go_on(app: App) -> None:
    app.test.button(key="predict_next").click().run()


def test_all_right_is_ten_of_ten():
    app = App("predict")
    assert app.query == {"step": "0"} or app.query == {}
    for at, question in enumerate(asked()):
        assert f"Question {at + 1} of 10" in app.text and f"{at} right" in app.text
        assert f"after {question.step} merge" in title(app)
        answer(app, at, question)
        assert "predict_next" in keys(app)
        assert not [key for key in keys(app) if key.startswith(("predict_answer", "predict_check"))]
        go_on(app)
    assert "10 of 10 right" in app.text
    assert app.html.count('<li class="right"><b') == 10
    app.test.button(key="predict_following").click().run()
    assert app.query["set"] == "2" and "Question 1 of 10" in app.text and "0 right" in app.text
    assert f"after {asked(seed=2)[0].step} merge" in title(app)


def test_a_wrong_answer_shows_both_fractions_and_stays():
    run = asked(kind="next")
    at = next(i for i, question in enumerate(run) if question.step == 0)
    app = App("predict", ask="next")
    for i in range(at):
        answer(app, i, run[i], right=False)
        go_on(app)
    pairs = [candidate.row.pair for candidate in run[at].candidates]
    choose(app, at, pairs.index(("##u", "##g")))
    assert "✗ Not quite" in app.text
    assert "20 36 × 20 = 1/36" in app.text and "5 20 × 5 = 1/20" in app.text
    assert "top pair by count · your answer" in app.text
    assert "By count, yours is the top pair, and BPE's rule is the count." in app.text
    assert f"predict_answer_{at}_0" not in keys(app)  # the first answer counts
    go_on(app)
    rest = run[at + 1 :]
    for i, question in enumerate(rest, at + 1):
        answer(app, i, question)
        go_on(app)
    assert f"{len(rest)} of {len(run)} right" in app.text
    assert "##g ##s" in app.text  # the right one, in the list
    app.test.button(key="predict_again").click().run()
    assert f"Question 1 of {len(run)}" in app.text and "0 right" in app.text


def test_a_tied_winner_is_right():
    seed, at, run = next(
        (seed, at, run)
        for seed in range(1, 60)
        for run in [asked(golden.COURSE, "next", seed, **COURSE)]
        for at, question in enumerate(run)
        if any(c.role == "tied" for c in question.candidates)
    )
    app = App("predict", corpus="course", ask="next", set=str(seed))
    for i in range(at):
        answer(app, i, run[i])
        go_on(app)
    tied = [c.role for c in run[at].candidates].index("tied")
    choose(app, at, tied)
    assert "✓ Right" in app.text and "It shares the best score." in app.text
    assert "the one seen first in the corpus wins" in app.text and "same score" in app.text


def test_a_score_that_changes_before_and_after():
    run = asked(kind="change")
    app = App("predict", ask="change")
    assert "merge now, which score changes?" in title(app)
    assert "tok next" in app.html  # the supposed merge is outlined in the words
    answer(app, 0, run[0], right=False)
    right = run[0].right
    for counts in (right.row.pair_count, right.after.pair_count):
        assert re.search(rf"\b{counts} \d+ × \d+ =", app.text)
    assert "→" in app.text and "stays · your answer" in app.text


def test_tokens_assembled_from_chips():
    question = asked(kind="split")[0]
    app = App("predict", ask="split")
    assert f"How is {question.word} tokenized?" in re.sub(r"\s+", " ", title(app))
    labels = [b.label for b in app.test.button if (b.key or "").startswith("predict_token")]
    assert labels == [f"`{token}`" for token in question.choices]

    def click(token):
        i = question.choices.index(token)
        app.test.button(key=f"predict_token_0_{i}").click().run()

    app.test.button(key="predict_check").click().run()
    assert "predict_check" in keys(app)  # nothing there yet, so nothing is graded
    click("##g")
    click("##n")
    assert field(app).value == "##g ##n"
    app.test.button(key="predict_undo").click().run()
    assert field(app).value == "##g"
    app.test.button(key="predict_clear").click().run()
    assert field(app).value == ""
    field(app).input(question.tokens[0]).run()  # typed and clicked go together
    for token in question.tokens[1:]:
        click(token)
    assert field(app).value == " ".join(question.tokens)
    app.test.button(key="predict_check").click().run()
    assert "✓ Right" in app.text and "every look into the vocabulary" in app.text


def test_what_is_wrong_with_typed_tokens():
    at, question = next(
        (at, q)
        for at, q in enumerate(asked(kind="split"))
        if not q.trace.unknown and len(q.tokens) > 1
    )
    app = App("predict", ask="split")
    for i, before in enumerate(asked(kind="split")[:at]):
        answer(app, i, before)
        go_on(app)
    field(app).input(" ".join(token.removeprefix("##") for token in question.tokens)).run()
    app.test.button(key="predict_check").click().run()
    assert "✗ Not quite" in app.text and "The split is right, but ## is missing" in app.text


def test_merges_replayed():
    question = asked(kind="replay")[0]
    app = App("predict", ask="replay")
    assert app.query["ask"] == "replay"
    asks = f"What do the merges make of {question.word} ? BPE, after {question.step} merge"
    assert asks in re.sub(r"\s+", " ", title(app))
    for number, (left, right) in question.merges:
        assert f"merge {number} {left} + {right}" in app.text
    labels = [b.label for b in app.test.button if (b.key or "").startswith("predict_token")]
    assert labels == [f"`{token}`" for token in question.choices]
    field(app).input(" ".join(question.tokens)).run()
    app.test.button(key="predict_check").click().run()
    assert "✓ Right" in app.text and "every merge that applies, in order" in app.text
    assert not app.test.exception


def test_a_wrong_replay_shows_its_merges():
    question = asked(kind="replay")[0]
    app = App("predict", ask="replay")
    field(app).input(" ".join(question.word)).run()
    app.test.button(key="predict_check").click().run()
    first = question.trace.replays[0]
    assert "✗ Not quite" in app.text and f"gives {' '.join(question.tokens)} ." in app.text
    assert f"merge {first.rank + 1} {first.pair[0]} + {first.pair[1]}" in app.text
    for _ in range(9):
        go_on(app)
        field(app).input("x").run()
        app.test.button(key="predict_check").click().run()
    go_on(app)
    assert f"{question.word} by replaying {question.step} merge" in app.text


def test_counts_only_on_request_and_never_the_score():
    app = App("predict", ask="next")
    assert "left part" not in app.text
    app.test.toggle[0].set_value(True).run()
    assert "left part" in app.text and "= 1/" not in app.text


def test_the_same_link_asks_the_same():
    link = {"corpus": "story", "ask": "mixed", "set": "7"}
    first, second = App("predict", **link), App("predict", **link)
    for _ in range(3):
        assert title(first) == title(second) != ""
        assert [b.label for b in first.test.button] == [b.label for b in second.test.button]
        for app in (first, second):
            if "predict_check" in keys(app):
                field(app).input("x").run()
                app.test.button(key="predict_check").click().run()
            else:
                app.test.button(key=next(k for k in keys(app) if "answer" in k)).click().run()
            go_on(app)
    assert first.query == {"corpus": "story", "set": "7", "step": "0"}


def test_another_kind_set_or_corpus_starts_over():
    app = App("predict", ask="next")
    answer(app, 0, asked(kind="next")[0])
    assert "1 right" in app.text
    app.test.selectbox(key="predict_ask").select("bpe").run()
    assert "0 right" in app.text and "Which pair does BPE merge next?" in title(app)
    assert app.query["ask"] == "bpe"
    answer(app, 0, asked(kind="bpe")[0])
    app.test.text_input(key="predict_set").input("5").run()
    assert "0 right" in app.text and app.query["set"] == "5"
    answer(app, 0, asked(kind="bpe", seed=5)[0])
    app.test.selectbox(key="sidebar_corpus").select("course").run()
    assert "0 right" in app.text and not app.test.exception


def own(text: str, kind: str = "table") -> App:
    app = App("predict")
    app.test.selectbox(key="sidebar_corpus").select(kind).run()
    app.enter(kind, text)
    assert not app.test.exception
    return app


def test_the_users_own_corpus():
    words = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
    app = own("\n".join(f"{word}\t{count}" for word, count in words.items()))
    for at, question in enumerate(asked(words)):
        answer(app, at, question)
        go_on(app)
    assert "10 of 10 right" in app.text


def test_another_own_corpus_of_the_same_kind_starts_over():
    app = own("low\t5\nlower\t2\nnewest\t6\nwidest\t3")
    app.test.button(key="predict_answer_0_0").click().run()
    assert "Next question" in [button.label for button in app.test.button]
    app.enter("table", "slow\t5\nslower\t2\nnewest\t6\nwidest\t3")
    assert "Next question" not in [button.label for button in app.test.button]
    assert "0 right" in app.text


def test_a_corpus_without_merges_says_so():
    app = App("predict", size="12")  # five special tokens and seven characters
    assert "This corpus gives no questions: its training makes no merge." in app.text
    assert not [key for key in keys(app) if key.startswith("predict_")]


def test_hostile_words_are_text():
    app = own("<b>x</b>\t3\n<b>y\t2\n$a*_b_$\t4\n`a`b``\t3\n:red[a]\t2")
    for _ in range(10):
        assert not app.test.exception
        assert "<b>x" not in app.html and "<b>y" not in app.html
        if "predict_check" in keys(app):
            field(app).input("<b>x $*_` ##<").run()
            app.test.button(key="predict_check").click().run()
        else:
            labels = [b.label for b in app.test.button if "predict_answer" in (b.key or "")]
            assert all(re.fullmatch(r"(`+).+?\1 \+ (`+).+?\2", label) for label in labels)
            app.test.button(key=next(k for k in keys(app) if "answer" in k)).click().run()
        go_on(app)
    assert " right" in app.text


@pytest.mark.parametrize(
    ("query", "kept"),
    [
        ({"set": "-3"}, "1"),
        ({"set": "<b>"}, "1"),
        ({"set": "0"}, "1"),
        ({"set": "9" * 30}, "1"),
        ({"set": "007"}, "7"),
        ({"ask": "<script>"}, "1"),
        ({"ask": ""}, "1"),
    ],
)
def test_hostile_links(query, kept):
    app = App("predict", **query)
    assert not app.test.exception
    assert "Question 1 of 10" in app.text
    assert app.test.text_input(key="predict_set").value == kept
    assert app.test.selectbox(key="predict_ask").value == "mixed"


def test_presenting_shows_only_question_and_answers():
    app = App("predict", present="1")
    assert "Which pair does BPE merge next?" in title(app)
    assert "predict_ask" not in [box.key for box in app.test.selectbox]
    assert "Question 1 of 10, 0 right" in app.text
    answer(app, 0, asked()[0])
