// The pages of the records: search people, show a person's history, show a test.

import { chart } from '/records/history.js';
import { session as memory } from '/memory.js';
import { request } from '/network.js';
import { inNotation } from '/notation.js';
import { at, begin, button, element, moment, peopleSearch, stacked, text, translated } from '/records/page.js';
import { chosenFollowUp, followed, requireUntil, showFollowUp } from '/records/follow.js';
import { ask as send } from '/records/rest.js';
import { showSignatures, showSignedDays, sign } from '/records/sign.js';
import { showReports } from '/result.js';
import { number as written, titled } from '/texts.js';

// The key is the fragment of the address, which browsers do not send.
const key = location.hash.slice(1);

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
      ? text('records.noKey') : translated(failed.message);
    return null;
  }
}

/** Shows who has signed in; returns the state of the accounts, or null without an answer. */
async function showAccount() {
  const state = await request('/account/state', { body: {} }).catch(() => null);
  const account = state?.account;
  at('account').textContent = account ? account.name ?? account.login : text('clinic.accounts');
  if (key) at('account').href = `/account#${key}`;
  if (key) at('to-today').href = `/today#${key}`;
  if (key) at('to-peers').href = `/peers#${key}`;
  at('emergency').hidden = !account?.emergency;
  at('emergency').textContent = text('emergency.until', { until: moment(account?.ends) });
  return state;
}

function show(view) {
  for (const id of ['search-view', 'history-view', 'test-view']) at(id).hidden = id !== view;
  // A result has its own sizes on paper, which a history must not take.
  if (view !== 'test-view') Object.assign(at('reports'), { className: 'reports', innerHTML: '' });
  window.scrollTo(0, 0);
}

/** Remembers the view in the browser's history, without a name in the address. */
function go(view) {
  history.pushState(view, '');
  return open(view);
}

const number = (value) => (value === undefined || value === null ? '–' : written(value, 2));

/** The day of a moment. */
const day = (words) => moment(words.slice(0, 10));

/** Words of Aloud with a capital, as a table has them. */
const listed = (words) => words.map((one) => translated(one)).join(', ');

/** The rows of a table that are shown at first. */
const firstRows = 5;

/** A table of the first sittings, with a button that shows all. */
function tableOfSittings(sittings, eyes) {
  const part = element('div', null, 'stack');
  part.append(tableOf(sittings.slice(0, firstRows), eyes));
  if (sittings.length > firstRows) {
    const all = button(text('table.all', { count: written(sittings.length) }), () => {
      part.replaceChildren(tableOf(sittings, eyes));
      part.querySelector('tbody button').focus();
    });
    all.className = 'onscreen all';
    part.append(all);
  }
  return part;
}

/** The tests of both eyes by their sittings, the latest sitting first and its earliest test first. */
function sittingsOf(tests) {
  const earliest = tests.toSorted((one, other) => Date.parse(one.began) - Date.parse(other.began));
  return [...Map.groupBy(earliest, (point) => point.sitting).values()].reverse();
}

/** The eyes in the order of their columns, with the keys of their titles. */
const eyeTitles = { right: 'said.eyeRight', left: 'said.eyeLeft', both: 'said.eyesBoth' };

/** The result of a test in a cell: the acuity with its figures below, and a change. */
function resultOf(point) {
  const words = element('p', null, point.isMeasured === false ? 'unmeasured' : null);
  words.append(element('strong', inNotation(translated(point.outcome))));
  const figures = [
    point.logMAR === null ? null : text('table.logMARis', { figure: number(point.logMAR) }),
    point.low === null || point.high === null ? null : text('table.between', { low: number(point.low), high: number(point.high) }),
    point.logCSLow === undefined ? null
      : text('table.between', { low: number(point.logCSLow), high: number(point.logCSHigh) }),
    point.letters === null ? null : text('table.lettersAre', { count: written(point.letters) }),
  ].filter(Boolean);
  if (figures.length) words.append(element('small', figures.join('; ')));
  if (point.changeDirection) words.append(element('span', text('table.changed'), 'changed'));
  return words;
}

