'use strict';

// The page on which a person judges the sounds of letters, one after the other.

const key = location.hash.slice(1);
const element = (name) => document.getElementById(name);
const sloan = 'CDHKNORSVZ';
const rest = 'ABEFGIJLMPQTUWXY';
let state = null;
let at = 0;
let sawLetter = false;
let isSending = false;
let sound = null;
let playing = null;

async function ask(path, body) {
  const options = body
    ? { method: 'POST', headers: { 'X-Aloud-Key': key }, body: JSON.stringify(body) }
    : { headers: { 'X-Aloud-Key': key } };
  const reply = await fetch(path, options);
  if (!reply.ok) {
    const words = await reply.json().catch(() => ({}));
    throw new Error(words.title || 'Aloud does not answer. Is it still running?');
  }
  return reply;
}

function trouble(error) {
  element('trouble').textContent = error ? error.message : '';
}

function firstOpen(from) {
  const order = state.letters.map((_, i) => (from + i) % state.letters.length);
  const open = order.find((i) => !state.letters[i].verdict);
  return open === undefined ? -1 : open;
}

function show() {
  const done = state.letters.filter((letter) => letter.verdict).length;
  element('who').textContent = `Reader: ${state.reader}`
    + (state.decides ? ', who decides where readers differ' : '');
  element('progress').max = Math.max(1, state.letters.length);
  element('progress').value = done;
  element('count').textContent = `${done} of ${state.letters.length} judged`;
  const isDone = at < 0;
  element('work').hidden = isDone;
  element('done').hidden = !isDone;
  element('done').textContent = state.letters.length === 0
    ? 'There is nothing to judge. You can close this page.'
    : 'All letters are judged, and the scores are up to date. You can close this page.';
  if (isDone) return;
  const letter = state.letters[at];
  element('place').textContent = `Recording ${letter.recording}, `
    + `${letter.start.toFixed(1)} s to ${letter.end.toFixed(1)} s`
    + (letter.several > 1 ? `: letter ${letter.number} of ${letter.several} in this sound` : '');
  element('shown').textContent = '';
  element('note').value = letter.note || '';
  element('others-said').textContent = letter.others ? `The readers said: ${letter.others}` : '';
  for (const button of document.querySelectorAll('[data-verdict]')) {
    button.setAttribute('aria-pressed', String(button.dataset.verdict === letter.verdict));
  }
  sawLetter = false;
  play(0.3);
}

async function play(margin) {
  try {
    const own = at;
    const bytes = await (await ask(`clip?letter=${at}&margin=${margin}`)).arrayBuffer();
    if (own !== at) return;
    if (!sound) sound = new AudioContext();
    const buffer = await sound.decodeAudioData(bytes);
    if (playing) playing.stop();
    playing = sound.createBufferSource();
    playing.buffer = buffer;
    playing.connect(sound.destination);
    await sound.resume();
    playing.start();
    document.body.dataset.played = String(Number(document.body.dataset.played || 0) + 1);
    trouble(null);
  } catch (error) { trouble(error); }
}

async function judge(verdict) {
  // A key pressed before the next letter is shown is not meant for either letter.
  if (at < 0 || isSending) return;
  isSending = true;
  const judged = at;
  try {
    await ask('judge', { letter: judged, verdict, note: element('note').value, sawLetter });
    state.letters[judged].verdict = verdict;
    state.letters[judged].note = element('note').value;
    element('note').blur();
    at = firstOpen(judged);
    trouble(null);
    show();
  } catch (error) { trouble(error); } finally { isSending = false; }
}

async function reveal() {
  try {
    const reply = await (await ask(`letter?letter=${at}`)).json();
    sawLetter = true;
    element('shown').textContent = reply.letter;
  } catch (error) { trouble(error); }
}

function letterButton(letter) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = letter;
  button.dataset.verdict = letter;
  return button;
}

async function start() {
  for (const letter of sloan) element('letters').append(letterButton(letter));
  for (const letter of rest) element('off').append(letterButton(letter));
  document.addEventListener('click', (event) => {
    const verdict = event.target.closest('[data-verdict]');
    if (verdict) judge(verdict.dataset.verdict);
  });
  element('play').addEventListener('click', () => play(0.3));
  element('wider').addEventListener('click', () => play(2));
  element('reveal').addEventListener('click', reveal);
  element('back').addEventListener('click', () => {
    at = at > 0 ? at - 1 : state.letters.length - 1;
    show();
  });
  document.addEventListener('keydown', (event) => {
    if (event.target === element('note') || event.ctrlKey || event.altKey || event.metaKey) return;
    // A key that is held down judges one letter.
    if (event.repeat && /^(.|Enter)$/.test(event.key)) {
      event.preventDefault();
      return;
    }
    const other = { 1: 'notSeen', 2: 'nothing', 3: 'unclear' }[event.key];
    if (event.key === ' ') {
      event.preventDefault();
      play(0.3);
    } else if (other) {
      judge(other);
    } else if (/^[a-z]$/i.test(event.key)) {
      judge(event.key.toUpperCase());
    }
  });
  try {
    state = await (await ask('state')).json();
    at = firstOpen(0);
    show();
  } catch (error) { trouble(error); }
}

start();
