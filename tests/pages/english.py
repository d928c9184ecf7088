"""Find English in the HTML of a page in another language."""

import re
from html.parser import HTMLParser

FUNCTION_WORDS = frozenset(
    "the of and is are was with this that which from by for not into each what when where has have "
    "how it its they their than then until they them no yes you your only more".split()
)
"""Words that are in nearly all English sentences, and in no French, Russian or Chinese one."""

SILENT = frozenset("script style noscript code pre bdi q abbr kbd cite".split())
"""Elements for tokens, code, file names and quotations."""

OF_CORPUS = frozenset({"tok", "sr"})
"""Classes of tokens and of a word's whole."""

VOID = frozenset("br hr img input link meta col wbr".split())


class _Sentences(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[bool] = []
        self.found: list[str] = []

    def handle_starttag(self, tag, attrs):
        if tag in VOID:
            return
        of = dict(attrs)
        classes = set((of.get("class") or "").split())
        quiet = tag in SILENT or bool(classes & OF_CORPUS) or of.get("translate") == "no"
        self.open.append(quiet or "lang" in of or bool(self.open and self.open[-1]))
        for name in ("title", "aria-label", "alt", "placeholder"):
            if of.get(name):
                self.found.append(of[name])

    def handle_endtag(self, tag):
        if tag not in VOID and self.open:
            self.open.pop()

    def handle_data(self, data):
        if not (self.open and self.open[-1]):
            self.found.append(data)


QUOTED = re.compile("“[^”]*”|«[^»]*»|「[^」]*」")


def is_english(text: str) -> bool:
    """Return whether a text has three words outside of quotes, one of them only English."""
    words = re.findall(r"[^\W\d_]+", QUOTED.sub(" ", text).lower())
    return len(words) >= 3 and not FUNCTION_WORDS.isdisjoint(words)


def english(html: str) -> list[str]:
    """Return the English texts and names of elements, without tokens and code."""
    parser = _Sentences()
    parser.feed(html)
    return [text.strip() for text in parser.found if is_english(text)]
