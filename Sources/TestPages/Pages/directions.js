// Directions: the letters by which Aloud writes them, their arrows and names.

/** Clockwise from the right, in eighths of a turn. */
const around = ['R', 'C', 'D', 'Z', 'L', 'Q', 'U', 'E'];
const arrows = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];
const words = ['right', 'down right', 'down', 'down left', 'left', 'up left', 'up', 'up right'];

// Without this some systems show arrows as emoji.
const asText = '\uFE0E';

/** The arrow of a direction; other letters stay as they are. */
export function arrow(letter) {
  const index = around.indexOf(letter);
  return index < 0 ? letter : arrows[index] + asText;
}

/** The name of a direction; other letters stay as they are. */
export function directionName(letter) { return words[around.indexOf(letter)] ?? letter; }

/** The direction nearest to a movement across and down the screen; null for no movement. */
export function nearest(across, down, hasDiagonals) {
  if (across === 0 && down === 0) return null;
  const steps = hasDiagonals ? 8 : 4;
  const turn = Math.atan2(down, across) / (2 * Math.PI);
  const index = (Math.round(turn * steps) + steps) % steps;
  return around[index * (8 / steps)];
}
