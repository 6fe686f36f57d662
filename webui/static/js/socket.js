// One socket per page: text for the game, binary for pictures. The server sends a picture only after we ask.

const WAIT = [500, 1000, 2000, 4000, 8000];
const SENT_AWAY = 4401;
const nothing = () => {};

// A refused socket tells no reason: the page itself, asked again, leads whoever was sent away to the door.
async function leaveIfRefused() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (answer && (answer.redirected || answer.status === 401 || answer.status === 403)) location.assign("/join");
}

// *page*, *seen*, *eyes* take messages, *picture* a JPEG (without it none is asked for); *lost* and *back* tell of the connection.
export function listen({ page = nothing, seen = nothing, eyes = nothing, picture, lost = nothing, back = nothing, view = "table", seat }) {
  const takes = { page, seen, eyes };
  const asked = new URLSearchParams({ lang: document.documentElement.lang, view, ...(seat ? { seat } : {}) });
  let tries = 0;
  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?${asked}`);
    const ready = () => socket.readyState === WebSocket.OPEN && socket.send("picture");
    let opened = false;
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
      opened = true;
      tries = 0;
      back();
      if (picture && !document.hidden) ready();
    };
    socket.onmessage = async ({ data }) => {
      if (typeof data !== "string") {
        await picture(data);
        if (document.hidden) document.addEventListener("visibilitychange", ready, { once: true });
        else requestAnimationFrame(ready);
        return;
      }
      const message = JSON.parse(data);
      takes[message.type]?.(message);
    };
    socket.onclose = ({ code, reason }) => {
      if (code === SENT_AWAY) return location.assign("/join");
      if (!opened) leaveIfRefused();
      lost(reason);
      setTimeout(connect, WAIT[Math.min(tries++, WAIT.length - 1)]);
    };
  }
  connect();
}
