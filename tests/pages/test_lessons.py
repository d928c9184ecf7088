"""The Lessons page, by what it shows, and the lessons as data."""

import re
from collections import Counter
from dataclasses import fields, is_dataclass
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.lessons import LESSONS, model
from pages.lessons.model import Prose
from pages.locale import say
from pages.panels.lessons.exercise import typed_answer
from pages.panels.lessons.prose import fill, plain
from pages.state import progress as progress_module
from pages.state.progress import MAX_WRITTEN, NUMBERED, PARTS, PATTERN, LessonProgress
from pages.trainings.named import TRAININGS, at, encoder, timeline
from tests import golden
from tests.pages.app import App
from wordpiece.message import Message
from wordpiece.teaching.quiz import candidates, change_in_use, score_choices
from wordpiece.teaching.size import parameter_choices

IDS = [lesson.id for lesson in LESSONS]


OF_LEARNERS = (
    model.EditableText,
    model.Pipeline,
    model.SpecialTokens,
    model.Decoding,
    model.Bytes,
    model.Given,
)
"""Panels whose text is the learner's to change."""


def folded(text: str) -> str:
    return re.sub(r"[\s\xa0]+", " ", text)


def press(app: App, key: str) -> None:
    app.test.button(key=key).click().run()
    assert not app.test.exception


def templates(thing) -> list[str]:
    """Every sentence of a lesson, wherever it is."""
    if isinstance(thing, str):
        return [thing]
    if isinstance(thing, Prose | Message):
        return [thing.template]
    if isinstance(thing, tuple):
        return [text for item in thing for text in templates(item)]
    names = {"text", "ask", "title", "line", "label", "scenes", "exercise", "link", "panel", "rows"}
    names |= {"works", "what", "heads"}
    if is_dataclass(thing) and not isinstance(thing, OF_LEARNERS):
        return [
            text
            for field in fields(thing)
            if field.name in names
            for text in templates(getattr(thing, field.name))
        ]
    return []


# Lessons as data.

NUMBER_WORDS = (
    "three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred "
    "thousand half twice"
).split()


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_every_figure_in_the_prose_comes_from_the_engine(lesson):
    said = templates(lesson)
    assert len(said) >= len(lesson.scenes) + len(lesson.exercise) + 3
    for template in said:
        bare = re.sub(r"\{[^}]*\}|`[^`]*`|GPT-2|UTF-8", "", template)
        assert not re.search(r"\d", bare), template
        assert not set(re.findall(r"[a-z]+", bare.lower())) & set(NUMBER_WORDS), template
        assert not re.search(r"[!…]|\s\s", template), template


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_lessons_are_short_and_whole(lesson):
    assert 4 <= len(lesson.scenes) <= 8 and lesson.exercise
    assert lesson.training in TRAININGS
    for scene in lesson.scenes:
        text = plain(fill(scene.text, lesson.training))
        assert len(text) <= 230, text
        assert text[0].isupper() or (scene.text.template[0] in "{`" and text.endswith("."))


def test_lessons_are_told_apart():
    assert len(LESSONS) >= 8
    assert len(set(IDS)) == len({lesson.title for lesson in LESSONS}) == len(LESSONS)


@pytest.mark.parametrize("asked", ["{nonsense @0}", "{count x y @0}", "{words of nowhere}"])
def test_a_template_that_asks_for_nonsense_fails(asked):
    with pytest.raises(KeyError):
        fill(asked, "toy")


