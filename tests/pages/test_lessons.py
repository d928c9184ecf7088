"""The Lessons page, tested by its visible content, and the lessons as data."""

import re
from fractions import Fraction
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.lessons import IN_ORDER, LESSONS, questions
from pages.lessons.model import Shown
from pages.lessons.moved import MOVED, PARTS, place
from pages.lessons.prose import fill, plain
from pages.locale import say
from pages.state.progress import DONE, MAX_WRITTEN, PATTERN, LessonProgress
from pages.trainings.named import TRAININGS, at, encoder, normalizer, timeline
from tests.pages.app import App, seen
from tests.pages.test_lesson_figures import sentences
from tests.pages.test_story import open_story, story_text
from wordpiece.teaching.quiz import candidates
from wordpiece.topdown.textbook import textbook_rounds
from wordpiece.unigram.textbook import textbook_removals

IDS = [lesson.id for lesson in LESSONS]
each_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=IDS)


def folded(text: str) -> str:
    return re.sub(r"[\s\xa0]+", " ", text)


def shows(app: App, text: str) -> bool:
    """Return whether a text is on the page, apart from white space."""
    return re.sub(r"\s", "", text) in re.sub(r"\s", "", app.text)


NUMBER_WORDS = (
    "three four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred "
    "thousand twice"
).split()


@each_lesson
def test_a_lesson_is_short_and_every_figure_in_its_prose_comes_from_the_engine(lesson):
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", lesson.id)
    assert 1 <= len(lesson.scenes) <= 8 and lesson.training in TRAININGS
    for scene in lesson.scenes:
        text = plain(fill(scene.text, lesson.training))
        assert len(text) <= 230, text
        assert text[0].isupper() or (scene.text[0] in "{`" and text.endswith("."))
    for template in sentences(lesson):
        bare = re.sub(r"\{[^}]*\}|`[^`]*`|GPT-\d|UTF-8|v\d|1/c|T5|Llama \d", "", template)
        assert not re.search(r"\d", bare), template
        assert not set(re.findall(r"[a-z]+", bare.lower())) & set(NUMBER_WORDS), template
        assert not re.search(r"[!…]|\s\s", template), template


def test_no_two_lessons_have_the_same_name_or_title():
    assert len(set(IDS)) == len({lesson.title for lesson in LESSONS}) == len(LESSONS) >= 8


# Every part of every lesson, with golden figures of each kind of panel.

