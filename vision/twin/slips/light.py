"""What the room does: a lamp, a shadow, a mirror image on the cards, a push against the camera."""

from __future__ import annotations

from vision.twin.act import Act
from vision.twin.lights import Light
from vision.twin.slips.slip import closes, opens, slip
from vision.twin.steps import Do

CALM = 4.0
"""Seconds after a push in which the table may have to be found again."""


@slip("glare", "a lamp mirrors in glossy cards for a while")
def glare(act: Act) -> bool:
    """Somewhere over the floor."""
    place = (act.luck.uniform(0.3, 0.7), act.luck.uniform(0.35, 0.65))
    return _shine(act, "glare", act.luck.uniform(150, 320), act.luck.uniform(3, 8), place, act.luck.uniform(0.04, 0.09))


@slip("lamp", "the lamp is switched off and on again")
def lamp(act: Act) -> bool:
    """It is a good deal darker meanwhile, but not dark."""
    return _shine(act, "lamp", act.luck.uniform(0.35, 0.6), act.luck.uniform(2.5, 7))


@slip("half_shadow", "somebody stands in the light: a shadow over half of the table")
def half_shadow(act: Act) -> bool:
    """From one side."""
    return _shine(act, "shadow", act.luck.uniform(0.4, 0.7), act.luck.uniform(3, 9))


def _shine(
    act: Act, kind: str, strength: float, lasts: float, place: tuple[float, float] = (0.5, 0.5), size: float = 0.1
) -> bool:
    angle, wait = act.luck.uniform(0, 360), act.luck.uniform(0.0, 1.5)
    lights, line = act.props.lights, act.slip

    def begin(now: float) -> None:
        start = now + wait
        lights.append(Light(kind, start, start + lasts, strength, place, angle, size))
        line.update(start=round(start, 3), end=round(start + lasts, 3))

    act.steps.insert(0, Do(lambda work: begin(work.stage.now)))
    line["seat"] = None
    return True


@slip("bump", "somebody knocks against the camera: from then on it looks at the table otherwise")
def bump(act: Act) -> bool:
    """Once in a film."""
    if act.props.pushed is not None:
        return False
    props = act.props
    act.steps[:0] = [opens(act), Do(lambda work: setattr(props, "pushed", work.stage.now)), closes(act, CALM)]
    act.slip["seat"] = None
    return True
