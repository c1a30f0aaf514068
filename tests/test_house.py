"""The habits of the house: layers, documentation, small configuration, late imports."""

import ast
import doctest
import importlib
import inspect
import itertools
import pkgutil
import re
import subprocess
import sys
import tomllib
from dataclasses import fields
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import typer

import kg
from kg.cli import app
from kg.config import Config

PACKAGE = Path(kg.__file__).parent
PROJECT = Path(__file__).parents[1]
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages([str(PACKAGE)], "kg.")
    if not module.name.startswith("kg.data")
)


# ---- layers


def test_imports_point_one_way(monkeypatch):
    """The contracts of pyproject.toml, on the installed package."""
    api = pytest.importorskip("importlinter.cli")
    monkeypatch.chdir(PROJECT)
    assert api.lint_imports(no_cache=True) == 0


def test_only_parsing_names_spacy():
    """An import inside a function counts too, which import-linter may not see."""
    found = {
        path.relative_to(PACKAGE).parts[0]
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if (isinstance(node, ast.Import) and any(a.name.startswith("spacy") for a in node.names))
        or (isinstance(node, ast.ImportFrom) and (node.module or "").startswith("spacy"))
    }
    assert found == {"parsing"}


def test_no_module_binds_a_constant_twice():
    """The second table of a name would silently take the place of the first."""
    for path in PACKAGE.rglob("*.py"):
        bound = [
            target.id
            for node in ast.parse(path.read_text("utf-8")).body
            if isinstance(node, ast.Assign)
            for target in node.targets
            if isinstance(target, ast.Name) and target.id.isupper()
        ]
        assert len(bound) == len(set(bound)), path


