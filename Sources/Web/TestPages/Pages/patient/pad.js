// The pad: keys for all optotypes of the chart, with which a person answers by touch or keyboard.

import { arrow, directionName } from '/directions.js';
import { session as memory } from '/memory.js';
import { text } from '/texts.js';

const at = (id) => document.getElementById(id);

/** The answer that a letter cannot be read, and its key on the keyboard. */
const unread = '-';
/** The height of the pad, in CSS pixels: one row, or three rows in portrait. */
const height = { landscape: 76, portrait: 212 };

/** Whether the person answers by touch. */
export function isByTouch() { return at('by-touch').checked; }

/** How the person answers: 'voice' or 'touch'. */
export function answerWay() { return isByTouch() ? 'touch' : 'voice'; }

/** The height of the window that the pad takes, in CSS pixels. */
export function padHeight() {
  if (!isByTouch()) return 0;
  return innerHeight > innerWidth ? height.portrait : height.landscape;
}

/** Keeps the choice when the page of a session is loaded again during a test. */
export function recallTouch(session) {
  if (memory.getItem('byTouch') === session) at('by-touch').checked = true;
  keepTouch(session);
}

/** Stores the choice. */
export function keepTouch(session) { memory.setItem('byTouch', isByTouch() ? session : ''); }

function makeKey(letter) {
  const key = document.createElement('button');
  key.type = 'button';
  key.dataset.letter = letter;
  key.textContent = letter === unread ? text('pad.unread') : arrow(letter);
  if (letter !== unread) key.setAttribute('aria-label', directionName(letter));
  return key;
}

/** Shows the keys of an optotype set; no keys for null. The keys do not depend on the letters that
 *  are shown. */
export function renderPad(choices) {
  const pad = at('pad');
  pad.hidden = choices === null || !isByTouch();
  at('test').classList.toggle('touch', !pad.hidden);
  if (pad.hidden) return;
  pad.setAttribute('aria-label', text('pad.title'));
  const letters = [...choices, unread];
  // A key keeps the focus while its set stays the same.
  const is = [text('pad.unread'), ...letters].join();
  if (pad.dataset.keys === is) return;
  pad.dataset.keys = is;
  pad.replaceChildren(...letters.map(makeKey));
}

/** Enables the pad. `asked` returns the letters that may be answered, or null; `answer` receives a
 *  letter, or "-" for one that cannot be read, and whether it was 'typed' or 'touched'. */
export function preparePad({ asked, answer }) {
  at('pad').addEventListener('click', (event) => {
    const letter = event.target.closest('button')?.dataset.letter;
    if (letter && asked()) answer(letter, 'touched');
  });
  addEventListener('keydown', (event) => {
    const choices = isByTouch() ? asked() : null;
    if (!choices || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
    const letter = event.key.toUpperCase();
    // The letters of directions are internal names; directions have arrow keys.
    const isNamed = !choices.areDirections && choices.letters.includes(letter);
    if (letter === unread || isNamed) answer(letter, 'typed');
  });
}
