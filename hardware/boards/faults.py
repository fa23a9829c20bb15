"""Faults to add to a board, to prove that the design rule check finds them. Never used for production."""

from collections.abc import Callable

from hardware.boards.drawing import Drawing


def short(drawing: Drawing) -> None:
    """Adds a track of a separate net across the whole board, on both sides."""
    drawing.track([(1.0, drawing.height / 2), (drawing.width - 1.0, drawing.height / 2)], "FAULT", back=True)
    drawing.track([(1.0, drawing.height / 2), (drawing.width - 1.0, drawing.height / 2)], "FAULT")


def interrupt(drawing: Drawing) -> None:
    """Removes one signal track."""
    tracks = [track for track in drawing.board.GetTracks() if track.GetNetname() in ("D1", "LED_SHIFTED")]
    drawing.board.Remove(tracks[0])


FAULTS: dict[str, Callable[[Drawing], None]] = {"short": short, "open": interrupt}
