// The texts of the pages in the reader's language: one catalogue a language, <language>.json. The
// keys are the same in all of them; "{name}" is replaced by a value. A page with data-texts="moon" has
// also the texts whose keys begin with "moon.": no other page loads them.

import { lasting } from '/memory.js';

/** The languages that have a catalogue, with their own names. */
export const languages = {
  en: 'English', de: 'Deutsch', es: 'Español', fr: 'Français', hi: 'हिन्दी',
};

let english = {};
let texts = {};
let chosen = 'en';

/** The language of the page. */
export function language() { return chosen; }

/** The language with the reader's region, for numbers and dates: "en-GB". */
export function locale() {
  return navigator.languages.find((name) => name.slice(0, 2).toLowerCase() === chosen) ?? chosen;
}

/** The language that was chosen in this browser, else that of the lane, else that of the browser. */
export function preferred(lane = null) {
  const wanted = [lasting.getItem('language'), lane, ...navigator.languages]
    .map((name) => name?.slice(0, 2).toLowerCase());
  return wanted.find((name) => name in languages) ?? 'en';
}

/** A catalogue; an empty one if there is none. A server that is busy or out of reach is asked again for
 *  15 s. */
async function catalogue(path) {
  for (let pause = 500; ; pause *= 2) {
    const response = await fetch(`${path}.json`).catch((error) => error);
    if (response.ok) return response.json();
    const isLast = pause > 8_000;
    if (isLast && response instanceof Error) throw response;
    if (isLast || response.status === 404) return {};
    await new Promise((done) => { setTimeout(done, pause); });
  }
}

/** The texts of catalogues together, by their paths without ".json". */
async function together(...paths) {
  return Object.assign({}, ...await Promise.all(paths.map(catalogue)));
}

/** The texts that only this page needs: <html data-texts="moon"> for a part of the catalogue,
 *  <html data-texts="/folder"> for a catalogue of its own. */
function ownPath(name) {
  const own = document.documentElement.dataset.texts;
  if (!own) return [];
  return [own.startsWith('/') ? `${own}/${name}` : `/${name}-${own}`];
}

/** The texts of a language that this page needs. */
const textsOf = (name) => together(`/${name}`, ...ownPath(name));

/** The English that Aloud sends, which a page in another language translates. */
const said = () => together('/said', ...ownPath('en').filter((path) => path.endsWith('/en')));

/** The English texts and those of a language. Of English a page in another language needs what it
 *  translates. */
function bothTexts(name) {
  return Promise.all(name === 'en' ? [textsOf('en'), {}] : [said(), textsOf(name)]);
}

/** The first texts, fetched while other scripts still load; null in a worker, which shows none. */
let early = null;
if (globalThis.document) {
  early = { name: preferred(), both: bothTexts(preferred()) };
  early.both.catch(() => {});
}

/** Loads the texts, and writes those of the page's own elements. */
export async function loadTexts(name = preferred()) {
  const both = early?.name === name ? early.both : bothTexts(name);
  early = null;
  [english, texts] = await both;
  chosen = name;
  document.documentElement.lang = name;
  patterns = null;
  for (const element of document.querySelectorAll('[data-text]')) {
    element.textContent = text(element.dataset.text);
  }
  for (const element of document.querySelectorAll('[data-label]')) {
    element.setAttribute('aria-label', text(element.dataset.label));
  }
}

/** Fills a list of languages; `onChange` is called after another one was loaded. */
export function offerLanguages(select, onChange) {
  select.replaceChildren(...Object.entries(languages).map(
    ([code, name]) => new Option(name, code, false, code === chosen)));
  select.addEventListener('change', async () => {
    lasting.setItem('language', select.value);
    await loadTexts(select.value);
    onChange();
  });
}

function filled(template, values) {
  return template.replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}

/** A short phrase in quotation marks, which is not broken across lines. */
const phrase = /[“„«][^“”„«»]{1,20}[“”»]/g;

/** In French a sign does not leave the word before it. */
function spaced(words) {
  return chosen === 'fr' ? words.replaceAll(/ (?=[?!;:»])|(?<=«) /g, '\u00a0') : words;
}

/** A text by its key, with values for its placeholders. */
export function text(key, values = {}) {
  return spaced(filled(texts[key] ?? english[key] ?? key, values))
    .replaceAll(phrase, (said) => said.replaceAll(' ', '\u00a0'));
}

/** A name with the colon before its value. */
export function titled(name) { return spaced(chosen === 'fr' ? `${name} :` : `${name}:`); }

let patterns = null;

