// Today's list: the people who are expected, a test with one click, and the results.

import { session as memory } from '/memory.js';
import { inNotation } from '/notation.js';
import { at, begin, button, element, moment, peopleSearch, stacked, text, translated } from '/records/page.js';
import { ask as send } from '/records/rest.js';
import { number, titled } from '/texts.js';

// The key is the fragment of the address, which browsers do not send.
const key = location.hash.slice(1);
/** The time between two readings of the list, in milliseconds. */
const pause = 4_000;

/** Asks Aloud; shows why it refuses, and returns null then. */
async function ask(method, path, options) {
  try {
    const answer = await send(method, path, { ...options, key });
    at('trouble').textContent = '';
    return answer;
  } catch (failed) {
    if (failed.refused === 'unknownCaller' && !key) location.assign('/account?then=/today');
    at('trouble').textContent = failed.refused === 'unknownCaller'
      ? text('records.noKey') : translated(failed.message);
    return null;
  }
}

const eyeTitles = { right: 'said.eyeRight', left: 'said.eyeLeft', both: 'said.eyesBoth' };

/** The results of today, or the state of a person without one. */
function resultOf({ tests, state, sentTo, since }) {
  const cell = element('td');
  for (const point of tests) {
    const words = element('p', null, point.isMeasured === false ? 'unmeasured' : null);
    words.append(titled(text(eyeTitles[point.eye])), ' ', element('strong', inNotation(translated(point.outcome))));
    cell.append(words);
  }
  if (state !== 'tested') cell.append(element('span', text(`today.${state}`, { lane: sentTo, time: since }), 'note'));
  return cell;
}

/** Offers the lane of this server and the others that are open; one that closed is no longer chosen. */
function offerLanes({ lane, lanes }) {
  const wanted = memory.getItem('lane');
  at('lane-part').hidden = lanes.length === 0;
  at('lane').replaceChildren(...[lane, ...lanes].map((name) => new Option(name ?? text('today.here'), name ?? '')));
  at('lane').value = lanes.includes(wanted) ? wanted : lane ?? '';
}

/** The lane that takes the next test: its name if it is another than that of this server. */
const otherLane = ({ lane }) => (at('lane').value === (lane ?? '') ? undefined : at('lane').value);

function actsOf(expected, read) {
  const { person, correction, state, sentTo } = expected;
  const lane = otherLane(read) ?? read.lane;
  const cell = element('td', null, 'onscreen');
  const row = element('div', null, 'row');
  if (state === 'chosen') {
    row.append(button(text('clinic.cancel'), () => change('PUT', '/next', {}), 'small'));
  } else if (state === 'sent') {
    row.append(button(text('clinic.cancel'), () => change('PUT', '/next', { lane: sentTo }), 'small'));
  } else if (state !== 'running') {
    row.append(button(
      lane ? text('today.testOn', { lane }) : text('today.test'),
      () => {
        if (state === 'taken' && !confirm(text('today.takenSure', { lane: sentTo, time: expected.since }))) return;
        change('PUT', '/next', { person: person.key, correction: correction ?? undefined, lane: otherLane(read) });
      },
      state === 'tested' ? 'small' : undefined));
  }
  if (state === 'tested') {
    row.append(button(text('household.history'), () => {
      memory.setItem('open person', person.key);
      location.assign(`/records#${key}`);
    }, 'small'));
  }
  row.append(button(text('today.remove'), () => change('DELETE', `/expected/${person.key}`), 'small'));
  cell.append(row);
  return cell;
}

/** The list on the page; a reading that is the same changes nothing, so that the focus stays. */
let shown = null;

