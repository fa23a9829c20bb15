"""Counts what soak has reached: events, games, screens, variants and house rules."""

from collections import Counter

from sixpip.app.app import App
from sixpip.rules.core.actions import OVER
from sixpip.rules.rulebook.options import OPTIONS
from sixpip.rules.rulebook.variants import VARIANTS
from tools.publish.diagrams import SCREENS

_FAULTS = ("cut", "full", "broken", "unreadable", "file", "folder", "jump", "battery", "charger", "usb", "oled")


class Coverage:
    """What one run, or all runs together, have reached."""

    def __init__(self) -> None:
        self.events: Counter[str] = Counter()
        self.screens: Counter[str] = Counter()
        self.variants: Counter[str] = Counter()
        self.rules: Counter[str] = Counter()
        self.games = self.restarts = self.cuts = 0
        self.links = self.longest_link = 0
        """The finished games that were made a link and back, and the letters of the longest one without its address."""
        self.screen = ""
        """The screen that was opened last."""

    def count_event(self, kind: str) -> None:
        """Counts an event by its kind."""
        self.events[kind] += 1

    def count_link(self, letters: int) -> None:
        """Counts the link of a finished game; 0 letters: it has none, because its log is not complete."""
        self.links += letters > 0
        self.longest_link = max(self.longest_link, letters)

    @property
    def faults(self) -> int:
        """The faults of disk, power and clock, with the power cuts."""
        return sum(self.events[kind] for kind in _FAULTS)

    def watch(self, app: App) -> None:
        """Counts the screens that this console opens from now on, and the games that start and end."""
        order = app.screens._order

        def counted(where: int, name: str, args: tuple[object, ...]) -> None:
            self._count_screen(app, name)
            order(where, name, args)

        app.screens._order = counted  # type: ignore[method-assign]
        self.screens["boot_menu" if app.session is None else f"{app.session.engine}.play"] += 1

    def _count_screen(self, app: App, name: str) -> None:
        """Counts an opened screen; with that of a game the variant and its house rules, with a ranking the end."""
        self.screens[name] += 1
        self.screen = name
        session = app.session
        if session and name.endswith(".play"):
            self.variants[session.game.variant.name] += 1
            self.rules.update(f"{key}={session.game.overrides[key]}" for key in session.game.overrides)
        elif session and name.endswith(".ranking") and session.game.stage == OVER:
            self.games += 1

    def add(self, other: "Coverage") -> None:
        """Adds what another run has reached."""
        for name in ("events", "screens", "variants", "rules"):
            getattr(self, name).update(getattr(other, name))
        for name in ("games", "restarts", "cuts", "links"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.longest_link = max(self.longest_link, other.longest_link)

    def line(self) -> str:
        """Returns the figures in one line."""
        rules = {text.partition("=")[0] for text in self.rules}
        own = set(self.variants) - {variant.name for variant in VARIANTS}
        parts = (
            f"{sum(self.events.values())} events",
            f"{self.events['press']} presses",
            f"{self.games} games",
            f"{self.links} links of up to {self.longest_link} letters",
            f"{self.restarts} restarts",
            f"{self.faults} faults with {self.cuts} power cuts",
            f"{len(set(self.screens) & set(SCREENS))} of {len(SCREENS)} screens",
            f"{len(set(self.variants) - own)} of {len(VARIANTS)} variants and {len(own)} own ones",
            f"{len(rules)} of {len(OPTIONS)} house rules with {len(self.rules)} values",
        )
        return ", ".join(parts)
