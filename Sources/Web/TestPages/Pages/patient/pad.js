// The pad: keys for all optotypes of the chart, with which a person answers by touch or keyboard. The
// keys may be on a phone instead.

import { correctSign, onKey, renderKeys, showCorrecting, unread } from '/keys.js';
import { session as memory } from '/memory.js';

const at = (id) => document.getElementById(id);

/** The height of the pad, in CSS pixels: one row; two in a narrow window; three rows in portrait. */
const height = { landscape: 76, narrow: 124, portrait: 228 };
/** The same for many keys: two rows; three; five. */
const manyHeight = { landscape: 146, narrow: 183, portrait: 292 };
/** The most letters of a pad of usual height; the letters of Monoyer's chart are more. */
const usualLetters = 10;
/** A window in which the keys do not fit in one row, as the style has it. */
const narrow = matchMedia('(orientation: landscape) and (max-width: 76rem)');

/** The key with which the next answer replaces the one before. */
const correct = document.createElement('button');
correct.type = 'button';
correct.id = 'pad-correct';
correct.textContent = correctSign;
let isCorrecting = false;

function setCorrecting(isNow) {
  isCorrecting = isNow;
  showCorrecting(correct, isNow);
}

/** Whether the keys are on a phone. */
let isOnPhone = false;

/** Whether the person answers by touch, on this page or on a phone. */
export function isByTouch() { return at('by-touch').checked; }

/** How the person answers: 'voice', 'touch' or 'phone'. */
export function answerWay() {
  if (!isByTouch()) return 'voice';
  return isOnPhone ? 'phone' : 'touch';
}

/** Whether the chart has more letters than a pad of usual height has room for. */
let areMany = false;

/** Follows how many keys the chart needs, and whether a phone has them. A test that was begun with a phone
 *  keeps it. */
export function followPhone({ phase, pad, answers, keys, line }) {
  const count = keys ?? line?.choices.length;
  if (count !== undefined) areMany = count > usualLetters;
  const isBegun = phase !== 'waiting';
  const isNew = !isBegun && pad.isOpen && !isOnPhone;
  isOnPhone = isBegun ? answers === 'phone' : pad.isOpen;
  if (isNew || (isBegun && isOnPhone)) at('by-touch').checked = true;
}

/** The height of the window that the pad takes, in CSS pixels. */
export function padHeight() {
  if (answerWay() !== 'touch') return 0;
  const { landscape, narrow: low, portrait } = areMany ? manyHeight : height;
  if (innerHeight > innerWidth) return portrait;
  return narrow.matches ? low : landscape;
}

/** Keeps the choice when the page of a session is loaded again during a test. */
export function recallTouch(session) {
  if (memory.getItem('byTouch') === session) at('by-touch').checked = true;
  keepTouch(session);
}

/** Stores the choice. */
export function keepTouch(session) { memory.setItem('byTouch', isByTouch() ? session : ''); }

/** Shows the keys of a line whose places are so far answered; no keys for null, or if a phone has them. */
export function renderPad(line, places) {
  const pad = at('pad');
  pad.hidden = line === null || answerWay() !== 'touch';
  pad.classList.toggle('many', areMany);
  at('test').classList.toggle('touch', !pad.hidden);
  if (pad.hidden) return;
  renderKeys(pad, line.choices, line.asksDirections);
  // The letters of a line can be corrected; after one that is shown alone comes the next.
  const hasLine = places.length > 1;
  if (hasLine && !correct.isConnected) pad.lastChild.before(correct); else if (!hasLine) correct.remove();
  correct.disabled = !places.some((place) => place !== 'waiting' && place !== 'asked');
  setCorrecting(isCorrecting && hasLine && !correct.disabled);
}

/** Enables the pad. `asked` returns the letters that may be answered, or null; `answer` receives a
 *  letter, or "-" for one that cannot be read, whether it was 'typed' or 'touched', and whether it replaces
 *  the answer before. */
export function preparePad({ asked, answer }) {
  const give = (letter, way) => {
    answer(letter, way, isCorrecting);
    setCorrecting(false);
  };
  onKey(at('pad'), (letter) => { if (asked()) give(letter, 'touched'); });
  correct.addEventListener('click', () => setCorrecting(!isCorrecting));
  addEventListener('keydown', (event) => {
    const choices = isByTouch() ? asked() : null;
    if (!choices || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Backspace' && correct.isConnected && !correct.disabled) setCorrecting(true);
    const letter = event.key.toUpperCase();
    // The letters of directions are internal names; directions have arrow keys.
    const isNamed = !choices.areDirections && choices.letters.includes(letter);
    if (letter === unread || isNamed) give(letter, 'typed');
  });
}
