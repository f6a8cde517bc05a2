// Pixels per millimetre of the screen: measured once, kept by Aloud and by the browser for each screen,
// and asked for again on another screen.

import { send } from '/live.js';
import { lasting } from '/memory.js';
import { typedNumber } from '/number-entry.js';
import { number, text } from '/texts.js';

/** The width and the height of a bank card in millimetres (ID-1 of ISO/IEC 7810). */
const card = { width: 85.6, height: 53.98 };

/** Pixels per millimetre of an unmeasured screen: CSS assumes 96 per inch. */
const assumed = 96 / 25.4;

/** The accepted range of pixels per millimetre, from a video wall upwards; the same as in
 *  BeginRequest. */
const possible = { least: 0.1, most: 1000 };

/** The density, relative to the assumed one, that is accepted without a question: phones have less
 *  than twice the assumed density, and televisions rarely less than half of it. */
const likely = { least: 0.5, most: 3 };

function isPossible(perMillimetre) {
  return perMillimetre >= possible.least && perMillimetre <= possible.most;
}

/** The zoom steps of browsers. */
const zooms = [
  0.25, 0.3, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1.1, 1.25, 1.33, 1.5, 1.7, 1.75, 2, 2.4, 2.5, 3, 4, 5];

/** The browser's zoom, as far as a page can know it.
 *
 *  Zoom reduces the CSS pixels of a window. So does a side bar; the ratio therefore counts as zoom
 *  only if the remaining device pixel ratio is a scale that systems offer. (Firefox measures window
 *  and screen in CSS pixels, so this is always 1 there, and the size of the screen in device pixels
 *  is the same at any zoom.) */
function zoom() {
  const wider = outerWidth / innerWidth;
  const found = zooms.find((step) => Math.abs(wider / step - 1) < 0.02) ?? 1;
  const quarters = devicePixelRatio / found * 4;
  const isScale = quarters > 3.9 && Math.abs(quarters - Math.round(quarters)) < 0.05;
  return isScale ? found : 1;
}

/** Whether the browser shows the page larger or smaller, as far as a page can know it. */
export function isZoomed() { return zoom() !== 1; }

/** The name under which a screen is kept: its size in device pixels at any zoom, rounded to tens,
 *  because pages receive rounded values. */
export function screenName() {
  const scale = devicePixelRatio / zoom();
  const tens = (length) => Math.round(length * scale / 10) * 10;
  return `screen ${tens(screen.width)}x${tens(screen.height)}`;
}

/** Device pixels per millimetre of an unmeasured screen. */
function assumedHere() { return assumed * devicePixelRatio / zoom(); }

/** Device pixels per millimetre, whether they were measured, and when: milliseconds since 1970, NaN
 *  if unknown. */
export function calibration() {
  const kept = Number.parseFloat(lasting.getItem(screenName()));
  const measuredAt = Number.parseFloat(lasting.getItem(`${screenName()} at`));
  if (isPossible(kept)) return { perMillimetre: kept, isMeasured: true, measuredAt };
  return { perMillimetre: assumedHere(), isMeasured: false, measuredAt: NaN };
}

function keep(perMillimetre, measuredAt) {
  lasting.setItem(screenName(), String(perMillimetre));
  lasting.setItem(`${screenName()} at`, String(measuredAt));
  lasting.setItem('measured', 'yes');
}

/** Names of the screens that Aloud was asked about. */
const askedFor = new Set();

/** How long the greys of a screen are known, milliseconds; the same as in ScreenGrey. */
const greysLast = 90 * 86_400_000;

/** The largest step of greys that letters are shown with, levels; the same as in ScreenGrey. */
const largestStep = 2;

/** The kept grey of this screen; null if there is none, or if it is too old. */
export function keptGrey() {
  try {
    const grey = JSON.parse(lasting.getItem(`${screenName()} grey`));
    return grey && grey.step <= largestStep && Date.now() - grey.time * 1000 < greysLast ? grey : null;
  } catch {
    return null;
  }
}

