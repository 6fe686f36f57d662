// The page: buttons to the API, snapshots from the socket into the page.

import { post, quiet, show } from "./ask.js";
import { carried } from "./drag.js";
import * as fix from "./fix.js";
import * as join from "./join.js";
import { keyboard } from "./keys.js";
import { morph } from "./morph.js";
import { clear, draw, mark } from "./picture.js";
import { listen } from "./socket.js";
import * as turns from "./turns.js";
import { hear } from "./voice.js";

const live = document.getElementById("live");
const pause = document.getElementById("pause");
const empty = document.querySelector(".picture .empty");
let now = JSON.parse(document.getElementById("now").textContent);
const host = !["spectator", "player"].includes(document.documentElement.dataset.role);
let small = ""; // the prompt that somebody made small

function ask() {
  const sheet = document.getElementById("prompt");
  if (host && sheet && !sheet.open && sheet.dataset.key !== small && !document.querySelector("dialog[open]")) sheet.showModal();
}

function shell() {
  pause.setAttribute("aria-pressed", String(now.paused));
  pause.querySelector("span").textContent = now.paused ? pause.dataset.resume : pause.dataset.pause;
  pause.title = `${pause.querySelector("span").textContent} (P)`;
  document.getElementById("undo").disabled = !now.can_undo;
  document.getElementById("redo").disabled = !now.can_redo;
  for (const box of document.querySelectorAll("#setup input[data-seat]")) box.checked = now.seats[Number(box.dataset.seat)].human;
  empty.textContent = now.paused ? empty.dataset.paused : empty.dataset.none;
  if (now.paused) clear();
  ask();
}

hear(now.spoken, { first: true });
listen({
  page(message) {
    const other = message.page.players !== now.players || message.page.source !== now.source;
    now = message.page;
    if (other) return location.reload(); // another table was set up: sheets name its seats
    morph(live, message.html);
    shell();
    hear(now.spoken);
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

function open(name) {
  for (const sheet of document.querySelectorAll("dialog[open]")) sheet.close();
  if (name === "prompt") small = "";
  if (name === "join") join.open(now);
  else document.getElementById(name)?.showModal();
}

document.addEventListener("click", async (event) => {
  if (carried(event)) return;
  const { target } = event;
  const opener = target.closest("[data-open]");
  const asker = target.closest("[data-post]");
  const adder = host && target.closest("[data-add]");
  const turn = host && target.closest(".turnchip");
  const card = host && target.closest(".table .card:not(:disabled), #seen polygon");
  if (target.nodeName === "DIALOG") target.close(); // beside the sheet
  else if (opener) open(opener.dataset.open);
  else if (asker) {
    asker.disabled = true;
    const done = await post(asker.dataset.post, body(asker));
    asker.disabled = false;
    if (done) asker.closest("#guide")?.close();
  } else if (adder) fix.add(adder);
  else if (turn) turns.open(now, Number(turn.dataset.turn));
  else if (card) fix.open(card);
});

for (const kind of ["submit", "cancel"]) {
  live.addEventListener(kind, ({ target }) => {
    const sheet = target.closest("#prompt");
    if (sheet) small = sheet.dataset.key;
  }, true);
}
document.addEventListener("close", () => setTimeout(ask), true);

pause.addEventListener("click", () => post("/api/pause", { paused: !now.paused }));
document.getElementById("setup").addEventListener("change", (event) => {
  const { seat } = event.target.dataset;
  if (seat) post("/api/seats", { seat: Number(seat), human: event.target.checked });
});
document.getElementById("names").addEventListener("submit", async (event) => {
  event.preventDefault();
  const names = [...event.target.querySelectorAll("input")].map((input) => input.value);
  if (await post("/api/names", { names })) location.reload(); // sheets name the players too
});

keyboard({ now: () => now, open, pause: () => pause.click() });