/** The remarks on the tests of a sitting, each once. */
function remarksOf(tests) {
  const entered = tests.find((point) => point.enteredName)?.enteredName;
  return [...new Set(tests.flatMap((point) => point.remarks)).values()].map((one) => translated(one))
    .concat(entered ? [text('table.entered', { name: entered })] : []).join(', ');
}

function tableOf(sittings, eyes) {
  const table = element('table', null, 'table');
  const head = element('tr');
  const titles = [text('table.test'), ...eyes.map((eye) => text(eyeTitles[eye])),
    text('table.conditions'), text('table.remarks')];
  for (const title of titles) {
    const cell = element('th', title);
    cell.scope = 'col';
    head.append(cell);
  }
  table.append(element('thead'), element('tbody'));
  table.tHead.append(head);
  for (const tests of sittings) {
    const row = element('tr');
    const test = element('td');
    test.append(button(moment(tests[0].began), () => go({ test: tests[0].id })));
    const results = eyes.map((eye) => {
      const cell = element('td');
      cell.append(...tests.filter((point) => point.eye === eye).map(resultOf));
      return cell;
    });
    const conditions = new Set(tests.map((point) => listed(point.conditions.split(', '))));
    row.append(test, ...results, element('td', [...conditions].join('; ')), element('td', remarksOf(tests)));
    table.tBodies[0].append(row);
  }
  stacked(table, 1);
  return table;
}

/** Shows whose the next test is, or why the last choice has ended. */
function showNext({ words, end }) {
  at('next').hidden = !words && !end;
  at('next-cancel').hidden = !words;
  at('next-words').textContent = words ? text('records.next', { who: listed(words.split(', ')) })
    : end ? text(`records.nextEnd.${end}`) : '';
}

/** Chooses whose the next test is. */
async function choose(next) {
  const chosen = await ask('PUT', '/next', { body: next });
  if (chosen) showNext(chosen);
}

/** The person and the test that are shown. */
let shownPerson = null;
let shownDetails = null;
let shownTest = null;
/** The version of the test that is shown. */
let shownVersion = null;

const titleOf = (person) => person.name ?? person.id ?? text('person.noName');

/** Names and values of the circumstances of a test. */
function factsOf({ test, events }) {
  const about = test.circumstances;
  return [
    ['test', test.id], ['state', text(`state.${test.state}`)], ['began', moment(test.began)],
    ['correction', about.correction && translated(about.correction.replace('-', ' '))],
    ['examiner', about.examiner], ['lane', about.lane], ['software', about.software],
    ['model', about.model], ['note', about.note], ['enteredName', about.enteredName],
    ['order', about.order?.accession ?? about.order?.placer], ['events', String(events)],
  ].filter(([, value]) => value).map(([name, value]) => [text(`fact.${name}`), value]);
}

/** Fills the lists of formats. */
async function offerFormats() {
  const formats = await ask('GET', '/formats');
  for (const select of document.querySelectorAll('.save')) {
    const offered = (formats?.items ?? []).filter((format) => format[select.dataset.of]?.ending);
    select.replaceChildren(new Option(text('save.choose'), ''), ...offered.map((format) => {
      const { mediaType, ending } = format[select.dataset.of];
      return new Option(text(`save.${format.name}`), `${mediaType} ${ending}`);
    }));
  }
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
  showNext(next);
  const rows = found.items.map((person) => {
    const row = element('tr');
    const name = element('td');
    name.append(button(titleOf(person), () => go({ person: person.key })));
    row.append(name, element('td', person.id ?? '–'), element('td', person.birthDate ? moment(person.birthDate) : '–'));
    return row;
  });
  at('people').tBodies[0].replaceChildren(...rows);
  at('people').hidden = rows.length === 0;
  at('people-facts').textContent = rows.length === 0
    ? text('records.nobody') : found.next ? text('records.more') : '';
  const query = new URLSearchParams({ nobody: true, limit: 20 });
  for (const [name, day] of Object.entries(days)) if (day) query.set(name, day);
  const nameless = words ? { items: [] } : await ask('GET', `/tests?${query}`);
  if (!nameless) return;
  at('nameless-part').hidden = nameless.items.length === 0;
  const eyes = Object.keys(eyeTitles).filter((eye) => nameless.items.some((point) => point.eye === eye));
  at('nameless').replaceChildren(tableOfSittings(sittingsOf(nameless.items), eyes));
  await showDue();
}

