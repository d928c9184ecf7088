"""Test rules of the sources that import-linter and ruff cannot check, and settings."""

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
"""A pattern, the files that are searched for it, and the files that may contain it."""


@pytest.mark.parametrize("what", ONLY_IN)
def test_patterns_are_only_in_the_files_that_may_contain_them(what):
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
    """Return the calls in a file of functions with these names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return [call for call in calls if ast.unparse(call.func).split(".")[-1] in names]


TRUSTED = "Markup(_template(name).render(values, language=locale.language()))"
"""The only `Markup` of a variable, in templates.py: Jinja2 has escaped it."""


def test_markup_is_made_from_literals_only():
    """`Markup(x)` trusts x, so x must be a literal; the text of a visitor is formatted into it."""
    made = [call for path in PAGES for call in calls_of(path, "Markup")]
    others = [call for call in made if not all(isinstance(arg, ast.Constant) for arg in call.args)]
    assert [ast.unparse(call) for call in others] == [TRUSTED] and len(made) > 1


class Words(HTMLParser):
    """Collect the texts of HTML that a visitor reads or hears, except code."""

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


TRANSLATED = ("_", "say", "same")
"""Functions of templates for messages, and for names that are the same in all languages."""


def written_out(node: nodes.Node | None) -> str:
    """Return the literal text in an expression of a template that is not a message."""
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
        case nodes.Call(node=called, args=args) if getattr(called, "name", "") not in TRANSLATED:
            return " ".join(map(written_out, args))
    return ""


def english_in(template: str) -> list[str]:
    """Return the words of a template that are not in a message."""
    parsed = templates._ENVIRONMENT.parse(template)
    shown = [each for output in parsed.find_all(nodes.Output) for each in output.nodes]
    values = [written_out(each.node) for each in parsed.find_all(nodes.Assign)]
    values += [written_out(each.call) for each in parsed.find_all(nodes.CallBlock)]
    found = Words("".join(map(written_out, shown))).found + values
    return [text.strip() for text in found if re.search("[A-Za-z]{2}", text)]


SAME_IN_ALL_LANGUAGES = {"pages/panels/compare/columns.html": ["≡ BPE 4"]}


@pytest.mark.parametrize("path", TEMPLATES, ids=ids)
def test_templates_have_no_text_outside_messages(path):
    assert english_in(path.read_text(encoding="utf-8")) == SAME_IN_ALL_LANGUAGES.get(ids(path), [])


def english_in_js(script: str) -> list[str]:
    """Return the strings in a script that look like text for visitors.

    These are strings of several words that are not CSS, and strings that are shown or read aloud.
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
    "browser.serverAddress": "localhost",  # otherwise Streamlit asks another server
    "client.allowedOrigins": [],
    "client.showErrorDetails": "none",
    "client.showErrorLinks": False,
    "global.minCachedMessageSize": 10**9,  # no message is cached
    "logger.enableRich": False,
    "runner.postScriptGC": False,  # an undocumented option; it makes clicks much cheaper
    "server.address": "127.0.0.1",
    "server.enableAgentApi": False,
    "server.enableCORS": True,
    "server.enableStaticServing": False,
    "server.enableXsrfProtection": True,
    "server.maxUploadSize": 20,
    "server.scriptHealthCheckEnabled": False,
}
"""Settings of the app, and defaults of Streamlit that must not change."""


@pytest.mark.parametrize("name", SETTINGS)
def test_streamlit_settings(name):
    config = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))
    section, _, key = name.partition(".")
    default = streamlit_config._config_options_template[
        name
    ].default_val  # fails if the option no longer exists
    assert config[section].get(key, default) == SETTINGS[name]
    assert config["server"]["maxWidgetStateSize"] * 10**6 == messages.MESSAGE_SIZE


def test_requirements_have_ranges():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    pins = [pin for line in lines if (pin := re.split("[#;]", line)[0].strip())]
    assert all(re.fullmatch(r"[a-z0-9-]+>=[\d.]+,<[\d.]+", pin) for pin in pins)


def test_tests_in_a_browser_wait_for_something_and_never_for_a_time():
    """A fixed wait is too short on a busy machine and too long on others."""
    lines = [
        (path.name, line.strip())
        for path in (ROOT / "tests" / "browser").glob("*.py")
        for line in path.read_text(encoding="utf-8").splitlines()
        if re.search(r"wait_for_timeout|\bsleep\(", line)
    ]
    assert lines == [("conftest.py", "time.sleep(0.05)")]  # in `until`, between two checks


WAITS = re.compile(
    r"\b(await|async|fetch|while)\b|new Promise|Promise\.a|\.then\(|postTask|(read|write)Text\("
    r"|\.finished\b|fonts\.ready|for\s*\(;;"
)
"""What a script does that may take until it ends."""


def text_in(node: ast.AST, named: dict[str, str]) -> str:
    """Return the strings in an expression, and those of the constants that it names."""
    found = [
        node.value if isinstance(node, ast.Constant) else named.get(getattr(node, "id", ""))
        for node in ast.walk(node)
    ]
    return " ".join(text for text in found if isinstance(text, str))


def test_a_script_that_waits_in_a_page_goes_through_wait_for_promise():
    """`evaluate` would wait for its promise without an end."""
    files = [path for name in ("tests", "bench", "docs") for path in (ROOT / name).rglob("*.py")]
    files.remove(ROOT / "bench" / "waits.py")
    own: dict[Path, dict[str, str]] = {}
    for path in files:
        assigned = ast.parse(path.read_text(encoding="utf-8")).body
        own[path] = {
            ast.unparse(node.targets[0]): text_in(node.value, {})
            for node in assigned
            if isinstance(node, ast.Assign)
        }
    imported = {name: text for scripts in own.values() for name, text in scripts.items()}
    found = [
        f"{path.name}:{call.lineno}"
        for path in files
        for call in calls_of(path, "evaluate", "evaluate_all", "wait_for_function")
        if "wait_for" in ast.unparse(call.func)
        or WAITS.search(text_in(call.args[0], imported | own[path]))
    ]
    assert found == []


def test_the_style_sheet_is_complete():
    css = theme.STYLE.removeprefix("<style>").removesuffix("</style>")
    assert "<" not in css  # otherwise the browser drops the style sheet
    assert css.count("{") == css.count("}")
    assert all(path.read_text("utf-8") in css for path in ROOT.glob("pages/**/style.css"))
