"""What is called out: each thing once, whatever is corrected or undone, in both languages."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.events import Corrected, Event, Said, Say, TurnFix, Undone
from engine.game import Game
from engine.referee import step
from tests.webui.games import fresh, later, prompted, told
from webui.announce import KEPT, News, more
from webui.present import page_view
from webui.snapshot import Snapshot


def called(events: Iterable[Event], game: Game | None = None) -> tuple[Game, list[News]]:
    """The game after *events*, and all that was called out on the way."""
    game = game or fresh()
    kept: tuple[News, ...] = ()
    all_: list[News] = []
    for event in events:
        after, outputs = step(game, event)
        fresh_news = more(kept, game, after, outputs)
        all_ += [news for news in fresh_news if news not in kept]
        kept, game = fresh_news, after
    return game, all_


@pytest.mark.parametrize("seed", range(8))
def test_a_round_is_called_out_from_its_lines_to_its_result(seed: int) -> None:
    game, news = called(told(seed, boldness=1.0))
    assert len({one.key for one in news}) == len(news)
    kinds = [one.kind for one in news]
    assert kinds[-1] == "result"
    assert kinds.count("turn") == len(game.round.turns)  # type: ignore[union-attr]
    assert kinds.count("go") == sum(game.results[-1].go)
    events = [event for turn in game.round.turns for event in turn.seen.events]  # type: ignore[union-attr]
    assert [one.what for one in news if one.kind == "event"] == [f"event.{event}" for event in events]


def test_nothing_is_said_again_after_a_correction_or_an_undo() -> None:
    events = prompted()
    game, news = called(events)
    assert news[-1].kind == "prompt"
    assert game.round is not None and game.round.prompt is not None
    play = game.round.turns[0].play
    again = Corrected(99.0, TurnFix(1, play.seat, play.hand, play.flip, play.choose_hand, play.choose_flip))
    seat = game.round.prompt.seat
    more_events = [again, Said(100.0, seat, Say.GO), Undone(101.0), Said(102.0, seat, Say.GO)]
    _, all_ = called([*events, *more_events])
    assert [one.kind for one in all_[len(news):]] == ["go"]


def test_words_are_spoken_in_the_language_of_the_page() -> None:
    game, news = called(prompted())
    snapshot = Snapshot(1, game, "0", news=tuple(news))
    korean, english = (page_view(snapshot, language).spoken[-1] for language in ("ko", "en"))  # type: ignore[arg-type]
    assert korean.text == f"아래 {game.round.prompt.points}점, 고 또는 스톱?"  # type: ignore[union-attr]
    assert english.text.endswith("points. Go or Stop?")
    kept = (News("1", "event", "event.sseul"), News("2", "line", "samgwang"), News("3", "turn", "turn"))
    sweep = Snapshot(1, game, "0", news=kept)
    assert [one.text for one in page_view(sweep, "ko").spoken] == ["싹쓸이!", "삼광", ""]


def test_only_the_newest_are_kept() -> None:
    game = fresh()
    kept: tuple[News, ...] = ()
    for seed in range(5):
        for event in told(seed):
            after, outputs = step(game, event)
            kept = more(kept, game, after, outputs)
            game = after
    assert len(kept) == KEPT


def test_another_evening_is_called_out_anew() -> None:
    _, first = called(told(4))
    _, second = called(later(list(told(4)), 500.0))
    assert [news.what for news in first] == [news.what for news in second]
    assert not {news.key for news in first} & {news.key for news in second}
