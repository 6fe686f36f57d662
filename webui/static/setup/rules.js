// Step 5: ten questions, most of them answered already.

import { onNext, post } from "./step.js";

const form = document.getElementById("rules");
const base = document.getElementById("base");
const questions = [...form.querySelectorAll(".question")];
const picked = (question) => question.querySelector(":checked").value;
const starts = !document.getElementById("ends").dataset.next;

function mark() {
  for (const question of questions) question.querySelector(".own").hidden = picked(question) === question.dataset.usual;
  const answers = Object.fromEntries(questions.map((one) => [one.querySelector("input").name, picked(one)]));
  const same = [...base.options].find((one) => one.value && Object.entries(answers).every(([code, answer]) => JSON.parse(one.dataset.answers)[code] === answer));
  base.value = same?.value ?? "";
}

base.addEventListener("change", () => {
  const answers = JSON.parse(base.selectedOptions[0].dataset.answers ?? "{}");
  for (const [code, answer] of Object.entries(answers)) form.querySelector(`[name="${code}"][value="${answer}"]`).checked = true;
  mark();
});
form.addEventListener("change", mark);
mark();

onNext(async () => {
  const answers = Object.fromEntries(new FormData(form));
  document.getElementById("busy").hidden = !starts;
  const kept = await post("/api/setup/rules", { answers });
  const done = kept && starts ? await post("/api/setup/start") : kept;
  document.getElementById("busy").hidden = true;
  return done;
});
