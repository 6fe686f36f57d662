"""Recognition on photographs with ground truth: `python -m benchmarks.photos FOLDER [--px 40] [--draw OUT]`.

FOLDER holds pictures and labels.json ({"photos": [{"file", "cards": [{"face", "quad", ...}], "ignore"}]}).
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.detect import overlap
from vision.draw import annotate
from vision.frames import read_picture
from vision.pipeline import Recogniser
from vision.rectify import side_lengths
from vision.types import Bgr, Corners, Detection

MANY = 6
"""Cards that a photograph must hold to be judged scaled down, too."""

Judged = tuple[list[str], list[tuple[str, float, float]], list[tuple[str, str, float]], list[float]]
"""Missed faces; false finds (face, score, best IoU); misnamed (truth, face, confidence); IoUs of what was found."""


def judge(cards: Sequence[Detection], truth: Sequence[Mapping[str, Any]], ignore: Sequence[Any]) -> Judged:
    """Compare at IoU 0.7; *ignore* holds polygons (n, 2) in picture pixels where finds do not count as false."""
    left = list(range(len(truth)))
    false: list[tuple[str, float, float]] = []
    wrong: list[tuple[str, str, float]] = []
    ious: list[float] = []
    for card in sorted(cards, key=lambda c: -c.quad.score):
        scores = [(overlap(card.quad.corners, np.array(truth[i]["quad"], np.float32)), i) for i in left]
        best, at = max(scores, default=(0.0, -1))
        if best >= 0.7:
            left.remove(at)
            ious.append(best)
            if card.face != truth[at]["face"]:
                wrong.append((truth[at]["face"], card.face, round(card.confidence, 2)))
        else:
            middle = tuple(float(v) for v in card.quad.corners.mean(0))
            if not any(cv2.pointPolygonTest(np.array(p, np.float32), middle, False) >= 0 for p in ignore):
                false.append((card.face, round(card.quad.score, 2), round(best, 2)))
    return [truth[i]["face"] for i in left], false, wrong, ious


@dataclass(frozen=True, slots=True)
class Photo:
    """A photograph and what lies on it; `ignore` holds polygons (n, 2) where finds do not count as false."""

    file: str
    bgr: Bgr
    cards: Sequence[Mapping[str, Any]]
    ignore: Sequence[Corners]

    @property
    def width(self) -> float:
        """The usual width of its cards, pixels."""
        return float(np.median([side_lengths(np.array(c["quad"], np.float32))[0] for c in self.cards]))

    def shrunk(self, px: float) -> Photo:
        """The same, scaled so that cards are *px* pixels wide."""
        by = px / self.width
        bgr = np.asarray(cv2.resize(self.bgr, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), np.uint8)
        cards = [{**c, "quad": _scaled(c["quad"], by)} for c in self.cards]
        return Photo(self.file, bgr, cards, [_scaled(p, by) for p in self.ignore])


def _scaled(points: Any, by: float) -> Corners:
    return np.asarray((np.array(points, np.float32) + 0.5) * by - 0.5, np.float32)


def photographs(folder: Path) -> list[Photo]:
    """Read the photographs that `labels.json` in *folder* names."""
    listed = json.loads((folder / "labels.json").read_text(encoding="utf-8"))["photos"]
    return [
        Photo(p["file"], read_picture(folder / p["file"]), p["cards"],
              [np.array(i, np.float32) for i in p.get("ignore", [])])
        for p in listed
    ]  # fmt: skip


def main() -> None:
    """Read all photographs and print the sums."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--px", type=float, help=f"scale those of {MANY} cards and more so that a card is so wide")
    parser.add_argument("--draw", type=Path, metavar="OUT", help="folder for the pictures with what was read in them")
    args = parser.parse_args()
    recogniser = Recogniser()
    sums = np.zeros(4, int)
    photos = photographs(args.folder)
    for photo in [p.shrunk(args.px) for p in photos if len(p.cards) >= MANY] if args.px else photos:
        look = recogniser.picture(photo.bgr)
        missed, false, wrong, ious = judge(look.cards, photo.cards, photo.ignore)
        sums += [len(photo.cards), len(missed), len(false), len(wrong)]
        got = np.median([side_lengths(c.quad.corners)[0] for c in look.cards] or [0])
        print(photo.file, f"{len(photo.cards)} cards, width {photo.width:.0f} got {got:.0f}", "missed", missed,
              "false", false, "misnamed", wrong, f"IoU {np.mean(ious or [0]):.3f}",
              {k: round(v) for k, v in look.ms.items()})  # fmt: skip
        if args.draw:
            args.draw.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(args.draw / photo.file), annotate(photo.bgr, look.cards))
    print("cards {} missed {} false {} misnamed {}".format(*sums))


if __name__ == "__main__":
    main()