/** Shows the tests that are due by plan, and the changes that were confirmed. */
async function showDue() {
  const found = await send('GET', '/due', { key }).catch(() => null);
  const open = (person) => button(titleOf(person), () => go({ person: person.key }));
  const tests = (found?.tests ?? []).map((test) => {
    const line = element('li', null, test.isLate ? 'changed' : null);
    line.append(open(test.person), ' ', text(test.isLate ? 'due.late' : 'due.since',
      { day: moment(test.due), days: written(test.days) }));
    return line;
  });
  const alerts = (found?.alerts ?? []).map((alert) => {
    const line = element('li');
    line.append(open(alert.person), ` ${text(`eye.${alert.eye}`)}, ${titled(day(alert.began))} ${translated(alert.change.words)} `,
      element('span', alert.taken ? text('due.sent', { at: moment(alert.taken) }) : '', 'note'));
    return line;
  });
  at('due-part').hidden = tests.length + alerts.length === 0;
  at('due').replaceChildren(...tests);
  at('alerts').replaceChildren(...alerts);
}

/** The tests of the person, and whether their chart is drawn for a phone. */
let shownEyes = [];
const phone = matchMedia('screen and (max-width: 45rem)');

function drawChart() {
  const drawn = chart(shownEyes, phone.matches);
  at('chart-part').hidden = drawn === null;
  at('chart-place').replaceChildren(...(drawn ? [drawn] : []));
}

/** The slope of a series in words. */
function slopeWords({ perYear, low, high, tests }) {
  const signed = (value) => (value < 0 ? '' : '+') + written(value, 2);
  return text('records.slope', { slope: signed(perYear), low: signed(low), high: signed(high), count: written(tests) });
}

/** Since when the eye is unchanged, and the condition that sets the limits. */
function stateWords({ condition }, newest) {
  const judged = newest.find((point) => point.changeState);
  const unchanged = judged?.changeState === 'unchanged'
    ? text('records.noChange', { limit: number(judged.limit), day: moment(judged.since) }) : null;
  return [unchanged, text('records.limitsFor', { condition: text(`condition.${condition}`) })]
    .filter(Boolean).join(' ');
}

/** The latest result of an eye, large. */
function latestOf(point) {
  const words = element('p', null, point.isMeasured === false ? 'latest unmeasured' : 'latest');
  words.append(element('strong', inNotation(translated(point.outcome))), ' ', element('span', day(point.began), 'note'));
  return words;
}

/** Shows the tests of contrast, apart from those of acuity. */
function showFaint(series) {
  const tests = series.flatMap((one) => one.tests);
  at('faint-part').hidden = tests.length === 0;
  const eyes = Object.keys(eyeTitles).filter((eye) => tests.some((point) => point.eye === eye));
  at('faint-tests').replaceChildren(...(tests.length === 0 ? [] : [tableOfSittings(sittingsOf(tests), eyes)]));
  at('faint-changes').replaceChildren(...series.flatMap((one) => one.tests
    .filter((point) => point.changeDirection).map((point) => {
      const words = text(`faint.${point.changeDirection}`, {
        difference: number(Math.abs(point.difference)), limit: number(one.limit),
      });
      return element('li', `${titled(text(eyeTitles[one.eye]))} ${titled(day(point.began))} ${words}`);
    })));
}

