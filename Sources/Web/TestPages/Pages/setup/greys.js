// The greys of a screen, measured by eye: which patches are told apart, and which patch is as light as
// rows of two levels. Aloud computes the gamma from the matches.

import { isZoomed, keepGrey, screenName } from '/calibration.js';
import { hasWholePixels, isBright } from '/contrast.js';
import { send } from '/live.js';
import { typedNumber } from '/number-entry.js';
import { number, text } from '/texts.js';

const at = (id) => document.getElementById(id);

/** The grounds to try, the lightest first; the same as in ScreenGrey. */
const grounds = [235, 220, 205];
/** How much lighter than the ground the patch is that shows that a screen is not saturated, levels. */
const lighter = 6;
/** Differences from the ground, levels: the smallest that is seen counts. */
const differences = [1, 2, 4, 8];
/** The largest of them that a test is possible with; the same as in ScreenGrey. */
const largestStep = 2;
/** How often a patch has to be found among four places: by chance once in 16 times. */
const finds = 2;
const rounds = 3;

/** Whether this page can show greys truly now. */
export function canShowGreys() { return hasWholePixels() && !isZoomed(); }

let session = () => '';
let done = () => {};
/** The measurement so far. */
let found = null;
/** The question that is shown. */
let task = null;

/** The size of the field in device pixels: a multiple of two rows. */
function fieldSize() {
  const width = Math.min(innerWidth * 0.9, 640);
  const height = Math.min(innerHeight * 0.36, 320);
  const whole = (length) => 8 * Math.floor(length * devicePixelRatio / 8);
  return { width: whole(width), height: whole(height) };
}

/** Fills the field with one grey level for each pixel. */
function drawField(levelAt) {
  const field = at('grey-field');
  const { width, height } = fieldSize();
  field.width = width;
  field.height = height;
  field.style.width = `${width / devicePixelRatio}px`;
  field.style.height = `${height / devicePixelRatio}px`;
  const pen = field.getContext('2d', { colorSpace: 'srgb', alpha: false });
  const image = pen.createImageData(width, height);
  image.data.fill(255);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const grey = levelAt(x / width, y, y / height);
      image.data.fill(grey, (y * width + x) * 4, (y * width + x) * 4 + 3);
    }
  }
  pen.putImageData(image, 0, 0);
}

/** A field with a patch at one of four places, counted from 0. */
function drawPatch(ground, patch, place) {
  drawField((x, _, y) => {
    const column = Math.floor(x * 4);
    const inside = Math.abs(x * 4 - column - 0.5) < 0.28 && Math.abs(y - 0.5) < 0.3;
    return inside && column === place ? patch : ground;
  });
}

/** Rows of two levels on the left, and the patch to match on the right. */
function drawMatch(one, other, patch) {
  drawField((x, row) => (x < 0.5 ? [one, other][row % 2] : patch));
}

/** Shows where the patch is asked for, or what is to be matched. */
function renderTask() {
  const isMatch = task.kind === 'match';
  at('grey-places').hidden = isMatch;
  at('grey-slide').hidden = !isMatch;
  at('grey-alike').hidden = !isMatch;
  at('grey-words').textContent = isMatch
    ? text('greys.match', { number: number(found.rounds.length + 1), count: number(rounds) }) : text('greys.find');
  if (isMatch) drawMatch(task.one, task.other, Number(at('grey-slider').value));
  else drawPatch(task.ground, task.patch, task.place);
}

/** Asks where a patch is; `then` gets whether it was found each time. */
function ask(ground, patch, then, times = finds) {
  task = { kind: 'find', ground, patch, place: Math.floor(Math.random() * 4), then, times };
  renderTask();
}

function answerPlace(place) {
  const { ground, patch, then, times } = task;
  if (place !== task.place) return then(false);
  if (times > 1) return ask(ground, patch, then, times - 1);
  return then(true);
}

/** Looks for the lightest ground that a lighter patch is seen on. */
function askGround(index = 0) {
  if (index === grounds.length) return end();
  return ask(grounds[index], grounds[index] + lighter, (isSeen) => {
    if (!isSeen) return askGround(index + 1);
    found.grounds.push(grounds[index]);
    return askBlack();
  });
}

/** Looks whether dark greys are told from black. */
function askBlack() {
  ask(0, 8, (isSeen) => {
    found.isBlackSeen = isSeen;
    askStep();
  });
}

/** Looks for the smallest difference that is seen: from the ground, and from a level that differs from
 *  the ground by as much. A screen that leaves levels out shows only one of them. */
function askStep(index = 0) {
  const difference = differences[index];
  if (difference === undefined) {
    found.step = 16;
    return end();
  }
  const ground = found.grounds[0];
  const take = (isSeen) => {
    if (!isSeen) return askStep(index + 1);
    found.step = difference;
    return difference > largestStep ? end() : askMatch('half');
  };
  return ask(ground, ground - difference, (isSeen) => {
    if (!isSeen) return take(false);
    return ask(ground - difference, ground - 2 * difference, take, 1);
  }, 1);
}

