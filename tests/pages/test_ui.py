"""Numbers and charts."""

from fractions import Fraction
from typing import Any

import pytest
import vl_convert
from hypothesis import given
from hypothesis import strategies as st

from pages.locale import message, number, say
from pages.panels.shared import charts
from pages.panels.shared.sketch import HANDLES, Curve, sketch_data
from tests import golden
from tests.wordpiece.trainings import trained
from wordpiece import WordPieceTrainer


@given(st.integers(1, 10**6), st.integers(1, 10**12))
def test_fractions_are_exact_and_decimals_have_four_right_digits(numerator, denominator):
    exact = Fraction(numerator, denominator)
    assert Fraction(number(exact).replace(",", "")) == exact
    assert abs(Fraction(number(numerator / denominator, "decimal")) - exact) <= exact / 1999


def drawn(spec: dict[str, Any], kind: str, role: str = "mark") -> list[dict[str, Any]]:
    """The visible items of a kind in Vega's picture of a spec."""
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


@pytest.mark.slow
def test_a_chart_marks_the_step_that_its_input_names():
    timeline, names = trained(WordPieceTrainer, golden.TOY), ("vocabulary", "in_use")
    lines = charts.growth(timeline.growth_of(range(10)), range(10), names)
    columns = [map(int, column) for column in lines.data.values()]
    rows = [dict(zip(lines.data, row, strict=True)) for row in zip(*columns, strict=True)]
    spec = lines.spec(100, "some_chart")
    assert lines.spec(100, "some_chart") is spec
    assert spec["params"][-1]["bind"] == {"element": "#mark-some_chart"}
    assert 'id="mark-some_chart"' in charts.mark_inputs(["some_chart"])
    here = {**spec, "width": 400, "data": {"values": rows}}
    across = {}
    for step in (0, 3, 9):
        growth = timeline.growth(step)
        mark = charts.growth(timeline.growth_of([step]), [step], names).mark()
        bound = [*spec["params"][:-1], {"name": "here", "value": mark}]
        points = places({**here, "params": bound})
        assert points == places(charts.fix_mark(here, mark))
        [(at, _), (same, _)] = points
        across[step] = at
        assert at == same
        ys = dict(zip((growth.vocabulary, growth.in_use), (y for _, y in points), strict=True))
        assert len(ys) == 1 or ys[growth.vocabulary] < ys[growth.in_use]
    assert across[0] == 0 < across[3] == pytest.approx(across[9] / 3, abs=1)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "four", "five"), [("en", "1,521", "30,522"), ("ru", "1521", "30\u00a0522")]
)
def test_tooltips_of_a_chart_group_digits_as_the_page_does(code, four, five, speaking):
    speaking(code)
    numbers = [1521, 30522]
    spec = charts.Lines("growth", "entries", {"vocabulary": numbers}, numbers).spec(100)
    rows = [{"step": n, "vocabulary": n} for n in numbers]
    spec = {**charts.fix_mark(spec, "1521 1521"), "width": 400, "data": {"values": rows}}
    place, _, value = spec["encoding"]["tooltip"]
    for column in (place, value):
        text = {"mark": "text", "encoding": {"text": column}}
        texts = drawn({**spec, "layer": [*spec["layer"], text]}, "text")
        assert [item["text"] for item in texts] == [four, five] == [number(n) for n in numbers]
    assert place["title"] == say("merges made")


def test_a_line_that_is_right_after_rounding_has_no_gap():
    gap = message("The largest gap is at step {at}: {true}, and you drew {drawn}.")
    curve = Curve("length", "merges", "tokens", message("How many?"), (0, 1, 2), (3, 2, 1), gap)
    right = [round(100 - 200 / 3 * i / HANDLES) for i in range(1, HANDLES + 1)]
    said = sketch_data(curve, right)["answer"]["sentence"]
    assert said == "At every point of the curve, your line is right, apart from rounding."
    said = sketch_data(curve, [100] * len(right))["answer"]["sentence"]
    assert said == "The largest gap is at step 2: 1, and you drew 3."