/** The English sentences that Aloud sends, as patterns; the longest first. */
function sentences() {
  patterns ??= Object.entries(english).filter(([key]) => key.startsWith('said.'))
    .map(([key, template]) => {
      const names = [];
      const source = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
        .replaceAll(/\{(\w+)\}/g, (_, name) => { names.push(name); return '(.+?)'; });
      return { key, names, expression: new RegExp(`^${source}(?=\\s|$)`) };
    }).sort((one, two) => english[two.key].length - english[one.key].length);
  return patterns;
}

/** "first, second and fourth" in the language of the page. */
function ordinals(list) {
  const [from, to] = [english, texts].map((all) => (all['said.ordinals'] ?? '').split(' '));
  const names = list.split(/, | and /).map((name) => to[from.indexOf(name)] ?? name);
  return new Intl.ListFormat(locale()).format(names);
}

/** Decimals as the language writes them; in 20/12.5 they are part of a name. */
function localized(value) {
  const point = number(0.5, 1).at(1);
  return value.replaceAll(/(?<![/\d.])(\d+)\.(?=\d)/g, `$1${point}`);
}

/** English words of Aloud in the language of the page, sentence by sentence. A sentence that the
 *  catalogue lacks stays as it is. */
export function translated(words) {
  if (chosen === 'en' || !words) return quoted(words ?? '');
  let rest = words.trim();
  const result = [];
  while (rest) {
    const found = sentences().map((one) => ({ ...one, match: one.expression.exec(rest) }))
      .find(({ match }) => match);
    if (found) {
      const values = Object.fromEntries(found.names.map(
        (name, index) => [name, (name === 'which' ? ordinals : translated)(localized(found.match[index + 1]))]));
      result.push(text(found.key, values));
      rest = rest.slice(found.match[0].length).trimStart();
    } else {
      const end = /^.*?[.!?:](?=\s|$)/.exec(rest)?.[0] ?? rest;
      result.push(end);
      rest = rest.slice(end.length).trimStart();
    }
  }
  return quoted(result.join(' '));
}

const quotes = { en: '“”', de: '„“', es: '«»', fr: '«\u00a0»', hi: '“”' };

/** Straight quotation marks as the language has them; what is to be said is not broken across lines. */
function quoted(words) {
  const [open, ...close] = quotes[chosen];
  const inner = close.length > 1 ? close[0] : '';
  return words.replaceAll(/"([^"]*)"/g, (_, said) =>
    `${open}${inner}${said.replaceAll(' ', '\u00a0')}${inner}${close.at(-1)}`);
}

/** A number as the language writes it. */
export function number(value, digits = 0) {
  // Adding zero makes 0 of -0.
  const rounded = Math.round(value * 10 ** digits) / 10 ** digits + 0;
  return rounded.toLocaleString(locale(), {
    minimumFractionDigits: digits, maximumFractionDigits: digits, useGrouping: false,
  }).replace('-', '\u2212');
}

/** A distance as the language writes it. */
export function distanceName(metres) {
  if (metres < 1) return `${number(Math.round(metres * 100))} cm`;
  const whole = Math.round(metres * 100) / 100;
  return `${number(whole, Number.isInteger(whole) ? 0 : Number.isInteger(whole * 10) ? 1 : 2)} m`;
}

/** How long ago a moment is, in words: "3 days ago". */
export function age(moment) {
  const days = Math.floor((Date.now() - moment) / 86_400_000);
  if (!(days >= 0)) return text('age.unknown');
  if (days === 0) return text('age.today');
  const format = new Intl.RelativeTimeFormat(locale());
  if (days < 45) return format.format(-days, 'day');
  return days < 700 ? format.format(-Math.round(days / 30.4), 'month')
    : format.format(-Math.round(days / 365), 'year');
}

/** A date written YYYY-MM-DD, with what follows it, as the language writes it. */
export function dateName(words) {
  const found = /^(\d{4})-(\d{2})-(\d{2})(?:,? (\d{2}):(\d{2}))?(?:, sitting (\d+))?/.exec(words ?? '');
  if (!found) return words ?? '';
  const [year, month, day, hour, minute, sitting] = found.slice(1).map((part) => Number(part ?? NaN));
  const isTimed = !Number.isNaN(hour);
  const moment = new Date(year, month - 1, day, isTimed ? hour : 12, isTimed ? minute : 0);
  const date = moment.toLocaleString(locale(), {
    // The short names of months in Hindi have a sign that the font lacks.
    dateStyle: chosen === 'hi' ? 'long' : 'medium', ...(isTimed ? { timeStyle: 'short' } : {}),
  });
  return Number.isNaN(sitting) ? date : `${date} (${text('result.sitting', { number: number(sitting) })})`;
}
