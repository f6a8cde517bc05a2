// Whom a calibration of the distance belongs to. No name is kept: a digest with a key of this browser,
// and a random word for each sitting, for people without a name.

import { lasting, session as memory } from '/memory.js';

const hexadecimal = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
const random = () => hexadecimal(crypto.getRandomValues(new Uint8Array(16)));

/** A value of a storage, made if it is missing. */
function kept(storage, name) {
  if (!storage.getItem(name)) storage.setItem(name, random());
  return storage.getItem(name);
}

async function digest(name) {
  const bytes = (words) => new TextEncoder().encode(words);
  const key = await crypto.subtle.importKey(
    'raw', bytes(kept(lasting, 'person key')), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const same = name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return hexadecimal(new Uint8Array(await crypto.subtle.sign('HMAC', key, bytes(same))));
}

/** The mark of the person who sits before the page; `name` may be null. */
export async function mark(name) {
  // An insecure address has no digests, and no camera either.
  const person = name && crypto.subtle ? await digest(name) : null;
  return { person, sitting: kept(memory, 'sitting') };
}

/** Somebody else may sit there from now on. */
export function endSitting() { memory.setItem('sitting', random()); }

/** Whether two marks are of the same person: 'yes', 'no', or 'unknown'. */
export function compare(one, other) {
  if (one?.person && other?.person) return one.person === other.person ? 'yes' : 'no';
  return one?.sitting && one.sitting === other?.sitting ? 'yes' : 'unknown';
}
