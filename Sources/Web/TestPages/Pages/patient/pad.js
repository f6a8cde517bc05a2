// The pad: keys for all optotypes of the chart, with which a person answers by touch or keyboard. The
// keys may be on a phone instead.

import { onKey, renderKeys, unread } from '/keys.js';
import { session as memory } from '/memory.js';

const at = (id) => document.getElementById(id);

/** The height of the pad, in CSS pixels: one row, or three rows in portrait. */
const height = { landscape: 76, portrait: 212 };

/** Whether the keys are on a phone. */
let isOnPhone = false;

/** Whether the person answers by touch, on this page or on a phone. */
export function isByTouch() { return at('by-touch').checked; }

/** How the person answers: 'voice', 'touch' or 'phone'. */
export function answerWay() {
  if (!isByTouch()) return 'voice';
  return isOnPhone ? 'phone' : 'touch';
}

/** Follows whether a phone has the keys. A test that was begun with a phone keeps it. */
export function followPhone({ phase, pad, answers }) {
  const isBegun = phase !== 'waiting';
  const isNew = !isBegun && pad.isOpen && !isOnPhone;
  isOnPhone = isBegun ? answers === 'phone' : pad.isOpen;
  if (isNew || (isBegun && isOnPhone)) at('by-touch').checked = true;
}

/** The height of the window that the pad takes, in CSS pixels. */
export function padHeight() {
  if (answerWay() !== 'touch') return 0;
  return innerHeight > innerWidth ? height.portrait : height.landscape;
}

/** Keeps the choice when the page of a session is loaded again during a test. */
export function recallTouch(session) {
  if (memory.getItem('byTouch') === session) at('by-touch').checked = true;
  keepTouch(session);
}

/** Stores the choice. */
export function keepTouch(session) { memory.setItem('byTouch', isByTouch() ? session : ''); }

/** Shows the keys of a line; no keys for null, or if a phone has them. */
export function renderPad(line) {
  const pad = at('pad');
  pad.hidden = line === null || answerWay() !== 'touch';
  at('test').classList.toggle('touch', !pad.hidden);
  if (!pad.hidden) renderKeys(pad, line.choices, line.asksDirections);
}

/** Enables the pad. `asked` returns the letters that may be answered, or null; `answer` receives a
 *  letter, or "-" for one that cannot be read, and whether it was 'typed' or 'touched'. */
export function preparePad({ asked, answer }) {
  onKey(at('pad'), (letter) => { if (asked()) answer(letter, 'touched'); });
  addEventListener('keydown', (event) => {
    const choices = isByTouch() ? asked() : null;
    if (!choices || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const letter = event.key.toUpperCase();
    // The letters of directions are internal names; directions have arrow keys.
    const isNamed = !choices.areDirections && choices.letters.includes(letter);
    if (letter === unread || isNamed) answer(letter, 'typed');
  });
}
