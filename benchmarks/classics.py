"""Two ways of reading cards without trained networks, to compare with: SIFT with homographies, and contours.

Both are given what our own way has to find out or to learn: pictures of the very deck that lies there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detect import overlap
from vision.rectify import crop_corners, rectify, side_lengths
from vision.twin.art import RIM, Deck
from vision.types import Bgr, Corners, Detection, Quad

SCAN_PX = 120  # width at which scans are described
RATIO, LEAST_MATCHES, REPROJECTION_PX = 0.75, 8, 4.0
COPIES = 2  # of one face: the plain junks
SIZE_SLACK = 1.5  # a card's width may differ so much from the others'
CHIP = (32, 48)  # width and height at which contours are compared with scans
LEAST_LIKENESS = 0.35
FILLED = 0.85  # share of the rectangle around an outline
DOUBLE = 0.5  # overlap from which two finds are one card


def scans_of(deck: Deck) -> dict[str, Bgr]:
    """The faces of *deck* by label, each drawing once: ``"05-junk1"`` and ``"05-junk2"`` are two drawings."""
    inner = slice(RIM, -RIM)
    return {code: np.ascontiguousarray(sprite[inner, inner, :3]) for code, sprite in deck.faces.items()}


def label_of(code: str) -> str:
    """The label of a drawing: ``"05-junk"`` for ``"05-junk1"``."""
    return code.rstrip("12") if "-junk" in code else code


@dataclass(frozen=True, slots=True)
class _Scan:
    label: str
    corners: Corners
    points: NDArray[np.float32]
    described: NDArray[np.float32]


class Sift:
    """Keypoints of every scan are looked for in the picture; a homography that many agree on is a card."""

    name = "SIFT and homography"

    def __init__(self, scans: Mapping[str, Bgr]) -> None:
        self._sift = cv2.SIFT.create()
        self._scans = [self._described(label_of(code), scan) for code, scan in scans.items()]

    def find(self, bgr: Bgr, width: float) -> list[Detection]:
        """The cards of a picture whose cards are about *width* pixels wide, best first."""
        cv2.setRNGSeed(1)
        keys, described = self._sift.detectAndCompute(cv2.cvtColor(bgr, cv2.COLOR_BGR2GRAY), np.empty(0))
        if described is None or len(keys) < LEAST_MATCHES:
            return []
        points = np.array([k.pt for k in keys], np.float32)
        found = [one for scan in self._scans for one in self._matches(scan, points, described, width)]
        return _single(found)

    def _described(self, label: str, scan: Bgr) -> _Scan:
        high = round(scan.shape[0] * SCAN_PX / scan.shape[1])
        grey = cv2.cvtColor(cv2.resize(scan, (SCAN_PX, high), interpolation=cv2.INTER_CUBIC), cv2.COLOR_BGR2GRAY)
        keys, described = self._sift.detectAndCompute(grey, np.empty(0))
        points = np.array([k.pt for k in keys], np.float32).reshape(-1, 2)
        if described is None:
            described = np.zeros((0, 128), np.float32)
        return _Scan(label, crop_corners((SCAN_PX, high)), points, np.asarray(described, np.float32))

    def _matches(self, scan: _Scan, points: NDArray[np.float32], described: Any, width: float) -> list[Detection]:
        pairs = cv2.BFMatcher().knnMatch(described, scan.described, k=2)
        near = [p[0] for p in pairs if len(p) == 2 and p[0].distance < RATIO * p[1].distance]
        found: list[Detection] = []
        while len(near) >= LEAST_MATCHES and len(found) < COPIES:
            here = points[[m.queryIdx for m in near]]
            there = scan.points[[m.trainIdx for m in near]]
            matrix, agree = cv2.findHomography(there, here, cv2.RANSAC, REPROJECTION_PX)
            if matrix is None or int(agree.sum()) < LEAST_MATCHES:
                break
            corners = cv2.perspectiveTransform(scan.corners[None], matrix)[0].astype(np.float32)
            count = int(agree.sum())
            if _card_like(corners, width):
                found.append(Detection(Quad(corners, 1.0, count), {scan.label: count / (count + LEAST_MATCHES)}))
            near = [m for m, yes in zip(near, agree.ravel(), strict=True) if not yes]
        return found


class Contours:
    """Outlines with four corners of a card's size are straightened and compared with every scan."""

    name = "contours and correlation"

    def __init__(self, scans: Mapping[str, Bgr]) -> None:
        chips = [(label_of(code), cv2.resize(scan, CHIP, interpolation=cv2.INTER_AREA)) for code, scan in scans.items()]
        self._labels = [label for label, _ in chips]
        self._chips = np.stack([_normal(chip) for _, chip in chips])

    def find(self, bgr: Bgr, width: float) -> list[Detection]:
        """The cards of a picture whose cards are about *width* pixels wide, best first."""
        masks = [mask for channel in cv2.split(cv2.GaussianBlur(bgr, (5, 5), 0)) for mask in _masks(channel, width)]
        quads = [quad for mask in masks for quad in _quads(mask, width)]
        return _single([one for quad in quads if (one := self._named(bgr, quad)) is not None])

    def _named(self, bgr: Bgr, quad: Corners) -> Detection | None:
        ways = [np.roll(quad, turn, 0) for turn in (0, 2)]
        alike = np.stack([self._chips @ _normal(rectify(bgr, way, CHIP)) for way in ways])
        turn, best = np.unravel_index(int(np.argmax(alike)), alike.shape)
        likeness = float(alike[turn, best])
        if likeness < LEAST_LIKENESS:
            return None
        return Detection(Quad(ways[turn], 1.0, likeness), {self._labels[best]: likeness})


