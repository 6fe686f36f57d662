// The scorekeeper: what was tapped lives in this browser; the server counts it anew after every tap.

import { post, show } from "./ask.js";
import { step as walk } from "./keys.js";
import { morph } from "./morph.js";

const KEY = "hwatupan.count";
const counted = document.getElementById("counted");
const texts = document.getElementById("texts").dataset;
const told = JSON.parse(document.getElementById("told").textContent);
const deck = [...document.querySelectorAll(".deck .card")];
const picks = document.getElementById("picks");
const any = document.querySelector(".deck .any");
const back = document.getElementById("back");
const called = document.getElementById("called");
const JUNK = "junk"; // of no month
const before = []; // to take back
let names = [];
let asked = 0;

function blank(players, kept = {}) {
  const zeros = Array(players).fill(0);
  return { piles: zeros.map(() => []), gos: [], shakes: [...zeros], bombs: [...zeros], nagari: 0, end: null, winner: null, payer: null,
    cup: null, dealer: 0, pick: 0, names: told.names, ...(players === 4 ? { out: 3 } : {}), ...kept };
}

function kept() {
  try {
    const found = JSON.parse(localStorage.getItem(KEY));
    return found?.piles?.length ? found : null;
  } catch {
    return null; // nothing was kept, or this browser keeps nothing
  }
}

let state = kept() ?? blank(told.players);

function owners(face) {
  return state.piles.flatMap((pile, seat) => pile.filter((card) => card === face).map(() => seat));
}

function marks() {
  const seen = {};
  for (const card of deck) {
    const { face, name } = card.dataset;
    const at = (seen[face] = (seen[face] ?? -1) + 1);
    const owner = owners(face)[at];
    const who = names[owner];
    card.setAttribute("aria-pressed", String(owner === state.pick));
    card.toggleAttribute("data-owned", owner !== undefined);
    card.querySelector("i").textContent = who ?? "";
    card.title = who ? texts.taken.replace("{card}", name).replace("{who}", who) : name;
    card.querySelector("img").alt = card.title;
  }
  const count = state.piles[state.pick].filter((card) => card === JUNK).length;
  any.querySelector("output").textContent = count;
  any.querySelector("[data-step='-1']").disabled = !count;
  for (const button of picks.children) button.setAttribute("aria-pressed", String(Number(button.dataset.pick) === state.pick));
  back.disabled = !before.length;
}

// Who takes the next card: a button each, with the points; kept where there is one, so that focus stays.
function seats(told) {
  while (picks.children.length > told.length) picks.lastChild.remove();
  for (const { seat, name, points } of told) {
    const button = picks.children[seat] ?? picks.appendChild(document.createElement("button"));
    Object.assign(button, { type: "button", className: "pick" });
    button.dataset.pick = seat;
    button.replaceChildren(name, Object.assign(document.createElement("b"), { textContent: points }));
  }
}

async function count() {
  const mine = (asked += 1);
  marks();
  const answer = await post("/api/count", state);
  if (mine !== asked) return; // a later tap has its own answer
  if (!answer) {
    if (before.length) state = JSON.parse(before.pop());
    marks();
    return;
  }
  try {
    localStorage.setItem(KEY, JSON.stringify(state));
  } catch {
    // counted all the same, until the page is closed
  }
  names = answer.seats.map((seat) => seat.name);
  seats(answer.seats);
  counted.className = `players-${names.length}`;
  morph(counted, answer.html);
  for (const input of document.querySelectorAll("#players input")) input.checked = Number(input.value) === names.length;
  marks();
}

// A pile that was photographed comes along from that page; who had its cards before has them no more.
function brought() {
  const found = JSON.parse(sessionStorage.getItem("hwatupan.pile"));
  sessionStorage.removeItem("hwatupan.pile");
  if (!found || !(found.seat in state.piles)) return;
  before.push(JSON.stringify(state));
  state.pick = found.seat;
  state.piles[found.seat] = found.cards;
  for (const face of new Set(found.cards)) {
    const copies = deck.filter((card) => card.dataset.face === face).length;
    const others = () => owners(face).filter((seat) => seat !== found.seat);
    while (others().length && owners(face).length > copies) take(face, others()[0]);
  }
}

function change(act) {
  const old = JSON.stringify(state);
  act();
  if (JSON.stringify(state) === old) return;
  before.push(old);
  count();
}