def test_the_engine_finds_what_the_errata_say():
    errata = LESSONS[IDS.index("errata")]
    panels = [
        scene.panel
        for scene in errata.scenes
        if isinstance(scene.panel, model.Printed) and str(scene.panel.heads[0]) == "in print"
    ]
    rows = [row for panel in panels for row in panel.rows]
    assert len(panels) == 5
    assert all("printed" in row[1] and "printed" not in row[2] for row in rows)
    table = {
        folded(plain(fill(what, "toy"))): tuple(folded(plain(fill(x, "toy"))) for x in (a, b))
        for what, a, b in rows
    }
    assert table["score of hu + ##g"] == ("1/15", "2/45")
    assert table["third merge"] == ("hug", "hugs")
    assert table["entries"] == ("69", "70")
    assert table["first token after the alphabet"] == ("##fu", "ab")
    assert table["Course"] == ("c ##o ##u ##r ##s ##e", "C ##o ##u ##r ##s ##e")
    assert table["score of _ + c, in one string"] == ("1", "1/2")
    assert table["frequency of that pair, words apart"] == ("1", "0")
    # Step five: the pair with the most occurrences is not the one it merges, and `ca` is no token.
    assert table["pair with the most occurrences"] == ("p + e", "c + a")
    assert table["pair with the highest score"] == ("p + e", "p + e")
    assert table["carpet_ after the merge"] == ("c a r pe t _", "c a r pe t _")
    assert table["car after the merge"] == ("ca r", "c a r")


def symbols_after(words: dict[str, int], merges: list[tuple[str, str]]) -> dict[str, list[str]]:
    """Merge pairs in words, by the plainest code."""
    splits = {word: [*word] for word in words}
    for left, right in merges:
        for split in splits.values():
            i = 0
            while i < len(split) - 1:
                if (split[i], split[i + 1]) == (left, right):
                    split[i : i + 2] = [left + right]
                i += 1
    return splits


def test_what_the_errata_say_of_the_blogs_step_five_counted_plainly():
    split = symbols_after({"carpet_": 1, "car": 1}, [])
    pairs = Counter(pair for symbols in split.values() for pair in pairwise(symbols))
    single = Counter(symbol for symbols in split.values() for symbol in symbols)
    scores = {pair: Fraction(n, single[pair[0]] * single[pair[1]]) for pair, n in pairs.items()}
    assert max(pairs.values()) == pairs["c", "a"] == pairs["a", "r"] == 2 and pairs["p", "e"] == 1
    assert scores["p", "e"] == max(scores.values()) == 1 and scores["c", "a"] == Fraction(1, 2)
    after = symbols_after({"carpet_": 1, "car": 1}, [("p", "e")])
    assert [" ".join(symbols) for symbols in after.values()] == ["c a r pe t _", "c a r"]


@pytest.mark.parametrize("end", ["", "</w>"])
def test_lov_is_a_stage_and_the_next_merge_makes_love(end):
    """Counted plainly; which of two tied pairs goes first makes no difference to that."""
    words = dict.fromkeys(("loved", "loving", "loves"), 1)

    def best(splits):
        pairs = Counter(pair for symbols in splits.values() for pair in pairwise(symbols))
        return {pair for pair, n in pairs.items() if n == max(pairs.values())}

    def counted(merges):
        return {w: [*s, end] if end else s for w, s in symbols_after(words, merges).items()}

    assert best(counted([])) == {("l", "o"), ("o", "v")}
    for first, second in ([("l", "o"), ("lo", "v")], [("o", "v"), ("l", "ov")]):
        assert best(counted([first])) == {second}
        assert best(counted([first, second])) == {("lov", "e")}
    trained = timeline("love")
    assert [trained.pair(k) for k in (1, 2, 3)] == [("l", "o"), ("lo", "v"), ("lov", "e")]
    assert not {"ed", "ing", "es"} & {*trained.vocabulary(len(trained))}
    assert all(len(symbols) == 1 for symbols in trained.splits(len(trained)).values())


def test_the_errata_go_on_to_love_and_to_the_end():
    at_lov = App("lessons", lesson="errata", part="8")
    assert "after lov the next merge is lov + e" in at_lov.text and "lov + e → love" in at_lov.text
    slider = at_lov.test.slider(key="lessons_errata_8_step")
    assert (slider.min, slider.value, slider.max) == (0, 3, len(timeline("love")))
    slider.set_value(slider.max).run()
    assert "loving ×1" in folded(at_lov.text)


# Every lesson, every part, with the golden figures of each.

