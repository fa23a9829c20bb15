"""The error of the solver."""


class SolveError(Exception):
    """The solver cannot answer; the text is one sentence that says why."""
