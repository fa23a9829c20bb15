"""The animated picture of README.md: the real page shows each recorded frame, and the button that is pressed."""

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageSequence

from sixpip.board.contract import ROLL
from tools.publish.pictures import __main__ as pictures
from tools.publish.pictures import gallery, turn


@pytest.mark.usefixtures("chromium")
def test_the_page_is_filmed_frame_by_frame_with_the_buttons_pressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    frames = turn.record()[:3]
    monkeypatch.setattr(turn, "record", lambda: frames)
    monkeypatch.setattr(gallery, "STILLS", {})
    assert [frame.held for frame in frames[:2]] == [0, 1 << ROLL]
    assert pictures.main([str(tmp_path)]) == 0
    assert (
        capsys.readouterr().out.splitlines()[-1].endswith("Next: look at those that git diff lists, then commit them.")
    )
    with Image.open(tmp_path / gallery.FILM) as film:
        assert gallery.digest_of(tmp_path / gallery.FILM) == turn.digest(frames)
        shown = [(frame.convert("RGB"), frame.info["duration"]) for frame in ImageSequence.Iterator(film)]
    assert [ms for _, ms in shown] == [frame.ms for frame in frames]
    width, height = shown[0][0].size
    pressed = changed_box(shown[0][0], shown[1][0])
    assert pressed[0] > width * 0.7 and pressed[3] < height / 2, "only ROLL looks different"
    tumbling = changed_box(shown[1][0], shown[2][0])
    assert tumbling[0] < width * 0.1 and tumbling[3] > height / 2, "the dice tumble"


def changed_box(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int]:
    """Returns the box around the pixels that differ clearly: the compression of the film changes others a little."""
    clear = ImageChops.difference(one, other).convert("L").point([0] * 24 + [255] * 232)
    box = clear.getbbox()
    assert box is not None
    return box
