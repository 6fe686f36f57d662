// The page: buttons to the API, snapshots from the socket into the page.

import { post, quiet, show } from "./ask.js";
import * as fix from "./fix.js";
import * as join from "./join.js";
import { morph } from "./morph.js";
import { clear, draw, mark } from "./picture.js";
import { listen } from "./socket.js";

const live = document.getElementById("live");
const pause = document.getElementById("pause");
const empty = document.querySelector(".picture .empty");
let now = JSON.parse(document.getElementById("now").textContent);

function shell() {
  pause.setAttribute("aria-pressed", String(now.paused));
  pause.querySelector("span").textContent = now.paused ? pause.dataset.resume : pause.dataset.pause;
  pause.title = pause.querySelector("span").textContent;
  for (const box of document.querySelectorAll("#setup input[data-seat]")) box.checked = now.seats[Number(box.dataset.seat)].human;
  empty.textContent = now.paused ? empty.dataset.paused : empty.dataset.none;
  if (now.paused) clear();
}

listen({
  page(message) {
    now = message.page;
    morph(live, message.html);
    shell();
  },
  seen: (message) => mark(now.paused ? [] : message.cards),
  picture: (data) => (now.paused ? undefined : draw(data)),
  lost: (reason) => show(reason || document.getElementById("toast").dataset.connection, 0),
  back: quiet,
});
shell();

function body(button) {
  if (button.dataset.turn) return { rotate: (now.rotate + Number(button.dataset.turn)) % 360 };
  if ("mirror" in button.dataset) return { mirror: !now.mirror };
  return JSON.parse(button.dataset.body ?? "{}");
}

document.addEventListener("click", async (event) => {
  const opener = event.target.closest("[data-open]");
  const asker = event.target.closest("[data-post]");
  const card = event.target.closest(".table .card:not(:disabled), #seen polygon");
  if (opener) {
    document.querySelector("dialog[open]")?.close();
    if (opener.dataset.open === "join") join.open(now);
    else document.getElementById(opener.dataset.open).showModal();
  } else if (asker) {
    asker.disabled = true;
    await post(asker.dataset.post, body(asker));
    asker.disabled = false;
  } else if (card) {
    fix.open(card);
  }
});

pause.addEventListener("click", () => post("/api/pause", { paused: !now.paused }));
document.getElementById("setup").addEventListener("click", (event) => event.target.id === "setup" && event.target.close());
document.getElementById("setup").addEventListener("change", (event) => {
  const { seat } = event.target.dataset;
  if (seat) post("/api/seats", { seat: Number(seat), human: event.target.checked });
});
