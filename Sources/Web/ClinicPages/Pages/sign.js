// Electronic signatures: those of a test, a day or a study, and the form that signs.

import { at, element, moment, text, translated } from '/records/page.js';
import { ask as send } from '/records/rest.js';
import { number } from '/texts.js';

/** The object and the digest of the contents that were read for each form, which signs these. */
const shown = { sign: null, days: null };

/** A signature in a line; a broken one says so. */
function lineOf({ object, meaning, name, login, at: time, note, isIntact }) {
  const kind = object.split(' ')[0];
  const line = element('li', null, isIntact ? null : 'changed');
  const words = text(`sign.${meaning}`, { name, login, at: moment(time) });
  const facts = [kind === 'test' ? null : text(`sign.of.${kind}`, { object: translated(object.slice(kind.length + 1)) }), note];
  line.append(element('strong', words), ' ', facts.filter(Boolean).join(', '));
  if (!isIntact) line.append(' ', element('strong', text('sign.broken')));
  return line;
}

/** Shows signatures in a list, with its heading. */
function list(part, items) {
  at(part).hidden = items.length === 0;
  at(part).querySelector('ul').replaceChildren(...items.map(lineOf));
}

/** The latest path that was read for each form: an answer from an earlier one comes too late. */
const asked = { sign: null, days: null };

/** Reads signatures; says why it cannot, and returns null then. Undefined if another path was read since. */
async function readFor(form, path, key) {
  asked[form] = path;
  const read = await send('GET', path, { key }).catch((failed) => {
    at('trouble').textContent = translated(failed.message);
    return null;
  });
  return path === asked[form] ? read : undefined;
}

/** Shows the signatures of a test, and offers to sign it. */
export async function showSignatures(test, key) {
  const read = await readFor('sign', `/tests/${test}/signatures`, key);
  if (read === undefined) return;
  list('signatures', read?.items ?? []);
  offer(read, 'sign');
}

/** Shows the signatures of a day or a study, and offers to sign it. */
export async function showSignedDays(object, key) {
  const read = await readFor('days', `/signatures?object=${encodeURIComponent(object)}`, key);
  if (read === undefined) return;
  list('days-signatures', read?.items ?? []);
  at('days-tests').textContent = read ? text('sign.tests', { count: number(read.tests) }) : '';
  offer(read, 'days');
}

/** Prepares a form for what was read; nothing can be signed without an ended test. */
function offer(read, form) {
  shown[form] = read?.digest ? { object: read.object, digest: read.digest } : null;
  for (const id of ['password', 'code', 'note']) at(`${form}-${id}`).value = '';
  at(`${form}-facts`).textContent = shown[form]
    ? text('sign.digest', { digest: shown[form].digest.slice(0, 18) }) : '';
  at(`${form}-act`).disabled = !shown[form];
  at(`${form}-trouble`).textContent = '';
}

/** Signs with what a form has; returns whether it is signed. */
export async function sign(form, key) {
  if (!shown[form]) return false;
  const value = (id) => at(`${form}-${id}`).value;
  at(`${form}-act`).disabled = true;
  try {
    await send('POST', '/signatures', {
      key,
      body: {
        ...shown[form], meaning: value('meaning'), note: value('note').trim() || undefined,
        password: value('password'), code: value('code').trim() || undefined,
      },
    });
    return true;
  } catch (failed) {
    at(`${form}-trouble`).textContent = translated(failed.message);
    at(`${form}-code`).value = '';
    at(`${form}-act`).disabled = false;
    return false;
  }
}
