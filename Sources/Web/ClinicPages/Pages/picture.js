// The picture of a QR code.

import { text } from '/records/page.js';

const space = 'http://www.w3.org/2000/svg';

/** The picture of rows of modules ("0110…"), black on white with the margin that cameras need. */
export function picture(rows) {
  const svg = document.createElementNS(space, 'svg');
  const size = rows.length + 8;
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  svg.setAttribute('role', 'img');
  svg.setAttribute('aria-label', text('factor.picture'));
  const dark = document.createElementNS(space, 'path');
  dark.setAttribute('d', rows.flatMap((row, y) =>
    [...row].map((module, x) => (module === '1' ? `M${x + 4} ${y + 4}h1v1h-1z` : ''))).join(''));
  svg.append(dark);
  return svg;
}
