// One socket per page: text for the game, binary for pictures. The server sends a picture only after we ask.

const WAIT = [500, 1000, 2000, 4000, 8000];

export function listen({ page, seen, eyes = () => {}, picture, lost, back, view = "table" }) {
  let tries = 0;
  function connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws?lang=${document.documentElement.lang}&view=${view}`);
    socket.binaryType = "arraybuffer";
    const ready = () => socket.readyState === WebSocket.OPEN && socket.send("picture");
    socket.onopen = () => {
      tries = 0;
      back();
      if (!document.hidden) ready();
    };
    socket.onmessage = async ({ data }) => {
      if (typeof data !== "string") {
        await picture(data);
        if (document.hidden) document.addEventListener("visibilitychange", ready, { once: true });
        else requestAnimationFrame(ready);
        return;
      }
      const message = JSON.parse(data);
      if (message.type === "page") page(message);
      if (message.type === "seen") seen(message);
      if (message.type === "eyes") eyes(message);
    };
    socket.onclose = (event) => {
      lost(event.reason);
      setTimeout(connect, WAIT[Math.min(tries++, WAIT.length - 1)]);
    };
  }
  connect();
}
