// Acuity in the notation that the operator chose, or else as it is written where the language of the
// page is spoken: in feet, in metres or as a decimal.

import { language, number } from '/texts.js';

/** Lines whose charts round the name in metres: the Snellen denominators in feet and in metres. */
const rounded = { 12.5: 3.8, 32: 9.5, 63: 19, 125: 38, 320: 95, 630: 190 };

/** The notation that was chosen for this Aloud: 'feet', 'metres' or 'decimal'; null for the language's. */
const chosen = null;

function notation() {
  if (chosen) return chosen;
  if (language() === 'hi') return 'metres';
  if (language() !== 'en') return 'decimal';
  const region = /^en-([A-Z]{2})/.exec(navigator.language)?.[1];
  return region && region !== 'US' && region !== 'CA' ? 'metres' : 'feet';
}

/** Words with the names of lines in the notation of the page: "20/50 oder besser" as "0,40 oder besser"
 *  in German. */
export function inNotation(words) {
  const way = notation();
  return words.replaceAll(/20\/(\d+(?:[.,]\d+)?)/g, (feet, size) => {
    const denominator = Number(size.replace(',', '.'));
    if (way === 'decimal') return number(20 / denominator, 2);
    const metres = rounded[denominator] ?? Math.round(denominator * 3) / 10;
    return way === 'metres' ? `6/${number(metres, Number.isInteger(metres) ? 0 : 1)}` : feet;
  });
}
