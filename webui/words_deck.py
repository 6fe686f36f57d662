"""The words of learning and checking a deck: code to (Korean, English)."""

from __future__ import annotations

DECK: dict[str, tuple[str, str]] = {
    "deck.whole": ("{deck}: {cards}장이 모두 있어요", "{deck}: {cards} cards, all there"),
    "deck.faulty": ("{deck}: {cards}장을 봤어요", "{deck}: {cards} cards seen"),
    "deck.missing": ("빠진 패: {card}", "missing: {card}"),
    "deck.double": ("겹치는 패: {card}, {numbers}번", "too many: {card}, cards {numbers}"),
    "deck.foreign": (
        "{numbers}번은 이 패에 없는 카드예요. 보너스패라면 알려 주세요",
        "card {numbers} does not belong to a deck; if it is a bonus card, say so",
    ),
    "deck.face_down": ("{numbers}번이 뒤집혀 있어요", "card {numbers} lies face down"),
    "deck.back": ("{numbers}번의 뒷면이 달라요", "the back of card {numbers} differs"),
    "deck.doubt": (
        "{number}번이 {card} 맞나요? {other}일 수도 있어요",
        "is card {number} {card}? it may be {other}",
    ),
    "deck.confirm": ("{number}번이 {card} 맞나요?", "is card {number} {card}?"),
    "deck.few": (
        "패가 {cards}장밖에 안 보여요. 48장을 모두 앞면으로 겹치지 않게 놓고, 화면에 꽉 차게 다시 찍어 주세요",
        "only {cards} cards are seen; lay all 48 out face up, none over another, and let them fill the picture",
    ),
    "deck.bonus": ("{number}번: {card}", "card {number}: {card}"),
    "deck.twice": (
        "같은 패가 여러 사진에 있는 것 같아요. 패마다 한 사진에만 나오게 해 주세요",
        "cards seem to be on more than one picture; show each on one only",
    ),
    "deck.kept": ("{deck} 이름으로 저장했어요", "kept as {deck}"),
    "deck.ask": (
        "{number}번: {card} 맞나요? 맞으면 엔터, 아니면 패 이름",
        "card {number}: {card}? Enter if so, else its name",
    ),
    "deck.ask_foreign": (
        "{number}번은 무슨 패인가요? 보너스패면 bonus2나 bonus3, 이 패에 없는 카드면 엔터",
        "what is card {number}? bonus2 or bonus3 for a bonus card, Enter if it does not belong to the deck",
    ),
    "deck.answers": (
        "{word}: 그런 패는 없어요. 05-animal, 8광처럼 적거나 bonus2, back, foreign, nothing이라고 적어 주세요",
        "there is no card {word}; write a card such as 05-animal, or bonus2, back, foreign, nothing",
    ),
    "deck.card.foreign": ("다른 카드", "a card of another game"),
    "deck.card.nothing": ("카드 아님", "no card"),
    "deck.card.back": ("뒷면", "a back"),
}
