// A photograph is made small here, read by the server, and forgotten; taps mend what was read, the score follows.

import { post, quiet, show } from "./ask.js";
import { draw, mark } from "./picture.js";
import { ask, button } from "./which.js";

const SIDE = 2560; // pixels; more shows no card better
const at = (id) => document.getElementById(id);
const texts = at("texts").dataset;
const read = at("read");
let cards = [];
let asked = 0;

async function small(file) {
  const image = await createImageBitmap(file); // upright, as its camera noted
  const scale = Math.min(1, SIDE / Math.max(image.width, image.height));
  const canvas = new OffscreenCanvas(Math.round(image.width * scale), Math.round(image.height * scale));
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  image.close();
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.92 });
}

async function send(blob) {
  const headers = { "Content-Type": "image/jpeg", "Accept-Language": document.documentElement.lang };
  try {
    const answer = await fetch("/api/photo", { method: "POST", body: blob, headers });
    const data = await answer.json();
    if (answer.ok) return data;
    show(data.error.message, 12000);
  } catch {
    show(texts.connection);
  }
  return null;
}

async function take(file) {
  const mine = (asked += 1);
  quiet();
  at("found").hidden = true;
  at("reading").textContent = at("reading").dataset.text;
  let blob;
  try {
    blob = await small(file);
  } catch {
    blob = file.size < 12e6 ? file : null; // the server says what is wrong with it
  }
  const answer = blob && (await send(blob));
  if (mine !== asked) return;
  at("reading").textContent = "";
  if (!blob) show(texts.unreadable, 12000);
  if (!answer) return;
  cards = answer.cards;
  document.querySelector(".picture").style.aspectRatio = `${answer.width} / ${answer.height}`;
  at("found").hidden = false;
  try {
    await draw(await blob.arrayBuffer());
  } catch {
    // read all the same
  }
  at("notes").replaceChildren(...answer.notes.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  changed();
  at("found").scrollIntoView({ block: "start" });
}

const counts = (card) => card.face && card.zone !== "out";

function shown(card) {
  const made = button(card.face).cloneNode(true);
  made.dataset.track = card.track;
  made.classList.toggle("doubt", !card.sure);
  const name = card.sure ? card.name : `${card.name} ?`;
  made.title = made.querySelector("img").alt = name;
  return made;
}

async function changed() {
  mark(cards.filter((card) => card.corners));
  const counted = cards.filter(counts).sort((one, other) => (one.face < other.face ? -1 : 1));
  read.replaceChildren(...counted.map(shown));
  at("many").textContent = counted.length;
  const answer = await post("/api/count", { piles: [counted.map((card) => card.face), []] });
  if (!answer) return false;
  const { points, lines, missing } = answer.seats[0];
  at("points").textContent = points;
  at("lines").replaceChildren(
    ...lines.map((line) => item([line.label, line.points], "")),
    ...missing.map((text) => item([text], "near")),
  );
  return true;
}

function item([label, value], kind) {
  const made = document.createElement("li");
  made.className = kind;
  made.append(Object.assign(document.createElement("span"), { textContent: label }));
  if (value !== undefined) made.append(Object.assign(document.createElement("b"), { textContent: value }));
  return made;
}

async function name(card, face) {
  const old = { ...card };
  const chosen = face && button(face);
  if (face === null) cards = cards.filter((other) => other !== card);
  else Object.assign(card, { face, sure: true, zone: "pile", name: chosen.title, label: "✓", likely: [old.face, ...old.likely].filter(Boolean) });
  if (await changed()) return;
  if (face !== null) Object.assign(card, old); // a deck does not hold so many
  changed();
}

document.addEventListener("change", ({ target }) => {
  const file = target.closest("[data-photo]")?.files[0];
  if (file) take(file);
  if ("photo" in target.dataset) target.value = "";
});
document.addEventListener("click", ({ target }) => {
  const tapped = target.closest("#read .card, #seen polygon");
  const to = target.closest("[data-to]");
  if (tapped) {
    const card = cards.find((one) => String(one.track) === tapped.dataset.track);
    ask(card, (face) => name(card, face));
  } else if (target.closest("#add")) {
    ask(null, (face) => {
      const card = { track: `new-${Date.now()}`, face: null, sure: true, likely: [], corners: null, zone: "pile" };
      cards.push(card);
      name(card, face).then(() => {
        if (!card.face) cards = cards.filter((other) => other !== card);
      });
    });
  } else if (to) {
    const pile = { seat: Number(to.dataset.to), cards: cards.filter(counts).map((card) => card.face) };
    sessionStorage.setItem("hwatupan.pile", JSON.stringify(pile));
    location.assign("/count");
  }
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const [file] = event.dataTransfer.files;
  if (file) take(file);
});
