// The operator's page: the current line with its answers, and the controls.

import { arrow, directionName } from '/directions.js';
import { listen, send } from '/live.js';
import { inNotation } from '/notation.js';
import { intervalPicture, namedProcedure } from '/result.js';
import { loadTexts, number, offerLanguages, text, translated } from '/texts.js';

const at = (id) => document.getElementById(id);
// The key is the fragment of the address, which browsers do not send.
const key = location.hash.slice(1);
/** The position whose answer is being chosen; null if none is. */
let chosen = null;
/** The count of the line of that position. */
let chosenOn = null;
let state = null;

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

/** A letter as one character; a direction as an arrow. */
function shown(letter, line) { return line.asksDirections ? arrow(letter) : letter; }

/** The answer to a letter as one character. */
function sign(answer, line) {
  if (!answer) return '·';
  return answer.letter === null ? '–' : shown(answer.letter, line);
}

/** The confidence of an answer, in words. */
function sure(answer) {
  if (!answer) return '';
  return answer.overridden ? text('operator.byOperator') : `${number(answer.confidence * 100)} %`;
}

/** The name of a direction, or the letter. */
function name(letter, line) { return line.asksDirections ? directionName(letter) : letter; }

async function act(body) {
  try {
    await send('/operator/act', body, key);
    at('connection').hidden = true;
  } catch (refused) {
    at('connection').textContent = refused.message;
    at('connection').hidden = false;
  }
}

/** The state that the buttons show. They are replaced only when it changes: a button replaced between
 *  mouse down and mouse up is not clicked. */
let drawn = null;
/** The results that are shown. */
let drawnResults = null;

function renderLine(line) {
  const isOpen = ['test', 'paused'].includes(state.phase) && line && line.right === null;
  // An open choice is not meant for another line.
  if (!isOpen || chosenOn !== state.shown) chosen = null;
  const next = JSON.stringify([isOpen, chosen, line]);
  if (next === drawn) return;
  drawn = next;
  const focused = document.activeElement?.dataset?.position;
  at('line').replaceChildren(...(isOpen ? [...line.letters] : []).map((letter, position) => {
    const answer = line.answers[position];
    const button = element('button', answer && answer.letter !== letter && !state.isMasked ? 'wrong' : '');
    button.type = 'button';
    button.dataset.position = position;
    button.setAttribute('aria-expanded', String(chosen === position));
    button.setAttribute('aria-controls', 'override');
    button.append(
      element('span', 'shown', shown(letter, line)), element('span', 'heard', sign(answer, line)),
      element('span', 'sure', sure(answer)));
    button.title = answer ? text('operator.heardAs', { words: answer.heard }) : text('operator.noAnswer');
    button.addEventListener('click', () => {
      chosen = chosen === position ? null : position;
      chosenOn = state.shown;
      renderLine(line);
    });
    return button;
  }));
  if (focused !== undefined) at('line').querySelector(`[data-position="${focused}"]`)?.focus();
  at('override').hidden = chosen === null;
  if (chosen !== null) {
    at('override-title').textContent = line.asksDirections
      ? text('operator.askDirection', { direction: name(line.letters[chosen], line) })
      : text('operator.askLetter', { number: number(chosen + 1), letter: line.letters[chosen] });
    offer(line);
  }
}

function renderLines() {
  at('lines').tBodies[0].replaceChildren(...state.lines.toReversed().map((line) => {
    const row = element('tr');
    const heard = element('td', 'letters');
    line.answers.forEach((answer, position) => {
      const isWrong = !state.isMasked && answer && answer.letter !== line.letters[position];
      heard.append(element('span', isWrong ? 'wrong' : '', sign(answer, line)));
    });
    const total = [...line.letters].length;
    row.append(element('td', '', inNotation(line.name)), element('td', 'letters', [...line.letters].map((letter) => shown(letter, line)).join('')),
      heard,
      element('td', '', line.right === null || state.isMasked ? '' : text('operator.of', { right: number(line.right), total: number(total) })));
    return row;
  }));
}

