// The microphone of the page on the patient's page: its section on the start form, and its life during
// a test.

import { Again, DeviceNotice } from '/again.js';
import { element } from '/element.js';
import { Microphone } from '/microphone.js';
import { text } from '/texts.js';

const microphone = new Microphone();
let section = null;
let notice = null;
let again = null;

/** The part of the start form about sound, and the notice of a test; `start(options)` starts the
 *  microphone. */
function makeParts(start) {
  const words = element('p', { id: 'microphone-words', role: 'status' });
  const level = element('meter', { id: 'microphone-level', min: 0, max: 1, low: 0.02, hidden: true });
  level.dataset.label = 'microphone.level';
  level.setAttribute('aria-label', text('microphone.level'));
  const attempt = element('button', { id: 'microphone-try', type: 'button', onclick: () => start() });
  section = element(
    'div', { id: 'microphone' }, element('h2', { textContent: text('microphone.title') }), words, level, attempt);
  section.querySelector('h2').dataset.text = 'microphone.title';
  document.querySelector('.step[data-step="sound"]').append(section);
  notice = new DeviceNotice('microphone-notice', 'microphone.again', () => start());
  again = new Again('microphone', () => start({ isQuiet: true }));
  microphone.onChange = render;
}

function render() {
  const { state, words, level } = microphone;
  document.documentElement.dataset.microphone = microphone.reason ?? state;
  section.querySelector('#microphone-words').textContent = {
    off: text('microphone.off'),
    starting: text('microphone.asking'),
    on: text(level > 0.02 ? 'microphone.hears' : 'microphone.on'),
    failed: words,
  }[state];
  section.classList.toggle('failed', state === 'failed');
  const meter = section.querySelector('meter');
  meter.hidden = state !== 'on';
  // Loudness is heard in decibels: -60 dB is empty, 0 dB is full.
  meter.value = level > 0 ? Math.max(0, 1 + Math.log10(level) / 3) : 0;
  const button = section.querySelector('button');
  button.hidden = state === 'on' || state === 'starting';
  button.textContent = text(state === 'failed' ? 'retry' : 'microphone.try');
  notice.show(document.getElementById('setup').hidden ? words : null);
  // A browser that has paused the sound, or a network that fails, ends by itself.
  again.follow(passing.includes(microphone.reason) ? null : microphone.reason);
}

/** Reasons that a new start cannot end sooner. */
const passing = ['suspended', 'unsent'];

const path = (session) => `/sound?session=${session}`;

/** Keeps the microphone on while a test runs, and off after it. Call it for every state of Aloud. */
export function followHearing(state, session) {
  if (!state.device?.hears) return;
  if (section === null) {
    makeParts((options) => microphone.start(path(session()), options));
  }
  const isTest = ['test', 'choose', 'rest'].includes(state.phase);
  if (isTest && microphone.state === 'off') microphone.start(path(session()));
  if (['result', 'over'].includes(state.phase)) microphone.stop();
  render();
}

/** Makes sure that the microphone works before a test; returns why it does not, or null. */
export async function readyToHear(state, session) {
  if (!state.device?.hears || microphone.state === 'on') return null;
  return await microphone.start(path(session())) ? null : microphone.words;
}
