// The home page: the people of a household with their latest results, and a test in two acts.

import { session as memory } from '/memory.js';
import { inNotation } from '/notation.js';
import { at, begin, button, element, moment, text, translated } from '/records/page.js';
import { followed, offerPlans, planOf, today } from '/records/follow.js';
import { ask as send } from '/records/rest.js';
import { locale } from '/texts.js';

// The key is the fragment of the address, which browsers do not send.
const key = location.hash.slice(1);
const day = 86_400_000;

/** Asks Aloud; shows why it refuses, and returns null then. */
async function ask(method, path, options) {
  try {
    return await send(method, path, { ...options, key });
  } catch (failed) {
    if (failed.refused === 'unknownCaller' && !key) location.assign('/account?then=/home');
    at('trouble').textContent = failed.refused === 'unknownCaller'
      ? text('records.noKey') : translated(failed.message);
    return null;
  }
}

/** Begins a test: the lane asks what `choice` does not say. */
async function test(choice) {
  if (!await ask('PUT', '/next', { body: choice })) return;
  // The result leads back to this page.
  memory.setItem('home', `/home${location.hash}`);
  location.assign('/#next');
}

// Plans. A calendar file reminds of them, without a name.

/** A calendar file that reminds of a test; it has no name. */
function reminder({ rhythm, until }) {
  const days = rhythm === 'monthly' ? 30 : 7;
  const end = until ? `;UNTIL=${until.replaceAll('-', '')}T235959Z` : '';
  const stamp = (date) => date.toISOString().replace(/[-:]|\.\d+/g, '');
  const first = new Date(Date.now() + days * day);
  first.setHours(18, 0, 0, 0);
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Aloud//Reminder//EN', 'BEGIN:VEVENT',
    `UID:${crypto.randomUUID?.() ?? Date.now()}@aloud`, `DTSTAMP:${stamp(new Date())}`, `DTSTART:${stamp(first)}`,
    'DURATION:PT15M', `RRULE:FREQ=DAILY;INTERVAL=${days}${end}`, `SUMMARY:${text('household.reminder')}`,
    'BEGIN:VALARM', 'ACTION:DISPLAY', `DESCRIPTION:${text('household.reminder')}`, 'TRIGGER:PT0S', 'END:VALARM',
    'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n');
}

function saveCalendar(file) {
  const anchor = element('a');
  anchor.href = URL.createObjectURL(new Blob([file], { type: 'text/calendar' }));
  anchor.download = 'Aloud.ics';
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(anchor.href), 60_000);
}

/** When the next test is due, in words, `left` days from today; empty without a plan. */
function dueWords(left) {
  if (left === null) return '';
  if (left === 0) return text('household.dueToday');
  const when = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(left, 'day');
  return text(left > 0 ? 'household.dueIn' : 'household.dueSince', { when });
}

/** Keeps another rhythm with a person. */
async function plan(person, rhythm, until) {
  const followUp = { ...person.followUp, plan: planOf(rhythm, until, person.followUp?.plan) };
  await ask('PUT', `/people/${person.key}`, { body: followed(person, followUp), version: person.version });
  show();
}

function planChoice(person) {
  const chosen = person.followUp?.plan;
  const select = element('select');
  offerPlans(select, chosen);
  const until = element('input');
  Object.assign(until, { type: 'date', min: today(), value: chosen?.until ?? '' });
  until.setAttribute('aria-label', text('follow.until'));
  until.hidden = select.value !== 'after-treatment';
  // A plan after a treatment is kept once it has its end.
  const keep = () => {
    until.hidden = select.value !== 'after-treatment';
    if (until.hidden) plan(person, select.value);
    else if (until.value) plan(person, select.value, until.value);
    else until.focus();
  };
  for (const field of [select, until]) field.addEventListener('change', keep);
  const label = element('label', null, 'row');
  label.append(element('span', text('household.plan')), ' ', select);
  const file = button(text('household.calendar'), () => saveCalendar(reminder(chosen)), 'small');
  file.hidden = !chosen;
  const row = element('div', null, 'row');
  row.append(label, until, file);
  return row;
}

const eyeTitles = { right: 'said.eyeRight', left: 'said.eyeLeft', both: 'said.eyesBoth' };

function member({ person, latest, usual, daysUntilDue }) {
  const part = element('section', null, 'card stack');
  part.dataset.person = person.key;
  part.append(element('h2', person.name ?? person.id ?? text('person.noName')));
  const results = element('dl', null, 'facts');
  for (const point of latest) {
    const isMeasured = point.isMeasured !== false;
    const remark = isMeasured ? '' : `, ${translated('uncalibrated')}`;
    results.append(element('dt', text(eyeTitles[point.eye])),
      element('dd', `${inNotation(translated(point.outcome))} (${moment(point.began.slice(0, 10))}${remark})`,
        isMeasured ? null : 'unmeasured'));
  }
  if (latest.length === 0) part.append(element('p', text('records.noTests'), 'note'));
  else part.append(results);
  const due = dueWords(daysUntilDue);
  if (due) part.append(element('p', due, 'due'));
  const acts = element('div', null, 'row');
  if (usual) {
    acts.append(button(text('household.asLastTime'), () => test({ person: person.key, ...usual }), 'main'));
    acts.append(button(text('household.otherwise'), () => test({ person: person.key })));
    acts.append(button(text('household.history'), () => {
      memory.setItem('open person', person.key);
      location.assign(`/records#${key}`);
    }));
  } else {
    acts.append(button(text('household.test'), () => test({ person: person.key }), 'main'));
  }
  part.append(acts, planChoice(person));
  return part;
}

async function show() {
  const read = await ask('GET', '/household');
  if (!read) return;
  at('trouble').textContent = '';
  at('members').replaceChildren(...read.items.map(member));
  at('new-part').open = read.items.length === 0;
}

at('new-person').addEventListener('submit', async (event) => {
  event.preventDefault();
  const added = await ask('POST', '/people', {
    body: { name: at('new-name').value.trim(), birthDate: at('new-birth').value || undefined },
    once: crypto.randomUUID?.(),
  });
  if (added) test({ person: added.key });
});
begin(() => {
  for (const [id, path] of [['all-records', '/records'], ['account', '/account']]) {
    if (key) at(id).href = `${path}#${key}`;
  }
  show();
});
