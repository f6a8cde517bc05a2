// Draws the letters from Aloud's outlines, at the size of their visual angle.

import { drawFaint } from '/contrast.js';
import { barReach, fitting, parts, strokes, leastStroke } from '/sizes.js';

const namespace = 'http://www.w3.org/2000/svg';

function element(name, attributes) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Makes the drawing cover an area, with one unit per device pixel. */
function cover(svg, area) {
  svg.setAttribute('width', area.width / devicePixelRatio);
  svg.setAttribute('height', area.height / devicePixelRatio);
  svg.setAttribute('viewBox', `0 0 ${area.width} ${area.height}`);
  svg.setAttribute('preserveAspectRatio', 'none');
}

/** The canvas of faint letters. */
const faint = () => document.getElementById('faint');

export function hideChart(svg) {
  svg.replaceChildren();
  if (faint()) faint().hidden = true;
}

/** The positions of the letters to show: the whole line if it fits. If not, as many of the letters to
 *  read now as fit, and no others, so that the person reads exactly what is expected. The next part
 *  comes after an utterance for each of them, understood or not; otherwise they would be read twice,
 *  and the second time counted for the letters after them. */
function positionsToShow(count, fit, { asked, said, alone }) {
  if (typeof alone === 'number') return [alone];
  const all = Array.from({ length: count }, (_, position) => position);
  if (fit >= count) return all;
  const isAllSaid = asked.length === 0;
  const open = isAllSaid ? all : asked;
  const cut = parts(open.length, fit);
  return open.slice(...cut.find(([, end]) => !isAllSaid && said < end) ?? cut.at(-1));
}

/** The space between two letters: the width of the larger one (Ferris 1982). */
function gap(one, next) { return Math.max(one, next); }

/** Four crowding bars around a single letter, a letter's width away, each one letter long and one
 *  stroke thick. */
function bars(x, y, letter) {
  const stroke = letter / strokes;
  const reach = barReach * letter;
  const middle = { x: x + letter / 2, y: y + letter / 2 };
  const path = [
    [middle.x - reach, y, stroke, letter], [middle.x + reach - stroke, y, stroke, letter],
    [x, middle.y - reach, letter, stroke], [x, middle.y + reach - stroke, letter, stroke],
  ].map(([left, top, width, height]) => `M${left} ${top}h${width}v${height}h${-width}Z`).join('');
  return element('path', { d: path, fill: '#000' });
}

/** Tolerance of the thinnest stroke, in device pixels: the smallest size that the page offers is
 *  converted to a logarithm and back, and rounding must not hide it. */
const roundingError = 1e-4;

/** Draws a view of the test. Returns whether the letters could be shown, or else whether they are too
 *  small for the screen; how many of them are shown, and whether they are only a part of the line. A
 *  letter that is asked for alone is not part. */
export function drawChart(svg, state, area, perMillimetre) {
  const { millimetres, paths } = state.line;
  // Letters keep their size while the page is pinch-zoomed.
  const letters = millimetres.map(
    (height) => height * perMillimetre / (visualViewport?.scale ?? 1));
  const isAlone = typeof state.alone === 'number';
  // A warm-up measures nothing, and bars could be taken for letters.
  let hasBars = (isAlone || paths.length === 1) && !state.isWarmUp && !state.inks;
  const largest = Math.max(...letters);
  let fit = fitting(largest, area, paths.length, hasBars);
  // The sizes of a chart are those of lines, and a letter of its own may lack room for bars.
  if (fit === 0 && hasBars && (isAlone || state.line.isFresh)) {
    hasBars = false;
    fit = fitting(largest, area, paths.length, hasBars);
  }
  cover(svg, area);
  const isTooSmall = Math.min(...letters) / strokes < leastStroke - roundingError;
  if (fit === 0 || isTooSmall) {
    hideChart(svg);
    return { isShown: false, isTooSmall };
  }
  const positions = positionsToShow(paths.length, fit, state);
  const shown = positions.map((position) => letters[position]);
  const lefts = [0];
  for (let index = 1; index < shown.length; index += 1) {
    lefts.push(lefts[index - 1] + shown[index - 1] + gap(shown[index - 1], shown[index]));
  }
  const start = (area.width - lefts.at(-1) - shown.at(-1)) / 2;
  const part = { count: shown.length, isPart: !isAlone && shown.length < paths.length };
  if (state.inks) {
    svg.replaceChildren();
    const placed = shown.map((letter, index) => ({
      letter, left: Math.round(Math.round(start) + lefts[index]), top: Math.round((area.height - letter) / 2),
      outline: paths[positions[index]], ink: state.inks.letters[positions[index]],
    }));
    return { isShown: drawFaint(faint(), area, state.inks, placed, strokes), ...part };
  }
  if (faint()) faint().hidden = true;
  const drawn = shown.map((letter, index) => {
    // Each letter starts at a whole pixel, so that its straight edges are sharp.
    const left = Math.round(Math.round(start) + lefts[index]);
    const top = Math.round((area.height - letter) / 2);
    const path = element('path', {
      d: paths[positions[index]], fill: '#000',
      transform: `translate(${left} ${top}) scale(${letter / strokes})`,
    });
    return hasBars ? [path, bars(left, top, letter)] : [path];
  }).flat();
  svg.replaceChildren(...drawn);
  svg.dataset.line = state.line.number;
  return { isShown: true, ...part };
}
