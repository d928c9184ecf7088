"""A file that the server refuses: the visitor reads one clear sentence."""

from playwright.sync_api import Page, Route, expect

from tests.browser.test_train import choose, visit

REFUSALS = {
    413: "too many files are open", 500: "did not arrive", 403: "no cookie of this site",
    0: "did not arrive",
}  # fmt: skip
"""What is said for each status; two in a row differ. 0 is a connection that breaks."""


def test_whatever_keeps_a_file_away_is_said_in_words(server: str, page: Page):
    statuses = iter(REFUSALS)
    tried: list[int] = []

    def refuse(route: Route) -> None:
        if route.request.method != "PUT":
            return route.continue_()
        tried.append(next(statuses))
        if status := tried[-1]:
            return route.fulfill(status=status, body="no")
        return route.abort()

    page.route("**/_stcore/upload_file/**", refuse)
    visit(page, server)
    choose(page, "Words", "Your own file …")
    uploader = page.get_by_test_id("stFileUploader")
    alert = uploader.get_by_role("alert").last  # the one before stays above it
    for status, said in REFUSALS.items():
        words = {"name": f"words-{status}.tsv", "mimeType": "text/plain", "buffer": b"low\t5\n"}
        uploader.locator("input[type=file]").set_input_files(words)  # type: ignore[arg-type]
        expect(alert).to_contain_text(said)
        expect(alert).not_to_contain_text("Error")
    assert tried == [*REFUSALS]
