"""A round counted by hand, told step by step as at the table. Pure: values in, lines of text out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from unicodedata import east_asian_width

from engine.cards import Face, Kind
from engine.family import VALUES, FamilyResult
from engine.rules import RuleSet
from engine.score import Score, ScoreLine
from engine.settle import SettleLine
from engine.steal import CUP
from engine.table import Seat
from engine.tally import ANY_JUNK, Tally
from webui.texts import TEXTS, Language, known, say
from webui.typed import typed_name

Row = tuple[str, str, str, str]
"""Label, what is done, what that makes, why."""

COLUMNS = 79
GROUPS = (("bright", (Kind.BRIGHT,)), ("animal", (Kind.ANIMAL,)), ("ribbon", (Kind.RIBBON,)),
          ("junk", (Kind.DJUNK, Kind.JUNK, Kind.BONUS)))  # fmt: skip


def explained(tally: Tally, rules: RuleSet, language: Language, stake: int = 0) -> list[str]:
    """Lines that explain the round: the pile, its score, the sum, each loser, and who pays what."""
    teller = _Teller(tally, rules, language)
    parts: list[tuple[str, list[Row]]] = [(teller.pile_title(), [])]
    parts.append((say("tally.score", language), list(teller.score())))
    if tally.settlement.final:
        parts.append((say("tally.sum", language), list(teller.sum())))
        parts += [teller.loser(seat) for seat in range(1, len(tally.settlement.net))]
    out = _laid_out(parts)
    out[1:1] = teller.pile()
    if not tally.settlement.final:
        return [*out, "", say("tally.nothing", language)]
    return [*out, "", *nets(tally.net, language, stake, tally.sold), *teller.cup()]


def nets(net: Sequence[int], language: Language, stake: int = 0, sold: Sequence[int] = (),
         names: Sequence[str] = ()) -> list[str]:  # fmt: skip
    """Lines that say who gets and pays what; *stake* is the money of a point, 0 for none."""
    names = names or [who(seat, len(net), language) for seat in range(len(net))]
    rows = []
    for seat, points in enumerate(net):
        money = say("tally.money", language, count=points * stake) if stake else ""
        why = say("tally.sale", language, count=sold[seat]) if sold and sold[seat] else ""
        shown = say("tally.net" if points else "tally.points", language, count=points)
        rows.append((names[seat], shown, money, why))
    return [*_laid_out([(say("tally.nets", language), rows)]), f"  {say('tally.zero', language)}"]


def family_explained(found: FamilyResult, piles: Sequence[tuple[Face, ...]], language: Language,
                     stake: int = 0) -> list[str]:  # fmt: skip
    """Lines that explain a hand of the family game: what the cards are worth, what the sets take, and the balance."""
    parts: list[tuple[str, list[Row]]] = []
    for at, pile in enumerate(piles):
        counts = Counter(card.kind for card in pile)
        rows = [(say(f"group.{kind.name.lower()}", language), f"{counts[kind]} × {VALUES[kind]}",
                 say("tally.points", language, count=counts[kind] * VALUES[kind]), "")
                for kind in (Kind.BRIGHT, Kind.ANIMAL, Kind.RIBBON)]  # fmt: skip
        rows.append((say("tally.total", language), "", say("tally.points", language, count=found.raw[at]), ""))
        if moved := found.totals[at] - found.raw[at]:
            points = say("tally.points", language, count=found.totals[at])
            rows.append((say("tally.sets", language), f"{moved:+}", points, ""))
        points = say("tally.points", language, count=found.balances[at])
        rows.append((say("tally.share", language), f"-{found.target}", points, ""))
        parts.append((say("tally.player", language, number=at + 1), rows))
    names = [say("tally.player", language, number=at + 1) for at in range(len(piles))]
    return [*_laid_out(parts), "", *nets(found.balances, language, stake, names=names)]


def who(seat: Seat, players: int, language: Language) -> str:
    """The winner, a loser by number, or the one of four who sat out."""
    if seat in (0, 3):
        return say("tally.out" if seat else "tally.winner", language)
    return say("tally.loser" if players == 2 else "tally.loser_of", language, number=seat)


class _Teller:
    """Tells the parts of one tally in one language."""

    def __init__(self, tally: Tally, rules: RuleSet, language: Language) -> None:
        self.tally, self.found, self.rules, self.language = tally, tally.settlement, rules, language
        assert self.found.score is not None  # a tally has seen the winner's cards
        self.won: Score = self.found.score
        self.players = len(tally.net)

    def _tell(self, key: str, **values: object) -> str:
        return say(f"tally.{key}", self.language, **values)

    def points(self, count: int) -> str:
        return self._tell("points", count=count)

    def pile_title(self) -> str:
        return self._tell("pile", count=len(self.tally.told.pile))

    def pile(self) -> list[str]:
        """The winner's cards by kind, the cup where it counts."""
        pile = self.tally.told.pile
        as_junk = {CUP} if self.won.cup_as == "junk" else set()
        lines = []
        for group, kinds in GROUPS:
            cards = [card for card in sorted(pile) if (group == "junk" if card in as_junk else card.kind in kinds)]
            if cards:
                lines += wrapped(f"  {say(f'group.{group}', self.language)}: ", listed(cards, self.language))
        return lines

    def score(self) -> Iterator[Row]:
        for line in self.won.lines:
            yield known("line", line.name, self.language), "", self.points(line.points), self._why_line(line)
        target, total = self.tally.target, self.won.total
        why = self._tell("reached" if total >= target else "below", target=target)
        yield self._tell("total"), "", self.points(total), why if total else ""

    def _why_line(self, line: ScoreLine) -> str:
        if line.name in ("animal", "ribbon"):
            return self._tell("each", count=len(line.cards))
        if line.name == "junk":
            return self._tell("pi", count=self.won.junk_value)
        return self._tell("all_brights") if line.name == "ogwang" else listed(line.cards, self.language)

    def sum(self) -> Iterator[Row]:
        """Additions first, then what multiplies for everybody (RULES.md 14)."""
        so_far = 0
        for line in self.found.lines:
            if line.seat is None:
                so_far = so_far * line.value if line.times else so_far + line.value
                done = "" if line.name == "cards" else f"{'×' if line.times else '+'}{line.value}"
                yield self._step(line.name), done, self.points(so_far), self._why_step(line)

    def _step(self, name: str) -> str:
        if name == "go":
            return self._tell("gos", count=self.tally.told.go)
        return known("settle", name, self.language)

    def _why_step(self, line: SettleLine) -> str:
        told = self.tally.told
        match line.name:
            case "shake" | "bomb":
                return self._tell("said", count=told.shakes if line.name == "shake" else told.bombs)
            case "meongtta":
                return self._tell("seven")
            case "nagari":
                return self._tell("nagari", count=told.nagari)
        missions = self.rules.missions if told.missions is None else told.missions
        cards = [card for mission in missions if mission.name == line.name for card in mission.cards]
        return listed([card for card in cards if card in told.pile], self.language)

    def loser(self, seat: Seat) -> tuple[str, list[Row]]:
        """One loser: what he has, each bak and why, and what he pays."""
        lost = self.found.lost.get(seat)
        has = self._tell("unknown") if lost is None else self._tell(
            "has", brights=lost.brights, animals=lost.animals, ribbons=lost.ribbons, junk=lost.junk_value)  # fmt: skip
        return f"{who(seat, self.players, self.language)}: {has}", list(self._baks(seat, lost))

    def _baks(self, seat: Seat, lost: Score | None) -> Iterator[Row]:
        own = self.found.final
        lines = [line for line in self.found.lines if line.seat == seat and line.name != "dokbak"]
        for line in lines:
            own *= line.value
            yield known("settle", line.name, self.language), f"×{line.value}", self.points(own), self._why(line, lost)
        if not lines:
            spared = self.won.points("junk") and lost is not None and not lost.junk_value
            yield self._tell("no_bak"), "", self.points(own), self._tell("no_junk") if spared else ""
        yield from self._pays(seat)

    def _pays(self, seat: Seat) -> Iterator[Row]:
        """What differs from the loser's own amount: somebody pays for all, nothing is due, or there is a limit."""
        payer = next((line.seat for line in self.found.lines if line.name == "dokbak"), None)
        due, paid = self.tally.due[seat], -self.found.net[seat]
        if payer == seat:
            why = "dok_go" if seat in self.tally.told.loser_gos else "dok"
            yield self._tell("dokbak"), "", self.points(due), self._tell(why, sum=self._shares(seat))
        elif payer is not None:
            name = who(payer, self.players, self.language)
            yield self._tell("spared"), "", self.points(0), self._tell("other_pays", who=name)
        elif not due:
            yield self._tell("spared"), "", self.points(0), self._tell("exempt")
        if paid != due:
            yield self._tell("limit"), "", self.points(paid), self._tell("capped")

    def _shares(self, payer: Seat) -> str:
        """The sum that *payer* pays, for example ``"26 + 104"``."""
        shares = [self.found.final * self.found.multipliers[seat] for seat in sorted(self.found.multipliers)]
        rule = self.rules.gobak_3p if payer in self.tally.told.loser_gos else ""
        if rule == "pays_for_all_own_x2":
            shares.append(self.found.final * self.found.multipliers[payer])
        text = " + ".join(map(str, shares))
        return f"({text}) × 2" if rule == "pays_for_all_x2" else text

    def _why(self, line: SettleLine, lost: Score | None) -> str:
        if line.name == "pibak" and lost is not None:
            limit = self.rules.pibak_limit(self.players)
            return self._tell("pibak", junk=lost.junk_value, limit=limit)
        return self._tell({"gwangbak": "gwang", "meongbak": "meong"}.get(line.name, "go"))

    def cup(self) -> list[str]:
        """What the cup would do on the other place."""
        moved = self.tally.cup
        if moved is None:
            return []
        here = "junk" if moved.place == "animal" else "animal"
        key = "cup_same" if moved.net == self.found.net else "cup"
        places = {"place": self._tell(here), "other": self._tell(moved.place)}
        return ["", self._tell(key, **places, points=self.points(moved.net[0]))]


