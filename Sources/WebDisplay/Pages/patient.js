// The patient's page: what Aloud says is to be seen, at its true size, and nothing else.

import { calibration, openCalibration, prepareCalibration, screenName } from '/calibration.js';
import { drawChart, hideChart } from '/chart.js';
import { arrow } from '/directions.js';
import { prepareHandAnswers } from '/hand.js';
import { listen, send } from '/live.js';
import { showReports } from '/result.js';
import { limits } from '/sizes.js';

const at = (id) => document.getElementById(id);
const views = ['door', 'setup', 'calibration', 'test', 'rest', 'result', 'over'];
let session = sessionStorage.getItem('session');
let state = null;
let isCalibrating = false;
let source = null;
/** What is known of the screen that the test was begun on. */
let testScreen = null;
/** Whether the distance on the sheet is the person's own. */
let hasOwnDistance = false;
/** Whether the distance will be said instead. */
let saysDistance = false;
/** Whether the sheet shows what it is offered at first. */
let isOffered = false;

function show(view) {
  for (const name of views) at(name).hidden = name !== view;
}

/** The height of the strip under the letters, in pixels of the page: what is asked, and in
 *  portrait the button below it. */
function stripHeight() {
  return Math.max(innerHeight * 0.16, 110) + (innerHeight > innerWidth ? 80 : 0);
}

/** The area that letters may take, in device pixels: all that is above that strip. */
function area() {
  return {
    width: Math.floor(innerWidth * devicePixelRatio),
    height: Math.floor((innerHeight - stripHeight()) * devicePixelRatio),
  };
}

// Before the test.

function distance() {
  if (!state.chooses) return state.distance;
  const centimetres = Number.parseFloat(at('distance').value);
  return centimetres >= 10 && centimetres <= 2000 ? centimetres / 100 : null;
}

function named(metres) {
  return metres < 1 ? `${Math.round(metres * 100)} cm` : `${Math.round(metres * 100) / 100} m`;
}

/** The range of this screen at a distance. */
function range(metres) {
  return limits(area(), calibration().perMillimetre, metres, state.areAlone);
}

function setDistance(metres) {
  at('distance').value = String(Math.round(metres * 1000) / 10);
}

/** What the sheet offers, and what it says about this kind of test. */
function renderOffers() {
  at('say-distance').hidden = !state.hearsDistance;
  at('say-distance').setAttribute('aria-pressed', String(saysDistance));
  at('start-choice').hidden = !state.chooses || state.choosesStart === null;
  if (!isOffered) at('choose-start').checked = state.choosesStart === true;
  isOffered = true;
  at('say-letters').hidden = state.asksDirections;
  at('say-directions').hidden = !state.asksDirections;
  at('say-diagonals').hidden = !state.asksDiagonals;
  at('say-no').hidden = state.asksDirections;
  if (state.asksDirections) {
    at('lead-words').textContent = state.asksDiagonals
      ? 'You will see a ring with a gap. Say where the gap is, in your own time.'
      : 'You will see a sign that is open to one side. Say to which, in your own time.';
  }
}

function renderSetup() {
  if (!hasOwnDistance) setDistance(state.distance);
  renderOffers();
  const { isMeasured } = calibration();
  at('size-words').textContent = isMeasured
    ? 'This screen has been measured: letters will have their true size.'
    : 'This screen is uncalibrated: letters may be too large or too small, and the result will say'
      + ' so. A bank card is enough to measure it.';
  at('calibrate').textContent = isMeasured ? 'Measure it again' : 'Measure the screen';
  at('calibrate').classList.toggle('main', !isMeasured);
  at('choices').hidden = !state.chooses;
  const metres = distance();
  at('place-words').textContent = state.chooses
    ? '' : `Sit so that your eyes are ${named(metres)} from the screen. ${state.cover}`;
  at('place-words').hidden = state.chooses;
  for (const button of at('presets').children) {
    if (button.dataset.metres === undefined) continue;
    button.setAttribute(
      'aria-pressed', String(!saysDistance && Number(button.dataset.metres) === metres));
  }
  at('begin').disabled = metres === null;
  if (metres === null) {
    at('limits').textContent = 'Type a distance from 10 to 2000 centimetres.';
    return;
  }
  const { largest, smallest } = range(metres);
  const shown = state.lines.filter(
    ({ size }) => size <= largest + 1e-9 && size >= smallest - 1e-9);
  at('begin').disabled = shown.length === 0;
  at('limits').textContent = shown.length === 0
    ? `At ${named(metres)} this screen shows no line of the chart. Choose another distance.`
    : `At ${named(metres)} this screen can show ${shown[0].name} to ${shown.at(-1).name}`
      + ` (logMAR ${largest.toFixed(2)} to ${smallest.toFixed(2)}); smaller letters are not shown.`;
}

