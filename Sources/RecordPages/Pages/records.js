// The pages of the records: search people, show a person's history, show a test.

import { chart } from '/records/history.js';
import { send } from '/live.js';

const at = (id) => document.getElementById(id);
// The key is the fragment of the address, which browsers do not send.
const key = location.hash.slice(1);

function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Asks Aloud; shows why it refuses, and returns null then. */
async function ask(path, body) {
  try {
    const answer = await send(path, body, key);
    at('trouble').textContent = '';
    return answer;
  } catch (failed) {
    at('trouble').textContent = failed.refused === 'wrongCode'
      ? 'The address has no valid key. Use the address of the records that Aloud printed when it started.'
      : failed.message;
    return null;
  }
}

function show(view) {
  for (const id of ['search-view', 'history-view', 'test-view']) at(id).hidden = id !== view;
  window.scrollTo(0, 0);
}

/** A button in a table that leads to a person or a test. */
function link(text, open) {
  const button = element('button', text);
  button.type = 'button';
  button.addEventListener('click', open);
  return button;
}

/** Remembers the view in the browser's history, without a name in the address. */
function go(view) {
  history.pushState(view, '');
  return open(view);
}

const number = (value) => (value === undefined || value === null ? '–' : value.toFixed(2));

function tableOfTests(points) {
  const table = element('table');
  const head = element('tr');
  for (const title of ['Test', 'Acuity', 'logMAR', '95 % between', 'Letters', 'Conditions', 'Remarks']) {
    const cell = element('th', title);
    cell.scope = 'col';
    head.append(cell);
  }
  table.append(element('thead'), element('tbody'));
  table.tHead.append(head);
  for (const point of points) {
    const row = element('tr');
    const test = element('td');
    test.append(link(point.began, () => go({ test: point.key })));
    const interval = point.low === undefined ? '–' : `${number(point.low)} and ${number(point.high)}`;
    const conditions = [point.method, `at ${point.distance}`, point.correction].filter(Boolean).join(', ');
    row.append(test, element('td', point.outcome), element('td', number(point.logMAR)),
      element('td', interval), element('td', point.letters ?? '–'), element('td', conditions),
      element('td', point.remarks.join(', ')));
    if (point.change) row.lastChild.append(element('span', `${point.remarks.length ? '; ' : ''}changed`, 'changed'));
    table.tBodies[0].append(row);
  }
  return table;
}

/** Shows whose the next test is; null for nobody. */
function showNext(words) {
  at('next').hidden = !words;
  at('next-words').textContent = words ?? '';
}

/** Chooses whose the next test is. */
async function choose(next) {
  const chosen = await ask('/records/next', next);
  if (chosen) showNext(chosen.words);
}

/** The person and the test that are shown. */
let shownPerson = null;
let shownTest = null;

async function search() {
  const found = await ask('/records/people', {
    words: at('words').value, from: at('from').value || undefined, through: at('through').value || undefined,
  });
  if (!found) return;
  showNext(found.next);
  const rows = found.people.map((person) => {
    const row = element('tr');
    const name = element('td');
    name.append(link(person.title, () => go({ person: person.key })));
    row.append(name, element('td', person.id ?? '–'), element('td', person.birthDate ?? '–'));
    return row;
  });
  at('people').tBodies[0].replaceChildren(...rows);
  at('people').hidden = rows.length === 0;
  at('people-facts').textContent = rows.length === 0
    ? 'Nobody is found.'
    : found.isCut ? 'These are the first; search for more of the name.' : '';
  at('nameless-part').hidden = found.nameless.length === 0;
  const table = tableOfTests(found.nameless);
  table.id = 'nameless';
  at('nameless').replaceWith(table);
}

async function openPerson(person) {
  const read = await ask('/records/history', { key: person });
  if (!read) return;
  shownPerson = person;
  at('person').textContent = read.person.title;
  at('person-facts').textContent = [
    read.person.id && read.person.id !== read.person.title ? `Identifier ${read.person.id}` : null,
    read.person.birthDate ? `born ${read.person.birthDate}` : null,
    read.running > 0 ? 'a test is running' : null,
  ].filter(Boolean).join(', ');
  at('changes').replaceChildren(...read.eyes.flatMap((eye) => eye.points.filter((point) => point.change)
    .map((point) => element('li', `${eye.title}, ${point.began.slice(0, 10)}: ${point.change}.`))));
  const drawn = chart(read.eyes);
  at('chart-part').hidden = drawn === null;
  at('chart-place').replaceChildren(...(drawn ? [drawn] : []));
  at('eyes').replaceChildren(...read.eyes.map((eye) => {
    const part = element('section');
    part.append(element('h2', eye.title), tableOfTests(eye.points));
    return part;
  }));
  if (read.eyes.length === 0) at('eyes').append(element('p', 'There are no tests of this person.'));
  at('printed').textContent = `Read on ${read.read}. The audit trail ends at ${read.head}.`;
  show('history-view');
  at('person').focus();
}

async function openTest(test) {
  const read = await ask('/records/test', { key: test });
  if (!read) return;
  shownTest = test;
  at('go-on-part').hidden = !read.test.isInterrupted;
  at('test-title').textContent = `Test of ${read.test.began}`;
  at('test-facts').replaceChildren(...read.facts.map(([name, value]) => {
    const row = element('div');
    row.append(element('dt', name), element('dd', value));
    return row;
  }));
  at('test-report').textContent = read.report;
  show('test-view');
  at('test-title').focus();
}

function open(view) {
  if (view?.person) return openPerson(view.person);
  if (view?.test) return openTest(view.test);
  show('search-view');
  return search();
}

at('search').addEventListener('submit', (event) => {
  event.preventDefault();
  search();
});
at('new-person').addEventListener('submit', async (event) => {
  event.preventDefault();
  const added = await ask('/records/person', {
    name: at('new-name').value, id: at('new-id').value, birthDate: at('new-birth').value || undefined,
  });
  if (!added) return;
  at('new-person').reset();
  go({ person: added.key });
});
at('test-now').addEventListener('submit', (event) => {
  event.preventDefault();
  choose({ person: shownPerson, correction: at('correction').value || undefined });
});
at('go-on').addEventListener('click', () => choose({ goesOn: shownTest }));
at('next-cancel').addEventListener('click', () => choose({}));
for (const button of document.querySelectorAll('.back')) button.addEventListener('click', () => history.back());
at('print').addEventListener('click', () => print());
window.addEventListener('popstate', (event) => open(event.state));
open(history.state);
