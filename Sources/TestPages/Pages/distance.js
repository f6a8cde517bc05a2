// The live distance: calibrated once on a sheet of its own, then measured while a test runs. Pictures
// stay in the page; Aloud gets the distance alone.

import { CameraView, camera, element, eyes } from '/camera-view.js';
import {
  DistanceFilter, HeldDistance, calibrate, calibrationDistances, coveredEye, distanceOf, pupils,
  sampleOf, samplesNeeded, withPupils,
} from '/distance-measure.js';
import { lasting, session as memory } from '/memory.js';
import { pictureSize } from '/eyes.js';

/** Ways to know the distance of a calibration: the long side of an A4 sheet, a ruler; each with the
 *  relative standard deviation that a person reaches. */
const ways = {
  sheet: { millimetres: 297, deviation: 0.01 },
  ruler: { millimetres: 400, deviation: 0.01 },
};

/** Reports to Aloud a second, at most. */
const reportInterval = 0.2;

const calibrationProblems = {
  few: 'Both eyes must be seen. Uncover them, face the camera, and try again.',
  moved: 'You moved. Hold still, and try again.',
};

/** The name under which the calibration of this camera is kept. */
const keptName = () => `distance ${camera.identity}`;

function kept() {
  try {
    const found = JSON.parse(lasting.getItem(keptName()));
    return found && [found.irises, found.points, found.turned, found.deviation].every(Number.isFinite)
      ? found : null;
  } catch {
    return null;
  }
}

/** A distance in words. */
const named = (millimetres) => millimetres < 1000
  ? `${Math.round(millimetres / 10)} cm` : `${(millimetres / 1000).toFixed(2)} m`;

/** The distance of the eyes before the camera.
 *
 *  `below()`: how far the letters are below the camera, in millimetres; `report(body)` sends to Aloud;
 *  `onUse(metres)`: the live distance is to be used, and is this now; `onLeave()`: back to the form. */
export class LiveDistance {
  element;
  #parts = {};
  #camera;
  #below;
  #report;
  #onUse;
  #calibration = null;
  #samples = null;
  #filter = new DistanceFilter();
  #held = new HeldDistance();
  #isFinding = false;
  #isOpen = false;
  #reportedAt = 0;
  #last = null;
  #known = null;
  /** Whether tests follow the live distance. */
  isUsed = memory.getItem('distance') === 'live';

