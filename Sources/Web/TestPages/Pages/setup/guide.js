// The setup guide: the position of the device and of the face. Its states and rules are in
// guide-machine.js; here are the sensor, the camera and the sheet.

import { CameraView } from '/camera-view.js';
import { element } from '/element.js';
import { miss, next, shownTilt, start, steadySeconds, tiltOf, tilts } from '/guide-machine.js';
import { number, text } from '/texts.js';

/** The time in which a tilt sensor has to give its first values, in milliseconds. */
const sensorPatience = 1_000;
/** The time between two looks at the tilt, in milliseconds: a device at rest sends no events. */
const lookInterval = 100;
/** The time between two looks at the clock, in milliseconds. */
const clockInterval = 500;

const svgNamespace = 'http://www.w3.org/2000/svg';

function drawing(name, attributes, ...children) {
  const made = document.createElementNS(svgNamespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The point at an angle and a distance from the lower edge of the drawn device. */
function onCircle(degrees, radius) {
  const radians = degrees * Math.PI / 180;
  return `${(100 + radius * Math.cos(radians)).toFixed(1)} ${(130 - radius * Math.sin(radians)).toFixed(1)}`;
}

/** The device seen from its side, on a table, with the range of its tilt. */
function drawDevice() {
  const range = drawing('path', {
    class: 'range',
    d: `M 100 130 L ${onCircle(tilts.least, 110)} A 110 110 0 0 0 ${onCircle(tilts.most, 110)} Z`,
  });
  const device = drawing(
    'g', { class: 'device' },
    drawing('rect', { class: 'body', x: 100, y: 124, width: 96, height: 12, rx: 6 }),
    drawing('rect', { class: 'screen', x: 106, y: 124, width: 84, height: 3 }));
  const table = drawing('line', { class: 'table', x1: 10, y1: 138, x2: 190, y2: 138 });
  const picture = drawing(
    'svg', { id: 'guide-device', viewBox: '0 0 200 150', role: 'img' }, range, table, device);
  return {
    picture,
    turn(tilt, isRight) {
      picture.classList.toggle('right', isRight);
      device.setAttribute('transform', `rotate(${-tilt} 100 130)`);
      picture.setAttribute('aria-label', text('guide.drawing', { angle: number(shownTilt(tilt)) }));
    },
  };
}

/** Asks the browser for the tilt of the device. Call `begin` from a click: iOS asks the person. */
class TiltSensor {
  #onTilt;
  #onAbsent;
  #last = null;
  #timer = null;
  #patience = null;
  #listen = (event) => {
    if (event.beta === null || event.gamma === null) return;
    this.#last = tiltOf(event);
    clearTimeout(this.#patience);
  };

  constructor({ onTilt, onAbsent }) {
    this.#onTilt = onTilt;
    this.#onAbsent = onAbsent;
  }

  async begin() {
    this.end();
    const ask = globalThis.DeviceOrientationEvent?.requestPermission;
    if (ask) {
      const answer = await ask.call(DeviceOrientationEvent).catch(() => 'denied');
      if (answer !== 'granted') return this.#onAbsent('denied');
    }
    if (!globalThis.isSecureContext) return this.#onAbsent('insecure');
    if (!globalThis.DeviceOrientationEvent) return this.#onAbsent('absent');
    addEventListener('deviceorientation', this.#listen);
    this.#patience = setTimeout(() => this.#onAbsent('absent'), sensorPatience);
    this.#timer = setInterval(() => {
      if (this.#last !== null) this.#onTilt(this.#last, performance.now() / 1000);
    }, lookInterval);
    return null;
  }

  end() {
    removeEventListener('deviceorientation', this.#listen);
    clearInterval(this.#timer);
    clearTimeout(this.#patience);
    this.#last = null;
  }
}

/** Why the first step was left out. */
const withoutSensor = { absent: 'guide.noSensor', denied: 'guide.sensorBlocked', insecure: null };

/** The instructions for an angle. */
function angleWords({ tilt, since, held, canGoOn }) {
  if (tilt === null) return text('guide.upright');
  const angles = { angle: number(shownTilt(tilt)), least: number(tilts.least), most: number(tilts.most) };
  switch (since === null ? miss(tilt) : null) {
    case 'flat': return text('guide.tiltUp', angles);
    case 'over': return text('guide.tiltBack', angles);
    default: return canGoOn ? text('guide.good')
      : text('guide.hold', { seconds: number(Math.ceil(steadySeconds * (1 - held))) });
  }
}

/** The guide as a view of the page.
 *
 *  `onDone` begins the test; `onLeave` goes back to the start form; `onStep` gets each step:
 *  'angle', 'angleAgain' if the device was moved, 'face', 'closed'; `keepsCamera()`: whether something
 *  else uses the camera. */
export class Guide {
  element;
  #state = start;
  #why = 'absent';
  #isOpen = false;
  #onDone;
  #onStep;
  #keepsCamera;
  #toldStep = 'closed';
  #clock = null;
  /** How often the person had said "go on" at the last look. */
  #goOns = 0;
  #parts = {};
  #device = drawDevice();
  #sensor;
  #camera;

  constructor({ onDone, onLeave, onStep, keepsCamera }) {
    this.#keepsCamera = keepsCamera;
    this.#onDone = onDone;
    this.#onStep = onStep;
    this.#sensor = new TiltSensor({
      onTilt: (tilt, at) => this.#send({ type: 'tilt', tilt, at }),
      onAbsent: (why) => { this.#why = why; this.#send({ type: 'noSensor' }); },
    });
    this.#camera = new CameraView({
      why: 'guide.why',
      onEyes: ({ isFound }) => this.#send({ type: 'face', found: isFound }),
      onState: (camera) => this.#send({ type: 'camera', camera }),
    });
    const p = this.#parts = {
      step: element('p', { id: 'guide-step', className: 'note' }),
      title: element('h1', { id: 'guide-title', tabIndex: -1 }),
      back: element('p', { id: 'guide-back', className: 'error', role: 'alert' }),
      note: element('p', { id: 'guide-note', className: 'note' }),
      words: element('p', { id: 'guide-words', className: 'lead', role: 'status' }),
      held: element('progress', { id: 'guide-held', max: 1 }),
      angle: element('div', { id: 'guide-angle' }, this.#device.picture),
      face: element('div', { id: 'guide-face' }, this.#camera.element),
      next: element('button', {
        id: 'guide-next', className: 'main', type: 'button',
        onclick: () => this.#send({ type: 'next' }),
      }),
      without: element('button', {
        id: 'guide-without', type: 'button',
        onclick: () => this.#finish(),
      }),
      leave: element('button', {
        id: 'guide-leave', type: 'button', onclick: () => this.#goBack(onLeave),
      }),
    };
    this.element = element(
      'main', { id: 'guide', hidden: true },
      element('div', { className: 'inner' }, p.step, p.title, p.back, p.note, p.angle, p.face, p.words, p.held),
      element('div', { className: 'dock' },
        element('div', { className: 'row buttons' }, p.leave, p.without, p.next)));
  }

  get isOpen() { return this.#isOpen; }

  /** Offers the guide at the end of a section. */
  offer(section, onOpen) {
    const button = element('button', { id: 'guide-open', type: 'button', className: 'chip', onclick: onOpen });
    button.dataset.text = 'guide.open';
    section.append(button);
  }

  /** Opens the guide; call it from a click. */
  open({ goOns }) {
    this.#isOpen = true;
    this.#goOns = goOns;
    this.#state = start;
    this.#render();
    this.#sensor.begin();
    clearInterval(this.#clock);
    this.#clock = setInterval(
      () => this.#send({ type: 'time', at: performance.now() / 1000 }), clockInterval);
    this.#parts.title.focus({ preventScroll: true });
    scrollTo(0, 0);
  }

  /** Continues if the person has said so. */
  follow({ goOns }) {
    if (goOns > this.#goOns) this.#send({ type: 'next' });
    this.#goOns = goOns;
  }

  /** Closes the guide, whatever its step. */
  close() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#sensor.end();
    clearInterval(this.#clock);
    this.#closeCamera();
    this.#tell('closed');
  }

  #closeCamera() { this.#camera.close({ keepsCamera: this.#keepsCamera() }); }

  #tell(step) {
    if (step === this.#toldStep) return;
    this.#toldStep = step;
    this.#onStep(step);
  }

  /** Goes back to the angle, or leaves the guide where no step lies before. */
  #goBack(onLeave) {
    const { step, sensor } = this.#state;
    if (step === 'face' && sensor === 'working') this.#send({ type: 'back' });
    else this.#leave(onLeave);
  }

  #leave(onLeave) {
    this.close();
    onLeave();
  }

  #finish() {
    this.close();
    this.#onDone();
  }

  #send(event) {
    if (!this.#isOpen) return;
    const before = this.#state;
    this.#state = next(before, event);
    if (this.#state.step !== before.step) {
      if (before.step === 'face') this.#closeCamera();
      if (this.#state.step === 'done') return this.#finish();
      if (this.#state.step === 'face') this.#camera.open();
      this.#parts.title.focus({ preventScroll: true });
    }
    this.#render();
  }

  #render() {
    const state = this.#state;
    const p = this.#parts;
    const isAngle = state.step === 'angle';
    const hasSensor = state.sensor !== 'absent';
    this.element.dataset.step = state.step;
    this.#tell(isAngle && state.cameBack ? 'angleAgain' : state.step);
    p.step.textContent = hasSensor ? text('progress', { step: number(isAngle ? 1 : 2), steps: number(2) }) : '';
    p.title.textContent = text(isAngle ? 'guide.angleTitle' : 'guide.faceTitle');
    p.back.textContent = state.cameBack ? text('guide.moved') : '';
    // At an insecure address the words of the camera say why.
    const reason = hasSensor ? null : withoutSensor[this.#why];
    p.note.textContent = reason ? text(reason) : '';
    p.held.setAttribute('aria-label', text('guide.held'));
    p.without.textContent = text('guide.without');
    p.leave.textContent = text('back');
    p.angle.hidden = !isAngle;
    p.face.hidden = isAngle;
    p.held.hidden = !isAngle;
    p.held.value = state.held;
    this.#device.turn(state.tilt ?? 0, state.since !== null);
    p.words.textContent = isAngle ? angleWords(state)
      : state.camera !== 'on' ? ''
        : text(state.canGoOn ? 'guide.found' : state.isTooLong ? 'guide.noFace' : 'guide.look');
    p.next.textContent = text(isAngle ? 'next' : 'start.begin');
    p.next.disabled = !state.canGoOn;
    const isBlind = !isAngle && !['on', 'starting', 'off'].includes(state.camera);
    const isWaiting = ['on', 'starting'].includes(state.camera);
    p.without.hidden = isAngle || isWaiting && (state.canGoOn || !state.isTooLong);
    // Without a picture the face cannot be found: the way on leads past it.
    p.without.className = isBlind ? 'main' : '';
    p.next.hidden = !isAngle && !isWaiting;
  }
}
