// Step 1: choose a camera and see what it sees, upright.

import { onNext, post, show, watch } from "./step.js";

const form = document.getElementById("sources");
const usb = document.getElementById("usb");
const view = document.getElementById("view");
const told = document.getElementById("told");
const address = document.getElementById("address");
const mirror = document.getElementById("mirror");
let rotate = Number(form.dataset.rotate);
let mirrored = form.dataset.mirror === "yes";
let source = "";

const chosen = () => form.querySelector("[name=source]:checked")?.value ?? "";
const body = () => ({ source, rotate, mirror: mirrored });

function thumbnail(number) {
  const image = Object.assign(document.createElement("img"), { alt: "", width: 96, height: 54 });
  const dark = Object.assign(document.createElement("small"), { className: "dark", textContent: usb.dataset.dark, hidden: true });
  image.addEventListener("error", () => { image.hidden = true; dark.hidden = false; });
  image.src = `/setup/camera/${number}.jpg?${Date.now()}`;
  return [image, dark];
}

async function cameras() {
  const now = chosen();
  const answer = await fetch("/api/setup/cameras");
  const { cameras: found } = await answer.json();
  usb.replaceChildren(...found.map(({ source: value, name }) => {
    const label = Object.assign(document.createElement("label"), { className: "choice" });
    const input = Object.assign(document.createElement("input"), { type: "radio", name: "source", value });
    input.checked = now ? now === value : usb.dataset.chosen === value;
    const words = document.createElement("span");
    words.append(Object.assign(document.createElement("b"), { textContent: name }));
    label.append(input, words, ...thumbnail(value));
    return label;
  }));
  if (!found.length) usb.append(Object.assign(document.createElement("p"), { className: "quiet", textContent: usb.dataset.none }));
}

function stir() {
  const what = chosen();
  document.getElementById("with-phone").hidden = what !== "phone";
  document.getElementById("with-address").hidden = what !== "address";
  mirror.setAttribute("aria-pressed", String(mirrored));
}

async function look() {
  const what = chosen();
  stir();
  source = what === "address" ? address.value.trim() : what;
  view.classList.remove("has-picture");
  told.textContent = source ? told.dataset.waiting : told.dataset.choose;
  if (source) await post("/api/setup/look", body());
}

const narrow = matchMedia("(max-width: 899px)"); // the picture lies below the list

form.addEventListener("change", ({ target }) => {
  if (target.name !== "source") return;
  look();
  if (narrow.matches && source && source !== "phone") view.scrollIntoView({ block: "center" });
});
form.addEventListener("submit", (event) => { event.preventDefault(); look(); });
address.addEventListener("keydown", (event) => {
  if (event.key === "Enter") { event.preventDefault(); look(); }
});
document.getElementById("show").addEventListener("click", look);
document.getElementById("again").addEventListener("click", cameras);
document.getElementById("turn").addEventListener("click", () => { rotate = (rotate + 90) % 360; look(); });
mirror.addEventListener("click", () => { mirrored = !mirrored; look(); });

onNext(() => {
  const what = chosen();
  source = what === "address" ? address.value.trim() : what;
  if (!source) return show(told.dataset.choose);
  return post("/api/setup/camera", body());
});

await cameras();
look();
watch({ wanted: () => source !== "" });
