// The live distance: calibrated once on a sheet of its own, then measured while a test runs. Pictures
// stay in the page; Aloud gets the distance alone.

import { Again, DeviceNotice } from '/again.js';
import { compare, endSitting, mark } from '/calibrated-person.js';
import { CameraView, camera, eyes } from '/camera-view.js';
import {
  DistanceFilter, HeldDistance, RememberedDistance, calibrate, calibrationDistances, coveredEye, distanceOf,
  focalOf, pupils, sampleOf, samplesNeeded, withPupils,
} from '/distance-measure.js';
import { element } from '/element.js';
import { lasting, session as memory } from '/memory.js';
import { pictureSize } from '/eyes.js';
import { numberField, typedNumber } from '/number-entry.js';
import { distanceName, number, text } from '/texts.js';

/** Ways to know the distance of a calibration: the long side of an A4 sheet, a ruler; each with the
 *  relative standard deviation that a person reaches. */
const ways = {
  sheet: { millimetres: 297, deviation: 0.01 },
  ruler: { millimetres: 400, deviation: 0.01 },
};

/** Reports to Aloud a second, at most. */
const reportInterval = 0.2;

const calibrationProblems = { few: 'live.few', moved: 'live.moved' };

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

/** A distance in words, always with two places from one metre on: it changes as the person moves. */
const named = (metres) => metres < 1 ? distanceName(metres) : `${number(metres, 2)} m`;

/** An element whose text is in the catalogue. */
function worded(name, key, properties = {}) {
  const made = element(name, properties);
  made.dataset.text = key;
  return made;
}

/** The distance of the eyes before the camera.
 *
 *  `below()`: how far the letters are below the camera, in millimetres; `name()`: that of the person, or
 *  null; `report(body)` sends to Aloud;
 *  `onUse(metres)`: the live distance is to be used, and is this now; `onLeave()`: back to the form. */
export class LiveDistance {
  element;
  #parts = {};
  #camera;
  #drawing = null;
  #below;
  #name;
  #report;
  #onUse;
  #calibration = null;
  /** A calibration of this camera that may be another person's, and the mark of the person here. */
  #other = null;
  #mark = null;
  #samples = null;
  #filter = new DistanceFilter();
  #held = new HeldDistance();
  #remembered = new RememberedDistance();
  #isFinding = false;
  #isCrowd = false;
  /** Whether the person asked for another calibration than the kept one. */
  #isAgain = false;
  #isOpen = false;
  #again = new Again('camera', () => this.#restart({ isQuiet: true }));
  #notice = new DeviceNotice('camera-notice', 'camera.again', () => this.#restart());
  #strangerNotice = new DeviceNotice('stranger-notice', 'live.same', () => eyes.forget());
  #reportedAt = 0;
  #last = null;
  #known = null;
  /** Whether tests follow the live distance. */
  isUsed = memory.getItem('distance') === 'live';

