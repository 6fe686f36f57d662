// Join a running round: lay the floor and the piles by tapping cards. What is seen already lies there.

import { post } from "./ask.js";

const sheet = document.getElementById("join");
const places = [...sheet.querySelectorAll("[data-place]")];
const laid = document.getElementById("join-laid");
const all = document.getElementById("join-all");
let here = "floor";
let table = {};
const turn = document.getElementById("join-turn");
const dealer = document.getElementById("join-dealer");

const button = (face) => all.querySelector(`[data-face="${face}"]`);
const used = (face) => Object.values(table).flat().filter((other) => other === face).length;

function render() {
  for (const place of places) {
    place.setAttribute("aria-checked", String(place.dataset.place === here));
    place.querySelector(".laid").textContent = table[place.dataset.place].length || "";
  }
  laid.replaceChildren(...table[here].map((face) => button(face).cloneNode(true)));
  for (const card of laid.children) card.disabled = false;
  for (const card of all.children) card.disabled = used(card.dataset.face) >= Number(card.dataset.copies);
}

export function open(now) {
  here = "floor";
  table = Object.fromEntries(places.map((place) => [place.dataset.place, []]));
  table.floor = [...now.floor, ...now.stacks.flatMap((stack) => stack.cards)].map((card) => card.face);
  for (const seat of now.seats) table[seat.seat] = seat.groups.flatMap((group) => group.cards.map((card) => card.face));
  turn.value = String(now.seats.find((seat) => seat.turn)?.seat ?? now.dealer ?? 0);
  dealer.value = String(now.dealer ?? "");
  dealer.parentElement.hidden = now.running; // the round that runs has its dealer
  render();
  sheet.showModal();
}

sheet.addEventListener("click", (event) => {
  if (event.target === sheet) return sheet.close();
  const place = event.target.closest("[data-place]");
  const card = event.target.closest(".card");
  if (place) here = place.dataset.place;
  else if (card && laid.contains(card)) table[here].splice([...laid.children].indexOf(card), 1);
  else if (card) table[here].push(card.dataset.face);
  else return;
  render();
});

document.getElementById("join-done").addEventListener("click", async () => {
  const piles = places.filter((place) => place.dataset.place !== "floor").map((place) => table[place.dataset.place]);
  const dealt = dealer.value === "" || dealer.parentElement.hidden ? null : Number(dealer.value);
  const done = await post("/api/join", { floor: table.floor, piles, turn: Number(turn.value), dealer: dealt });
  if (done) sheet.close();
});