/** Keeps the grey of this screen, unless a newer one is known. */
export function keepGrey(grey) {
  if (!grey || keptGrey()?.time >= grey.time) return;
  lasting.setItem(`${screenName()} grey`, JSON.stringify(grey));
}

/** Asks Aloud for the measure that it keeps of this screen, which a browser forgets at another port.
 *  Returns whether there is news. */
export async function recallScreen(session) {
  const name = screenName();
  if (askedFor.has(name)) return false;
  askedFor.add(name);
  const known = await send(`/screen?session=${session}`, { screen: name }).catch(() => null);
  const before = keptGrey()?.time;
  if (name === screenName()) keepGrey(known?.grey);
  const hasGrey = keptGrey()?.time !== before;
  if (!isPossible(known?.perMillimetre) || name !== screenName()) return hasGrey;
  if (calibration().measuredAt >= known.measuredAt) return hasGrey;
  keep(known.perMillimetre, known.measuredAt);
  return true;
}

/** The pinch zoom, which enlarges a shape on the screen. */
function magnification() { return visualViewport?.scale ?? 1; }

const at = (id) => document.getElementById(id);
const namespace = 'http://www.w3.org/2000/svg';
let way = 'card';
/** Whether the person has adjusted the card's shape, now or at an earlier measurement. */
let isShapeOwn = false;
/** The unlikely measurement that was questioned; null after a change. */
let doubted = null;
/** Whether the card is held upright, because the screen is narrower than the card. */
let isUpright = false;
/** The way the person turned the card; null if they did not. */
let turned = null;

/** CSS pixels per millimetre of the densest phones without zoom: 6.4 to 6.6 (390 pixels in 64 mm, 375
 *  in 58 mm). The assumed density of CSS is far from theirs. */
const densePhone = 6.6;

/** Whether the card has to be held upright: the window is narrow, and a lying card may not fit. */
function needsUpright(room) {
  return innerHeight > innerWidth && room < card.width * densePhone / zoom();
}

/** The horizontal side of the card, in millimetres. */
function across() { return isUpright ? card.height : card.width; }

function draw(svg, width, height, radius) {
  svg.setAttribute('width', width);
  svg.setAttribute('height', height);
  const shape = document.createElementNS(namespace, 'rect');
  for (const [name, value] of Object.entries({
    width, height, rx: radius, fill: radius ? '#0b5a5c' : '#111',
  })) shape.setAttribute(name, value);
  svg.replaceChildren(shape, ...(radius ? cardMarks(width, height) : []));
}

function cardMarks(width, height) {
  const [along, down] = isUpright ? [height, width] : [width, height];
  const mark = (x, y, w, h) => {
    const made = document.createElementNS(namespace, 'rect');
    const place = isUpright ? { x: down - y - h, y: x, width: h, height: w } : { x, y, width: w, height: h };
    for (const [name, value] of Object.entries({ ...place, rx: Math.min(w, h) * 0.25, fill: '#7fb5ae' })) {
      made.setAttribute(name, value);
    }
    return made;
  };
  return [
    mark(along * 0.1, down * 0.36, along * 0.14, down * 0.18), mark(along * 0.1, down * 0.68, along * 0.5, down * 0.06),
    mark(along * 0.1, down * 0.8, along * 0.3, down * 0.06),
  ];
}

/** Draws the card with the slider's width in CSS pixels. */
function drawCard() {
  const width = Number.parseFloat(at('card-size').value);
  const scale = width / across();
  draw(at('card'), width, (isUpright ? card.width : card.height) * scale, 3.18 * scale);
}

/** Draws the bar for the ruler, as long as the form allows; returns its length in CSS pixels. */
function drawBar() {
  const width = Math.floor(at('calibration').clientWidth * 0.85);
  draw(at('bar'), width, 24, 0);
  return width;
}

function renew() {
  doubted = null;
  at('measure-error').textContent = '';
  at('calibrated').textContent = text(way === 'card' ? 'measure.fits' : 'measure.use');
  at('calibrated').disabled = way === 'card' && !isShapeOwn;
}

