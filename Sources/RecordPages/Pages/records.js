// The pages of the records: search people, show a person's history, show a test.

import { chart } from '/records/history.js';
import { request } from '/network.js';
import { ask as send } from '/records/rest.js';

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
async function ask(method, path, options) {
  try {
    const answer = await send(method, path, { ...options, key });
    at('trouble').textContent = '';
    return answer;
  } catch (failed) {
    if (failed.refused === 'unknownCaller' && (await showAccount())?.isClosed) {
      location.assign('/account?then=/records');
      return null;
    }
    at('trouble').textContent = failed.refused === 'unknownCaller'
      ? 'The address has no valid key. Use the address of the records that Aloud printed when it started.'
      : failed.message;
    return null;
  }
}

/** Shows who has signed in; returns the state of the accounts, or null without an answer. */
async function showAccount() {
  const state = await request('/account/state', { body: {} }).catch(() => null);
  const account = state?.account;
  at('account').textContent = account ? account.name ?? account.login : 'Accounts';
  if (key) at('account').href = `/account#${key}`;
  at('emergency').hidden = !account?.emergency;
  at('emergency').textContent = `Emergency access until ${account?.ends}`;
  return state;
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

/** A moment as the clock of its place showed it: "2026-01-31, 14:05". */
const minute = (moment) => moment.slice(0, 16).replace('T', ', ');

const number = (value) => (value === undefined || value === null ? '–' : value.toFixed(2));

function tableOfTests(tests) {
  const table = element('table');
  const head = element('tr');
  for (const title of ['Test', 'Acuity', 'logMAR', '95 % between', 'Letters', 'Conditions', 'Remarks']) {
    const cell = element('th', title);
    cell.scope = 'col';
    head.append(cell);
  }
  table.append(element('thead'), element('tbody'));
  table.tHead.append(head);
  for (const point of tests) {
    const row = element('tr');
    const test = element('td');
    test.append(link(minute(point.began), () => go({ test: point.id })));
    const interval = point.low === null ? '–' : `${number(point.low)} and ${number(point.high)}`;
    row.append(test, element('td', point.outcome), element('td', number(point.logMAR)),
      element('td', interval), element('td', point.letters ?? '–'), element('td', point.conditions),
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
  const chosen = await ask('PUT', '/next', { body: next });
  if (chosen) showNext(chosen.words);
}

/** The person and the test that are shown. */
let shownPerson = null;
let shownTest = null;

const titleOf = (person) => person.name ?? person.id ?? 'No name';

/** Names and values of the circumstances of a test. */
function factsOf({ test, events }) {
  const about = test.circumstances;
  return [
    ['Test', test.id], ['State', test.state === 'voided' ? 'declared a mistake' : test.state],
    ['Began', test.began], ['Correction', about.correction], ['Examiner', about.examiner],
    ['Lane', about.lane], ['Software', about.software], ['Model', about.model], ['Note', about.note],
    ['Events', String(events)],
  ].filter(([, value]) => value);
}

/** Saves a file of the person or the test that is shown. */
async function save(select) {
  const [accept, suffix] = select.value.split(' ');
  select.value = '';
  const [kind, key] = shownTest ? ['tests', shownTest] : ['people', `${shownPerson}/tests`];
  const file = accept && await ask('GET', `/${kind}/${key}`, { accept });
  if (!file) return;
  const anchor = element('a');
  anchor.href = URL.createObjectURL(file);
  // The name of the file holds no patient data.
  anchor.download = `acuity-${(shownTest ?? shownPerson).slice(-12)}.${suffix}`;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
}

async function search() {
  const words = at('words').value.trim();
  const days = { from: at('from').value || undefined, through: at('through').value || undefined };
  const [found, next] = await Promise.all([
    ask('POST', '/people/search', { body: { text: words, ...days, limit: 200 } }), ask('GET', '/next')]);
  if (!found || !next) return;
  showNext(next.words);
  const rows = found.items.map((person) => {
    const row = element('tr');
    const name = element('td');
    name.append(link(titleOf(person), () => go({ person: person.key })));
    row.append(name, element('td', person.id ?? '–'), element('td', person.birthDate ?? '–'));
    return row;
  });
  at('people').tBodies[0].replaceChildren(...rows);
  at('people').hidden = rows.length === 0;
  at('people-facts').textContent = rows.length === 0
    ? 'Nobody is found.'
    : found.next ? 'These are the first; search for more of the name.' : '';
  const query = new URLSearchParams({ nobody: true, limit: 20 });
  for (const [name, day] of Object.entries(days)) if (day) query.set(name, day);
  const nameless = words ? { items: [] } : await ask('GET', `/tests?${query}`);
  if (!nameless) return;
  at('nameless-part').hidden = nameless.items.length === 0;
  const table = tableOfTests(nameless.items);
  table.id = 'nameless';
  at('nameless').replaceWith(table);
}

async function openPerson(person) {
  const read = await ask('GET', `/people/${person}/history`);
  if (!read) return;
  shownPerson = person;
  shownTest = null;
  at('person').textContent = titleOf(read.person);
  at('person-facts').textContent = [
    read.person.id && read.person.name ? `Identifier ${read.person.id}` : null,
    read.person.birthDate ? `born ${read.person.birthDate}` : null,
    read.running > 0 ? 'a test is running' : null,
  ].filter(Boolean).join(', ');
  at('changes').replaceChildren(...read.eyes.flatMap((eye) => eye.tests.filter((point) => point.change)
    .map((point) => element('li', `${eye.title}, ${point.began.slice(0, 10)}: ${point.change}.`))));
  const drawn = chart(read.eyes);
  at('chart-part').hidden = drawn === null;
  at('chart-place').replaceChildren(...(drawn ? [drawn] : []));
  at('eyes').replaceChildren(...read.eyes.map((eye) => {
    const part = element('section');
    part.append(element('h2', eye.title), tableOfTests(eye.tests));
    return part;
  }));
  if (read.eyes.length === 0) at('eyes').append(element('p', 'There are no tests of this person.'));
  at('printed').textContent = `Read on ${minute(read.read)}. The audit trail ends at ${read.head}.`;
  show('history-view');
  at('person').focus();
}

async function openTest(test) {
  const read = await ask('GET', `/tests/${test}`);
  if (!read) return;
  shownTest = test;
  at('go-on-part').hidden = read.test.state !== 'interrupted';
  at('test-title').textContent = `Test of ${minute(read.test.began)}`;
  at('test-facts').replaceChildren(...factsOf(read).map(([name, value]) => {
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
  const entered = (id) => at(id).value.trim() || undefined;
  const added = await ask('POST', '/people', {
    body: { name: entered('new-name'), id: entered('new-id'), birthDate: entered('new-birth') },
    once: crypto.randomUUID?.(),
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
for (const select of document.querySelectorAll('.save')) select.addEventListener('change', () => save(select));
window.addEventListener('popstate', (event) => open(event.state));
open(history.state);
showAccount();
