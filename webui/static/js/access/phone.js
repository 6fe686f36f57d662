// This device's camera is the table's: one JPEG, then the server's word, then the next. Newest only.

const WAIT = [500, 1000, 2000, 4000];
const FINAL = [4409, 4415]; // another phone has come, or our pictures are not wanted
const SIDE = 1920;
const QUALITY = 0.85;

const finder = document.getElementById("finder");
const view = document.getElementById("view");
const told = document.getElementById("told");
const start = document.getElementById("start");
const lens = document.getElementById("lens");
const canvas = document.createElement("canvas");
const pen = canvas.getContext("2d", { alpha: false });
const pause = 1000 / Number(finder.dataset.fps);
let stream = null;
let socket = null;
let awake = null;
let facing = "environment";
let tries = 0;
let last = 0;
let times = [];

function say(state, reason = "") {
  told.className = `told ${state}`;
  told.querySelector("b").textContent = reason || told.dataset[state];
  if (state !== "sending") told.querySelector("small").textContent = "";
}

function counted() {
  const now = performance.now();
  times = [...times.filter((time) => now - time < 3000), now];
  if (times.length > 3) told.querySelector("small").textContent = told.dataset.frames.replace("{fps}", (times.length / 3).toFixed(0));
}

const sleep = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

async function picture() {
  const scale = Math.min(1, SIDE / Math.max(view.videoWidth, view.videoHeight));
  canvas.width = Math.round(view.videoWidth * scale);
  canvas.height = Math.round(view.videoHeight * scale);
  pen.drawImage(view, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
}

async function send(to) {
  await sleep(Math.max(0, last + pause - performance.now()));
  while (stream && !view.videoWidth) await sleep(50);
  if (!stream || to.readyState !== WebSocket.OPEN) return;
  last = performance.now();
  const blob = await picture();
  if (blob && to.readyState === WebSocket.OPEN) {
    to.send(blob);
    say("sending");
    counted();
  }
}

function connect() {
  const asked = new URLSearchParams(location.search);
  asked.set("lang", document.documentElement.lang);
  const opened = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/phone/ws?${asked}`);
  socket = opened;
  opened.onmessage = () => {
    tries = 0;
    send(opened);
  };
  opened.onclose = ({ code, reason }) => {
    if (!stream || socket !== opened) return;
    if (FINAL.includes(code)) {
      stop();
      say("refused", reason);
      return;
    }
    say("lost");
    setTimeout(() => stream && socket === opened && connect(), WAIT[Math.min(tries++, WAIT.length - 1)]);
  };
}

async function stay() {
  try {
    awake = await navigator.wakeLock?.request("screen");
  } catch {
    awake = null; // an old browser or a low battery: the phone may go dark
  }
}

async function open() {
  const wanted = { facingMode: facing, width: { ideal: SIDE }, height: { ideal: 1080 }, frameRate: { ideal: 30 } };
  stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
  stream.getVideoTracks()[0].onended = stop;
  view.srcObject = stream;
  await view.play();
  finder.classList.add("on");
}

async function begin() {
  start.disabled = true;
  try {
    await open();
    start.textContent = start.dataset.stop;
    const all = await navigator.mediaDevices.enumerateDevices();
    lens.hidden = all.filter((one) => one.kind === "videoinput").length < 2;
    connect();
    stay();
  } catch {
    stop();
    say("refused");
  }
  start.disabled = false;
}

function stop() {
  for (const track of stream?.getTracks() ?? []) track.stop();
  stream = null;
  socket?.close();
  awake?.release();
  view.srcObject = null;
  finder.classList.remove("on");
  lens.hidden = true;
  start.textContent = start.dataset.start;
  say("idle");
}

if (window.isSecureContext) {
  start.addEventListener("click", () => (stream ? stop() : begin()));
  lens.addEventListener("click", async () => {
    facing = facing === "environment" ? "user" : "environment";
    for (const track of stream?.getTracks() ?? []) track.stop();
    try {
      await open();
    } catch {
      stop();
      say("refused");
    }
  });
  document.addEventListener("visibilitychange", () => stream && !document.hidden && stay());
} else {
  document.getElementById("insecure").hidden = false;
  finder.hidden = start.hidden = true;
}
