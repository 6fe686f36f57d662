// Pages of history: buttons and forms to the API, files to import, and a round turned over leaf by leaf.

import { post, show } from "./ask.js";
import { morph } from "./morph.js";

function read(form) {
  const body = JSON.parse(form.dataset.body ?? "{}");
  for (const field of form.querySelectorAll("[name]")) {
    const value = "number" in field.dataset ? (field.value === "" ? null : Number(field.value)) : field.value;
    if ("many" in field.dataset) (body[field.name] ??= []).push(value);
    else body[field.name] = value;
  }
  return body;
}

async function send(path, body, then) {
  if (!(await post(path, body))) return;
  if (then) location.assign(then);
  else location.reload();
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-post]");
  if (!form) return;
  event.preventDefault();
  send(form.dataset.post, read(form), form.dataset.then);
});

document.addEventListener("click", async (event) => {
  const opener = event.target.closest("[data-open]");
  const asker = event.target.closest("button[data-post]");
  const step = event.target.closest("#replay .steer a[href], #replay .moves a[href]");
  if (opener) document.getElementById(opener.dataset.open).showModal();
  else if (asker) {
    asker.disabled = true;
    await send(asker.dataset.post, JSON.parse(asker.dataset.body ?? "{}"), asker.dataset.then);
    asker.disabled = false;
  } else if (step && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    turn(step.href);
  }
});

document.addEventListener("change", async (event) => {
  const file = event.target.closest("[data-upload]")?.files[0];
  if (!file) return;
  const headers = { "Content-Type": "application/octet-stream", "Accept-Language": document.documentElement.lang };
  try {
    const answer = await fetch(event.target.dataset.upload, { method: "POST", body: file, headers });
    const data = await answer.json();
    if (answer.ok) location.assign(`/history/${data.evening}`);
    else show(`${data.error.message} (${data.error.detail})`, 12000);
  } catch {
    show(document.getElementById("toast").dataset.connection);
  }
  event.target.value = "";
});

const replay = document.getElementById("replay");

async function turn(address, remember = true) {
  const url = new URL(address, location.href);
  url.searchParams.set("part", "1");
  let answer;
  try {
    answer = await fetch(url, { headers: { "Accept-Language": document.documentElement.lang } });
  } catch {
    answer = null;
  }
  if (!answer?.ok) {
    location.assign(address);
    return;
  }
  morph(replay, await answer.text());
  if (remember) history.pushState(null, "", address);
  reveal();
}

function reveal() {
  const current = replay.querySelector(".moves [aria-current]");
  const list = replay.querySelector(".moves");
  if (current) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3;
}

if (replay) {
  reveal();
  addEventListener("popstate", () => turn(location.href, false));
  addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    const way = { ArrowLeft: "back", ArrowRight: "next" }[event.key];
    const link = way && replay.querySelector(`[data-step="${way}"]`);
    if (link) turn(link.href);
  });
}
