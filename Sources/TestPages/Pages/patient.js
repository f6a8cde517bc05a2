// The patient's page: the view that Aloud sends, with letters at their true size.

import { calibration, openCalibration, prepareCalibration, screenName } from '/calibration.js';
import { drawChart, hideChart } from '/chart.js';
import { arrow } from '/directions.js';
import { prepareHandAnswers } from '/hand.js';
import { LiveDistance } from '/distance.js';
import { Guide } from '/guide.js';
import { followHearing, readyToHear } from '/hearing.js';
import { listen, send } from '/live.js';
import { keepsNothing, session as memory } from '/memory.js';
import { showReports } from '/result.js';
import { limits } from '/sizes.js';
import { fitWords, largestWords } from '/words.js';

const at = (id) => document.getElementById(id);
const views = ['door', 'setup', 'calibration', 'test', 'rest', 'result', 'over', 'guide', 'live'];
let session = memory.getItem('session');
let state = null;
let isCalibrating = false;
let source = null;
/** The screen on which the test was begun. */
let testScreen = null;
/** Whether the person has chosen the distance. */
let hasOwnDistance = false;
/** Whether the person will say the distance. */
let saysDistance = false;
/** Whether the form has been filled with its defaults. */
let isOffered = false;

function show(view) {
  for (const name of views) at(name).hidden = name !== view;
}

/** The button that Enter and the space bar press in a view, unless Tab moves the focus. */
const nextButton = { setup: 'begin', rest: 'rest-on', result: 'again' };
let focusedView = null;

/** Focuses the button that goes on. On a form whose screen was not measured "Begin" is not focused:
 *  the form has to be read first. */
function focusNext() {
  const view = views.find((name) => !at(name).hidden);
  const isNew = view !== focusedView;
  focusedView = view;
  const button = at(nextButton[view] ?? 'begin');
  if (!nextButton[view] || button.hidden || button.disabled) return;
  if (view === 'setup' && !calibration().isMeasured) return;
  if (!isNew && document.activeElement !== document.body) return;
  if (isNew) scrollTo(0, 0);
  button.focus({ preventScroll: true, focusVisible: true });
}

/** The height of the strip below the letters, in CSS pixels: the prompt and, in portrait, the button
 *  below it. */
function stripHeight() {
  return Math.max(innerHeight * 0.16, 110) + (innerHeight > innerWidth ? 80 : 0);
}

/** The area for letters, in device pixels: everything above that strip. */
function area() {
  return {
    width: Math.floor(innerWidth * devicePixelRatio),
    height: Math.floor((innerHeight - stripHeight()) * devicePixelRatio),
  };
}

// Before the test.

