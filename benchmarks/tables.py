"""How well the table is found: planes from few and many cards, layouts proposed at the virtual table, pushed cameras.

    python -m benchmarks.tables planes
    python -m benchmarks.tables layouts --players 2 --seeds 1 2 3
    python -m benchmarks.tables bumps --players 2 3 --seeds 1 2 3 4 5
    python -m benchmarks.tables photos FOLDER

The last three use the networks. A bump comes in the middle of a round, while a hand is at work.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from itertools import product
from pathlib import Path

import cv2
import numpy as np

from engine.referee import start
from engine.rules import preset
from tests.vision.planes import SIZE, Overhead, miss_mm
from vision.draw import draw_zones, write
from vision.frames import read_picture
from vision.layout import Layout
from vision.observe import Observer
from vision.pipeline import Recogniser
from vision.plane import fit
from vision.proposal import in_words, propose
from vision.twin.camera import Bump
from vision.twin.places import make_layout
from vision.twin.source import TwinSource
from webui.commands.compare import Heard, Tally, compare
from webui.commands.road import Road

BUMPS = (
    ((110.0, -60.0), 8.0, 2.0), ((-80.0, 50.0), -6.0, 1.0), ((40.0, 30.0), 12.0, 0.0), ((0.0, -140.0), 3.0, -2.0),
    ((-150.0, 20.0), -10.0, 1.0),
)  # fmt: skip
"""Millimetres on the table, degrees in the picture, degrees of tilt; one for each seed in turn."""

PLACES = np.array([(x, y) for x in (60.0, 460.0, 860.0) for y in (60.0, 260.0, 460.0)])


def planes(options: argparse.Namespace) -> None:
    """Errors of the plane all over the picture, by number of cards and tilt; corners are off by 0.7 mm."""
    for count, tilt in product((1, 2, 3, 6, 12, 25), (0, 20, 40)):
        off, told = [], []
        for seed in range(20):
            rng = np.random.default_rng([seed, count, tilt])
            camera = Overhead(tilt, *(float(rng.uniform(*span)) for span in ((0, 360), (-20, 20), (0.7, 1.4))))
            plane = fit(camera.cards(count, rng), SIZE)
            off.append(miss_mm(plane.matrix, camera))
            told.append(plane.doubt_mm)
        half, most = np.quantile(off, (0.5, 0.9))
        print(f"{count:3} cards, tilt {tilt:2}: off by {half:5.1f} mm, nine of ten within {most:5.1f}; "
              f"said {np.median(told):5.1f}")  # fmt: skip


def layouts(options: argparse.Namespace) -> None:
    """Layouts proposed right after the deal: error, and the share of cards that they put into the right zone later."""
    recogniser = Recogniser()
    for players, seed in product(options.players, options.seeds):
        source = TwinSource(seed, players)
        turns = source.truth["rounds"][0]["turns"]
        looks = [turns[n]["rest"] + 0.2 for n in (len(turns) // 3, 2 * len(turns) // 3, len(turns) - 1)]
        found, right = None, []
        for frame in source.frames():
            if found is None and frame.seconds >= turns[0]["start"] - 0.3:
                found = propose(recogniser.picture(frame.bgr).cards, (1280, 720), players)
            if found is not None and looks and frame.seconds >= looks[0]:
                looks.pop(0)
                named = [c for c in source.visible_cards() if c.face != "back" and c.visible > 0.2 and not c.moving]
                at = found.layout.to_mm(np.array([c.quad for c in named])).mean(1)
                right += [found.layout.zone_at(mm) == c.zone for mm, c in zip(at, named, strict=True)]
            if not looks:
                break
        assert found is not None
        print(f"seed {seed}, {players} players, {source.surface}: {in_words(found)}")
        print(f"  {sum(right)} of {len(right)} cards in the right zone", flush=True)


def bumps(options: argparse.Namespace) -> None:
    """Whole rounds with a pushed camera: how soon and how well it finds the table again, and the turns right."""
    recogniser = Recogniser()
    for players, seed in product(options.players, options.seeds):
        plain = TwinSource(seed, players).truth["rounds"][0]
        at = plain["turns"][len(plain["turns"]) // 2]["start"] + 0.6
        source = TwinSource(seed, players, room=1.3, bump=Bump(at, *BUMPS[(seed - 1) % len(BUMPS)]))
        eyes = Observer(source.layout, recogniser)
        road = Road(eyes, start(preset("korean_standard"), players, plain["dealer"]), lambda: source.inputs)  # noqa: B023
        heard, back, off = [], None, 0.0
        for frame in source.frames():
            before = eyes.layout
            heard += [Heard(output.to_json(), frame.seconds) for output in road.see(frame)]
            if eyes.layout is not before:
                back, off = frame.seconds, _off(eyes.layout, make_layout(players, source.scene.camera))
        heard += [Heard(output.to_json(), frame.seconds) for output in road.finish()]
        tally = Tally()
        tally.add(compare(source.truth, heard))
        told = tally.report()
        when = "not found again" if back is None else f"found again after {back - at:.1f} s, off by {off:.1f} mm"
        print(f"seed {seed}, {players} players, {source.surface}, {BUMPS[(seed - 1) % len(BUMPS)]}: {when}")
        shares = (f"{told[f'{what}_right']} of {told[what]} {what} right" for what in ("turns", "rounds"))
        print(f"  {', '.join(shares)}, unwarranted {told['unwarranted']}", flush=True)


def photos(options: argparse.Namespace) -> None:
    """The plane on photographs with labels.json: from the cards found, and from the labelled corners beside it."""
    recogniser = Recogniser()
    for photo in json.loads((options.folder / "labels.json").read_text(encoding="utf-8"))["photos"]:
        bgr = read_picture(options.folder / photo["file"])
        cards = recogniser.picture(bgr).cards
        if not cards:
            print(f"{photo['file']}: no card found")
            continue
        told = propose(cards, (bgr.shape[1], bgr.shape[0]), 2)
        true = told.layout.to_mm([card["quad"] for card in photo["cards"]])
        sides = np.linalg.norm(true[:, [3, 2]] - true[:, [0, 1]], axis=2)
        print(f"{photo['file']}: {in_words(told)}; labelled cards are {sides.min():.1f} to {sides.max():.1f} mm long")
        if options.draw:
            small = cv2.resize(draw_zones(bgr, told.layout, 20), None, fx=0.4, fy=0.4, interpolation=cv2.INTER_AREA)
            write(options.draw / photo["file"], np.asarray(small, np.uint8))


def _off(layout: Layout, true: Layout) -> float:
    return float(np.hypot(*(layout.to_mm(true.to_px(PLACES)) - PLACES).T).max())


def main() -> None:
    """Measure what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parts = parser.add_subparsers(required=True)
    measures: tuple[Callable[[argparse.Namespace], None], ...] = (planes, layouts, bumps, photos)
    for measure in measures:
        part = parts.add_parser(measure.__name__, help=measure.__doc__)
        part.set_defaults(measure=measure)
        if measure in (layouts, bumps):
            part.add_argument("--players", type=int, nargs="+", default=[2, 3])
            part.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3, 4, 5])
        if measure is photos:
            part.add_argument("folder", type=Path)
            part.add_argument("--draw", type=Path, metavar="DIR", help="write the pictures with a grid of 2 cm")
    options = parser.parse_args()
    options.measure(options)


if __name__ == "__main__":
    main()
