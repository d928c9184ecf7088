"""The rules of the house, kept by a test: who may import what, and settings that must hold."""

import ast
import json
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import nodes
from streamlit import config as streamlit_config

import wordpiece
from pages.panels.html import templates
from pages.server import messages
from wordpiece import scoring

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib  # type: ignore[no-redef]

ROOT = Path(__file__).parents[1]
ENGINE = sorted((ROOT / "wordpiece").rglob("*.py"))
PAGES = sorted((ROOT / "pages").rglob("*.py"))


def imports(path: Path) -> set[str]:
    """The modules a file imports, relative ones left out."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def ids(path: Path) -> str:
    return str(path.relative_to(ROOT))


def room_of(path: Path) -> str:
    """The folder of `pages/` that a file is in."""
    return path.relative_to(ROOT / "pages").parts[0]


@pytest.mark.parametrize("path", ENGINE, ids=ids)
def test_the_engine_needs_only_the_standard_library_and_numpy(path):
    tops = {name.split(".")[0] for name in imports(path)}
    assert tops <= set(sys.stdlib_module_names) | {"numpy", "wordpiece"}


@pytest.mark.parametrize("path", ENGINE, ids=ids)
def test_the_engine_never_prints(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call, ast.Name) and call.id == "print"]


def test_records_import_nothing_and_the_textbook_nothing_of_the_fast_path():
    engine = {
        path.stem: {name for name in imports(path) if name.startswith("wordpiece")}
        for path in ENGINE
    }
    assert engine["records"] == set()
    slow = {"wordpiece.marking", "wordpiece.records", "wordpiece.scoring"}
    assert {name for name in engine["textbook"] if name.count(".") == 1} <= slow


ROOMS = ("text", "training", "encoding", "recipes", "files", "tokenizer", "teaching")
"""The rooms of the engine: each imports the front and the rooms before it, and no other. Two files
of the front count as rooms: `recipes.py` is made of the first three, `tokenizer.py` of all five."""

ABOVE = ("cli", "__init__", "__main__")
"""Files of the front that are made of the rooms. No room imports them."""


def engine_room_of(module: str) -> str:
    """The room of a module of the engine, by its full name; its own name in the front."""
    name = module.split(".")[1] if "." in module else "__init__"
    return "training" if name == "trainer" else name  # kept in front, as it is read first


@pytest.mark.parametrize("path", ENGINE, ids=ids)
def test_rooms_of_the_engine_import_in_one_direction(path):
    parts = path.relative_to(ROOT).with_suffix("").parts
    here = engine_room_of(".".join(parts))
    there = {engine_room_of(name) for name in imports(path) if name.startswith("wordpiece")} - {
        here
    }
    if here in ROOMS:
        assert not there & {*ROOMS[ROOMS.index(here) :], *ABOVE}
    elif here not in ABOVE:
        assert not there & {*ROOMS, *ABOVE}


def module_of(path: Path) -> str:
    """The full name of a module; of a package for its ``__init__``."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def circle_in(needs: dict[str, set[str]]) -> set[str]:
    """The modules that can never be imported first, by what each imports; empty without circle."""
    waiting = dict(needs)
    while free := [name for name, its in waiting.items() if not its & {*waiting}]:
        for name in free:
            del waiting[name]
    return {*waiting}


def test_the_front_of_the_engine_has_no_circle():
    """A folder of the front, `scoring`, counts as one file here."""
    needs: dict[str, set[str]] = {}
    for path in ENGINE:
        name = module_of(path).partition(".")[2].partition(".")[0]
        if name and name not in (*ABOVE, *ROOMS, "trainer"):
            there = {engine_room_of(other) for other in imports(path) if "." in other}
            needs.setdefault(name, set()).update(there - {name})
    assert {"scoring", "textbook", "message"} <= needs.keys()
    assert not circle_in(needs)


def test_no_two_files_of_the_engine_import_each_other():
    """Not even for types only: each file can be read after those that it imports."""
    modules = {module_of(path): path for path in ENGINE}
    needs = {name: imports(path) & {*modules} - {name} for name, path in modules.items()}
    assert not circle_in(needs)