async function begin() {
  at('setup-error').textContent = '';
  at('begin').disabled = true;
  // The whole screen for the letters, and no sleep; where a browser refuses, it goes without.
  await document.documentElement.requestFullscreen?.().catch(() => {});
  navigator.wakeLock?.request('screen').catch(() => {});
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const metres = distance();
  const { perMillimetre, isMeasured } = calibration();
  const { largest, smallest } = range(metres);
  try {
    await send(`/begin?session=${session}`, {
      distance: metres, largest, smallest, width: area().width / perMillimetre, isMeasured,
      perMillimetre, ratio: devicePixelRatio,
      eyes: state.chooses ? document.forms.choices.eyes.value.split(',') : null,
      saysDistance, choosesStart: state.choosesStart !== null && at('choose-start').checked,
    });
  } catch (refused) {
    at('setup-error').textContent = refused.message;
    at('begin').disabled = false;
  }
}

// The test.

function marks({ places, line }) {
  const sign = (place) => line.asksDirections ? arrow(place) : place;
  return places.map(
    (place) => ({ waiting: '·', asked: '?', missed: '–' })[place] ?? sign(place)).join('');
}

function renderTest() {
  const { perMillimetre, isMeasured } = calibration();
  // The page may have been loaded again since, even on another device.
  testScreen ??= { isMeasured: state.isMeasured ?? isMeasured };
  at('uncalibrated').hidden = isMeasured;
  at('step').textContent = state.phase === 'choose' ? String(state.step) : '';
  at('heard').textContent = state.phase === 'choose' ? '' : marks(state);
  at('stop').textContent = state.prompt.kind === 'warmUp' ? 'Skip' : 'Stop';
  at('asking').style.height = `${stripHeight()}px`;
  if (testScreen.isMeasured && !isMeasured) {
    hideChart(at('chart'));
    at('prompt').textContent =
      'The screen has changed. Put it back as it was, or stop and measure it again.';
    fitWords();
    return;
  }
  const shown = drawChart(at('chart'), state, area(), perMillimetre);
  at('prompt').textContent = shown.isShown ? shown.words : 'This screen cannot show these letters.';
  fitWords();
}

/** Words that are too long for the strip become smaller, so that they reach no letters. */
function fitWords() {
  const strip = at('asking');
  strip.style.fontSize = '';
  const least = 14;
  for (let size = Number.parseFloat(getComputedStyle(strip).fontSize);
    size > least && isTooLong(strip); size -= 1) strip.style.fontSize = `${size}px`;
}

function isTooLong(strip) {
  const style = getComputedStyle(strip);
  const room = strip.clientHeight - Number.parseFloat(style.paddingBottom);
  const lines = [...strip.children].filter((child) => child.textContent !== '');
  const gaps = Number.parseFloat(style.rowGap) * (lines.length - 1);
  return lines.reduce((sum, line) => sum + line.offsetHeight, gaps) > room;
}

// The rest between two eyes.

function renderRest() {
  at('rest-title').textContent = state.title;
  at('rest-words').textContent = state.words;
  at('rest-on').hidden = !state.canGoOn;
}

// What Aloud sends.

function render() {
  document.documentElement.dataset.screen = screenName();
  const isTest = ['test', 'choose'].includes(state.phase);
  if (!isTest) testScreen = null;
  document.documentElement.classList.toggle(
    'mirrored', at('mirrored').checked && (isTest || state.phase === 'rest'));
  if (isCalibrating && state.phase === 'waiting') return show('calibration');
  isCalibrating = false;
  switch (state.phase) {
    case 'waiting':
      if (document.fullscreenElement && state.trouble) document.exitFullscreen().catch(() => {});
      at('setup-error').textContent = state.trouble ?? '';
      show('setup');
      renderSetup();
      break;
    case 'test': case 'choose': show('test'); renderTest(); break;
    case 'rest': show('rest'); renderRest(); break;
    case 'result':
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      show('result');
      showReports(state);
      at('again').hidden = !state.chooses;
      break;
    default:
      show('over');
      at('over-title').textContent = state.title;
      at('over-words').textContent = state.words;
  }
  // For whoever measures how long it takes from an answer to the next letters on the screen.
  document.documentElement.dataset.painted = state.number;
}

