"""What is announced, in words to be read aloud."""

from __future__ import annotations

from webui import views
from webui.announce import News
from webui.present.teller import Teller
from webui.snapshot import Snapshot
from webui.texts import TEXTS


def spoken_views(snapshot: Snapshot, tell: Teller) -> tuple[views.SpokenView, ...]:
    """The newest announcements, oldest first; what has no words is a sound only."""
    return tuple(views.SpokenView(news.key, news.kind, _text(news, tell)) for news in snapshot.news)


def _text(news: News, tell: Teller) -> str:
    key = f"say.{news.what}" if news.what else f"say.{news.kind}"
    if key not in TEXTS:
        return tell.known("line", news.what) if news.kind == "line" else ""
    return tell.say(key, who=tell.who(news.seat), count=news.count)
