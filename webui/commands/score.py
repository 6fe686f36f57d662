"""`hwatupan score`: scorekeeping by hand, from typed cards or from photographs of the captured piles."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.cards import Face
from engine.errors import TallyError
from engine.options import Mission
from engine.rules import RuleSet
from engine.tally import Told, tally
from vision.pipeline import Recogniser
from webui.commands import asked, scored
from webui.commands import piles as piled
from webui.commands.console import CommandError, print_json, spoken, track
from webui.commands.piles import Pile
from webui.commands.rulefile import named
from webui.tallied import explained
from webui.texts import Language, known, say
from webui.typed import read_cards

FACTOR = re.compile(r"([x×+])(\d{1,4})")


def score(
    cards: asked.Cards = None, losers: asked.Losers = None, players: asked.Players = None,
    rules: asked.Rules = "korean_standard", go: asked.Go = 0, loser_go: asked.LoserGo = None,
    yeokgo: asked.Yeokgo = False, shake: asked.Shake = 0, bomb: asked.Bomb = 0, nagari: asked.Nagari = 0,
    dokbak: asked.Dokbak = None, cup: asked.Cup = None, mission: asked.Missions = None, cap: asked.Cap = None,
    purse: asked.Purses = None, by: asked.By = None, sold: asked.Sold = None, dealer: asked.Dealer = 0,
    stake: asked.Stake = 0, add: asked.Add = None, remove: asked.Remove = None, as_json: asked.AsJson = False,
    lang: asked.Lang = None,
) -> int:  # fmt: skip
    """Count a round by hand: score, multipliers, who pays what.

    Write cards as codes (08-bright, 11-djunk, bonus2) or as players say them: 8광, 똥쌍피, 비광, 국진. 홍단 or
    godori is all three; junk14 or 피14 is fourteen junk of any month. A picture shows the pile of one player; of
    several, the winner's comes first.

    Examples:

      hwatupan score 1광 3광 8광 피12 --go 2 --losers "5열끗 피4"

      hwatupan score godori junk11 --losers junk4 --losers junk9 --stake 100

      hwatupan score 오광 --players 3 --loser-go 2 --lang ko

      hwatupan score winner.jpg loser.jpg --add 12-ribbon --remove 1:05-junk

      hwatupan score --by chongtong --players 3 --nagari 1
    """
    language, house = spoken(lang), named(rules)
    house = replace(house, cap_points=cap or house.cap_points, cap_at_balance=house.cap_at_balance or bool(purse))
    if by is not None:
        return _show(scored.won(by.kind, players or 2, house, nagari, stake, language, as_json=as_json))
    piles = _piles(cards or (), losers or (), add or (), remove or (), language)
    if house.game == "hwatu":
        faces = [pile.faces for pile in piles]
        return _show(scored.family(faces, players, house, stake, language, as_json=as_json))
    count = players or max(2, len(piles))
    others = _others(piles, count, language)
    if len(dokbak or ()) > 1:
        raise CommandError(say("score.one_dokbak", language))
    _check_seats(count, [*(loser_go or ()), *(dokbak or ())], purse, sold, language)
    missions, met = _missions(mission or (), house, language)
    told = Told(piles[0].faces, others, go, tuple(loser_go or ()), yeokgo, shake, bomb, nagari,
                next(iter(dokbak or ()), None), cup.place if cup else None, missions, met,
                read_cards([sold or ""], language), dealer,
                tuple(purse or ()))  # fmt: skip
    try:
        found = tally(told, count, house)
    except TallyError as error:
        raise CommandError(say("score.cannot", language, why=error)) from None
    if as_json:
        return _show(scored.as_object(found, rules, piles, stake, language))
    read = [line for at, pile in enumerate(piles) for line in piled.told(pile, at, language)]
    return _show(read + explained(found, house, language, stake))


def _show(told: dict[str, Any] | list[str]) -> int:
    """Print an object as JSON, or lines; return the exit code."""
    if isinstance(told, dict):
        print_json(told)
    else:
        print("\n".join(told))
    return 0


def _piles(cards: Sequence[str], losers: Sequence[str], add: Sequence[str], remove: Sequence[str],
           language: Language) -> list[Pile]:  # fmt: skip
    """Every pile that was told, the winner's first."""
    if not cards:
        raise CommandError(say("score.no_cards", language))
    pictures = [word for word in cards if piled.is_picture(word)]
    if pictures and len(pictures) < len(cards):
        raise CommandError(say("score.mixed", language, picture=pictures[0]))
    told = [*([[word] for word in pictures] or [list(cards)]), *([word] for word in losers)]
    photos = {words[0] for words in told if piled.is_picture(words[0])}
    if not photos and (add or remove):
        raise CommandError(say("score.no_picture", language))
    recogniser = Recogniser() if photos else None
    piles = []
    for words in track(told, "reading", len(told)) if photos else told:
        if recogniser is not None and words[0] in photos:
            piles.append(piled.photographed(Path(words[0]), recogniser, language))
        else:
            piles.append(piled.typed(words, language))
    return piled.possible(piled.corrected(piles, add, remove, language), language)


def _others(piles: Sequence[Pile], players: int, language: Language) -> tuple[tuple[Face, ...] | None, ...]:
    """The losers' cards; None for those of whom nobody told."""
    active = min(players, 3)
    if len(piles) > active:
        raise CommandError(say("score.too_many_losers", language, players=players, losers=active - 1))
    return (*(pile.faces for pile in piles[1:]), *[None] * (active - len(piles)))


def _check_seats(players: int, losers: Sequence[int], purse: Sequence[int] | None, sold: str | None,
                 language: Language) -> None:  # fmt: skip
    last = min(players, 3) - 1
    for number in losers:
        if not 1 <= number <= last:
            raise CommandError(say("score.no_loser", language, number=number, players=players, last=last))
    if purse and len(purse) != last:
        raise CommandError(say("score.purses", language, last=last))
    if sold and players != 4:
        raise CommandError(say("score.only_four", language))


def _missions(words: Sequence[str], rules: RuleSet, language: Language) -> tuple[tuple[Mission, ...], tuple[str, ...]]:
    """The missions of the round and the names of those that were met."""
    missions = {mission.name: mission for mission in rules.missions}
    spoken_names = {known("settle", name, language): name for name in missions}
    met: list[str] = []
    for word in words:
        said, _, value = word.partition("=")
        name = spoken_names.get(said, said)
        if factor := FACTOR.fullmatch(value):
            number = int(factor[2])
            missions[name] = Mission(name, plus=number) if factor[1] == "+" else Mission(name, times=max(1, number))
        elif name not in missions:
            names = ", ".join(spoken_names)
            there = say("score.missions" if names else "score.no_missions", language, names=names)
            raise CommandError(say("score.no_mission", language, name=said, known=there))
        elif value:
            missions[name] = replace(missions[name], cards=read_cards([value], language), draw=0)
            continue
        met.append(name)
    return tuple(missions.values()), tuple(met)
