"""The two Mermaid diagrams of CONTRIBUTING.md, made from the source of the firmware.

`modules` shows which part imports which; `screens` shows which screen opens which. tools/publish/docs.py writes them.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache

from sixpip.app.screen_table import TABLE
from sixpip.rules.rulebook.variants import VARIANTS
from tools import FIRMWARE
from tools.check.imports import OURS, import_graph, module_imports

SCREENS = dict(line.split(" ") for line in TABLE.strip().splitlines())
"""The module and class of every screen of the console, as "module:Class", by its name."""

ENGINES = {variant.dice_set.engine for variant in VARIANTS}
_LEFT_OUT = ("", "compat")
"""Parts that the module diagram does not show: the package itself, and compat.py, which all parts import."""
_OPENERS = ("open", "replace", "start")
"""The methods of App whose first argument is the name of a screen."""
APP = "app.app"
_REQUEST = (APP, "App.begin")
_CARRIED_OUT = (APP, "App._start_next_game")
"""The method that is called for a game to start, and the one of the loop that does what they have asked for."""
_POWER_ON = "power_on"
_ANY = "any_screen"

Definition = ast.ClassDef | ast.FunctionDef
Edge = tuple[str, str]


def _mermaid(lines: Iterable[str]) -> str:
    """Returns a Markdown block with a flowchart."""
    return "".join(f"{line}\n" for line in ("```mermaid", *lines, "```"))


def _arrows(edges: Iterable[Edge], label: str = "") -> Iterator[str]:
    """Yields one line for each source with arrows to all its targets; an arrow with a label is dotted."""
    targets: dict[str, list[str]] = {}
    for source, target in edges:
        targets.setdefault(source, []).append(target)
    arrow = f"-. {label} .->" if label else "-->"
    for source, found in targets.items():
        yield f"  {source} {arrow} {' & '.join(found)}"


# Modules


def modules_diagram() -> str:
    """Returns the diagram of the parts of the firmware, their sub-packages and their imports."""
    packages = _packages()
    edges = _import_edges(packages)
    lines = ["flowchart TB", '  main["main.py"]']
    for part in sorted({package.partition(".")[0] for package in packages.values()} - {*_LEFT_OUT}):
        inside = sorted({package for package in packages.values() if package.partition(".")[0] == part})
        if len(inside) == 1:
            lines.append(f'  {part}["{part}/"]')
            continue
        lines.append(f'  subgraph {part}["{part}/"]')
        lines += [f'    {_identifier(package)}["{_folder(package)}"]' for package in inside]
        lines.append("  end")
    for label in sorted({*edges.values()}):
        lines += _arrows((edge for edge in sorted(edges) if edges[edge] == label), label)
    return _mermaid(lines)


def _packages() -> dict[str, str]:
    """Returns the package of each module of the firmware, both without the leading "sixpip."."""
    packages = {}
    for module in import_graph():
        name = module.removeprefix(OURS).lstrip(".")
        is_package = (FIRMWARE / module.replace(".", "/")).is_dir()
        packages[name] = name if is_package or "." not in name else name.rpartition(".")[0]
    return packages


def _import_edges(packages: dict[str, str]) -> dict[Edge, str]:
    """Returns the arrows: from part to part, and between the packages of one part, each with its label.

    The label is "" unless all the imports are for the type checker only, or load a module by its name.
    """
    labels: dict[Edge, set[str]] = {}
    paths = {name: FIRMWARE / OURS / (name.replace(".", "/") + ".py") for name in packages}
    paths["main"] = FIRMWARE / "main.py"
    for name, path in paths.items():
        source = packages.get(name, name)
        for imported in module_imports(path) if path.is_file() else ():
            target = imported.module.removeprefix(OURS + ".")
            target = packages.get(target, target)  # an import by name may know the folder only
            edge = (source.partition(".")[0], target.partition(".")[0])
            if edge[0] == edge[1]:
                edge = (_identifier(source), _identifier(target))
            if edge[0] != edge[1] and not {*edge} & {*_LEFT_OUT}:
                label = "types only" if imported.types_only else "by name" if imported.by_name else ""
                labels.setdefault(edge, set()).add(label)
    return {edge: "" if "" in found else " and ".join(sorted(found)) for edge, found in labels.items()}


def _identifier(package: str) -> str:
    """Returns the Mermaid identifier of a package inside a part."""
    return package.replace(".", "_") if "." in package else package + "_top"


def _folder(package: str) -> str:
    """Returns the folder of a package inside its part; "*.py" for the modules at its top."""
    inside = package.partition(".")[2]
    return inside.replace(".", "/") + "/" if inside else "*.py"


# Screens


def screens_diagram() -> str:
    """Returns the diagram of the screens: those in SCREENS, and the calls in the source that open them."""
    edges = screen_edges()
    lines = ["flowchart LR", f"  {_POWER_ON}([power on])", f"  {_ANY}([any screen])"]
    for group in dict.fromkeys(name.partition(".")[0] for name in SCREENS if "." in name):
        members = [name for name in SCREENS if name.startswith(group + ".")]
        if group not in ENGINES:
            lines.append(f'  {group}["{group}: {len(members)} steps"]')
            continue
        lines.append(f"  subgraph {group}")
        lines += [f'    {_node(name)}["{name.partition(".")[2]}"]' for name in members]
        lines.append("  end")
    nodes = dict.fromkeys((_node(source), _node(target)) for source, target in edges)
    return _mermaid([*lines, *_arrows((source, target) for source, target in nodes if source != target)])


def _node(name: str) -> str:
    """Returns the Mermaid identifier of a screen; the steps of the self-test are one node."""
    group = name.partition(".")[0]
    return name.replace(".", "_") if group in ENGINES else group


def screen_edges() -> list[Edge]:
    """Returns every pair of a screen and a screen that it opens, in the order of SCREENS.

    What any screen may open (a notice about the battery or a save) is listed once, for `any_screen`.
    """
    at_any_time = _opened(APP, "App.step") + _opened("app.power", "PowerManager")
    first = [name for name in _opened("app.games.game_start", "open_first") if name not in at_any_time]
    edges = [(_POWER_ON, name) for name in first] + [(_ANY, name) for name in at_any_time]
    for name, target in SCREENS.items():
        module, _, kind = target.partition(":")
        engine = name.partition(".")[0]
        for opened in _opened("screens." + module, kind):
            foreign = engine in ENGINES and opened.partition(".")[0] in {*ENGINES} - {engine}
            if opened not in at_any_time and not foreign:
                edges.append((name, opened))
    return list(dict.fromkeys(edges))


def _opened(module: str, name: str) -> list[str]:
    """Returns the screens that the code of a class, a function or a method opens."""
    return [screen for _, call, where in opening_calls(module, name) for screen in _screens_of(call, where)]


def opening_calls(module: str, name: str) -> Iterator[tuple[str, ast.Call, str]]:
    """Yields the calls that open a screen: the method of App, the call, and the module that it is in.

    Follows base classes, functions of the same module, and methods of App and functions of app/ that open a screen
    themselves.
    """
    waiting = [(module, name)]
    done = set()
    while waiting:
        place = waiting.pop(0)
        definition = _find(*place)
        if definition is None or place in done:
            continue
        done.add(place)
        module, name = place
        if place == _REQUEST:
            waiting.append(_CARRIED_OUT)
        waiting += [_origin(module, ast.unparse(base)) for base in getattr(definition, "bases", ())]
        for call in [node for node in ast.walk(definition) if isinstance(node, ast.Call)]:
            receiver, _, method = ast.unparse(call.func).rpartition(".")
            if not receiver:
                waiting.append((module, method))
            elif receiver.endswith("app") or (module == APP and receiver == "self"):
                if method in (*_OPENERS, "start_game", "notify"):
                    yield method, call, module
                elif (APP, "App." + method) != _CARRIED_OUT:
                    waiting.append((APP, "App." + method))
            elif receiver in _app_modules(module):
                waiting.append((_app_modules(module)[receiver], method))


def _screens_of(call: ast.Call, module: str) -> list[str]:
    """Returns the screens that a call may open. Raises ValueError where its argument cannot be understood."""
    method = ast.unparse(call.func).rpartition(".")[2]
    if method == "notify":
        return ["notice"]
    name = call.args[0]
    if method == "start_game":
        return [screen for screen in SCREENS if screen.endswith(f".{ast.literal_eval(name)}")]
    if isinstance(name, ast.Constant):
        return [str(name.value)]
    if isinstance(name, ast.BinOp) and isinstance(name.left, ast.Constant):  # "self_test." + ...
        return [screen for screen in SCREENS if screen.startswith(str(ast.literal_eval(name.left)))]
    if isinstance(name, ast.BinOp) and isinstance(name.right, ast.Constant):  # ... + ".scores"
        return [screen for screen in SCREENS if screen.endswith(str(ast.literal_eval(name.right)))]
    if isinstance(name, ast.Subscript):  # names at the top of the module
        return list(_constant(module, ast.unparse(name.value)))
    raise ValueError(
        f"{module}:{call.lineno}: tools/publish/diagrams.py cannot find the screens of {ast.unparse(call)}"
    )


@cache
def tree_of(module: str) -> ast.Module:
    """Returns the syntax tree of a module of the firmware."""
    return ast.parse((FIRMWARE / OURS / (module.replace(".", "/") + ".py")).read_text(encoding="utf-8"))


def _find(module: str, name: str) -> Definition | None:
    """Returns the class or function of that name; "Class.method" for a method."""
    found: Definition | None = None
    body = tree_of(module).body
    for part in name.split("."):
        found = next((node for node in body if isinstance(node, Definition) and node.name == part), None)
        body = found.body if found else []
    return found


@cache
def _app_modules(module: str) -> dict[str, str]:
    """Returns the modules in the folders of app/ that a module imports, by their last name."""
    imports = [node for node in ast.walk(tree_of(module)) if isinstance(node, ast.ImportFrom) and node.module]
    names = [(str(node.module).removeprefix(f"{OURS}."), alias.name) for node in imports for alias in node.names]
    return {name: f"{folder}.{name}" for folder, name in names if folder.startswith("app.")}


def _origin(module: str, name: str) -> tuple[str, str]:
    """Returns the module and the name of a class that a module defines or imports."""
    for node in tree_of(module).body:
        if isinstance(node, ast.ImportFrom) and name in [alias.name for alias in node.names]:
            return str(node.module).removeprefix(OURS + "."), name
    return module, name


def _constant(module: str, name: str) -> tuple[str, ...]:
    """Returns the values of a tuple or a dict at the top of a module. Raises ValueError when there is none."""
    for node in tree_of(module).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == name:
            value = ast.literal_eval(node.value.args[0] if isinstance(node.value, ast.Call) else node.value)
            return tuple(value.values() if isinstance(value, dict) else value)
    raise ValueError(f"{module} has no constant {name}")