FIGURES = {
    ("subwords", 2): ["hugs 5 [UNK] 0", "2 tokens in all"],
    ("subwords", 3): ["113 tokens instead of 36", "8 tokens in all"],
    ("subwords", 5): ["lo + v → lov", "all 3 words share"],
    ("toy-wordpiece", 1): ["5 words", "h ##u ##g ##s ×5"],
    ("toy-wordpiece", 2): ["1 ##g ##s 5 20 × 5 1/20 0.05 5th"],
    ("toy-wordpiece", 3): ["20 / (36 × 20) = 1/36", "5 / (20 × 5) = 1/20"],
    ("toy-wordpiece", 4): ["6 pairs share 1/36", "h + ##u"],
    ("toy-wordpiece", 5): ["5 / (15 × 5) = 1/15", "hu + ##gs → hugs"],
    ("toy-bpe", 2): ["occurs 20 times", "un and hug"],
    ("toy-bpe", 3): ["5 / (20 × 5) = 1/20", "20 / (36 × 20) = 1/36"],
    ("toy-bpe", 5): ["it becomes b ug"],
    ("course-corpus", 1): ["36 words, 30 of them distinct", "and 22 more words"],
    ("course-corpus", 2): ["40 symbols"],
    ("course-corpus", 3): ["0.03409090909090909 0.03409090909090909 = same"],
    ("course-corpus", 4): ["2 pairs share the best score, 1/5"],
    ("course-corpus", 5): [
        "25 merges",
        "70 entries",
        "9 had to break a tie",
        "##u + ##t → ##ut",
    ],
    ("course-corpus", 6): ["Hugg", "[UNK]", "19 tokens in all"],
    ("end-of-word", 2): ["occurs 9 times", "est + </w> → est</w>"],
    ("end-of-word", 3): ["from 11 entries to 26", "fall from 11 to 4"],
    ("end-of-word", 4): ["9 +1 10 low</w> low </w>"],
    ("end-of-word", 5): ["30 up to 53, and back to 30"],
    ("encoding", 1): ["the 10 entries"],
    ("encoding", 2): ["from 0 hugs ✗ hug ✓ from 3 ##s ✓"],
    ("encoding", 3): ["from 2 ##m ✗"],
    ("encoding", 4): ["mug becomes [UNK] ug"],
    ("encoding", 5): ["##O is not in the vocabulary", "H [UNK] ##g ##g ##i ##n ##g"],
    ("encoding", 6): ["hugs is hug ##s by longest match, and hu ##gs when the merges"],
    ("encoding", 7): ["pug 14 ##s 2", "pu 11 ##gs 7"],
    ("encoding", 8): ["104 characters. That is over the encoder's limit"],
    ("other-encoders", 1): ["from 0 newer ✗ newe ✗ new ✓ from 3 er ✗ e ✓ from 4 r ✓"],
    ("other-encoders", 2): ["hum becomes hu [UNK]"],
    ("other-encoders", 3): [
        "errrr</w> tain</w> moun est</w> high the</w> a</w>",
        "the</w> high est</w> moun tain</w>",
    ],
    ("other-encoders", 4): ["4 to 8 tain</w> ✓", "0 to 4 moun ✓"],
    ("other-encoders", 5): ["unt i e d", "un tied"],
    ("pipeline", 1): ["a naive walker talked .", "w ##a ##l ##k ##e ##r", "walk ##er talked ."],
    ("pipeline", 3): ["[CLS] 2", "[SEP] 3"],
    ("pipeline", 4): ["[PAD] 0", "attention mask 1"],
    ("pipeline", 5): ["[MASK] 4", "[UNK]"],
    ("pipeline", 6): ["2 letters changed their case", "1 letter changed its accents"],
    ("bytes", 1): ["Hugging", "[UNK]"],
    ("bytes", 2): ["1 byte for a and 4 bytes for 🤗", "F0 9F A4 97 ð Ł ¤ Ĺ", "E5 AD 97"],
    ("bytes", 3): ["256 different bytes", "ð", "Ł"],
    ("bytes", 5): ["T + h 3 3 = same", "Ġ + t 7 7 = same"],
    ("bytes", 6): ["Ġ + t", "19 merges fill the vocabulary up to 50 entries"],
    ("bytes", 7): ["Ġtoken", "9 tokens in all"],
    ("bytes", 8): ["[UNK]"],
    ("decoding", 1): ["hugspugbun"],
    ("decoding", 2): ["lowest</w>newer</w>low</w>", "lowest newer low"],
    ("decoding", 3): ["hugs pugs bun", "Nothing is lost."],
    ("decoding", 4): ["This is the Course ."],
    ("decoding", 5): ["Nothing is lost."],
    ("library", 3): ["occur together 20 times"],
    ("library", 5): ["training 3 ##er", "= the same tokens, in the same order"],
    ("likelihood", 1): ["google-research/bert", "raises the likelihood"],
    ("likelihood", 2): ["at merge 10;", "waits until 25", "5 / (6 × 5) = 1/6 1st"],
    ("likelihood", 3): ["##u 36 36/113 −41.18"],
    ("likelihood", 4): ["−198.53 to −170.52", "##u 36 16", "+28.02"],
    ("likelihood", 5): ["= 1/20 1st", "+9.23 5th"],
    ("likelihood", 6): ["b + ##un gains more than hug + ##s"],
    ("likelihood", 7): ["after 3 merges", "makes 15"],
    ("vocabulary-size", 1): ["WordPiece 3.26 BPE 1.79", "with 120 entries"],
    ("vocabulary-size", 2): ["From 3.80 tokens", "characters 28 2,008 3.80", "199 528 1.00"],
    ("vocabulary-size", 3): ["228 × 1,024 = 233,472"],
    ("vocabulary-size", 4): ["384 of 583"],
    ("vocabulary-size", 5): ["WordPiece 65 25 2.80 ##fully 3.92", "BPE 65 36 3.14 tokeniz 2.56"],
    ("chinese", 1): ["蜘 "],
    ("chinese", 2): ["咖啡, coffee, and 蜘蛛, spider"],
    ("chinese", 3): ["老板"],
    ("chinese", 4): ["characters 92 393 15.72", "whole lines 24 25 1.00"],
    ("history", 1): ["11 symbols become 5", "a + b → ab"],
    ("history", 2): ["A New Algorithm for Data Compression, 1994"],
    ("history", 3): ["MPNET WordPiece, ##"],
    ("history", 4): ["Ġis"],
    ("errata", 1): ["10 / (15 × 15) = 2/45", "score of hu + ##g 1/15 2/45 ≠ differs"],
    ("errata", 5): ["p + e p + e = same", "p + e c + a ≠ differs", "ca r c a r ≠ differs"],
    ("errata", 6): [
        "It learns hu hug gs , the formula gs hu hug",
        "first merge hu 0.0278 gs 1/9 ≠ differs second merge hug 0.0556 hu 1/18 ≠ differs",
        "third merge gs 0.0625 hug 1/7 ≠ differs",
    ],
    ("errata", 9): ["##u ##g 5 21 × 15"],
}


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_every_part_of_every_lesson(lesson):
    number = IDS.index(lesson.id) + 1
    app = App("lessons")
    press(app, f"lesson_{number}")
    for part in range(1, lesson.parts + 1):
        text = app.text
        assert f"Lesson {number} {lesson.title}" in text
        assert f"Part {part} of {lesson.parts}" in text
        if part <= len(lesson.scenes):
            said = folded(plain(fill(lesson.scenes[part - 1].text, lesson.training)))
            squeezed = text.replace(" ", "")
            assert said.replace(" ", "") in squeezed
        for figure in FIGURES.get((lesson.id, part), []):
            assert figure.replace(" ", "") in text.replace(" ", ""), figure
        link = app.test.get("page_link")
        assert len(link) == 1 and str(lesson.link.label) == link[0].proto.label
        press(app, "lesson_next")
    assert f"Lesson {number}: " in app.text or f"Lesson {number + 1} " in app.text
    assert f"part {lesson.parts} of" in App("lessons", done=f"{lesson.id}.{lesson.parts}").text


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_links_lead_to_what_they_say(lesson):
    app = App(lesson.link.page, **lesson.link.query)
    assert not app.test.exception and not app.test.warning and not app.test.error
    assert {**app.query, **lesson.link.query} == app.query or not lesson.link.query


