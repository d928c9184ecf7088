"""The app with one more language, Esperanto, which is English between brackets.

    python -m tests.browser.pseudo --port 8501

Text outside of any bracket is text that no translation would reach.
"""

from pages import locale
from wordpiece.message import Language, Message

CODE = "eo"


class Bracketed(Language):
    """English between brackets, with a point in numbers where English has a comma."""

    code, name, point, group = CODE, "⟦Esperanto⟧", ",", "."

    def template(self, said: Message) -> str:
        return f"⟦{super().template(said)}⟧" if said.template else ""

    def number(self, value, style: str = "") -> str:
        return super().number(value, style).translate(str.maketrans(",.", ".,"))

    def joints(self, count: int) -> tuple[str, str]:
        return "⟦; ⟧", "⟦ und ⟧"


if __name__ == "__main__":
    import serve

    locale.LANGUAGES = {**locale.LANGUAGES, CODE: Bracketed()}
    serve.main()
