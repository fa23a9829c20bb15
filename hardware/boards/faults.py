"""Faults put into a board on purpose, to prove that the check finds them. Never part of a board that is made."""

from collections.abc import Callable

from hardware.boards.drawing import Drawing


def short(drawing: Drawing) -> None:
    """A track of a net of its own across the whole board."""
    drawing.track([(1.0, drawing.height / 2), (drawing.width - 1.0, drawing.height / 2)], "FAULT", back=True)
    drawing.track([(1.0, drawing.height / 2), (drawing.width - 1.0, drawing.height / 2)], "FAULT")


def interrupt(drawing: Drawing) -> None:
    """One signal track is missing: the shortest way to an open net."""
    tracks = [track for track in drawing.board.GetTracks() if track.GetNetname() in ("D1", "LED_SHIFTED")]
    drawing.board.Remove(tracks[0])


FAULTS: dict[str, Callable[[Drawing], None]] = {"short": short, "open": interrupt}
