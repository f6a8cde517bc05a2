// How to hold a sheet or a ruler for the measurement of the distance: a drawing from the side.

import { number, text } from '/texts.js';

const namespace = 'http://www.w3.org/2000/svg';

/** The shapes of the drawing: a screen with its camera, a sheet from the camera to the bridge of the nose,
 *  the length of the sheet, and a head. */
const shapes = [
  ['rect', { class: 'device', x: 12, y: 22, width: 9, height: 80, rx: 4 }],
  ['circle', { class: 'camera', cx: 21, cy: 46, r: 4 }],
  ['path', { class: 'sheet', d: 'M27 46H176' }],
  ['path', { class: 'span', d: 'M28 30H175M36 24l-8 6 8 6M167 24l8 6-8 6' }],
  ['path', {
    class: 'head',
    d: 'M184 40C188 14 246 12 248 52C249 72 240 80 238 104M184 40C184 44 180 46 181 49L174 62L183 64'
      + 'L182 74L185 84C188 92 196 91 204 91V104',
  }],
  ['circle', { class: 'eye', cx: 192, cy: 46, r: 3 }],
];

function shape([name, attributes]) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** The drawing. `show(millimetres)` writes the length of what is held; null for an unknown one. */
export function drawSheet() {
  const length = shape(['text', { x: 101, y: 20 }]);
  const picture = shape(['svg', { id: 'live-drawing', viewBox: '0 0 260 108', role: 'img' }]);
  picture.append(...shapes.map(shape), length);
  return {
    picture,
    show(millimetres) {
      length.textContent = millimetres === null ? '' : `${number(millimetres / 10, 1)} cm`;
      picture.setAttribute('aria-label', text('live.drawing'));
    },
  };
}
