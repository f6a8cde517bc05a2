// The patient's page: the view that Aloud sends, with letters at their true size.

import { calibration, openCalibration, prepareCalibration, recallScreen, screenName } from '/calibration.js';
import { knock, prepareBusy, showBusy } from '/busy.js';
import { hideChart } from '/chart.js';
import { prepareHandAnswers } from '/hand.js';
import { LiveDistance } from '/distance.js';
import { followPhone, isByTouch, keepTouch, preparePad, recallTouch } from '/pad.js';
import { Guide } from '/guide.js';
import { followHearing, readyToHear } from '/hearing.js';
import { listen, send } from '/live.js';
import { isLost, isToStop, noteFound, noteLost, stopWhenFound } from '/lost.js';
import { session as memory } from '/memory.js';
import { area, endReading, renderReading, renderSign } from '/reading.js';
import { showReports } from '/result.js';
import {
  beginCheck, choices, distance, goOn, goTo, hasBars, hear, hearSetup, keepDistance, knownDistance, nextPerson,
  prepareSetup, renderSetup, tellTrouble, translateTrouble, useDistance,
} from '/setup.js';
import { personLanguage, personWords } from '/who.js';
import { limits } from '/sizes.js';
import { language, languages, loadTexts, offerLanguages, preferred, text, translated } from '/texts.js';
import { fitWords, largestWords } from '/words.js';

const at = (id) => document.getElementById(id);
const views = ['door', 'busy', 'setup', 'calibration', 'greys', 'test', 'sizes', 'rest', 'result', 'over', 'guide', 'live'];
let session = memory.getItem('session');
let state = null;
let isCalibrating = false;
let isMeasuringGreys = false;
let source = null;

function show(view) {
  for (const name of views) at(name).hidden = name !== view;
  at('top').hidden = !['door', 'busy', 'setup', 'over'].includes(view);
  document.documentElement.dataset.view = view;
}

/** The button that Enter and the space bar press in a view, unless Tab moves the focus. */
const nextButton = { rest: 'rest-on', result: 'print' };
let focusedView = null;

/** Focuses the button that continues, or the question of the set-up. */
function focusNext() {
  const view = views.find((name) => !at(name).hidden);
  const isNew = view !== focusedView;
  focusedView = view;
  if (view === 'setup') {
    if (isNew) goTo(at('setup').dataset.step);
    return;
  }
  const button = at(nextButton[view] ?? 'begin');
  if (!nextButton[view] || button.hidden || button.disabled) return;
  if (!isNew && document.activeElement !== document.body) return;
  if (isNew) scrollTo(0, 0);
  button.focus({ preventScroll: true, focusVisible: true });
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
    tellTrouble(text('dark'));
    return;
  }
  at('begin').disabled = true;
  const isOther = live.isUsed && !await live.isTheirs();
  if (isOther) live.forget();
  const trouble = isOther ? text('live.otherTrouble')
    : isByTouch() ? null : await readyToHear(state, () => session);
  if (trouble) {
    tellTrouble(trouble);
    at('begin').disabled = false;
    return;
  }
  // Full screen if the browser allows it.
  await document.documentElement.requestFullscreen?.().catch(() => {});
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const follows = live.isUsed && live.metres !== null && knownDistance() !== null;
  if (follows) useDistance(live.metres);
  const metres = distance();
  lastDistance = knownDistance();
  const { perMillimetre, isMeasured } = calibration();
  const { largest, smallest } = limits(
    area(), perMillimetre, metres, { hasBars: hasBars(), isFollowed: follows });
  if (state.isDistanceAsked && lastDistance !== null) keepDistance(lastDistance);
  try {
    await send(`/begin?session=${session}`, {
      distance: metres, largest, smallest, width: area().width / perMillimetre, isMeasured,
      perMillimetre, ratio: devicePixelRatio, language: language(), followsDistance: follows, ...choices(),
    });
  } catch (refused) {
    if (refused.refused === 'signIn') location.assign('/account?then=/');
    tellTrouble(refused.message);
    at('begin').disabled = false;
  }
}

/** Whether Aloud assumes that the letters are shown: it does until the page reports otherwise. */
let isToldShown = true;

/** Whether Aloud was told that the letters are too small for the screen. */
let isToldTooSmall = false;

/** Reports whether the letters can be seen, so that nobody is asked for letters that cannot, and whether
 *  they are too small for the screen. */