  constructor({ below, report, onUse, onLeave }) {
    this.#below = below;
    this.#report = report;
    this.#onUse = onUse;
    this.#camera = new CameraView({
      why: 'The camera measures how far your eyes are. Its pictures never leave this page.',
      onEyes: (found) => this.#take(found), onState: () => this.#render(),
    });
    const p = this.#parts = {
      words: element('p', { id: 'live-words', className: 'lead', role: 'status' }),
      way: element('select', { id: 'live-way', onchange: () => this.#render() },
        element('option', { value: 'sheet', textContent: 'The long side of an A4 sheet (29.7 cm)' }),
        element('option', { value: 'ruler', textContent: 'A ruler or tape' })),
      length: element('input', {
        id: 'live-length', type: 'number', min: 20, max: 100, step: 'any', value: 40 }),
      lengthLabel: element('label', { htmlFor: 'live-length', textContent: 'Length in centimetres' }),
      pupils: element('input', {
        id: 'live-pupils', type: 'number', min: pupils.least, max: pupils.most, step: 'any' }),
      pupilsLabel: element('label', {
        htmlFor: 'live-pupils',
        textContent: 'Distance of your pupils in millimetres, if you know it (from glasses)' }),
      capture: element('button', {
        id: 'live-capture', className: 'main', type: 'button', textContent: 'Measure now',
        onclick: () => this.#begin() }),
      person: element('button', {
        id: 'live-person', type: 'button', textContent: 'Use my pupil distance',
        onclick: () => this.#usePupils() }),
      find: element('button', {
        id: 'live-find', type: 'button', textContent: 'Find where I see clearly',
        onclick: () => { this.#isFinding = true; this.#held = new HeldDistance(); this.#render(); } }),
      sample: element('p', { id: 'live-sample', textContent: 'H K O R S V Z', lang: 'zxx' }),
      held: element('progress', { id: 'live-held', max: 1 }),
      again: element('button', {
        id: 'live-again', type: 'button', textContent: 'Calibrate again',
        onclick: () => { this.#calibration = null; this.#render(); } }),
      use: element('button', {
        id: 'live-use', className: 'main', type: 'button', textContent: 'Use this distance',
        onclick: () => this.#use(onLeave) }),
      leave: element('button', {
        id: 'live-leave', type: 'button', textContent: 'Back',
        onclick: () => { this.close(); onLeave(); } }),
    };
    p.way.setAttribute('aria-label', 'What you hold between the camera and your nose');
    p.held.setAttribute('aria-label', 'How long the distance has been held');
    this.element = element(
      'main', { id: 'live', className: 'sheet', hidden: true },
      element('h1', { textContent: 'Measure the distance' }), this.#camera.element, p.words, p.way,
      p.lengthLabel, p.length, p.pupilsLabel, p.pupils, p.sample, p.held,
      element('div', { className: 'dock' }, element('div', { className: 'row' },
        p.capture, p.person, p.use, p.find, p.again, p.leave)));
  }

  get isOpen() { return this.#isOpen; }

  /** Offers the measurement at the end of a section. */
  offer(section, onOpen) {
    section.append(element('button', {
      id: 'live-open', type: 'button', textContent: 'Measure the distance with the camera',
      onclick: () => { this.open(); onOpen(); },
    }));
  }

  open() {
    this.#isOpen = true;
    this.#isFinding = false;
    this.#calibration = kept();
    this.#camera.open();
    scrollTo(0, 0);
    this.#render();
  }

  /** Closes the sheet; the camera goes on if tests follow the distance. */
  close() {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#samples = null;
    this.#camera.close({ keepsCamera: this.isUsed });
  }

  /** A distance was typed: tests no longer follow the camera. */
  forget() {
    this.isUsed = false;
    this.#last = null;
    this.#known = null;
    memory.setItem('distance', 'typed');
    if (!this.#isOpen) this.stop();
  }

  stop() { eyes.stop(); camera.stop(); }

  /** Follows the phases of a test: the camera is on while one runs. */
  async follow(phase) {
    if (this.#isOpen || !this.isUsed) return;
    const isTest = ['test', 'choose', 'rest'].includes(phase);
    if (['result', 'over'].includes(phase)) return this.stop();
    if (!isTest && camera.state !== 'on') return;
    if (camera.state === 'off') await camera.start({ facing: 'user', ...pictureSize });
    if (camera.state !== 'on') return;
    this.#calibration = kept();
    eyes.onEyes = (found) => this.#take(found);
    eyes.start();
  }

  /** The last distance that was measured, in metres; null if none was. */
  get metres() { return this.#known; }

  /** The distance now, in metres; null if it is not measured. */
  #now() { return this.#last ? this.#last.millimetres / 1000 : null; }

  #use(onLeave) {
    const { metres } = this;
    if (metres === null) return;
    this.isUsed = true;
    memory.setItem('distance', 'live');
    // Both eyes are open now; a covered one will look different.
    eyes.remember();
    this.close();
    this.#onUse(metres);
    this.follow('rest');
    onLeave();
  }

  #begin() {
    this.#samples = [];
    this.#render();
  }

  #way() {
    const way = ways[this.#parts.way.value];
    if (this.#parts.way.value === 'sheet') return way;
    const millimetres = 10 * Number.parseFloat(this.#parts.length.value);
    const isPossible = millimetres >= calibrationDistances.least && millimetres <= calibrationDistances.most;
    return isPossible ? { ...way, millimetres } : null;
  }

  #pupils() {
    const own = Number.parseFloat(this.#parts.pupils.value);
    return own >= pupils.least && own <= pupils.most ? own : null;
  }

  #usePupils() {
    const own = this.#pupils();
    const known = this.#calibration?.pupils;
    if (own === null || !known) return;
    this.#keep(withPupils(this.#calibration, known, own));
  }

  #keep(calibration) {
    this.#calibration = calibration;
    this.#filter = new DistanceFilter();
    lasting.setItem(keptName(), JSON.stringify(calibration));
    this.#render();
  }

  #take(found) {
    if (this.#isOpen && this.#samples) this.#sample(found);
    if (this.#calibration === null) return this.#isOpen && this.#render();
    const cover = found.isFound ? coveredEye(found) : null;
    const isCovered = cover !== null && cover !== 'none';
    const measured = distanceOf({ ...found, isCovered }, this.#calibration, this.#below());
    this.#last = this.#filter.add(measured, found.at);
    this.#known = this.#now() ?? this.#known;
    if (this.#isOpen) {
      if (this.#isFinding) this.#find(found.at);
      this.#render();
    } else if (found.at - this.#reportedAt >= reportInterval) {
      this.#reportedAt = found.at;
      this.#report({
        metres: this.#now(), deviation: this.#last?.deviation ?? null, covered: cover });
    }
    document.documentElement.dataset.distance = this.#now()?.toFixed(4) ?? '';
    return null;
  }

  #sample(found) {
    const sample = sampleOf(found);
    if (sample) this.#samples.push(sample);
    if (this.#samples.length < samplesNeeded) return;
    const { millimetres, deviation } = this.#way();
    const made = calibrate(this.#samples, millimetres, deviation);
    this.#samples = null;
    this.problem = made.problem ?? null;
    if (!made.problem) this.#keep({ ...made, pupils: this.#pupils() });
  }

  /** The near app's optimisation: the person finds the distance, and holds it. */
  #find(at) {
    const held = this.#held.add(this.#last?.millimetres ?? null, at);
    this.#parts.held.value = held;
    if (held < 1) return;
    this.#isFinding = false;
    this.#parts.use.focus();
  }

  #render() {
    const p = this.#parts;
    const isOn = camera.state === 'on';
    const isKnown = isOn && this.#calibration !== null;
    const isAsked = isOn && !isKnown;
    const isRuler = p.way.value === 'ruler';
    const metres = this.#now();
    p.words.textContent = this.#words(isOn, isKnown, metres);
    for (const part of [p.way, p.capture]) part.hidden = !isAsked;
    p.length.hidden = p.lengthLabel.hidden = !isAsked || !isRuler;
    p.pupils.hidden = p.pupilsLabel.hidden = !isOn || this.#isFinding;
    p.person.hidden = !isKnown || !this.#calibration.pupils || this.#isFinding;
    p.capture.disabled = this.#samples !== null || this.#way() === null;
    p.sample.hidden = p.held.hidden = !this.#isFinding;
    p.find.hidden = p.again.hidden = !isKnown || this.#isFinding;
    p.use.hidden = !isKnown;
    p.use.disabled = metres === null;
  }

  #words(isOn, isKnown, metres) {
    if (!isOn) return '';
    if (this.#samples) return `Hold still. ${this.#samples.length} of ${samplesNeeded} pictures.`;
    if (!isKnown) {
      return this.problem ? calibrationProblems[this.problem]
        : 'Hold the sheet or ruler straight between the camera and the bridge of your nose. Keep both'
          + ' eyes open, look at the camera, and press “Measure now”.';
    }
    if (metres === null) return 'No face is measured. Look straight at the screen.';
    const now = `Your eyes are ${named(1000 * metres)} from the letters.`;
    return this.#isFinding
      ? `${now} Move until the letters below are clearest, then hold still for two seconds.` : now;
  }
}
