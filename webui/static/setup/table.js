// Step 2: the live picture with the table's corners and its places, to be dragged by mouse, finger and keyboard.

import { onNext, post, show, watch } from "./step.js";

const at = (id) => document.getElementById(id);
const view = at("view");
const words = at("words");
const which = at("which");
const drawing = at("drawing");
const canvas = at("picture");
const SVG = "http://www.w3.org/2000/svg";
const STEP = 2; // pixels of the picture for an arrow key, ten times as many with Shift
let table = null; // what the server proposed, and what was dragged since
let chosen = "corners";
let pictured = false;

// -- the plane: the unit square onto four corners (Heckbert), and back

function plane([a, b, c, d]) {
  const sx = a[0] - b[0] + c[0] - d[0];
  const sy = a[1] - b[1] + c[1] - d[1];
  const [ux, uy, vx, vy] = [b[0] - c[0], b[1] - c[1], d[0] - c[0], d[1] - c[1]];
  const whole = ux * vy - vx * uy || 1e-9;
  const g = (sx * vy - vx * sy) / whole;
  const h = (ux * sy - sx * uy) / whole;
  return [[b[0] - a[0] + g * b[0], d[0] - a[0] + h * d[0], a[0]], [b[1] - a[1] + g * b[1], d[1] - a[1] + h * d[1], a[1]], [g, h, 1]];
}

function through(m, [x, y]) {
  const [u, v, w] = m.map((row) => row[0] * x + row[1] * y + row[2]);
  return [u / w, v / w];
}

function inverse([[a, b, c], [d, e, f], [g, h, i]]) {
  return [[e * i - f * h, c * h - b * i, b * f - c * e], [f * g - d * i, a * i - c * g, c * d - a * f], [d * h - e * g, b * g - a * h, a * e - b * d]];
}

const apart = (p, q) => Math.hypot(p[0] - q[0], p[1] - q[1]);

// The table's size after its corners moved, measured on the plane that the cards told.
function measure() {
  const [a, b, c, d] = table.corners.map((corner) => through(table.matrix, corner));
  table.size_mm = [(apart(a, b) + apart(d, c)) / 2, (apart(a, d) + apart(b, c)) / 2];
}

// By how much the cards miss their size on the plane of the corners; null without cards.
function misfit() {
  if (!table.cards.length) return null;
  const back = inverse(plane(table.corners));
  const mm = (point) => through(back, point).map((value, axis) => value * table.size_mm[axis]);
  const off = table.cards.map((card) => {
    const [a, b, c, d] = card.map(mm);
    const sides = [(apart(a, b) + apart(d, c)) / 2 / table.card_mm[0], (apart(a, d) + apart(b, c)) / 2 / table.card_mm[1]];
    return Math.max(...sides.map((side) => Math.abs(side - 1)));
  }).sort((x, y) => x - y);
  return off[Math.floor(off.length / 2)];
}

// -- what is drawn

function node(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

const join = (points) => points.map((point) => point.join(",")).join(" ");
const seats = () => [...document.querySelectorAll(`[data-seats="${table.players}"] li`)].map((one) => one.textContent);
const key = (zone) => (zone.seat === null ? zone.kind : `${zone.kind}-${zone.seat}`);
const called = (zone) => view.dataset[zone.kind].replace("{who}", seats()[zone.seat] ?? "");
const points = () => (chosen === "corners" ? table.corners : table.zones.find((zone) => key(zone) === chosen).points);
const title = () => (chosen === "corners" ? view.dataset.corners : called(table.zones.find((zone) => key(zone) === chosen)));

function grid() {
  const onto = plane(table.corners);
  const lines = [];
  const [width, height] = table.size_mm;
  for (let x = 0; x <= width + 1; x += 100) lines.push([[x / width, 0], [x / width, 1]]);
  for (let y = 0; y <= height + 1; y += 100) lines.push([[0, y / height], [1, y / height]]);
  return node("path", { class: "grid", d: lines.map((ends) => `M${ends.map((end) => through(onto, end).join(" ")).join("L")}`).join("") });
}

function middle(outline) {
  return [0, 1].map((axis) => outline.reduce((sum, point) => sum + point[axis], 0) / outline.length);
}

const inside = (point, room = 4) => point.map((value, axis) => Math.min(table.size[axis] - room, Math.max(room, value)));

function paint() {
  if (!table) return;
  const held = drawing.contains(document.activeElement) ? document.activeElement.dataset.n : undefined;
  const unit = table.size[0] / (drawing.clientWidth || 640); // pixels of the picture in one of the page
  const zones = table.zones.filter((zone) => zone.kind !== "show" || key(zone) === chosen || chosen.startsWith("show"));
  const order = [...zones].sort((a, b) => (a.kind === "stock") - (b.kind === "stock") || (key(a) === chosen) - (key(b) === chosen));
  const shapes = order.flatMap((zone) => {
    const shape = node("polygon", { points: join(zone.points), class: `place ${zone.kind}${key(zone) === chosen ? " chosen" : ""}` });
    shape.dataset.zone = key(zone);
    const [x, y] = inside(zone.kind === "floor" ? [middle(zone.points)[0], zone.points[0][1] + 22 * unit] : middle(zone.points));
    return [shape, node("text", { x, y: y + 5 * unit, "font-size": 15 * unit, class: zone.kind }, called(zone))];
  });
  const dots = points().map((point, n) => {
    const [cx, cy] = inside(point, 12 * unit); // a dot beyond the picture's edge could not be taken
    const group = node("g", { class: "dot", tabindex: 0, role: "button", "aria-label": view.dataset.dot.replace("{what}", title()).replace("{number}", n + 1), "aria-describedby": "keys", transform: `translate(${cx} ${cy})` });
    group.dataset.n = n;
    group.append(node("circle", { r: 22 * unit, class: "hit" }), node("circle", { r: 10 * unit }));
    return group;
  });
  const cards = table.cards.map((card) => node("polygon", { points: join(card), class: "seen" }));
  drawing.classList.toggle("corners", chosen === "corners");
  drawing.replaceChildren(grid(), ...cards, ...shapes, node("polygon", { points: join(table.corners), class: "rim" }), ...dots);
  if (held !== undefined) drawing.querySelector(`[data-n="${held}"]`)?.focus();
  at("grid-help").hidden = chosen !== "corners";
  const off = misfit();
  at("fit").className = off !== null && off > 0.06 ? "bad" : "good";
  at("fit").textContent = off === null ? "" : off > 0.06 ? view.dataset.off.replace("{percent}", Math.round(100 * off)) : view.dataset.fits;
}

function chips() {
  const made = [["corners", view.dataset.corners], ...table.zones.map((zone) => [key(zone), called(zone)])].map(([value, text]) => {
    const label = document.createElement("label");
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "which", value, checked: value === chosen });
    label.append(input, Object.assign(document.createElement("span"), { textContent: text }));
    return label;
  });
  which.querySelector("div").replaceChildren(...made);
  which.disabled = false;
}