FIGURES: dict[tuple[str, int], list[str]] = {
    ("why-subwords", 1): ["pun 10 hugs 12"],
    ("why-subwords", 3): [
        "the 128 different words",
        "81 of the 231",
        "whole words 128 81 231",
    ],
    ("bpe", 1): ["hug: h u g ×10", "hugs: h u g s ×5"],
    ("bpe", 2): ["10 + 5 + 5 = 20 times", "1 u g 20 1 2 p u 17 2"],
    ("bpe", 3): ["Merge 1 u + g → ug score = 20 count of the pair", "make un and hug"],
    ("bpe", 4): ["7 characters and the first 3 merges give 10 entries"],
    ("bpe", 6): ["which was not in training, becomes b ug", "b 0 ug 7 Merge replay"],
    ("wordpiece", 3): [
        "##g ##s 5 20 × 5 / 113 = 0.885 5.65 1.73",
        "36 × 20 / 113 = 6.372 3.14 1.14",
    ],
    ("wordpiece", 5): ["5 / (20 × 5) = 1/20", "20 / (36 × 20) = 1/36"],
    ("wordpiece", 6): [
        "6 pairs share the best score, 1/36",
        "1 h ##u 15 15 × 36 tie 1/36",
        "5 / (15 × 5) = 1/15",
    ],
    ("wordpiece", 7): [
        "their score is c ÷ (c × c) = 1/c",
        "9 chosen merges",
        "merges at merge 25",
        "d ##r 6 6 × 6 1/6",
        "hu ##gging 5 6 × 5 1/6",
    ],
    ("wordpiece", 8): [
        "1 / (1 × 2) = 1/2. With",
        "step 4 of 116",
        "Minimum pair count 2",
        "step 4 of 26",
    ],
    ("text-and-ids", 1): ["a naive walker talked .", "w ##a ##l ##k ##e ##r", "walk ##er talked ."],
    ("text-and-ids", 2): ["[CLS] 2 walter 144 walked 162 [SEP] 3"],
    ("text-and-ids", 4): ["Tokens hugs pug ##s bun", "Nothing is lost."],
    ("bytes-as-alphabet", 2): ["1 byte and 🤗 takes 4", "F0 9F A4 97 ð Ł ¤ Ĺ", "E5 AD 97"],
    ("token-cost", 1): ["WordPiece 3.80 BPE 2.71"],
    ("token-cost", 2): ["give 3.80 tokens per word", "characters 28 2,008 3.80", "199 528 1.00"],
    ("token-cost", 3): ["30,522 × 768 = 23,440,896", "250,002 × 768 = 192,001,536"],
    ("token-cost", 4): ["characters 2,008 2,008² = 4,032,064 4"],
    ("token-cost", 5): ["हिन्दी 3.83 843 1.44 349 1.01 293", "all 2,995 1,994 2,044"],
    ("published-rules", 1): [
        "Schuster & Nakajima (Google) merges the pair that raises the likelihood",
        "data most not published Japanese and Korean Voice Search, 2012",
        "Wu et al. (Google) aims at the highest likelihood",
        "fewest wordpieces not published Google’s Neural Machine Translation System, 2016",
        "TensorFlow Text (Google) top-down, without merges",
        "implementation published Subword tokenizers",
        "best ratio, which the course calls “our best guess” an example in the course LLM "
        "Course, 6.6",
    ],
    ("published-rules", 3): ["−198.5343 to −170.5165", "##u 36 16", "+28.0178"],
    ("published-rules", 4): ["##g ##s 5 1.7317 8.66 +9.23", "##u ##g 20 1.1439 22.88 +28.02"],
    ("course-practice", 2): ["0.03409090909090909 0.03409090909090909 = same"],
    ("course-practice", 4): [
        "5 special tokens + 40 symbols of the alphabet + 25 merges = 70 entries"
    ],
    ("end-of-word", 3): ["from 11 entries to 26", "from 11 to 4", "vocabulary 11 in use 11"],
    ("more-encoders", 1): [
        "from character 1 newer ✗ newe ✗ new ✓ from character 4 er ✗ e ✓ from character 5 r ✓"
    ],
    ("top-down", 1): [
        "keeps single characters",
        "for example, occurs 15 times",
        "4 characters hugs 5 3 characters hug 15",
    ],
    ("top-down", 3): ["falls from 20 to 5", "pug ×5 p ##u ##g p ##ug p ##u ##g"],
    ("top-down", 5): ["guide hug pun ##ug ##un hug pun", "program pun ##ug ##un pun ##ug"],
    ("origins", 3): [
        "It does not show how the vocabulary was trained",
        "## BERT, DistilBERT, MobileBERT, Funnel Transformer, MPNet",
        "</w> GPT Improving",
        "Ġ GPT-2, RoBERTa, BART, DeBERTa v1 Language",
        "▁ SentencePiece (T5, Llama 2, DeBERTa v2, DeBERTa v3) SentencePiece, 2018",
    ],
    ("unigram", 1): ["many pieces, here 15:", "For hug it is 15/210", "h 15 u 36 g 20 hu 15 ug 20"],
    ("unigram", 2): ["with probability 0.005442", "has only 0.0009329", "un hug 0.00544"],
    ("library-merges", 2): ["After 4 merges, 6 pairs share the best count", "1 Th ##i 3 tie"],
    ("slips-found", 1): ["##u + ##g 1/21 1/63 ≠ differs"],
    ("slips-found", 6): ["hu hug gs , but by the formula g + s merges first"],
    ("slips-found", 7): [
        "P( p ) 5/210 17/210 ≠ differs",
        "0.0022676 0.00771",
        "41.516, 6.288 40.516, 5.288",
        "413.10 382.10",
    ],
}


