// Directions as Aloud writes them, one letter each, and what they are to people.

/** Clockwise from the right, by eighths of a turn. */
const around = ['R', 'C', 'D', 'Z', 'L', 'Q', 'U', 'E'];
const arrows = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];
const words = ['right', 'down right', 'down', 'down left', 'left', 'up left', 'up', 'up right'];

// Some systems make little pictures of arrows, unless told to write them as text.
const asText = '\uFE0E';

/** The arrow that points there; all else stays as it is. */
export function arrow(letter) {
  const index = around.indexOf(letter);
  return index < 0 ? letter : arrows[index] + asText;
}

/** What it is called; all else stays as it is. */
export function directionName(letter) { return words[around.indexOf(letter)] ?? letter; }

/** The direction nearest to a way across and down the screen; null where there is none. */
export function nearest(across, down, hasDiagonals) {
  if (across === 0 && down === 0) return null;
  const steps = hasDiagonals ? 8 : 4;
  const turn = Math.atan2(down, across) / (2 * Math.PI);
  const index = (Math.round(turn * steps) + steps) % steps;
  return around[index * (8 / steps)];
}