function choose(value) {
  chosen = value;
  const input = which.querySelector(`[value="${value}"]`);
  if (input) input.checked = true;
  paint();
}

// -- finding

async function find(again) {
  const players = Number(document.querySelector("#players :checked").value);
  words.textContent = pictured ? words.dataset.finding : words.dataset.waiting;
  words.className = "note";
  const found = await post("/api/setup/zones", { players, again });
  if (!found) return;
  table = found;
  if (!table.zones.some((zone) => key(zone) === chosen)) chosen = "corners";
  if (canvas.width !== found.size[0] || canvas.height !== found.size[1]) Object.assign(canvas, { width: found.size[0], height: found.size[1] });
  drawing.setAttribute("viewBox", `0 0 ${found.size[0]} ${found.size[1]}`);
  words.textContent = found.words;
  words.className = found.good ? "note good" : "note weak";
  chips();
  paint();
}

at("find").addEventListener("click", () => find(true));
at("players").addEventListener("change", () => find(false));
which.addEventListener("change", ({ target }) => choose(target.value));

// -- dragging

let hold = null; // which dot, or the whole place, and where the pointer was

function place(event) {
  const box = drawing.getBoundingClientRect();
  return [((event.clientX - box.left) / box.width) * table.size[0], ((event.clientY - box.top) / box.height) * table.size[1]];
}

function move(n, by) {
  const outline = points();
  for (const point of n === null ? outline : [outline[n]]) {
    for (const axis of [0, 1]) point[axis] = Math.round((point[axis] + by[axis]) * 10) / 10;
  }
  if (chosen === "corners") measure();
  paint();
}

drawing.addEventListener("pointerdown", (event) => {
  if (!table) return;
  const dot = event.target.closest("[data-n]");
  const zone = event.target.closest("[data-zone]");
  if (!dot && !zone) return;
  event.preventDefault();
  if (!dot) choose(zone.dataset.zone);
  else dot.focus();
  hold = { n: dot ? Number(dot.dataset.n) : null, from: place(event), id: event.pointerId };
  drawing.setPointerCapture(event.pointerId);
});
drawing.addEventListener("pointermove", (event) => {
  if (!hold || event.pointerId !== hold.id) return;
  const here = place(event);
  const by = [here[0] - hold.from[0], here[1] - hold.from[1]];
  hold.from = here;
  move(hold.n, by);
});
for (const end of ["pointerup", "pointercancel"]) drawing.addEventListener(end, () => { hold = null; });

const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
drawing.addEventListener("keydown", (event) => {
  const dot = event.target.closest("[data-n]");
  const way = ARROWS[event.key];
  if (!dot || !way) return;
  event.preventDefault();
  move(Number(dot.dataset.n), way.map((value) => value * STEP * (event.shiftKey ? 10 : 1)));
});

onNext(() => {
  if (!table) return show(words.textContent);
  const { players, corners, size_mm, card_mm, zones } = table;
  return post("/api/setup/table", { players, corners, size_mm, card_mm, zones });
});
new ResizeObserver(paint).observe(drawing);

watch({
  every: 250,
  onPicture(image) {
    if (!table && (canvas.width !== image.width || canvas.height !== image.height)) Object.assign(canvas, { width: image.width, height: image.height });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    if (!pictured) {
      pictured = true;
      find(false);
    }
  },
});
