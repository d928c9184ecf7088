"""Links, escaping, numbers and charts."""

import json
import re
from fractions import Fraction
from itertools import pairwise

import markupsafe
import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import Markup

from pages.locale import number
from pages.panels.html.cache import for_everybody
from pages.panels.html.text import sentence, visible
from pages.panels.shared import card, charts, chips
from pages.panels.shared.score_table import score_table
from pages.shell import theme
from pages.shell.sidebar import plain as plain_text
from pages.trainings.job import Job, Source, sample_source
from pages.trainings.samples import samples
from pages.trainings.settings import (
    MAX_FORCED,
    MAX_FORCED_STEP,
    MAX_RANK,
    NORMALIZER_STEPS,
    QUERY_SETTINGS,
    Settings,
    from_query,
    recipe_titles,
    to_query,
)
from tests import golden
from tests.strategies import word_frequencies
from wordpiece import WordPieceTrainer
from wordpiece.errors import CorpusError
from wordpiece.message import Emphasis, Language, Token, message, paragraph
from wordpiece.scoring import TIE_BREAKS
from wordpiece.teaching.wording import explain
from wordpiece.text.pre_tokenizers import PRE_TOKENIZERS

forced = st.dictionaries(
    st.integers(1, MAX_FORCED_STEP), st.integers(1, MAX_RANK), max_size=MAX_FORCED
).map(lambda ranks: tuple(sorted(ranks.items())))
settings = st.builds(
    Settings,
    corpus=st.sampled_from([*samples(), "text", "table", "file"]),
    normalizer=st.lists(st.sampled_from(NORMALIZER_STEPS), unique=True).map(
        lambda names: tuple(name for name in NORMALIZER_STEPS if name in names)
    ),
    pre_tokenizer=st.sampled_from(sorted(PRE_TOKENIZERS)),
    min_pair_count=st.integers(1, 999_999),
    tie_break=st.sampled_from(TIE_BREAKS),
    seed=st.integers(0, 999_999),
    vocab_size=st.none() | st.integers(1, 999_999_999),
    recipe=st.sampled_from([*recipe_titles()]),
    forced=forced,
)


@given(settings)
def test_settings_survive_a_link(chosen):
    restored, problems = from_query(to_query(chosen))
    assert problems == []
    if chosen.tie_break != "random":  # the seed does nothing then, and is left out
        assert restored.seed == 0
        restored = Settings(**{**_fields(restored), "seed": chosen.seed})
    assert restored == chosen


def _fields(chosen: Settings) -> dict:
    return {name: getattr(chosen, name) for name in Settings.__dataclass_fields__}


@given(st.dictionaries(st.sampled_from(QUERY_SETTINGS), st.text(max_size=60)))
def test_any_link_gives_settings_that_work(query):
    chosen, problems = from_query(query)
    assert from_query(to_query(chosen))[1] == []
    assert all(len(str(problem)) < 200 for problem in problems)


# Escaping.

hostile = st.one_of(st.text(), st.text(alphabet="<>&\"'/abscript=`$*_ \u200d\u0301\0#"))


@given(hostile)
def test_no_token_becomes_markup(text):
    for html in (chips.chip(text), chips.pair((text, text)), visible(text)):
        inside = re.sub(r'<span class="tok" data-token="[^"<>]*">', "", str(html))
        for known in ("span", "bdi", "small", "i"):
            inside = inside.replace(f"</{known}>", "").replace(f"<{known}>", "")
        for known in ('<span class="tok">', '<bdi dir="ltr">', '<i class="ctl">'):
            inside = inside.replace(known, "")
        assert "<" not in inside and ">" not in inside and '"' not in inside


@given(word_frequencies)
def test_every_panel_draws_any_training(words):
    trainer = WordPieceTrainer(words)
    trainer.run(5)
    timeline = trainer.timeline()
    for step in range(len(timeline) + 1):
        table = timeline.scores(step)
        rows = table.rows()
        if rows:
            score_table(rows, timeline.score, best=rows[0].score, winner=rows[0].pair)
        states = [timeline.word(step, i) for i in range(len(timeline.words))]
        chips.words(states, merged=timeline.pair(step) if step else None, outline=True)
        if step:
            why = explain(
                timeline.step(step),
                timeline.score,
                timeline.tie_break,
                *timeline.scores(step - 1).most_frequent(),
            )
            assert paragraph(why).endswith(".")
            card.merge_card(timeline.step(step), timeline.score, why, top="Merge")