/** The estimate as it narrows: the 95 % interval after each answer, better upwards. */
function renderFunnel() {
  const all = state.intervals ?? [];
  if (all.length < 2) return at('funnel').replaceChildren();
  const [width, height] = [300, 110];
  const worst = Math.max(...all.map(([, high]) => high), 0.3);
  const best = Math.min(...all.map(([low]) => low), 0);
  const x = (index) => 34 + index / Math.max(1, all.length - 1) * (width - 40);
  const y = (logMAR) => 6 + (logMAR - best) / (worst - best) * (height - 12);
  const make = (name, attributes, words = '') => {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.textContent = words;
    return made;
  };
  const svg = make('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': text('operator.funnel') });
  for (let tenth = Math.ceil(best * 2) * 5; tenth <= worst * 10; tenth += 5) {
    svg.append(
      make('path', { d: `M32 ${y(tenth / 10)}H${width}`, class: 'axis' }),
      make('text', { x: 0, y: y(tenth / 10) + 4 }, number(tenth / 10, 1)));
  }
  const upper = all.map(([low], index) => `${x(index)} ${y(low)}`);
  const lower = all.map(([, high], index) => `${x(index)} ${y(high)}`).reverse();
  svg.append(make('path', { d: `M${upper.join('L')}L${lower.join('L')}Z`, class: 'area' }));
  at('funnel').replaceChildren(svg);
}

/** The level of the microphone: too quiet, good, too loud, clipping, or not measured. */
function verdict() {
  if (state.level === null) return 'none';
  if (state.level > -3) return 'clipping';
  if (state.level > -9) return 'loud';
  const over = state.noise === null ? null : state.level - state.noise;
  if (state.level < -62 || (over !== null && over > 3 && over < 10)) return 'quiet';
  return over !== null && over <= 3 ? 'silent' : 'good';
}

function renderResults() {
  // The last result stays until the next test begins.
  const isOver = ['result', 'waiting'].includes(state.phase);
  const results = isOver ? state.results : [];
  at('last').hidden = state.phase !== 'waiting' || results.length === 0;
  at('hint').textContent = state.phase === 'waiting' && results.length === 0 ? text('operator.before')
    : state.phase === 'result' ? text('operator.after') : '';
  // Replaced only when they change: a screen reader reads them then.
  const next = JSON.stringify([document.documentElement.lang, results]);
  if (next === drawnResults) return;
  drawnResults = next;
  at('results').replaceChildren(...results.map((result) => {
    const made = element('div', 'card');
    made.append(
      element('span', 'note', text(`eye.${result.eye}`)),
      element('strong', result.headline ? '' : 'long', inNotation(translated(result.headline ?? result.noFigure))));
    if (!result.headline && result.whyNot) made.append(element('span', '', translated(result.whyNot)));
    if (result.logMAR !== null) {
      made.append(element('span', '', `logMAR ${number(result.logMAR, 2)}, ${
        text('operator.letters', { count: number(result.lettersRight) })}`));
    }
    if (result.interval) made.append(intervalPicture(result.estimate, result.interval));
    for (const remark of result.remarks) made.append(element('p', 'note', translated(remark)));
    return made;
  }));
}

