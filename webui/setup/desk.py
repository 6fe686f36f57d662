"""The wizard of one server: what was entered so far, what it looks through, and the table that it sets up.

Nothing that is entered touches the table that plays until the evening begins, or a finished set-up is changed.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, Protocol

from flask import current_app

from engine.errors import EngineError
from vision import layout as layouts
from vision.errors import LayoutError, VisionError
from vision.frames import FrameSource, open_source
from vision.layout import Layout
from vision.marks import find
from vision.pipeline import Recogniser
from vision.plane import SHOWN
from vision.proposal import Proposal, propose
from vision.sketch import Sketch, drawn
from vision.types import Bgr
from webui.cardart import card_art
from webui.errors import WebError
from webui.live import LiveTable
from webui.pages import Site
from webui.photo import reader
from webui.settings import Settings
from webui.setup import draft as drafts
from webui.setup.deck import DeckCheck
from webui.setup.draft import Draft
from webui.setup.finder import Finder, Wanted
from webui.snapshot import View
from webui.sources import is_twin

Outline = list[list[float]]
"""Corners of a card, pixels."""

TableMaker = Callable[[Settings], LiveTable]
"""Makes the table of given settings on the record of this server, not started."""


class Phone(Protocol):
    """Opens the pictures of a phone, and any other source as others do (`webui.phone.PhoneCamera`)."""

    def opener(self, others: Callable[..., FrameSource]) -> Callable[..., FrameSource]:
        """As `vision.frames.open_source`."""


class Desk:
    """Safe to ask from any thread."""

    def __init__(
        self, here: Site, make: TableMaker | None, phone: Phone, *, lead: bool = False
    ) -> None:
        """*here* holds the table that plays. *lead*: people are led through the set-up before they see the table.

        Without *make* everything can be entered and nothing begun. Raises SettingsError for a damaged file.
        """
        self._here, self._make, self._lead = here, make, lead
        self.data: Path = here.settings.data
        self.draft = drafts.load(self.data)
        self.finder = Finder(phone.opener(open_source), lambda: here.live, here.settings.lost_after)
        self._sight: Recogniser | None = None
        self._looking = threading.Lock()
        self._changing = threading.Lock()
        self.deck = DeckCheck(Recogniser)

    def leads(self) -> bool:
        """Whether the host should come to the set-up first: nothing is set up, or an evening might begin."""
        return self._lead and (not self.draft.finished or not self.round_runs)

    @property
    def waits(self) -> bool:
        """Whether nothing is watched because nothing was set up."""
        return self._lead and not self.draft.finished and not self._here.live.alive()

    @property
    def round_runs(self) -> bool:
        """Whether cards are being played at the table now."""
        now = self._here.live.snapshot().game.round
        return now is not None and not now.over

    def stay(self) -> None:
        """Go to the table as it is; one that was never watched is from now on."""
        with self._changing:
            self._lead = False
            self.finder.close()
            if not self._here.live.alive():
                self._here.live.start()

    def enter(self, change: Callable[[Draft], Draft], step: str) -> Draft:
        """Keep what was entered in *step*. Raises WebError for nonsense, SettingsError if it cannot be kept."""
        with self._changing:
            fresh = change(self.draft).through(step)
            drafts.dump(fresh, self.data)
            self.draft = fresh
            return fresh

    def look_through(self, draft: Draft | None = None) -> None:
        """Show the picture of the camera that was entered; without one, of the table that plays."""
        one = draft or self.draft
        source = one.source or self._here.settings.source
        self.finder.look_at(Wanted(source, one.players, one.rotate, one.mirror))

    def no_peeking(self) -> None:
        """Raise WebError while cards are played: naming what lies there would be for everybody's eyes too early."""
        if self.round_runs and not is_twin(self._here.settings.source):
            raise WebError("setup_running", "a round runs; the deck is looked at when it is over", 409)

    # the table

    def propose(self, bgr: Bgr, players: int) -> tuple[Layout, Proposal | None, list[Outline]]:
        """Where things lie on a picture of the table, and the outlines of the cards that tell it, without their names.

        The proposal is None where nothing on the picture tells it, and at the virtual table, which knows it by itself.
        """
        size = (bgr.shape[1], bgr.shape[0])
        with self._looking:
            self._sight = self._sight or Recogniser()
            cards, marks = self._sight.picture(bgr).cards, find(bgr)
        outlines = [card.quad.corners.round(1).tolist() for card in cards if card.quad.visible >= SHOWN]
        own = self.finder.layout(size)
        if own is not None and own.players == players:
            return own, None, outlines
        try:
            proposal = propose(cards, size, players, marks=marks)
        except LayoutError:
            return layouts.default(players, size), None, outlines
        return proposal.layout, proposal, outlines

    def kept_layout(self) -> Layout | None:
        """The table as it was drawn, if it was."""
        if not self.draft.laid_out:
            return None
        try:
            found = layouts.load(self.data / drafts.LAYOUT)
        except LayoutError:
            return None
        return found if found.players == self.draft.players else None

    def lay_out(self, sketch: Sketch) -> None:
        """Keep the table as it was drawn. Raises WebError for what is none."""
        try:
            layout = drawn(sketch)
        except LayoutError as error:
            raise WebError("setup_table", str(error)) from None
        self.data.mkdir(parents=True, exist_ok=True)
        try:
            layout.dump(self.data / drafts.LAYOUT)
        except LayoutError as error:
            raise WebError("settings", str(error), 500) from None
        self.enter(lambda one: replace(drafts.with_players(one, sketch.players), laid_out=True), "table")

    # the evening

    def apply(self, *, fresh: bool = False, anew: bool = False) -> LiveTable:
        """Let the table be as it was entered; *fresh*: put away what ran and begin another evening; *anew*: what a file
        of the set-up says has changed.

        The table that plays is only put away for another one. Raises WebError, and then it plays on.
        """
        with self._changing:
            draft, here = replace(self.draft, finished=True), self._here
            if not draft.source:
                raise WebError("setup_source", "no camera was chosen; go back to the first step", 409)
            settings = here.settings.model_copy(update=_settings(draft, self.data))
            if fresh or anew or settings != here.settings or not here.live.alive():
                self._replace(settings, draft, fresh)
            drafts.dump(draft, self.data)
            self.draft, self._lead = draft, False
            return here.live

    def _replace(self, settings: Settings, draft: Draft, fresh: bool) -> None:
        here, make = self._here, self._make
        if make is None:
            raise WebError("setup_fixed", "this server cannot change its table; start hwatupan serve", 409)
        try:
            art = card_art(settings)
        except (WebError, VisionError) as error:
            raise WebError("setup_deck", str(error), 409) from None
        old = here.live
        self.finder.close()
        old.stop()
        store, humans = old.store, old.snapshot().view.humans
        store.choose("view", View(draft.rotate, draft.mirror, humans, draft.names).to_json())
        try:
            live = make(settings)
        except (WebError, EngineError, VisionError) as error:
            self._put_back(old)
            raise WebError("setup_refused", str(error), 409) from None
        game = live.snapshot().game
        if fresh and (game.results or game.round is not None):
            live.renew(draft.stake)
        here.put(settings, live, art)
        current_app.extensions["hwatupan_reader"] = reader(settings)
        live.start()

    def _put_back(self, old: LiveTable) -> None:
        assert self._make is not None
        again = self._make(old.settings)
        self._here.put(old.settings, again, card_art(old.settings))
        again.start()


def _settings(draft: Draft, data: Path) -> dict[str, Any]:
    """The settings that change with *draft*; rules as a match keeps them."""
    blank = {"dealer": None, "layout": None, "enrolled": None}
    return {**blank, **draft.settings(data), "rules": draft.rules()}


def desk() -> Desk:
    """The wizard of the current app."""
    found: Desk = current_app.extensions["hwatupan_setup"]
    return found
