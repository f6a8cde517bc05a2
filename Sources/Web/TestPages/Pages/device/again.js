// A device of the page that was lost is started again by itself: after growing pauses, and at once
// where the browser reports a change. A notice says why it is lost, and has a button.

import { watchPermission } from '/camera.js';
import { element } from '/element.js';
import { text } from '/texts.js';

/** The pauses between two tries, in milliseconds; the last one repeats while the device is needed. */
export const pauses = [1_000, 2_000, 4_000, 8_000, 16_000, 30_000];

/** Reasons that last as long as the page, and one that only the person can end. */
const lasting = ['insecure', 'unsupported'];
const blocked = 'denied';

/** Starts a device again until it works.
 *
 *  `name`: 'camera' or 'microphone'; `start()`: tries to start it. */
export class Again {
  #name;
  #start;
  #reason = null;
  #tries = 0;
  #timer = null;
  #endWatch = null;
  #isTrying = false;
  #changed = () => this.#try();
  #shown = () => { if (!document.hidden) this.#try(); };

  constructor(name, start) {
    this.#name = name;
    this.#start = start;
  }

  /** The device has failed for a reason, or works: null. */
  follow(reason) {
    if (reason === this.#reason) return;
    const wasLost = this.#reason !== null;
    this.#reason = reason;
    if (reason === null || lasting.includes(reason)) return this.end(reason);
    if (!wasLost) this.#watch();
    this.#plan();
    return null;
  }

  /** Ends the tries. */
  end(reason = null) {
    this.#reason = reason;
    this.#tries = 0;
    this.#isTrying = false;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#endWatch?.();
    this.#endWatch = null;
  }

  #watch() {
    let isFirst = true;
    const endPermission = watchPermission(this.#name, (state) => {
      // A changed permission may be a question, which is asked once.
      const isNews = isFirst ? state === 'granted' && this.#reason === blocked : state !== 'denied';
      isFirst = false;
      if (isNews) this.#try(true);
    });
    const devices = navigator.mediaDevices;
    devices?.addEventListener('devicechange', this.#changed);
    document.addEventListener('visibilitychange', this.#shown);
    this.#endWatch = () => {
      endPermission();
      devices?.removeEventListener('devicechange', this.#changed);
      document.removeEventListener('visibilitychange', this.#shown);
    };
  }

  #plan() {
    clearTimeout(this.#timer);
    this.#timer = null;
    // A blocked device is not tried: a browser may ask the person each time.
    if (this.#endWatch === null || this.#reason === blocked) return;
    const pause = pauses[Math.min(this.#tries, pauses.length - 1)];
    this.#timer = setTimeout(() => this.#try(), pause);
  }

  async #try(isAllowed = false) {
    if (this.#reason === null || this.#isTrying || this.#reason === blocked && !isAllowed) return;
    this.#isTrying = true;
    this.#tries += 1;
    await this.#start();
    this.#isTrying = false;
    this.#plan();
  }
}

/** A line above everything that says why a device is lost, with a button that starts it.
 *
 *  `key`: the text of the button; `start()`: starts the device from a click. */
export class DeviceNotice {
  element;
  #words = element('span');
  #button;

  constructor(id, key, start) {
    this.#button = element('button', { type: 'button', onclick: start });
    this.#button.dataset.text = key;
    this.element = element(
      'p', { id, className: 'notice', hidden: true, role: 'alert' }, this.#words, this.#button);
    document.getElementById('connection').after(this.element);
  }

  /** Shows why, in words; null hides it. */
  show(words) {
    this.element.hidden = words === null;
    if (this.#words.textContent !== (words ?? '')) this.#words.textContent = words ?? '';
    this.#button.textContent = text(this.#button.dataset.text);
  }
}
