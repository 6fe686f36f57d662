// Step 4: who sits where, in which colour, for what.

import { onNext, post } from "./step.js";

const form = document.getElementById("people");
const seats = [...form.querySelectorAll("[data-seat]")];
const known = new Map([...document.querySelectorAll("#people-known option")].map((one) => [one.value, one.dataset.colour]));

function tint(seat) {
  const colour = seat.querySelector(".swatches :checked").value;
  seat.className = seat.className.replace(/\bc-\w+/, `c-${colour}`);
}

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", ({ target }) => {
  const seat = target.closest("[data-seat]");
  if (!seat) return;
  if (target.name === "name" && known.has(target.value.trim())) {
    seat.querySelector(`.swatches [value="${known.get(target.value.trim())}"]`).checked = true; // they have one already
  }
  tint(seat);
  const dealer = form.querySelector(`[name=dealer][value="${seat.dataset.seat}"] + span`);
  if (target.name === "name") dealer.textContent = target.value.trim() || target.placeholder;
});

onNext(() => {
  const dealer = form.querySelector("[name=dealer]:checked").value;
  return post("/api/setup/players", {
    names: seats.map((seat) => seat.querySelector(".who").value.trim()),
    colours: seats.map((seat) => seat.querySelector(".swatches :checked").value),
    stake: Number(document.getElementById("stake").value || 0),
    dealer: dealer === "" ? null : Number(dealer),
  });
});