def answers_of(question) -> tuple[set[int], set[int]]:
    """The indexes of the right and of the wrong options, found by counting."""
    trained, step = timeline(question.training), at(question.training, question.step)
    if isinstance(question, questions.Next):
        scores = {row.pair: row.score for row in trained.scores(step).rows()}
        right = [scores[pair] == max(scores.values()) for pair in candidates(trained, step)]
    elif isinstance(question, questions.Unit):
        known = [each for each in question.tokens() if "[UNK]" not in each]
        right = [each == min(known, key=len) for each in question.tokens()]
    elif isinstance(question, questions.HowMany):
        right = [option == str(len(question.tokens())) for option in question.options()]
    elif isinstance(question, questions.Kept):
        kept = textbook_rounds(
            TRAININGS[question.training].corpora()[0].word_frequencies,
            question.threshold,
            reading=question.reading,
        )[0]
        right = [token in kept for token in question.tokens]
    elif isinstance(question, questions.CheapestRemoval):
        following = textbook_removals(
            TRAININGS[question.training].corpora()[0].word_frequencies, question.step + 1
        )
        right = [piece == following[-1][0] for piece in question.pieces]
    elif isinstance(question, questions.NextChanges):
        both = step, step + 1
        entries = [len(trained.vocabulary(each)) for each in both]
        lengths = [
            sum(
                len(word.symbols) * word.frequency
                for word in (trained.word(each, i) for i in range(len(trained.words)))
            )
            for each in both
        ]
        change = (entries[1] - entries[0]) * question.width, lengths[1] - lengths[0]
        right = [option == change for option in question.sorted_changes()]
    elif isinstance(question, questions.Slip):
        rows = {row.pair: row for row in trained.scores(step).rows()}
        exact = [
            Fraction(rows[pair].pair_count, rows[pair].left_count * rows[pair].right_count)
            for pair, _ in question.claims
        ]
        right = [
            score != Fraction(claimed)
            for score, (_, claimed) in zip(exact, question.claims, strict=True)
        ]
    elif isinstance(question, questions.WhoseRule):
        asked = timeline(question.asked).pair(1)
        right = [
            name is not None and timeline(name).pair(1) == asked for _, name, _ in question.rules
        ]
    else:
        assert isinstance(question, questions.Restored)
        tokens = encoder(question.training, question.step, "match").tokenize(
            normalizer(question.training)(question.text)
        )
        spelled = " ".join(tokens).replace(" ##", "")
        right = [text == spelled for text in question.options()]
    yes = {i for i, is_right in enumerate(right) if is_right}
    no = set(range(len(right))) - yes
    assert yes and no, f"{question} gives no choice: every answer is right, or none"
    return yes, no


def right_answer(question) -> str:
    """The right answer to type, computed by the encoders."""
    one = encoder(question.training, at(question.training, question.step), question.how)
    return " ".join(one.encode_word(question.word))


def give(app: App, lesson: str, question, *, right: bool) -> None:
    """Answer a lesson's question on screen."""
    key = f"lessons_{lesson}"
    if question.typed_answer():
        typed = right_answer(question) if right else right_answer(question) + " x"
        app.test.text_input(key=f"{key}_typed").input(typed)
        app.press(f"FormSubmitter:{key}-{say('Check')}")
    else:
        app.press(f"{key}_answer_{min(answers_of(question)[0 if right else 1])}")


