"""Faults to add to a board, to prove that the design rule check finds them. Never used for production."""

from collections.abc import Callable

from hardware.boards.drawing import Drawing


def short(drawing: Drawing) -> None:
    """Adds a track of a separate net across the whole board, on both sides."""
    drawing.track([(1.0, drawing.height / 2), (drawing.width - 1.0, drawing.height / 2)], "FAULT", back=True)
    drawing.track([(1.0, drawing.height / 2), (drawing.width - 1.0, drawing.height / 2)], "FAULT")


def interrupt(drawing: Drawing) -> None:
    """Removes one signal track."""
    tracks = [track for track in drawing.board.GetTracks() if track.GetNetname() in ("/DATA1", "T1_DATA1")]
    drawing.board.Remove(tracks[0])


def near_cut(drawing: Drawing) -> None:
    """Moves one LED towards the left edge of its tile, and in a panel towards a V-cut."""
    part = drawing.board.FindFootprintByReference("T2_D1")
    part.SetPosition(
        drawing.to_kicad((drawing.to_mm(part.GetPosition())[0] - 1.0, drawing.to_mm(part.GetPosition())[1]))
    )


def via_in_pad(drawing: Drawing) -> None:
    """Adds a via at the supply pad of the first LED, connected to the same net."""
    part = drawing.board.FindFootprintByReference("D1")
    drawing.via(drawing.pad(part, "4"), "LED_5V")


FAULTS: dict[str, Callable[[Drawing], None]] = {
    "short": short,
    "open": interrupt,
    "near-cut": near_cut,
    "via": via_in_pad,
}
