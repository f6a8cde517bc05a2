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

/** The part of the line that is shown: the first one in which an answer is awaited. */
function partToShow(all, places) {
  const isOpen = (place) => place === 'waiting' || place === 'asked';
  return all.find(([first, end]) => places.slice(first, end).some(isOpen)) ?? all.at(-1);
}

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

/** Draws a moment of the test; says whether the letters could be shown and what to ask. */
export function drawChart(svg, state, area, perMillimetre) {
  const { millimetres, paths } = state.line;
  // A page that is magnified by two fingers shows everything larger; the letters keep their size.
  const letter = millimetres * perMillimetre / (visualViewport?.scale ?? 1);
  const hasBars = paths.length === 1;
  const fit = fitting(letter, area, paths.length, hasBars);
  cover(svg, area);
  // A rounding error must not hide a line that fits to the pixel.
  if (fit === 0 || letter / strokes < leastStroke - 1e-6) {
    hideChart(svg);
    return { isShown: false };
  }
  const all = parts(paths.length, fit);
  const [first, end] = partToShow(all, state.places);
  const count = end - first;
  const width = (2 * count - 1) * letter;
  const left = Math.round((area.width - width) / 2);
  const top = Math.round((area.height - letter) / 2);
  const drawn = paths.slice(first, end).map((path, index) => element('path', {
    d: path, fill: '#000',
    // Each letter starts at a whole pixel, so that its straight edges are as sharp as can be.
    transform: `translate(${Math.round(left + 2 * index * letter)} ${top}) scale(${letter / strokes})`,
  }));
  if (hasBars) drawn.push(bars(left, top, letter));
  svg.replaceChildren(...drawn);
  svg.dataset.line = state.line.number;
  const isPart = all.length > 1 && state.prompt.kind === 'again';
  return { isShown: true, words: isPart ? 'Once more, please: these letters.' : state.prompt.words };
}