/** The rows of a match, and levels between which its patch begins. */
function rowsOf(name) {
  switch (name) {
    case 'half': return { one: 0, other: 255, from: 120, to: 240 };
    case 'quarter': return { one: 0, other: found.round.half, from: 70, to: 190 };
    default: return { one: found.round.half, other: 255, from: 190, to: 250 };
  }
}

function askMatch(name) {
  if (name === 'half') found.round = {};
  const { one, other, from, to } = rowsOf(name);
  task = { kind: 'match', name, one, other };
  at('grey-slider').value = String(Math.round(from + Math.random() * (to - from)));
  renderTask();
  at('grey-slider').focus({ preventScroll: true });
}

/** Takes a match, and asks for the next one. */
function takeMatch() {
  found.round[task.name] = Number(at('grey-slider').value);
  if (task.name === 'half') return askMatch('quarter');
  if (task.name === 'quarter') return askMatch('threeQuarters');
  found.rounds.push(found.round);
  return found.rounds.length < rounds ? askMatch('half') : end();
}

/** Sends the matches to Aloud, which computes the gamma, and shows the result. */
async function end() {
  task = null;
  showPart('grey-done');
  at('grey-use').hidden = true;
  at('grey-error').textContent = '';
  at('grey-result').textContent = '';
  try {
    const answer = await send(`/grey?session=${session()}`, {
      screen: screenName(), rounds: found.rounds, grounds: found.grounds, step: found.step ?? 16,
      luminance: found.luminance,
    });
    if (!answer.grey) {
      at('grey-error').textContent = text(`greys.${answer.trouble}`);
      return;
    }
    found.grey = answer.grey;
    at('grey-result').textContent = [
      text('greys.result', {
        gamma: number(answer.grey.gamma, 2), error: number(answer.grey.deviation, 2),
        ground: number(answer.grey.ground), floor: number(answer.floor, 2),
      }),
      found.isBlackSeen === false ? text('greys.noBlack') : '',
      answer.grey.step > 1 ? text('greys.coarse') : '',
    ].filter(Boolean).join(' ');
    at('grey-use').hidden = false;
    at('grey-use').focus({ preventScroll: true });
  } catch (refused) {
    at('grey-error').textContent = refused.message;
  }
}

function showPart(name) {
  for (const part of ['grey-before', 'grey-task', 'grey-done']) at(part).hidden = part !== name;
  at('grey-start').hidden = name !== 'grey-before';
  at('grey-use').hidden = name !== 'grey-done';
  at('grey-retry').hidden = name !== 'grey-done';
  if (name !== 'grey-task') at('grey-alike').hidden = true;
}

/** Begins the questions. */
function start() {
  const typed = at('grey-luminance').value.trim();
  const luminance = typed === '' ? null : typedNumber(typed, 1, 10_000);
  at('grey-before-error').textContent = !canShowGreys() ? text('greys.zoom')
    : typed !== '' && luminance === null ? text('greys.luminanceRange') : '';
  if (at('grey-before-error').textContent) return;
  found = { rounds: [], grounds: [], step: null, luminance };
  showPart('grey-task');
  askGround();
}

/** Opens the form. */
export function openGreys() {
  task = null;
  at('grey-before-error').textContent = !canShowGreys() ? text('greys.zoom') : isBright() ? text('greys.bright') : '';
  showPart('grey-before');
  at('grey-start').focus({ preventScroll: true });
}

/** Connects the controls of the form; `whenDone` is called when it closes, with whether the greys were
 *  measured. */
export function prepareGreys(token, whenDone) {
  session = token;
  done = whenDone;
  const step = (by) => {
    at('grey-slider').value = String(Number(at('grey-slider').value) + by);
    renderTask();
  };
  [...at('grey-places').querySelectorAll('button')].forEach((button, place) => {
    button.addEventListener('click', () => { if (task?.kind === 'find') answerPlace(place); });
  });
  at('grey-none').addEventListener('click', () => { if (task?.kind === 'find') answerPlace(-1); });
  at('grey-slider').addEventListener('input', () => { if (task) renderTask(); });
  at('grey-darker').addEventListener('click', () => step(-1));
  at('grey-lighter').addEventListener('click', () => step(1));
  at('grey-alike').addEventListener('click', () => { if (task?.kind === 'match') takeMatch(); });
  at('grey-start').addEventListener('click', start);
  at('grey-retry').addEventListener('click', openGreys);
  at('grey-use').addEventListener('click', () => {
    keepGrey(found.grey);
    done(true);
  });
  at('grey-cancel').addEventListener('click', () => done(false));
}
