"""The words of counting by hand: code to (Korean, English)."""

from __future__ import annotations

TYPED: dict[str, tuple[str, str]] = {
    "typed.junk": ("피{count}", "junk{count}"),
    "typed.bonus": ("보너스{value}", "bonus{value}"),
    "typed.unknown": (
        "{word}: 그런 패는 없어요. 혹시 {near} 아닌가요?",
        "there is no card {word}; did you mean {near}?",
    ),
    "typed.nothing_near": (
        "{word}: 그런 패는 없어요. 8광, 똥쌍피, 국진처럼 적어 주세요. 월 없이 피만 세면 피14예요.",
        "there is no card {word}; write 08-bright, 11-djunk, or junk14 for fourteen junk of any month",
    ),
}

SCORE: dict[str, tuple[str, str]] = {
    "score.read": ("{picture}: {count}장을 읽었어요", "{picture}: {count} cards read"),
    "score.more": (
        "더 있으면 겹친 패를 펴서 다시 찍거나 --add {mark}패로 더해 주세요",
        "are there more? spread cards that overlap and take it again, or add them with --add {mark}CARD",
    ),
    "score.doubtful": (
        "{card}? {sure}. 아니면 {rivals}. 틀리면 --remove {mark}{card} --add {mark}{right}",
        "{card}? {sure}, or else {rivals}: if wrong, --remove {mark}{card} --add {mark}{right}",
    ),
    "score.doubtful_alone": (
        "{card}? {sure}. 틀리면 --remove {mark}{card} --add {mark}{right}",
        "{card}? {sure}: if wrong, --remove {mark}{card} --add {mark}{right}",
    ),
    "score.card": ("패", "CARD"),
    "score.nothing_read": (
        "{picture}: 패를 찾지 못했어요. 밝은 데서 위에서 또렷하게 다시 찍거나 패를 적어 주세요",
        "{picture} shows no card that can be read; take it from above in good light, or type the cards",
    ),
    "score.dropped": (
        "{cards}: 한 벌보다 많이 보여서 덜 뚜렷한 것은 뺐어요. 다른 패면 --add {mark}패",
        "{cards}: more than a deck holds; the less clear one is left out. If it is another: --add {mark}CARD",
    ),
    "score.nameless": (
        "이름을 모르는 패가 {count}장 있어요. 무슨 패인지 --add {mark}패로 알려 주세요",
        "{count} could not be named; add what they are with --add {mark}CARD",
    ),
    "score.not_read": ("{card}: 읽은 패에 없어요. 읽은 패는 {cards}", "{card} is not among what was read: {cards}"),
    "score.no_pile": (
        "{word}: 그런 상대는 없어요. 이긴 사람은 번호 없이, 상대는 1부터 {last}까지 1:8광처럼 적어 주세요",
        "{word} names no pile; write the card alone for the winner, losers are 1 to {last}, e.g. 1:08-bright",
    ),
    "score.no_cards": (
        "먹은 패를 적거나 사진을 주세요. 쓰는 법: hwatupan score --help",
        "name the captured cards or a picture of them; hwatupan score --help shows how",
    ),
    "score.mixed": (
        "{picture}: 사진과 패를 섞어 적을 수 없어요. 사진에 없는 패는 --add로 적어 주세요",
        "{picture} stands among cards; give a picture alone, and the cards that it hides with --add",
    ),
    "score.no_picture": (
        "--add와 --remove는 사진을 고칠 때 써요. 적은 패는 그 자리에서 고쳐 주세요",
        "--add and --remove correct a picture; change the cards that are typed where they stand",
    ),
    "score.too_many_losers": (
        "{players}명이면 상대는 {losers}명이에요. --losers와 --players를 다시 봐 주세요",
        "{players} players are one winner and losers: {losers}; look at --losers and --players",
    ),
    "score.no_mission": (
        "{name}: 그런 미션은 없어요. {known} 새로 만들려면 {name}=x2처럼 적어 주세요",
        "there is no mission {name}; {known}; write {name}=x2 for one of your own",
    ),
    "score.missions": ("이 규칙에 있는 미션은 {names}예요.", "these rules have {names}"),
    "score.no_missions": ("이 규칙에는 미션이 없어요.", "these rules have none"),
    "score.chongtong": ("총통: 같은 월 네 장을 들고 있어요.", "Chongtong: four of a month in hand."),
    "score.three_ppeok": ("쓰리뻑: 뻑을 세 번 했어요.", "Three ppeok in one round."),
    "score.heodang": ("허당: 다섯 번 내내 못 먹었어요.", "Heodang: five turns without a capture."),
    "score.family_piles": (
        "모두의 패를 적어 주세요. 마지막 한 사람 것은 빼도 돼요. 남은 패로 셀게요",
        "give the pile of everybody with --losers; the last may be left out, it is the rest of the deck",
    ),
    "score.family_void": ("무효인 판이에요: {why}", "the hand is void: {why}"),
    "score.too_many": (
        "{card}: {count}장이라고 적었어요({who}). 한 벌에 그만큼 없어요",
        "{card} is told {count} times ({who}); a deck does not hold so many",
    ),
    "score.cannot": ("그런 판은 있을 수 없어요: {why}", "such a round cannot have been: {why}"),
    "score.no_loser": (
        "{number}번 상대는 없어요. {players}명이면 1번부터 {last}번까지예요",
        "there is no loser {number}; of {players} players, losers are numbered 1 to {last}",
    ),
    "score.purses": (
        "--purse는 상대마다 하나씩, {last}번 적어 주세요",
        "give --purse once for each loser, {last} in all",
    ),
    "score.family_rest": (
        "나머지 {count}장은 {number}번의 것으로 셌어요",
        "the other {count} cards are counted as the pile of player {number}",
    ),
    "score.one_dokbak": (
        "독박은 한 사람만 써요. --dokbak은 한 번만 적어 주세요",
        "only one loser can pay for all; give --dokbak once",
    ),
    "score.only_four": (
        "--sold는 네 명일 때만 써요. --players 4도 적어 주세요",
        "only of four players one sells; add --players 4",
    ),
}

