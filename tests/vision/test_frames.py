"""Sources without a device: films, folders, the words for a source, turning and mirroring."""

import cv2
import numpy as np
import pytest

from tests.fake_camera import jpeg, plain_picture, write_film
from vision.errors import PictureError, SourceError
from vision.frames import Folder, VideoFile, open_source, parse_size, read_picture, upright


def grey(frame):
    return round(float(frame.bgr.mean()))


def test_film_gives_every_frame_with_the_files_own_time(tmp_path):
    film = write_film(tmp_path / "film.mp4", [0, 60, 120, 180, 240], fps=8)
    frames = list(open_source(str(film)).frames())
    assert [f.number for f in frames] == [0, 1, 2, 3, 4]
    assert [f.seconds for f in frames] == pytest.approx([0, 0.125, 0.25, 0.375, 0.5])
    assert [grey(f) for f in frames] == pytest.approx([0, 60, 120, 180, 240], abs=6)


def test_film_is_read_again_from_its_start(tmp_path):
    source = open_source(str(write_film(tmp_path / "film.mp4", [10, 200])))
    assert [grey(f) for f in source.frames()] == [grey(f) for f in source.frames()]


def test_asked_frame_rate_overrules_the_file(tmp_path):
    film = write_film(tmp_path / "film.mp4", [0, 0, 0], fps=8)
    assert [f.seconds for f in open_source(str(film), fps=2).frames()] == [0, 0.5, 1.0]


def test_film_that_is_no_film_is_one_sentence(tmp_path):
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"this is no film" * 100)
    with pytest.raises(SourceError, match=r"broken\.mp4 is no film that can be read"):
        next(VideoFile(broken).frames())


def test_folder_is_read_in_counting_order(tmp_path):
    for name, value in (("shot10.png", 200), ("shot2.png", 100), ("shot1.JPG", 0)):
        (tmp_path / name).write_bytes(cv2.imencode(".png", plain_picture(value))[1].tobytes())
    (tmp_path / "notes.txt").write_text("no picture")
    frames = list(open_source(str(tmp_path), fps=4).frames())
    assert [grey(f) for f in frames] == [0, 100, 200]
    assert [f.seconds for f in frames] == [0, 0.25, 0.5]


def test_empty_folder_is_refused(tmp_path):
    with pytest.raises(SourceError, match="holds no pictures"):
        next(Folder(tmp_path).frames())


def test_picture_is_turned_as_its_exif_says(tmp_path):
    exif_turned = b"\xff\xe1\x00\x22Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    data = jpeg(plain_picture(9, size=(64, 48)))
    (tmp_path / "phone.jpg").write_bytes(data[:2] + exif_turned + data[2:])
    assert read_picture(tmp_path / "phone.jpg").shape == (64, 48, 3)


def test_unreadable_pictures_say_what_and_where(tmp_path):
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "text.png").write_text("hello")
    for name in ("empty.jpg", "text.png", "missing.jpg"):
        with pytest.raises(PictureError, match=name):
            read_picture(tmp_path / name)


def test_words_that_name_no_source_are_refused(tmp_path):
    for spec in ("nosuchfile.mp4", "ftp://example.org/film", "twin:colour=3", "twin:seed=x", "twin:size=big", ""):
        with pytest.raises(SourceError):
            open_source(spec)


def test_password_stays_out_of_messages():
    with pytest.raises(SourceError) as raised:
        open_source("mms://user:secret@host/film")
    assert "secret" not in str(raised.value)


def test_turning_is_clockwise_then_mirrored():
    corner = np.zeros((2, 3, 3), np.uint8)
    corner[0, 0] = 255  # top left
    assert upright(corner, 90)[0, 1].all()  # top right of the turned picture
    assert upright(corner, 90).shape == (3, 2, 3)
    assert upright(corner, 180)[1, 2].all()
    assert upright(corner, 270)[2, 0].all()
    assert upright(corner, 0, mirror=True)[0, 2].all()
    assert upright(corner, 90, mirror=True)[0, 0].all()


def test_turned_source_keeps_number_and_time(tmp_path):
    film = write_film(tmp_path / "film.mp4", [0, 255])
    frames = list(open_source(str(film), rotate=90).frames())
    assert [(f.number, f.seconds, f.bgr.shape) for f in frames] == [(0, 0, (64, 48, 3)), (1, 0.1, (64, 48, 3))]
    with pytest.raises(SourceError, match="45 degrees"):
        open_source(str(film), rotate=45)


def test_size_is_width_x_height():
    assert parse_size("1280x720") == (1280, 720)
    for text in ("1280", "x", "1280x", "1280*720", "1x1"):
        with pytest.raises(ValueError, match="no size"):
            parse_size(text)
