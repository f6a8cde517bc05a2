// The lost connection: what to do, large and in the middle of the page once it lasts, and a request to
// stop that waits for the connection.

import { text } from '/texts.js';

const at = (id) => document.getElementById(id);

/** The time after which a lost connection gets the whole page, in milliseconds: a reload of the network
 *  takes less. */
const patience = 5_000;
/** The phases in which a test can be stopped. */
const running = ['test', 'choose', 'rest'];

let timer = null;
let phase = null;
let isCut = false;
let isStopping = false;

function render() {
  const isRunning = running.includes(phase);
  at('lost-stop').hidden = !isRunning || isStopping;
  at('lost-stopping').textContent = isRunning && isStopping ? text('lost.stopping') : '';
  at('lost-test').textContent = isRunning ? text('lost.test') : '';
}

/** Notes that the connection is lost while the page shows a phase; null before the first one. */
export function noteLost(shown) {
  phase = shown;
  isCut = true;
  timer ??= setTimeout(() => {
    at('lost').hidden = false;
    render();
    at('lost-title').focus({ preventScroll: true });
  }, patience);
  render();
}

/** Notes that the connection is back, with a state. Returns whether a test that was running is gone:
 *  Aloud was started again. */
export function noteFound(state) {
  clearTimeout(timer);
  timer = null;
  at('lost').hidden = true;
  const isGone = isCut && running.includes(phase) && state.phase === 'waiting';
  isCut = false;
  if (!running.includes(state.phase)) isStopping = false;
  return isGone;
}

/** Whether the connection is lost. */
export function isLost() { return isCut; }

/** Whether the test is to be stopped now that the connection is back. */
export function isToStop() { return isStopping && !isCut; }

/** Stops the test as soon as the connection is back. */
export function stopWhenFound() {
  isStopping = true;
  clearTimeout(timer);
  at('lost').hidden = false;
  render();
}
