"""Where pictures come from: one protocol, and `open_source`, which reads what a person writes for a source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import cv2
import numpy as np

from vision.cameras import MjpegCamera, RtspCamera, Webcam, plain_url
from vision.errors import PictureError, SourceError
from vision.types import Bgr, Frame

PICTURES = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
TWIN_KEYS: dict[str, Callable[[str], Any]] = {
    "seed": int, "players": int, "rounds": int, "fps": float, "tempo": float, "deck": Path,
    "size": lambda text: parse_size(text),
}  # fmt: skip
ROTATIONS = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}
WAYS = "write twin, a camera number such as 0, a video file, a folder of pictures, or an http:// or rtsp:// address"


@runtime_checkable
class FrameSource(Protocol):
    """Something that yields pictures in order. Opening happens at the first picture; closing when iteration ends.

    ``frames()`` raises SourceError when it cannot be opened and CameraLost when it stops; it never waits for ever.
    Every frame is yielded; only the live reader drops.
    """

    @property
    def live(self) -> bool:
        """True: pictures come at their own pace. False: as fast as they are asked for, in film time."""
        ...

    def frames(self) -> Iterator[Frame]:
        """Every picture from the beginning, with its number and its seconds since the start."""
        ...


def open_source(
    spec: str,
    *,
    size: tuple[int, int] | None = None,
    fps: float | None = None,
    players: int | None = None,
    rotate: int = 0,
    mirror: bool = False,
    timeout: float = 5.0,
    options: Mapping[str, Any] | None = None,
) -> FrameSource:
    """The source written as *spec*: ``twin``, ``twin:seed=3,players=3``, ``0``, a file, a folder, or an address.

    *size* (width, height) and *fps* ask a webcam or the virtual table for that mode; *fps* is also the pace of a
    folder of pictures and overrules that of a video file. *players* and *options* (house rules as JSON values) count
    for the virtual table only, which plays on for ever unless *spec* says how many rounds. *timeout* is the longest
    wait in seconds for a picture of a camera.
    Raises SourceError if *spec* names no source, DeckError for card art that is not whole.
    """
    if spec == "twin" or spec.startswith("twin:"):
        source = _twin(spec, {"size": size, "fps": fps, "players": players, "options": options})
    else:
        source = _plain_source(spec, size, fps, timeout)
    if rotate % 360 == 0 and not mirror:
        return source
    return Turned(source, rotate, mirror)


def upright(bgr: Bgr, rotate: int = 0, mirror: bool = False) -> Bgr:
    """The picture turned clockwise by *rotate* degrees (0, 90, 180, 270), then mirrored left to right."""
    if rotate % 360:
        bgr = np.asarray(cv2.rotate(bgr, ROTATIONS[rotate % 360]), np.uint8)
    return np.asarray(cv2.flip(bgr, 1), np.uint8) if mirror else bgr


def read_picture(path: Path | str) -> Bgr:
    """A picture file, turned as its EXIF says. Raises PictureError if it is missing or no picture."""
    try:
        data = np.fromfile(path, np.uint8)
    except OSError as error:
        raise PictureError(f"cannot read {path}: {error.strerror or error}") from None
    bgr = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if bgr is None:
        raise PictureError(f"{path} is no picture that can be read; use a JPEG or PNG file")
    return np.asarray(bgr, np.uint8)


def parse_size(text: str) -> tuple[int, int]:
    """``"1280x720"`` as (1280, 720). Raises ValueError."""
    found = re.fullmatch(r"(\d{2,5})x(\d{2,5})", text.strip().lower())
    if found is None:
        raise ValueError(f"{text!r} is no size; write width x height, for example 1280x720")
    return int(found[1]), int(found[2])


@dataclass(frozen=True)
class Turned:
    """Another source seen upright: a camera that hangs upside down, a front camera that mirrors."""

    source: FrameSource
    rotate: int = 0
    mirror: bool = False

    def __post_init__(self) -> None:
        if self.rotate % 90:
            raise SourceError(f"a picture cannot be turned by {self.rotate} degrees; choose 0, 90, 180 or 270")

    @property
    def live(self) -> bool:
        """As the source itself."""
        return self.source.live

    def frames(self) -> Iterator[Frame]:
        """The source's frames, turned and mirrored."""
        for frame in self.source.frames():
            yield Frame(frame.number, frame.seconds, upright(frame.bgr, self.rotate, self.mirror))


