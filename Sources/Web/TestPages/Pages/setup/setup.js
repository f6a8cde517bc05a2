// The set-up before a test: one question a screen, answered by touch, by key or by voice.

import { calibration, isZoomed, keptGrey, screenName, screenWidth } from '/calibration.js';
import { hasWholePixels, isBright } from '/contrast.js';
import { send } from '/live.js';
import { keepsNothing, lasting } from '/memory.js';
import { inNotation } from '/notation.js';
import { typedNumber } from '/number-entry.js';
import { answerWay, isByTouch } from '/pad.js';
import { limits } from '/sizes.js';
import { chosenNumber, forgetPerson, hasChanged, personChoices, personWords, prepareWho, renderWho } from '/who.js';
import { age, distanceName, number, text, translated } from '/texts.js';

const at = (id) => document.getElementById(id);
const form = document.forms.choices;

/** The measure of a screen older than this is asked about again, milliseconds. */
const longKept = 365 * 86_400_000;

let page = null;
let current = null;
/** Whether the person continues without a measurement. */
let isWaived = false;
let hasOwnDistance = false;
let saysDistance = false;
let isOffered = false;
let hasBegunBefore = false;
/** Whether the person has the answers of the one before, but for what they wear. */
let isAsBefore = false;
/** Whether the walk of a first start has led here: it ends at today's list, before a test. */
let isCheck = false;
/** The count of the last spoken answer that was acted on. */
let lastSaid = 0;
let isListening = false;

/** Whether contrast is measured: by every test of this lane, or by this one. */
function measuresContrast() {
  const state = page.state();
  return state.measuresContrast === true || (state.offersContrast === true && at('by-contrast').checked);
}

/** Whether letters are shown alone between bars, which need room; faint letters have none. */
export function hasBars() { return page.state().areAlone && !measuresContrast(); }

/** The steps that this test asks for, in order. */
function steps() {
  const { chooses, isDistanceFixed, hearsDistance } = page.state();
  return [
    ...(chooses ? ['who', 'eyes', 'correction'] : []), 'screen',
    ...(measuresContrast() ? ['greys'] : []),
    ...(chooses && !isDistanceFixed ? ['distance'] : []),
    ...(chooses && hearsDistance && !isByTouch() ? ['sound'] : []), 'start',
  ];
}

/** Whether a step is passed by when going on: its answer is known. */
function isKnown(step) {
  if (step === 'greys') return keptGrey() !== null;
  if (step !== 'screen') return false;
  const { isMeasured, measuredAt } = calibration();
  return isMeasured && !(Date.now() - measuredAt > longKept) || isWaived;
}

/** The distance that was chosen; null if none is valid. */
export function distance() {
  const state = page.state();
  if (!state.chooses || state.isDistanceFixed) return state.distance;
  const centimetres = typedNumber(at('distance').value, 10, 2000);
  return centimetres === null ? null : centimetres / 100;
}

/** The distance that is known before it is said; null if it will be said. */
export function knownDistance() { return isDistanceSaid() ? null : distance(); }

/** Whether the distance will be said. */
function isDistanceSaid() { return saysDistance && !isByTouch(); }

/** The choices as Aloud receives them. */
export function choices() {
  const state = page.state();
  return {
    eyes: state.chooses ? form.eyes.value.split(',') : null,
    correction: state.chooses ? form.correction.value : null,
    ...personChoices(state),
    answers: answerWay(), saysDistance: isDistanceSaid(),
    ...(measuresContrast() ? {
      measuresContrast: true, grey: keptGrey(), isZoomed: isZoomed() || !hasWholePixels(),
      screen: screenName(),
    } : {}),
    ...startChoice(state),
  };
}

/** How the first size is chosen. Without a voice only all sizes at once can be, by tapping. */
function startChoice({ choosesStart }) {
  if (choosesStart === null || answerWay() === 'phone') return { choosesStart: false };
  const choosesSize = at('choose-size').checked;
  return { choosesStart: isByTouch() ? choosesSize : at('choose-start').checked, choosesSize };
}

/** Asks for the next person's choices; the place and its screen stay the same. */
export function nextPerson() {
  forgetPerson();
  at('by-contrast').checked = false;
  isOffered = false;
  isWaived = false;
  hasBegunBefore = true;
  isAsBefore = false;
  current = null;
}