def test_lessons_with_an_end_of_word_lead_to_the_recipe_that_has_one():
    for id in ("end-of-word", "decoding"):
        link = LESSONS[IDS.index(id)].link
        assert "</w>" in App(link.page, **link.query).text


def test_the_first_lesson_has_the_ids_of_the_page_it_links_to():
    lesson = App("lessons", lesson="subwords", part="1", step="0")
    (hugs,) = re.findall(r"hugs (\d+)", lesson.text)
    there = App("encode", **LESSONS[0].link.query)
    assert f"hugs id {hugs} " in there.text and hugs == "14"


def test_the_prefix_is_explained_where_it_is_first_shown():
    assert IDS[0] == "subwords"
    for part in (1, 2):
        assert "##" not in App("lessons", lesson="subwords", part=str(part), step="0").text
    first = App("lessons", lesson="subwords", part="3", step="0").text
    assert "## before each that continues a word" in first and "##u" in first


def test_sliders_and_fields_are_live():
    app = App("lessons", lesson="subwords", part="4")
    app.test.slider(key="lessons_subwords_4_step").set_value(0).run()
    assert "8 tokens in all" in app.text
    app.test.text_input(key="lessons_subwords_4_text").input("  <b>x</b> ").run()
    assert not app.test.exception and "<b>x" not in app.html
    app.test.text_input(key="lessons_subwords_4_text").input("").run()
    assert "Type a word" in app.text
    app = App("lessons", lesson="encoding", part="2")
    app.test.text_input(key="lessons_encoding_2_word").input("bum").run()
    assert "##m is not in the vocabulary" in app.text
    app = App("lessons", lesson="end-of-word", part="3")
    app.test.slider(key="lessons_end-of-word_3_step").set_value(15).run()
    assert "vocabulary 26 in use 4" in app.text