function connect() {
  source?.close();
  source = listen(`/events?session=${session}`, {
    onState(next) {
      at('connection').hidden = true;
      state = next;
      render();
      if (state.isLast) source.close();
    },
    onCut() {
      at('connection').textContent = 'The line to Aloud is cut; it is being tried again.';
      at('connection').hidden = false;
    },
    onRefused: takeSeat,
  });
}

function keepMirror() {
  sessionStorage.setItem('mirrored', at('mirrored').checked ? session : '');
}

/** Asks for the patient's seat until it is free. */
async function takeSeat(code) {
  try {
    const answer = await send('/seat', { session, ...(typeof code === 'string' ? { code } : {}) });
    session = answer.session;
    sessionStorage.setItem('session', session);
    // A page that is loaded again in the middle of a test must not turn the letters back.
    if (sessionStorage.getItem('mirrored') === session) at('mirrored').checked = true;
    keepMirror();
    at('connection').hidden = true;
    connect();
  } catch (refused) {
    if (refused.refused === 'wrongCode') {
      at('connection').hidden = true;
      show('door');
      at('door-error').textContent = typeof code === 'string' ? refused.message : '';
      at('code').focus();
      return;
    }
    at('connection').textContent = refused.message;
    at('connection').hidden = false;
    setTimeout(takeSeat, 2000);
  }
}

// Directions may also be answered by hand.

prepareHandAnswers(at('test'), {
  asked: () => state?.phase === 'test' && state.line.asksDirections
    ? { hasDiagonals: state.line.asksDiagonals } : null,
  isMirrored: () => document.documentElement.classList.contains('mirrored'),
  answer(direction) {
    send(`/answer?session=${session}`, { direction, shown: state.shown }).catch(() => {});
  },
});

// The page itself.

/** Where lines of decreasing size are shown: this is the one to start at. */
function choose() {
  if (state?.phase === 'choose') send(`/go-on?session=${session}`).catch(() => {});
}

addEventListener('keydown', (event) => {
  if (event.repeat) return;
  const isOnButton = event.target instanceof HTMLButtonElement;
  if (['Enter', ' '].includes(event.key) && !isOnButton) choose();
});
at('chart').addEventListener('click', choose);

prepareCalibration(() => { isCalibrating = false; render(); at('calibrate').focus(); });
at('calibrate').addEventListener('click', () => {
  isCalibrating = true;
  show('calibration');
  openCalibration();
});
at('begin').addEventListener('click', begin);
at('distance').addEventListener('input', () => {
  hasOwnDistance = true;
  saysDistance = false;
  renderSetup();
});
at('mirrored').addEventListener('change', keepMirror);
at('choices').addEventListener('submit', (event) => event.preventDefault());
for (const button of at('presets').children) {
  button.addEventListener('click', () => {
    saysDistance = button.dataset.metres === undefined;
    if (saysDistance) return renderSetup();
    hasOwnDistance = true;
    setDistance(Number(button.dataset.metres));
    renderSetup();
  });
}
at('door-form').addEventListener('submit', (event) => {
  event.preventDefault();
  takeSeat(at('code').value.replaceAll(/\s/g, ''));
});
at('stop').addEventListener('click', () => send(`/stop?session=${session}`).catch(() => {}));
at('rest-on').addEventListener('click', () => send(`/go-on?session=${session}`).catch(() => {}));
at('again').addEventListener('click', () => send(`/again?session=${session}`).catch(() => {}));
at('print').addEventListener('click', () => print());
const redraw = () => { if (state && !isCalibrating) render(); };
addEventListener('resize', redraw);
visualViewport?.addEventListener('resize', redraw);
// A window that is moved to another screen is not always told so.
let lastScreen = screenName();
setInterval(() => {
  if (screenName() === lastScreen) return;
  lastScreen = screenName();
  redraw();
}, 500);

takeSeat();
