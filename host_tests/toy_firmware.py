"""A small firmware in two versions for tests that install it often on the emulated Pico, and the files of its user."""

from host_tests.flash_fixture import content
from sixpip import VERSION

BANNER = f"Sixpip {VERSION}\r\n"


def toy(mark: str, **sizes: int) -> dict[str, bytes]:
    """A firmware that starts only if all its modules are there; `sizes`: of the modules."""
    modules = {f"sixpip/{name}.py": b"#" + content(mark + name, size).hex().encode() for name, size in sizes.items()}
    imports = "".join(f"import sixpip.{name}\n" for name in sizes)
    main = f"import time\ntime.sleep_ms(100)\nprint('starting {mark}')\n{imports}print('Sixpip {VERSION}')\n"
    return {"main.py": main.encode(), "sixpip/__init__.py": b"", "sixpip/deep/same.py": b"X = 1\n", **modules}


OLD = toy("old", one=300, two=100, gone=40)
NEW = toy("new", one=1500, two=120, more=60)
OTHERS = {
    "game": b"a game",
    "logs/game-1.log": content("log", 700),
    "variants/x.json": b"{}",
    "boot.py": b"# mine\n",
}
