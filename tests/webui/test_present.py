"""From games to what the page shows: all finished words, nothing hidden, both languages alike."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from engine.alerts import Alert, AlertCode, Certainty, Evidence, Level, Request, Spot
from engine.cards import parse_face
from engine.events import Looked, Said, Say
from engine.game import Game
from engine.observation import FLOOR, Observation, SeenCard
from engine.outputs import AlertRaised, Following
from engine.referee import step
from tests.builders import faces
from tests.webui.games import fold, fresh, prompted, told
from webui.present import deck_view, page_view, seen_view
from webui.snapshot import Camera, CameraState, Fault, Looking, Seen, Snapshot, View
from webui.texts import LANGUAGES, TEXTS


def shown(game: Game, language: str = "ko", **more: object) -> Snapshot:
    return Snapshot(1, game, "0", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [2, 3])
def test_every_card_in_play_is_shown_once(players: int) -> None:
    game = fresh(players)
    for seed in range(4):
        game = fold(told(seed, players), fresh(players))
        page = page_view(shown(game), "ko")
        piles = sum(len(group.cards) for seat in page.seats for group in seat.groups)
        assert game.table is not None
        assert piles == sum(map(len, game.table.piles))


def test_scores_are_those_of_the_engine() -> None:
    game = fold(iter(prompted()), fresh())
    page = page_view(shown(game), "ko")
    assert tuple(seat.points for seat in page.seats) == game.totals
    for seat in page.seats:
        assert sum(line.points for line in seat.lines) == seat.points


def test_the_prompt_names_the_seat_and_its_points() -> None:
    game = fold(iter(prompted()), fresh())
    assert game.round is not None
    assert game.round.prompt is not None
    page = page_view(shown(game), "ko")
    assert page.prompt is not None
    assert page.prompt.open
    assert str(game.round.prompt.points) in page.prompt.title
    assert [seat.seat for seat in page.seats if seat.turn] == [page.prompt.seat]


def test_bots_of_the_virtual_table_answer_for_themselves() -> None:
    game = fold(iter(prompted()), fresh())
    assert game.round is not None
    assert game.round.prompt is not None
    snapshot = Snapshot(1, game, "twin:seed=3")
    page = page_view(snapshot, "en")
    assert page.prompt is not None
    assert not page.prompt.open
    mine = replace(snapshot, view=View(humans=frozenset({game.round.prompt.seat})))
    prompt = page_view(mine, "en").prompt
    assert prompt is not None
    assert prompt.open


def test_a_finished_round_says_who_pays_what() -> None:
    game = fold(told(3, 3), fresh(3))
    page = page_view(shown(game), "en")
    assert page.result is not None
    assert sum(share.net for share in page.result.shares) == 0
    winner = next(share for share in page.result.shares if share.winner)
    assert winner.net > 0
    assert winner.text == f"gets {winner.net}"
    baks = [(step.label, step.done) for share in page.result.shares for step in share.steps]
    assert ("No brights", "×2") in baks
    assert any(step.label == "Card points" for step in page.result.steps)
    assert not page.running
    assert page.state.state == "waiting"


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("players", [2, 3])
def test_the_lines_of_a_settlement_lead_to_what_is_paid(seed: int, players: int) -> None:
    game = fold(told(seed, players), fresh(players))
    page = page_view(shown(game), "en")
    result = game.results[-1]
    assert page.result is not None
    if result.winner is None:
        assert page.result.steps == ()
        return
    names = [step.label for step in page.result.steps]
    at = names.index("Card points")
    assert sum(int(step.makes) for step in page.result.steps[:at]) == int(page.result.steps[at].makes)
    final = int(page.result.steps[-1].makes)
    for share in page.result.shares:
        if share.seat == result.winner:
            continue
        at_once = sum(int(step.makes) for step in share.steps if step.label == "Paid at once for ppeok")
        own = [int(step.makes) for step in share.steps if step.label != "Paid at once for ppeok"]
        paid_for = any(line["name"] == "dokbak" for line in result.lines)
        due = own[-1] if own else 0 if paid_for else final
        assert share.net == -due + at_once


def test_the_prompt_tells_what_lies_open_and_nothing_else() -> None:
    game = fold(iter(prompted()), fresh())
    assert game.round is not None and game.round.prompt is not None
    prompt = page_view(shown(game), "en").prompt
    assert prompt is not None
    facts = {fact.label: fact.value for fact in prompt.facts}
    stopped = step(game, Said(game.seconds, game.round.prompt.seat, Say.STOP))[0].results[-1]
    assert facts["Stop now"] == f"gets {stopped.net[game.round.prompt.seat]}"
    assert facts["With 1 Go"] == "+1"
    assert facts["To stop after Go"] == f"{game.round.prompt.points + 1} points or more"
    assert sum(line.points for line in prompt.lines) == game.round.prompt.points
    assert not any(word in str(facts).lower() for word in ("should", "better", "chance"))


def test_what_is_missing_and_what_is_owed_is_said_by_name() -> None:
    game = fold(iter(list(told(3))[:9]), fresh())
    assert game.table is not None and game.round is not None
    near = faces("01-ribbon 02-ribbon")
    table = replace(game.table, piles=(near, ()))
    stolen = replace(game.round.turns[-1].result, stolen={1: faces("05-junk")})
    last = replace(game.round.turns[-1], result=stolen, play=replace(game.round.turns[-1].play, seat=0))
    game = replace(game, round=replace(game.round, table=table, turns=(*game.round.turns[:-1], last)))
    page = page_view(replace(shown(game), view=View(names=("영희", ""))), "ko")
    assert page.seats[0].name == "영희"
    assert page.seats[0].missing == ("홍단까지 1장",)
    assert [gift.text for gift in page.owed] == ["위 → 영희 피 1장"]


def test_nothing_of_a_round_that_is_over_is_left_to_play() -> None:
    game = fold(told(3), fresh())
    assert game.round is not None
    table = replace(game.round.table, tokens=(3, 0))
    page = page_view(shown(replace(game, round=replace(game.round, table=table))), "en")
    assert not any("draw-only" in tag for seat in page.seats for tag in seat.tags)
    assert page.owed == ()


def test_cards_that_lie_there_before_a_round_are_shown_with_how_many_are_missing() -> None:
    game = fresh()
    for n in range(3):
        seen = tuple(
            SeenCard(at, face, FLOOR, 0.99, (100.0 * at, 100.0), scores={face: 0.99})
            for at, face in enumerate(faces("01-bright 05-junk 08-animal"), 1)
        )
        game = step(game, Looked(Observation(1.0 + n / 10, seen)))[0]
    deal = page_view(shown(game), "ko").deal
    assert deal is not None
    assert deal.title == "바닥에 8장 중 3장 놓였어요"
    assert [card.face for card in deal.cards] == ["01-bright", "05-junk", "08-animal"]
    empty = page_view(shown(fresh()), "ko").deal
    assert empty is not None and empty.title == "새 판을 기다리고 있어요" and empty.cards == ()


@pytest.mark.parametrize(("pace", "source", "warned"), [(0.9, "0", True), (9.0, "0", False), (0.0, "0", False)])
def test_eyes_that_look_too_seldom_are_told(pace: float, source: str, warned: bool) -> None:
    camera = Camera(CameraState.PLAYING)
    page = page_view(Snapshot(1, fresh(), source, camera=camera, looking=Looking(per_second=pace)), "ko")
    assert bool(page.slow) == warned
    assert not warned or "1초에 1번만" in page.slow


def test_a_deal_that_goes_on_is_waited_for_and_not_called_wrong() -> None:
    state = page_view(shown(replace(fresh(), why="floor_count")), "ko").state
    assert (state.state, state.why) == ("waiting", "")
    four = page_view(shown(replace(fresh(), why="four_on_floor")), "en").state
    assert (four.state, four.why) == ("waiting", "four of a month on the floor: deal again")


def test_the_turns_carry_what_an_edit_needs() -> None:
    game = fold(iter(list(told(3))[:9]), fresh())
    assert game.round is not None
    page = page_view(shown(game), "en")
    assert [turn.n for turn in page.turns] == list(range(1, len(game.round.turns) + 1))
    for turn, record in zip(page.turns, game.round.turns, strict=True):
        assert [card.face for card in turn.hand] == list(map(str, record.play.hand))
        assert sorted(turn.loose) == sorted(map(str, record.before.loose))


def test_lost_step_asks_questions_that_are_answered_with_one_tap() -> None:
    game = replace(fold(iter(prompted()), fresh()), state=Following.LOST, why="unexplained")
    state = page_view(shown(game), "ko").state
    assert [question.kind for question in state.questions] == ["tap_wrong", "whose_turn"]
    assert {name for _, name in state.questions[1].seats} <= {"아래", "위"}
    assert page_view(shown(replace(game, state=Following.FOLLOWING)), "ko").state.questions == ()


def test_an_alert_tells_the_rule_the_request_and_marks_its_pictures() -> None:
    card = parse_face("09-ribbon")
    evidence = Evidence(3.0, 9.0, "I4", (), (Spot(card, FLOOR, 3, (460.0, 260.0)),), Request.PUT_BACK)
    alert = Alert(AlertCode.EXTRA_TABLE_CARD, Level.QUESTION, Certainty.CERTAIN, (card,), 1, evidence, 5)
    game = replace(fold(told(1), fresh()), alerts=(AlertRaised(9.0, 7, alert),))
    bare = page_view(shown(game), "en").alerts[0]
    assert bare.why == "Only cards that the turn takes leave the floor"
    assert bare.ask == "Please put chrysanthemum ribbon back"
    assert bare.pictures == ()
    before, after = page_view(replace(shown(game), pictured={7: (920.0, 520.0)}), "en").alerts[0].pictures
    assert (before.src, after.src) == ("/api/alert/7/before.jpg", "/api/alert/7/after.jpg")
    assert before.when == "Before (6 s earlier)"
    assert before.marks == () and [(mark.x, mark.y, mark.label) for mark in after.marks] == [(460.0, 260.0, "9R")]


def test_what_keeps_the_eyes_from_seeing_is_said_with_what_to_do() -> None:
    game = fold(told(1), fresh())
    korean, english = (page_view(shown(replace(game, blind="dark")), language).state for language in ("ko", "en"))  # type: ignore[arg-type]
    assert (korean.state, korean.label) == ("unsure", "확인하고 있어요")
    assert "불을 더 켜" in korean.why
    assert "more light" in english.why
    running = fold(iter(prompted()), fresh())
    part = page_view(shown(replace(running, why="", spoilt="glare")), "ko").state
    assert part.state == "following"
    assert "등이나 카메라" in part.why


def test_hands_and_stock_are_counts_only() -> None:
    game = fold(iter(prompted()), fresh())
    page = page_view(shown(game), "ko").to_json()
    assert isinstance(page["stock"], int)
    assert all(isinstance(seat["hand"], int) for seat in page["seats"])


def test_the_page_goes_to_json() -> None:
    game = fold(told(1), fresh())
    page = page_view(shown(game), "ko").to_json()
    told_again = json.loads(json.dumps(page))
    assert told_again["seats"][0]["groups"][0]["kind"] == "bright"
    assert told_again["seats"][0]["points"] == game.totals[0]


def test_both_languages_show_the_same_game() -> None:
    game = fold(iter(prompted(3)), fresh(3))
    korean, english = (page_view(shown(game), language) for language in ("ko", "en"))  # type: ignore[arg-type]
    assert [card.face for card in korean.floor] == [card.face for card in english.floor]
    assert [seat.points for seat in korean.seats] == [seat.points for seat in english.seats]
    assert korean.seats[0].name != english.seats[0].name


def test_the_worst_alert_comes_first_with_what_was_seen() -> None:
    cards = (parse_face("08-bright"), parse_face("09-ribbon"))
    alerts = [
        Alert(code, level, Certainty.LIKELY, cards, 1, Evidence(1.0, 2.0), 5)
        for code, level in (
            (AlertCode.GO_IMPLIED, Level.HINT),
            (AlertCode.DUPLICATE_CARD, Level.STOP),
            (AlertCode.MONTH_MISMATCH, Level.QUESTION),
        )
    ]
    raised = tuple(AlertRaised(2.0, number, alert) for number, alert in enumerate(alerts))
    game = replace(fold(told(1), fresh()), alerts=raised)
    page = page_view(shown(game), "ko")
    assert [alert.level for alert in page.alerts] == ["stop", "question", "hint"]
    assert [card.face for card in page.alerts[0].cards] == ["08-bright", "09-ribbon"]
    assert page.alerts[0].title == "같은 패가 두 장 보여요"


def test_two_equal_junks_get_two_drawings() -> None:
    names = [card.art for card in deck_view("ko", bonus=True)]
    assert len(set(names)) == 39
    alert = Alert(
        AlertCode.DUPLICATE_CARD, Level.STOP, Certainty.CERTAIN, (parse_face("05-junk"),) * 2, None, Evidence(1, 2)
    )
    game = replace(fresh(), alerts=(AlertRaised(1.0, 1, alert),))
    page = page_view(shown(game), "ko")
    assert [card.art for card in page.alerts[0].cards] == ["05-junk1", "05-junk2"]


def test_a_lost_camera_says_why_and_when_it_tries_again() -> None:
    fault = Fault("silent", "no picture from 0 for 5 s; check the cable or pick another camera")
    camera = Camera(CameraState.LOST, fault, 4)
    page = page_view(shown(fresh(), camera=camera), "ko")
    assert page.camera.label == "카메라가 끊겼어요"
    assert "4초" in page.camera.detail
    assert page.camera.message.startswith("0: 화면이 오지 않아요")


@pytest.mark.parametrize("code", sorted(key.removeprefix("fault.") for key in TEXTS if key.startswith("fault.")))
def test_faults_are_told_in_the_language_of_the_page(code: str) -> None:
    fault = Fault(code, "some English sentence; do that next")
    snapshot = shown(fresh(), trouble=fault, camera=Camera(CameraState.LOST, fault))
    for language in LANGUAGES:
        page = page_view(snapshot, language)
        assert page.trouble == page.camera.message
        assert bool(re.search("[가-힣]", page.trouble)) == (language == "ko")
        assert "English sentence" not in page.trouble


def test_the_login_of_a_camera_is_shown_to_nobody() -> None:
    fault = Fault("address", "no answer")
    snapshot = Snapshot(1, fresh(), "rtsp://me:secret@10.0.0.7/one", camera=Camera(CameraState.LOST, fault))
    page = page_view(snapshot, "en")
    assert page.source == "rtsp://10.0.0.7/one"
    assert page.camera.message.startswith("rtsp://10.0.0.7/one: ")
    assert "secret" not in json.dumps(page.to_json())


@pytest.mark.parametrize("dealer", [0, 1])
def test_the_dealer_believed_in_is_that_of_the_round_else_of_the_next(dealer: int) -> None:
    assert page_view(shown(replace(fresh(), next_dealer=dealer)), "ko").dealer == dealer
    over = fold(told(3), fresh())
    assert page_view(shown(over), "ko").dealer == over.next_dealer
    running = fold(iter(prompted()), replace(fresh(), next_dealer=dealer))
    assert running.round is not None
    assert page_view(shown(running), "ko").dealer == running.round.dealer


def test_recognised_cards_carry_short_names() -> None:
    seen = (
        Seen(1, "08-bright", "floor", True, ((0, 0), (1, 0), (1, 1), (0, 1)), ("08-animal",)),
        Seen(2, None, "pile", False, ((0, 0), (1, 0), (1, 1), (0, 1)), ()),
    )
    assert [(card.label, card.name) for card in seen_view(seen, "ko")] == [
        ("8광", "8월 공산 광"),
        ("?", "잘 모르겠는 패"),
    ]
