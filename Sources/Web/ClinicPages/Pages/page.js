// Parts of pages that the pages of records and accounts have in common.

import * as texts from '/texts.js';
import { dateName, loadTexts, offerLanguages, text } from '/texts.js';

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

export { text };

/** Words of Aloud in the language of the page, with its dates and decimal numbers. */
export function translated(words) {
  return texts.translated(words)
    .replace(/\d{4}-\d{2}-\d{2}(?:, \d{2}:\d{2})?/g, dateName)
    .replace(/(?<![\d.-])-?\d\.\d\d(?![\d.])/g, (figure) => texts.number(Number(figure), 2));
}

/** A moment, "2026-01-31, 14:05" or as JSON has it, as the language writes it. */
export function moment(words) { return dateName(words?.replace('T', ', ')); }

/** A function that searches people by the words of a field: one search at a time, of the latest words.
 *
 *  `ask` sends a request. `offer` shows the answer, with at most `limit` people; null for an empty
 *  field. */
export function peopleSearch(field, limit, ask, offer) {
  let isSearching = false;
  return async () => {
    if (isSearching) return;
    isSearching = true;
    let words;
    do {
      words = field.value.trim();
      offer(words ? await ask('POST', '/people/search', { body: { text: words, limit } }) : null);
    } while (field.value.trim() !== words);
    isSearching = false;
  };
}

/** Loads the texts and offers the languages; `show` shows the page, also after a change of them. */
export async function begin(show) {
  await loadTexts();
  offerLanguages(at('language'), show);
  show();
}