/** Counts the views that were asked for: an answer for an earlier one comes too late, and is dropped. */
let views = 0;

async function openPerson(person) {
  const view = views += 1;
  const read = await ask('GET', `/people/${person}/history`);
  if (!read || view !== views) return;
  shownPerson = person;
  shownDetails = read.person;
  shownTest = null;
  showFollowUp(read.person.followUp);
  at('person').textContent = titleOf(read.person);
  at('person-facts').textContent = [
    read.person.id && read.person.name ? text('person.hasID', { id: read.person.id }) : null,
    read.person.birthDate ? text('person.bornOn', { day: moment(read.person.birthDate) }) : null,
    read.running > 0 ? text('person.isTested') : null,
  ].filter(Boolean).join(', ');
  at('changes').replaceChildren(...read.eyes.flatMap((eye) => eye.tests.filter((point) => point.changeDirection)
    .map((point) => element('li', `${translated(eye.title)}, ${titled(day(point.began))} ${translated(point.change)}`))));
  shownEyes = read.eyes;
  drawChart();
  at('latest').replaceChildren(...read.eyes.map((eye) => {
    const part = element('section', null, 'card stack');
    part.append(element('h2', translated(eye.title)), latestOf(eye.tests.at(-1)),
      element('p', stateWords(eye, eye.tests.toReversed()), 'note'));
    if (eye.slope) part.append(element('p', slopeWords(eye.slope), 'note'));
    return part;
  }));
  const sittings = sittingsOf(read.eyes.flatMap((eye) => eye.tests));
  at('eyes').replaceChildren(...(sittings.length === 0 ? []
    : [tableOfSittings(sittings, read.eyes.map((eye) => eye.eye))]));
  showFaint(read.contrast);
  if (read.eyes.length + read.contrast.length === 0) at('eyes').append(element('p', text('records.noTests')));
  at('printed').textContent = text('records.readOn', { at: moment(read.read), head: read.head });
  show('history-view');
  at('person').focus();
}

async function openTest(test) {
  const view = views += 1;
  const [read, card] = await Promise.all([ask('GET', `/tests/${test}`), ask('GET', `/tests/${test}/card`)]);
  if (!read || !card || view !== views) return;
  shownTest = test;
  showReports(card);
  offerEyes(card.tests);
  shownVersion = read.test.version;
  showChange(read.test);
  if (!read.test.person && read.test.circumstances.enteredName) {
    at('change-words').value = read.test.circumstances.enteredName;
    searchPeople();
  }
  at('go-on-part').hidden = read.test.state !== 'interrupted';
  at('sign-part').hidden = read.test.state === 'running';
  at('sign-part').open = false;
  await showSignatures(test, key);
  if (view !== views) return;
  at('test-facts').replaceChildren(...factsOf(read).flatMap(
    ([name, value]) => [element('dt', name), element('dd', value)]));
  at('test-about').open = card.reports.length === 0;
  show('test-view');
  at('test-title').focus();
}

/** Offers the tests of a sitting, to see and change what is kept of each. */
function offerEyes(tests) {
  at('test-eyes').hidden = tests.length < 2;
  at('test-eyes').replaceChildren(...tests.map(({ id, eye }) => {
    const made = button(text(eyeTitles[eye]), () => go({ test: id }));
    made.setAttribute('aria-pressed', String(id === shownTest));
    return made;
  }));
}

/** Empties the forms that change a test, and shows those that fit its state. */
function showChange({ state }) {
  at('change').reset();
  at('close').reset();
  at('change-part').open = at('close-part').open = false;
  at('change-part').hidden = state === 'running';
  at('close-part').hidden = state !== 'running';
  at('change-void-part').hidden = state === 'voided';
  offerPeople(null);
}

