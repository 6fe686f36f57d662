"""The words for what keeps the eyes from seeing: what it is, and what to do about it."""

from __future__ import annotations

EYES: dict[str, tuple[str, str]] = {
    "why.covered": (
        "렌즈가 가려졌어요. 앞에 있는 것을 치워 주세요",
        "something covers the lens: please take it away",
    ),
    "why.dark": ("너무 어두워요. 불을 더 켜 주세요", "too dark to read the cards: please turn on more light"),
    "why.moved": (
        "카메라가 움직였어요. 가만히 두면 다시 맞춰요. 안 되면 제자리에 돌려 주세요",
        "the camera was moved: leave it and the table is found again; if not, push it back",
    ),
    "why.small": (
        "패가 너무 작게 보여요. 카메라를 더 가까이 놓아 주세요",
        "the cards look too small: please bring the camera nearer",
    ),
    "why.blur": (
        "화면이 흔들려요. 카메라를 단단히 세우고 불을 더 켜 주세요",
        "the picture shakes: please make the camera stand firm and turn on more light",
    ),
    "why.focus": (
        "초점이 안 맞아요. 카메라 초점을 패에 맞춰 주세요",
        "out of focus: please focus the camera on the cards",
    ),
    "why.glare": (
        "패에 빛이 비쳐서 안 보여요. 등이나 카메라를 조금 옮겨 주세요",
        "light mirrors on the cards: please move the lamp or the camera a little",
    ),
    "why.hand": (
        "손이나 물건이 패를 가리고 있어요. 치워 주세요",
        "a hand or a thing lies over the cards: please take it away",
    ),
    "why.no_card": (
        "패를 찾지 못했어요. 패가 더 크고 또렷하게 나오게 찍어 주세요",
        "no card found: please take the picture sharp and so near that a card fills a fiftieth of its width",
    ),
}
