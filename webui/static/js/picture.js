// The table's picture on a canvas, and the recognised cards as an SVG over it: labels that never lie on each other.

const frame = document.querySelector(".picture");
const pan = frame.querySelector(".pan");
const canvas = document.getElementById("picture");
const layer = document.getElementById("seen");
const labels = document.getElementById("labels");
const pen = canvas.getContext("2d");
const SVG = "http://www.w3.org/2000/svg";
const TYPE = 13; // CSS pixels: legible on a phone
const MOST = 6;
let cards = [];
let zones = [];
let view = { zoom: 1, x: 0, y: 0 }; // x, y: shift in CSS pixels

// -- the picture

function fit(width, height) {
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
  layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
  frame.classList.toggle("tall", height > width);
  paint();
}

export async function draw(jpeg) {
  const image = await createImageBitmap(new Blob([jpeg], { type: "image/jpeg" }));
  fit(image.width, image.height);
  pen.drawImage(image, 0, 0);
  image.close();
  frame.classList.add("has-picture");
}

export function clear() {
  pen.clearRect(0, 0, canvas.width, canvas.height);
  frame.classList.remove("has-picture");
  mark([]);
}

// -- the overlay

function node(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

const at = ([a, b, c, d], u, v) => [0, 1].map((axis) => (1 - v) * ((1 - u) * a[axis] + u * b[axis]) + v * ((1 - u) * d[axis] + u * c[axis]));

function inside([x, y], corners) {
  let odd = false;
  for (let i = 0, j = 3; i < 4; j = i++) {
    const [[xi, yi], [xj, yj]] = [corners[i], corners[j]];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) odd = !odd;
  }
  return odd;
}

const clash = (a, b) => a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const PLACES = [[0.5, 0.5], [0.5, 0.2], [0.5, 0.8], [0.22, 0.22], [0.78, 0.22], [0.22, 0.78], [0.78, 0.78], [0.15, 0.5], [0.85, 0.5]];

// Where each label may stand: on the part of its card that shows, clear of the labels before it; else none.
function placed(unit) {
  const over = new Map();
  for (const card of cards) for (const below of card.under ?? []) over.set(below, [...(over.get(below) ?? []), card.corners]);
  const taken = [];
  const where = new Map();
  for (const card of cards) {
    const wide = [...card.label].reduce((sum, letter) => sum + (letter > "\u1100" ? 1 : 0.62), 0.3) * unit;
    for (const [u, v] of PLACES) {
      const middle = at(card.corners, u, v);
      const box = { x: middle[0] - wide / 2, y: middle[1] - unit * 0.62, w: wide, h: unit * 1.2 };
      if ((over.get(card.track) ?? []).some((corners) => inside(middle, corners)) || taken.some((other) => clash(box, other))) continue;
      taken.push(box);
      where.set(card.track, middle);
      break;
    }
  }
  return where;
}

function outline(card, place, unit) {
  const group = node("g", { class: `${card.zone}${card.sure ? "" : " doubt"}` });
  const shape = node("polygon", { points: card.corners.map((corner) => corner.join(",")).join(" ") });
  Object.assign(shape.dataset, { zone: card.zone, likely: card.likely.join(" "), track: card.track });
  if (card.face) shape.dataset.face = card.face;
  shape.append(node("title", {}, card.name));
  group.append(shape);
  if (place) group.append(node("text", { x: place[0], y: place[1] + unit * 0.36, "font-size": unit }, card.label));
  return group;
}

function paint() {
  const scale = (pan.clientWidth / canvas.width) * view.zoom || 1;
  const unit = (parseFloat(getComputedStyle(document.documentElement).fontSize) / 16) * (TYPE / scale);
  const where = labels.getAttribute("aria-pressed") === "true" ? placed(unit) : new Map();
  const marked = zones.map((zone) => node("polygon", { class: `zone ${zone.kind}`, points: zone.corners.map((corner) => corner.join(",")).join(" ") }));
  layer.replaceChildren(...marked, ...cards.map((card) => outline(card, where.get(card.track), unit)));
}

export function mark(fresh) {
  cards = fresh;
  paint();
}

export function outlines(fresh) {
  zones = fresh;
  paint();
}

export function point(track) {
  for (const shape of layer.querySelectorAll("polygon")) shape.classList.toggle("chosen", shape.dataset.track === String(track));
}

// -- zoom

function show(next, middle) {
  const box = frame.getBoundingClientRect();
  const zoom = Math.min(MOST, Math.max(1, next.zoom));
  const [mx, my] = middle ?? [box.width / 2, box.height / 2];
  const keep = (shift, m, size) => Math.min(0, Math.max(size * (1 - zoom), m - ((m - shift) * zoom) / view.zoom));
  const moved = next.x !== undefined;
  const limit = (shift, size) => Math.min(0, Math.max(size * (1 - zoom), shift));
  view = moved
    ? { zoom, x: limit(next.x, box.width), y: limit(next.y, box.height) }
    : { zoom, x: keep(view.x, mx, box.width), y: keep(view.y, my, box.height) };
  pan.style.transform = zoom === 1 ? "" : `translate(${view.x}px, ${view.y}px) scale(${zoom})`;
  frame.classList.toggle("zoomed", zoom > 1);
  if (!moved) paint();
}

const fingers = new Map();
let gap = 0;
let dragged = false;

frame.addEventListener("click", (event) => {
  const button = event.target.closest("[data-zoom]");
  if (button) show({ zoom: view.zoom * Number(button.dataset.zoom) });
  else if (dragged) event.stopPropagation();
}, true);
frame.addEventListener("wheel", (event) => {
  if (!event.ctrlKey && view.zoom === 1) return; // the page scrolls
  event.preventDefault();
  const box = frame.getBoundingClientRect();
  show({ zoom: view.zoom * Math.exp(-event.deltaY / 400) }, [event.clientX - box.left, event.clientY - box.top]);
}, { passive: false });
frame.addEventListener("pointerdown", (event) => {
  fingers.set(event.pointerId, [event.clientX, event.clientY]);
  dragged = false;
});
frame.addEventListener("pointermove", (event) => {
  const before = fingers.get(event.pointerId);
  if (!before) return;
  const here = [event.clientX, event.clientY];
  fingers.set(event.pointerId, here);
  const [a, b] = [...fingers.values()];
  if (b) {
    const now = Math.hypot(a[0] - b[0], a[1] - b[1]);
    const box = frame.getBoundingClientRect();
    if (gap) show({ zoom: (view.zoom * now) / gap }, [(a[0] + b[0]) / 2 - box.left, (a[1] + b[1]) / 2 - box.top]);
    gap = now;
    dragged = true;
  } else if (view.zoom > 1) {
    dragged ||= Math.hypot(here[0] - before[0], here[1] - before[1]) > 2;
    show({ zoom: view.zoom, x: view.x + here[0] - before[0], y: view.y + here[1] - before[1] });
  }
});
for (const end of ["pointerup", "pointercancel", "pointerleave"]) frame.addEventListener(end, (event) => { fingers.delete(event.pointerId); gap = 0; });
labels.addEventListener("click", () => {
  labels.setAttribute("aria-pressed", String(labels.getAttribute("aria-pressed") !== "true"));
  paint();
});
new ResizeObserver(paint).observe(frame);
window.addEventListener("resize", paint);