function take(face, seat) {
  const pile = state.piles[seat];
  pile.splice(pile.lastIndexOf(face), 1);
}

function tap(card) {
  const { face } = card.dataset;
  const at = deck.filter((other) => other.dataset.face === face).indexOf(card);
  const owner = owners(face)[at];
  change(() => {
    if (owner !== undefined) take(face, owner);
    if (owner !== state.pick) state.piles[state.pick].push(face);
  });
}

function step(what, seat, by) {
  change(() => {
    if (what === "any") {
      if (by > 0) state.piles[state.pick].push(JUNK);
      else take(JUNK, state.pick);
    } else if (what === "nagari") state.nagari = Math.max(0, state.nagari + by);
    else if (what === "gos") {
      const last = state.gos.lastIndexOf(seat);
      if (by > 0) state.gos.push(seat);
      else if (last >= 0) state.gos.splice(last, 1);
    } else state[what][seat] = Math.max(0, state[what][seat] + by);
  });
}

function set(name, value) {
  change(() => {
    if (name === "ended") {
      state.winner = typeof value === "number" ? value : null;
      state.end = value === "nagari" ? "nagari" : value === null ? null : (state.end === "nagari" ? null : state.end) ?? "stop";
      if (state.payer === state.winner) state.payer = null;
    } else state[name] = value;
    if (name === "out") {
      state.gos = state.gos.filter((seat) => seat !== value);
      if (state.winner === value) [state.winner, state.end] = [null, null];
      if (state.payer === value) state.payer = null;
    }
  });
}

async function keep(fresh) {
  const done = await post("/api/count/keep", { ...state, new: fresh });
  if (!done) return;
  before.length = 0;
  state = blank(state.piles.length, { names: state.names, nagari: done.nagari, ...("out" in state ? { out: state.out } : {}) });
  await count();
  show(texts.kept.replace("{number}", done.number));
}

async function drop() {
  if (!(await post("/api/count/drop"))) return;
  await count();
  show(texts.dropped);
}

document.addEventListener("click", ({ target }) => {
  const card = target.closest(".deck .card");
  const lying = target.closest("#counted .card");
  const pick = target.closest("[data-pick]");
  const stepper = target.closest("[data-step]");
  const choice = target.closest("[data-set]");
  const keeper = target.closest("[data-keep]");
  if (card) tap(card);
  else if (lying) change(() => take(lying.dataset.face, Number(lying.dataset.seat)));
  else if (pick) {
    state.pick = Number(pick.dataset.pick);
    count();
  } else if (stepper) {
    const { what, seat } = stepper.closest("[data-what]").dataset;
    step(what, Number(seat), Number(stepper.dataset.step));
  } else if (choice) set(choice.dataset.set, JSON.parse(choice.dataset.value));
  else if (keeper) keep(keeper.dataset.keep === "new");
  else if (target.closest("#drop")) drop();
});

document.getElementById("players").addEventListener("change", ({ target }) => change(() => {
  state = blank(Number(target.value), { names: state.names, nagari: state.nagari });
}));
document.getElementById("fresh").addEventListener("click", () => change(() => {
  state = blank(state.piles.length, { names: state.names, nagari: state.nagari, ...("out" in state ? { out: state.out } : {}) });
}));
back.addEventListener("click", () => {
  state = JSON.parse(before.pop());
  count();
});

document.querySelector("[data-open=names]").addEventListener("click", () => {
  [...called.querySelectorAll("label")].forEach((label, seat) => {
    label.hidden = seat >= state.piles.length;
    label.querySelector("span").textContent = label.querySelector("input").placeholder = names[seat] ?? "";
    label.querySelector("input").value = state.names[seat] ?? "";
  });
});
called.addEventListener("submit", (event) => {
  event.preventDefault();
  document.getElementById("names").close();
  change(() => {
    state.names = [...called.querySelectorAll("label:not([hidden]) input")].map((input) => input.value.trim());
  });
});

document.addEventListener("keydown", (event) => {
  const card = event.target.closest(".card");
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (card && by && walk(card, by)) event.preventDefault();
  const seat = Number(event.key) - 1;
  if (event.target.closest("input, dialog") || event.altKey || event.ctrlKey || event.metaKey || !(seat in state.piles)) return;
  state.pick = seat;
  count();
});

brought();
count();
