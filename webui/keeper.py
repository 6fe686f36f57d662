"""Keeps the game and its log together: what happened is committed first and shown after; a restart folds it again."""

from __future__ import annotations

import logging
from dataclasses import replace

from engine.events import Corrected, Event, Joined, Looked, NewRound, Redone, Say, Undone, from_json, to_json
from engine.game import Game
from engine.outputs import Output
from engine.referee import start, step
from engine.rulefile import understood
from engine.table import Seat
from engine.watched import watchable
from webui.checkpoint import Checkpoint, load, save
from webui.chronicle import changes
from webui.errors import WebError
from webui.sources import is_twin
from webui.store import Match, Store

log = logging.getLogger(__name__)

CHECKPOINT_EVENTS = 50
USELESS = {Corrected: "illegal", Joined: "no_join", Undone: "nothing", Redone: "nothing_ahead"}
"""Events that are refused if they change nothing, and the code of that refusal."""


class Keeper:
    """The game of the newest match. Not thread-safe: one worker owns it."""

    def __init__(self, store: Store, source: str, rules: str, players: int, dealer: Seat | None) -> None:
        """Resume the newest match if it is this one, else begin another. *rules* is a preset or TOML text.

        Raises RuleSetError for rules that are unknown or not followed by the referee, StoreError for a damaged file.
        """
        fresh = start(watchable(understood(rules)), players, dealer)
        self._store = store
        self._shortcut = store.folder / "hwatupan.checkpoint"
        self._since = 0  # events since the last checkpoint
        newest = store.newest_match()
        same = newest is not None and _goes_on(newest, source, rules, players)
        self.match = newest if newest and same else store.begin_match(source, rules, players, dealer)
        self.game = self._fold(fresh) if same else fresh

    def begin(self, stake: int, seconds: float, dealer: Seat | None = None) -> None:
        """Another evening at the same table under the same rules, whose clock goes on; what ran is put away."""
        fresh = start(self.game.rules, self.game.players, dealer)
        old = self.match
        self.match = self._store.begin_match(old.source, old.rules, old.players, dealer, stake)
        self.game = fresh
        self.apply(NewRound(seconds))

    @property
    def seconds(self) -> float:
        """The time of the newest event; what comes next comes later."""
        return self.game.seconds

    def apply(self, event: Event) -> tuple[Output, ...]:
        """Commit *event* and fold it in. Raises StoreError, and then nothing has happened.

        A correction, an undo or a join that the referee cannot use is refused with WebError and not kept.
        """
        game, outputs = step(self.game, event)
        if type(event) in USELESS and replace(game, seconds=self.game.seconds) == self.game:
            why = "the referee cannot make a legal game of that; look at the table again"
            raise WebError(USELESS[type(event)], why, 409)
        shown = bool(outputs) or not isinstance(event, Looked)
        index = changes(self.game, game)
        number = self._store.append(self.match, event.seconds, to_json(event), index, firmly=shown)
        self._since += 1
        self.game = game
        if outputs or self._since >= CHECKPOINT_EVENTS:
            self._since = 0
            save(self._shortcut, Checkpoint(self.match.id, number, game, self._store.stamp(self.match, number)))
        return outputs

    def answers(self) -> list[tuple[Seat, str, float]]:
        """Every Go and Stop since the source began, also of evenings before this one: seat, word, seconds."""
        match, bodies = self.match, self._store.events(self.match)
        while bodies and bodies[0]["type"] == "new_round":  # an evening that went on from the one before, see `begin`
            before = self._store.match_before(match)
            if before is None or before.source != match.source:
                break
            match, bodies = before, self._store.events(before) + bodies
        said = (body for body in bodies if body["type"] == "said" and body["say"] in (Say.GO, Say.STOP))
        return [(one["seat"], one["say"], one["seconds"]) for one in said]

    def _fold(self, game: Game) -> Game:
        known = load(self._shortcut, self.match.id)
        if known and known.stamp != self._store.stamp(self.match, known.event):
            known = None  # of another record: one was restored, or another database is used
        after, game = (known.event, known.game) if known else (0, game)
        bodies = self._store.events(self.match, after)
        for body in bodies:
            game, _ = step(game, from_json(body))
        log.info("resumed match %d: %d events after number %d", self.match.id, len(bodies), after)
        return game


def _goes_on(match: Match, source: str, rules: str, players: int) -> bool:
    """Another camera may look at the same table; another virtual table is another game."""
    same_place = match.source == source or not (is_twin(match.source) or is_twin(source))
    return same_place and (match.rules, match.players) == (rules, players)
