// Step 3: the deck laid out: pictures, what was found on them, and what people say about doubtful cards.

import { onNext, post, show, watch } from "./step.js";

const at = (id) => document.getElementById(id);
const deck = at("deck");
const next = at("next");
const usual = next.textContent;
const { skip } = at("ends").dataset;
const SVG = "http://www.w3.org/2000/svg";
let stamp = Date.now();

function node(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

function shot([width, height], number, cards) {
  const figure = document.createElement("figure");
  const image = Object.assign(document.createElement("img"), { src: `/setup/deck/${number}.jpg?${stamp}`, alt: "", width, height });
  const layer = node("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" });
  const unit = Math.max(width, height) / 45;
  for (const card of cards) {
    if (card.picture !== number) continue;
    const middle = [0, 1].map((axis) => card.corners.reduce((sum, corner) => sum + corner[axis], 0) / 4);
    const shape = node("polygon", { points: card.corners.map((corner) => corner.join(",")).join(" "), class: card.mark });
    shape.append(node("title", {}, `${card.number} ${card.name}`));
    layer.append(shape);
    if (card.mark !== "sure") layer.append(node("text", { x: middle[0], y: middle[1], "font-size": unit }, card.number));
  }
  figure.append(image, layer);
  return figure;
}

function ask(one) {
  const item = at("ask").content.firstElementChild.cloneNode(true);
  item.dataset.number = one.number;
  item.querySelector("img").src = `/setup/deck/card/${one.number}.jpg?${stamp}`;
  item.querySelector("b").textContent = one.text;
  item.querySelector(".likely").append(...one.likely.map(({ face, text }, n) => Object.assign(document.createElement("button"), {
    type: "button", className: n || one.face === "foreign" ? "plain" : "button", value: face, textContent: text,
  })));
  item.querySelector("select").setAttribute("aria-label", one.text);
  return item;
}

function render(now) {
  deck.dataset.stage = now.stage;
  const busy = now.stage === "looking";
  at("found").textContent = now.title;
  at("found").className = now.good ? "good" : "";
  at("faults").replaceChildren(...now.faults.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  at("shots").replaceChildren(...now.sizes.map((size, number) => shot(size, number, now.cards)));
  at("asks").hidden = !now.asks.length;
  at("asked").textContent = now.asked;
  at("asks").querySelector("ul").replaceChildren(...now.asks.map(ask));
  at("keeping").hidden = now.stage !== "read";
  next.textContent = now.stage === "read" ? now.keep : at("forget") ? usual : skip;
  next.disabled = busy;
  at("anew").hidden = !now.pictures || busy;
  at("shoot").disabled = busy;
  at("upload").disabled = busy;
  at("shoot").textContent = now.pictures ? at("shoot").dataset.more : at("shoot").dataset.first;
  at("shoot").classList.toggle("quiet", now.pictures > 0);
  at("view").hidden = now.pictures > 0;
  at("skip-help").hidden = now.stage === "read";
  if (busy) setTimeout(refresh, 500);
}

async function refresh() {
  try {
    const answer = await fetch("/api/setup/deck", { headers: { "Accept-Language": document.documentElement.lang } });
    render(await answer.json());
  } catch {
    setTimeout(refresh, 2000);
  }
}

function changed(now) {
  if (!now) return;
  stamp = Date.now();
  render(now);
}

at("shoot").addEventListener("click", async () => changed(await post("/api/setup/deck/shoot")));
at("anew").addEventListener("click", async () => changed(await post("/api/setup/deck/clear")));
at("upload").addEventListener("change", async ({ target }) => {
  for (const file of target.files) {
    const headers = { "Content-Type": "application/octet-stream", "Accept-Language": document.documentElement.lang };
    try {
      const answer = await fetch("/api/setup/deck/upload", { method: "POST", body: file, headers });
      const data = await answer.json();
      if (!answer.ok) { show(data.error.message); break; }
      changed(data);
      while (deck.dataset.stage === "looking") await new Promise((resolve) => setTimeout(resolve, 300));
    } catch {
      show(at("toast").dataset.connection);
    }
  }
  target.value = "";
});
const say = async (item, face) => changed(await post("/api/setup/deck/say", { said: { [item.dataset.number]: face } }));
at("asks").addEventListener("click", ({ target }) => {
  const button = target.closest("button");
  if (button) say(button.closest(".ask"), button.value);
});
at("asks").addEventListener("change", ({ target }) => target.value && say(target.closest(".ask"), target.value));

async function keep(name) {
  const done = await post("/api/setup/deck/keep", { name });
  if (done) location.assign(at("ends").dataset.next);
}
at("forget")?.addEventListener("click", () => keep(null));
at("known")?.addEventListener("click", ({ target }) => target.dataset.deck && keep(target.dataset.deck));
onNext(() => {
  if (deck.dataset.stage === "read") return post("/api/setup/deck/keep", { name: at("name").value });
  return post("/api/setup/deck/keep", { name: at("forget") ? at("name").value : null });
});

refresh();
watch({ every: 300, wanted: () => !at("view").hidden });
