// The first page: one tap begins.

import { post } from "./step.js";

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-send]");
  if (!button) return;
  const words = button.textContent;
  button.disabled = true;
  button.textContent = button.dataset.busy ?? words;
  const done = await post(button.dataset.send);
  if (done) location.assign(done.to);
  else {
    button.disabled = false;
    button.textContent = words;
  }
});
