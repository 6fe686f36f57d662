"""Write a film of the virtual table: pictures, layout.toml, inputs.jsonl and truth.json (CONTRACT.md section 5)."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Protocol

import cv2

from vision.errors import SourceError
from vision.twin.source import TwinSource
from vision.types import Bgr

FORMATS = {"mp4": "film.mp4", "mjpeg": "film.mjpeg", "y4m": "film.y4m"}


class Writer(Protocol):
    """Takes pictures one after the other."""

    def write(self, picture: Bgr) -> None:
        """Add a picture."""

    def close(self) -> None:
        """Finish the file."""


class Mp4:
    """MPEG-4 part 2 in an mp4 file."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float) -> None:
        self._video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), fps, size)
        if not self._video.isOpened():
            raise SourceError(f"cannot write {path}; is the folder writable and OpenCV built with video?")

    def write(self, picture: Bgr) -> None:
        """Add a picture."""
        self._video.write(picture)

    def close(self) -> None:
        """Finish the file."""
        self._video.release()


class Mjpeg:
    """JPEG pictures one after the other, as browsers' fake cameras read them."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float) -> None:
        self._file: BinaryIO = path.open("wb")

    def write(self, picture: Bgr) -> None:
        """Add a picture."""
        self._file.write(cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes())

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


class Y4m:
    """Raw pictures, 4:2:0, as browsers' fake cameras read them."""

    def __init__(self, path: Path, size: tuple[int, int], fps: float) -> None:
        self._file: BinaryIO = path.open("wb")
        self._file.write(f"YUV4MPEG2 W{size[0]} H{size[1]} F{round(fps * 1000)}:1000 Ip A1:1 C420jpeg\n".encode())

    def write(self, picture: Bgr) -> None:
        """Add a picture."""
        self._file.write(b"FRAME\n" + cv2.cvtColor(picture, cv2.COLOR_BGR2YUV_I420).tobytes())

    def close(self) -> None:
        """Finish the file."""
        self._file.close()


def write_film(
    source: TwinSource, folder: Path | str, form: str = "mp4", *, seconds: float | None = None,
    progress: Callable[[float], None] | None = None,
) -> Path:  # fmt: skip
    """Play *source* into *folder* and return the film's path; *form* is mp4, mjpeg or y4m.

    *seconds* ends the film early (the truth stays whole). *progress* hears film seconds now and then.
    Raises SourceError for an unknown form or a file that cannot be written.
    """
    if form not in FORMATS:
        raise SourceError(f"no film format {form!r}; write {', '.join(FORMATS)}")
    out = Path(folder)
    out.mkdir(parents=True, exist_ok=True)
    path = out / FORMATS[form]
    writer = _open(form, path, source)
    try:
        for frame in source.frames():
            if seconds is not None and frame.seconds > seconds:
                break
            writer.write(frame.bgr)
            if progress is not None and frame.number % 10 == 0:
                progress(frame.seconds)
    finally:
        writer.close()
    source.layout.dump(out / "layout.toml")
    lines = "".join(json.dumps(line) + "\n" for line in source.inputs)
    (out / "inputs.jsonl").write_text(lines, encoding="utf-8")
    (out / "truth.json").write_text(json.dumps(source.truth, indent=1) + "\n", encoding="utf-8")
    return path


def _open(form: str, path: Path, source: TwinSource) -> Writer:
    makers: dict[str, Callable[[Path, tuple[int, int], float], Writer]] = {"mp4": Mp4, "mjpeg": Mjpeg, "y4m": Y4m}
    return makers[form](path, source.size, source.fps)
