// What the steps share: the way on, pictures of the camera, what is sent.

import { post, show } from "../js/ask.js";

export { post, show };

const ends = document.getElementById("ends");

// The button at the end sends what was entered, then leads on; it can be pressed from now on.
export function onNext(send) {
  const next = document.getElementById("next");
  next.disabled = false;
  next.addEventListener("click", async () => {
    next.disabled = true;
    const done = await send();
    next.disabled = false;
    if (done) location.assign(done.to ?? ends.dataset.next);
  });
}

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

// Shows the newest picture on the canvas again and again; onPicture(image) may draw it itself.
export async function watch({ every = 200, wanted = () => true, onPicture } = {}) {
  const view = document.getElementById("view");
  const canvas = document.getElementById("picture");
  const told = document.getElementById("told");
  for (;;) {
    await wait(every);
    if (document.hidden || !wanted()) continue;
    try {
      const answer = await fetch("/setup/picture.jpg", { cache: "no-store" });
      if (!answer.ok) {
        const why = await (await fetch("/api/setup/look", { headers: { "Accept-Language": document.documentElement.lang } })).json();
        if (!wanted()) continue;
        view.classList.remove("has-picture");
        told.textContent = why.message || told.textContent;
        await wait(600);
        continue;
      }
      const image = await createImageBitmap(await answer.blob());
      if (wanted()) {
        if (onPicture) onPicture(image);
        else {
          if (canvas.width !== image.width || canvas.height !== image.height) Object.assign(canvas, { width: image.width, height: image.height });
          canvas.getContext("2d").drawImage(image, 0, 0);
        }
        view.classList.add("has-picture");
        view.classList.toggle("tall", image.height > image.width);
      }
      image.close();
    } catch {
      await wait(1500); // the server is away; the toast of the next button says so
    }
  }
}
