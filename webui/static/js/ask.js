// Talk to the JSON API; what it refuses is shown in its own words.

const toast = document.getElementById("toast");
let hide = 0;

export function show(text, milliseconds = 6000) {
  toast.textContent = text;
  toast.hidePopover();
  toast.showPopover(); // again, to lie over a sheet that was opened since
  toast.classList.add("shown");
  clearTimeout(hide);
  if (milliseconds) hide = setTimeout(quiet, milliseconds);
}

export function quiet() {
  toast.classList.remove("shown");
  toast.hidePopover();
}

export async function post(path, body = {}) {
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Accept-Language": document.documentElement.lang },
      body: JSON.stringify(body),
    });
    const data = await answer.json();
    if (answer.ok) return data;
    show(data.error.message);
  } catch {
    show(toast.dataset.connection);
  }
  return null;
}
