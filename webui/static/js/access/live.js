// The small pages follow the game: what is new is merged into #live.

import { morph } from "../morph.js";
import { listen } from "../socket.js";

const live = document.getElementById("live");

export function follow({ changed = () => {}, ...told } = {}) {
  listen({
    ...told,
    view: live.dataset.view,
    seat: live.dataset.seat,
    page(message) {
      morph(live, message.html);
      changed(message.page);
    },
  });
}