/** Offers people to assign the test to; null for none. */
function offerPeople(found) {
  at('change-people').hidden = !found?.items.length;
  at('change-people').replaceChildren(...(found?.items ?? []).map((person) => {
    const label = element('label', null, 'row');
    const choice = element('input');
    Object.assign(choice, { type: 'radio', name: 'change-person', value: person.key });
    const facts = [titleOf(person), person.name && person.id,
      person.birthDate && text('person.bornOn', { day: moment(person.birthDate) })];
    label.append(choice, ' ', element('span', facts.filter(Boolean).join(', ')));
    return label;
  }));
  at('change-facts').textContent = !found ? ''
    : found.items.length === 0 ? text('records.nobody') : found.next ? text('records.more') : '';
}

const searchPeople = peopleSearch(at('change-words'), 8, ask, offerPeople);

/** Changes the test that is shown, and shows it anew. */
async function change() {
  const person = document.querySelector('[name=change-person]:checked')?.value;
  if (at('change-words').value.trim() && !person) {
    at('change-facts').textContent = text('change.choose');
    return;
  }
  const body = {
    reason: at('change-reason').value.trim(), person,
    correction: at('change-correction').value || undefined,
    state: at('change-void').checked ? 'voided' : undefined,
  };
  if (!body.person && !body.correction && !body.state) {
    at('change-facts').textContent = text('change.nothing');
    return;
  }
  if (await ask('PATCH', `/tests/${shownTest}`, { body, version: shownVersion })) await openTest(shownTest);
}

async function close() {
  const body = { reason: at('close-reason').value.trim() };
  if (await ask('POST', `/tests/${shownTest}/closing`, { body })) await openTest(shownTest);
}

/** The day or the study that the form names. */
function daysToSign() {
  const [from, through, study] = ['days-from', 'days-through', 'days-study'].map((id) => at(id).value.trim());
  return study || from !== through ? `study ${from}/${through} ${study || text('sign.unnamed')}` : `day ${from}`;
}

async function readDays() {
  const object = daysToSign();
  await showSignedDays(object, key);
  at('days-sign').hidden = object !== daysToSign();
}

function open(view) {
  if (view?.person) return openPerson(view.person);
  if (view?.test) return openTest(view.test);
  views += 1;
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
at('follow-plan').addEventListener('change', requireUntil);
at('follow').addEventListener('submit', async (event) => {
  event.preventDefault();
  const body = followed(shownDetails, chosenFollowUp(shownDetails.followUp));
  if (await ask('PUT', `/people/${shownPerson}`, { body, version: shownDetails.version })) openPerson(shownPerson);
});
at('go-on').addEventListener('click', () => choose({ goesOn: shownTest }));
at('change-words').addEventListener('input', searchPeople);
at('change').addEventListener('submit', (event) => {
  event.preventDefault();
  change();
});
at('close').addEventListener('submit', (event) => {
  event.preventDefault();
  close();
});
at('sign').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (await sign('sign', key)) {
    at('sign-part').open = false;
    showSignatures(shownTest, key);
  }
});
at('days').addEventListener('submit', (event) => {
  event.preventDefault();
  readDays();
});
// Other days are read before they are signed.
at('days').addEventListener('input', () => { at('days-sign').hidden = true; });
at('days-sign').addEventListener('submit', async (event) => {
  event.preventDefault();
  if (await sign('days', key)) readDays();
});
at('next-cancel').addEventListener('click', () => choose({}));
for (const button of document.querySelectorAll('.back')) button.addEventListener('click', () => history.back());
phone.addEventListener('change', drawChart);
for (const id of ['print', 'print-test']) at(id).addEventListener('click', () => print());
for (const select of document.querySelectorAll('.save')) select.addEventListener('change', () => save(select));
window.addEventListener('popstate', (event) => open(event.state));
begin(() => {
  offerFormats();
  // The home page leads to the history of a person, without a name or a key in the address.
  const asked = memory.getItem('open person');
  if (asked) {
    memory.setItem('open person', '');
    history.replaceState({ person: asked }, '');
  }
  open(history.state);
  showAccount();
});
