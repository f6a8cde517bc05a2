// The page of the moon: permissions, the view, the facts.

import { Camera, watchPermission } from '/camera.js';
import { session as memory } from '/memory.js';
import { drawPlace, facts, phaseName, placeInWords } from '/moon-facts.js';
import { MoonDrawing } from '/moon-drawing.js';
import { MoonMap } from '/moon-map.js';
import { cameraAxes, MoonStage } from '/moon-stage.js';
import { request } from '/network.js';
import { typedNumber } from '/number-entry.js';
import { loadTexts, number, text } from '/texts.js';

const at = (id) => document.getElementById(id);
const views = ['camera-step', 'place-step', 'view', 'facts-sheet'];
const camera = new Camera();
const stage = new MoonStage();
let drawing = null;
/** Degrees north and east; null without a place. */
let place = JSON.parse(memory.getItem('place') ?? 'null');
let report = null;
/** Whether the device reports how it is held; null while that is not known. */
let hasSensor = null;
/** The place to which the moon was dragged without a sensor, CSS pixels from the middle. */
let dragged = { x: 0, y: 0 };

function show(view) {
  for (const name of views) at(name).hidden = name !== view;
  document.documentElement.dataset.view = view;
  scrollTo(0, 0);
}

// Step 1: camera and sensor.

/** Asks for the sensor; only Safari on iOS has such a question, and requires a click for it. */
async function askForSensor() {
  try {
    await globalThis.DeviceOrientationEvent?.requestPermission?.();
  } catch {
    // Without the sensor the moon can be dragged.
  }
  addEventListener('deviceorientation', turned);
}

async function useCamera() {
  at('allow-camera').disabled = true;
  at('camera-trouble').textContent = '';
  await askForSensor();
  const isOn = await camera.start({ facing: 'environment' });
  at('allow-camera').disabled = false;
  if (isOn) return goOn();
  at('camera-trouble').textContent = camera.words;
  at('allow-camera').textContent = text('retry');
}

async function skipCamera() {
  camera.stop();
  await askForSensor();
  goOn();
}

/** After the camera comes the place, unless it is known or was skipped. */
function goOn() {
  if (place || memory.getItem('placeSkipped')) showView();
  else show('place-step');
}

camera.onChange = () => {
  const isOn = camera.state === 'on';
  at('picture').replaceChildren(...(isOn ? [camera.video] : []));
  at('view').classList.toggle('with-camera', isOn);
  if (!isOn) stage.clear();
  if (!at('view').hidden) render();
};
// Granted later, in the browser's settings.
watchPermission('camera', (state) => {
  if (state === 'granted' && at('camera-trouble').textContent !== '') {
    at('camera-trouble').textContent = '';
    at('allow-camera').textContent = text('camera.use');
  }
});

// Step 2: the place.

/** The texts for the errors of the browser's location (Geolocation API, section 8.2). */
const placeTroubles = { 1: 'moon.placeBlocked', 2: 'moon.placeUnknown', 3: 'moon.placeLate' };

function usePlace(latitude, longitude) {
  // A tenth of a degree is enough for these facts, and gives nobody's house away.
  place = { latitude: Math.round(latitude * 10) / 10, longitude: Math.round(longitude * 10) / 10 };
  memory.setItem('place', JSON.stringify(place));
  at('place-trouble').textContent = '';
  showView();
}

function askForPlace() {
  if (!isSecureContext || !navigator.geolocation) {
    at('place-trouble').textContent = text('moon.placeInsecure');
    return;
  }
  at('allow-place').disabled = true;
  navigator.geolocation.getCurrentPosition(
    ({ coords }) => {
      at('allow-place').disabled = false;
      usePlace(coords.latitude, coords.longitude);
    },
    ({ code }) => {
      at('allow-place').disabled = false;
      at('place-trouble').textContent = text(placeTroubles[code] ?? placeTroubles[2]);
    },
    { timeout: 20_000, maximumAge: 3_600_000 });
}

/** The largest latitude and longitude, degrees. */
const bounds = { latitude: 90, longitude: 180 };

function typePlace(event) {
  event.preventDefault();
  const [latitude, longitude] = [at('latitude'), at('longitude')].map(
    ({ id, value }) => typedNumber(value, -bounds[id], bounds[id]));
  if (latitude !== null && longitude !== null) return usePlace(latitude, longitude);
  at('place-trouble').textContent = text('moon.placeWrong');
}

// The view.

async function showView() {
  show('view');
  render();
  if (hasSensor === null) {
    // A device without the sensor sends one event without angles, or none.
    setTimeout(() => { if (hasSensor === null) { hasSensor = false; render(); } }, 1_000);
  }
  await load();
}

/** Asks Aloud for the facts. */
async function load() {
  try {
    report = await request('/moon', { body: place ?? {} });
    at('facts-trouble').textContent = '';
  } catch (failure) {
    report = null;
    at('facts-trouble').textContent = failure.message;
  }
  render();
  renderFacts();
}

const usesStage = () => hasSensor === true && camera.state === 'on';

const hints = {
  searching: 'moon.searching', holding: 'moon.holding', shown: 'moon.tap',
  left: 'moon.awayLeft', right: 'moon.awayRight', up: 'moon.awayUp', down: 'moon.awayDown',
};

function hint() {
  if (at('facts-trouble').textContent !== '') return at('facts-trouble').textContent;
  if (!report) return text('moon.computing');
  if (!usesStage()) return text('moon.drag');
  return text(hints[stage.state === 'away' ? stage.way : stage.state]);
}

let drawn = null;

