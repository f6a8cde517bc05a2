// Directions: the letters that Aloud writes them with, their arrows and names.

import { text } from '/texts.js';

/** Clockwise from the right, in eighths of a turn. */
const around = ['R', 'C', 'D', 'Z', 'L', 'Q', 'U', 'E'];
const arrows = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];
const names = ['right', 'downRight', 'down', 'downLeft', 'left', 'upLeft', 'up', 'upRight'];

// Without this some systems show arrows as emoji.
const asText = '\uFE0E';

/** The arrow of a direction; other letters stay as they are. */
export function arrow(letter) {
  const index = around.indexOf(letter);
  return index < 0 ? letter : arrows[index] + asText;
}

/** The name of a direction; other letters stay as they are. */
export function directionName(letter) {
  const name = names[around.indexOf(letter)];
  return name ? text(`direction.${name}`) : letter;
}

/** The direction nearest to a movement across and down the screen; null for no movement. */
export function nearest(across, down, hasDiagonals) {
  if (across === 0 && down === 0) return null;
  const steps = hasDiagonals ? 8 : 4;
  const turn = Math.atan2(down, across) / (2 * Math.PI);
  const index = (Math.round(turn * steps) + steps) % steps;
  return around[index * (8 / steps)];
}