function choose(next) {
  way = next;
  at('by-card').setAttribute('aria-pressed', String(way === 'card'));
  at('by-ruler').setAttribute('aria-pressed', String(way === 'ruler'));
  at('card-way').hidden = way !== 'card';
  at('ruler-way').hidden = way !== 'ruler';
  renew();
  if (way === 'card') drawCard(); else drawBar();
}

/** Opens the form. */
export function openCalibration() {
  const now = calibration();
  const slider = at('card-size');
  at('card-way').hidden = false;
  const room = at('card-way').clientWidth;
  isUpright = turned ?? needsUpright(room);
  slider.max = String(room);
  const width = across() * now.perMillimetre / devicePixelRatio / magnification();
  slider.value = String(width);
  // A measurement by ruler may lie beyond the ends of the slider.
  isShapeOwn = now.isMeasured && Math.abs(Number.parseFloat(slider.value) - width) < 1;
  at('card-words').textContent = text(isUpright ? 'measure.cardUpright' : 'measure.cardHow');
  for (const [id, key] of Object.entries({
    ways: 'measure.group', card: 'measure.cardShape', bar: 'measure.bar', 'card-less': 'measure.less',
    'card-more': 'measure.more',
  })) at(id).setAttribute('aria-label', text(key));
  choose('card');
  slider.focus({ preventScroll: true });
}

/** The measured device pixels per millimetre; null without a valid length. */
function measure() {
  const pixels = devicePixelRatio * magnification();
  if (way === 'card') return Number.parseFloat(at('card-size').value) * pixels / across();
  const length = typedNumber(at('bar-length').value, 20, 3000);
  return length === null ? null : drawBar() * pixels / length;
}

/** The width of this screen for a measurement, in words. */
export function screenWidth(perMillimetre) {
  const wide = screen.width * devicePixelRatio / zoom() / perMillimetre;
  return wide < 1000 ? `${number(wide)} mm` : `${number(wide / 1000, 1)} m`;
}

/** Accepts the measurement. Returns false if it is impossible, or unlikely; an unlikely one is
 *  accepted when it is confirmed. */
function take() {
  const perMillimetre = measure();
  const denser = perMillimetre / assumedHere();
  const refuse = (words) => {
    at('measure-error').textContent = words;
    return false;
  };
  if (perMillimetre === null) return refuse(text('measure.range'));
  const width = screenWidth(perMillimetre);
  if (!isPossible(perMillimetre)) return refuse(text('measure.impossible', { width }));
  if ((denser < likely.least || denser > likely.most) && doubted !== perMillimetre) {
    doubted = perMillimetre;
    at('calibrated').textContent = text('measure.correct');
    return refuse(text('measure.unlikely', { width }));
  }
  keep(perMillimetre, Date.now());
  send(`/screen?session=${session()}`, { screen: screenName(), perMillimetre }).catch(() => {});
  return true;
}

/** The token of the page's session. */
let session = () => '';

/** Connects the controls of the form; `done` is called when it closes, with whether the screen was
 *  measured. */
export function prepareCalibration(token, done) {
  session = token;
  const change = () => {
    isShapeOwn = true;
    drawCard();
    renew();
  };
  const step = (by) => {
    at('card-size').value = String(Number.parseFloat(at('card-size').value) + by);
    change();
  };
  at('by-card').addEventListener('click', () => choose('card'));
  at('by-ruler').addEventListener('click', () => choose('ruler'));
  at('card-turn').addEventListener('click', () => {
    turned = !isUpright;
    openCalibration();
  });
  at('card-size').addEventListener('input', change);
  at('bar-length').addEventListener('input', renew);
  at('card-less').addEventListener('click', () => step(-0.5));
  at('card-more').addEventListener('click', () => step(0.5));
  at('calibrated').addEventListener('click', () => { if (take()) done(true); });
  at('calibration-cancel').addEventListener('click', () => done(false));
}