@each_lesson
def test_every_part_of_a_lesson_and_its_question(lesson):
    """From the list through all parts; the question is answered wrong and right."""
    number = IDS.index(lesson.id) + 1
    app = App("lessons")
    app.press(f"lesson_{lesson.id}")
    for part in range(1, lesson.parts + 1):
        assert (f"Lesson {number}: " if lesson in IN_ORDER else "") + str(lesson.title) in app.text
        assert f"Part {part} of {lesson.parts}" in app.text
        if part <= len(lesson.scenes):
            assert shows(app, plain(fill(lesson.scenes[part - 1].text, lesson.training)))
            for figure in FIGURES.get((lesson.id, part), ()):
                assert shows(app, figure), figure
        [link] = app.test.get("page_link")
        assert link.proto.label == f"Try it on {lesson.link.label}"
        assert dict(parse_qsl(link.proto.query_string)) == lesson.link.query
        if part < lesson.parts:
            app.press("lesson_next")
    assert app.query["done"] == f"{lesson.id}.{lesson.parts}"
    question = lesson.exercise.question
    next_ = "Beyond the classes There are more lessons."
    if lesson in IN_ORDER[:-1]:
        next_ = f"Lesson {number + 1}: {IN_ORDER[number].title} {IN_ORDER[number].point}"
    assert next_ in app.text  # before the question is answered
    give(app, lesson.id, question, right=False)
    assert "✗ Not quite." in app.text and lesson.id not in app.query["done"].split(",")
    give(app, lesson.id, question, right=True)
    assert "✗" not in app.text and app.text.count("✓ Right.") == 1
    assert app.query["done"] == lesson.id
    assert next_ in app.text
    app.press("lesson_next")
    assert (f"Lesson {number + 1}: " if lesson in IN_ORDER[:-1] else "Class one") in app.text


def test_after_the_answer_a_story_is_of_the_words_on_screen():
    app = App("lessons", lesson="token-cost", part="6")
    give(app, "token-cost", LESSONS[IDS.index("token-cost")].exercise.question, right=True)
    open_story(app, "ug")
    assert "Merge 1 made this token from u and g , 20 times" in story_text(app)


def test_an_answer_by_merge_replay_has_the_learned_tokens_in_their_order():
    text = App("lessons", lesson="end-of-word", part="6").text
    assert "learned es 11 est 12 est</w> 13 lo 14 low 15 ne 16" in text


OPENED = {
    "why-subwords": "hugs id 14 · 0–4 bu id 17 · 5–7 ##gs id 12",
    "wordpiece": "Merge 3 hu + ##gs → hugs",
    "bpe": "Merge 3 h + ug → hug",
    "course-practice": "Merge 1 a + ##b → ab",
    "bytes-as-alphabet": "Ġ id 221 · 7–8 ð id 173",
    "end-of-word": "Merge 9 low + </w> → low</w>",
    "longest-match": "WordPiece’s merges merge replay pu id 16 · 0–2 ##gs id 12",
    "more-encoders": "hug id 9 · 0–3 s id 6 · 3–4 b id 1 · 5–6 u id 7",
    "text-and-ids": "[CLS] added th id 70 · 0–2 ##e id 10",
    "top-down": "hug is kept: its count is 15, and the threshold is 12.",
    "unigram": "15 pieces Different words: 5;",
    "library-merges": "c + ##h → ch",
    "published-rules": "Merge 1 ##u + ##g → ##ug score = +28.02",
    "token-cost": "##t + ##oo → ##too",
    "chinese": "Merge 1 咖 + 啡 → 咖啡",
    "origins": "Merge 1 ##u + ##g → ##ug",
    "slips-found": "hu + ##gs → hugs",
}
"""A text on the screen that a lesson's link opens."""


@each_lesson
def test_the_link_of_a_lesson_opens_the_screen_it_names(lesson):
    app = App(lesson.link.page, **lesson.link.query)
    assert app.messages == [] and {**app.query, **lesson.link.query} == app.query
    assert shows(app, OPENED[lesson.id])


def test_the_prefix_is_explained_where_it_is_first_shown():
    for id in IDS[: IDS.index("wordpiece")]:
        for part in range(1, PARTS[id] + 1):
            assert "##" not in App("lessons", lesson=id, part=str(part), step="0").text
    assert "## , the continuation prefix" in App("lessons", lesson="wordpiece", step="0").text