function distance() {
  if (!state.chooses || state.isDistanceFixed) return state.distance;
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

/** Shows what the form offers for this kind of test. */
function renderOffers() {
  at('say-distance').hidden = !state.hearsDistance;
  at('say-distance').setAttribute('aria-pressed', String(saysDistance));
  at('start-choice').hidden = !state.chooses || state.choosesStart === null;
  if (!isOffered) at('choose-start').checked = state.choosesStart === true;
  isOffered = true;
  at('say-letters').hidden = state.asksDirections || state.areAlone;
  at('say-one').hidden = state.asksDirections || !state.areAlone;
  at('say-directions').hidden = !state.asksDirections;
  at('directions-what').textContent = state.areRings
    ? 'where the gap of the ring is' : 'which way the E points';
  at('directions-alone').hidden = !state.areAlone;
  at('say-diagonals').hidden = !state.asksDiagonals;
  at('say-no').hidden = state.asksDirections;
  if (state.asksDirections) {
    at('lead-words').textContent = state.areRings
      ? 'You will see a ring with a gap. Say where the gap is, at your own pace.'
      : 'You will see a letter E. Say which way it points, at your own pace.';
  }
}

function renderSetup() {
  if (!hasOwnDistance) setDistance(state.distance);
  renderOffers();
  const { isMeasured } = calibration();
  at('size-words').textContent = isMeasured
    ? 'This screen has been measured. Letters will have their true size.'
    : 'This screen has not been measured. Letters may be too large or too small, and the result will'
      + ' be marked “uncalibrated”. You can measure it with a bank card.';
  at('size-lost').hidden = !keepsNothing;
  at('calibrate').textContent = isMeasured ? 'Measure again' : 'Measure the screen';
  at('calibrate').classList.toggle('main', !isMeasured);
  at('choices').hidden = !state.chooses;
  const metres = distance();
  const isFixed = !state.chooses || state.isDistanceFixed;
  at('place-words').textContent = `Sit so that your eyes are ${named(metres ?? state.distance)} from the`
    + ` screen. ${state.chooses ? '' : state.cover}`;
  at('place-words').hidden = !isFixed;
  at('distances').hidden = isFixed;
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
    ? `At ${named(metres)} this screen cannot show any line of the chart. Choose another distance.`
    : `At ${named(metres)} this screen can show ${shown[0].name} to ${shown.at(-1).name}`
      + ` (logMAR ${largest.toFixed(2)} to ${smallest.toFixed(2)}).`;
}

/** Shows at the top of the page why the test could not begin. */
function tellTrouble(words, details) {
  at('setup-trouble').hidden = !words;
  at('setup-error').textContent = words ?? '';
  at('setup-details').textContent = details ?? '';
  if (!words) return;
  scrollTo(0, 0);
  at('setup-trouble').focus({ preventScroll: true });
}

/** The next person chooses anew; the place stays the same. */
function forgetChoices() {
  document.forms.choices.eyes.value = 'right,left';
  isOffered = false;
  live.forget();
}

/** Whether the browser darkens all pages, which a style sheet cannot prevent. (In a contrast theme the
 *  probe has the colour of the theme; the letters have their own.) */
function isDarkened() {
  return !matchMedia('(forced-colors: active)').matches
    && getComputedStyle(at('darkness')).backgroundColor !== 'rgb(255, 255, 255)';
}

async function begin() {
  tellTrouble(null);
  if (isDarkened()) {
    tellTrouble('This browser darkens web pages, and letters must be black on white.'
      + ' Turn off its automatic dark mode, then begin.');
    return;
  }
  at('begin').disabled = true;
  const silent = await readyToHear(state, () => session);
  if (silent) {
    tellTrouble(silent);
    at('begin').disabled = false;
    return;
  }
  // Full screen if the browser allows it.
  await document.documentElement.requestFullscreen?.().catch(() => {});
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const follows = live.isUsed && live.metres !== null && !saysDistance;
  if (follows) setDistance(live.metres);
  const metres = distance();
  lastDistance = saysDistance ? null : metres;
  const { perMillimetre, isMeasured } = calibration();
  const { largest, smallest } = range(metres);
  try {
    await send(`/begin?session=${session}`, {
      distance: metres, largest, smallest, width: area().width / perMillimetre, isMeasured,
      perMillimetre, ratio: devicePixelRatio,
      eyes: state.chooses ? document.forms.choices.eyes.value.split(',') : null,
      saysDistance, followsDistance: follows, choosesStart: state.choosesStart !== null && at('choose-start').checked,
    });
  } catch (refused) {
    tellTrouble(refused.message);
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
  lastDistance = state.distance;
  // The page may have been reloaded since, even on another device.
  testScreen ??= { isMeasured: state.isMeasured ?? isMeasured };
  at('uncalibrated').hidden = isMeasured;
  at('step').textContent = state.phase === 'choose' ? String(state.step) : '';
  // While the first line is chosen, "stop" is said to choose it.
  nameStop(state.isWarmUp ? 'Skip' : state.phase === 'choose' ? 'End' : 'Stop');
  const isMagnified = (visualViewport?.scale ?? 1) > 1.01;
  at('test').classList.toggle('magnified', isMagnified);
  const hindrance = isMagnified ? 'The page is zoomed in. Pinch to zoom out.'
    : testScreen.isMeasured && !isMeasured
      ? 'The screen has changed. Change it back, or stop the test and measure the screen again.' : null;
  const shown = hindrance ? { isShown: false } : drawChart(at('chart'), state, area(), perMillimetre);
  // Without letters the words get the whole screen.
  const hasLetters = shown.isShown && !['paused', 'trouble'].includes(state.prompt.kind);
  if (!hasLetters) hideChart(at('chart'));
  at('test').classList.toggle('words', !hasLetters);
  // "go on" is not broken across lines.
  at('prompt').textContent = shown.isShown ? shown.words.replaceAll('"go on"', '"go\u00a0on"')
    : hindrance ?? 'This screen cannot show letters of this size.';
  at('heard').textContent = state.phase === 'choose' || !hasLetters ? '' : marks(state);
  at('asking').style.height = `${askingHeight(hasLetters, shown.bottom)}px`;
  fitWords(at('asking'), largestWords(state.distance, perMillimetre));
  tellShown(shown.isShown && !document.hidden);
}

/** Whether Aloud assumes that the letters are shown: it does until the page reports otherwise. */
let isToldShown = true;

/** Reports whether the letters can be seen, so that nobody is asked for letters that cannot. */
function tellShown(isShown) {
  if (isShown === isToldShown) return;
  isToldShown = isShown;
  send(`/shown?session=${session}`, { isShown }).catch(() => {});
}

/** When "Stop" replaced "Skip", in milliseconds of the page. */
let namedStopAt = -Infinity;
/** Clicks on "Stop" this soon after it replaced "Skip" are ignored, milliseconds. */
const secondClick = 1_000;

function nameStop(name) {
  if (name === 'Stop' && at('stop').textContent === 'Skip') namedStopAt = performance.now();
  at('stop').textContent = name;
}

const wake = { lock: null, isWanted: false, isAsked: false };

/** Keeps the screen on, or lets it sleep. A browser releases the lock when the page is hidden. */
async function stayAwake(isWanted) {
  wake.isWanted = isWanted;
  const isHeld = wake.lock !== null && !wake.lock.released;
  if (isWanted && !isHeld && !document.hidden && !wake.isAsked) {
    wake.isAsked = true;
    wake.lock = await navigator.wakeLock?.request('screen').catch(() => null) ?? null;
    wake.isAsked = false;
  }
  if (!wake.isWanted) {
    wake.lock?.release().catch(() => {});
    wake.lock = null;
  }
}

/** The distance of words from letters, and the most of the window that words may take, as fractions
 *  of its height. */
const besideLetters = { away: 0.12, most: 0.32 };

/** The height of the prompt, in CSS pixels: the strip, or more if the letters leave more; the whole
 *  window if there are none. */
function askingHeight(hasLetters, bottom) {
  if (!hasLetters) return innerHeight;
  const left = innerHeight * (1 - besideLetters.away) - bottom / devicePixelRatio;
  return Math.max(stripHeight(), Math.min(left, innerHeight * besideLetters.most));
}

// Text without letters: the rest between two eyes, and instructions that are also spoken.

/** The distance of the patient's eyes, in metres; null if it is unknown. */
let lastDistance = null;

/** The least size of words at rest, in CSS pixels: a near seat makes `largestWords` small. */
function leastAtRest() { return Math.min(innerWidth, innerHeight) * 0.04; }

function renderRest() {
  at('rest-title').textContent = state.title;
  at('rest-words').textContent = state.words;
  at('rest-on').hidden = !state.canGoOn;
  const { perMillimetre } = calibration();
  fitWords(at('rest'), lastDistance === null
    ? Infinity : Math.max(largestWords(lastDistance, perMillimetre), leastAtRest()));
}

// The result.

/** Whether the result has been printed, as far as a page can know. */
let isPrinted = false;
/** When Aloud was last told that the result was touched, in milliseconds of the page. */
let toldTouchAt = -Infinity;
/** The least time between two such messages, in milliseconds. */
const touchPause = 10_000;

/** Asks whether an unprinted result may be removed, or offers another test. */
function askForResult(isAsked) {
  at('again-question').textContent = isAsked
    ? 'This result has not been printed. It will be removed from this page when another test starts.' : '';
  at('again').hidden = isAsked || !state.chooses;
  at('again-surely').hidden = !isAsked;
  at('again-not').hidden = !isAsked;
}

function anotherTest() { send(`/again?session=${session}`).catch(() => {}); }

/** Keeps the result while somebody uses the page. */
function touch() {
  if (state?.phase !== 'result' || performance.now() - toldTouchAt < touchPause) return;
  toldTouchAt = performance.now();
  send(`/touched?session=${session}`).catch(() => {});
}

// Messages from Aloud.

function render() {
  document.documentElement.dataset.screen = screenName();
  const isTest = ['test', 'choose'].includes(state.phase);
  if (!isTest) testScreen = null;
  stayAwake(isTest || state.phase === 'rest');
  document.documentElement.classList.toggle(
    'mirrored', at('mirrored').checked && (isTest || state.phase === 'rest'));
  if (isCalibrating && state.phase === 'waiting') return show('calibration');
  isCalibrating = false;
  if (guide.isOpen && state.phase === 'waiting') {
    show('guide');
    return guide.follow(state.device);
  }
  guide.close();
  if (live.isOpen && state.phase === 'waiting') return show('live');
  live.close();
  live.follow(state.phase);
  switch (state.phase) {
    case 'waiting':
      show('setup');
      renderSetup();
      break;
    case 'test': case 'choose': show('test'); renderTest(); break;
    case 'rest': show('rest'); renderRest(); break;
    case 'result':
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      show('result');
      showReports(state);
      break;
    default:
      show('over');
      at('over-title').textContent = state.title;
      at('over-words').textContent = state.words;
  }
  // Read by tests that measure the time from an answer to the next letters.
  document.documentElement.dataset.painted = state.number;
}

/** Shows that the connection is lost, and removes letters that may be out of date. */
function tellCut(words) {
  at('connection').textContent = words;
  at('connection').hidden = false;
  hideChart(at('chart'));
  at('prompt').textContent = '';
}

function connect() {
  source?.close();
  isToldShown = true;
  source = listen(`/events?session=${session}`, {
    onState(next) {
      at('connection').hidden = true;
      const isAnother = state?.phase === 'result' && next.phase === 'waiting';
      if (next.phase !== 'result') isPrinted = false;
      state = next;
      if (isAnother) forgetChoices();
      if (state.phase === 'waiting') {
        if (document.fullscreenElement && state.trouble) document.exitFullscreen().catch(() => {});
      }
      render();
      followHearing(state, () => session);
      if (state.phase === 'result') askForResult(false);
      focusNext();
      if (state.phase === 'waiting') tellTrouble(state.trouble, state.details);
      if (state.isLast) source.close();
    },
    onCut() {
      isToldShown = true;
      tellCut('Connection lost. Reconnecting …');
    },
    onRefused: openSession,
  });
}

function keepMirror() {
  memory.setItem('mirrored', at('mirrored').checked ? session : '');
}

/** Asks to be the patient's page until it may be. */
async function openSession(code) {
  try {
    const answer = await send('/session', { session, ...(typeof code === 'string' ? { code } : {}) });
    session = answer.session;
    memory.setItem('session', session);
    // A reload during a test keeps the letters mirrored.
    if (memory.getItem('mirrored') === session) at('mirrored').checked = true;
    keepMirror();
    at('connection').hidden = true;
    connect();
  } catch (refused) {
    if (refused.refused === 'wrongCode') {
      at('connection').hidden = true;
      // Nothing that the page showed before stays until it is paired.
      state = null;
      show('door');
      at('door-error').textContent = typeof code === 'string' ? refused.message : '';
      at('code').focus();
      return;
    }
    tellCut(refused.message);
    setTimeout(() => openSession(code), 2000);
  }
}

// The setup guide.

const guide = new Guide({
  onDone: () => { render(); begin(); },
  onLeave: () => render(),
  keepsCamera: () => live.isUsed,
  onStep: (step) => send(`/guide?session=${session}`, { step }).catch(() => {}),
});
document.body.append(guide.element);
// The sensor is asked for at once: iOS does not allow it later than the click.
guide.offer(at('place-title').closest('section'), async () => {
  guide.open(state.device);
  render();
  tellTrouble(await readyToHear(state, () => session));
});

// The distance that the camera measures.

/** Letters are in the middle of their area, and the camera is at the upper edge of the screen. */
const live = new LiveDistance({
  below: () => area().height / 2 / calibration().perMillimetre,
  report: (body) => send(`/distance?session=${session}`, body).catch(() => {}),
  onUse: (metres) => { hasOwnDistance = true; saysDistance = false; setDistance(metres); },
  onLeave: () => render(),
});
document.body.append(live.element);
live.offer(at('distances'), render);

// Directions may also be answered by hand.

prepareHandAnswers(at('test'), {
  asked: () => state?.phase === 'test' && isToldShown && state.line.asksDirections
    ? { hasDiagonals: state.line.asksDiagonals } : null,
  isMirrored: () => document.documentElement.classList.contains('mirrored'),
  answer(direction) {
    send(`/answer?session=${session}`, { direction, shown: state.shown }).catch(() => {});
  },
});

// The page itself.

/** Chooses the line that is shown as the first line of the test. */
function choose() {
  if (state?.phase === 'choose') send(`/go-on?session=${session}`).catch(() => {});
}

// A key that is held down presses one button, not the ones that replace it.
addEventListener('keydown', (event) => {
  const isOnButton = event.target instanceof HTMLButtonElement;
  if (event.repeat && isOnButton && ['Enter', ' '].includes(event.key)) event.preventDefault();
});
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
  scrollTo(0, 0);
  openCalibration();
});
at('begin').addEventListener('click', begin);
at('distance').addEventListener('input', () => {
  live.forget();
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
    live.forget();
    hasOwnDistance = true;
    setDistance(Number(button.dataset.metres));
    renderSetup();
  });
}
at('door-form').addEventListener('submit', (event) => {
  event.preventDefault();
  openSession(at('code').value.replaceAll(/\s/g, ''));
});
at('stop').addEventListener('click', () => {
  if (performance.now() - namedStopAt < secondClick) return;
  send(`/stop?session=${session}`, { ofWarmUp: state.isWarmUp }).catch(() => {});
});
at('rest-on').addEventListener('click', () => send(`/go-on?session=${session}`).catch(() => {}));
at('again').addEventListener('click', () => {
  if (isPrinted) return anotherTest();
  askForResult(true);
  at('again-not').focus();
});
at('again-surely').addEventListener('click', anotherTest);
at('again-not').addEventListener('click', () => {
  askForResult(false);
  at('again').focus();
});
addEventListener('beforeprint', () => { isPrinted = state?.phase === 'result'; });
for (const name of ['pointerdown', 'keydown', 'wheel']) {
  addEventListener(name, touch, { passive: true });
}
at('print').addEventListener('click', () => print());
const redraw = () => { if (state && !isCalibrating) render(); };
addEventListener('resize', redraw);
document.addEventListener('visibilitychange', redraw);
visualViewport?.addEventListener('resize', redraw);
// A page is not always notified when its window moves to another screen.
let lastScreen = screenName();
setInterval(() => {
  if (screenName() === lastScreen) return;
  lastScreen = screenName();
  redraw();
}, 500);

openSession();
