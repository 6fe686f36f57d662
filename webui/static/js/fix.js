// Mend a card: tap it, tap what it is (the likely faces come first), or where it lies. The same sheet adds a card.

import { post, show } from "./ask.js";

const sheet = document.getElementById("fix");
const title = document.getElementById("fix-title");
const known = document.getElementById("fix-known");
const likely = document.getElementById("fix-likely");
const moves = document.getElementById("fix-move");
const all = document.getElementById("fix-all");
const seen = document.getElementById("fix-seen");
let target = null;
let adding = null;

const choice = (face) => all.querySelector(`[data-face="${face}"]`);
const place = ({ zone, seat }) => (zone ? { zone, ...(seat !== undefined ? { seat: Number(seat) } : {}) } : null);

function guesses(card) {
  const told = (card.dataset.likely ?? "").split(" ").filter(Boolean);
  const month = choice(card.dataset.face)?.dataset.month;
  const siblings = [...all.children].filter((other) => other.dataset.month === month).map((other) => other.dataset.face);
  const mixed = card.dataset.zone === "pile" ? [...siblings, ...told] : [...told, ...siblings]; // captured by month
  return [...new Set(mixed)].filter((face) => face !== card.dataset.face && choice(face)).slice(0, 6);
}

export async function mend(path, body) {
  const done = await post(path, body);
  if (done?.notice) show(done.notice);
  return done;
}

export function open(card) {
  for (const other of document.querySelectorAll("dialog[open]")) other.close();
  const { face, zone, seat } = card.dataset;
  if (!face) return add({ dataset: { add: zone, seat, where: "", likely: card.dataset.likely } });
  adding = null;
  target = { was: face, ...place({ zone: zone === "pile" ? "pile" : "floor", seat }) };
  title.textContent = title.dataset.fix;
  seen.textContent = seen.dataset.text.replace("{card}", choice(face)?.title ?? face);
  const offered = guesses(card).map((other) => choice(other).cloneNode(true));
  likely.replaceChildren(...offered);
  for (const button of moves.children) {
    button.hidden = button.dataset.zone === target.zone && (target.seat === undefined || Number(button.dataset.seat) === target.seat);
  }
  known.hidden = false;
  moves.hidden = moves.previousElementSibling.hidden = target.zone === "pile" && target.seat === undefined;
  likely.hidden = likely.previousElementSibling.hidden = offered.length === 0;
  sheet.showModal();
  (likely.querySelector("button") ?? all.querySelector("button")).focus();
}

export function add(button) {
  adding = place({ zone: button.dataset.add, seat: button.dataset.seat });
  title.textContent = title.dataset.add.replace("{where}: ", button.dataset.where ? `${button.dataset.where}: ` : "").replace("{where}", button.dataset.where);
  seen.textContent = "";
  known.hidden = true;
  sheet.showModal();
}

sheet.addEventListener("click", (event) => {
  const face = event.target.closest(".card")?.dataset.face;
  const move = event.target.closest("#fix-move button");
  if (!face && !move) return;
  sheet.close();
  if (move) mend("/api/move", { face: target.was, from: place(target), to: place(move.dataset) });
  else if (adding) mend("/api/move", { face, from: null, to: adding });
  else mend("/api/correct", { ...target, face });
});
