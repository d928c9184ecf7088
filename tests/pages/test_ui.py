"""Links of settings, numbers and charts."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

from pages.locale import number
from pages.panels.html.cache import for_everybody
from pages.panels.shared import charts, chips
from pages.trainings.job import Source
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
from wordpiece import WordPieceTrainer
from wordpiece.errors import CorpusError
from wordpiece.message import Language
from wordpiece.scoring import TIE_BREAKS
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
    # Only a random draw uses the seed; otherwise the link leaves it out.
    assert restored == (chosen if chosen.tie_break == "random" else replace(chosen, seed=0))


@given(st.dictionaries(st.sampled_from(QUERY_SETTINGS), st.text(max_size=60)))
def test_any_link_gives_settings_that_work(query):
    chosen, problems = from_query(query)
    assert from_query(to_query(chosen))[1] == []
    assert all(len(str(problem)) < 200 for problem in problems)


def test_sources_have_a_largest_size(monkeypatch):
    monkeypatch.setattr("pages.trainings.job.MAX_CHARACTERS", 10)
    with pytest.raises(CorpusError, match="11 characters; it may have at most 10"):
        Source.of("mine", "text", "x" * 11)


class Shouting(Language):
    def template(self, said):
        return super().template(said).upper()


def test_pieces_of_html_are_kept_for_each_language(monkeypatch):
    shouting = Shouting()
    with for_everybody():
        plain = chips.chip("kept", "new")
        monkeypatch.setattr("pages.locale.language", lambda: shouting)
        assert "JUST MERGED" in chips.chip("kept", "new") != plain


@given(st.integers(1, 10**6), st.integers(1, 10**12))
def test_fractions_are_exact_and_decimals_have_four_right_digits(numerator, denominator):
    exact = Fraction(numerator, denominator)
    assert Fraction(number(exact).replace(",", "")) == exact
    assert abs(Fraction(number(numerator / denominator, "decimal")) - exact) <= exact / 1999


# Charts.


@given(st.integers(0, 30_000), st.integers(2, 300))
def test_sampled_steps_hold_both_ends(last, points):
    steps = charts.sampled_steps(last, points)
    assert list(steps) == sorted(set(steps))
    assert {0, last} <= set(steps) <= set(range(last + 1))
    assert len(steps) == min(last + 1, points)


def drawn(spec: dict[str, Any], kind: str, role: str = "mark") -> list[dict[str, Any]]:
    """The visible items of a kind in the picture that Vega draws of a spec."""
    scene = vl_convert.vegalite_to_scenegraph(spec, vl_version="6.1")
    found: list[dict[str, Any]] = []

    def walk(node: dict[str, Any]) -> None:
        items = [item for item in node.get("items", ()) if isinstance(item, dict)]
        if (node.get("marktype"), node.get("role")) == (kind, role):
            found.extend(item for item in items if item.get("opacity", 1))
        for item in items:
            walk(item)

    walk(scene["scenegraph"])
    return found


def places(spec: dict[str, Any]) -> list[tuple[int, int]]:
    """The places of the marks in a picture."""
    return [(round(item["x"]), round(item["y"])) for item in drawn(spec, "symbol")]


def test_a_chart_marks_the_step_that_its_input_names():
    trainer = WordPieceTrainer(golden.TOY)
    trainer.run()
    timeline, names = trainer.timeline(), ("vocabulary", "in_use")
    data = charts.growth_data(timeline, names)
    rows = [dict(zip(data, map(int, row), strict=True)) for row in zip(*data.values(), strict=True)]
    spec = charts.growth_spec(names, 100, "some_chart")
    assert charts.growth_spec(names, 100, "some_chart") is spec
    assert spec["params"][-1]["bind"] == {"element": "#mark-some_chart"}
    assert 'id="mark-some_chart"' in charts.mark_inputs(["some_chart"])
    here = {**charts.plain(spec), "width": 90, "data": {"values": rows}}
    for step in (0, 3, 9):
        growth = timeline.growth(step)
        mark = charts.growth_mark(growth, names)
        bound = [*spec["params"][:-1], {"name": "here", "value": mark}]
        points = places({**here, "params": bound})
        assert points == places(charts.marked(here, mark))
        assert [x for x, _ in points] == [10 * step] * 2
        ys = dict(zip((growth.vocabulary, growth.in_use), (y for _, y in points), strict=True))
        assert len(ys) == 1 or ys[growth.vocabulary] < ys[growth.in_use]
