"""The styles of computer players: names, words for menus, and the modules that play them.

How Timid, Steady and Bold play is in computer.py of each engine; Master of the ten-thousand family is in master.py.
"""

from sixpip.compat import const

TIMID = const(1)
STEADY = const(2)
BOLD = const(3)
MASTER = const(4)
"""A seat holds one of these numbers; 0 stands for a person."""

NAMES = ("", "Timid", "Steady", "Bold", "Master")

HABITS = ("", "stops early", "in between", "rolls on", "the best")
"""How each style plays, in words for menus."""

OFFERED = {"ten_thousand": (TIMID, STEADY, BOLD, MASTER), "phase_ten": (TIMID, STEADY, BOLD, MASTER)}
"""The styles that can be chosen, by engine."""

_PLAYERS = {"ten_thousand": "computer:HabitPlayer", "phase_ten": "computer:PhaseTenPlayer"}
_MASTERS = {"ten_thousand": "master:MasterPlayer", "phase_ten": "computer:PhaseTenPlayer"}
"""The module and the class of a computer player by engine: of Master in _MASTERS, of the other styles in _PLAYERS."""

COACH = const(0)
"""Stands for the coach in place of a style."""


def player_class(engine: str, style: int) -> str:
    """Returns the module and the class that play a style in an engine, such as "master:MasterPlayer"."""
    if style == COACH:
        return "coach:Coach"
    return _MASTERS[engine] if style == MASTER else _PLAYERS[engine]
