"""Mistakes on photographs, drawn again with our own cards: the photographs themselves may not be passed on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import cv2
import numpy as np

from vision.twin.art import load_deck
from vision.types import Bgr, Corners, Detection

WIDTH = 640
TABLE, MISSED, FOUND = (96, 128, 150), (60, 60, 220), (40, 170, 255)
"""Blue-green-red of the table, of the outlines of missed or misnamed cards, and of wrong finds."""


def redrawn(
    size: tuple[int, int], truth: Sequence[Mapping[str, Any]], wrong: Sequence[int], found: Sequence[Detection]
) -> Bgr:
    """Return a picture, 640 px wide, of the cards that a photograph of *size* (width, height) shows.

    *truth*: faces and quads as in `labels.json`; *wrong*: which of them were missed or misnamed; *found*: the finds
    that are wrong, drawn with their names.
    """
    by = WIDTH / size[0]
    picture = np.full((round(size[1] * by), WIDTH, 3), TABLE, np.uint8)
    faces = load_deck().faces
    for card in truth:
        code = card["face"] if card["face"] in faces else f"{card['face']}1"
        _lay(picture, faces[code], np.array(card["quad"], np.float32) * by)
    for k in wrong:
        _outline(picture, np.array(truth[k]["quad"], np.float32) * by, MISSED)
    for card in found:
        corners = card.quad.corners * by
        _outline(picture, corners, FOUND)
        at = tuple(int(v) for v in corners.mean(0) - (40, 0))
        for ink, thick in (((0, 0, 0), 3), ((255, 255, 255), 1)):
            name = f"{card.face} {card.confidence:.2f}"
            cv2.putText(picture, name, at, cv2.FONT_HERSHEY_SIMPLEX, 0.5, ink, thick, cv2.LINE_AA)
    return picture


def _lay(picture: Bgr, sprite: Bgr, quad: Corners) -> None:
    height, width = sprite.shape[:2]
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(source, quad.astype(np.float32))
    laid = cv2.warpPerspective(sprite, matrix, picture.shape[1::-1], flags=cv2.INTER_AREA).astype(np.float32)
    picture[:] = (laid[..., :3] + picture * (1 - laid[..., 3:] / 255)).clip(0, 255).astype(np.uint8)


def _outline(picture: Bgr, quad: Corners, colour: tuple[int, int, int]) -> None:
    cv2.polylines(picture, [np.round(quad).astype(np.int32)], True, colour, 3, cv2.LINE_AA)