TALLY: dict[str, tuple[str, str]] = {
    "tally.winner": ("이긴 사람", "Winner"),
    "tally.loser": ("상대", "Loser"),
    "tally.loser_of": ("상대 {number}", "Loser {number}"),
    "tally.out": ("쉰 사람", "Sat out"),
    "tally.points": ("{count:,}점", "{count:,}"),
    "tally.net": ("{count:+,}점", "{count:+,}"),
    "tally.money": ("{count:+,}원", "{count:+,}"),
    "tally.pile": ("먹은 패 {count}장", "Captured ({count})"),
    "tally.score": ("점수", "Score"),
    "tally.total": ("합계", "Total"),
    "tally.reached": ("{target}점부터 날 수 있어요", "{target} or more may stop"),
    "tally.below": (
        "{target}점이 안 돼서 아직 못 나요. 그래도 계산해 볼게요",
        "under {target}: no Stop yet; counted anyway",
    ),
    "tally.nothing": ("점수가 나는 패가 없어서 주고받을 것이 없어요.", "Nothing scores here, so nobody pays."),
    "tally.each": ("{count}장. 5장부터 한 장에 1점", "{count} cards, one point each from the fifth on"),
    "tally.pi": ("{count}장. 10장부터 한 장에 1점", "worth {count}, one point each from the tenth on"),
    "tally.all_brights": ("다섯 장 모두", "all five"),
    "tally.sum": ("계산", "Sum"),
    "tally.gos": ("{count}고", "{count} Go"),
    "tally.said": ("{count}번", "sets: {count}"),
    "tally.seven": ("열끗이 7장 이상이에요", "seven animals or more"),
    "tally.nagari": ("앞에서 나가리가 {count}번 났어요", "void rounds before: {count}"),
    "tally.has": (
        "광 {brights}장, 열끗 {animals}장, 띠 {ribbons}장, 피 {junk}장",
        "brights {brights}, animals {animals}, ribbons {ribbons}, junk {junk}",
    ),
    "tally.unknown": ("먹은 패를 안 적어서 광박, 피박은 안 따졌어요", "pile not told, so no bak of cards is judged"),
    "tally.no_bak": ("박 없음", "No bak"),
    "tally.gwang": ("광이 한 장도 없어요", "gwang-bak: not one bright"),
    "tally.pibak": (
        "피가 {junk}장뿐이에요. {limit}장까지 피박이에요",
        "pi-bak: junk {junk}, and up to {limit} is too little",
    ),
    "tally.meong": ("열끗이 한 장도 없어요", "meong-bak: not one animal"),
    "tally.go": ("고를 하고 졌어요", "go-bak"),
    "tally.no_junk": ("피가 한 장도 없으면 피박이 아니에요", "no junk at all is no pi-bak"),
    "tally.dokbak": ("독박", "Pays for all"),
    "tally.dok_go": ("{sum}. 고를 하고 져서 다 내요", "{sum}; said Go and lost: dok-bak"),
    "tally.dok": ("{sum}. 다른 사람 것까지 다 내요", "{sum}; dok-bak"),
    "tally.spared": ("안 냄", "Pays nothing"),
    "tally.other_pays": ("독박: {who}", "dok-bak: {who}"),
    "tally.exempt": ("먹은 패가 없으면 안 내요", "captured nothing"),
    "tally.limit": ("상한", "Limit"),
    "tally.capped": ("한 사람이 이만큼까지만 내요", "nobody pays more"),
    "tally.nets": ("주고받기", "Who pays what"),
    "tally.sale": ("광 판 값 {count:+,}점", "{count:+,} for the hand that was sold"),
    "tally.zero": ("모두 더하면 0이에요.", "All together that is 0."),
    "tally.animal": ("열끗으로", "an animal"),
    "tally.junk": ("쌍피로", "junk"),
    "tally.cup": (
        "국진은 {place} 셌어요. {other} 놓으면 이긴 사람이 {points} 받아요.",
        "The cup counts as {place}. As {other}, the winner would get {points}.",
    ),
    "tally.cup_same": (
        "국진은 {place} 셌어요. {other} 놓아도 결과는 같아요.",
        "The cup counts as {place}. As {other}, nothing would change.",
    ),
    "tally.player": ("{number}번", "player {number}"),
    "tally.sets": ("단과 약", "sets"),
    "tally.share": ("기준 점수", "less target"),
    "tally.no_cards": ("패를 세지 않고 바로 이겨요. 나가리만 곱해요.", "Won at once; only void rounds multiply."),
}
