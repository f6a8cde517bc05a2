// How large a letter is on this screen, how many fit side by side, and what the screen can show.
// Lengths are in pixels of the screen itself ("device pixels"), so that the zoom of the browser
// changes nothing.

/** The height of a letter in millimetres: 2 d tan(2.5' x 10^logMAR) (ISO 8596). */
export function millimetres(logMAR, metres) {
  return 2 * metres * 1000 * Math.tan((2.5 / 60) * (Math.PI / 180) * 10 ** logMAR);
}

/** The logMAR of a letter of so many millimetres. */
export function logMAR(height, metres) {
  return Math.log10((Math.atan(height / (2 * metres * 1000)) * 180 / Math.PI * 60) / 2.5);
}

/** Strokes in a letter's height. */
export const strokes = 5;

/** Pixels that a stroke needs: with two of them one at least is wholly black wherever the letter
 *  stands, so that the letter is as dark as ISO 10938 asks (at most 15 % of the background). */
export const leastStroke = 2;

/** What a letter by itself needs, in letter widths: half a letter free on either side. */
const aloneReach = 2;

/** From the middle of a letter with crowding bars to the outer edge of a bar, in letter heights:
 *  half the letter, one letter free (Beck RW et al., Am J Ophthalmol 2003), a bar of one stroke. */
export const barReach = 0.5 + 1 + 1 / strokes;

/** What the letters of a line need that comes in parts, or one letter with bars, in letter widths
 *  and heights. */
function needed(hasBars) {
  return hasBars ? { height: 2 * barReach, width: 2 * barReach } : { height: 1.4, width: aloneReach };
}

/** How many letters of a line fit side by side, with a letter's width between two of them and half
 *  of one at both ends; 0 where not even one fits. */
export function fitting(letter, area, count, hasBars) {
  const room = needed(hasBars);
  // What was reckoned from an area must not miss it by a rounding error.
  const most = letter - 0.01;
  if (most * room.height > area.height || most * room.width > area.width) return 0;
  return Math.min(count, Math.floor(area.width / (aloneReach * letter)));
}

/** The parts that a line is shown in, as [first, end]: as few as fit, and as even as can be. */
export function parts(count, fit) {
  const number = Math.ceil(count / fit);
  const result = [];
  for (let part = 0, first = 0; part < number; part += 1) {
    const end = first + Math.ceil((count - first) / (number - part));
    result.push([first, end]);
    first = end;
  }
  return result;
}

/** The largest and the smallest logMAR of a letter; `hasBars` where letters stand alone. */
export function limits(area, perMillimetre, metres, hasBars) {
  const room = needed(hasBars);
  const largest = Math.min(area.height / room.height, area.width / room.width);
  return {
    largest: logMAR(largest / perMillimetre, metres),
    smallest: logMAR(strokes * leastStroke / perMillimetre, metres),
  };
}