function range(metres) {
  return limits(
    page.area(), calibration().perMillimetre, metres,
    { hasBars: hasBars(), isFollowed: page.followsDistance() });
}

/** The shorter side of a screen that is a phone's, CSS pixels: phones have up to 430, and the smallest
 *  screens of lanes 480. */
const phone = 480;

/** The distance that is filled in before one is chosen: that of the last test in this browser; 40 cm on
 *  a phone; else none, in metres. */
function usualDistance() {
  const kept = Number.parseFloat(lasting.getItem('usual distance'));
  if (kept >= 0.1 && kept <= 20) return kept;
  return Math.min(screen.width, screen.height) < phone ? 0.4 : null;
}

/** Keeps the distance of a test that begins, for the next one. */
export function keepDistance(metres) { lasting.setItem('usual distance', String(metres)); }

/** The answer of the form that has these eyes, in any order; undefined without one. */
function answerOf(eyes) {
  const named = (list) => [...new Set(list)].sort().join();
  return [...form.querySelectorAll('[name=eyes]')].map(({ value }) => value)
    .find((value) => named(value.split(',')) === named(eyes ?? []));
}

/** Preselects the answers of a choice of the records. */
function useChoice({ correction, eyes, distance: metres }) {
  if (correction) form.correction.value = correction;
  if (answerOf(eyes)) form.eyes.value = answerOf(eyes);
  if (metres && !page.state().isDistanceFixed) useDistance(metres);
}

/** Whether a test begins with the answers of last time. */
function isAsLastTime(state) { return chosenNumber() !== null && Boolean(answerOf(state.choice?.eyes)); }

/** Whether the records name what the person wears. */
function isCorrectionNamed(state) { return chosenNumber() !== null && Boolean(state.choice?.correction); }

/** The step of a test with known eyes after the screen: what the person wears is asked unless the records
 *  name it. */
function stepAfterScreen(state) { return isCorrectionNamed(state) ? 'start' : 'correction'; }

function setDistance(metres) {
  const centimetres = Math.round(metres * 1000) / 10;
  at('distance').value = number(centimetres, Number.isInteger(centimetres) ? 0 : 1);
}

/** Takes a distance that was measured, in metres. */
export function useDistance(metres) {
  hasOwnDistance = true;
  saysDistance = false;
  setDistance(metres);
}

/** Goes to a step, and puts the focus where its answer is. */
export function goTo(step, { isFocused = true } = {}) {
  current = step;
  if (step === 'who') isAsBefore = false;
  hear();
  renderSetup();
  scrollTo(0, 0);
  if (!isFocused) return;
  const begin = at('begin');
  if (step === 'start' && calibration().isMeasured && !begin.disabled) {
    begin.focus({ preventScroll: true, focusVisible: true });
  } else if (step === 'who') {
    at(chosenNumber() === null ? 'person' : 'who-name').focus({ preventScroll: true });
  } else {
    document.querySelector(`.step[data-step="${step}"] h1`).focus({ preventScroll: true, focusVisible: false });
  }
}

/** Continues; past a step whose answer is known. */
export function goOn() {
  const [all, state] = [steps(), page.state()];
  const isAsked = isAsLastTime(state) && !isCorrectionNamed(state);
  const next = current === 'screen' && isAsLastTime(state) ? stepAfterScreen(state)
    : current === 'correction' && (isAsBefore || isAsked) ? 'start'
    : all.slice(all.indexOf(current) + 1).find((step) => !isKnown(step));
  if (!next || (current === 'distance' && distance() === null)) return;
  if (isCheck && next === 'start') endCheck(); else goTo(next);
}

/** Begins the check of the screen and the place, which the walk of a first start asks for. */
export function beginCheck() {
  isCheck = true;
  goTo('screen');
  if (!calibration().isMeasured) at('calibrate').click();
}

function endCheck() {
  isCheck = false;
  if (knownDistance() !== null) keepDistance(knownDistance());
  location.assign('/today');
}

function goBack() {
  const all = steps();
  const here = all.indexOf(current);
  if (here > 0) goTo(all[here - 1]);
}