def test_every_library_that_is_imported_is_declared():
    """None is there only because another needs it."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    lines = [*project["dependencies"], *itertools.chain(*project["optional-dependencies"].values())]
    declared = {re.match(r"[\w-]+", line)[0].lower() for line in lines}
    owners = packages_distributions()
    undeclared = {
        name
        for name in _imported()
        if not declared & {owner.lower().replace("_", "-") for owner in owners.get(name, ())}
    }
    assert undeclared == {"IPython"}  # only a notebook asks for it, and that brings it


def _imported():
    """The libraries that the package's modules import, anywhere in them."""
    paths = [path for path in PACKAGE.rglob("*.py") if not path.name.startswith("make_")]
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text("utf-8")))]
    names = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    names |= {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    return {name.partition(".")[0] for name in names} - {"kg", *sys.stdlib_module_names}


def test_every_module_has_its_place_in_the_guide():
    guide = (PROJECT / "CONTRIBUTING.md").read_text("utf-8")
    rooms = {f"{p.name}/" if p.is_dir() else p.name for p in PACKAGE.iterdir()}
    rooms -= {"__init__.py", "__pycache__/", "py.typed"}
    assert not [room for room in sorted(rooms) if f"`{room}`" not in guide]


def test_no_module_is_named_for_nothing():
    assert not [
        m for m in MODULES if m.rpartition(".")[2] in {"utils", "helpers", "common", "misc"}
    ]


# ---- late imports

HEAVY = ("spacy", "rdflib", "pyoxigraph", "numpy", "networkx", "pandas")


def loaded_by(*arguments):
    """Which of the heavy packages a command loads in a process of its own."""
    script = (
        "import sys\nfrom kg.cli import main\nsys.argv[0] = 'kg'\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        f"print(*(name for name in {HEAVY!r} if name in sys.modules), file=sys.stderr)"
    )
    command = [sys.executable, "-c", script, *map(str, arguments)]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    return set(told.splitlines()[-1].split())


@pytest.mark.parametrize("arguments", [["--help"], ["build", "--help"], ["query", "--help"]])
def test_help_loads_nothing_heavy(arguments):
    assert loaded_by(*arguments) == set()


@pytest.fixture(scope="module")
def graph(tmp_path_factory):
    place = tmp_path_factory.mktemp("house")
    (place / "vote.txt").write_text("Ada Brandt met Piet Oram.", encoding="utf-8")
    kg.build(place / "vote.txt", place / "g")
    return place / "g"


@pytest.mark.parametrize(
    "arguments",
    [
        ["query", "ASK { ?s ?p ?o }"],
        ["show", "Ada Brandt"],
        ["export", "--format", "turtle"],
        ["export", "--format", "entities"],
        ["view"],
    ],
)
def test_what_reads_a_graph_loads_neither_spacy_nor_rdflib(graph, arguments):
    assert not loaded_by(*arguments, "-g", graph) & {"spacy", "rdflib"}


def test_the_package_itself_loads_nothing_heavy():
    script = f"import sys, kg, kg.model; print([n for n in {HEAVY!r} if n in sys.modules])"
    command = [sys.executable, "-c", script]
    told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    assert told.strip() == "[]"


# ---- documentation


@pytest.mark.parametrize("name", MODULES)
def test_modules_and_what_they_offer_are_documented(name):
    module = importlib.import_module(name)
    assert module.__doc__
    for public, thing in vars(module).items():
        mine = getattr(thing, "__module__", None) == name
        if mine and not public.startswith("_") and (inspect.isclass(thing) or callable(thing)):
            assert inspect.getdoc(thing), f"{name}.{public} has no docstring"


@pytest.mark.parametrize("name", MODULES)
def test_examples_in_docstrings_hold(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_some_docstrings_have_examples():
    finder = doctest.DocTestFinder()
    found = [t for m in MODULES for t in finder.find(importlib.import_module(m)) if t.examples]
    assert len(found) > 40


def test_public_names_are_there_and_documented():
    for name in kg.__all__:
        assert inspect.getdoc(getattr(kg, name)), name
    assert set(kg.__all__) <= set(dir(kg))
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = kg.nothing


def test_methods_of_the_graph_are_documented():
    for name, member in inspect.getmembers(kg.KnowledgeGraph):
        if not name.startswith("_"):
            assert inspect.getdoc(member), name


def test_commands_and_their_parameters_have_help():
    commands = typer.main.get_command(app).commands
    assert set(commands) >= {"build", "query", "show", "explain", "export", "view", "extract"}
    for command in commands.values():
        assert command.help
        for parameter in command.params:
            assert getattr(parameter, "help", None), f"{command.name} {parameter.name}"


def test_the_readme_tells_every_command_and_no_option_that_is_not_there():
    text = (PROJECT / "README.md").read_text("utf-8")
    commands = typer.main.get_command(app).commands
    assert not [name for name in commands if not re.search(rf"\b{name}\b", text)]
    there = {o for c in commands.values() for p in c.params for o in (*p.opts, *p.secondary_opts)}
    there |= {"--help", "--install-completion"}  # every program's own
    there |= {"--nthreads", "--nworkers"}  # Dask's
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", text)) <= there


def test_the_configuration_stays_small_and_told():
    source = ast.parse(inspect.getsource(importlib.import_module("kg.config")))
    [body] = [node.body for node in source.body if isinstance(node, ast.ClassDef)]
    told = [
        node.target.id
        for node, after in itertools.pairwise(body)
        if isinstance(node, ast.AnnAssign)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
    ]
    assert told == [field.name for field in fields(Config)]
    assert len(told) <= 20


def test_the_fingerprint_tells_what_shapes_records():
    assert Config().fingerprint("parser 1") == Config().fingerprint("parser 1")
    assert Config().fingerprint("parser 1") != Config().fingerprint("parser 2")
    assert Config(batch_size=8).fingerprint("parser 1") == Config().fingerprint("parser 1")


# ---- size


def test_functions_are_short_and_take_few_parameters():
    """Ruff counts the parameters; here the lines."""
    long = [
        f"{path.name}:{node.lineno} {node.name}"
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= 60
    ]
    assert long == []


def test_the_distribution_is_not_called_as_somebody_elses_is():
    """`kg` on the package index is another project; no message may tell people to install it."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["name"] == "kgtext"
    for path in [*PACKAGE.rglob("*.py"), PROJECT / "README.md"]:
        assert "pip install kg " not in path.read_text("utf-8") + " ", path