# Exercises.


def answers_of(question) -> tuple[set[int], set[int]]:
    """The positions of the right and of the wrong answers, worked out by counting."""
    trained, step = timeline(question.training), at(question.training, question.step)
    if isinstance(question, model.Next):
        rows = {row.pair: row.score for row in trained.scores(step).rows()}
        right = [rows[pair] == max(rows.values()) for pair in candidates(trained, step)]
    elif isinstance(question, model.ScoreOf):
        row = trained.scores(step).find(question.pair)
        values = score_choices(trained, step)
        right = [float(value) == row.score for value in values]
    elif isinstance(question, model.Parameters):
        wanted = len(trained.vocabulary(step)) * question.width
        numbers = parameter_choices(trained, step, question.width)
        right = [number == wanted for number in numbers]
    else:
        right = [change_in_use(trained, step) == change for change in (-1, 0, 1)]
    yes = {i for i, is_right in enumerate(right) if is_right}
    no = set(range(len(right))) - yes
    assert yes and no, f"{question} gives no choice: every answer is right, or none"
    return yes, no


def right_answer(question) -> str:
    """What is to be typed, by the encoders themselves."""
    if isinstance(question, model.Decoded):
        return "".join(question.tokens).replace("</w>", " ").strip()
    if isinstance(question, model.Tokens):
        one = encoder(question.training, at(question.training, question.step), question.how)
        return " ".join(one.encode_word(question.word))
    one = encoder(question.training, at(question.training, question.step), "match")
    texts = [" ".join(one.tokenize(text.lower())) for text in question.texts]
    return f"[CLS] {texts[0]} [SEP] {texts[1]} [SEP]"


