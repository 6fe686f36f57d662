"""Table tops drawn by our own code: felt, army blanket, flower blanket, wood, plain; seen through the camera."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import TABLE_MM
from vision.twin.camera import Camera
from vision.types import Bgr

PX_PER_MM = 1.6
BEYOND_MM = 120  # the top goes on outside the table's picture, as far as a tilted camera may see

Grey = NDArray[np.float32]
Painter = Callable[[int, int, np.random.Generator], Grey]


def pick_surface(rng: np.random.Generator) -> str:
    """The name of a surface."""
    return str(rng.choice(sorted(SURFACES)))


def draw_surface(camera: Camera, rng: np.random.Generator, name: str) -> Bgr:
    """The empty table in the picture, blue-green-red uint8 (H, W, 3)."""
    width, height = (round((mm + 2 * BEYOND_MM) * PX_PER_MM) for mm in TABLE_MM)
    paint = np.clip(SURFACES[name](height, width, rng), 0, 255).astype(np.uint8)
    to_mm = np.array([[1 / PX_PER_MM, 0, -BEYOND_MM], [0, 1 / PX_PER_MM, -BEYOND_MM], [0, 0, 1]])
    matrix = camera.matrix[:, [0, 1, 3]] @ to_mm
    seen = cv2.warpPerspective(paint, matrix, camera.size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen, np.uint8)


def smooth_noise(height: int, width: int, cell: float, rng: np.random.Generator, stretch: float = 1.0) -> Grey:
    """Noise of mean 0 and deviation near 1 whose blobs are *cell* pixels wide, *stretch* times as long in x."""
    small = rng.standard_normal((int(height / cell) + 3, int(width / cell / stretch) + 3)).astype(np.float32)
    return np.asarray(cv2.resize(small, (width, height), interpolation=cv2.INTER_CUBIC), np.float32)


def _tone(shade: Grey, bgr: tuple[float, float, float]) -> Grey:
    return np.asarray(shade[..., None] * np.array(bgr, np.float32), np.float32)


def _felt(h: int, w: int, rng: np.random.Generator) -> Grey:
    fibre = cv2.GaussianBlur(rng.standard_normal((h, w)).astype(np.float32), (0, 0), 0.8) * 0.10
    worn = smooth_noise(h, w, 150, rng) * 0.025
    colours = ((62, 104, 38), (52, 92, 24), (84, 62, 28), (46, 40, 116))
    return _tone(1 + fibre + worn, colours[int(rng.choice(4, p=[0.5, 0.25, 0.15, 0.1]))])


def _weave(h: int, w: int, rng: np.random.Generator) -> Grey:
    """Thick wool: threads across each other, with fluff."""
    ys, xs = np.mgrid[0:h, 0:w].astype(np.float32)
    pitch = float(rng.uniform(3.5, 6))
    threads = np.sin(xs * 2 * np.pi / pitch) * np.sin(ys * 2 * np.pi / pitch + xs * 0.5)
    fluff = cv2.GaussianBlur(rng.standard_normal((h, w)).astype(np.float32), (0, 0), 1.2)
    return np.asarray(1 + threads * 0.06 + fluff * 0.14 + smooth_noise(h, w, 90, rng) * 0.05, np.float32)


def _blanket(h: int, w: int, rng: np.random.Generator) -> Grey:
    """The army blanket of every Korean card evening: olive or brown wool with a few stripes."""
    colours = ((44, 74, 78), (40, 66, 62), (50, 70, 92), (62, 72, 74))
    cloth = _tone(_weave(h, w, rng), colours[int(rng.integers(4))])
    for _ in range(int(rng.integers(1, 4))):
        at, wide = int(rng.uniform(0, w)), int(rng.uniform(14, 60))
        cloth[:, at : at + wide] *= float(rng.uniform(0.5, 0.75))
    return cloth


def _checks(h: int, w: int, rng: np.random.Generator) -> Grey:
    cloth = _tone(_weave(h, w, rng), ((58, 54, 104), (88, 70, 52), (60, 84, 66))[int(rng.integers(3))])
    pitch = int(rng.uniform(90, 200))
    for at in range(int(rng.uniform(0, pitch)), w, pitch):
        cloth[:, at : at + pitch // 3] *= 0.72
    for at in range(int(rng.uniform(0, pitch)), h, pitch):
        cloth[at : at + pitch // 3] *= 0.72
        cloth[at + pitch // 2 : at + pitch // 2 + 4] *= 1.25
    return cloth


def _flowers(h: int, w: int, rng: np.random.Generator) -> Grey:
    """The soft blanket with large flowers."""
    ground = np.full((h, w, 3), ((40, 44, 96), (92, 60, 40), (64, 84, 108))[int(rng.integers(3))], np.uint8)
    petals = ((120, 124, 196), (92, 84, 170), (150, 160, 190))
    for _ in range(16):
        x, y, size = rng.uniform(0, w), rng.uniform(0, h), rng.uniform(60, 120)
        for leaf in rng.uniform(0, 6.28, 4):
            place = (int(x + np.cos(leaf) * size * 1.3), int(y + np.sin(leaf) * size * 1.3))
            cv2.ellipse(ground, place, (int(size * 0.5), int(size * 0.2)), np.degrees(leaf), 0, 360, (48, 84, 62), -1)
        colour = petals[int(rng.integers(3))]
        for ring in (1.0, 0.7, 0.4):
            for turn in np.arange(6) * 1.047 + rng.uniform(0, 1):
                place = (int(x + np.cos(turn) * size * ring * 0.55), int(y + np.sin(turn) * size * ring * 0.55))
                shade = tuple(float(c * (0.65 + 0.35 * ring) * rng.uniform(0.9, 1.05)) for c in colour)
                axes = (int(size * ring * 0.5), int(size * ring * 0.36))
                cv2.ellipse(ground, place, axes, np.degrees(turn), 0, 360, shade, -1, cv2.LINE_AA)
    soft = cv2.GaussianBlur(ground, (0, 0), 2.5).astype(np.float32)
    return np.asarray(soft * (_weave(h, w, rng)[..., None] * 0.6 + 0.4), np.float32)


def _wood(h: int, w: int, rng: np.random.Generator) -> Grey:
    grain = smooth_noise(h, w, 5, rng, stretch=26) * 0.045 + smooth_noise(h, w, 2, rng, stretch=50) * 0.03
    bands = np.sin(smooth_noise(h, w, 60, rng, stretch=6) * 5 + np.arange(h, dtype=np.float32)[:, None] / 7) * 0.05
    shade = np.asarray(1 + grain + bands, np.float32)
    plank = int(rng.uniform(130, 240))
    for top in range(0, h, plank):
        shade[top : top + plank] *= float(rng.uniform(0.9, 1.08))
        shade[top : top + 3] *= 0.6
    colours = ((74, 118, 168), (52, 84, 128), (104, 148, 186), (34, 50, 78))
    return _tone(shade, colours[int(rng.integers(4))])


def _plain(h: int, w: int, rng: np.random.Generator) -> Grey:
    colours = ((176, 186, 194), (120, 122, 124), (48, 46, 46), (150, 128, 104))
    shade = 1 + smooth_noise(h, w, 200, rng) * 0.02 + rng.standard_normal((h, w)).astype(np.float32) * 0.012
    return _tone(shade.astype(np.float32), colours[int(rng.integers(4))])


SURFACES: dict[str, Painter] = {
    "blanket": _blanket,
    "checks": _checks,
    "felt": _felt,
    "flowers": _flowers,
    "plain": _plain,
    "wood": _wood,
}
"""Table tops by name; each paints (height, width) pixels as blue-green-red float32."""