function render() {
  const words = hint();
  if (at('hint').textContent !== words) at('hint').textContent = words;
  at('put').hidden = !usesStage() || stage.state === 'shown';
  const scene = at('scene').getBoundingClientRect();
  const moon = at('moon');
  const spot = usesStage() ? stage.place() : { x: 0, y: 0 };
  const isShown = report !== null && spot !== null && hasSensor !== null && scene.height > 0;
  moon.hidden = !isShown;
  if (!isShown) return;
  const width = Math.round(Math.min(scene.width, scene.height) * 0.62);
  const half = Math.max(scene.width, scene.height) / 2;
  const offset = usesStage() ? { x: spot.x * half, y: -spot.y * half } : dragged;
  moon.style.width = moon.style.height = `${width}px`;
  moon.style.transform = `translate(${offset.x}px, ${offset.y}px)`;
  const size = Math.min(Math.round(width * devicePixelRatio), 1_400);
  const key = JSON.stringify([report.face, size]);
  if (key === drawn) return;
  drawing ??= new MoonDrawing(at('moon-canvas'), new MoonMap());
  drawing.draw(report.face, size);
  drawn = key;
  document.documentElement.dataset.drawn = drawing.usesGraphics ? 'graphics' : 'points';
}

/** The last angles of the device. */
let axes = null;

function turned(event) {
  if (event.beta === null || event.gamma === null) {
    hasSensor ??= false;
  } else {
    hasSensor = true;
    axes = cameraAxes(event, screen.orientation?.angle ?? 0);
    stage.take(axes, performance.now());
  }
  if (!at('view').hidden) render();
}

// Dragging, by pointer or by arrow keys.

let grip = null;
/** A pointer that moves farther than this drags the moon, and does not tap it, CSS pixels. */
const tapReach = 8;

function drag(x, y) {
  const { width, height } = at('scene').getBoundingClientRect();
  const limit = (value, most) => Math.min(Math.max(value, -most), most);
  dragged = { x: limit(x, width / 2), y: limit(y, height / 2) };
  render();
}

at('scene').addEventListener('pointerdown', (event) => {
  if (usesStage()) return;
  grip = { x: event.clientX - dragged.x, y: event.clientY - dragged.y, from: event, isDrag: false };
});
addEventListener('pointermove', (event) => {
  if (!grip) return;
  const moved = Math.hypot(event.clientX - grip.from.clientX, event.clientY - grip.from.clientY);
  grip.isDrag ||= moved > tapReach;
  if (grip.isDrag) drag(event.clientX - grip.x, event.clientY - grip.y);
});
let wasDrag = false;
for (const name of ['pointerup', 'pointercancel']) {
  addEventListener(name, () => {
    wasDrag = grip?.isDrag ?? false;
    grip = null;
  });
}
const steps = { ArrowLeft: [-24, 0], ArrowRight: [24, 0], ArrowUp: [0, -24], ArrowDown: [0, 24] };
addEventListener('keydown', (event) => {
  const step = steps[event.key];
  if (!step || at('view').hidden || usesStage()) return;
  event.preventDefault();
  drag(dragged.x + step[0], dragged.y + step[1]);
});

// The facts.

function showFacts() {
  renderFacts();
  show('facts-sheet');
  at('hide-facts').focus({ preventScroll: true });
}

function renderFacts() {
  at('facts-columns').hidden = report === null;
  at('add-place').textContent = text(place ? 'moon.changePlace' : 'moon.addPlace');
  at('facts-title').textContent = report ? phaseName(report) : text('moon.name');
  at('facts-note').textContent = report === null ? '' : place
    ? text('moon.computedFor', { latitude: number(place.latitude, 1), longitude: number(place.longitude, 1) })
    : text('moon.everywhere');
  if (report === null) return;
  at('facts').replaceChildren(...facts(report).map(([name, value]) => {
    const row = [document.createElement('dt'), document.createElement('dd')];
    row[0].textContent = name;
    row[1].textContent = value;
    return row;
  }).flat());
  drawPlace(at('place-drawing'), report);
  at('place-words').textContent = placeInWords(report);
}

at('allow-camera').addEventListener('click', useCamera);
at('skip-camera').addEventListener('click', skipCamera);
at('allow-place').addEventListener('click', askForPlace);
at('skip-place').addEventListener('click', () => {
  place = null;
  memory.setItem('place', 'null');
  memory.setItem('placeSkipped', 'true');
  showView();
});
at('typed-place').addEventListener('submit', typePlace);
at('moon').addEventListener('click', () => { if (!wasDrag) showFacts(); wasDrag = false; });
at('show-facts').addEventListener('click', showFacts);
at('hide-facts').addEventListener('click', () => showView());
at('add-place').addEventListener('click', () => show('place-step'));
at('put').addEventListener('click', () => { stage.put(); render(); });
at('change').addEventListener('click', () => {
  memory.setItem('placeSkipped', '');
  place = null;
  memory.setItem('place', 'null');
  show('camera-step');
});
addEventListener('resize', () => { if (!at('view').hidden) render(); });
// A device at rest sends no angles; the time for which it has been held passes all the same.
setInterval(() => {
  if (document.hidden || at('view').hidden || axes === null || !usesStage()) return;
  const before = stage.state;
  stage.take(axes, performance.now());
  if (stage.state !== before) render();
}, 250);
// The sky moves: a quarter of a degree a minute.
setInterval(() => { if (!document.hidden && report) load(); }, 60_000);
await loadTexts();
document.title = text('moon.page');
at('allow-camera').textContent = text('camera.use');
for (const [index, id] of ['camera-number', 'place-number'].entries()) {
  at(id).textContent = text('progress', { step: number(index + 1), steps: number(2) });
}
show('camera-step');
