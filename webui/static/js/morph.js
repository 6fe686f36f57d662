// Merge new HTML into a live element: nodes with the same data-key stay, so focus, images and motion stay too.

const keyOf = (node) => (node.nodeType === 1 ? node.dataset.key ?? node.id : "") || "";
const same = (a, b) => a.nodeType === b.nodeType && a.nodeName === b.nodeName && keyOf(a) === keyOf(b);

function attributes(old, fresh) {
  // a sheet that is open stays open, a button that waits for its answer stays off
  const own = (name) => (name === "open" && old.nodeName === "DIALOG") || (name === "disabled" && old.dataset.post);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && !own(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

function merge(old, fresh) {
  if (old.nodeType !== 1) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if (old.isEqualNode(fresh)) return;
  attributes(old, fresh);
  children(old, fresh);
}

function children(old, fresh) {
  const keyed = new Map();
  for (const child of old.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let place = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const kept = keyOf(wanted) ? keyed.get(keyOf(wanted)) : null;
    const match = kept ?? (place && same(place, wanted) ? place : null);
    if (!match || !same(match, wanted)) {
      old.insertBefore(wanted, place);
      continue;
    }
    if (match === place) place = place.nextSibling;
    else old.insertBefore(match, place);
    keyed.delete(keyOf(wanted));
    merge(match, wanted);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

export function morph(element, html) {
  const template = document.createElement("template");
  template.innerHTML = html;
  children(element, template.content);
}