function tellShown(isShown, isTooSmall = false) {
  if (isShown === isToldShown && isTooSmall === isToldTooSmall) return;
  isToldShown = isShown;
  isToldTooSmall = isTooSmall;
  send(`/shown?session=${session}`, { isShown, isTooSmall }).catch(() => {});
}

/** Assumes what Aloud assumes of a page that connects. */
function forgetTold() {
  isToldShown = true;
  isToldTooSmall = false;
}

/** When "Stop" replaced "Skip", in milliseconds of the page. */
let namedStopAt = -Infinity;
/** Clicks on "Stop" this soon after it replaced "Skip" are ignored, milliseconds. */
const secondClick = 1_000;

function nameStop(name) {
  if (name === 'stop' && at('stop').dataset.name === 'skip') namedStopAt = performance.now();
  at('stop').dataset.name = name;
  at('stop').textContent = text(`test.${name}`);
}

/** The letters on the screen by their number, and when they were painted, in milliseconds of the page;
 *  null without letters. */
const painted = { shown: null, at: null };

/** Notes that letters are painted with the next picture, or that there are none. */
function notePainted(isShown) {
  const shown = isShown ? state.shown : null;
  if (shown === painted.shown) return;
  Object.assign(painted, { shown, at: shown === null ? null : performance.now() });
  requestAnimationFrame((now) => { if (painted.shown === shown && shown !== null) painted.at = now; });
}

function renderTest() {
  lastDistance = state.distance;
  // While the first line is chosen, "stop" is said to choose it.
  nameStop(state.isWarmUp ? 'skip' : state.phase === 'choose' ? 'end' : 'stop');
  const { isShown, isTooSmall } = renderReading(state);
  tellShown(isShown && !document.hidden, isTooSmall && !document.hidden);
  notePainted(isShown && !['paused', 'trouble'].includes(state.prompt.kind));
}

/** Shows all sizes at once. Their script is loaded when it is needed: few tests need it. */
function showSizes() {
  show('sizes');
  import('/all-sizes.js').then(({ renderSizes }) => { if (state.sizes) renderSizes(state); });
  tellShown(!document.hidden);
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

// Text without letters: the rest between two eyes, and instructions that are also spoken.

/** The distance of the patient's eyes, in metres; null if it is unknown. */
let lastDistance = null;

/** The least size of words at rest, in CSS pixels: a near seat makes `largestWords` small. */
function leastAtRest() { return Math.min(innerWidth, innerHeight) * 0.04; }

/** The largest size of words at rest, in CSS pixels: they calm, and are also spoken. */
function mostAtRest() { return Math.min(innerWidth, innerHeight) * 0.1; }

function renderRest() {
  at('rest-title').textContent = translated(state.title);
  at('rest-words').textContent = translated(state.words);
  at('rest-on').hidden = !state.canGoOn;
  renderOffer(state.offer);
  fitRest();
  const { showsMoon } = state;
  if (!showsMoon && at('rest-moon').hidden) return;
  import('/moon-rest.js').then(({ showRestMoon }) => showRestMoon(at('rest-moon'), showsMoon, fitRest));
}

/** Shows the offer of another language, with a button for each; nothing without one. */
function renderOffer(offer) {
  at('rest-offer').hidden = !offer;
  at('rest-offer').lang = offer?.language ?? '';
  at('rest-offer').textContent = offer?.words ?? '';
  at('rest-names').replaceChildren(...(offer?.names ?? []).map((name, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = name;
    button.addEventListener('click', () => {
      send(`/choose?session=${session}`, { number: index + 1 }).catch(() => {});
    });
    return button;
  }));
}

function fitRest() {
  const { perMillimetre } = calibration();
  fitWords(at('rest'), lastDistance === null ? mostAtRest()
    : Math.min(mostAtRest(), Math.max(largestWords(lastDistance, perMillimetre), leastAtRest())));
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
  at('again-question').textContent = isAsked ? text('result.unprinted') : '';
  at('again').hidden = isAsked || !state.chooses;
  at('again-surely').hidden = !isAsked;
  at('again-not').hidden = !isAsked;
}

function anotherTest() { send(`/again?session=${session}`).catch(() => {}); }

/** Leads from a result to the home page, if that has led here. */
function linkHome() {
  const home = memory.getItem('home');
  at('result-home').hidden = !home;
  if (home) at('result-home').href = home;
}

/** Goes to the next test when the home page leads here, past a result that the records have. */
function passResult() {
  if (location.hash !== '#next') return;
  history.replaceState(history.state, '', location.pathname);
  if (state.phase === 'result' && !state.trouble) anotherTest();
}

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
  if (!isTest) endReading();
  stayAwake(isTest || state.phase === 'rest');
  document.documentElement.classList.toggle(
    'mirrored', at('mirrored').checked && (isTest || state.phase === 'rest'));
  if (isCalibrating && state.phase === 'waiting') return show('calibration');
  isCalibrating = false;
  if (isMeasuringGreys && state.phase === 'waiting') return show('greys');
  isMeasuringGreys = false;
  if (guide.isOpen && state.phase === 'waiting') {
    show('guide');
    hear();
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
    case 'test': show('test'); renderTest(); break;
    case 'choose': if (state.sizes) showSizes(); else { show('test'); renderTest(); } break;
    case 'rest': show('rest'); renderRest(); break;
    case 'result':
      if (document.fullscreenElement) document.exitFullscreen().catch(() => {});
      show('result');
      showReports(state);
      break;
    default:
      show('over');
      at('over-title').textContent = translated(state.title);
      at('over-words').textContent = translated(state.words);
  }
  // Read by tests that measure the time from an answer to the next letters.
  document.documentElement.dataset.painted = state.number;
}

