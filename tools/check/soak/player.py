"""Draws the next event from what the console shows: mostly presses that a player would make, and often the rarest."""

from collections import Counter
from random import Random
from typing import Any

from sixpip.app.app import App
from sixpip.board.contract import BANK, KEEP6, MENU, ROLL
from sixpip.rules.core import actions
from sixpip.rules.core.actions import OVER
from sixpip.rules.rulebook.variants import PHASE
from sixpip.screens.menu import Menu
from sixpip.screens.play.game_screen import ASK, GameScreen
from sixpip.screens.workshop.self_test import Step
from tools.check.soak.events import disk_event, game_event, other_event, preparations
from tools.check.soak.fault import Event

_ANY = (0, 1, 2, 3, 4, 5, ROLL, ROLL, ROLL, ROLL, BANK, BANK, MENU)
_WAITS_MS = (400, 1300, 1300, 3000, 3000, 8000)
_LONG_MS = (35_000, 70_000, 130_000, 400_000)
_HELD_MS = 1500
_TURN_PAGE = 5
FAULTS = 0.015
"""The share of events that are faults, switching off included."""
_PICKS = 0.75
"""The share of events on a list that pick a line."""
_FORWARD = 0.35
"""The share of other presses on menus and pages that are ROLL: it leads on."""
_NEXT_STEP = 0.8
"""The same in the self-test, which has many steps."""
_EXPLORERS = 0.4
"""The share of runs that often leave the game for the menus."""
_BANK_AT = 0.35


class SoakPlayer:
    """Plays one run."""

    def __init__(self, chance: Random, faults: float = FAULTS) -> None:
        """`faults`: the share of events that are faults."""
        self._chance = chance
        self._faults = faults
        explores = chance.random() < _EXPLORERS
        self._start = 0.005 if explores else 0.1
        """The share of games that are started directly, where no game is in play."""
        self._menu = 0.15 if explores else 0.02
        """The share of presses of MENU in a game."""
        self._planned = preparations(chance)
        self._chosen: Counter[tuple[str, int]] = Counter()
        """How often a button was pressed or a line (from 100 on) was picked, by screen."""

    def next(self, app: App) -> Event:
        """Returns the next event for a console in this state."""
        if self._planned:
            return self._planned.pop(0)
        chance = self._chance
        dice = chance.random()
        if dice < self._faults:
            return disk_event(chance) if chance.random() < 0.6 else other_event(chance)
        if dice < 0.05:
            return ["wait", chance.choice(_WAITS_MS)]
        if dice < 0.052:
            return ["wait", chance.choice(_LONG_MS)]
        session = app.session
        if (session is None or session.game.stage == OVER) and chance.random() < self._start:
            return game_event(chance)
        screen = app.screen
        if isinstance(screen, GameScreen):
            return self._play(screen)
        return self._press_rarest(app)

    def _press_rarest(self, app: App) -> Event:
        """Picks the line of a list, or presses the button of a page, that came least; at times waits until it rests."""
        chance = self._chance
        screen = app.screen
        if isinstance(screen, Menu) and chance.random() < _PICKS:
            self._pick_rarest(screen)
        else:
            forward = chance.random() < (_NEXT_STEP if isinstance(screen, Step) else _FORWARD)
            self._planned.append(["press", ROLL if forward else self._rarest(screen, range(MENU + 1))])
        if chance.random() < 0.3:
            self._planned.append(["wait", 1300])
        return self._planned.pop(0)

    def _pick_rarest(self, screen: Menu) -> None:
        """Plans the presses that turn to a line of a list and pick it."""
        count = len(screen.lines())
        line = self._rarest(screen, range(100, 100 + max(1, count))) - 100
        pages = max(1, (count + KEEP6) // (KEEP6 + 1))
        turns = (line // (KEEP6 + 1) - screen.at // (KEEP6 + 1)) % pages
        self._planned += [["press", MENU] for _ in range(turns)] + [["press", line % (KEEP6 + 1)]]

    def _rarest(self, screen: object, choices: range) -> int:
        """Returns the choice that was made least on this screen, and counts it."""
        kind = type(screen).__name__ + str(getattr(screen, "title", ""))
        choice = min(choices, key=lambda choice: self._chosen[kind, choice] + 2 * self._chance.random())
        self._chosen[kind, choice] += 1
        return choice

    def _play(self, screen: GameScreen) -> Event:
        """Presses a button of a game: any, or those for a decision that leads to the end of the game."""
        chance = self._chance
        if screen.mode != ASK or screen.dice.moving or screen.computer_plays():
            if chance.random() < 0.3:
                return ["wait", chance.choice(_WAITS_MS)]
            return ["press", MENU if chance.random() < 0.03 else ROLL]
        dice = chance.random()
        if dice < 0.1:
            return ["press", chance.choice(_ANY)]
        if dice < 0.1 + self._menu:
            return ["press", MENU, chance.choice((50, _HELD_MS))]
        if screen.session.game.dice_set.kind == PHASE.kind:
            self._aim(screen)
        else:
            self._decide(screen)
        if chance.random() < 0.2:
            self._planned.insert(0, ["wait", 1300])
        return self._planned.pop(0)

    def _decide(self, screen: Any) -> None:
        """Plans a decision of ten thousand: banks, or keeps dice and rolls."""
        chance = self._chance
        game = screen.session.game
        legal = game.legal()
        if actions.KEEP in legal and not game.pending and not screen.decision.chosen and chance.random() < 0.8:
            keep = game.best_keep()
            if chance.random() < 0.4:
                found = game.find_keeps()
                keep = game.positions_of(game.scorer.keeps[chance.randrange(found)]) if found else 0
            self._choose(screen, keep)
        elif game.pending and chance.random() < 0.7:
            self._choose(screen, chance.randrange(game.all + 1) & game.rolled)
        self._planned.append(["press", BANK if chance.random() < _BANK_AT else ROLL])

    def _aim(self, screen: Any) -> None:
        """Plans a decision of Phase 10: keeps the dice that come nearest to the phase, stops when it is made."""
        chance = self._chance
        game = screen.session.game
        button = ROLL
        if actions.KEEP in game.legal() or game.kept:
            best = game.best()
            self._choose(screen, best.used if chance.random() < 0.9 else chance.randrange(game.all + 1))
            if best.points >= 0 or not screen.decision.rolls_left:
                button = BANK
        self._planned += [["press", button], ["press", button]] if chance.random() < 0.5 else [["press", button]]

    def _choose(self, screen: Any, wanted: int) -> None:
        """Plans the presses that choose exactly these dice, and those that turn the pages."""
        dice = screen.dice
        for page in range(dice.pages):
            shown = (dice.page + page) % dice.pages
            for tile in range(dice.per_page if dice.pages > 1 else KEEP6 + 1):
                place = shown * dice.per_page + tile
                if place < len(dice.faces) and (screen.decision.chosen ^ wanted) >> place & 1:
                    self._planned.append(["press", tile])
            if dice.pages > 1:
                self._planned.append(["press", _TURN_PAGE])
