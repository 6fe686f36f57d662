// Edit a turn of the round, delete it, or tell one that was missed. What follows is counted again.

import { mend } from "./fix.js";

const sheet = document.getElementById("turn");
const title = document.getElementById("turn-title");
const text = document.getElementById("turn-text");
const shot = document.getElementById("turn-shot");
const all = document.getElementById("turn-all");
const takes = document.getElementById("turn-takes");
const drop = document.getElementById("turn-drop");
const slots = { hand: document.getElementById("turn-hand"), flip: document.getElementById("turn-flip") };
const tabs = [...sheet.querySelectorAll("[data-slot]")];
let here = "hand";
let turn = null;

const button = (face) => all.querySelector(`[data-face="${face}"]`);
const month = (face) => button(face)?.dataset.month;

// The loose cards among which a card of this month chose, if there are two kinds of them.
function choices(face) {
  const there = [...new Set(turn.loose.filter((other) => month(other) === month(face)))];
  return there.length === 2 && month(face) !== "0" ? there : [];
}

function ask(slot, face) {
  const offered = face ? choices(face) : [];
  if (!offered.length) return null;
  turn[`choose_${slot}`] = offered.includes(turn[`choose_${slot}`]) ? turn[`choose_${slot}`] : null;
  const row = document.createElement("div");
  const label = document.createElement("h3");
  label.textContent = takes.dataset.text.replace("{card}", button(face).title);
  const palette = document.createElement("div");
  palette.className = "palette";
  for (const other of offered) {
    const card = button(other).cloneNode(true);
    card.disabled = false;
    card.setAttribute("aria-pressed", String(turn[`choose_${slot}`] === other));
    card.dataset.choose = slot;
    palette.append(card);
  }
  row.append(label, palette);
  return row;
}

function render() {
  for (const tab of tabs) tab.setAttribute("aria-checked", String(tab.dataset.slot === here));
  for (const [slot, place] of Object.entries(slots)) {
    place.classList.toggle("here", slot === here);
    place.replaceChildren(...turn[slot].map((face) => button(face).cloneNode(true)));
    for (const card of place.children) card.disabled = false;
  }
  const asked = [ask("hand", turn.hand.length === 1 ? turn.hand[0] : null), ask("flip", turn.flip.at(-1))];
  takes.replaceChildren(...asked.filter(Boolean));
}

export function open(now, n) {
  const told = now.turns.find((one) => one.n === n);
  const faces = (cards) => cards.map((card) => card.face);
  const mover = now.seats.find((seat) => seat.turn)?.seat ?? 0;
  turn = told
    ? { ...told, hand: faces(told.hand), flip: faces(told.flip) }
    : { n, seat: mover, hand: [], flip: [], loose: faces(now.floor), choose_hand: null, choose_flip: null };
  here = "hand";
  title.textContent = told ? title.dataset.edit.replace("{number}", n) : title.dataset.tell;
  text.textContent = told?.text ?? "";
  shot.hidden = !told?.picture;
  if (told?.picture) shot.src = told.picture;
  drop.hidden = !told || !now.running;
  document.getElementById("turn-done").disabled = !now.running;
  for (const radio of sheet.querySelectorAll("[name=turn-seat]")) radio.checked = Number(radio.value) === turn.seat;
  render();
  sheet.showModal();
}

sheet.addEventListener("click", (event) => {
  const tab = event.target.closest("[data-slot]");
  const card = event.target.closest(".card");
  if (tab) here = tab.dataset.slot;
  else if (card?.dataset.choose) turn[`choose_${card.dataset.choose}`] = card.dataset.face;
  else if (card && all.contains(card)) turn[here].push(card.dataset.face);
  else if (card) {
    const slot = slots.hand.contains(card) ? "hand" : "flip";
    turn[slot].splice([...slots[slot].children].indexOf(card), 1);
    here = slot;
  } else return;
  render();
});

sheet.addEventListener("change", (event) => {
  if (event.target.name === "turn-seat") turn.seat = Number(event.target.value);
});

document.getElementById("turn-done").addEventListener("click", async () => {
  const { n, seat, hand, flip, choose_hand, choose_flip } = turn;
  const chosen = (slot, choice) => (choices(slot ?? "").includes(choice) ? choice : null);
  const body = { n, seat, hand, flip, choose_hand: chosen(hand[0], choose_hand), choose_flip: chosen(flip.at(-1), choose_flip) };
  if (await mend("/api/turn", body)) sheet.close();
});

drop.addEventListener("click", async () => {
  if (await mend("/api/turn", { n: turn.n, drop: true })) sheet.close();
});
