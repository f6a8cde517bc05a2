// The keys on a phone, which the person holds while the letters are shown at a distance.

import { arrow } from '/directions.js';
import { correctSign, onKey, renderKeys, showCorrecting } from '/keys.js';
import { listen, send } from '/live.js';
import { language, loadTexts, offerLanguages, text, translated } from '/texts.js';

const at = (id) => document.getElementById(id);
// The key is the fragment of the address, which browsers do not send.
const key = location.hash.slice(1);
/** The time in which a second tap on "Stop" ends the test, milliseconds. */
const secondTap = 4_000;

let state = null;
let isAsked = false;
/** Whether the next answer replaces the one before, and for which count of shown lines. */
let isCorrecting = false;
let correctedLine = null;
let asking = null;

/** Keeps the screen on. A browser releases the lock when the page is hidden. */
async function stayAwake() {
  if (document.hidden) return;
  await navigator.wakeLock?.request('screen').catch(() => null);
}

/** The place that the next answer is for; null if none is awaited. */
function nextPlace({ kind, alone, asked, said }) {
  if (!['read', 'again', 'warmUp'].includes(kind)) return null;
  return alone ?? asked[Math.min(said, asked.length - 1)] ?? null;
}

function placeOf(place, isNext) {
  const made = document.createElement('li');
  const isHeard = !['waiting', 'asked', 'missed'].includes(place);
  made.className = isHeard || place === 'missed' ? 'heard' : '';
  made.textContent = isHeard ? (state.asksDirections ? arrow(place) : place)
    : place === 'missed' ? '–' : '';
  if (isNext) made.setAttribute('aria-current', 'step');
  return made;
}

/** Shows the key for corrections next to the answers of a line, once there is one. */
function renderCorrection(next) {
  const { places } = state;
  const isOffered = next !== null && places.length > 1
    && places.some((place) => place !== 'waiting' && place !== 'asked');
  if (!isOffered || state.shown !== correctedLine) isCorrecting = false;
  correctedLine = state.shown;
  at('phone-correct').hidden = !isOffered;
  showCorrecting(at('phone-correct'), isCorrecting);
}

function askToStop(isNowAsked) {
  clearTimeout(asking);
  isAsked = isNowAsked;
  at('phone-stop').textContent = text(isAsked ? 'phone.stopSurely' : 'phone.stop');
  at('phone-stop').classList.toggle('danger', isAsked);
  if (isAsked) asking = setTimeout(() => askToStop(false), secondTap);
}

/** The words of a state: what to do, or why nothing is to be done. */
function words() {
  switch (state.phase) {
    case 'waiting': return [text('phone.connected'), text('phone.begin')];
    case 'rest': return [translated(state.title), translated(state.words)];
    case 'test': {
      const isAnswered = nextPlace(state) !== null;
      return ['', isAnswered ? text('phone.answer') : translated(state.words)];
    }
    default: return [state.title ? translated(state.title) : text('phone.over'), text('phone.close')];
  }
}

function render() {
  document.documentElement.dataset.phase = state.phase;
  const isTest = state.phase === 'test';
  const next = isTest ? nextPlace(state) : null;
  [at('phone-title').textContent, at('phone-words').textContent] = words();
  at('phone-places').replaceChildren(...(isTest && state.places.length > 1 ? state.places : [])
    .map((place, index) => placeOf(place, index === next)));
  renderCorrection(next);
  at('phone-keys').hidden = next === null;
  at('phone-keys').classList.toggle('directions', state.asksDirections === true);
  if (next !== null) renderKeys(at('phone-keys'), state.choices, state.asksDirections);
  at('phone-on').hidden = !(state.phase === 'rest' && state.canGoOn);
  at('phone-stop').hidden = !isTest && state.phase !== 'rest';
  if (!isTest) askToStop(false);
  // Read by tests.
  document.documentElement.dataset.shown = String(state.shown);
}

/** Sends an act; a failure is shown until the next one succeeds. */
async function act(path, body) {
  try {
    await send(path, body, key);
    at('connection').hidden = true;
  } catch (refused) {
    // An answer that came too late is for no letter.
    if (refused.refused === 'notNow') return;
    tell(refused.message);
  }
}

function tell(words) {
  at('connection').textContent = words;
  at('connection').hidden = !words;
}

onKey(at('phone-keys'), (letter) => {
  navigator.vibrate?.(15);
  act('/pad/answer', { letter, shown: state.shown, way: 'touched', corrects: isCorrecting });
  isCorrecting = false;
  showCorrecting(at('phone-correct'), false);
});
at('phone-correct').textContent = correctSign;
at('phone-correct').addEventListener('click', () => {
  isCorrecting = !isCorrecting;
  showCorrecting(at('phone-correct'), isCorrecting);
});
at('phone-on').addEventListener('click', () => act('/pad/go-on'));
at('phone-stop').addEventListener('click', () => {
  if (!isAsked) return askToStop(true);
  askToStop(false);
  return act('/pad/stop');
});
document.addEventListener('visibilitychange', stayAwake);

await loadTexts();
offerLanguages(at('language'), () => { if (state) render(); });
askToStop(false);
stayAwake();
const source = listen(`/pad/events?key=${key}`, {
  async onState(next) {
    state = next;
    tell('');
    if (next.language && next.language !== language()) {
      await loadTexts(next.language);
      at('language').value = next.language;
      askToStop(false);
    }
    render();
    if (state.isLast) source.close();
  },
  onCut() {
    tell(text('cut'));
    at('phone-keys').hidden = true;
  },
  onRefused() {
    state = { phase: 'over', shown: -1 };
    render();
    at('phone-title').textContent = text('phone.ended');
    at('phone-words').textContent = text('phone.scan');
  },
});
