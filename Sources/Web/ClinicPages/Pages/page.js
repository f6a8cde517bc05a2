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

/** Prepares a table for phones, where each row is a card with the name of a column next to each value.
 *
 *  @param {number} titled The columns whose values are titles of the card, and have no name next to them. */
export function stacked(table, titled = 0) {
  table.classList.add('stacked');
  const names = [...table.tHead.rows[0].cells].map((cell) => cell.textContent);
  for (const row of table.tBodies[0].rows) {
    [...row.cells].forEach((cell, column) => { if (column >= titled) cell.dataset.name = names[column]; });
  }
  // Cells that are laid out as a grid remain a table to those who hear the page.
  const roles = { table: [table], rowgroup: [table.tHead, table.tBodies[0]], row: table.rows,
    columnheader: table.tHead.rows[0].cells, cell: table.querySelectorAll('td') };
  for (const [role, parts] of Object.entries(roles)) for (const part of parts) part.role = role;
}

/** Loads the texts and offers the languages; `show` shows the page, also after a change of them. */
export async function begin(show) {
  await loadTexts();
  offerLanguages(at('language'), show);
  show();
}
