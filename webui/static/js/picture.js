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

function place(card) {
  if (card.zone === "pile") {
    // fanned cards show one edge only: the name stands in the corner nearest to the picture's top left
    const [x, y] = card.corners.reduce((best, corner) => (corner[0] + corner[1] < best[0] + best[1] ? corner : best));
    return [x + 4, y + 16];
  }
  const middle = (axis) => card.corners.reduce((sum, corner) => sum + corner[axis], 0) / 4;
  return [middle(0), middle(1) + 6];
}

function outline(card) {
  const group = document.createElementNS(SVG, "g");
  group.setAttribute("class", `${card.zone}${card.sure ? "" : " doubt"}`);
  const shape = document.createElementNS(SVG, "polygon");
  shape.setAttribute("points", card.corners.map((corner) => corner.join(",")).join(" "));
  if (card.face) shape.dataset.face = card.face;
  shape.dataset.zone = card.zone;
  shape.dataset.likely = card.likely.join(" ");
  const name = document.createElementNS(SVG, "title");
  name.textContent = card.name;
  shape.append(name);
  const label = document.createElementNS(SVG, "text");
  const [x, y] = place(card);
  label.setAttribute("x", x);
  label.setAttribute("y", y);
  label.textContent = card.label;
  group.append(shape, label);
  return group;
}

export function mark(cards) {
  layer.replaceChildren(...cards.map(outline));
}
