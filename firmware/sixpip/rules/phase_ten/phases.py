"""What each of the ten phases of Phase 10 needs. Which dice make one, and their points: best_use.py."""

from sixpip.compat import const

SET = const(0)
RUN = const(1)
COLOR = const(2)

PHASES = const(10)
FINISHED = const(11)
"""The phase of a player who has made all ten."""

_GOALS: "tuple[tuple[int, ...], ...]" = (
    (SET, 3, SET, 3),
    (SET, 3, RUN, 4),
    (SET, 4, RUN, 4),
    (RUN, 7),
    (RUN, 8),
    (RUN, 9),
    (SET, 4, SET, 4),
    (COLOR, 7),
    (SET, 5, SET, 2),
    (SET, 5, SET, 3),
)


def goal(phase: int) -> "tuple[int, ...]":
    """Returns the parts of a phase (1 to 10), each as its kind and the number of dice it needs."""
    return _GOALS[phase - 1]


def phase_text(phase: int) -> str:
    """Returns the phase in words, such as "set of 3 + run of 4", in at most 19 letters."""
    parts = _GOALS[phase - 1]
    if parts[0] == COLOR:
        return "seven of one color"
    if parts[0] == RUN:
        return f"run of {parts[1]}"
    if parts == (SET, parts[1], SET, parts[1]):
        return f"two sets of {parts[1]}"
    return f"set of {parts[1]} + {'run' if parts[2] == RUN else 'set'} of {parts[3]}"
