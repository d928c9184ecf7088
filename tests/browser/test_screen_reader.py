"""A screen reader reads the tokens of a page, and hears its announcements."""

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import move
from tests.browser.test_predict import answers, field, next_question, tokens
from tests.browser.test_predict import visit as visit_predict
from tests.browser.test_train import visit
from tests.pages.test_predict import expected_questions


def heard(place: Locator) -> str:
    """The text of a place as it is read, without what is hidden from screen readers."""
    text: str = place.evaluate(
        """(place) => {
          const copy = place.cloneNode(true);
          copy.querySelectorAll("[aria-hidden=true]").forEach((each) => each.remove());
          return copy.textContent.replace(/\\s+/g, " ").trim();
        }"""
    )
    return text


def test_states_of_tokens_ids_ties_and_places_are_read_out(server: str, page: Page):
    visit(page, f"{server}/?step=3")
    vocabulary = heard(page.locator("dl.vocabulary"))
    assert "##gs, id 12, not used by any word hu, id 13 hugs, id 14, new" in vocabulary
    words = page.locator("ul.words li")
    assert heard(words.nth(4)).startswith("hugs: hugs, new")
    assert heard(words.nth(0)) == "hug: hu, merges next ##g, merges next×10"
    rows = page.locator("table.scores tbody tr")
    assert heard(rows.nth(0).locator("td").first) == "1, merges next"
    assert heard(rows.nth(1).locator(".c-score")) == "tie, Another pair has the same score. 1/21"
    # A pair, and what was chosen.
    move(page, f"{server}/?step=0")
    page.locator("table.scores button[data-pick='[\"Look\",3]']").click()
    panel = page.get_by_role("region", name="The pair ##u ##g")
    assert "hug: h ##u ##g, this pair" in heard(panel)
    page.get_by_role("button", name="Merge this instead").click()
    expect(page.locator(".tok.chosen")).to_have_count(1)
    assert "##ug, id 12, new; chosen by hand" in heard(page.locator("dl.vocabulary"))
    # The tokens of a text.
    move(page, f"{server}/encode?text=pugs+mug&step=9&with=replay")
    expect(page.locator(".encoded")).to_have_count(2)
    first = page.locator(".encoded").first.locator(".cell")
    assert heard(first.nth(0)) == "pug, id 19 · , offsets 0–3"
    assert heard(first.nth(2)) == "[UNK], unknown token, id 1 · , offsets 5–8"
    probes = page.locator("ol.trace").first
    assert "pugs, not found; pug, found;" in heard(probes)
    move(page, f"{server}/compare?step=4")
    expect(page.locator(".where")).to_have_text("step 4 of 9")
    both = page.locator("table.merges td", has=page.locator(".also")).first
    assert "≡ BPE " in heard(both)
    assert "≠ differs" in heard(page.locator("table.cuts .differs th").first)


def voice(page: Page) -> Locator:
    """What says the verdict: it must be the same element all the time."""
    region = page.locator(".st-key-keys [aria-live=polite]")
    expect(region).to_have_count(1)
    return region


def test_a_verdict_is_said_by_an_element_that_stays(server: str, page: Page):
    visit_predict(page, f"{server}/predict")
    said = voice(page)
    said.evaluate("e => { e.dataset.mine = 1 }")
    for at, question in enumerate(expected_questions()[:3]):
        right = at % 2 == 0
        if answers(page).count():
            places = [c.right for c in question.candidates]
            answers(page).nth(places.index(right)).click()
        else:
            field(page).fill(" ".join(question.tokens) if right else "x")
            expect(tokens(page).first).to_be_visible()
            field(page).press("Enter")
        expect(page.locator(".verdict")).to_be_visible()
        word = "Right." if right else "Not quite."
        expect(said).to_have_text(re.compile(f"^{re.escape(word)} .{{10,}}"))
        assert said.inner_text() == heard(page.locator(".verdict"))
        next_question(page)
        expect(said).to_have_text("")
    expect(said).to_have_attribute("data-mine", "1")
