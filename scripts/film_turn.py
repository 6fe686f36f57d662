"""Make the moving picture of the README: one turn at the virtual table, as the eyes see it and the referee tells it.

    python scripts/film_turn.py docs/img/turn-followed.webp
    python scripts/film_turn.py turn.webp --seed 3 --turn 6

Nothing in it is drawn from the film's truth: outlines and names are what was recognised in that picture, and the line
below is the turn that the referee explained.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass
from math import cos, radians, sin
from pathlib import Path

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from engine.cards import Face
from engine.observation import Observation
from engine.outputs import Output, ScoreNow, TurnSeen
from engine.rules import preset
from vision.layout import Layout
from vision.twin.art import load_deck
from vision.twin.source import TwinSource
from vision.types import Bgr, Frame
from webui.commands.watch import build

WIDTH, HEIGHT, BAND = 720, 405, 84
CARD_MM = (36.0, 54.0)
FPS = 7.0
AFTER_S = 2.2  # the told turn is shown for so long
SURE = 0.8
GREEN, ORANGE, PAPER, INK = (60, 200, 60), (255, 170, 40), (255, 253, 240), (35, 30, 25)
LARGEST = 1_500_000  # bytes


@dataclass
class Watched:
    """Eyes that remember their last look, for drawing."""

    eyes: object
    look: Observation | None = None

    def see(self, frame: Frame) -> Observation | None:
        """As the eyes."""
        seen: Observation | None = self.eyes.see(frame)  # type: ignore[attr-defined]
        self.look = seen or self.look
        return seen


def main() -> None:
    """Read the command line, follow the game up to the turn, write the file."""
    wanted = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    wanted.add_argument("target", type=Path)
    wanted.add_argument("--seed", type=int, default=12)
    wanted.add_argument("--turn", type=int, default=5)
    asked = wanted.parse_args()
    pictures = follow(asked.seed, asked.turn)
    pictures[0].save(asked.target, save_all=True, append_images=pictures[1:], loop=0, quality=68, method=6,
                     duration=[round(1000 / FPS)] * (len(pictures) - 1) + [1500])  # fmt: skip
    size = asked.target.stat().st_size
    print(f"{asked.target}: {len(pictures)} pictures, {size / 1e6:.2f} MB")
    if size > LARGEST:
        raise SystemExit(f"more than {LARGEST / 1e6} MB; choose a shorter turn")


def follow(seed: int, turn: int) -> list[Image.Image]:
    """The pictures from the end of the turn before until the *turn* (1 is the first) has been told."""
    source = TwinSource(seed=seed, players=2, rounds=1)
    house = preset("korean_standard")
    road = build(source.layout, house, None, lambda: source.inputs)
    road.eyes = eyes = Watched(road.eyes)
    told: TurnSeen | None = None
    totals: tuple[int, ...] = (0, 0)
    kept: list[Image.Image] = []
    due = 0.0
    for frame in source.frames():
        outputs: list[Output] = road.see(frame)
        for said in outputs:
            if isinstance(said, TurnSeen):
                told = said
                kept = kept if said.n >= turn else []
            if isinstance(said, ScoreNow):
                totals = said.totals
        if told is not None and told.n >= turn and frame.seconds > told.seconds + AFTER_S:
            return kept
        if eyes.look is not None and frame.seconds >= due:
            due = frame.seconds + 1 / FPS - 1e-3
            shown = told if told is not None and told.n == turn else None
            kept.append(picture(frame.bgr, eyes.look, source.layout, shown, totals))
    raise SystemExit(f"the round ended before turn {turn}; choose an earlier one")


def picture(bgr: Bgr, look: Observation, layout: Layout, told: TurnSeen | None, totals: tuple[int, ...]) -> Image.Image:
    """One picture: the table with what was recognised, and below it the turn, once it is told."""
    small = cv2.cvtColor(cv2.resize(bgr, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2RGB)
    whole = Image.new("RGB", (WIDTH, HEIGHT + BAND), PAPER)
    whole.paste(Image.fromarray(np.ascontiguousarray(small)))
    draw = ImageDraw.Draw(whole)
    scale = WIDTH / bgr.shape[1]
    for card in look.cards:
        if card.face is not None:
            sure = card.confidence >= SURE
            corners = [tuple(point) for point in (layout.to_px(outline(card.at_mm, card.angle_deg)) * scale).tolist()]
            draw.polygon(corners, outline=GREEN if sure else ORANGE, width=2)
    font = ImageFont.load_default(11)
    for card in look.cards:
        if card.face is not None and not any(card.track in other.covers for other in look.cards):
            x, y = (layout.to_px(np.array([card.at_mm]))[0] * scale).tolist()
            draw.text((x, y), str(card.face), font=font, anchor="mm", fill="white", stroke_width=2, stroke_fill=INK)
    band(whole, draw, told, totals)
    return whole


def outline(at: tuple[float, float], angle: float) -> np.ndarray:
    """The corners of a card on the table, float (4, 2) millimetres; *angle* of its long axis in degrees."""
    half = np.array([[-CARD_MM[1], -CARD_MM[0]], [CARD_MM[1], -CARD_MM[0]], [CARD_MM[1], CARD_MM[0]],
                     [-CARD_MM[1], CARD_MM[0]]]) / 2  # fmt: skip
    turned = np.array([[cos(radians(angle)), -sin(radians(angle))], [sin(radians(angle)), cos(radians(angle))]])
    corners: np.ndarray = half @ turned.T + np.array(at)
    return corners


def band(whole: Image.Image, draw: ImageDraw.ImageDraw, told: TurnSeen | None, totals: tuple[int, ...]) -> None:
    """The strip below the table."""
    words, numbers, y = ImageFont.load_default(15), ImageFont.load_default(28), HEIGHT + BAND // 2
    points = " : ".join(map(str, totals))
    draw.text((WIDTH - 14, y), points, font=numbers, anchor="rm", fill=INK)
    draw.text((WIDTH - 26 - numbers.getlength(points), y), "points", font=words, anchor="rm", fill=INK)
    if told is None:
        draw.text((14, y), "watching", font=words, anchor="lm", fill=(130, 120, 110))
        return
    x = 14.0
    stolen = tuple(face for faces in told.stolen.values() for face in faces)
    for what, faces in (("plays", told.hand), ("flips", told.flip), ("takes", told.captured), ("gets", stolen)):
        if faces:
            draw.text((x, y), what, font=words, anchor="lm", fill=INK)
            x += words.getlength(what) + 6
            for face in faces:
                whole.paste(art(face), (round(x), HEIGHT + 8))
                x += 48
            x += 12


def art(face: Face) -> Image.Image:
    """Our own drawing of the card, small."""
    faces = load_deck().faces
    sprite = np.asarray(faces.get(str(face), faces.get(f"{face}1")), np.uint8)
    return Image.fromarray(cv2.cvtColor(sprite[..., :3], cv2.COLOR_BGR2RGB)).resize((45, BAND - 16))


if __name__ == "__main__":
    main()
