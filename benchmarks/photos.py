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

from benchmarks.redraw import redrawn
from vision.detect import overlap
from vision.draw import annotate
from vision.frames import read_picture
from vision.pipeline import Look, Recogniser
from vision.rectify import side_lengths
from vision.types import Bgr, Corners, Detection

MANY = 6
"""Cards that a photograph must hold to be judged scaled down, too."""

@dataclass(frozen=True, slots=True)
class Judged:
    """What was read of a photograph, at IoU 0.7: numbers are those of its labels."""

    missed: tuple[int, ...]
    misnamed: tuple[tuple[int, Detection], ...]
    false: tuple[Detection, ...]
    ious: tuple[float, ...]  # of what was found


def judge(cards: Sequence[Detection], truth: Sequence[Mapping[str, Any]], ignore: Sequence[Any]) -> Judged:
    """Compare finds with labels; *ignore* holds polygons (n, 2) in picture pixels where finds do not count as false."""
    left = list(range(len(truth)))
    false: list[Detection] = []
    wrong: list[tuple[int, Detection]] = []
    ious: list[float] = []
    for card in sorted(cards, key=lambda c: -c.quad.score):
        scores = [(overlap(card.quad.corners, np.array(truth[i]["quad"], np.float32)), i) for i in left]
        best, at = max(scores, default=(0.0, -1))
        if best >= 0.7:
            left.remove(at)
            ious.append(best)
            if card.face != truth[at]["face"]:
                wrong.append((at, card))
        else:
            middle = tuple(float(v) for v in card.quad.corners.mean(0))
            if not any(cv2.pointPolygonTest(np.array(p, np.float32), middle, False) >= 0 for p in ignore):
                false.append(card)
    return Judged(tuple(left), tuple(wrong), tuple(false), tuple(ious))


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
    parser.add_argument("--draw", type=Path, metavar="OUT", help="folder for what was read, and mistakes redrawn")
    args = parser.parse_args()
    recogniser, sums = Recogniser(), np.zeros(4, int)
    photos = photographs(args.folder)
    for photo in [p.shrunk(args.px) for p in photos if len(p.cards) >= MANY] if args.px else photos:
        look = recogniser.picture(photo.bgr)
        judged = judge(look.cards, photo.cards, photo.ignore)
        sums += [len(photo.cards), len(judged.missed), len(judged.false), len(judged.misnamed)]
        print(_line(photo, look, judged))
        if args.draw:
            _draw(args.draw, photo, look, judged)
    print("cards {} missed {} false {} misnamed {}".format(*sums))


def _line(photo: Photo, look: Look, judged: Judged) -> str:
    got = np.median([side_lengths(c.quad.corners)[0] for c in look.cards] or [0])
    missed = ", ".join(photo.cards[k]["face"] for k in judged.missed)
    false = ", ".join(f"{c.face} ({c.quad.score:.2f})" for c in judged.false)
    misnamed = ", ".join(f"{photo.cards[k]['face']} as {c.face} ({c.confidence:.2f})" for k, c in judged.misnamed)
    return (
        f"{photo.file}: {len(photo.cards)} cards, {photo.width:.0f} px wide, seen as {got:.0f} px; "
        f"missed: {missed or 'none'}; false: {false or 'none'}; misnamed: {misnamed or 'none'}; "
        f"IoU {np.mean(judged.ious or [0]):.3f}; {sum(look.ms.values()):.0f} ms"
    )


def _draw(out: Path, photo: Photo, look: Look, judged: Judged) -> None:
    out.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(out / photo.file), annotate(photo.bgr, look.cards))
    wrong = [*judged.missed, *(k for k, _ in judged.misnamed)]
    if wrong or judged.false:
        size = (photo.bgr.shape[1], photo.bgr.shape[0])
        picture = redrawn(size, photo.cards, wrong, [*(c for _, c in judged.misnamed), *judged.false])
        cv2.imwrite(str(out / f"mistake-{Path(photo.file).stem}.jpg"), picture)


if __name__ == "__main__":
    main()