function render(read) {
  const news = JSON.stringify(read);
  if (news === shown) return;
  shown = news;
  at('heading').textContent = text('today.heading', { day: moment(read.day) });
  offerLanes(read);
  at('old-lists').hidden = read.lists.length === 0;
  at('old-lists').replaceChildren(...read.lists.map(({ peer, at: last }) => element('li', last
    ? text('today.oldList', { peer, at: moment(last) }) : text('today.noList', { peer }))));
  at('expected').hidden = read.items.length === 0;
  at('nobody').hidden = read.items.length > 0;
  at('expected').tBodies[0].replaceChildren(...read.items.map((expected) => {
    const row = element('tr');
    const { person, time } = expected;
    row.dataset.state = expected.state;
    row.append(element('td', time ?? '–'),
      element('td', [person.name, person.id].filter(Boolean).join(', ') || text('person.noName')),
      element('td', person.birthDate ? moment(person.birthDate) : '–'), resultOf(expected),
      actsOf(expected, read));
    return row;
  }));
  stacked(at('expected'));
}

async function show() {
  const read = await ask('GET', '/expected');
  if (read) render(read);
}

/** Changes something, and shows the list as it is then. */
async function change(method, path, body) {
  if (await ask(method, path, body ? { body } : {})) await show();
}

/** Expects somebody; then the fields are empty for the next. */
async function expect(fields) {
  const read = await ask('POST', '/expected', { body: { ...fields, time: at('time').value || undefined } });
  if (!read) return;
  at('expect').reset();
  offer(null);
  render(read);
  at('words').focus();
}

/** Offers people of the records whose name or identifier fits what is typed; null for none. */
function offer(found) {
  at('found').hidden = !found?.items.length;
  at('found').replaceChildren(...(found?.items ?? []).map((person) => {
    const facts = [person.name, person.id, person.birthDate && text('person.bornOn', { day: moment(person.birthDate) })];
    return button(facts.filter(Boolean).join(', '), () => expect({ person: person.key }));
  }));
}

const search = peopleSearch(at('words'), 6, ask, offer);

async function importTable(file) {
  const done = await ask('POST', '/expected/import', { body: { text: await file.text() } });
  at('file').value = '';
  if (!done) return;
  at('done').textContent = text('today.added', { count: number(done.added) });
  at('refused').hidden = done.refused.length === 0;
  at('refused').replaceChildren(...done.refused.map(({ line, reason }) =>
    element('li', text('today.refused', { line: number(line), reason: translated(reason) }))));
  show();
}

/** Fills the formats of the tests of today. */
async function offerFormats() {
  const formats = await ask('GET', '/formats');
  const offered = (formats?.items ?? []).filter((format) => format.list?.ending);
  at('save').replaceChildren(new Option(text('save.choose'), ''), ...offered.map((format) =>
    new Option(text(`save.${format.name}`), `${format.list.mediaType} ${format.list.ending}`)));
}

async function save() {
  const [accept, ending] = at('save').value.split(' ');
  at('save').value = '';
  const { day } = JSON.parse(shown);
  const file = accept && await ask('GET', `/tests?from=${day}&through=${day}`, { accept });
  if (!file) return;
  const anchor = element('a');
  anchor.href = URL.createObjectURL(file);
  anchor.download = `acuity-${day}.${ending}`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
}

at('expect').addEventListener('submit', (event) => {
  event.preventDefault();
  expect({ name: at('words').value.trim(), birthDate: at('born').value || undefined });
});
at('words').addEventListener('input', search);
at('file').addEventListener('change', () => { if (at('file').files[0]) importTable(at('file').files[0]); });
at('save').addEventListener('change', save);
at('lane').addEventListener('change', () => {
  memory.setItem('lane', at('lane').value);
  const read = JSON.parse(shown);
  shown = null;
  render(read);
});
at('print').addEventListener('click', () => print());
setInterval(() => { if (!document.hidden) show(); }, pause);
begin(() => {
  for (const [id, path] of [['all-records', '/records'], ['account', '/account']]) {
    if (key) at(id).href = `${path}#${key}`;
  }
  shown = null;
  offerFormats();
  show();
});
