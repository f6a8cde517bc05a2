// The page of a lane that is open on another screen: where, and a button that takes it over.

import { locale, text } from '/texts.js';

const at = (id) => document.getElementById(id);

/** The least time between two attempts to open the lane, in milliseconds. */
const pause = 500;

/** The page that holds the lane; null before the first answer. */
let holder = null;
let timer = null;
let open = () => {};

/** Says where the lane is open. Without a holder, writes the last one again, in another language. */
export function showBusy(next = holder) {
  holder = next;
  if (!holder) return;
  const time = new Date(holder.since).toLocaleTimeString(locale(), { timeStyle: 'short' });
  const browser = holder.browser ?? text('busy.browser');
  at('busy-where').textContent = holder.isHere ? text('busy.here', { browser, time })
    : holder.system ? text('busy.there', { browser, system: holder.system, time })
    : text('busy.somewhere', { browser, time });
  at('busy-by').textContent = holder.login ? text('busy.by', { login: holder.login }) : '';
  at('busy-ends').textContent = holder.activity === 'test' ? text('busy.test')
    : holder.activity === 'result' ? text('busy.result') : '';
}

/** Tries to open the lane after a pause, or at once to take it over.
 *
 *  @param action opens it; its parameter says whether it takes the lane over. */
export function knock(action) {
  open = action;
  clearTimeout(timer);
  timer = setTimeout(() => open(false), pause);
}

/** Connects the button. */
export function prepareBusy() {
  at('busy-use').addEventListener('click', () => {
    clearTimeout(timer);
    open(true);
  });
}
