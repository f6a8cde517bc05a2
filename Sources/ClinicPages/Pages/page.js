// Parts of pages that the pages of records and accounts have in common.

import { dateName, loadTexts, offerLanguages, text, translated } from '/texts.js';

export function at(id) { return document.getElementById(id); }

export function element(name, words, className) {
  const made = document.createElement(name);
  if (words !== undefined && words !== null) made.textContent = words;
  if (className) made.className = className;
  return made;
}

/** A button with an act. */
export function button(words, act, className) {
  const made = element('button', words, className);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

/** A role or a permission in the language of the page. */
export function named(kind, name) { return text(`${kind}.${name}`); }

/** Words of Aloud in the language of the page. */
export { text, translated };

/** A moment, "2026-01-31, 14:05" or as JSON has it, as the language writes it. */
export function moment(words) { return dateName(words?.replace('T', ', ')); }

/** Loads the texts and offers the languages; `show` shows the page, also after a change of them. */
export async function begin(show) {
  await loadTexts();
  offerLanguages(at('language'), show);
  show();
}
