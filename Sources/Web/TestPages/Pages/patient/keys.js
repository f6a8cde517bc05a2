// The keys of an optotype set, for the pad on the patient's page and on a phone.

import { arrow, directionName } from '/directions.js';
import { text } from '/texts.js';

/** The answer that a letter cannot be read, and its key on the keyboard. */
export const unread = '-';

function makeKey(letter, areDirections) {
  const key = document.createElement('button');
  key.type = 'button';
  key.dataset.letter = letter;
  // The letters of directions are internal names.
  key.textContent = letter === unread ? text('pad.unread') : areDirections ? arrow(letter) : letter;
  if (areDirections && letter !== unread) key.setAttribute('aria-label', directionName(letter));
  return key;
}

/** The sign of the key with which the next answer replaces the one before. */
export const correctSign = '\u232b';

/** Marks the key for corrections, as pressed or not. */
export function showCorrecting(key, isCorrecting) {
  key.setAttribute('aria-label', text('pad.correct'));
  key.setAttribute('aria-pressed', String(isCorrecting));
}

/** Shows the keys of an optotype set in a box: letters, or directions as arrows. They do not depend on
 *  the letters that are shown. */
export function renderKeys(box, choices, areDirections) {
  box.setAttribute('aria-label', text('pad.title'));
  const letters = [...choices, unread];
  // A key keeps the focus while its set stays the same.
  const is = [text('pad.unread'), areDirections, ...letters].join();
  if (box.dataset.keys === is) return;
  box.dataset.keys = is;
  box.replaceChildren(...letters.map((letter) => makeKey(letter, areDirections)));
}

/** Calls `answer` with the letter of a key that is clicked, or "-" for one that cannot be read. */
export function onKey(box, answer) {
  box.addEventListener('click', (event) => {
    const letter = event.target.closest('button')?.dataset.letter;
    if (letter) answer(letter);
  });
}
