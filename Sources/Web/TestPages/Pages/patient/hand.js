// Answers by hand for directions: arrow keys, the keys 1 to 9 placed as on a numeric keypad, and
// swipes.

import { nearest } from '/directions.js';

const arrowKeys = {
  ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0],
};

/** The position of a digit on a numeric keypad, relative to the 5; null for other keys. Without
 *  NumLock a keypad gives other key names, but the same codes. */
function onKeypad(event) {
  const digit = /^(?:Numpad)?([1-9])$/.exec(
    event.code.startsWith('Numpad') ? event.code : event.key)?.[1];
  if (digit === undefined) return null;
  return [(digit - 1) % 3 - 1, 1 - Math.floor((digit - 1) / 3)];
}

/** Time after the release of arrow keys in which another one still belongs to them, milliseconds. */
const together = 150;
/** The shortest swipe, in CSS pixels. */
const leastStroke = 40;

/** Two arrow keys pressed together are one answer. */
class Chord {
  constructor(answer) {
    this.answer = answer;
    this.clear();
  }

  clear() {
    clearTimeout(this.timer);
    this.held = new Set();
    this.pressed = new Set();
  }

  down(key) {
    clearTimeout(this.timer);
    this.held.add(key);
    this.pressed.add(key);
  }

  up(key) {
    this.held.delete(key);
    if (this.held.size > 0 || this.pressed.size === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const ways = [...this.pressed].map((name) => arrowKeys[name]);
      this.clear();
      this.answer(...[0, 1].map((axis) => ways.reduce((sum, way) => sum + way[axis], 0)));
    }, together);
  }
}

/** Enables them on an element. `asked` returns whether there are diagonals, or null if no directions
 *  are asked for; `isMirrored` returns whether the page is mirrored; `answer` receives a
 *  direction, and whether it was 'typed' or 'touched'. */
export function prepareHandAnswers(element, { asked, isMirrored, answer }) {
  const give = (across, down) => {
    const kind = asked();
    if (!kind) return;
    // A diagonal key, such as 7, has no meaning among four directions.
    if (across !== 0 && down !== 0 && !kind.hasDiagonals) return;
    const direction = nearest(across, down, kind.hasDiagonals);
    if (direction) answer(direction, 'typed');
  };
  const chord = new Chord(give);
  addEventListener('keydown', (event) => {
    if (event.repeat || event.ctrlKey || event.altKey || event.metaKey || !asked()) return;
    const place = onKeypad(event);
    if (place) return give(...place);
    if (!arrowKeys[event.key]) return;
    if (asked().hasDiagonals) chord.down(event.key); else give(...arrowKeys[event.key]);
  });
  addEventListener('keyup', (event) => { if (arrowKeys[event.key]) chord.up(event.key); });
  addEventListener('blur', () => chord.clear());

  let touched = null;
  element.addEventListener('pointerdown', (event) => {
    touched = { x: event.clientX, y: event.clientY };
  });
  element.addEventListener('pointerup', (event) => {
    if (!touched) return;
    const across = event.clientX - touched.x;
    const down = event.clientY - touched.y;
    touched = null;
    const kind = asked();
    if (!kind || Math.hypot(across, down) < leastStroke) return;
    // A mirrored page mirrors the swipe.
    answer(nearest(isMirrored() ? -across : across, down, kind.hasDiagonals), 'touched');
  });
  element.addEventListener('pointercancel', () => { touched = null; });
}