def test_sliders_and_fields_are_live():
    app = App("lessons", lesson="why-subwords", part="5")
    assert "8 tokens" in app.text
    app.test.slider(key="lessons_why-subwords_5_step").set_value(3).run()
    assert "5 tokens" in app.text
    app.test.text_input(key="lessons_why-subwords_5_text").input("  <b>x</b> ").run()
    assert not app.test.exception and "<b>x" not in app.html
    app.test.text_input(key="lessons_why-subwords_5_text").input("").run()
    assert "Type a word" in app.text
    app = App("lessons", lesson="longest-match", part="2")
    app.test.text_input(key="lessons_longest-match_2_text").input("bum").run()
    assert "not even ##m is in the vocabulary" in app.text
    app = App("lessons", lesson="bpe", part="5")
    slider = app.test.slider(key="lessons_bpe_5_step")
    assert (slider.min, slider.value, slider.max) == (0, 0, len(timeline("family")))
    slider.set_value(slider.max).run()
    assert "loving ×1" in folded(app.text)


# Exercises.


NOT_BEFORE = (
    questions.Next,
    questions.Slip,
    questions.WhoseRule,
    questions.Restored,
    questions.NextChanges,
)
"""The questions whose answer no earlier part may show; others offer what earlier parts show."""


@pytest.mark.parametrize(
    "id", [e.id for e in LESSONS if isinstance(e.exercise.question, NOT_BEFORE)]
)
def test_no_part_of_a_lesson_answers_its_exercise(id):
    """Neither its texts nor its panels, at any place of a slider."""
    lesson = LESSONS[IDS.index(id)]
    question = lesson.exercise.question
    if isinstance(question, questions.Next):
        trained, step = timeline(question.training), at(question.training, question.step)
        left, right = trained.pair(step + 1)
        token = trained.merge(step + 1).token
        answers = [f"{left} + {right}", f"{token} {len(trained.vocabulary(step))}"]  # with its id
    elif isinstance(question, questions.Slip):
        answers = ["1/5"]
    elif isinstance(question, questions.WhoseRule):
        answers = [" + ".join(timeline(question.asked).pair(1))]
    elif isinstance(question, questions.Restored):
        answers = [question.decode()]
    else:
        answers = ["+10", "−16"]
    for scene in lesson.scenes:
        shown = [plain(fill(scene.text, lesson.training))]
        field, slider = scene.panel.field(), scene.panel.slider() or (0, 0)
        for step in range(slider[0], slider[1] + 1):
            typed = field.text if field else ""
            drawn = scene.panel.draw(Shown(lesson.training, step, typed))
            shown.append(seen("".join(str(part) for each in drawn.columns for part in each)))
        for text in map(folded, shown):
            for answer in answers:
                assert not re.search(rf"(?<![\w#/]){re.escape(answer)}(?![\w/])", text), text


@pytest.mark.parametrize("lesson", ["slips-found", "published-rules"])
def test_only_the_comparison_of_a_wrong_answer_names_the_right_one(lesson):
    question = LESSONS[IDS.index(lesson)].exercise.question
    verdicts = [question.grade(i) for i in range(len(question.options()))]
    [right] = [verdict.reason for verdict in verdicts if verdict.right]
    for verdict in verdicts:
        assert verdict.right or verdict.comparison == right
        assert verdict.right or not {*right} & {*verdict.reason}


@each_lesson
def test_the_reason_of_a_wrong_answer_does_not_name_the_right_one(lesson):
    question = lesson.exercise.question
    options = [folded(option) for option in question.options()]
    verdicts = {option: question.grade(i) for i, option in enumerate(options)}
    if isinstance(question, questions.HowMany):
        return  # the hint may have the same number
    for right in (option for option, verdict in verdicts.items() if verdict.right):
        for verdict in verdicts.values():
            said = " ".join(map(str, verdict.reason))
            assert verdict.right or not re.search(rf"(?<![\w#]){re.escape(right)}(?!\w)", said)


