"""Test rules of the sources that import-linter and ruff cannot check, and settings."""

import ast
import re
import sys
from pathlib import Path

import pytest
from streamlit import config as streamlit_config

from pages.server import guard
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


PARTICIPLE = re.compile(
    r"_*(?:(?:[a-z]+ed|begun|bound|built|chosen|done|drawn|found|given|gone|grown|held|hidden|kept"
    r"|known|left|lost|made|met|said|seen|sent|shown|spoken|stuck|taken|told|unseen|written)"
    r"(?:_(?:at|behind|by|for|from|in|of|on|to|with)(?:_\w+)?)?|[a-z]+ing)"
)
NOUNS = {"heading", "_heading", "nothing"}
VALUES = {"property", "cached_property", "contextmanager"}


@pytest.mark.parametrize("path", PAGES, ids=ids)
def test_no_function_of_the_app_is_named_by_a_bare_participle(path):
    """A function is named by a verb, or by the noun of its value: "draw_text", not "drawn"."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    names = {
        node.name
        for node in nodes
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and VALUES.isdisjoint(map(ast.unparse, node.decorator_list))
    }
    assert {name for name in names - NOUNS if PARTICIPLE.fullmatch(name)} == set()


TRUSTED = "Markup(_ENVIRONMENT.get_template(name).render(values, language=locale.language()))"
"""The only `Markup` of a variable, in templates.py: Jinja2 has escaped it."""


def test_markup_is_made_from_literals_only():
    """`Markup(x)` trusts x, so x must be a literal; the text of a visitor is formatted into it."""
    made = [call for path in PAGES for call in calls_of(path, "Markup")]
    others = [call for call in made if not all(isinstance(arg, ast.Constant) for arg in call.args)]
    assert [ast.unparse(call) for call in others] == [TRUSTED] and len(made) > 1


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
    assert config["server"]["maxWidgetStateSize"] * 10**6 == guard.MESSAGE_SIZE


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


def test_the_style_sheet_is_complete():
    css = theme.STYLE.removeprefix("<style>").removesuffix("</style>")
    assert "<" not in css  # otherwise the browser drops the style sheet
    assert css.count("{") == css.count("}")
    assert all(path.read_text("utf-8") in css for path in ROOT.glob("pages/**/style.css"))