// The language.

/** The language that Aloud was last told, and the one that the page last followed. */
const told = { language: null, followed: null };

/** Tells Aloud the language of the page, in which it listens and speaks. */
function tellLanguage() {
  if (!session || told.language === language()) return;
  told.language = language();
  send(`/language?session=${session}`, { language: language() }).catch(() => { told.language = null; });
}

/** Follows the language of the person before a test, and that of the answers during one. A language that
 *  the person chooses here stays. */
async function followLanguage() {
  const wanted = state.phase === 'waiting' ? personLanguage() ?? preferred(state.usualLanguage) : state.language;
  if (wanted !== told.followed) {
    told.followed = wanted;
    if (wanted in languages && wanted !== language()) {
      await loadTexts(wanted);
      at('language').value = wanted;
      redraw();
      translateTrouble();
    }
  }
  tellLanguage();
}

/** Shows that the connection is lost, or why there is none, and removes letters that may be out of
 *  date. */
function tellCut(words, { isRefused = false } = {}) {
  if (!isRefused) noteLost(state?.phase ?? null);
  at('connection').dataset.cut = 'yes';
  at('connection').textContent = words;
  at('connection').hidden = false;
  hideChart(at('chart'));
  at('prompt').textContent = '';
}

function renderSound() {
  if (guide.isOpen && state.phase === 'waiting') return guide.follow(state.device);
  if (state.phase === 'waiting') return hearSetup(state);
  return renderSign(state.sign);
}

/** Shows why a test cannot begin. An answer by touch needs no microphone. */
function tellStartTrouble() { tellTrouble(state.isBlocked && isByTouch() ? null : state.trouble); }

function connect() {
  source?.close();
  forgetTold();
  source = listen(`/events?session=${session}&load=${load}`, {
    onState(next) {
      at('connection').hidden = true;
      const isGone = noteFound(next);
      const isAnother = state?.phase === 'result' && next.phase === 'waiting';
      if (next.phase !== 'result') isPrinted = false;
      // A level or a sign alone: nothing else has changed.
      const isSame = state !== null && state.number === next.number && state.phase === next.phase
        && state.pad.isOpen === next.pad.isOpen && at('connection').dataset.cut !== 'yes';
      at('connection').dataset.cut = '';
      state = next;
      followPhone(state);
      if (isToStop()) stop();
      if (isSame && !state.isLast) return renderSound();
      if (isAnother) {
        nextPerson();
        live.nextPerson();
        at('by-touch').checked = false;
        keepTouch(session);
      }
      if (state.phase === 'waiting') {
        if (document.fullscreenElement && state.trouble) document.exitFullscreen().catch(() => {});
      }
      render();
      if (!isByTouch()) followHearing(state, () => session);
      if (state.phase === 'result') {
        askForResult(false);
        linkHome();
      }
      focusNext();
      followLanguage();
      checkScreen();
      passResult();
      if (state.phase === 'waiting') tellStartTrouble();
      if (isGone) tellTrouble(text('lost.gone'));
      if (state.isLast) source.close();
    },
    onCut() {
      forgetTold();
      tellCut(text('cut'));
    },
    onRefused: openSession,
  });
}

