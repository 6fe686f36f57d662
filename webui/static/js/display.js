// How this browser shows the page: theme, contrast, type, colours, motion. Runs before the page is drawn.

"use strict";
(() => {
  const KEY = "hwatupan.display";
  const SWITCHES = ["contrast", "large", "colour", "calm"];
  const root = document.documentElement;

  function read() {
    try {
      return JSON.parse(localStorage.getItem(KEY)) ?? {};
    } catch {
      return {}; // nothing was kept, or this browser keeps nothing
    }
  }

  function apply(chosen) {
    root.dataset.theme = chosen.theme ?? "auto";
    for (const name of SWITCHES) root.toggleAttribute(`data-${name}`, chosen[name] === true);
  }

  let chosen = read();
  apply(chosen);

  function choose(name, value) {
    chosen = { ...chosen, [name]: value };
    apply(chosen);
    try {
      localStorage.setItem(KEY, JSON.stringify(chosen));
    } catch {
      // shown so until the page is closed
    }
  }

  document.addEventListener("DOMContentLoaded", () => {
    const menu = document.getElementById("display");
    if (!menu) return;
    for (const input of menu.querySelectorAll("input")) {
      input.checked = input.type === "radio" ? (chosen.theme ?? "auto") === input.value : chosen[input.name] === true;
    }
    menu.addEventListener("change", ({ target }) => {
      choose(target.name, target.type === "radio" ? target.value : target.checked);
      window.dispatchEvent(new Event("resize")); // labels are measured anew
    });
  });
})();