def give(app: App, lesson: str, i: int, question, *, right: bool) -> None:
    """Answer question ``i`` on screen."""
    key = f"lessons_{lesson}_{i}"
    if typed_answer(question):
        typed = right_answer(question) if right else right_answer(question) + " x"
        app.test.text_input(key=f"{key}_typed").input(typed)
        press(app, f"FormSubmitter:{key}-{say('Check')}")
    else:
        press(app, f"{key}_{min(answers_of(question)[0 if right else 1])}")


@pytest.mark.parametrize("lesson", LESSONS, ids=IDS)
def test_exercises_are_graded_by_the_engine(lesson):
    app = App("lessons", lesson=lesson.id, part=str(lesson.parts), step="0")
    for i, question in enumerate(lesson.exercise):
        assert lesson.id not in app.query["done"].split(",")
        give(app, lesson.id, i, question, right=False)
        assert "✗ Not this one." in app.text
        give(app, lesson.id, i, question, right=True)
        assert "✗" not in app.text and app.text.count("✓ Right.") == i + 1
    assert app.query["done"] == lesson.id and "This lesson is done." in app.text
    press(app, "lessons_again")
    assert "✓" not in app.text and app.query["done"] == lesson.id
    press(app, "lesson_all")
    assert f"1 of {len(LESSONS)} done" in app.text


def test_wrong_answers_are_answered_with_both_formulas():
    app = App("lessons", lesson="toy-wordpiece", part="6")
    for pair, said in [
        (("p", "##u"), "17 / (17 × 21) = 1/21. hu + ##g : 10 / (10 × 15) = 1/15, which is more."),
        (("hu", "##g"), "hu + ##g : 10 / (10 × 15) = 1/15, the best score."),
    ]:
        press(app, f"lessons_toy-wordpiece_0_{candidates(timeline('toy'), 3).index(pair)}")
        assert said in app.text


def test_every_tied_pair_is_right():
    question = LESSONS[IDS.index("course-corpus")].exercise[0]
    right, _ = answers_of(question)
    assert len(right) == 2
    for index in right:
        app = App("lessons", lesson="course-corpus", part="7")
        press(app, f"lessons_course-corpus_0_{index}")
        assert "2 pairs share this best score" in app.text


@pytest.mark.parametrize(
    ("lesson", "i", "tokens"),
    [
        ("encoding", 0, golden.WALKTHROUGH_ENCODED["pugs"]),
        ("encoding", 1, golden.TOY_BPE_ENCODED["thug"]),
        ("toy-bpe", 1, golden.TOY_BPE_ENCODED["unhug"]),
        ("course-corpus", 1, golden.COURSE_WORDPIECE_ENCODED["HOgging"]),
        ("other-encoders", 0, golden.BLOG_ENCODED["bugs"]),
    ],
)
def test_the_sources_exercises_have_the_sources_answers(lesson, i, tokens):
    question = LESSONS[IDS.index(lesson)].exercise[i]
    one = encoder(question.training, question.step, question.how)
    assert " ".join(one.encode_word(question.word)) == tokens


def test_the_courses_bpe_sentence():
    panel = LESSONS[IDS.index("bytes")].scenes[6].panel
    one = encoder(panel.training, panel.step, panel.how)
    assert panel.text == golden.COURSE_GPT2_SENTENCE
    assert " ".join(one.tokenize(panel.text)) == golden.COURSE_GPT2_SENTENCE_ENCODED
    trained = timeline("course-bpe")
    assert [trained.merge(k).token for k in range(1, len(trained) + 1)] == golden.COURSE_BPE


def test_a_forgotten_mark_is_named():
    app = App("lessons", lesson="encoding", part="9")
    app.test.text_input(key="lessons_encoding_0_typed").input("p u gs")
    press(app, "FormSubmitter:lessons_encoding_0-Check")
    assert "The split is right. Every token but the first needs ##" in app.text
    app.test.text_input(key="lessons_encoding_0_typed").input("<b>* ")
    press(app, "FormSubmitter:lessons_encoding_0-Check")
    assert "<b>*" not in app.html and "<b>* is not in the vocabulary" in app.text


