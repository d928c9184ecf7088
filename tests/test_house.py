"""Rules of the sources that import-linter and ruff cannot state, and settings that must hold."""

import ast
import re
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from jinja2 import nodes
from streamlit import config as streamlit_config

from pages.panels.html import templates
from pages.server import messages
from pages.shell import theme

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
ENGINE = sorted((ROOT / "wordpiece").rglob("*.py"))
PAGES = sorted((ROOT / "pages").rglob("*.py"))
TEMPLATES = sorted((ROOT / "pages").rglob("*.html"))
SOURCES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (*ENGINE, *PAGES, *TEMPLATES, ROOT / "app.py", ROOT / "serve.py")
}


def ids(path: Path) -> str:
    return str(path.relative_to(ROOT))


APP = ("pages/", "app.py", "serve.py")

ONLY_IN = {
    "the inside of Streamlit": (
        r"(?m)^ *(?:from|import) streamlit\.(?!column_config)"
        r"|get_script_run_ctx|\bst\._|\._?proto\b|DeletedFile",
        APP,
        ("pages/server/internals.py",),
    ),
    "HTML that Streamlit does not clean": (
        r"\bst\.html\(|unsafe_allow_html",
        APP,
        ("pages/shell/theme.py",),
    ),
    "a class of Markup": (r"str\.__new__|\(Markup\)", APP, ()),
    "HTML that a template trusts": (r"\|\s*safe\b|%[-+]?\s*autoescape", ("pages/",), ()),
    "numbers with commas": (
        r"\{[^{}\n]*:,[^{}\n]*\}",
        ("wordpiece/",),
        ("wordpiece/message.py", "wordpiece/encoding/encoders/merge_replay.py"),
    ),
}
"""A pattern, the files in which it is looked for, and those that may have it."""


@pytest.mark.parametrize("what", ONLY_IN)
def test_a_matter_of_some_files_is_in_no_other(what):
    pattern, where, allowed = ONLY_IN[what]
    found = {
        name: match[0]
        for name, source in SOURCES.items()
        if name.startswith(where)
        and not name.startswith(allowed)
        and (match := re.search(pattern, source))
    }
    assert found == {}


def calls_of(path: Path, *names: str) -> list[ast.Call]:
    """The calls in a file of functions with these names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if ast.unparse(call.func).split(".")[-1] in names]


TRUSTED = "Markup(_template(name).render(values, language=locale.language()))"
"""The one `Markup` of a value, in templates.py: Jinja2 has escaped it."""


def test_markup_is_made_from_literals_only():
    """`Markup(x)` trusts x, so x is written in the code; a visitor's text goes in by format."""
    made = [call for path in PAGES for call in calls_of(path, "Markup")]
    others = [call for call in made if not all(isinstance(arg, ast.Constant) for arg in call.args)]
    assert [ast.unparse(call) for call in others] == [TRUSTED] and len(made) > 1


class Words(HTMLParser):
    """The texts of some HTML that a visitor reads or hears, but for code."""

    HEARD = re.compile(
        r"title|placeholder|alt|label|aria-(label|description|valuetext|roledescription)"
        r"|data-(?!go|heir)[\w-]+"
    )

    def __init__(self, html: str):
        super().__init__()
        self.found: list[str] = []
        self._inside: list[str] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag, attrs):
        self._inside += [tag] * (tag in ("code", "style", "script"))
        self.found += [value or "" for name, value in attrs if self.HEARD.fullmatch(name)]

    def handle_endtag(self, tag):
        if self._inside[-1:] == [tag]:
            self._inside.pop()

    def handle_data(self, data):
        self.found += [data] * (not self._inside)


def written_out(node: nodes.Node | None) -> str:
    """The literal text in an expression of a template, but for what is a message."""
    match node:
        case nodes.TemplateData(data=text) | nodes.Const(value=str(text)):
            return text
        case nodes.CondExpr(expr1=first, expr2=second):
            return written_out(first) + written_out(second)
        case nodes.Concat(nodes=inner) | nodes.List(items=inner) | nodes.Tuple(items=inner):
            return " ".join(map(written_out, inner))
        case nodes.Filter(node=inner):
            return written_out(inner)
        case nodes.Dict(items=pairs):
            return " ".join(written_out(pair.value) for pair in pairs)
        case nodes.Call(node=called, args=args) if getattr(called, "name", "") not in ("_", "say"):
            return " ".join(map(written_out, args))
    return ""


def english_in(template: str) -> list[str]:
    """What a template says in words without a message."""
    parsed = templates._ENVIRONMENT.parse(template)
    shown = [each for output in parsed.find_all(nodes.Output) for each in output.nodes]
    values = [written_out(each.node) for each in parsed.find_all(nodes.Assign)]
    values += [written_out(each.call) for each in parsed.find_all(nodes.CallBlock)]
    found = Words("".join(map(written_out, shown))).found + values
    return [text.strip() for text in found if re.search("[A-Za-z]{2}", text)]


SAME_IN_ALL_LANGUAGES = {"pages/panels/compare/columns.html": ["≡ HF 4"]}


@pytest.mark.parametrize("path", TEMPLATES, ids=ids)
def test_what_a_template_says_is_a_message(path):
    assert english_in(path.read_text(encoding="utf-8")) == SAME_IN_ALL_LANGUAGES.get(ids(path), [])


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


@pytest.mark.parametrize("path", sorted((ROOT / "pages").rglob("*.js")), ids=ids)
def test_words_in_the_scripts_of_components_come_from_python(path):
    assert english_in_js(path.read_text(encoding="utf-8")) == []


SETTINGS = {
    "browser.gatherUsageStats": False,
    "browser.serverAddress": "localhost",  # or it is looked up elsewhere
    "client.allowedOrigins": [],
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "logger.enableRich": False,
    "runner.postScriptGC": False,  # hidden; it takes most of the cost out of a click
    "server.address": "127.0.0.1",
    "server.enableAgentApi": False,
    "server.enableCORS": True,
    "server.enableStaticServing": False,
    "server.enableXsrfProtection": True,
    "server.maxUploadSize": 20,
    "server.scriptHealthCheckEnabled": False,
}
"""What is set, or has to remain Streamlit's default."""


@pytest.mark.parametrize("name", SETTINGS)
def test_streamlit_settings(name):
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    section, _, key = name.partition(".")
    default = streamlit_config._config_options_template[name].default_val  # it still exists
    assert config[section].get(key, default) == SETTINGS[name]
    assert config["server"]["maxWidgetStateSize"] * 10**6 == messages.MESSAGE_SIZE


def test_requirements_have_ranges():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [pin for line in lines if (pin := re.split("[#;]", line)[0].strip())]
    assert all(re.fullmatch(r"[a-z0-9-]+>=[\d.]+,<[\d.]+", pin) for pin in pins)


def test_tests_in_a_browser_wait_for_something_and_never_for_a_time():
    """A fixed wait is too short on a busy machine, and too long on all others."""
    lines = [
        (path.name, line.strip())
        for path in (ROOT / "tests" / "browser").glob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"wait_for_timeout|\bsleep\(", line)
    ]
    assert lines == [("conftest.py", "time.sleep(0.05)")]  # of `until`, between two questions


def test_the_style_sheet_is_whole():
    css = theme.STYLE.removeprefix("<style>").removesuffix("</style>")
    assert "<" not in css  # one in a style sheet makes the browser drop all of it
    assert css.count("{") == css.count("}")
    assert all(path.read_text("utf-8") in css for path in ROOT.glob("pages/**/style.css"))