def test_a_circle_is_found():
    assert circle_in({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": set()}) == {"a", "b", "c"}


PUBLIC = """
ArgumentError BERT_SPECIAL_TOKENS CONTINUATION_PREFIX END_OF_WORD LEADING_SPACE MARKINGS NONE
UNDERSCORE BPEEncoder BPETrainer CorpusError CutTrace EncodedToken Growth LongestTokenFirst
Loss Marking MatchTrace MergeStep Pair PairScore Piece Probe Replay ReplayTrace ScoreTable
Segmenter StopReason Timeline Tokenizer Trainer UnknownPairError UnknownSymbolError
VocabularySizeError WhatIf WordPieceEncoder WordPieceError WordPieceTrainer WordState
decode_bpe decode_byte_level decode_plain decode_wordpiece losses marking_of textbook_merges
what_if __version__
""".split()


def test_import_wordpiece_gives_every_public_name():
    assert sorted(wordpiece.__all__) == sorted(PUBLIC)
    assert all(hasattr(wordpiece, name) for name in PUBLIC)


def calls_of(path: Path, *names: str) -> list[ast.Call]:
    """The calls in a file of functions with these names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if ast.unparse(call.func).split(".")[-1] in names]


@pytest.mark.parametrize("path", ENGINE, ids=ids)
def test_messages_of_the_engine_are_whole_and_can_be_extracted(path):
    """Templates are literals with no space at an end, and have the same places in the plural."""
    if path.name == "message.py":
        return
    for call in calls_of(path, "message"):
        assert all(isinstance(each, ast.Constant) for each in call.args), ast.unparse(call)
        templates = [each.value for each in call.args]
        facts = {keyword.arg for keyword in call.keywords} - {"context"}
        for template in templates:
            assert template == template.strip() and template
            places = {name.split(":")[0] for name in re.findall(r"\{([^}]*)\}", template)}
            assert places | {"n"} == facts | {"n"}, ast.unparse(call)
        assert ("n" in facts) or len(templates) == 1


NUMBERS_BY_HAND = {
    "message.py",  # where numbers are written
    "merge_replay.py",  # an error that is no visitor's
}


@pytest.mark.parametrize("path", ENGINE, ids=ids)
def test_numbers_are_written_in_one_place(path):
    formats = [
        ast.unparse(node.format_spec)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FormattedValue) and node.format_spec
    ]
    assert path.name in NUMBERS_BY_HAND or not [spec for spec in formats if "," in spec]


@pytest.mark.parametrize("path", ENGINE, ids=ids)
def test_a_docstring_says_first_what_the_function_does(path):
    """It begins with a verb, and not with the thing that is returned; properties do name it."""
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    for function in (node for node in nodes if isinstance(node, ast.FunctionDef)):
        is_property = any("property" in ast.unparse(each) for each in function.decorator_list)
        if not is_property and (said := ast.get_docstring(function)):
            assert said.split()[0] not in NO_VERBS, function.name


NO_VERBS = set("A All An Each Every For How The This Whether What Where Which Why".split())


def test_no_two_classes_have_the_same_name():
    names = [
        node.name
        for path in (*ENGINE, *PAGES)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]
    assert not {name for name in names if names.count(name) > 1}


@pytest.mark.parametrize("path", PAGES, ids=ids)
def test_pages_leave_the_algorithm_to_the_engine(path):
    inner = {"wordpiece.training.pair_index", "wordpiece.training.slots", "wordpiece.textbook"}
    assert not imports(path) & inner


@pytest.mark.parametrize("path", PAGES, ids=ids)
def test_only_the_room_of_the_state_owns_state_and_address(path):
    text = path.read_text(encoding="utf-8")
    if room_of(path) != "state":
        assert not re.search(r"st\.(session_state|query_params)", text)
    assert "str.__new__" not in text and "(Markup)" not in text  # a `Markup` of one's own
    if path.name != "theme.py":
        assert "st.html(" not in text and "unsafe_allow_html" not in text


FLOORS = (
    {"locale", "server"},
    {"trainings", "rooms"},
    {"lessons"},
    {"panels"},
    {"state"},
    {"components"},
    {"shell"},
    {"screens"},
)
"""The rooms of `pages/`, each floor above those that it may import."""


@pytest.mark.parametrize("path", [path for path in PAGES if path.parent.name != "pages"], ids=ids)
def test_rooms_import_only_what_is_below_them(path):
    room = room_of(path)
    floor = next(i for i, rooms in enumerate(FLOORS) if room in rooms)
    below = {room}.union(*FLOORS[:floor])
    used = {name.split(".")[1] for name in imports(path) if name.startswith("pages.")}
    assert used <= below


def test_the_rooms_are_all_there():
    folders = {path.name for path in (ROOT / "pages").iterdir() if path.is_dir()}
    assert folders - {"__pycache__"} == set().union(*FLOORS)


@pytest.mark.parametrize("path", [path for path in PAGES if room_of(path) == "panels"], ids=ids)
def test_panels_read_no_session(path):
    """They are functions of a `View`, by which a class shares them."""
    used = imports(path)
    assert not [name for name in used if name.startswith(("pages.state", "pages.shell"))]
    assert not [name for name in used if name.startswith("streamlit.")]
    assert not re.search(
        r"session_state|query_params|cache_(data|resource)", path.read_text("utf-8")
    )


PANELS = [path for path in PAGES if room_of(path) == "panels"]
OF_PAGES = {"train", "compare", "encode", "predict", "lessons", "take_home"}
"""The rooms of `pages/panels` that belong to one page each."""


@pytest.mark.parametrize("path", PANELS, ids=ids)
def test_panels_of_a_page_do_without_those_of_another(path):
    """What two pages show is in `shared` and `room`, and how HTML is written in `html`."""
    used = {name.split(".")[2] for name in imports(path) if name.startswith("pages.panels.")}
    here = path.relative_to(ROOT / "pages" / "panels").parts[0]
    assert not (used & OF_PAGES) - {here}
    if here == "html":
        assert used <= {"html", "actions"}


def test_every_page_with_panels_has_a_room_of_them():
    folders = {path.parent.name for path in PANELS if path.parent.name != "panels"}
    assert folders == OF_PAGES | {"html", "room", "shared"}
    assert {path.stem for path in (ROOT / "pages" / "screens").glob("*.py")} == OF_PAGES


@pytest.mark.parametrize("path", PAGES, ids=ids)
def test_python_holds_no_html_of_more_than_one_tag(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    texts = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
    for text in texts:
        assert not isinstance(text, str) or tags_in(text) <= 1, text


def tags_in(text: str) -> int:
    """How many elements a text opens in HTML that is not a docstring's example."""
    return 0 if "\n" in text else len(re.findall(r"<[a-z]+[ >]", text))


SAYING = [
    *(path for path in PAGES if room_of(path) in ("shell", "state", "screens")),
    ROOT / "app.py",
]
"""Files in which every sentence and label goes through `say`."""


@pytest.mark.parametrize("path", SAYING, ids=ids)
def test_what_widgets_say_can_be_said_in_another_language(path):
    texts = {"label", "help", "placeholder", "title", "text", "body", "page_title"}
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("st."):
            said = node.args[:1] if node.args else []
            said += [word.value for word in node.keywords if word.arg in texts]
            literal = [each.value for each in said if isinstance(each, ast.Constant)]
            if ast.unparse(node.func) not in ("st.Page", "st.switch_page"):
                assert not [each for each in literal if isinstance(each, str)], ast.unparse(node)


@pytest.mark.parametrize("path", [*PAGES, ROOT / "app.py", ROOT / "serve.py"], ids=ids)
def test_the_inside_of_streamlit_is_used_in_one_file(path):
    """`tests/test_internals.py` says of each use whether it still works."""
    if path.name == "internals.py":
        return
    text = path.read_text(encoding="utf-8")
    assert not [name for name in imports(path) if re.match(r"streamlit\.(?!column_config)", name)]
    assert not re.search(r"get_script_run_ctx|\bst\._|\._?proto\b|DeletedFile", text)


TRUSTED = {
    # Jinja2 has escaped it.
    ("templates.py", "Markup(_template(name).render(values, language=locale.language()))"),
}


@pytest.mark.parametrize("path", PAGES, ids=ids)
def test_markup_is_made_from_literals_only(path):
    """`Markup(x)` trusts x, so x must be written in the code; user text goes in by format."""
    calls = [
        node
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Markup"
    ]
    for call in calls:
        is_literal = all(isinstance(arg, ast.Constant) for arg in call.args)
        trusted = (path.name, ast.unparse(call)) in TRUSTED
        assert is_literal or trusted


KINDS = {
    name
    for name, value in vars(scoring).items()
    if isinstance(value, type) and issubclass(value, scoring.Score) and value is not scoring.Score
}
SCORES = {name for name, value in vars(scoring).items() if isinstance(value, scoring.Score)}
KNOW_KINDS = {"wordpiece/textbook.py", "wordpiece/recipes.py"}
"""Beside the files of `wordpiece/scoring/`."""
ABOUT_WORDPIECE = {
    "wordpiece/teaching/answers/speed.py",  # what the course says of that score's tokens
    "wordpiece/teaching/answers/training.py",  # what the library does instead of WordPiece's score
    "wordpiece/teaching/errata.py",  # what is printed about that score
}
"""These tell something of one published score, and so ask whether a training is by it."""


def asks_the_kind(node: ast.AST) -> bool:
    """Whether code depends on which kind of score there is, instead of on what a score says."""
    if isinstance(node, ast.Attribute):
        of = ast.unparse(node.value).split(".")[-1].removeprefix("_")
        asked = of == "score" and node.attr in {"kind", "name", "__class__"}
        return asked or node.attr in {"divides", "digits", "by_pairs"}
    if isinstance(node, ast.ImportFrom):
        names = {alias.name for alias in node.names}
        return (node.module or "").startswith("wordpiece.scoring") and bool(KINDS & names)
    if isinstance(node, ast.Call) and ast.unparse(node.func) in {"type", "isinstance"}:
        return ast.unparse(node.args[0]).endswith("score")
    if isinstance(node, ast.Subscript):  # a table by score
        return ast.unparse(node.slice).split(".")[-1] == "score"
    return False


def compares_a_score(node: ast.AST) -> bool:
    """Whether code asks if a score is a certain one."""
    asked: list[ast.AST | None] = []
    if isinstance(node, ast.Compare):
        asked = [node.left, *node.comparators]
        asked += [each for many in asked for each in getattr(many, "elts", ())]
    elif isinstance(node, ast.Dict):
        asked = [*node.keys]
    elif isinstance(node, ast.MatchValue):
        asked = [node.value]
    return any(each and ast.unparse(each).split(".")[-1] in SCORES for each in asked)


@pytest.mark.parametrize("path", [*ENGINE, *PAGES], ids=ids)
def test_nothing_asks_which_kind_a_score_is(path):
    """A new score is a file in `wordpiece/scoring/`, a line of the textbook, and a recipe."""
    if ids(path) in KNOW_KINDS or path.parent.name == "scoring":
        return
    nodes = [*ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    asked = [ast.unparse(node) for node in nodes if asks_the_kind(node)]
    if ids(path) not in ABOUT_WORDPIECE:
        asked += [ast.unparse(node) for node in nodes if compares_a_score(node)]
    assert not asked


@pytest.mark.parametrize(
    "branch",
    [
        "score.kind == 'gain'",
        "timeline.score.divides",
        "self._score.digits",
        "score.by_pairs",
        "score.name == 'bpe'",
        "isinstance(timeline.score, Ratio)",
        "type(score) is Gain",
        "from wordpiece.scoring import Gain, Score",
        "from wordpiece.scoring.gain import Gain",
        "TEXTS[view.score]",
    ],
)
def test_the_branches_are_found(branch):
    assert any(map(asks_the_kind, ast.walk(ast.parse(branch))))


@pytest.mark.parametrize(
    "branch",
    [
        "timeline.score is not WORDPIECE",
        "score in (WORDPIECE, PAIR_COUNT)",
        "{scoring.PAIR_COUNT: 1}",
        "match score:\n case scoring.BLOG_CODE: pass",
    ],
)
def test_comparisons_are_found(branch):
    assert any(map(compares_a_score, ast.walk(ast.parse(branch))))


def test_the_kinds_are_all_there_is():
    kinds = every_kind(scoring.Score)
    assert {kind.__name__ for kind in kinds if kind.__module__.startswith("wordpiece.")} == KINDS
    assert {"Ratio", "RoundedRatio", "Count", "Gain"} <= KINDS
    assert {"WORDPIECE", "PAIR_COUNT", "LIKELIHOOD_GAIN", "BLOG_CODE"} <= SCORES
    assert SCORES <= {*scoring.__all__} >= KINDS


def every_kind(kind: type) -> set[type]:
    below = kind.__subclasses__()
    return {*below}.union(*map(every_kind, below))


TEMPLATES = sorted((ROOT / "pages").rglob("*.html"))


@pytest.mark.parametrize("path", TEMPLATES, ids=ids)
def test_templates_ask_no_kind_and_trust_nothing(path):
    text = path.read_text(encoding="utf-8")
    assert not re.search(r"score\.(kind|name|divides|digits|by_pairs)\b", text)
    # What is HTML comes as `Markup`; a template never says so itself.
    assert not re.search(r"\|\s*safe\b|autoescape", text)


class Words(HTMLParser):
    """The texts of some HTML that a visitor reads or hears, but for code."""

    HEARD = ("title", "aria-label", "placeholder", "alt")

    def __init__(self, html: str):
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self._inside += [tag] * (tag in ("code", "style", "script"))
        self.found += [value or "" for name, value in attrs if name in self.HEARD]

    def handle_endtag(self, tag):
        if self._inside[-1:] == [tag]:
            self._inside.pop()

    def handle_data(self, data):
        self.found += [data] * (not self._inside)


def written_out(node: nodes.Node) -> str:
    """The literal text in an expression of a template, but for what is a message."""
    if isinstance(node, nodes.TemplateData):
        return node.data
    if isinstance(node, nodes.Const):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, nodes.CondExpr):
        return written_out(node.expr1) + (written_out(node.expr2) if node.expr2 else "")
    if isinstance(node, nodes.Concat | nodes.List | nodes.Tuple):
        inner = node.nodes if isinstance(node, nodes.Concat) else node.items
        return " ".join(map(written_out, inner))
    if isinstance(node, nodes.Filter):
        return written_out(node.node) if node.node else ""
    if isinstance(node, nodes.Dict):
        return " ".join(written_out(pair.value) for pair in node.items)
    if isinstance(node, nodes.Call):
        called = getattr(node.node, "name", "")
        return "" if called in ("_", "say") else " ".join(map(written_out, node.args))
    return ""


def english_in(template: str) -> list[str]:
    """What a template says in words without a message."""
    html, values = [], []
    for node in templates._ENVIRONMENT.parse(template).find_all(
        (nodes.Output, nodes.Assign, nodes.CallBlock)
    ):
        if isinstance(node, nodes.Output):
            html += map(written_out, node.nodes)
        elif isinstance(node, nodes.Assign):
            values.append(written_out(node.node))
        else:
            values.append(written_out(node.call))
    return [text for text in Words("".join(html)).found + values if re.search("[A-Za-z]{2}", text)]


SAME_IN_ALL_LANGUAGES = {"columns.html": ["≡ HF 4"]}


@pytest.mark.parametrize(
    "path", [path for path in TEMPLATES if room_of(path) != "components"], ids=ids
)
def test_what_a_template_says_is_a_message(path):
    said = [text.strip() for text in english_in(path.read_text(encoding="utf-8"))]
    assert said == SAME_IN_ALL_LANGUAGES.get(path.name, [])


@pytest.mark.parametrize(
    "template",
    [
        "<p>Hello</p>",
        '<p title="Hello"></p>',
        "{% macro x(a) %}<b>{{ a }} words</b>{% endmacro %}",
        "{{ 'yes' if a else _('no') }}",
        "<i aria-label=\"{{ 'a page' }}\"></i>",
        "{% set a = 'Hello' %}",
        "{% call table(['Hello']) %}{% endcall %}",
        "{{ act(a, 'Hello') }}",
        "{{ say('a') ~ ' and ' ~ b }}",
        "{% if a %}{% for b in a %}{{ b }} times{% endfor %}{% endif %}",
    ],
)
def test_english_without_a_message_is_found(template):
    assert english_in(template)


@pytest.mark.parametrize(
    "template",
    [
        "<p class=\"{{ 'right' if a == 'right' else 'wrong' }}\">{{ _('Hello') }}</p>",
        "<b title='{{ say('Hello') }}'>×{{ a | number('fixed2') }}</b>",
        "{% set a = {'right': '✓'} %}{{ a | join(' · ') }}<code>hug</code>",
    ],
)
def test_messages_and_classes_are_not_taken_for_english(template):
    assert not english_in(template)


COMPONENTS = ROOT / "pages" / "components"


def english_in_html(html: str) -> list[str]:
    """The words in a component's template that do not go through the locale."""
    html = re.sub(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", "", html, flags=re.DOTALL)
    shown = (
        r'\b(?:title|placeholder|alt|label|aria-(?!keyshortcuts)\w+|data-(?!go)[\w-]+)="([^"]*)"'
    )
    settings = {"true", "false", "polite", "assertive", "off"}
    texts = [*re.split(r"<[^>]*>", html), *re.findall(shown, html)]
    return [text for text in texts if re.search("[A-Za-z]{2}", text) and text not in settings]


def english_in_js(script: str) -> list[str]:
    """The strings in a script that look like words for a reader.

    These are strings of several words, other than CSS, and whatever is shown or read aloud.
    """
    script = re.sub(r"(?m)(?:^|(?<=\s))//.*$|/\*.*?\*/", "", script)
    string = r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)"""
    words = re.compile(r"[A-Za-z]{2,}[,.;:!?]? [A-Za-z]{2,}")
    css = re.compile(r"[\[\]#]|^.\.|^.\(?[a-z-]+: ")
    several = [
        said for said in re.findall(string, script) if words.search(said) and not css.search(said)
    ]
    shows = r"(?:textContent|innerText|innerHTML|ariaLabel|title|placeholder|alt)\s*=(?!=)\s*"
    says = (
        r"setAttribute\(\s*[\"'](?:aria-(?:label|valuetext|description)|title|placeholder)[\"'],\s*"
    )
    spoken = re.findall(rf"(?:{shows}|{says})[^;\n]*?{string}", script)
    return several + [said for said in spoken if re.search("[A-Za-z]{2}", said)]


@pytest.mark.parametrize("path", sorted(COMPONENTS.rglob("*.html")), ids=ids)
def test_words_in_the_html_of_components_go_through_the_locale(path):
    assert english_in_html(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", sorted((ROOT / "pages").rglob("*.js")), ids=ids)
def test_words_in_the_scripts_of_components_come_from_python(path):
    assert english_in_js(path.read_text(encoding="utf-8")) == []


def test_english_in_components_is_found():
    assert english_in_html('<p role="status" aria-live="polite">{{ say("Yes") }} +10 ←</p>') == []
    for html in ("<b>Next</b>", '<b title="Speed of play">', '<i aria-label="Step">'):
        assert english_in_html(html)
    for script in (
        'const LOST = "The file did not arrive.";',
        'said.textContent = copied ? words.copied : "Copied";',
        "label.textContent = 'Play';",
        'range.setAttribute("aria-valuetext", `step ${step}`);',
    ):
        assert english_in_js(script)
    for script in (
        'find("[data-go=next] .label").textContent = words.next;',
        'if (kind === "widget") return "notRunning"; // a word or two',
        'button.setAttribute("aria-disabled", String(stuck[name]));',
        'root.querySelector(".stepper").classList.add("live");',
    ):
        assert english_in_js(script) == []


def test_streamlit_settings():
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["browser"]["gatherUsageStats"] is False
    assert config["client"]["showErrorDetails"] == "none"
    assert config["server"]["maxUploadSize"] == 20
    # A hidden option that takes most of the cost out of a click: see that it still exists.
    assert config["runner"]["postScriptGC"] is False
    assert "runner.postScriptGC" in streamlit_config._config_options_template


def test_streamlit_is_secure_by_default():
    """What is set here, and what Streamlit's own defaults must remain."""
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    assert config["server"]["address"] == "127.0.0.1"
    assert config["browser"]["serverAddress"] == "localhost"  # or it is looked up elsewhere
    assert config["client"]["allowedOrigins"] == []
    assert config["client"]["showErrorLinks"] is False
    assert config["logger"]["enableRich"] is False
    assert config["server"]["maxWidgetStateSize"] * 10**6 == messages.MESSAGE_SIZE
    options = {
        name: option.default_val
        for name, option in streamlit_config._config_options_template.items()
    }
    assert {"client.showErrorLinks", "logger.enableRich"} <= options.keys()
    wanted = {"server.enableCORS": True, "server.enableXsrfProtection": True}
    wanted |= {"server.enableAgentApi": False, "server.enableStaticServing": False}
    wanted |= {"server.scriptHealthCheckEnabled": False}
    for name, value in wanted.items():
        section, _, key = name.partition(".")
        assert config[section].get(key, options[name]) is value


def test_every_folder_of_the_engine_is_installed():
    """`pip install .` leaves out a folder that is no package, or that pyproject.toml omits."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["tool"]["setuptools"] == {
        "packages": {"find": {"include": ["wordpiece*"]}},
        "package-data": {
            "wordpiece": ["py.typed", "training/_quick.pyx"]
        },  # its types are for whoever imports it, too
        "dynamic": {"version": {"attr": "wordpiece.version.__version__"}},
    }
    assert not [path for path in ENGINE if not (path.parent / "__init__.py").exists()]
    assert (ROOT / "wordpiece" / "py.typed").exists()


def test_requirements_have_ranges():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [pin for line in lines if (pin := re.split("[#;]", line)[0].strip())]
    assert all(re.fullmatch(r"[a-z0-9-]+>=[\d.]+,<[\d.]+", pin) for pin in pins)


BROWSER_TESTS = sorted((ROOT / "tests" / "browser").glob("*.py"))


@pytest.mark.parametrize("path", BROWSER_TESTS, ids=ids)
def test_tests_in_a_browser_wait_for_something_and_never_for_a_time(path):
    """A fixed wait is too short on a busy machine, and too long on all others."""
    for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(function, ast.FunctionDef) and (path.stem, function.name) == POLLS:
            for node in ast.walk(function):
                node.polls = True
        if isinstance(function, ast.Attribute | ast.Name) and not hasattr(function, "polls"):
            name = function.attr if isinstance(function, ast.Attribute) else function.id
            assert name not in ("wait_for_timeout", "sleep"), f"line {function.lineno}"


POLLS = ("conftest", "until")
"""The file and the function that may sleep, between two questions."""


def test_axe_core_is_pinned_and_its_lock_names_no_host():
    folder = ROOT / "tests" / "browser"
    wanted = json.loads((folder / "package.json").read_text(encoding="utf-8"))["dependencies"]
    lock = (folder / "package-lock.json").read_text(encoding="utf-8")
    assert "resolved" not in lock and "://" not in lock
    locked = json.loads(lock)["packages"]["node_modules/axe-core"]
    assert wanted == {"axe-core": locked["version"]} and locked["integrity"].startswith("sha512-")


def test_the_style_sheet_is_whole():
    css = (ROOT / "pages" / "shell" / "theme.css").read_text(encoding="utf-8")
    assert "<" not in css  # one in a style sheet makes the browser drop all of it
    assert css.count("{") == css.count("}")