def test_only_markup_is_shown():
    with pytest.raises(TypeError):
        theme.show("<b>not escaped</b>")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\u200d", "ZWJ"),
        ("##\ufe0f", "##VS16"),
        ("\u0301", "◌\u0301"),
        ("##\u0301", "##◌\u0301"),
        (" ", "space"),
        ("\n", "LF"),
        ("\x00", "U+0000"),
        ("\ud800", "U+D800"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("❤\ufe0f", "❤\ufe0f"),
    ],
)
def test_what_draws_nothing_is_made_visible(text, shown):
    assert visible(text).striptags() == shown


def testplain_text_text_is_not_markdown():
    assert plain_text("*a* $x$ [b](c)") == r"\*a\* \$x\$ \[b\]\(c\)"


# Messages as HTML.


def test_a_message_keeps_tokens_emphasis_and_html_apart():
    said = message(
        "{token} has <{strong}> and {html}{text}",
        token=Token("<b>"),
        strong=Emphasis(1200),
        html=Markup("<i>x</i>"),
        text="<u>",
    )
    assert sentence(said) == (
        '<code class="t">&lt;b&gt;</code> has &lt;<b>1,200</b>&gt; and <i>x</i>&lt;u&gt;'
    )


def test_several_messages_have_a_space_between_them():
    two = message("One."), message("Two {token}.", token=Token("##a"))
    assert sentence(two) == 'One. Two <code class="t">##a</code>.'
    assert sentence(("One ", Token("a"), ". ")) == 'One <code class="t">a</code>. '


class Shouting(Language):
    def template(self, said):
        return super().template(said).upper()


def test_pieces_are_kept_for_each_language(monkeypatch):
    shouting = Shouting()
    with for_everybody():
        plain = chips.chip("kept", "new")
        monkeypatch.setattr("pages.locale.language", lambda: shouting)
        assert "JUST MERGED" in chips.chip("kept", "new") != plain


# Numbers.


@given(st.integers(1, 10**6), st.integers(1, 10**12))
def test_fractions_are_exact(numerator, denominator):
    shown = number(Fraction(numerator, denominator)).replace(",", "")
    assert Fraction(shown) == Fraction(numerator, denominator)


@given(st.integers(1, 10**6), st.integers(1, 10**12))
def test_decimals_have_four_right_digits(numerator, denominator):
    exact = Fraction(numerator, denominator)
    assert abs(Fraction(number(numerator / denominator, "decimal")) - exact) <= exact / 1999


# Charts.


def test_the_growth_spec_is_vega_lite_that_altair_accepts():
    import altair as alt

    spec = charts.growth_spec(("vocabulary", "in_use"), 100)
    json.dumps(spec)
    alt.LayerChart.from_dict({**spec, "data": {"values": []}})
    assert charts.growth_spec(("vocabulary", "in_use"), 100) is spec


@given(st.integers(0, 30_000), st.integers(2, 300))
def test_sampled_steps_hold_both_ends(last, points):
    steps = charts.sampled_steps(last, points)
    assert list(steps) == sorted(set(steps))
    assert {0, last} <= set(steps) <= set(range(last + 1))
    assert len(steps) == min(last + 1, points)


def test_a_chart_marks_the_step_that_its_input_names():
    import vl_convert

    def points(spec):
        scene = vl_convert.vegalite_to_scenegraph(spec, vl_version="6.1")
        found = []

        def walk(node):
            if node.get("marktype") == "symbol" and node.get("role") == "mark":
                items = [i for i in node["items"] if i.get("opacity", 1)]
                found.extend((round(i["x"]), round(i["y"])) for i in items)
            for item in node.get("items", ()):
                if isinstance(item, dict):
                    walk(item)

        walk(scene["scenegraph"])
        return found

    trainer = WordPieceTrainer(golden.TOY)
    trainer.run()
    timeline, names = trainer.timeline(), ("vocabulary", "in_use")
    data = charts.growth_data(timeline, names)
    rows = [dict(zip(data, map(int, row), strict=True)) for row in zip(*data.values(), strict=True)]
    spec = charts.growth_spec(names, 100, "some_chart")
    assert spec["params"][-1]["bind"] == {"element": "#mark-some_chart"}
    assert 'id="mark-some_chart"' in charts.mark_inputs(["some_chart"])
    here = {**charts.plain(spec), "width": 90, "data": {"values": rows}}
    for step in range(10):
        growth = timeline.growth(step)
        mark = charts.growth_mark(growth, names)
        bound = [*spec["params"][:-1], {"name": "here", "value": mark}]
        drawn = points({**here, "params": bound})
        assert drawn == points({**charts.marked(here, mark)})
        assert [x for x, _ in drawn] == [10 * step] * 2
        ys = dict(zip((growth.vocabulary, growth.in_use), (y for _, y in drawn), strict=True))
        assert len(ys) == 1 or ys[growth.vocabulary] < ys[growth.in_use]


