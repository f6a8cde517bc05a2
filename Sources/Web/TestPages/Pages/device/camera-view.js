// The picture of the camera on a sheet, with its states: off, the browser's question, the picture, and
// each reason that there is none. Shared by the setup guide and the measurement of the distance.

import { Again } from '/again.js';
import { Camera, watchPermission } from '/camera.js';
import { element } from '/element.js';
import { EyeWatch, pictureSize } from '/eyes.js';
import { text } from '/texts.js';

/** The one camera of the page, and the eyes before it. */
export const camera = new Camera();
export const eyes = new EyeWatch(camera);

/** A camera picture with its states.
 *
 *  `why`: the text that says why the camera is needed; `onEyes`: called with what is found in each picture;
 *  `onState`: called with 'off', 'starting', 'on', or the reason that there is no picture. */
export class CameraView {
  element;
  #words;
  #start;
  #picture;
  #marks;
  #why;
  #onEyes;
  #onState;
  #endWatch = null;
  #again = new Again('camera', () => this.start({ isQuiet: true }));
  #failure = null;
  #isOpen = false;

  constructor({ why, onEyes, onState }) {
    this.#why = why;
    this.#onEyes = onEyes;
    this.#onState = onState;
    this.#words = element('p', { className: 'camera-words', role: 'status' });
    this.#start = element('button', { type: 'button', onclick: () => this.start() });
    this.#marks = element('div', { className: 'camera-marks' });
    this.#picture = element('div', { className: 'camera-picture' }, this.#marks);
    this.element = element(
      'div', { className: 'camera' }, this.#picture, this.#words, this.#start);
  }

  /** Shows the camera; it starts at once if it may without a question. */
  open() {
    this.#isOpen = true;
    this.#picture.prepend(camera.video);
    camera.onChange = () => this.#render();
    eyes.onEyes = (found) => this.#take(found);
    eyes.onFailure = () => { this.#failure = 'camera.finder'; this.#render(); };
    this.#endWatch = watchPermission('camera', (state) => {
      if (state === 'granted' && camera.state === 'off') this.start();
    });
    if (camera.state === 'on') eyes.start();
    this.#render();
  }

  /** Hides it. The camera continues if something else uses it. */
  close({ keepsCamera = false } = {}) {
    this.#isOpen = false;
    this.#endWatch?.();
    this.#again.end();
    if (!keepsCamera) { eyes.stop(); camera.stop(); }
  }

  /** Starts the camera. */
  async start({ isQuiet = false } = {}) {
    this.#failure = null;
    if (await camera.start({ facing: 'user', ...pictureSize, isQuiet }) && this.#isOpen) eyes.start();
  }

  #take(found) {
    this.#marks.replaceChildren();
    if (found.isFound) {
      for (const { x, y } of found.eyes) {
        const mark = element('span');
        // The picture is mirrored, as in a looking-glass.
        mark.style.left = `${100 * (1 - x / found.picture.width)}%`;
        mark.style.top = `${100 * y / found.picture.height}%`;
        this.#marks.append(mark);
      }
    }
    this.#onEyes(found);
  }

  #render() {
    if (this.#isOpen) this.#again.follow(camera.reason);
    const state = this.#failure ? 'failed' : camera.state;
    this.element.dataset.state = camera.reason ?? state;
    this.#picture.hidden = state !== 'on';
    this.#words.textContent = {
      off: text(this.#why),
      starting: text('camera.asking'),
      on: '',
      failed: this.#failure ? text(this.#failure) : camera.words,
    }[state];
    const isOver = ['insecure', 'unsupported'].includes(camera.reason);
    this.#start.hidden = state === 'on' || state === 'starting' || isOver;
    this.#start.className = state === 'off' ? 'main' : '';
    this.#start.textContent = text(state === 'off' ? 'camera.use' : 'retry');
    if (state !== 'on') this.#marks.replaceChildren();
    this.#onState(this.#failure ? 'failed' : camera.reason ?? camera.state);
  }
}
