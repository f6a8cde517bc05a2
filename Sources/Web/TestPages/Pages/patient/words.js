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

/** How much higher the small letters of a sentence are than the letters that a person has read: these
 *  may have cost an effort, and letters within words crowd each other. */
const margin = 1.5;

/** The least font size, in CSS pixels, of words for a person who has read letters of a height in
 *  millimetres: 1.5 h p / (r x), with p device pixels in a millimetre, r device pixels in a CSS pixel and
 *  x the x-height of a font of size 1. 0 if they have read none (null). */
export function leastWords(read, perMillimetre) {
  return (read ?? 0) * margin * perMillimetre / devicePixelRatio / smallLetter;
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

/** Makes the words in a box as large as fits, up to a font size in CSS pixels. Returns that size. */
export function fitWords(box, most) {
  const known = fitted.get(box);
  if (known?.what === whatMatters(box, most)) return known.size;
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
  fitted.set(box, { what: whatMatters(box, most), size: fits });
  return fits;
}

/** Makes the words of a test as large as fits, up to `most`, but no smaller than `least`, both in CSS
 *  pixels. If they do not fit in that size, the answers leave their room to them; if that is not enough,
 *  they are only spoken or, without a voice, `shorten` replaces them by as few as possible. */
export function fitToRead(box, { least, most, isSpoken, shorten }) {
  const test = box.parentElement;
  const fit = (...classes) => {
    for (const name of ['bare', 'spoken']) test.classList.toggle(name, classes.includes(name));
    return fitWords(box, classes.includes('spoken') ? most : Math.max(least, most));
  };
  if (fit() >= Math.floor(least) || fit('bare') >= Math.floor(least)) return;
  if (isSpoken) {
    fit('spoken');
  } else {
    shorten();
    fit('bare');
  }
}