@pytest.mark.parametrize(
    ("lesson", "right", "others"),
    [
        ("token-cost", "numbers: +10; tokens: −16",
         {"numbers: +160; tokens: −16", "numbers: +10; tokens: −2", "numbers: +10; tokens: +16"}),
        ("slips-found", "hu + ##gs: 1/15", {"p + ##u: 1/21", "##u + ##n: 1/21"}),
        ("published-rules", "Hugging Face LLM Course",
         {"Schuster & Nakajima (Google)", "TensorFlow Text (Google)", "tokenizers (Hugging Face)"}),
        ("text-and-ids", "nell walked to a cafe .",
         {"Nell walked to a café.", "nell walked to a café.", "nell walked to a cafe."}),
    ],
)  # fmt: skip
def test_the_options_of_an_exercise(lesson, right, others):
    question = LESSONS[IDS.index(lesson)].exercise.question
    options = {option: question.grade(i).right for i, option in enumerate(question.options())}
    assert options == {right: True} | dict.fromkeys(others, False)


def test_each_rule_has_another_first_pair():
    """So the pair asked for has one right answer, and the wrong ones name theirs."""
    question = LESSONS[IDS.index("published-rules")].exercise.question
    assert isinstance(question, questions.WhoseRule)
    firsts = {who: timeline(name).pair(1) for who, name, _ in question.rules if name}
    assert len({*firsts.values()}) == len(firsts) == 3
    assert {*firsts.values()} == {*question.pairs}
    said = [" ".join(map(str, question.grade(i).reason)) for i in range(4)]
    assert "T + ##h merges first: +9.81" in said[0] and "merges no pairs" in said[1]
    assert "“our best guess”" in said[2] and "##e + ##r merges first: 5 times" in said[3]


def test_the_last_lesson_of_the_classes_leads_to_those_beyond():
    app = App("lessons", lesson="published-rules", part="5", done="published-rules", step="0")
    assert app.test.button(key="lesson_next").label == "Beyond the classes"
    app.press("lesson_next")
    assert re.search(r'<h2 tabindex="-1" data-focus="2">\s*Beyond the classes', app.html)
    app.press("lesson_unigram")
    app.press("lesson_all")
    assert 'data-focus="2"' not in app.html


def test_a_first_wrong_answer_does_not_name_the_winner_even_if_it_is_given_twice():
    app = App("lessons", lesson="wordpiece", part="9")
    pairs = candidates(timeline("toy"), 3)
    score = "10 / (10 × 15) = 1/15"
    for pair, answer, names in [
        (("p", "##u"), "17 / (17 × 21) = 1/21. No pair occurs more often", False),
        (("p", "##u"), "17 / (17 × 21) = 1/21. No pair occurs more often", False),
        (("##u", "##n"), f"better score. hu + ##g has the best score: {score}", True),
        (("hu", "##g"), f"hu + ##g : {score}. Your pair has the best", True),
    ]:
        app.press(f"lessons_wordpiece_answer_{pairs.index(pair)}")
        assert answer in app.text and (score in app.text) == names


def test_a_forgotten_mark_is_named():
    app = App("lessons", lesson="longest-match", part="8")
    for typed, answer in (
        ("p u gs", "but the marks are wrong. ## marks a symbol that"),
        ("<b>* ", "<b>* is not in the vocabulary"),
    ):
        app.test.text_input(key="lessons_longest-match_typed").input(typed)
        app.press("FormSubmitter:lessons_longest-match-Check")
        assert answer in app.text and "<b>*" not in app.html


def test_a_skipped_exercise_is_not_done():
    app = App("lessons", lesson="why-subwords", part="7", step="0")
    assert app.test.button(key="lesson_next").label == "Skip"
    app.press("lesson_next")
    assert app.query["lesson"] == "bpe"
    assert app.query["done"] == "why-subwords.7,bpe.1"


# Progress.


