// The test itself: letters, the prompt well below them, and a quiet sign of what Aloud does.

import { calibration, isZoomed, screenName } from '/calibration.js';
import { drawChart, hideChart } from '/chart.js';
import { hasWholePixels } from '/contrast.js';
import { arrow } from '/directions.js';
import { padHeight, renderPad } from '/pad.js';
import { number, text, translated } from '/texts.js';
import { fitToRead, largestWords, leastWords } from '/words.js';

const at = (id) => document.getElementById(id);

/** The height of the strip below the letters, in CSS pixels: the prompt, the pad if there is one and,
 *  in portrait, the button below it. */
function stripHeight() {
  return Math.max(innerHeight * 0.16, 110) + (innerHeight > innerWidth ? 80 : 0) + padHeight();
}

/** The area for letters, in device pixels: everything above that strip. */
export function area() {
  return {
    width: Math.floor(innerWidth * devicePixelRatio),
    height: Math.floor((innerHeight - stripHeight()) * devicePixelRatio),
  };
}

/** The screen on which the test was begun. */
let testScreen = null;

/** Forgets the screen of the last test. */
export function endReading() { testScreen = null; }

/** The largest prompt with letters, as a fraction of the height of the window: letters alone
 *  command the page. A request to read again has to be seen. Without letters, a fraction of the
 *  shorter side. */
const promptShare = { read: 0.045, again: 0.06, alone: 0.12 };
/** The least size of a prompt, CSS pixels. */
const leastPrompt = 24;

/** The time after which a prompt counts as read, milliseconds, and its words. */
const readingTime = 5_000;
let read = { words: null, timer: null };

/** Shows a prompt, which leaves once it was read or answered. */
function showPrompt(words, { leaves, isAnswered }) {
  const prompt = at('prompt');
  prompt.textContent = words;
  if (!leaves) {
    clearTimeout(read.timer);
    read = { words: null, timer: null };
    prompt.classList.remove('left');
  } else if (read.words !== words) {
    clearTimeout(read.timer);
    prompt.classList.remove('left');
    read = { words, timer: setTimeout(() => prompt.classList.add('left'), readingTime) };
  }
  if (leaves && isAnswered) prompt.classList.add('left');
}

/** The answers: one place for each letter, whether it is right or not. */
function places({ places: all, line }) {
  return all.map((place) => {
    const made = document.createElement('span');
    const isHeard = !['waiting', 'asked', 'missed'].includes(place);
    made.className = isHeard ? 'heard' : place;
    made.textContent = isHeard ? (line.asksDirections ? arrow(place) : place)
      : { waiting: '·', asked: '?', missed: '–' }[place];
    return made;
  });
}

/** The prompt if only some letters of a line are shown. */
function promptWords(shown, { prompt }) {
  if (!shown.isPart) return translated(prompt.words);
  const isOne = shown.count === 1;
  if (prompt.kind === 'again') return text(isOne ? 'test.againOne' : 'test.againSome');
  return prompt.kind === 'read' ? text(isOne ? 'test.partOne' : 'test.part') : translated(prompt.words);
}

/** The font size of the small words at the edges, in CSS pixels. */
function smallWords() {
  return 0.9 * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

/** The prompt in as few words as possible; the whole prompt for those that have no shorter form. */
function shortWords(kind, words, asksDirections) {
  switch (kind) {
    case 'read': case 'warmUp': return text(asksDirections ? 'short.way' : 'short.read');
    case 'again': return text('short.again');
    case 'paused': case 'trouble': return text('short.paused');
    default: return words;
  }
}

/** The ground of faint letters, which never changes during a test. */
function showGround(inks) {
  const { style, classList } = at('test');
  classList.toggle('faint', Boolean(inks));
  if (inks) style.setProperty('--ground', `rgb(${inks.ground} ${inks.ground} ${inks.ground})`);
}

/** The reason that faint letters cannot be shown truly now; null if they can. */
function faintHindrance({ inks }) {
  if (!inks) return null;
  if ((inks.screen ?? testScreen.name) !== screenName()) return text('test.otherGreys');
  return hasWholePixels() && !isZoomed() ? null : text('test.faintZoom');
}

/** Draws a view of the test. Returns whether its letters are on the screen, or else whether they are too
 *  small for it. */
export function renderReading(state) {
  const { perMillimetre, isMeasured } = calibration();
  // The page may have been reloaded since, even on another device.
  testScreen ??= { isMeasured: state.isMeasured ?? isMeasured, name: screenName() };
  showGround(state.inks);
  at('test').setAttribute('aria-label', text('test.title'));
  at('uncalibrated').hidden = isMeasured;
  at('step').textContent = state.phase === 'choose' ? String(state.step) : '';
  const isMagnified = (visualViewport?.scale ?? 1) > 1.01;
  at('test').classList.toggle('magnified', isMagnified);
  const hindrance = isMagnified ? text('test.zoomed')
    : testScreen.isMeasured && !isMeasured ? text('test.otherScreen') : faintHindrance(state);
  const shown = hindrance ? { isShown: false } : drawChart(at('chart'), state, area(), perMillimetre);
  // Without letters the words get the whole screen.
  const hasLetters = shown.isShown && !['paused', 'trouble'].includes(state.prompt.kind);
  if (!hasLetters) hideChart(at('chart'));
  at('test').classList.toggle('words', !hasLetters);
  // A number is not parted from its unit.
  // A person whose distance is followed can move back.
  const isAdvised = shown.isTooSmall && state.device.isFollowed && state.prompt.kind === 'trouble';
  const words = (shown.isShown || isAdvised ? promptWords(shown, state) : hindrance ?? text('test.tooSmall'))
    .replaceAll(/(\d) (m|cm)\b/g, '$1\u00a0$2');
  const isAnswered = state.places.some((place) => place !== 'waiting') || state.said > 0;
  const isRead = hasLetters && ['read', 'finished'].includes(state.prompt.kind);
  showPrompt(words, { leaves: isRead, isAnswered });
  at('heard').replaceChildren(...(state.phase === 'choose' || !hasLetters ? [] : places(state)));
  at('count').textContent = state.phase === 'choose' || state.isWarmUp || !hasLetters ? '' : text(
    state.line.paths.length === 1 && !state.line.isFresh ? 'test.letter' : 'test.line', { number: number(state.line.number) });
  renderSign(state.sign);
  renderPad(state.phase === 'test' && hasLetters ? state.line : null, state.places);
  at('asking').style.setProperty('--pad', `${at('pad').hidden ? 0 : padHeight()}px`);
  at('asking').style.height = `${hasLetters ? stripHeight() : innerHeight}px`;
  const most = hasLetters
    ? Math.max(leastPrompt, innerHeight * (isRead ? promptShare.read : promptShare.again))
    : Math.min(innerWidth, innerHeight) * promptShare.alone;
  const least = leastWords(state.read ?? null, perMillimetre);
  at('test').classList.toggle('far', least > smallWords());
  fitToRead(at('asking'), {
    least, most: Math.min(most, largestWords(state.distance, perMillimetre)),
    isSpoken: hasLetters && state.speaks === true,
    shorten() {
      const kind = shown.isShown ? state.prompt.kind : 'trouble';
      at('prompt').textContent = shortWords(kind, words, state.line.asksDirections);
    },
  });
  return { isShown: shown.isShown, isTooSmall: shown.isTooSmall ?? false };
}

/** Shows what Aloud does: it listens, hears somebody, thinks, or speaks. */
export function renderSign(sign) {
  at('sign').className = sign ?? '';
  at('sign').hidden = !sign;
  at('sign-words').textContent = sign ? text(`sign.${sign}`) : '';
}