@pytest.mark.parametrize(
    ("ends", "order"),
    [
        ((1, 1, 1), "abc"),
        ((1, 1, 3), "cab"),
        ((2, 3, 2.9), "bca"),
        ((5, 5, 5), "abc"),
        ((0, 5, 2), "bca"),
    ],
)
def test_the_names_at_the_ends_of_lines_do_not_cover_each_other(ends, order):
    import vl_convert

    spec = charts.lines_spec(("a", "b", "c"), 120, counted="things")
    first = {"step": 0, "a": 0, "b": 5, "c": 3}
    rows = [first, {"step": 9, **dict(zip("abc", ends, strict=True))}]
    spec = charts.marked({**spec, "width": 300, "data": {"values": rows}}, "0 0 5 3")
    scene = vl_convert.vegalite_to_scenegraph(spec, vl_version="6.1")
    names, titles = {}, []

    def walk(node):
        if node.get("marktype") == "text":
            for item in node["items"]:
                if node.get("role") == "mark":
                    names[item["text"]] = item["y"] + item.get("dy", 0)
                elif node.get("role") == "axis-title":
                    titles.append(item["text"])
        for item in node.get("items", ()):
            if isinstance(item, dict):
                walk(item)

    walk(scene["scenegraph"])
    assert titles == ["merges made", "things"]
    assert "".join(sorted(names, key=lambda name: names[name])) == order
    places = sorted(names.values())
    assert all(after - before >= charts.TEXT for before, after in pairwise(places))
    assert places[0] >= 0 and places[-1] <= 120


# Trainings.


def test_sources_have_a_largest_size(monkeypatch):
    monkeypatch.setattr("pages.trainings.job.MAX_CHARACTERS", 10)
    with pytest.raises(CorpusError, match="11 characters; it may have at most 10"):
        Source.of("mine", "text", "x" * 11)


def test_golden_toy_through_the_app_s_own_training():
    job = Job((Settings(), ""), sample_source(Settings()))
    job.advance(1)
    tokens = [step.token for step in job.result().timeline.steps()]
    assert tokens == [row[2] for row in golden.TOY_WORDPIECE]


# Escaping.

VALUES = st.one_of(
    st.text(),
    st.text("<>&\"'{}"),
    st.integers(),
    st.floats(allow_nan=False),
    st.text().map(markupsafe.escape),
    st.text().map(Markup.escape),
)
TEMPLATES = [
    "{}",
    '<b>{}</b> and <i title="{}">{}</i>',
    "{{{}}} {{}}",
    "{0} {1} {0}",
    "{!r:>9} {}",
    "none",
    "",
]


@given(st.sampled_from(TEMPLATES), st.lists(VALUES, min_size=3, max_size=4))
def test_our_markup_formats_as_markupsafe_does(template, values):
    expected = markupsafe.Markup(template).format(*values)
    found = Markup(template).format(*values)
    assert found == expected and isinstance(found, markupsafe.Markup)


@given(st.sampled_from(["", " ", "<br>"]), st.lists(VALUES))
def test_our_markup_joins_as_markupsafe_does(separator, values):
    found = Markup(separator).join(values)
    assert found == markupsafe.Markup(separator).join(values)
    assert isinstance(found, markupsafe.Markup)


def test_our_markup_misses_what_is_missing():
    with pytest.raises(IndexError):
        Markup("{} {}").format("one")
    assert Markup("{x}").format(x="<") == "&lt;"