def test_a_skipped_exercise_is_not_done():
    app = App("lessons", lesson="subwords", part="7", step="0")
    assert app.test.button(key="lesson_next").label == "Skip the question"
    press(app, "lesson_next")
    assert (
        app.query["lesson"] == "toy-wordpiece" and app.query["done"] == "subwords.7,toy-wordpiece.1"
    )


# LessonProgress.


def test_the_list_tells_how_far_one_has_come():
    app = App("lessons", done="subwords,toy-bpe.4")
    assert f"1 of {len(LESSONS)} done" in app.text
    assert [app.test.button(key=f"lesson_{n}").label for n in (1, 2, 3)] == [
        "Repeat lesson 1",
        "Begin lesson 2",
        "Go on with lesson 3",
    ]
    assert "part 4 of 6" in app.text and "not begun" in app.text
    numbers = range(1, len(LESSONS) + 1)
    primary = [n for n in numbers if app.test.button(key=f"lesson_{n}").proto.type == "primary"]
    assert primary == [3]
    press(app, "lesson_3")
    assert "Part 4 of 6" in app.text
    everything = App("lessons", done=",".join(IDS))
    assert f"{len(LESSONS)} of {len(LESSONS)} done" in everything.text


def test_a_link_restores_lesson_part_and_progress():
    first = App("lessons", lesson="library", part="2", done="subwords,toy-wordpiece.3", step="0")
    press(first, "lesson_next")
    assert (
        first.query["part"] == "3" and first.query["done"] == "subwords,toy-wordpiece.3,library.3"
    )
    second = App("lessons", **first.query)
    assert second.text == first.text


def test_what_the_browser_remembers_is_added():
    app = App("lessons", done="toy-wordpiece", step="0")
    app._report("merge_by_merge_remember", {"remembered": {"text": "subwords,toy-bpe.2", "seq": 5}})
    assert f"2 of {len(LESSONS)} done" in app.text and "part 2 of 6" in app.text
    press(app, "lessons_forget")
    assert "done" not in app.query and "Each is a few small steps" in app.text
    component = app._component("merge_by_merge_remember")
    assert '"forgotten": 1' in component.proto.json or '"forgotten":1' in component.proto.json


def test_hostile_memories_do_no_harm():
    app = App("lessons", step="0")
    hostile = ["<script>", "9999999999", "1.99,0,-3,8.99", "1,,,", "١", 7, None, ["1"], "1" * 9999]
    for seq, said in enumerate(hostile, 1):
        app._report("merge_by_merge_remember", {"remembered": {"text": said, "seq": seq}})
        assert not app.test.exception and "<script>" not in app.html
    assert app.query["done"] == "subwords"  # the one entry in all of this that makes sense
    app._report("merge_by_merge_remember", {"remembered": "nothing like a report"})
    press(app, "lesson_1")


@pytest.mark.parametrize(
    "query",
    [
        {"lesson": "nowhere"},
        {"lesson": "<b>x</b>"},
        {"lesson": "../etc"},
        {"lesson": "subwords", "part": "0"},
        {"lesson": "subwords", "part": "-1"},
        {"lesson": "subwords", "part": "99999999999999999999"},
        {"lesson": "subwords", "part": "two"},
        {"lesson": "subwords", "part": "٣"},
        {"done": "9,0,1.99,<b>,1.1.1,-2"},
        {"done": "," * 5000},
        {"lesson": "errata", "part": "7", "done": "x" * 3000},
    ],
)
def test_hostile_links(query):
    app = App("lessons", **query)
    assert not app.test.exception
    assert "<b>x" not in app.html and "Lesson" in app.text
    if query.get("lesson") in ("nowhere", "<b>x</b>", "../etc"):
        assert "does not exist" in app.test.warning[0].value
        press(app, "lesson_1")
        assert not app.test.warning