/** The time since the test began, and the phase. */
function renderClock() {
  if (!state) return;
  const isRunning = !['waiting', 'result', 'over'].includes(state.phase);
  if (!isRunning || !state.began) {
    if (state.phase === 'waiting') at('clock').textContent = '';
    return;
  }
  const seconds = Math.max(0, Math.floor((Date.now() - state.began) / 1000));
  at('clock').textContent = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

function button(id, key, sign) {
  at(id).replaceChildren(text(key), element('span', 'key', sign));
  at(id).lastChild.ariaHidden = 'true';
}

function render() {
  // The last test is named with its result.
  at('setup').textContent = state.phase !== 'waiting' && namedProcedure(state.setup) || text('operator.title');
  at('person').textContent = state.phase !== 'waiting' && state.person || '';
  at('phase').textContent = text(`phase.${state.phase}`);
  at('phase').className = `badge ${{ test: 'good', paused: 'warn' }[state.phase] ?? ''}`;
  at('prompt').textContent = translated(state.prompt);
  at('mute').textContent = state.isMute ? text('operator.mute') : '';
  at('unsent').textContent = state.unsent > 0 ? text('operator.unsent', { count: number(state.unsent) }) : '';
  at('undelivered').textContent = state.undelivered > 0
    ? text('operator.undelivered', { count: number(state.undelivered) }) : '';
  renderLine(state.lines.at(-1));
  renderLines();
  renderResults();
  renderFunnel();
  renderClock();
  at('estimate').textContent =
    state.estimate === null ? '–' : `${inNotation(state.snellen)}, logMAR ${number(state.estimate, 2)}`;
  if (state.orBetter) {
    at('estimate').textContent = text('result.orBetter', { figure: at('estimate').textContent });
  }
  const [low, high] = state.intervals?.at(-1) ?? [null, null];
  at('interval').textContent = low === null ? ''
    : text('operator.interval', { low: number(low, 2), high: number(high, 2) });
  document.documentElement.dataset.phase = state.phase;
  at('read').hidden = state.lines.length === 0;
  const done = state.isMasked ? [] : state.lines.filter((line) => line.right !== null);
  const count = (value) => done.reduce((sum, line) => sum + value(line), 0);
  at('right').textContent = done.length === 0 ? '–' : text('operator.of', {
    right: number(count((line) => line.right)), total: number(count((line) => [...line.letters].length)),
  });
  at('level').value = state.level ?? -70;
  const said = verdict();
  at('level-verdict').textContent = said === 'none' ? '' : text(`level.${said}`);
  at('level-verdict').className = `verdict ${{ good: 'good', silent: '', none: '' }[said] ?? 'bad'}`;
  at('level-words').textContent = state.level === null ? text('operator.notMeasured')
    : `${number(state.level)} dB${
      state.noise === null ? '' : `, ${text('operator.room', { level: number(state.noise) })}`}`;
  at('lost').textContent = state.soundsMissing === 0 ? ''
    : text('operator.lost', { count: number(state.soundsMissing) });
  at('pause').disabled = state.phase !== 'test';
  at('resume').disabled = state.phase !== 'paused' && !state.canGoOn;
  at('pause').hidden = !at('resume').disabled;
  at('resume').hidden = at('resume').disabled;
  at('again').disabled = state.phase !== 'test';
  at('abort').disabled = !state.canEnd;
}

/** Offers the possible answers; the buttons are replaced only when these change. */
function offer(line) {
  const box = at('override-letters');
  if (box.dataset.choices === line.choices) return;
  box.dataset.choices = line.choices;
  box.replaceChildren(...[...line.choices, null].map((letter) => {
    const button = element('button', '', letter === null ? text('result.notSeen') : name(letter, line));
    button.type = 'button';
    button.addEventListener('click', () => {
      act({ act: 'override', shown: chosenOn, position: chosen, letter, reason: at('why').value });
      at('why').value = 'misheard';
      chosen = null;
      render();
    });
    return button;
  }));
}

for (const name of ['pause', 'resume', 'again']) {
  at(name).addEventListener('click', () => act({ act: name, shown: state.shown }));
}
// The space bar pauses and continues, A asks again, unless a control has the focus.
addEventListener('keydown', (event) => {
  if (event.target.closest?.('button, select, input') || event.ctrlKey || event.metaKey || event.altKey) return;
  // The letter on the key; on a keyboard of another script the key of its place.
  const typed = /^[a-z ]$/i.test(event.key) ? event.key.toLowerCase()
    : event.code.replace('Key', '').toLowerCase();
  const wanted = { ' ': at('pause').disabled ? 'resume' : 'pause', a: 'again', e: 'abort' }[typed];
  if (!wanted) return;
  event.preventDefault();
  if (!event.repeat && !at(wanted).disabled) at(wanted).click();
});
at('abort').addEventListener('click', () => {
  if (confirm(text('operator.surely'))) act({ act: 'abort' });
});

function nameButtons() {
  button('pause', 'operator.pause', text('key.space'));
  button('resume', 'operator.resume', text('key.space'));
  button('again', 'operator.again', 'A');
  button('abort', 'operator.end', 'E');
}

await loadTexts();
nameButtons();
offerLanguages(at('language'), () => {
  drawn = null;
  at('override-letters').dataset.choices = '';
  nameButtons();
  if (state) render();
});
setInterval(renderClock, 1000);

listen(`/operator/events?key=${encodeURIComponent(key)}`, {
  onState(next) {
    at('connection').hidden = true;
    state = next;
    render();
  },
  onCut() {
    // The last view stays as it is.
    if (state?.phase === 'over') return;
    at('connection').textContent = text('cut');
    at('connection').hidden = false;
  },
  onRefused() {
    // Without the key of the address, the person signs in.
    if (!key) location.assign('/account?then=/operator');
    at('connection').textContent = text('operator.denied');
    at('connection').hidden = false;
  },
});
