// The way to the keys on a phone: a QR code on the start form. Loaded when it is asked for.

import { send } from '/live.js';
import { text } from '/texts.js';

const at = (id) => document.getElementById(id);
const namespace = 'http://www.w3.org/2000/svg';
/** The free edge of a QR code, in modules (ISO/IEC 18004). */
const edge = 4;

/** A QR code from its rows, in which "1" is dark. */
function drawCode(svg, rows) {
  const size = rows.length + 2 * edge;
  svg.setAttribute('viewBox', `0 0 ${size} ${size}`);
  const path = rows.flatMap((row, y) => [...row].flatMap(
    (module, x) => module === '1' ? [`M${x + edge} ${y + edge}h1v1h-1Z`] : [])).join('');
  const made = document.createElementNS(namespace, 'path');
  made.setAttribute('d', path);
  svg.replaceChildren(made);
}

/** Shows the code that opens the keys on a phone, for the session of the patient's page. */
export async function showCode(session) {
  at('phone-error').textContent = '';
  try {
    const { address, trust, rows } = await send(`/pad-link?session=${session}`);
    at('phone-picture').toggleAttribute('hidden', rows.length === 0);
    drawCode(at('phone-picture'), rows);
    at('phone-picture').setAttribute('aria-label', text('phoneLink.picture'));
    at('phone-address').textContent = address;
    at('phone-trust').textContent = trust ? text('phoneLink.trust', { address: trust }) : '';
  } catch (refused) {
    at('phone-error').textContent = refused.message;
  }
  at('phone-code').showModal();
}
