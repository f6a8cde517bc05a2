// Draws the letters: shapes from Aloud's own geometry, at the size that the visual angle asks.

import { barReach, fitting, parts, strokes, leastStroke } from '/sizes.js';

const namespace = 'http://www.w3.org/2000/svg';

function element(name, attributes) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Makes the drawing cover an area, with one unit for each pixel of the screen. */
function cover(svg, area) {
  svg.setAttribute('width', area.width / devicePixelRatio);
  svg.setAttribute('height', area.height / devicePixelRatio);
  svg.setAttribute('viewBox', `0 0 ${area.width} ${area.height}`);
  svg.setAttribute('preserveAspectRatio', 'none');
}

export function hideChart(svg) { svg.replaceChildren(); }

/** The positions of the letters that are shown: all of a line that fits. Of one that does not, those
 *  that are to be read now and no others, as many as fit: whoever reads all that there is to see says
 *  what is awaited. The next ones come when something was said for each of them, understood or not;
 *  else they would be said twice, and the second time counted as the letters after them. */
function positionsToShow(count, fit, { asked, said }) {
  const all = Array.from({ length: count }, (_, position) => position);
  if (fit >= count) return all;
  const isAllSaid = asked.length === 0;
  const open = isAllSaid ? all : asked;
  const cut = parts(open.length, fit);
  return open.slice(...cut.find(([, end]) => !isAllSaid && said < end) ?? cut.at(-1));
}

/** What is asked where only some letters of a line are to be seen. */
function wordsForPart(shown, { prompt }) {
  if (prompt.kind !== 'again') return prompt.words;
  return `Once more, please: ${shown.length === 1 ? 'this letter' : 'these letters'}.`;
}

/** The space between two letters: a letter's width (Ferris 1982), the larger one's where they
 *  differ. */
function gap(one, next) { return Math.max(one, next); }

/** Four bars around a single letter, a letter's width away, each as long as a letter and one
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

/** So many pixels a stroke may be thinner than it has to be: the smallest letters that this page offers
 *  come back from a logarithm, and no rounding on their way may hide them. */
const roundingError = 1e-4;

/** Draws a moment of the test; says whether the letters could be shown, what to ask, and how far
 *  down the drawing goes, in pixels of the screen. */
export function drawChart(svg, state, area, perMillimetre) {
  const { millimetres, paths } = state.line;
  // A page that is magnified by two fingers shows everything larger; the letters keep their size.
  const letters = millimetres.map(
    (height) => height * perMillimetre / (visualViewport?.scale ?? 1));
  // In a warm-up nothing is measured, and bars would be taken for letters.
  const hasBars = paths.length === 1 && !state.isWarmUp;
  const fit = fitting(Math.max(...letters), area, paths.length, hasBars);
  cover(svg, area);
  if (fit === 0 || Math.min(...letters) / strokes < leastStroke - roundingError) {
    hideChart(svg);
    return { isShown: false };
  }
  const positions = positionsToShow(paths.length, fit, state);
  const shown = positions.map((position) => letters[position]);
  const lefts = [0];
  for (let index = 1; index < shown.length; index += 1) {
    lefts.push(lefts[index - 1] + shown[index - 1] + gap(shown[index - 1], shown[index]));
  }
  const start = (area.width - lefts.at(-1) - shown.at(-1)) / 2;
  const drawn = shown.map((letter, index) => {
    // Each letter starts at a whole pixel, so that its straight edges are as sharp as can be.
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
  const isPart = shown.length < paths.length;
  const reach = hasBars ? barReach : 0.5;
  return {
    isShown: true, words: isPart ? wordsForPart(shown, state) : state.prompt.words,
    bottom: area.height / 2 + reach * Math.max(...shown),
  };
}
