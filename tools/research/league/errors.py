"""The errors of the league."""


class LeagueError(Exception):
    """The league cannot play what is asked for; the text is one sentence that says why."""
