// The table's picture on a canvas, and the recognised cards as an SVG over it.

const frame = document.querySelector(".picture");
const canvas = document.getElementById("picture");
const layer = document.getElementById("seen");
const pen = canvas.getContext("2d");
const SVG = "http://www.w3.org/2000/svg";

function fit(width, height) {
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
  layer.setAttribute("viewBox", `0 0 ${width} ${height}`);
  frame.classList.toggle("tall", height > width);
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
  layer.replaceChildren();
}

function outline(card) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", card.sure ? "" : "doubt");
  const shape = document.createElementNS(SVG, "polygon");
  shape.setAttribute("points", card.corners.map((corner) => corner.join(",")).join(" "));
  if (card.face) shape.dataset.face = card.face;
  shape.dataset.zone = "picture";
  shape.dataset.likely = card.likely.join(" ");
  const label = document.createElementNS(SVG, "text");
  const middle = (axis) => card.corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
  label.setAttribute("x", middle(0));
  label.setAttribute("y", middle(1) + 6);
  label.textContent = card.label;
  group.append(shape, label);
  return group;
}

export function mark(cards) {
  layer.replaceChildren(...cards.map(outline));
}
