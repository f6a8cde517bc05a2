// The microphone of the page on the patient's page: its section on the start form, and its life during
// a test.

import { Microphone } from '/microphone.js';

const microphone = new Microphone();
let section = null;
let notice = null;

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

/** The part of the start form about sound. */
function makeSection(onTry) {
  const words = element('p', { id: 'microphone-words' });
  words.setAttribute('role', 'status');
  const level = element('meter', { id: 'microphone-level', min: 0, max: 1, low: 0.02, hidden: true });
  level.setAttribute('aria-label', 'Level of the microphone');
  const attempt = element('button', { id: 'microphone-try', type: 'button', onclick: onTry });
  section = element(
    'div', { id: 'microphone' }, element('h2', { textContent: 'Microphone' }), words, level, attempt);
  document.querySelector('.step[data-step="sound"]').append(section);
  notice = element('p', { id: 'microphone-notice', className: 'notice', hidden: true });
  notice.setAttribute('role', 'alert');
  document.getElementById('connection').after(notice);
}

function render() {
  const { state, words, level } = microphone;
  document.documentElement.dataset.microphone = microphone.reason ?? state;
  section.querySelector('#microphone-words').textContent = {
    off: 'You are heard through this device. The browser asks for its microphone; sound goes to the'
      + ' computer that runs Aloud, and nowhere else.',
    starting: 'Allow the microphone in the browser’s question.',
    on: level > 0.02 ? 'The microphone hears you.' : 'The microphone is on. Say something.',
    failed: words,
  }[state];
  section.classList.toggle('failed', state === 'failed');
  const meter = section.querySelector('meter');
  meter.hidden = state !== 'on';
  // Loudness is heard in decibels: -60 dB is empty, 0 dB is full.
  meter.value = level > 0 ? Math.max(0, 1 + Math.log10(level) / 3) : 0;
  const button = section.querySelector('button');
  button.hidden = state === 'on' || state === 'starting';
  button.textContent = state === 'failed' ? 'Try again' : 'Try the microphone';
  notice.hidden = state !== 'failed' || !document.getElementById('setup').hidden;
  notice.textContent = notice.hidden ? '' : words;
}

const path = (session) => `/sound?session=${session}`;

/** Keeps the microphone on while a test runs, and off after it. Call it for every state of Aloud. */
export function followHearing(state, session) {
  if (!state.device?.hears) return;
  if (section === null) {
    makeSection(() => microphone.start(path(session())));
    microphone.onChange = render;
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
