"""For machines that watch the server: ``/healthz``, and ``/metrics`` in the text format of Prometheus."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import accumulate

from flask import Blueprint, Response, jsonify
from flask.typing import ResponseReturnValue
from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.registry import Collector

from webui.pages import Site, site
from webui.pulse import EDGES
from webui.setup.desk import desk
from webui.snapshot import CameraState

blueprint = Blueprint("metrics", __name__)
BROKEN = frozenset({"stopped", "store", "model"})
"""Troubles that do not pass by themselves; a camera that is away is none."""


@blueprint.get("/healthz")
def healthz() -> ResponseReturnValue:
    """200 while the server can follow a game, else 503; a word about the camera."""
    live = site().live
    now = live.snapshot()
    trouble = now.trouble.code if now.trouble and now.trouble.code in BROKEN else ""
    well = (live.alive() or desk().waits) and not trouble
    return jsonify({"ok": well, "camera": str(now.camera.state), "trouble": trouble}), 200 if well else 503


@blueprint.get("/metrics")
def metrics() -> ResponseReturnValue:
    """Frames, time of a look, queue, alerts, sockets, and the process itself."""
    registry = CollectorRegistry()
    registry.register(_Table(site()))
    ProcessCollector(registry=registry)
    return Response(generate_latest(registry), content_type=CONTENT_TYPE_PLAIN_0_0_4)


class _Table(Collector):
    def __init__(self, here: Site) -> None:
        self._here = here

    def collect(self) -> Iterator[Metric]:
        """All values of this moment."""
        live = self._here.live
        now, pulse = live.snapshot(), live.pulse
        yield CounterMetricFamily("hwatupan_frames", "Frames that came from the source.", pulse.frames)
        yield CounterMetricFamily("hwatupan_frames_missed", "Frames replaced before a look at them.", pulse.missed)
        looks = HistogramMetricFamily("hwatupan_detect_seconds", "Time of one look at a frame.")
        counts = list(accumulate(pulse.by_length))
        looks.add_metric([], list(zip((*map(str, EDGES), "+Inf"), counts, strict=True)), pulse.seconds)
        yield looks
        yield GaugeMetricFamily("hwatupan_queue", "What people asked for and waits for the worker.", live.waiting())
        alerts = GaugeMetricFamily("hwatupan_alerts", "Open alerts by code.", labels=["code"])
        for code, count in Counter(str(raised.alert.code) for raised in now.game.alerts).items():
            alerts.add_metric([code], count)
        yield alerts
        yield GaugeMetricFamily("hwatupan_sockets", "Open sockets of pages.", self._here.viewers)
        playing = now.camera.state is CameraState.PLAYING
        yield GaugeMetricFamily("hwatupan_camera_up", "1 while pictures come.", int(playing))
        yield CounterMetricFamily("hwatupan_rounds", "Finished rounds of this match.", len(now.game.results))
