// Sizes of letters on this screen, how many fit side by side, and the range the screen can show.
// Lengths are in device pixels, which browser zoom does not change.

/** The height of a letter in millimetres: 2 d tan(2.5' x 10^logMAR) (ISO 8596). */
export function millimetres(logMAR, metres) {
  return 2 * metres * 1000 * Math.tan((2.5 / 60) * (Math.PI / 180) * 10 ** logMAR);
}

/** The logMAR of a letter of a height in millimetres. */
export function logMAR(height, metres) {
  return Math.log10((Math.atan(height / (2 * metres * 1000)) * 180 / Math.PI * 60) / 2.5);
}

/** Strokes in a letter's height. */
export const strokes = 5;

/** The thinnest stroke in pixels. With two, at least one pixel is wholly black at any position, so the
 *  letter is as dark as ISO 10938 requires (at most 15 % of the background). */
export const leastStroke = 2;

/** The same at the beginning of a test that follows the distance: a person who comes nearer by less than
 *  5 % still sees every letter, and one who moves more gets another letter anyway. */
const leastFollowedStroke = 1.05 * leastStroke;

/** The room of a single letter, in letter widths: half a letter free on either side. */
const aloneReach = 2;

/** From the centre of a letter to the outer edge of a crowding bar, in letter heights: half the
 *  letter, one letter free (Beck RW et al., Am J Ophthalmol 2003), a bar of one stroke. */
export const barReach = 0.5 + 1 + 1 / strokes;

/** The room of a letter of a line in parts, or of one letter with bars, in letter widths and
 *  heights. */
function needed(hasBars) {
  return hasBars ? { height: 2 * barReach, width: 2 * barReach } : { height: 1.4, width: aloneReach };
}

/** How many letters of a line fit side by side, with a letter's width between them and half of one at
 *  both ends; 0 if not even one fits. */
export function fitting(letter, area, count, hasBars) {
  const room = needed(hasBars);
  // A size computed from the area must fit it despite rounding.
  const most = letter - 0.01;
  if (most * room.height > area.height || most * room.width > area.width) return 0;
  return Math.min(count, Math.floor(area.width / (aloneReach * letter)));
}

/** The parts in which a line is shown, as [first, end]: as few as fit, as even as possible. */
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

/** The largest and the smallest logMAR that can be shown; `hasBars` for single letters with bars,
 *  `isFollowed` if the letters follow the distance. */
export function limits(area, perMillimetre, metres, { hasBars, isFollowed }) {
  const room = needed(hasBars);
  const stroke = isFollowed ? leastFollowedStroke : leastStroke;
  const largest = Math.min(area.height / room.height, area.width / room.width);
  return {
    largest: logMAR(largest / perMillimetre, metres),
    smallest: logMAR(strokes * stroke / perMillimetre, metres),
  };
}