def _masks(channel: NDArray[Any], width: float) -> Iterator[NDArray[Any]]:
    """Edges, and what is lighter or darker than its surroundings, of one colour channel."""
    yield cv2.morphologyEx(cv2.Canny(channel, 40, 120), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    block = 2 * round(width) + 1
    for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
        yield cv2.adaptiveThreshold(channel, 255, cv2.ADAPTIVE_THRESH_MEAN_C, kind, block, 4)


def _quads(mask: NDArray[Any], width: float) -> list[Corners]:
    """Outlines of a card's size that fill a rectangle, with their own four corners if they have four."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    found = []
    for outline in outlines:
        around = cv2.minAreaRect(outline)
        area = around[1][0] * around[1][1]
        if not 0.5 < area / (1.5 * width * width) < 2 or cv2.contourArea(outline) < FILLED * area:
            continue
        shape = cv2.approxPolyDP(outline, 0.05 * cv2.arcLength(outline, True), True).reshape(-1, 2)
        four = len(shape) == 4 and cv2.isContourConvex(shape)
        corners = np.asarray(shape if four else cv2.boxPoints(around), np.float32)
        if cv2.contourArea(corners, True) < 0:
            corners = corners[::-1].copy()
        across, along = side_lengths(corners)
        corners = corners if across < along else np.roll(corners, 1, 0)
        if _card_like(corners, width):
            found.append(corners)
    return found


def _card_like(corners: Corners, width: float) -> bool:
    """Convex, upright or turned but not mirrored, and as large as the other cards."""
    if not cv2.isContourConvex(corners) or cv2.contourArea(corners, True) < 0:
        return False
    across, along = side_lengths(corners)
    return 1 / SIZE_SLACK < across / width < SIZE_SLACK and 1.1 < along / max(across, 1.0) < 2.2


def _normal(chip: Any) -> NDArray[np.float32]:
    """A picture as a vector of length one without its mean: products are correlations."""
    values = np.asarray(chip, np.float32).reshape(-1)
    values = values - values.mean()
    return np.asarray(values / max(float(np.linalg.norm(values)), 1e-6), np.float32)


def _single(found: list[Detection]) -> list[Detection]:
    """Of several finds of one card the best."""
    kept: list[Detection] = []
    for one in sorted(found, key=lambda d: -d.quad.score):
        if all(overlap(one.quad.corners, other.quad.corners) < DOUBLE for other in kept):
            kept.append(one)
    return kept
