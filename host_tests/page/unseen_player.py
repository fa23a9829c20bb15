"""A player who does not see the page: reads and presses only what the accessibility tree of the browser offers."""

import re
import time
from collections.abc import Callable

from playwright.sync_api import Page

from host_tests.page.probe import wait_for

ANSWER_S = 30
"""How long the page may take to answer on a slow machine."""
_BUTTON = re.compile(r'button "(.+?)"')


class UnseenPlayer:
    """Presses buttons by their names and reads the screen and the log of the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def screen(self) -> list[str]:
        """The lines of the screen."""
        return self.page.get_by_role("group", name="Screen").get_by_role("paragraph").all_inner_texts()

    def log(self) -> list[str]:
        """What was announced."""
        return self.page.get_by_role("log").get_by_role("paragraph").all_inner_texts()

    def buttons(self) -> list[str]:
        """The names of all buttons, in order."""
        return _BUTTON.findall(self.page.get_by_role("main").aria_snapshot())

    def press(self, name: str, exact: bool = True) -> None:
        """Presses the button with this name, as a screen reader does; waits until its answer is announced or shown.

        Fails the test when there is no such button, or no answer.
        """
        before = self.state()
        self._wait(lambda: self.press_if_there(name, exact), f"there is no button {name}")
        self._wait(lambda: self.state() != before, f"nothing happens after {name}")

    def press_if_there(self, name: str, exact: bool = True) -> bool:
        """Presses the button with this name; returns False where it has another one by now."""
        buttons = self.page.get_by_role("button", name=name, exact=exact)
        return bool(buttons.evaluate_all("buttons => { buttons[0]?.click(); return buttons.length > 0; }"))

    def _wait(self, condition: Callable[[], bool], trouble: str) -> None:
        """Waits until `condition()` is true; fails the test after ANSWER_S."""
        until = time.monotonic() + ANSWER_S
        while not condition():
            assert time.monotonic() < until, f"{trouble}: {self.state()}"
            self.page.wait_for_timeout(40)

    def state(self) -> tuple[list[str], list[str]]:
        """All that the player can know now."""
        return self.screen(), self.buttons()

    def label(self, button: str) -> str:
        """What ROLL or BANK does now, "" for nothing."""
        named = next(name for name in self.buttons() if name.split(":")[0] == button)
        return named.partition(": ")[2]

    def pick(self, line: str) -> None:
        for _ in range(10):
            found = [name for name in self.buttons() if re.match(rf"line \d: {re.escape(line)}", name)]
            if found:
                self.press(found[0])
                return
            self.press("MENU", exact=False)
        raise AssertionError(f"no line {line}: {self.screen()}")

    def wait_for_screen(self, words: str) -> None:
        """Waits until a line of the screen contains these words."""
        wait_for(lambda: any(words in line for line in self.screen()))
