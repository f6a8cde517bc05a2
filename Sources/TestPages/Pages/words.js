// How large words are that have to be read from where the letters are read.

import { millimetres } from '/sizes.js';

/** The height of a small letter such as x in that of its font; of the common fonts without serifs
 *  0.52 to 0.55. */
const smallLetter = 0.52;
/** Words are never smaller than this, in pixels of the page. */
const least = 14;

/** Words are as large at most as whoever reads 20/200 needs them: their small letters have the height
 *  of that line at a distance in metres. In pixels of the page. */
export function largestWords(metres, perMillimetre) {
  return millimetres(1, metres) * perMillimetre / devicePixelRatio / smallLetter;
}

/** Whether what stands in a box is higher or wider than it. */
function isTooLong(box) {
  const pixels = (element, name) => Number.parseFloat(getComputedStyle(element)[name]) || 0;
  const lines = [...box.children].filter((child) => child.offsetHeight > 0);
  const height = lines.reduce(
    (sum, line) => sum + line.offsetHeight + pixels(line, 'marginBottom'),
    pixels(box, 'rowGap') * (lines.length - 1));
  const room = box.clientHeight - pixels(box, 'paddingTop') - pixels(box, 'paddingBottom');
  return height > room || lines.some((line) => line.scrollWidth > line.clientWidth + 1);
}

/** What was fitted last: the same words in the same room keep their size. */
const fitted = new WeakMap();

/** All that the size of the words in a box depends on; a reader may space them otherwise. Of a row of
 *  signs only their number matters. */
function whatMatters(box, most) {
  const texts = [...box.children].map((child) => {
    const { letterSpacing, wordSpacing } = getComputedStyle(child);
    const { id, textContent } = child;
    return [id === 'heard' ? [...textContent].length : textContent, letterSpacing, wordSpacing];
  });
  return [...texts, box.clientWidth, box.clientHeight, most, box.parentElement.className].join('|');
}

/** Makes the words in a box as large as fits, up to a size in pixels of the page. */
export function fitWords(box, most) {
  if (fitted.get(box) === whatMatters(box, most)) return;
  const largest = Math.min(most, Math.max(innerWidth, innerHeight));
  let [fits, above] = [least, Math.max(least, Math.floor(largest)) + 1];
  while (above - fits > 1) {
    const size = Math.floor((fits + above) / 2);
    box.style.fontSize = `${size}px`;
    if (isTooLong(box)) above = size; else fits = size;
  }
  box.style.fontSize = `${fits}px`;
  fitted.set(box, whatMatters(box, most));
}