// Voice.

/** Tells Aloud whether to listen: in the sound check, or where answers by voice are wanted. */
export function hear() {
  const wanted = !page.isElsewhere() && page.state().phase === 'waiting' && page.state().hearsDistance
    && (current === 'sound' || lasting.getItem('voice') === 'on');
  if (wanted === isListening) return;
  isListening = wanted;
  send(`/listen?session=${page.session()}`, { isOn: wanted }).catch(() => { isListening = false; });
}

const spokenChoices = {
  eyes: { right: 'right', left: 'left', both: 'both', rightLeft: 'right,left' },
  correction: { nothing: 'none', glasses: 'glasses', contacts: 'contacts', pinhole: 'pinhole' },
};

/** The questions that can be answered by voice; a text names the phrases of each. */
const spokenSteps = ['who', 'eyes', 'correction', 'screen', 'distance', 'start'];

/** Takes a spoken answer. */
function take({ word, value }) {
  const group = spokenChoices[current];
  if (group?.[word]) {
    form[current].value = group[word];
    return goOn();
  }
  if (word === 'number') return choose(value);
  if (word === 'distance' && current === 'distance') {
    hasOwnDistance = true;
    saysDistance = false;
    setDistance(value);
    renderSetup();
    return distance() === null ? undefined : goOn();
  }
  if (word === 'back') return goBack();
  if (word === 'measure') return at('calibrate').click();
  if (word === 'begin' && current === 'start' && calibration().isMeasured) return at('begin').click();
  if (['next', 'yes', 'ready'].includes(word)) {
    if (current === 'screen' && !calibration().isMeasured) return undefined;
    if (current === 'start') return word === 'ready' && calibration().isMeasured ? at('begin').click() : undefined;
    goOn();
  }
  return undefined;
}

/** Chooses the answer of a number, as its key shows. */
function choose(count) {
  const tiles = document.querySelectorAll(`.step[data-step="${current}"] .tile`);
  const tile = [...tiles].filter((one) => !one.hidden)[count - 1];
  if (!tile) return;
  tile.click();
  tile.querySelector('input')?.focus({ focusVisible: true });
}

function renderSound({ setup }) {
  const sound = setup ?? {};
  const verdict = sound.trouble ? 'none' : sound.verdict ?? 'wait';
  at('sound-verdict').textContent = text(`sound.${verdict}`);
  at('sound-verdict').className = { good: 'good', wait: '' }[verdict] ?? 'bad';
  const meter = at('sound-meter');
  // From -70 to 0 dBFS.
  meter.style.setProperty('--level', String(Math.max(0, Math.min(1, ((sound.level ?? -70) + 70) / 70))));
  meter.className = `meter-bar ${{ quiet: 'low', loud: 'high', clipping: 'high' }[verdict] ?? ''}`;
  at('sound-heard').textContent = sound.said ? text('sound.heard', { word: sound.said.phrase }) : '';
}

// The parts of the form that are shown.

function renderOffers(state) {
  at('say-distance').hidden = !state.hearsDistance;
  at('start-choice').hidden = !state.chooses || state.choosesStart === null || isByTouch();
  at('sizes-choice').hidden = !state.chooses || state.choosesStart === null || answerWay() === 'phone'
    || (!isByTouch() && !at('choose-start').checked);
  at('sizes-choice-words').textContent = text(isByTouch() ? 'start.tapSize' : 'start.allSizes');
  if (!isOffered) at('choose-start').checked = state.choosesStart === true;
  isOffered = true;
  at('say-letters').hidden = state.asksDirections || state.areAlone;
  at('say-one').hidden = state.asksDirections || !state.areAlone;
  at('say-directions').hidden = !state.asksDirections;
  at('directions-what').textContent = text(state.areRings ? 'say.ringHow' : 'say.eHow');
  at('directions-alone').hidden = !state.areAlone;
  at('say-diagonals').hidden = !state.asksDiagonals;
  at('say-no').hidden = state.asksDirections;
  renderLead(state);
  renderPhone(state);
}

