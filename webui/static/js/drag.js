// Drag a card from the floor or a pile to another place: by mouse at once, by finger after a short press.

import { mend } from "./fix.js";

const FAR = 8; // pixels
const PRESS = 260; // milliseconds
let held = null;
let ghost = null;
let dropped = 0;

const spot = ({ zone, drop, seat }) => ({ zone: zone ?? drop, ...(seat !== undefined ? { seat: Number(seat) } : {}) });
const same = (a, b) => a.zone === b.zone && a.seat === b.seat;

// True for the click that a browser sends after a drag.
export const carried = (event) => event.timeStamp - dropped < 80;

function lift() {
  ghost = held.card.cloneNode(true);
  ghost.className = "card ghost";
  document.body.append(ghost);
  document.documentElement.classList.add("dragging");
  held.card.classList.add("lifted");
  follow();
}

function follow() {
  ghost.style.left = `${held.x}px`;
  ghost.style.top = `${held.y}px`;
  const over = document.elementFromPoint(held.x, held.y)?.closest("[data-drop]");
  for (const place of document.querySelectorAll("[data-drop]")) place.classList.toggle("over", place === over);
  held.over = over;
}

function end() {
  clearTimeout(held?.timer);
  held?.card.classList.remove("lifted");
  for (const place of document.querySelectorAll("[data-drop].over")) place.classList.remove("over");
  document.documentElement.classList.remove("dragging");
  ghost?.remove();
  held = ghost = null;
}

document.addEventListener("pointerdown", (event) => {
  const card = event.target.closest(".seats .card, .floor .card:not(:disabled)");
  if (!card || event.button !== 0 || ["spectator", "player"].includes(document.documentElement.dataset.role)) return;
  held = { card, x: event.clientX, y: event.clientY, from: [event.clientX, event.clientY], touch: event.pointerType !== "mouse" };
  if (held.touch) held.timer = setTimeout(lift, PRESS);
});

document.addEventListener("pointermove", (event) => {
  if (!held) return;
  [held.x, held.y] = [event.clientX, event.clientY];
  const far = Math.hypot(held.x - held.from[0], held.y - held.from[1]) > FAR;
  if (ghost) follow();
  else if (far && held.touch) end(); // it is a scroll
  else if (far) lift();
});

document.addEventListener("touchmove", (event) => ghost && event.preventDefault(), { passive: false });
document.addEventListener("pointercancel", () => held && end());
document.addEventListener("pointerup", (event) => {
  if (!held) return;
  const { card, over } = held;
  const moved = ghost !== null;
  end();
  if (!moved) return;
  dropped = event.timeStamp;
  if (!over) return;
  const [from, to] = [spot({ zone: card.dataset.zone, seat: card.dataset.seat }), spot({ drop: over.dataset.drop, seat: over.dataset.seat })];
  if (!same(from, to)) mend("/api/move", { face: card.dataset.face, from, to });
});
