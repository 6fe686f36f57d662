"""The virtual table as a camera: a FrameSource with its layout, its truth, and a control port for human seats."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from engine.observation import STOCK, Zone
from engine.rules import ruleset
from engine.table import Seat
from vision.errors import SourceError
from vision.layout import Layout
from vision.twin.art import load_deck
from vision.twin.camera import Bump, Camera, Lens, draw_camera
from vision.twin.director import Answer, Director, Json, Prompt, Steps
from vision.twin.hands import draw_arm
from vision.twin.mishaps import Wanted
from vision.twin.motion import Script
from vision.twin.places import make_layout
from vision.twin.rehearse import Rehearsed, cut, rehearse, shifted_inputs, shifted_script
from vision.twin.scene import Scene
from vision.twin.surface import SURFACES, draw_surface, pick_surface
from vision.types import Bgr, Corners, Frame

PATIENCE = 5.0  # seconds that a button pressed before the prompt still counts


@dataclass(frozen=True)
class VisibleCard:
    """A card in the last frame, as the truth knows it."""

    face: str  # a face or "back"
    quad: Corners  # float32 (4, 2) picture pixels, from the upright art's top left, clockwise
    visible: float  # fraction of its area that the picture shows, 0..1
    zone: Zone | None  # by its centre
    moving: bool
    card: int  # number of the physical card; negative: a packet of face-down cards


class Control:
    """The port through which people play: mark a seat human, ask who is waited for, press its button.

    Safe to use from other threads while frames are drawn.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._humans: set[Seat] = set()
        self._said: dict[Seat, tuple[str, float]] = {}
        self._waiting: Prompt | None = None
        self._now = 0.0

    @property
    def humans(self) -> frozenset[Seat]:
        """Seats whose prompts wait for the button."""
        with self._lock:
            return frozenset(self._humans)

    def mark(self, seat: Seat, human: bool = True) -> None:
        """Let a person answer for *seat*, or give it back to the bot."""
        with self._lock:
            (self._humans.add if human else self._humans.discard)(seat)

    def waiting(self) -> Prompt | None:
        """The Go/Stop prompt that waits for a person now."""
        with self._lock:
            return self._waiting

    def say(self, seat: Seat, say: str) -> None:
        """The person of *seat* pressed Go or Stop. Raises ValueError for anything else."""
        if say not in ("go", "stop"):
            raise ValueError(f"the virtual table takes go or stop, not {say!r}")
        with self._lock:
            self._said[seat] = (say, self._now)

    def answer(self, prompt: Prompt) -> str | None:
        """What the person said to *prompt*; None: nothing yet. Used by the source."""
        with self._lock:
            say, at = self._said.pop(prompt.seat, (None, 0.0))
            if at < prompt.asked - PATIENCE:
                say = None
            self._waiting = prompt if say is None else None
            return say

    def tick(self, seconds: float) -> None:
        """The film has come to *seconds*. Used by the source."""
        with self._lock:
            self._now = seconds

    def drop(self) -> None:
        """The bot answers instead: nobody is waited for. Used by the source."""
        with self._lock:
            self._waiting = None