/** Shows whether a phone can have the keys, and whether it has them. */
function renderPhone({ pad }) {
  at('phone-link').hidden = !pad.isOffered;
  at('phone-open').hidden = pad.isOpen;
  at('phone-state').textContent = pad.isOpen ? text('phoneLink.connected') : '';
  if (pad.isOpen && at('phone-code').open) at('phone-code').close();
}

/** Says what is seen and how it is answered. */
function renderLead({ asksDirections, areRings }) {
  const kind = !asksDirections ? 'letters' : areRings ? 'ring' : 'e';
  const isTouch = isByTouch();
  at('say-words').hidden = isTouch;
  at('start-title').textContent = text(isTouch ? 'start.titleTouch' : 'start.title');
  at('faint-words').hidden = !measuresContrast();
  at('bright-words').hidden = !measuresContrast() || !isBright();
  at('contrast-choice').hidden = !page.state().offersContrast;
  at('lead-words').textContent = isTouch
    ? { letters: text('start.touchLetters'), ring: text('start.touchRing'), e: text('start.touchE') }[kind]
    : { letters: text('start.letters'), ring: text('start.ring'), e: text('start.e') }[kind];
  at('hands-words').textContent = {
    voice: text('start.handsfree'), touch: text('start.touchHow'), phone: text('start.phoneHow'),
  }[answerWay()];
}

function renderScreen() {
  const { isMeasured, measuredAt, perMillimetre } = calibration();
  at('screen-title').textContent = text(isMeasured ? 'screen.titleDone' : 'screen.title');
  at('size-words').textContent = text(isMeasured ? 'screen.done' : 'screen.not');
  at('size-age').textContent = isMeasured
    ? text('screen.age', { age: age(measuredAt), width: screenWidth(perMillimetre) })
    : lasting.getItem('measured') ? text('screen.changed') : '';
  at('size-lost').hidden = !keepsNothing;
  at('calibrate').textContent = text(isMeasured ? 'screen.again' : 'screen.measure');
  at('calibrate').classList.toggle('main', !isMeasured);
  at('waive').hidden = isMeasured;
}

/** Says whether the greys of the screen are known. */
function renderGreys() {
  const grey = keptGrey();
  at('greys-words').textContent = grey === null ? text('greys.not')
    : text('greys.known', { gamma: number(grey.gamma, 2), age: age(grey.time * 1000) });
  at('measure-greys').textContent = text(grey === null ? 'greys.measure' : 'screen.again');
  at('measure-greys').classList.toggle('main', grey === null);
}

/** The largest letters that a screen has to have room for, and the smallest that it has to draw, logMAR:
 *  20/200 and 20/20. */
const wanted = { largest: 1, smallest: 0 };

/** Warns of a screen that is too small or too coarse for the distance; returns whether it can show
 *  any line. */
function renderLimits(state) {
  const metres = distance();
  at('limits').hidden = !['distance', 'start'].includes(current);
  if (metres === null) {
    at('limits').textContent = text(at('distance').value.trim() === '' ? 'distance.choose' : 'distance.wrong');
    return false;
  }
  const { largest, smallest } = range(metres);
  const shown = state.lines.filter(
    ({ size }) => size <= largest + 1e-9 && size >= smallest - 1e-9);
  const words = { distance: distanceName(metres), largest: inNotation(shown[0]?.name ?? ''),
    smallest: inNotation(shown.at(-1)?.name ?? '') };
  const coarse = metres < 1 ? 'distance.coarseNear' : 'distance.coarse';
  const warning = measuresContrast() ? null : shown.length === 0 ? 'distance.none'
    : smallest > wanted.smallest ? coarse : largest < wanted.largest ? 'distance.small' : null;
  at('limits').textContent = warning ? text(warning, words) : '';
  return shown.length > 0;
}

function chip(step, words) {
  const made = document.createElement('button');
  made.type = 'button';
  made.className = 'chip';
  made.textContent = words;
  made.title = text('start.change');
  made.addEventListener('click', () => goTo(step));
  return made;
}