  constructor({ below, name, report, onUse, onLeave }) {
    this.#below = below;
    this.#name = name;
    this.#report = report;
    this.#onUse = onUse;
    this.#camera = new CameraView({
      why: 'live.why',
      onEyes: (found) => this.#take(found), onState: () => this.#render(),
    });
    const p = this.#parts = {
      words: element('p', { id: 'live-words', className: 'lead', role: 'status' }),
      how: element('div', { id: 'live-how' }),
      way: element('select', { id: 'live-way', onchange: () => this.#render() },
        worded('option', 'live.sheet', { value: 'sheet' }), worded('option', 'live.ruler', { value: 'ruler' })),
      length: element('input', {
        ...numberField, id: 'live-length', className: 'number', value: 40 }),
      lengthLabel: worded('label', 'live.length', { htmlFor: 'live-length' }),
      pupils: element('input', {
        ...numberField, id: 'live-pupils', className: 'number' }),
      pupilsLabel: worded('label', 'live.pupils', { htmlFor: 'live-pupils' }),
      capture: worded('button', 'live.measure', {
        id: 'live-capture', className: 'main', type: 'button',
        onclick: () => this.#begin() }),
      person: worded('button', 'live.person', {
        id: 'live-person', type: 'button',
        onclick: () => this.#usePupils() }),
      mine: worded('button', 'live.mine', {
        id: 'live-mine', type: 'button', onclick: () => this.#keep(this.#other) }),
      find: worded('button', 'live.find', {
        id: 'live-find', type: 'button',
        onclick: () => { this.#isFinding = true; this.#held = new HeldDistance(); this.#render(); } }),
      sample: element('p', { id: 'live-sample', textContent: 'H K O R S V Z', lang: 'zxx' }),
      held: element('progress', { id: 'live-held', max: 1 }),
      again: worded('button', 'live.again', {
        id: 'live-again', type: 'button', className: 'plain',
        onclick: () => { this.#calibration = null; this.#isAgain = true; eyes.forget(); this.#render(); } }),
      use: worded('button', 'live.use', {
        id: 'live-use', className: 'main', type: 'button',
        onclick: () => this.#use(onLeave) }),
      leave: worded('button', 'back', {
        id: 'live-leave', type: 'button',
        onclick: () => { this.close(); onLeave(); } }),
    };
    p.way.dataset.label = 'live.way';
    p.held.dataset.label = 'live.held';
    this.element = element(
      'main', { id: 'live', hidden: true },
      element('div', { className: 'inner' }, worded('h1', 'live.title'), this.#camera.element,
        element('div', { className: 'stack' }, p.words, p.how, p.way, p.lengthLabel, p.length, p.pupilsLabel,
          p.pupils, p.sample, p.held)),
      element('div', { className: 'dock' }, element('div', { className: 'row buttons' },
        p.leave, p.again, p.find, p.mine, p.person, p.capture, p.use)));
  }

  get isOpen() { return this.#isOpen; }

  /** Offers the measurement at the end of a section. */
  offer(section, onOpen) {
    section.append(worded('button', 'live.open', {
      id: 'live-open', type: 'button', className: 'chip', onclick: () => { this.open(); onOpen(); },
    }));
  }

  open() {
    this.#isOpen = true;
    this.#isFinding = false;
    this.#calibration = null;
    this.#other = null;
    this.#mark = null;
    this.#isAgain = false;
    // The number may be that of the person before.
    this.#parts.pupils.value = '';
    this.#again.end();
    this.#notice.show(null);
    this.#camera.open();
    eyes.forget();
    scrollTo(0, 0);
    this.#render();
    this.#draw();
    mark(this.#name()).then((made) => { this.#mark = made; this.#render(); });
  }

  /** Draws how the sheet is held. The script of the drawing is loaded when it is needed. */
  async #draw() {
    if (this.#drawing) return;
    const { drawSheet } = await import('/sheet-drawing.js');
    this.#drawing ??= drawSheet();
    this.#parts.how.replaceChildren(this.#drawing.picture);
    this.#render();
  }

  /** Takes the kept calibration of the camera if it is this person's. */
  #recall() {
    if (camera.state !== 'on' || this.#mark === null || this.#calibration || this.#other || this.#isAgain) return;
    const found = kept();
    if (!found) { this.#isAgain = true; return; }
    if (compare(found.mark, this.#mark) === 'yes') this.#calibration = found;
    else this.#other = found;
    this.#knowFocal();
  }

  /** Whether the distance that tests follow is measured for the person whose name is on the form. */
  async isTheirs() {
    const here = await mark(this.#name());
    const before = JSON.parse(memory.getItem('distance mark'));
    if (compare(before, here) === 'no') return false;
    // A name may have been typed since.
    const found = kept();
    if (compare(found?.mark, before) === 'yes') lasting.setItem(keptName(), JSON.stringify({ ...found, mark: here }));
    memory.setItem('distance mark', JSON.stringify(here));
    return true;
  }

  /** The next person comes: what was measured was another's. */
  nextPerson() {
    this.forget();
    endSitting();
    this.#calibration = null;
    eyes.forget();
  }

  /** Closes the sheet; the camera continues if tests follow the distance. */
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

  stop() {
    this.#again.end();
    this.#notice.show(null);
    this.#strangerNotice.show(null);
    eyes.stop();
    camera.stop();
  }

  /** Starts a camera again that was lost while a test ran: the test pauses without it. */
  async #restart({ isQuiet = false } = {}) {
    await camera.start({ facing: 'user', ...pictureSize, isQuiet });
    this.#watch();
  }

  /** Tells why there is no picture, or measures in it. */
  #watch() {
    this.#again.follow(camera.reason);
    this.#notice.show(camera.words);
    if (camera.reason !== null) this.#report({ camera: camera.reason });
    if (camera.state !== 'on') return;
    const found = kept();
    const isTheirs = compare(found?.mark, JSON.parse(memory.getItem('distance mark'))) === 'yes';
    this.#calibration = isTheirs ? found : null;
    eyes.onEyes = (found) => this.#take(found);
    eyes.onFailure = () => {
      this.#notice.show(text('camera.finder'));
      this.#report({ camera: 'failed' });
    };
    eyes.start();
    this.#knowFocal();
  }

  #knowFocal() { if (this.#calibration) eyes.knowFocal(focalOf(this.#calibration)); }

  /** Follows the phases of a test: the camera is on while one runs. */
  async follow(phase) {
    if (this.#isOpen || !this.isUsed) return;
    const isTest = ['test', 'choose', 'rest'].includes(phase);
    if (['result', 'over'].includes(phase)) return this.stop();
    if (!isTest && camera.state !== 'on') return;
    camera.onChange = () => this.#watch();
    if (camera.state === 'off') await this.#restart();
    else this.#watch();
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
    memory.setItem('distance mark', JSON.stringify(this.#calibration.mark));
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
    const { least, most } = calibrationDistances;
    const centimetres = typedNumber(this.#parts.length.value, least / 10, most / 10);
    return centimetres === null ? null : { ...way, millimetres: 10 * centimetres };
  }

  #pupils() {
    return typedNumber(this.#parts.pupils.value, pupils.least, pupils.most);
  }

  #usePupils() {
    const own = this.#pupils();
    const from = this.#calibration ?? this.#other;
    if (own === null || !from?.pupils) return;
    this.#keep(withPupils(from, from.pupils, own));
  }

  #keep(calibration) {
    this.#calibration = { ...calibration, mark: this.#mark };
    this.#other = null;
    this.#filter = new DistanceFilter();
    this.#remembered = new RememberedDistance();
    eyes.forget();
    this.#knowFocal();
    lasting.setItem(keptName(), JSON.stringify(this.#calibration));
    this.#render();
  }

  #take(found) {
    if (this.#isOpen) {
      this.#isCrowd = found.isCrowd;
      if (this.#samples) this.#sample(found);
    }
    if (this.#calibration === null) return this.#isOpen && this.#render();
    const cover = found.isFound ? coveredEye(found) : null;
    this.#remembered.add(found, this.#calibration);
    const measured = distanceOf(
      found, this.#calibration, this.#below(), this.#remembered.millimetres);
    this.#last = this.#filter.add(measured, found.at);
    this.#known = this.#now() ?? this.#known;
    if (this.#isOpen) {
      if (this.#isFinding) this.#find(found.at);
      this.#render();
    } else if (found.at - this.#reportedAt >= reportInterval) {
      this.#reportedAt = found.at;
      const wrong = found.isStranger ? 'stranger' : found.isCrowd ? 'crowd' : null;
      this.#strangerNotice.show(found.isStranger ? text('live.stranger') : null);
      this.#report(wrong ? { camera: wrong } : {
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
    this.#recall();
    const isOn = camera.state === 'on';
    const isKnown = isOn && this.#calibration !== null;
    const isAsked = isOn && !isKnown;
    const isRuler = p.way.value === 'ruler';
    const metres = this.#now();
    p.words.textContent = this.#words(isOn, isKnown, metres);
    for (const part of [p.way, p.capture]) part.hidden = !isAsked;
    p.how.hidden = !isAsked;
    this.#drawing?.show(this.#way()?.millimetres ?? null);
    p.length.hidden = p.lengthLabel.hidden = !isAsked || !isRuler;
    p.pupils.hidden = p.pupilsLabel.hidden = !isOn || this.#isFinding;
    p.person.hidden = !isOn || !(this.#calibration ?? this.#other)?.pupils || this.#isFinding;
    p.mine.hidden = !isAsked || !this.#other || compare(this.#other.mark, this.#mark) === 'no';
    p.capture.disabled = this.#samples !== null || this.#way() === null || this.#mark === null;
    p.sample.hidden = p.held.hidden = !this.#isFinding;
    p.find.hidden = p.again.hidden = !isKnown || this.#isFinding;
    p.use.hidden = !isKnown;
    p.use.disabled = metres === null;
  }

  #words(isOn, isKnown, metres) {
    if (!isOn) return '';
    if (this.#samples) {
      return text('live.holdStill', { count: number(this.#samples.length), all: number(samplesNeeded) });
    }
    if (this.#isCrowd) return text('live.crowd');
    if (!isKnown) {
      const how = text(this.problem ? calibrationProblems[this.problem] : 'live.how');
      if (!this.#other) return how;
      const whose = compare(this.#other.mark, this.#mark) === 'no' ? 'live.other' : 'live.maybeOther';
      return `${text(whose)} ${how}`;
    }
    if (metres === null) return text('live.noFace');
    const now = text('live.now', { distance: named(metres) });
    return this.#isFinding ? `${now} ${text('live.clearest')}` : now;
  }
}
