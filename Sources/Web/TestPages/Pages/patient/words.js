// The size of words that have to be read from the patient's distance.

import { millimetres } from '/sizes.js';

/** The x-height relative to the font size; 0.52 to 0.55 in common sans-serif fonts. */
const smallLetter = 0.52;
/** The smallest font size, in CSS pixels. */
const least = 14;

/** The largest font size, in CSS pixels: its x-height is that of the 20/200 line at a distance in
 *  metres. */
export function largestWords(metres, perMillimetre) {
  return millimetres(1, metres) * perMillimetre / devicePixelRatio / smallLetter;
}

/** Whether the content of a box is higher or wider than the box. */
function isTooLong(box) {
  const pixels = (element, name) => Number.parseFloat(getComputedStyle(element)[name]) || 0;
  const lines = [...box.children].filter(
    (child) => child.offsetHeight > 0 && getComputedStyle(child).position !== 'fixed');
  const height = lines.reduce(
    (sum, line) => sum + line.offsetHeight + pixels(line, 'marginBottom'),
    pixels(box, 'rowGap') * (lines.length - 1));
  const room = box.clientHeight - pixels(box, 'paddingTop') - pixels(box, 'paddingBottom');
  return height > room || lines.some((line) => line.scrollWidth > line.clientWidth + 1);
}

/** The last fit of each box: the same words in the same room keep their size. */
const fitted = new WeakMap();

/** Everything that the size of the words in a box depends on, including spacing set by the reader. Of
 *  the row of answers only its length matters. */
function whatMatters(box, most) {
  const texts = [...box.children].map((child) => {
    const { letterSpacing, wordSpacing } = getComputedStyle(child);
    const { id, textContent, hidden } = child;
    return [
      id === 'heard' ? [...textContent].length : textContent, hidden, letterSpacing, wordSpacing,
    ];
  });
  return [...texts, box.clientWidth, box.clientHeight, most, box.parentElement.className].join('|');
}

/** Makes the words in a box as large as fits, up to a font size in CSS pixels. */
export function fitWords(box, most) {
  if (fitted.get(box) === whatMatters(box, most)) return;
  const largest = Math.min(most, Math.max(innerWidth, innerHeight));
  // The scrollbar of a size that is too large would make the box narrower.
  box.style.overflow = 'hidden';
  let [fits, above] = [least, Math.max(least, Math.floor(largest)) + 1];
  while (above - fits > 1) {
    const size = Math.floor((fits + above) / 2);
    box.style.fontSize = `${size}px`;
    if (isTooLong(box)) above = size; else fits = size;
  }
  box.style.fontSize = `${fits}px`;
  box.style.overflow = '';
  fitted.set(box, whatMatters(box, most));
}
