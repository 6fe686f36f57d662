// A sheet that asks which card it is: the likely faces first, then all, or that it is none.

const sheet = document.getElementById("which");
const title = document.getElementById("which-title");
const known = document.getElementById("which-known");
const likely = document.getElementById("which-likely");
const all = document.getElementById("which-all");
let answer = null;

export const button = (face) => all.querySelector(`[data-face="${face}"]`);

function offered({ face, likely: told = [] }) {
  const month = button(face)?.dataset.month;
  const siblings = [...all.children].filter((other) => other.dataset.month === month).map((other) => other.dataset.face);
  return [...new Set([...told, ...siblings])].filter((other) => other !== face && button(other)).slice(0, 6);
}

// Ask for *card*, or for a new one without it; *then* is told a face, or null for none at all.
export function ask(card, then) {
  answer = then;
  title.textContent = card ? title.dataset.fix : title.dataset.add;
  known.hidden = !card;
  likely.replaceChildren(...(card ? offered(card) : []).map((face) => button(face).cloneNode(true)));
  sheet.showModal();
  (likely.querySelector("button") ?? all.querySelector("button")).focus();
}

sheet.addEventListener("click", ({ target }) => {
  const face = target.closest(".card")?.dataset.face;
  const gone = target.closest("#which-gone");
  if (!face && !gone && target !== sheet) return;
  sheet.close();
  if (face || gone) answer(face ?? null);
});