@dataclass(frozen=True)
class VideoFile:
    """A recorded film; no frame is dropped. Time is frame number over the file's frame rate."""

    path: Path
    fps: float | None = None  # instead of the file's own, for raw streams that carry none
    live: bool = False

    def frames(self) -> Iterator[Frame]:
        """Raises SourceError if the file holds no film."""
        capture = cv2.VideoCapture(str(self.path), cv2.CAP_FFMPEG)
        try:
            fps = self.fps or float(capture.get(cv2.CAP_PROP_FPS))
            ok, bgr = capture.read()
            if not ok:
                raise SourceError(f"{self.path} is no film that can be read; use an mp4, y4m or mjpeg file")
            if not 0.1 <= fps <= 1000:
                raise SourceError(f"{self.path} does not say its frame rate; give one with --fps")
            number = 0
            while ok:
                yield Frame(number, number / fps, np.asarray(bgr, np.uint8))
                number += 1
                ok, bgr = capture.read()
        finally:
            capture.release()


@dataclass(frozen=True)
class Folder:
    """A folder of pictures in the order of their names (``2.jpg`` before ``10.jpg``), *fps* of them a second."""

    path: Path
    fps: float = 10.0
    live: bool = False

    def pictures(self) -> list[Path]:
        """The picture files. Raises SourceError if there are none."""
        found = sorted((p for p in self.path.iterdir() if p.suffix.lower() in PICTURES), key=_natural)
        if not found:
            raise SourceError(f"the folder {self.path} holds no pictures; put JPEG or PNG files into it")
        return found

    def frames(self) -> Iterator[Frame]:
        """Raises SourceError without pictures, PictureError at one that cannot be read."""
        for number, path in enumerate(self.pictures()):
            yield Frame(number, number / self.fps, read_picture(path))


def _natural(path: Path) -> list[tuple[int, str]]:
    parts = re.findall(r"\d+|\D+", path.name)
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in parts]


def _plain_source(spec: str, size: tuple[int, int] | None, fps: float | None, timeout: float) -> FrameSource:
    if spec.isdecimal():
        return Webcam(int(spec), size=size, fps=fps, timeout=timeout)
    if re.match(r"https?://.", spec):
        return MjpegCamera(spec, timeout=timeout)
    if re.match(r"rtsps?://.", spec):
        return RtspCamera(spec, timeout=timeout)
    path = Path(spec)
    if spec and path.is_dir():
        return Folder(path, fps or 10.0)
    if path.is_file():
        return VideoFile(path, fps)
    if "://" in spec:
        raise SourceError(f"{plain_url(spec)} is no kind of address known here; {WAYS}")
    raise SourceError(f"there is no source {spec!r}; {WAYS}")


def _twin(spec: str, asked: dict[str, Any]) -> FrameSource:
    options = {"rounds": None} | {key: value for key, value in asked.items() if value is not None}
    for part in filter(None, spec.partition(":")[2].split(",")):
        key, _, text = part.partition("=")
        if key not in TWIN_KEYS:
            raise SourceError(f"the virtual table has no option {key!r}; it knows {', '.join(TWIN_KEYS)}")
        try:
            options[key] = TWIN_KEYS[key](text)
        except ValueError:
            raise SourceError(f"{part!r} in {spec!r} has no value that fits, e.g. twin:seed=3,players=3") from None
    from vision.twin.source import TwinSource  # drawing a table is needed by this source only

    try:
        source: FrameSource = TwinSource(**options)
    except (ValueError, TypeError) as error:
        raise SourceError(f"cannot set up the virtual table {spec!r}: {error}") from None
    return source
