"""Every code that can reach people has Korean and English words, and the words say the same."""

from __future__ import annotations

import re
from pathlib import Path
from string import Formatter

import pytest

from engine.alerts import INVARIANTS, AlertCode, Certainty, Level, Request
from engine.cards import BONUS_FACES, FACES
from engine.mending import Refusal
from engine.observation import Source
from engine.outputs import Ask, Following, ResultKind
from engine.rules import PRESETS
from engine.turn import TurnEvent
from vision.legible import Condition
from webui import words
from webui.errors import WebError
from webui.faults import FAULTS, SEEKING
from webui.keeper import USELESS
from webui.snapshot import CameraState
from webui.sources import kind
from webui.texts import LANGUAGES, TEXTS, card_label, card_mark, card_name, parse_language, say

ROOT = Path(words.__file__).parent
LINES = [
    "samgwang",
    "bisamgwang",
    "sagwang",
    "ogwang",
    "animal",
    "godori",
    "ribbon",
    "hongdan",
    "cheongdan",
    "chodan",
    "junk",
]
SETTLED = ["cards", "go", "shake", "bomb", "meongtta", "nagari", "gwangbak", "pibak", "meongbak", "gobak", "dokbak"]
MISSIONS = ["mission_month", "mission_cards", "mission_normal", "push", "big_hand"]


def sources(folder: Path, pattern: str) -> set[str]:
    """What *pattern* catches in every Python file of *folder*."""
    return {found for file in folder.rglob("*.py") for found in re.findall(pattern, file.read_text(encoding="utf-8"))}


def reasons() -> set[str]:
    """Every reason that the referee gives for its state."""
    return sources(ROOT.parent / "engine", r'why="(\w+)"')


def test_every_alert_level_state_event_and_result_has_words() -> None:
    keys = [f"alert.{code}" for code in AlertCode]
    keys += [f"level.{level.name.lower()}" for level in Level]
    keys += [f"state.{state}" for state in Following] + [f"camera.{state}" for state in CameraState]
    keys += [f"event.{event}" for event in TurnEvent] + [f"result.{kind}" for kind in ResultKind]
    keys += [f"line.{name}" for name in LINES] + [f"settle.{name}" for name in SETTLED]
    keys += [f"settle.{name}" for name in MISSIONS]
    keys += [f"settle.{mission.name}" for rules in PRESETS.values() for mission in rules.missions]
    keys += [f"invariant.{code}" for code in INVARIANTS] + [f"request.{one}" for one in Request]
    keys += [f"certainty.{one}" for one in Certainty] + [f"ask.{one}" for one in Ask]
    keys += [f"say.event.{event}" for event in TurnEvent] + [f"say.result.{kind}" for kind in ResultKind]
    keys += [f"error.{one}" for one in Refusal] + [f"source.{one}" for one in Source]
    keys += [f"why.{reason}" for reason in reasons()] + [f"why.{reason}" for reason in (*Condition, "no_card")]
    assert [key for key in keys if key not in TEXTS] == []


def test_every_error_code_has_words() -> None:
    codes = sources(ROOT, r'WebError\(\s*"(\w+)"') | {*USELESS.values(), "store", "settings", "http", "internal"}
    assert len(codes) > 10
    assert [code for code in codes if f"error.{code}" not in TEXTS] == []


def test_every_fault_and_kind_of_source_has_words(tmp_path: Path) -> None:
    codes = {*FAULTS.values(), *SEEKING.values(), *sources(ROOT, r'Fault\(\s*"(\w+)"')}
    codes |= {kind(spec) for spec in ("twin:seed=3", "phone", "0", "rtsp://10.0.0.7/one", str(tmp_path), "film.mp4")}
    assert codes == {key.removeprefix("fault.") for key in TEXTS if key.startswith("fault.")}


def test_every_key_that_code_and_templates_use_exists() -> None:
    used = sources(ROOT, r'say\(\s*"([a-z_.]+)"')
    for template in (ROOT / "templates").rglob("*.html"):
        used |= set(re.findall(r"""\bt\(["']([a-z_.]+)["']""", template.read_text(encoding="utf-8")))
    assert len(used) > 40
    begun = {key for key in used if key.endswith((".", "_"))}  # the rest of the key is a value
    assert all(any(key.startswith(begin) for key in TEXTS) for begin in begun)
    assert sorted(key for key in used - begun if key not in TEXTS) == []


@pytest.mark.parametrize("key", sorted(TEXTS))
def test_both_languages_are_complete_and_take_the_same_values(key: str) -> None:
    korean, english = TEXTS[key]
    assert korean.strip()
    assert english.strip()
    names = {part[1] for part in Formatter().parse(english) if part[1]}
    if not key.startswith("card."):
        assert {part[1] for part in Formatter().parse(korean) if part[1]} == names
    if key != "ui.language":
        assert not re.search(r"[\uac00-\ud7a3]", english)
        assert re.search(r"[\uac00-\ud7a3]", korean) or not re.search(r"[a-z]{3}", re.sub(r"\{\w+\}", "", korean))


def test_no_key_is_written_twice() -> None:
    assert sum(map(len, words.WORDS)) == len(TEXTS)


def test_every_card_has_its_own_name_and_mark_in_both_languages() -> None:
    for language in LANGUAGES:
        for naming in (card_name, card_label, card_mark):
            assert len({naming(face, language) for face in FACES + BONUS_FACES}) == 39


def test_cards_are_named_as_koreans_name_them() -> None:
    face = next(face for face in FACES if str(face) == "08-bright")
    assert card_name(face, "ko") == "8월 공산 광"
    assert card_mark(face, "ko") == "8광"
    assert card_label(face, "en") == "pampas bright"


def test_unknown_language_is_refused() -> None:
    with pytest.raises(WebError, match="no language 'fr'"):
        parse_language("fr", "ko")
    assert parse_language(None, "en") == "en"
    assert say("ui.go", "en") == "Go"
