// The person of the test: the choice of the records page, somebody whose name fits the typed words, or a
// name alone.

import { send } from '/live.js';
import { text } from '/texts.js';

const at = (id) => document.getElementById(id);

let page = null;
/** The choice of the records page, as Aloud sent it; null without one. */
let choice = null;
/** The number of the choice that the person at the screen is not. */
let declined = null;
/** The person who was chosen among those that fit; null for none. */
let picked = null;
/** The people that fit what is typed. */
let found = [];

/** The number of the choice that counts; null if somebody else is tested. */
export function chosenNumber() { return choice && choice.number !== declined ? choice.number : null; }

/** Whether Aloud has sent another choice than the one that is shown. */
export function hasChanged(state) { return (state.choice?.number ?? null) !== (choice?.number ?? null); }

function nameOf({ name, id, birthYear }) {
  const year = birthYear ? text('who.born', { year: String(birthYear) }) : null;
  return [name, id, year].filter(Boolean).join(', ');
}

/** The person in words; empty for nobody. */
export function personWords() {
  if (chosenNumber() !== null) return choice.person ? choice.person.name : text('who.hidden');
  return picked ? picked.name : at('person').value.trim();
}

/** The language of the person's last spoken answers; null if it is unknown. */
export function personLanguage() {
  return (chosenNumber() !== null ? choice.language : picked?.language) ?? null;
}

/** The person as Aloud receives them. */
export function personChoices(state) {
  if (!state.chooses) return { person: null };
  if (chosenNumber() !== null) return { person: null, choice: choice.number };
  return { person: at('person').value.trim() || null, personKey: picked?.key };
}

/** Somebody else sits before the screen. */
export function forgetPerson() {
  at('person').value = '';
  picked = null;
  found = [];
}

/** Shows the choice of the records page, or asks who is tested.
 *
 *  @param use preselects the answers that a new choice has. */
export function renderWho(state, use) {
  if (state.choice && state.choice.number !== choice?.number) use(state.choice);
  choice = state.choice ?? null;
  const isChosen = chosenNumber() !== null;
  at('who-chosen').hidden = !isChosen;
  at('who-asked').hidden = isChosen;
  if (isChosen) {
    at('who-name').textContent = choice.person ? nameOf({ ...choice.person, id: null }) : text('who.hidden');
    at('who-words').textContent = text(choice.resumes ? 'who.resumes' : 'who.chosen');
  }
  at('who-found').hidden = found.length === 0;
  at('who-found').replaceChildren(...found.map((person) => {
    const tile = document.createElement('button');
    tile.type = 'button';
    tile.className = 'tile';
    tile.textContent = nameOf(person);
    tile.setAttribute('aria-pressed', String(picked?.key === person.key));
    tile.addEventListener('click', () => {
      picked = picked?.key === person.key ? null : person;
      page.render();
    });
    return tile;
  }));
}

let isAsking = false;

/** Looks for people whose name fits what is typed: one look at a time, for the latest words. */
async function look() {
  picked = null;
  if (isAsking || !page.findsPeople()) return;
  isAsking = true;
  let words;
  do {
    words = at('person').value.trim();
    const answer = words && await send(`/people?session=${page.session()}`, { words }).catch(() => null);
    found = answer ? answer.people : [];
  } while (at('person').value.trim() !== words);
  isAsking = false;
  page.render();
}

/** Connects the controls.
 *
 *  @param context `session()`, `findsPeople()`, and `render()`, which draws the set-up. */
export function prepareWho(context) {
  page = context;
  at('person').addEventListener('input', look);
  at('who-other').addEventListener('click', () => {
    declined = choice?.number ?? null;
    page.render();
    at('person').focus();
  });
}