def listed(cards: Sequence[Face], language: Language) -> str:
    """Cards in a row; equal ones counted."""
    named = [typed_name(card, language) for card in cards if card != ANY_JUNK]
    plain = len(cards) - len(named)
    return " ".join([*named, *([say("typed.junk", language, count=plain)] if plain else [])])


def width(text: str) -> int:
    """How many columns *text* takes on a terminal: Korean letters take two."""
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in text)


def wrapped(begin: str, text: str) -> list[str]:
    """*begin* and the words of *text* in lines for a terminal, the later ones indented as far as the first."""
    lines = [begin]
    for word in text.split():
        if width(lines[-1]) + width(word) > COLUMNS:
            lines.append(" " * width(begin))
        lines[-1] += f"{word} "
    return [line.rstrip() for line in lines]


def _laid_out(parts: Sequence[tuple[str, Sequence[Row]]]) -> list[str]:
    """Titles with their rows in common columns; an empty line between parts."""
    rows = [row for _, part in parts for row in part]
    wide = [max((width(row[at]) for row in rows), default=0) for at in range(3)]
    out: list[str] = []
    for title, part in parts:
        out += ["", title] if out else [title]
        for label, done, makes, why in part:
            cells = (label + " " * (wide[0] - width(label)), " " * (wide[1] - width(done)) + done,
                     " " * (wide[2] - width(makes)) + makes, why)  # fmt: skip
            out.append(f"  {'  '.join(cell for cell, size in zip(cells, (*wide, 1), strict=True) if size)}".rstrip())
    return out


def steps(tally: Tally, language: Language) -> list[dict[str, object]]:
    """The sum as JSON with its words; ``seat`` is None for every loser."""
    labels = {line.name: known("line" if f"line.{line.name}" in TEXTS else "settle", line.name, language)
              for line in tally.settlement.lines}  # fmt: skip
    return [{**line.to_json(), "label": labels[line.name]} for line in tally.settlement.lines]