/** Measures the screen and the place at once, when the walk of a first start leads here. */
function checkScreen() {
  if (state.phase !== 'waiting' || location.hash !== '#check') return;
  history.replaceState(history.state, '', location.pathname);
  beginCheck();
}

/** Names this loading of the page: a reload has another. */
const load = Math.random().toString(36).slice(2);

// The lane is free at once for another page; a reload comes back before.
addEventListener('pagehide', () => {
  if (!source) return;
  navigator.sendBeacon(
    `/leave?session=${session}&load=${load}`, new Blob(['{}'], { type: 'application/json' }));
});
// The browser keeps the page as it was, without its connection.
addEventListener('pageshow', (event) => { if (event.persisted) location.reload(); });

function keepMirror() {
  memory.setItem('mirrored', at('mirrored').checked ? session : '');
}

/** Asks to be the patient's page until it may be. */
async function openSession(code, takesOver = false) {
  try {
    const answer = await send(
      '/session', { session, takesOver, ...(typeof code === 'string' ? { code } : {}) });
    await texts;
    session = answer.session;
    memory.setItem('session', session);
    // A reload during a test keeps the letters mirrored.
    if (memory.getItem('mirrored') === session) at('mirrored').checked = true;
    keepMirror();
    recallTouch(session);
    at('connection').hidden = true;
    told.language = null;
    recallScreen(session).then((isNews) => { if (isNews && state) render(); });
    connect();
  } catch (refused) {
    if (refused.refused === 'signIn') {
      location.assign('/account?then=/');
      return;
    }
    await texts;
    if (refused.refused === 'wrongCode') {
      at('connection').hidden = true;
      // Nothing that the page showed before stays until it is paired.
      state = null;
      show('door');
      at('door-error').textContent = typeof code === 'string' ? refused.message : '';
      at('code').focus();
      return;
    }
    if (refused.refused === 'pageTaken') {
      at('connection').hidden = true;
      state = null;
      show('busy');
      showBusy(refused.answer.holder);
      knock((takes) => openSession(code, takes));
      return;
    }
    // The reason may have come before the texts.
    tellCut(translated(text(refused.message)), { isRefused: refused.kind === 'refused' });
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
guide.offer(at('device-tools'), async () => {
  guide.open(state.device);
  render();
  tellTrouble(await readyToHear(state, () => session));
});

// The distance that the camera measures.

/** Letters are in the middle of their area, and the camera is at the upper edge of the screen. */
const live = new LiveDistance({
  below: () => area().height / 2 / calibration().perMillimetre,
  name: () => personWords() || null,
  report: (body) => send(`/distance?session=${session}`, body).catch(() => {}),
  onUse: useDistance,
  onLeave: () => render(),
});
document.body.append(live.element);
live.offer(at('distances'), render);

// Answers by hand: directions at any time, letters if the person answers by touch.

/** Sends an answer: a letter, the letter of a direction, or "-" for one that cannot be read; `way` is
 *  'typed' or 'touched'; `corrects` if it replaces the answer before. */
function answer(letter, way, corrects = false) {
  const after = painted.at === null ? null : performance.now() - painted.at;
  send(`/answer?session=${session}`, { letter, way, corrects, shown: state.shown, after }).catch(() => {});
}

prepareHandAnswers(at('test'), {
  asked: () => state?.phase === 'test' && isToldShown && state.line.asksDirections
    ? { hasDiagonals: state.line.asksDiagonals } : null,
  isMirrored: () => document.documentElement.classList.contains('mirrored'),
  answer,
});
preparePad({
  asked: () => state?.phase === 'test' && isToldShown
    ? { letters: state.line.choices, areDirections: state.line.asksDirections } : null,
  answer,
});

// The page itself.

/** Chooses the line that is shown as the first line of the test. */
function choose() {
  if (state?.phase === 'choose' && !state.sizes) send(`/go-on?session=${session}`).catch(() => {});
}

/** Stops the warm-up or the test; as soon as the connection is back if it is lost meanwhile. */
async function stop() {
  try {
    await send(`/stop?session=${session}`, { ofWarmUp: state.isWarmUp });
  } catch (failure) {
    if (failure.kind !== 'refused') stopWhenFound();
  }
}

// A key that is held down presses one button, not the ones that replace it.
addEventListener('keydown', (event) => {
  const isOnButton = event.target instanceof HTMLButtonElement;
  if (event.repeat && isOnButton && ['Enter', ' '].includes(event.key)) event.preventDefault();
});
/** The button that Escape presses in a view. */
const backButton = { setup: 'back', calibration: 'calibration-cancel', greys: 'grey-cancel', guide: 'guide-leave', live: 'live-leave' };
addEventListener('keydown', (event) => {
  const back = at(backButton[document.documentElement.dataset.view]);
  // Escape closes an open dialog, and nothing else.
  if (event.key !== 'Escape' || event.repeat || document.querySelector('dialog[open]')) return;
  if (back && !back.hidden) back.click();
});
addEventListener('keydown', (event) => {
  if (event.repeat) return;
  const isOnButton = event.target instanceof HTMLButtonElement;
  if (['Enter', ' '].includes(event.key) && !isOnButton) choose();
});
at('chart').addEventListener('click', choose);

prepareSetup({
  state: () => state, session: () => session, area, onOwnDistance: () => live.forget(),
  followsDistance: () => live.isUsed,
  isElsewhere: () => guide.isOpen || live.isOpen, onPerson: () => followLanguage(),
});
at('sizes-letters').addEventListener('click', (event) => {
  const number = event.target.closest('button')?.dataset.number;
  if (number) send(`/choose?session=${session}`, { number: Number(number) }).catch(() => {});
});
at('sizes-usual').addEventListener('click', () => send(`/go-on?session=${session}`).catch(() => {}));
at('phone-open').addEventListener('click', async () => {
  const { showCode } = await import('/phone-link.js');
  await showCode(session);
});
at('phone-shut').addEventListener('click', () => at('phone-code').close());
prepareCalibration(() => session, (isMeasured) => {
  isCalibrating = false;
  render();
  if (isMeasured && at('setup').dataset.step === 'screen') goOn();
  else goTo(at('setup').dataset.step);
});
at('calibrate').addEventListener('click', () => {
  isCalibrating = true;
  show('calibration');
  scrollTo(0, 0);
  openCalibration();
});
/** Closes the form of the greys. */
function closeGreys(isMeasured) {
  isMeasuringGreys = false;
  render();
  if (isMeasured && at('setup').dataset.step === 'greys') goOn();
  else goTo(at('setup').dataset.step);
}
/** The form of the greys, which few people need: it is fetched when it is first opened. */
let greys = null;
at('measure-greys').addEventListener('click', async () => {
  greys ??= import('/greys.js').then((form) => {
    form.prepareGreys(() => session, closeGreys);
    return form;
  });
  const form = await greys.catch(() => { greys = null; });
  if (!form) return;
  isMeasuringGreys = true;
  show('greys');
  scrollTo(0, 0);
  form.openGreys();
});
at('begin').addEventListener('click', begin);
at('mirrored').addEventListener('change', keepMirror);
at('choose-start').addEventListener('change', () => render());
at('by-touch').addEventListener('change', () => {
  keepTouch(session);
  if (state?.phase === 'waiting') tellStartTrouble();
  render();
});
at('door-form').addEventListener('submit', (event) => {
  event.preventDefault();
  openSession(at('code').value.replaceAll(/\s/g, ''));
});
at('stop').addEventListener('click', () => {
  if (performance.now() - namedStopAt < secondClick) return;
  if (isLost()) stopWhenFound(); else stop();
});
at('lost-stop').addEventListener('click', stopWhenFound);
at('rest-on').addEventListener('click', () => send(`/go-on?session=${session}`).catch(() => {}));
at('changed-yes').addEventListener('click', () => {
  send(`/screen-changed?session=${session}`).catch(() => {});
});
at('changed-no').addEventListener('click', () => {
  at('changed').hidden = true;
  send(`/screen-unchanged?session=${session}`).catch(() => {});
});
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
const redraw = () => { if (state && !isCalibrating && !isMeasuringGreys) render(); };
addEventListener('resize', redraw);
document.addEventListener('visibilitychange', redraw);
visualViewport?.addEventListener('resize', redraw);
// A page is not always notified when its window moves to another screen.
let lastScreen = screenName();
setInterval(() => {
  if (screenName() === lastScreen) return;
  lastScreen = screenName();
  redraw();
  recallScreen(session).then((isNews) => { if (isNews) redraw(); });
}, 500);

prepareBusy();
const texts = loadTexts();
openSession();
await texts;
offerLanguages(at('language'), () => { redraw(); translateTrouble(); showBusy(); tellLanguage(); });
at('tools').hidden = false;
