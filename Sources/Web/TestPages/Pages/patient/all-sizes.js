// All sizes of the optotype at once, at their true size, from which the person chooses one.

import { calibration } from '/calibration.js';
import { area } from '/reading.js';
import { text, translated } from '/texts.js';
import { fitWords, largestWords } from '/words.js';

const at = (id) => document.getElementById(id);
const namespace = 'http://www.w3.org/2000/svg';
/** Units of an outline in the height of a letter. */
const units = 5;
/** The least side of a button, in CSS pixels. */
const leastSide = 48;
/** The largest number below a letter, as a fraction of the height of the window. */
const largestNumber = 0.06;

/** Places for letters of decreasing height, side by side in rows: as many as fit, the largest left out
 *  first. Lengths are in one unit; `label` is the height of a number below its letter. Returns their
 *  indices with the left, top, width and height of each place. */
export function placeSizes(heights, { width, height }, label, least) {
  for (let first = 0; first < heights.length; first += 1) {
    const places = [];
    let [left, top, row] = [0, 0, 0];
    // The lower edges of a row are level.
    const endRow = () => {
      for (const one of places.filter((place) => place.top === top)) one.top += row - one.height;
    };
    for (let index = first; index < heights.length; index += 1) {
      const side = Math.max(heights[index] * 1.5, label * 1.5, least);
      if (left > 0 && left + side > width) {
        endRow();
        [left, top, row] = [0, top + row, 0];
      }
      const tall = Math.max(heights[index] * 1.3, least) + label * 1.3;
      places.push({ index, left, top, width: side, height: tall });
      row = Math.max(row, tall);
      left += side;
    }
    endRow();
    if (top + row <= height && places.every((one) => one.width <= width)) return places;
  }
  return [];
}

function makeButton({ number, path }, place, letter, font) {
  const button = document.createElement('button');
  button.type = 'button';
  button.dataset.number = String(number);
  button.setAttribute('aria-label', text('sizes.size', { number }));
  for (const side of ['left', 'top', 'width', 'height']) button.style[side] = `${place[side]}px`;
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('width', letter);
  svg.setAttribute('height', letter);
  svg.setAttribute('viewBox', `0 0 ${units} ${units}`);
  const drawn = document.createElementNS(namespace, 'path');
  drawn.setAttribute('d', path);
  svg.append(drawn);
  const name = document.createElement('span');
  name.textContent = String(number);
  name.style.fontSize = `${font}px`;
  button.append(svg, name);
  return button;
}

/** Draws the sizes of a state. */
export function renderSizes(state) {
  const { perMillimetre } = calibration();
  const toPixels = perMillimetre / devicePixelRatio;
  const box = { width: area().width / devicePixelRatio, height: area().height / devicePixelRatio };
  const font = Math.min(largestWords(state.distance, perMillimetre), innerHeight * largestNumber);
  const heights = state.sizes.map(({ millimetres }) => millimetres * toPixels);
  const places = placeSizes(heights, box, font, leastSide);
  at('sizes-letters').style.height = `${box.height}px`;
  at('sizes-letters').replaceChildren(...places.map(
    (place) => makeButton(state.sizes[place.index], place, heights[place.index], font)));
  at('sizes-words').textContent = translated(state.prompt.words);
  at('sizes-asking').style.height = `${innerHeight - box.height}px`;
  fitWords(at('sizes-asking'), Math.min(font, innerHeight * largestNumber));
}
