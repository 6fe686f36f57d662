// Announcements through voices of this device only, and small sounds made here. Each key is said once, ever.

const KEY = "hwatupan.voice";
const USUAL = {
  on: false, sounds: false, volume: 0.8, voice: "",
  kinds: { prompt: true, go: true, event: true, line: true, result: true, alert: true, deal: false, turn: true },
};
const language = document.documentElement.lang;
const sheet = document.getElementById("sound");
const speech = window.speechSynthesis;
const known = new Set();
let chosen = read();
let tones = null;

function read() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY)) ?? {};
    return { ...USUAL, ...kept, kinds: { ...USUAL.kinds, ...kept.kinds } };
  } catch {
    return structuredClone(USUAL);
  }
}

function keep() {
  try {
    localStorage.setItem(KEY, JSON.stringify(chosen));
  } catch {
    // kept until the page is closed
  }
}

// Voices that would ask a server are none for a table where nothing leaves the house.
export const voices = () => (speech?.getVoices() ?? []).filter((voice) => voice.localService && voice.lang.startsWith(language));

function speak(text) {
  const voice = voices().find((one) => one.voiceURI === chosen.voice) ?? voices()[0];
  if (!voice) return;
  const words = new SpeechSynthesisUtterance(text);
  Object.assign(words, { voice, lang: voice.lang, volume: chosen.volume, rate: 1.05 });
  if (speech.pending) speech.cancel(); // an old word is worth less than the new one
  speech.speak(words);
}

function tone(at, frequency, seconds, loud, shape = "sine") {
  const [wave, gain] = [tones.createOscillator(), tones.createGain()];
  wave.type = shape;
  wave.frequency.value = frequency;
  gain.gain.setValueAtTime(0, tones.currentTime + at);
  gain.gain.linearRampToValueAtTime(loud * chosen.volume, tones.currentTime + at + 0.01);
  gain.gain.exponentialRampToValueAtTime(0.0001, tones.currentTime + at + seconds);
  wave.connect(gain).connect(tones.destination);
  wave.start(tones.currentTime + at);
  wave.stop(tones.currentTime + at + seconds + 0.02);
}

const SOUNDS = {
  turn: () => { tone(0, 190, 0.06, 0.35, "triangle"); tone(0, 1400, 0.02, 0.08, "square"); }, // a card on the mat
  event: () => [523, 659, 784].forEach((note, n) => tone(n * 0.07, note, 0.22, 0.22)),
  line: () => [523, 659, 784, 1047].forEach((note, n) => tone(n * 0.09, note, 0.35, 0.22)),
  go: () => [392, 587].forEach((note, n) => tone(n * 0.1, note, 0.3, 0.3, "triangle")),
  prompt: () => [660, 880].forEach((note, n) => tone(n * 0.16, note, 0.4, 0.25)),
  result: () => [523, 659, 784, 1047, 1319].forEach((note, n) => tone(n * 0.11, note, 0.5, 0.2)),
  alert: () => [440, 370].forEach((note, n) => tone(n * 0.18, note, 0.35, 0.18)),
  deal: () => tone(0, 330, 0.25, 0.2),
};

function sound(kind) {
  tones ??= new AudioContext();
  if (tones.state === "suspended") tones.resume();
  SOUNDS[kind]?.();
}

// Take the announcements of a snapshot; *first*: of a page just opened, which repeats nothing.
export function hear(spoken, { first = false } = {}) {
  const fresh = spoken.filter((one) => !known.has(one.key));
  for (const one of fresh) known.add(one.key);
  if (first) return;
  const wanted = fresh.filter((one) => chosen.kinds[one.kind]);
  if (chosen.sounds && wanted.length) sound(wanted.find((one) => one.kind !== "turn")?.kind ?? "turn");
  const words = wanted.map((one) => one.text).filter(Boolean);
  if (chosen.on && words.length) speak(words.join(" "));
}

function menu() {
  const found = voices();
  for (const input of sheet.querySelectorAll("input[name]")) {
    if (input.type === "range") input.value = chosen.volume;
    else input.checked = chosen[input.name];
  }
  for (const input of sheet.querySelectorAll("[data-kind]")) input.checked = chosen.kinds[input.dataset.kind];
  const list = sheet.querySelector("[name=voice]");
  list.replaceChildren(...found.map((voice) => new Option(voice.name, voice.voiceURI, false, voice.voiceURI === chosen.voice)));
  list.parentElement.hidden = found.length < 2;
  document.getElementById("sound-none").hidden = found.length > 0;
}

sheet?.addEventListener("change", ({ target }) => {
  if (target.dataset.kind) chosen.kinds[target.dataset.kind] = target.checked;
  else chosen[target.name] = target.type === "checkbox" ? target.checked : target.type === "range" ? Number(target.value) : target.value;
  keep();
});
document.getElementById("sound-try")?.addEventListener("click", ({ target }) => {
  sound("event");
  speak(target.dataset.text);
});
speech?.addEventListener?.("voiceschanged", menu);
if (sheet) menu();