def test_presenting_shows_title_text_and_panel_only():
    app = App("lessons", lesson="toy-wordpiece", part="2", present="1", step="0")
    assert not app.test.exception
    assert "Part 2 of 6" in app.text and "Lesson 2" in app.text
    assert not app.test.get("page_link")
    assert "(the pair frequency), divided by" in app.text and "20 × 5" in app.text
    press(app, "lesson_next")  # by its key
    assert app.query["part"] == "3" and app.query["present"] == "1"


progresses = st.builds(
    lambda done, at: LessonProgress(
        frozenset(done),
        {id: min(p, PARTS[id]) for id, p in at.items() if id not in done},
    ),
    st.sets(st.sampled_from(IDS)),
    st.dictionaries(st.sampled_from(IDS), st.integers(1, 7)),
)


@given(progresses, progresses)
def test_progress_survives_being_written(ours, theirs):
    written = ours.written()
    assert LessonProgress.read(written) == ours
    assert re.fullmatch(PATTERN, written) and len(written) <= MAX_WRITTEN
    both = ours.joined(theirs)
    assert both == theirs.joined(ours) and both.joined(ours) == both
    assert ours.done <= both.done
    for id in set(ours.at) - both.done:
        assert both.at[id] >= ours.at[id]


entries = st.lists(
    st.builds(
        "{}{}".format,
        st.sampled_from([*IDS, "1", "8", "9", "else"]),
        st.sampled_from(["", ".2", ".9"]),
    )
).map(",".join)


@given(st.one_of(st.text(), st.text("0123456789.,"), entries, st.none(), st.integers()))
def test_any_text_is_some_progress(text):
    progress = LessonProgress.read(text)
    assert LessonProgress.read(progress.written()) == progress
    assert all(1 <= p <= PARTS[id] for id, p in progress.at.items())
    assert progress.next_lesson() in (*IDS, None)


OLD_LINKS = {
    "1": "subwords",
    "1,2.3": "subwords,toy-wordpiece.3",
    "1,2,3,4,5,6,7,8": ",".join(NUMBERED),
    "8.7,5": "end-of-word,errata.7",
    "1,toy-bpe.2,3.4": "subwords,toy-bpe.4",
}
"""What links said while lessons were known by their numbers, and what it is now."""


@pytest.mark.parametrize("old", OLD_LINKS)
def test_links_with_numbers_still_mean_the_same_lessons_and_parts(old):
    assert LessonProgress.read(old) == LessonProgress.read(OLD_LINKS[old])
    assert LessonProgress.read(old).written() == OLD_LINKS[old]


def test_an_old_link_opens_with_the_progress_it_had():
    old = App("lessons", done="1,2.3", lesson="library", part="2", step="0")
    new = App("lessons", done=OLD_LINKS["1,2.3"], lesson="library", part="2", step="0")
    assert old.text == new.text and old.query == new.query
    assert old.query["done"] == "subwords,toy-wordpiece.3,library.2"
    app = App("lessons", step="0")
    app._report("merge_by_merge_remember", {"remembered": {"text": "1,3.2", "seq": 5}})
    assert app.query["done"] == "subwords,toy-bpe.2"


def test_a_new_lesson_may_stand_anywhere(monkeypatch):
    """Nobody's progress moves to another lesson because one was put before it."""
    done = LessonProgress.read("1,3.2")
    monkeypatch.setattr(progress_module, "PARTS", {"new-one": 3, **PARTS})
    assert LessonProgress.read("1,3.2") == LessonProgress.read(done.written()) == done
    assert done.with_part("new-one", 2).written() == "new-one.2,subwords,toy-bpe.2"


def test_the_names_of_lessons_can_be_told_from_numbers():
    assert len({*IDS}) == len(IDS) and {*NUMBERED} <= {*IDS}
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", id) for id in IDS)
    everything = LessonProgress(frozenset(), dict.fromkeys(IDS, 99))
    assert len(everything.written()) <= MAX_WRITTEN // 2


@pytest.mark.parametrize("said", ["all", "subword", "toy", "-", "subwords,<b>", "subwords;1"])
def test_a_link_that_names_no_lesson_is_no_progress(said):
    assert not re.fullmatch(PATTERN, said)