class TwinSource:
    """A seeded game at a drawn table. Equal arguments give equal frames and equal truth.

    *rounds* None plays on for ever; *tempo* seconds a turn, None draws it; *size* picture width and height.
    *fouls* and *clumsy* name what goes wrong (`vision.twin.mishaps`); such a game is planned at once, and nobody but
    bots plays it. *from_turn* begins the film in mid-round, *seconds* ends it.
    Raises DeckError for a bad deck folder, RuleSetError for unknown rules, ValueError for other bad arguments, also if
    no game of the seed has an occasion for what is named.
    """

    live = False

    def __init__(
        self, seed: int = 1, players: int = 2, rounds: int | None = 1, deck: Path | str | None = None,
        size: tuple[int, int] = (1280, 720), fps: float = 10.0, tempo: float | None = None,
        preset: str = "korean_standard", options: Json | None = None, surface: str | None = None,
        room: float = 1.0, bump: Bump | None = None, fouls: Sequence[str] = (), clumsy: Sequence[str] = (),
        from_turn: int | None = None, seconds: float | None = None,
    ) -> None:  # fmt: skip
        """*room*: how much more than the table the camera holds; *bump*: it is knocked once."""
        if players not in (2, 3, 4):
            raise ValueError(f"{players} players cannot be dealt; 2, 3 or 4 can play")
        if players == 4 and rounds is None:
            raise ValueError("4 players cannot be dealt yet at a table that plays on for ever; 2 or 3 can")
        if (options or {}).get("bonus_cards"):
            raise ValueError("the virtual table plays without bonus cards; leave bonus_cards empty")
        if surface is not None and surface not in SURFACES:
            raise ValueError(f"no surface {surface!r}; choose {', '.join(sorted(SURFACES))}")
        if fps <= 0 or min(size) < 90:
            raise ValueError("fps must be positive and the picture at least 90 pixels high")
        self.seed, self.players, self.size, self.fps = seed, players, size, fps
        self._preset, self._options = preset, dict(options or {})
        wanted = Wanted(tuple(fouls), tuple(clumsy), from_turn)

        def game(number: int = 0, early: bool = False) -> Director:
            rules = ruleset(preset, self._options)
            return Director(seed, players, rounds, rules, tempo, wanted, number, early)

        self._cut: Rehearsed | None = None
        if wanted or seconds is not None:
            if rounds is None:
                raise ValueError("fouls and clumsiness are planned before the film; say how many rounds")
            self._cut = rehearse(game, wanted, seconds)
        self._director = self._cut.director if self._cut else game()
        self.surface = surface or pick_surface(np.random.default_rng([seed, 2]))
        self._camera, self._deck = draw_camera(size, np.random.default_rng([seed, 3]), room), load_deck(deck)
        lacking = [code for code in self._director.codes if code not in self._deck.faces]
        if lacking:
            raise ValueError(f"the deck {self._deck.name} has no picture of {lacking[0]}; add one, or use another deck")
        self._bump, self._bumped = bump or self._push(), False  # to come, and over
        self.layout: Layout = make_layout(players, self._camera)
        self.control = Control()
        self._steps = self._played(self._cut) if self._cut else self._director.steps()
        self._scripts: deque[Script] = deque()
        self._prompt: Prompt | None = None
        self._planned = 0.0
        self._over = self._begun = False
        self._first = 0  # number of the first picture
        self._told: deque[tuple[Seat, str, float]] = deque()  # answers given before a skip
        self._pressed: set[int] = set()  # numbers of inputs that came from a person's button

    @cached_property
    def scene(self) -> Scene:
        """The table to draw, made at the first picture: the truth alone costs no drawing."""
        light, people = (np.random.default_rng([self.seed, n]) for n in (4, 6))
        lens, top = Lens(self.size, light), self._top(self._camera)
        arms = [draw_arm(people) for _ in range(self.players + 1)]  # and one of a bystander
        props, start = self._director.props, self._cut.start if self._cut else 0.0
        lights = [replace(light, start=light.start - start, end=light.end - start) for light in props.lights]
        return Scene(
            self._camera, lens, top, self._deck, props.codes, arms, self.players, odd=props.odd, lights=lights
        )  # fmt: skip

    def _push(self) -> Bump | None:
        """The knock against the camera that a slip gave it."""
        pushed = self._director.props.pushed
        if pushed is None:
            return None
        rng = np.random.default_rng([self.seed, 7])
        shift = (float(rng.uniform(-14, 14)), float(rng.uniform(-9, 9)))
        at = pushed - (self._cut.start if self._cut else 0.0)
        return Bump(at, shift, float(rng.uniform(-1.5, 1.5)), float(rng.uniform(-0.8, 0.8)))

    @staticmethod
    def _played(film: Rehearsed) -> Steps:
        """The scripts of a planned game, by the film's clock."""
        for script in film.scripts:
            yield shifted_script(script, film.start)

    def frames(self) -> Iterator[Frame]:
        """Every picture until the last round is gathered. Raises SourceError if asked twice: a game is played once."""
        if self._begun:
            raise SourceError("this virtual table has played its game; set up a new one with the same seed")
        self._begun = True
        number = self._first
        while True:
            seconds = number / self.fps
            self.control.tick(seconds)
            self._plan(seconds)
            if seconds > self.length:
                return
            while self._scripts and self._scripts[0].start <= seconds:
                script = self._scripts.popleft()
                self.scene.add(script.moves, script.hands)
            self._knock(seconds)
            yield Frame(number, seconds, self.scene.frame(seconds, number))
            number += 1

    def _top(self, camera: Camera) -> Bgr:
        """The empty table, the same one for every camera."""
        return draw_surface(camera, np.random.default_rng([self.seed, 5]), self.surface)

    def _knock(self, seconds: float) -> None:
        if self._bump is None or self._bumped or seconds < self._bump.at:
            return
        camera = self._bump.camera(self._camera, seconds)
        self.scene.look_through(camera, self._top(camera))
        self._bumped = seconds >= self._bump.at + self._bump.lasts

    def skip(self, seconds: float, answers: Sequence[tuple[Seat, str, float]] = ()) -> None:
        """Begin at that moment of the film, without drawing what came before: for a live table that was restarted.

        *answers* is every Go and Stop before it, of bots and people, in order: seat, word, seconds.
        """
        self._first = max(0, round(seconds * self.fps))
        self._told = deque(answers)
        self._plan(seconds)

    @property
    def length(self) -> float:
        """Seconds of film as far as they are known; infinite while the game goes on."""
        if self._cut is not None and self._cut.end is not None:
            return self._cut.end - self._cut.start
        return self._planned if self._over else float("inf")

    @property
    def truth(self) -> Json:
        """What really happens, as CONTRACT.md section 5 says. Without human seats the whole game is played first."""
        self._finish()
        rounds, options = self._director.rounds_told, {**self._options, **self._director.mishaps.options()}
        if self._cut is not None:
            rounds = cut(rounds, self._cut.start, self._cut.end)
        return {
            "format": 1, "seed": self.seed, "players": self.players, "preset": self._preset,
            "options": options, "deck": self._deck.name, "size": list(self.size), "fps": self.fps,
            "tempo": self._director.tempo, "surface": self.surface, "rounds": rounds,
        }  # fmt: skip

    @property
    def inputs(self) -> list[Json]:
        """What people say, lines of inputs.jsonl. Without human seats the whole game is played first."""
        self._finish()
        if self._cut is not None:
            return shifted_inputs(self._director.inputs, self._cut.start, self._cut.end)
        return self._director.inputs

    def said(self, after: float, until: float) -> list[Json]:
        """What the bots say with *after* < seconds <= *until*: for a live table, whose people press buttons."""
        lines = enumerate(list(self._director.inputs if self._cut is None else self.inputs))
        return [line for n, line in lines if n not in self._pressed and after < line["seconds"] <= until]

    def visible_cards(self) -> list[VisibleCard]:
        """The cards of the last frame; the stock's packet counts as one card in the zone `STOCK`."""
        out = []
        for card in self.scene.visible():
            zone = STOCK if card.thing < 0 and not card.moving else self.layout.zone_at(card.at_mm)
            out.append(VisibleCard(card.face, card.quad, card.visible, zone, card.moving, card.thing))
        return out

    def _finish(self) -> None:
        if not self.control.humans and self._director.rounds is not None:
            self._plan(float("inf"))

    def _plan(self, until: float) -> None:
        """Take scripts from the director until they reach *until* or a person is waited for."""
        while not self._over and self._planned <= until:
            if self._prompt is not None:
                if not self._settle_prompt(until):
                    return
                continue
            self._take(None)

    def _settle_prompt(self, now: float) -> bool:
        """Answer the open prompt; False: a person has not decided."""
        prompt = self._prompt
        assert prompt is not None
        self._prompt = None
        if self._told and self._told[0][0] == prompt.seat:
            _, told, at = self._told.popleft()
            self._take(Answer(told, max(at, prompt.asked)))
            return True
        if prompt.seat not in self.control.humans:
            self.control.drop()
            self._take(None)
            return True
        say = self.control.answer(prompt)
        if say is None:
            self._prompt = prompt
            return False
        self._pressed.add(len(self._director.inputs))
        self._take(Answer(say, max(now, prompt.asked)))
        return True

    def _take(self, answer: Answer | None) -> None:
        try:
            step: Any = self._steps.send(answer)
        except StopIteration:
            self._over = True
            return
        if isinstance(step, Prompt):
            self._prompt = step
            return
        self._scripts.append(step)
        self._planned = step.end