def test_the_list_shows_the_progress_and_goes_on_where_it_ended():
    app = App("lessons", done="why-subwords,wordpiece.4")
    assert "1 of 4 done" in app.text and "0 of 4 done" in app.text
    assert f"Part 4 of {PARTS['wordpiece']}" in app.text
    primary = [id for id in IDS if app.test.button(key=f"lesson_{id}").proto.type == "primary"]
    assert primary == ["wordpiece"]
    app.press("lesson_wordpiece")
    assert "Lesson 3: " in app.text and "Part 4 of " in app.text
    everything = App("lessons", done=",".join(IDS))
    assert everything.text.count("4 of 4 done") == 2


def test_what_the_browser_remembers_is_added():
    app = App("lessons", done="2", step="0")  # an old link, with numbers of lessons
    for text in ("<script>", 7, "1.99,0,-3,8.99", "1,toy-bpe.2"):
        app._report("remember", {"remembered": {"text": text, "seq": 5}})
        assert not app.test.exception and "<script>" not in app.html
    assert app.query["done"] == "why-subwords,bpe.3,wordpiece"
    assert "2 of 4 done" in app.text and f"Part 3 of {PARTS['bpe']}" in app.text
    app.press("lessons_forget")
    assert "done" not in app.query and "2 of 4 done" not in app.text
    component = app._component("remember")  # an empty text is removed
    assert re.search(r'"text": ?""', component.proto.json)


progresses = st.dictionaries(st.sampled_from(IDS), st.integers(1, 9)).map(
    lambda reached: LessonProgress(
        {id: DONE if part == 9 else min(part, PARTS[id]) for id, part in reached.items()}
    )
)


@given(progresses, progresses)
def test_progress_survives_being_written_and_two_are_joined_to_the_further(ours, theirs):
    written = ours.to_text()
    assert LessonProgress.parse(written) == ours
    assert re.fullmatch(PATTERN, written) and len(written) <= MAX_WRITTEN // 2
    both = ours.merge(theirs)
    assert both == theirs.merge(ours) and both.merge(ours) == both
    assert {*ours.done} <= {*both.done}
    assert all(both.reached[id] >= part for id, part in ours.reached.items())


EIGHT = (
    "why-subwords,bpe,wordpiece,longest-match,course-practice,end-of-word,library-merges,"
    "slips-found"
)


@pytest.mark.parametrize(
    ("old", "new"),
    [("1,2.3", "why-subwords,wordpiece.4"), ("8.6,5", "end-of-word,slips-found.6"),
     ("1,toy-bpe.2,3.4", "why-subwords,bpe.3,wordpiece.5"), ("vocabulary-size,3", "bpe,token-cost"),
     ("subwords.8,toy-bpe,errata.10", "bpe"), ("library.3", "published-rules.2")],
)  # fmt: skip
def test_an_earlier_progress_counts_for_the_lessons_of_today(old, new):
    assert LessonProgress.parse(old).to_text() == new
    assert LessonProgress.parse("1,2,3,4,5,6,7,8") == LessonProgress.parse(EIGHT)
    assert App("lessons", done=old).messages == []


# Earlier links.


def test_every_part_of_an_earlier_lesson_has_a_place():
    assert not MOVED.keys() & PARTS.keys()
    for lesson, places in MOVED.items():
        found = [place(lesson, part) for part in range(1, len(places) + 1)]
        assert all(1 <= part <= PARTS[there] for there, part in found)
        assert place(lesson, 99) == found[-1]


@pytest.mark.parametrize(
    ("earlier", "part", "there", "text"),
    [("subwords", 5, ("bpe", "5"), "share lov"), ("toy-bpe", 6, ("bpe", "7"), "merge next?"),
     ("chinese", 2, ("chinese", "2"), "咖啡")],
)  # fmt: skip
def test_an_earlier_link_opens_the_part_that_teaches_the_same(earlier, part, there, text):
    app = App("lessons", lesson=earlier, part=str(part), step="0")
    assert (app.query["lesson"], app.query["part"]) == there
    assert app.messages == [] and shows(app, text)
