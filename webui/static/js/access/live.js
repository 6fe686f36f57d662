// The socket of the small pages: what is new is merged into #live; told when the connection is gone.

import { morph } from "../morph.js";

const WAIT = [500, 1000, 2000, 4000, 8000];
const SENT_AWAY = 4401;
const live = document.getElementById("live");

// A refused socket tells no reason: the page itself, asked again, leads whoever was sent away to the door.
async function leaveIfRefused() {
  const answer = await fetch(location.href, { cache: "no-store" }).catch(() => null);
  if (answer && (answer.redirected || answer.status === 401 || answer.status === 403)) location.assign("/join");
}

export function follow({ changed = () => {}, lost = () => {}, back = () => {} } = {}) {
  let tries = 0;
  const asked = new URLSearchParams({ lang: document.documentElement.lang, view: live.dataset.view });
  if (live.dataset.seat) asked.set("seat", live.dataset.seat);
  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?${asked}`);
    let opened = false;
    socket.onopen = () => {
      opened = true;
      tries = 0;
      back();
    };
    socket.onmessage = ({ data }) => {
      const message = JSON.parse(data);
      if (message.type !== "page") return;
      morph(live, message.html);
      changed(message.page);
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