/** The answers so far; each leads back to its question. */
function renderSummary(state) {
  const { isMeasured, measuredAt } = calibration();
  const label = (name) => form.querySelector(`[name=${name}]:checked`)?.closest('.tile')
    .querySelector('[data-text]').textContent ?? '';
  const chips = [];
  if (state.chooses) {
    const person = personWords();
    if (person) chips.push(chip('who', person));
    chips.push(chip('eyes', label('eyes')), chip('correction',
      form.correction.value === 'none' ? text('correction.without') : label('correction')));
    if (!state.isDistanceFixed) {
      chips.push(chip('distance', isDistanceSaid() ? text('start.sayDistance')
        : distanceName(distance() ?? state.distance)));
    }
  }
  chips.push(chip('screen', isMeasured
    ? text('start.screenDone', { age: age(measuredAt) }) : text('start.screenNot')));
  if (measuresContrast()) {
    const grey = keptGrey();
    chips.push(chip('greys', grey ? text('greys.done', { age: age(grey.time * 1000) }) : text('greys.notDone')));
  }
  at('summary').replaceChildren(...chips);
}

function renderProgress() {
  const all = steps();
  const here = all.indexOf(current);
  at('progress').hidden = all.length < 3;
  at('progress-words').textContent = text('progress', { step: here + 1, steps: all.length });
  at('progress-bar').replaceChildren(...all.map((_, index) => {
    const item = document.createElement('li');
    item.className = index < here ? 'done' : index === here ? 'here' : '';
    return item;
  }));
}

/** Draws the set-up. */
export function renderSetup() {
  const state = page.state();
  if (!hasOwnDistance) {
    const metres = state.isDistanceAsked ? usualDistance() : state.distance;
    if (metres === null) at('distance').value = ''; else setDistance(metres);
  }
  // A distance that is fixed has no step of its own, but the camera can check it.
  const place = at(state.isDistanceFixed ? 'device-tools' : 'distances');
  if (at('live-open').parentElement !== place) place.append(at('live-open'));
  // Farther away the camera may not find a face.
  at('live-open').hidden = state.isDistanceFixed && state.distance > 4;
  renderOffers(state);
  renderWho(state, useChoice);
  renderScreen();
  renderGreys();
  // Aloud has closed the microphone, for a test that could not begin.
  if (isListening && !state.setup) isListening = false;
  if (!current) {
    const unknown = steps().filter((step) => !isKnown(step));
    // As last time: one screen with all answers, after the screen was measured.
    current = isAsLastTime(state) ? unknown.find((step) => step === 'screen') ?? stepAfterScreen(state) : unknown[0];
  }
  hear();
  const { isMeasured } = calibration();
  at('setup').dataset.step = current;
  for (const section of document.querySelectorAll('.step')) section.hidden = section.dataset.step !== current;
  const metres = distance();
  const isFixed = !state.chooses || state.isDistanceFixed;
  at('place-words').hidden = !isFixed;
  at('place-words').textContent = isFixed
    ? `${text('distance.sit', { distance: distanceName(metres ?? state.distance) })} ${
      state.chooses ? '' : translated(state.cover)}` : '';
  let key = 0;
  for (const button of at('presets').children) {
    key += 1;
    const presses = button.dataset.metres === undefined ? saysDistance
      : !saysDistance && Number(button.dataset.metres) === metres;
    button.setAttribute('aria-pressed', String(presses));
    const words = button.dataset.metres === undefined
      ? text('distance.say') : distanceName(Number(button.dataset.metres));
    const sign = document.createElement('span');
    sign.className = 'key';
    sign.ariaHidden = 'true';
    sign.textContent = String(key);
    button.replaceChildren(words, sign);
  }
  const canShow = renderLimits(state);
  renderSummary(state);
  renderSound(state);
  renderProgress();
  const isStart = current === 'start';
  at('back').hidden = steps().indexOf(current) === 0;
  at('same').hidden = !hasBegunBefore || current !== 'who';
  const lacksGreys = measuresContrast() && keptGrey() === null;
  at('next').hidden = isStart || (current === 'screen' && !isMeasured) || (current === 'greys' && lacksGreys);
  at('next').disabled = current === 'distance' && metres === null;
  at('begin').hidden = !isStart;
  // A missing microphone blocks a test, but not one that is answered by touch.
  at('begin').disabled = !canShow || lacksGreys || (state.isBlocked && !isByTouch());
  at('begin').textContent = text(isMeasured ? 'start.begin' : 'start.uncalibrated');
  at('begin').className = isMeasured ? 'main big' : 'plain';
  at('measure-first').hidden = !isStart || isMeasured;
  at('mute-words').hidden = !state.isMute;
  at('voice').hidden = !state.hearsDistance;
  const hears = lasting.getItem('voice') === 'on';
  at('voice').setAttribute('aria-pressed', String(hears));
  at('voice-words').textContent = text(hears ? 'voice.on' : 'voice.off');
  at('voice-say').hidden = !hears || !state.hearsDistance || !spokenSteps.includes(current);
  at('voice-say').textContent = spokenSteps.includes(current)
    ? text('voice.say', { words: text(`voice.${current}`) }) : '';
}

