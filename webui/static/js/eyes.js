// What the camera sees: the picture with zones, and a row for every card; a row and its outline point at each other.

import { quiet, show } from "./ask.js";
import { draw, mark, outlines, point } from "./picture.js";
import { listen } from "./socket.js";

const at = (id) => document.getElementById(id);
const empty = document.querySelector(".picture .empty");
empty.textContent = empty.dataset.none;

function row(cells, { name = "tr", kind = "", track } = {}) {
  const made = document.createElement(name);
  made.className = kind;
  if (track !== undefined) Object.assign(made.dataset, { track });
  made.append(...cells.map((text, n) => {
    const cell = document.createElement(n ? "td" : "th");
    cell.textContent = text;
    return cell;
  }));
  return made;
}

function eyes({ eyes: seen }) {
  at("conditions").className = seen.good ? "good" : "bad";
  at("conditions").replaceChildren(...seen.conditions.map((text) => Object.assign(document.createElement("li"), { textContent: text })));
  at("total").textContent = seen.total;
  at("pace").textContent = seen.pace;
  at("stages").replaceChildren(...seen.stages.map((stage) => row([stage.label, stage.value])));
  at("cards-title").textContent = seen.title;
  at("nothing").hidden = seen.cards.length > 0;
  at("cards").replaceChildren(...seen.cards.map((card) => row(
    [card.name, card.place, card.sure, card.visible, card.instead, card.source, card.track],
    { kind: card.doubtful ? "doubtful" : "", track: card.track },
  )));
  outlines(seen.zones);
}

at("cards").addEventListener("pointerover", ({ target }) => point(target.closest("tr")?.dataset.track));
document.getElementById("seen").addEventListener("click", ({ target }) => {
  const found = at("cards").querySelector(`[data-track="${target.dataset.track}"]`);
  for (const other of at("cards").children) other.classList.toggle("chosen", other === found);
  found?.scrollIntoView({ block: "nearest" });
});

listen({
  view: "eyes",
  page: ({ page }) => {
    empty.textContent = page.paused ? empty.dataset.paused : empty.dataset.none;
  },
  seen: (message) => mark(message.cards),
  eyes,
  picture: draw,
  lost: (reason) => show(reason || document.getElementById("toast").dataset.connection, 0),
  back: quiet,
});
