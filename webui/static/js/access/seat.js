// A player's own page: Go and Stop, and what a player may say. Buttons call the same API as the table.

import { post, quiet, show } from "../ask.js";
import { follow } from "./live.js";

const live = document.getElementById("live");
const toast = document.getElementById("toast");
const claimed = document.getElementById("claimed");
const seat = Number(live.dataset.seat);
const points = () => Number(live.querySelector("[data-points]").dataset.points);
const button = (word) => document.querySelector(`[data-say="${word}"]`);
const four = document.querySelector("#shake .four");
let prompted = false;

follow({
  lost: (reason) => show(reason || toast.dataset.connection, 0),
  back: quiet,
  changed(page) {
    const mine = page.prompt?.seat === seat;
    if (mine && !prompted && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(200);
    prompted = mine;
  },
});

function chosen(word) {
  if (word === "shake") return [...four.querySelectorAll("[aria-pressed='true']")].map((card) => card.dataset.face);
  const month = document.querySelector("#chongtong-months [aria-pressed='true']")?.dataset.month;
  return month ? [...four.querySelectorAll(`[data-of="${month}"] .card`)].map((card) => card.dataset.face) : [];
}

function press(one, all) {
  for (const other of all) other.setAttribute("aria-pressed", String(other === one));
}

function reset(sheet) {
  for (const pressed of sheet.querySelectorAll("[aria-pressed]")) pressed.setAttribute("aria-pressed", "false");
  four.hidden = true;
  for (const word of ["shake", "chongtong"]) button(word).disabled = true;
  claimed.value = String(points());
}

async function say(word) {
  const body = { seat, say: word };
  if (word === "shake" || word === "chongtong") body.cards = chosen(word);
  if (word === "claim") body.value = Number(claimed.value);
  const done = await post("/api/say", body);
  if (!done) return;
  document.getElementById(word).close();
  show(toast.dataset.said.replace("{what}", button(word).textContent.trim()), 3000);
}

document.addEventListener("click", async ({ target }) => {
  const opener = target.closest("[data-sheet]");
  const asker = target.closest("[data-post]");
  const speaker = target.closest("[data-say]");
  const month = target.closest("[data-month]");
  const card = target.closest(".four .card");
  const step = target.closest("[data-step]");
  if (opener) {
    const sheet = document.getElementById(opener.dataset.sheet);
    reset(sheet);
    sheet.showModal();
  } else if (asker || speaker) {
    const pressed = asker ?? speaker;
    pressed.disabled = true;
    await (asker ? post(asker.dataset.post, JSON.parse(asker.dataset.body)) : say(speaker.dataset.say));
    pressed.disabled = false;
  } else if (month) {
    press(month, month.parentElement.children);
    if (month.closest("#shake")) {
      four.hidden = false;
      for (const set of four.children) set.hidden = set.dataset.of !== month.dataset.month;
      for (const other of four.querySelectorAll(".card")) other.setAttribute("aria-pressed", "false");
      button("shake").disabled = true;
      four.scrollIntoView({ block: "nearest" });
    } else button("chongtong").disabled = false;
  } else if (card) {
    card.setAttribute("aria-pressed", String(card.getAttribute("aria-pressed") !== "true"));
    button("shake").disabled = chosen("shake").length !== 3;
  } else if (step) {
    claimed.value = String(Math.max(0, Number(claimed.value) + Number(step.dataset.step)));
  }
});
