// Mend a misread card in two taps: tap the card, tap what it is. Likely faces come first.

import { post, show } from "./ask.js";

const sheet = document.getElementById("fix");
const likely = document.getElementById("fix-likely");
const all = document.getElementById("fix-all");
const seen = document.getElementById("fix-seen");
let target = null;

const choice = (face) => all.querySelector(`[data-face="${face}"]`);

function guesses(card) {
  const told = (card.dataset.likely ?? "").split(" ").filter(Boolean);
  const month = choice(card.dataset.face)?.dataset.month;
  const siblings = [...all.children].filter((other) => other.dataset.month === month).map((other) => other.dataset.face);
  return [...new Set([...told, ...siblings])].filter((face) => face !== card.dataset.face && choice(face)).slice(0, 6);
}

export function open(card) {
  target = { was: card.dataset.face ?? null, zone: card.dataset.zone, seat: card.dataset.seat ? Number(card.dataset.seat) : null };
  const name = choice(card.dataset.face)?.title;
  seen.textContent = name ? seen.dataset.text.replace("{card}", name) : "";
  const offered = guesses(card).map((face) => choice(face).cloneNode(true));
  likely.replaceChildren(...offered);
  likely.hidden = likely.previousElementSibling.hidden = offered.length === 0;
  sheet.showModal();
}

sheet.addEventListener("click", async (event) => {
  if (event.target === sheet) return sheet.close();
  const face = event.target.closest(".card")?.dataset.face;
  if (!face) return;
  sheet.close();
  const done = await post("/api/correct", { ...target, face });
  if (done) show(done.notice);
});