/** Takes a new level of the microphone, and the answer that was heard with it. */
export function hearSetup(state) {
  renderSound(state);
  // Another person may be meant now: the page asks again.
  if (hasChanged(state)) {
    current = null;
    renderSetup();
    goTo(current);
  }
  const said = state.setup?.said;
  if (!said || said.count === lastSaid) return;
  lastSaid = said.count;
  take(said);
}

/** The sentence in the notice of trouble, as Aloud sent it. */
let trouble = null;

/** Shows at the top of the page why the test could not begin. */
export function tellTrouble(words) {
  at('setup-trouble').hidden = !words;
  trouble = words;
  translateTrouble();
  if (!words) return;
  scrollTo(0, 0);
  at('setup-trouble').focus({ preventScroll: true });
}

/** Writes the trouble in the language of the page, which may have changed. */
export function translateTrouble() { at('setup-error').textContent = translated(trouble); }

/** The digit of a key from 1 to 9; of the digits' row also where it gives other signs without Shift, as
 *  "&" on a French keyboard. */
function digitOf({ key, code, shiftKey }) {
  return (/^[1-9]$/.exec(key) ?? (shiftKey ? null : /(?<=^Digit)[1-9]$/.exec(code)))?.[0];
}

function keyed(event) {
  if (at('setup').hidden || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return;
  const isTyping = event.target.matches?.('input[type="text"], select');
  if (event.key === 'Enter' && !event.target.closest?.('a, button, select')) {
    event.preventDefault();
    if (!at('next').hidden && !at('next').disabled) goOn();
  } else if (!isTyping && digitOf(event)) {
    choose(Number(digitOf(event)));
  } else if (!isTyping && event.key === 'Backspace') {
    goBack();
  }
}

/** Connects the controls of the form.
 *
 *  @param context `state()` and `session()` as they are now, `area()` for letters, `onOwnDistance()`
 *  when a distance is chosen, `isElsewhere()` while another sheet is open. */
export function prepareSetup(context) {
  page = context;
  form.addEventListener('submit', (event) => event.preventDefault());
  prepareWho({
    session: () => page.session(), findsPeople: () => page.state().findsPeople === true,
    render: () => { renderSetup(); page.onPerson(); },
  });
  addEventListener('keydown', keyed);
  at('next').addEventListener('click', goOn);
  at('back').addEventListener('click', goBack);
  // The next person may wear something else.
  at('same').addEventListener('click', () => {
    isAsBefore = true;
    goTo(stepAfterScreen(page.state()));
  });
  at('sound-touch').addEventListener('click', () => {
    at('by-touch').click();
    goTo('start');
  });
  at('by-contrast').addEventListener('change', () => {
    if (measuresContrast() && keptGrey() === null) goTo('greys'); else renderSetup();
  });
  at('waive').addEventListener('click', () => { isWaived = true; goOn(); });
  at('measure-first').addEventListener('click', () => at('calibrate').click());
  at('voice').addEventListener('click', () => {
    lasting.setItem('voice', lasting.getItem('voice') === 'on' ? 'off' : 'on');
    renderSetup();
  });
  at('distance').addEventListener('input', () => {
    page.onOwnDistance();
    hasOwnDistance = true;
    saysDistance = false;
    renderSetup();
  });
  for (const button of at('presets').children) {
    button.addEventListener('click', () => {
      saysDistance = button.dataset.metres === undefined;
      if (!saysDistance) {
        page.onOwnDistance();
        hasOwnDistance = true;
        setDistance(Number(button.dataset.metres));
      }
      renderSetup();
    });
  }
}
