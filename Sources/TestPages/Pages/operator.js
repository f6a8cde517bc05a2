// The operator's page: the current line with its answers, and the controls.

import { arrow, directionName } from '/directions.js';
import { listen, send } from '/live.js';

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
  return answer.overridden ? 'by operator' : `${Math.round(answer.confidence * 100)} %`;
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
    const button = element('button', answer && answer.letter !== letter ? 'wrong' : '');
    button.type = 'button';
    button.dataset.position = position;
    button.setAttribute('aria-expanded', String(chosen === position));
    button.setAttribute('aria-controls', 'override');
    button.append(
      element('span', 'shown', shown(letter, line)), element('span', 'heard', sign(answer, line)),
      element('span', 'sure', sure(answer)));
    button.title = answer ? `Heard: ${answer.heard}` : 'No answer yet';
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
      ? `Open to ${name(line.letters[chosen], line)}: what did the person say?`
      : `Letter ${chosen + 1} (${line.letters[chosen]}): what did the person say?`;
    offer(line);
  }
}

function renderLines() {
  at('lines').tBodies[0].replaceChildren(...state.lines.toReversed().map((line) => {
    const row = element('tr');
    const heard = element('td', 'letters');
    line.answers.forEach((answer, position) => {
      const isWrong = answer && answer.letter !== line.letters[position];
      heard.append(element('span', isWrong ? 'wrong' : '', sign(answer, line)));
    });
    const total = [...line.letters].length;
    row.append(element('td', '', line.name), element('td', 'letters', [...line.letters].map((letter) => shown(letter, line)).join('')),
      heard,
      element('td', '', line.right === null ? '' : `${line.right} of ${total}`));
    return row;
  }));
}

function render() {
  at('setup').textContent = state.setup || 'Operator';
  at('prompt').textContent = state.prompt;
  renderLine(state.lines.at(-1));
  renderLines();
  at('estimate').textContent =
    state.estimate === null ? '–' : `${state.snellen}, logMAR ${state.estimate.toFixed(2)}`
      + (state.orBetter ? ' or better' : '');
  const done = state.lines.filter((line) => line.right !== null);
  const count = (value) => done.reduce((sum, line) => sum + value(line), 0);
  at('right').textContent = done.length === 0
    ? '–' : `${count((line) => line.right)} of ${count((line) => [...line.letters].length)}`;
  at('level').value = state.level ?? -70;
  at('level-words').textContent = state.level === null ? 'not measured'
    : `${state.level.toFixed(0)} dB${
      state.noise === null ? '' : `, room ${state.noise.toFixed(0)} dB`}`;
  at('lost').textContent = state.soundsMissing === 0 ? '' : `Sound was lost ${
    state.soundsMissing === 1 ? 'once' : `${state.soundsMissing} times`}. Anything said then was not heard.`;
  at('pause').disabled = state.phase !== 'test';
  at('resume').disabled = state.phase !== 'paused' && !state.canGoOn;
  at('again').disabled = state.phase !== 'test';
  at('abort').disabled = !state.canEnd;
}

/** Offers the possible answers; the buttons are replaced only when these change. */
function offer(line) {
  const box = at('override-letters');
  if (box.dataset.choices === line.choices) return;
  box.dataset.choices = line.choices;
  box.replaceChildren(...[...line.choices, null].map((letter) => {
    const button = element('button', '', letter === null ? 'not seen' : name(letter, line));
    button.type = 'button';
    button.addEventListener('click', () => {
      act({ act: 'override', shown: chosenOn, position: chosen, letter });
      chosen = null;
      render();
    });
    return button;
  }));
}

for (const name of ['pause', 'resume', 'again']) {
  at(name).addEventListener('click', () => act({ act: name, shown: state.shown }));
}
// The space bar pauses and goes on, unless a button has the focus.
addEventListener('keydown', (event) => {
  if (event.key !== ' ' || event.target instanceof HTMLButtonElement) return;
  event.preventDefault();
  const button = at(at('pause').disabled ? 'resume' : 'pause');
  if (!event.repeat && !button.disabled) button.click();
});
at('abort').addEventListener('click', () => {
  if (confirm('End the test? The results so far are kept.')) act({ act: 'abort' });
});

listen(`/operator/events?key=${encodeURIComponent(key)}`, {
  onState(next) {
    at('connection').hidden = true;
    state = next;
    render();
  },
  onCut() {
    // The last view stays as it is.
    if (state?.phase === 'over') return;
    at('connection').textContent = 'Connection lost. Reconnecting …';
    at('connection').hidden = false;
  },
  onRefused() {
    at('connection').textContent =
      'Access denied. Open the full operator address that Aloud printed, including the part after #.';
    at('connection').hidden = false;
  },
});
