// Keyboard for everything: letters by their place, so that they work under a Korean keyboard too.

const DIALOG = "dialog[open]";

function press(selector) {
  const button = document.querySelector(selector);
  if (!button || button.disabled) return false;
  button.click();
  return true;
}

// Focus the card *by* places beside *card* in its row; whether there is one.
export function step(card, by) {
  const row = card.closest(".fan, .cards, .palette, .turns ol");
  const cards = [...row.querySelectorAll(".card:not(:disabled), .turnchip")];
  const next = cards[cards.indexOf(card) + by];
  next?.focus();
  return next !== undefined;
}

export function keyboard({ now, open, pause }) {
  const focus = (selector) => {
    const found = document.querySelector(selector);
    found?.focus();
    found?.scrollIntoView({ block: "nearest" });
    return Boolean(found);
  };
  const always = {
    KeyG: () => press("#prompt .go"),
    KeyS: () => press("#prompt .stop"),
  };
  const letters = {
    ...always,
    KeyU: () => press("#undo"),
    KeyR: () => press("#redo"),
    KeyP: () => pause(),
    KeyA: () => open("alerts"),
    KeyY: () => press(".dock .item:first-child .yes"),
    KeyN: () => press(".dock .item:first-child .no"),
    KeyT: () => focus(".turnchip"),
    KeyF: () => focus(".floor .card") || focus(".floor"),
    Equal: () => press("[data-zoom='1.5']"),
    NumpadAdd: () => press("[data-zoom='1.5']"),
    Minus: () => press("[data-zoom='0.667']"),
    NumpadSubtract: () => press("[data-zoom='0.667']"),
  };

  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, select, textarea") || event.altKey) return;
    const card = event.target.closest(".card, .turnchip");
    if (card && (event.key === "ArrowRight" || event.key === "ArrowLeft")) {
      if (step(card, event.key === "ArrowRight" ? 1 : -1)) event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey) {
      const back = event.code === "KeyZ" && !event.shiftKey;
      const forth = event.code === "KeyY" || (event.code === "KeyZ" && event.shiftKey);
      if ((back && press("#undo")) || (forth && press("#redo"))) event.preventDefault();
      return;
    }
    const sheet = document.querySelector(DIALOG);
    if (event.key === "?" && !sheet) open("keys");
    else {
      const act = sheet ? sheet.id === "prompt" && always[event.code] : letters[event.code];
      if (!act || now() === null) return;
      act();
    }
    event.preventDefault();
  });
}
