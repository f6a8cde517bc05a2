// The systems that take results and give orders, for the administrator.

import { at, begin, button, element, moment, text } from '/records/page.js';
import { ask as send } from '/records/rest.js';
import { number } from '/texts.js';

// The key is the fragment of the address, which browsers do not send.
const key = location.hash.slice(1);
/** The time between two readings of the list, in milliseconds. */
const pause = 10_000;

/** Asks Aloud; shows why it refuses, and returns null then. */
async function ask(method, path) {
  try {
    const answer = await send(method, path, { key });
    at('trouble').textContent = '';
    return answer;
  } catch (failed) {
    if (failed.refused === 'unknownCaller' && !key) location.assign('/account?then=/peers');
    at('trouble').textContent = failed.refused === 'unknownCaller' ? text('records.noKey') : failed.message;
    return null;
  }
}

function rowOf(peer) {
  const row = element('tr');
  const name = element('td');
  name.append(element('strong', peer.name), ' ', element('span', `${peer.kind}, ${peer.address}`, 'note'));
  if (!peer.isOn) name.append(' ', element('span', text('peers.off'), 'note'));
  const waiting = element('td', number(peer.waiting));
  if (peer.oldest) waiting.append(' ', element('span', moment(peer.oldest), 'note'));
  const acts = element('td');
  // The others need a correction at the peer first; their answers below the list say so.
  if (peer.setAside > peer.uncorrected) {
    const path = `/peers/${encodeURIComponent(peer.name)}/send-again`;
    acts.append(button(text('peers.sendAgain'), async () => fill(await ask('POST', path)), 'small'));
  }
  const answer = element('td', [peer.answer, peer.ordersTrouble].filter(Boolean).join(' '));
  if (peer.ordersTrouble && peer.ordersOf) answer.append(' ', element('span', text('peers.ordersOf', { at: moment(peer.ordersOf) }), 'note'));
  row.append(name, waiting, element('td', number(peer.setAside)), answer, acts);
  return row;
}

/** The list on the page; a reading that is the same changes nothing, so that the focus stays. */
let shown = null;

function fill(answer) {
  const news = JSON.stringify(answer);
  if (!answer || news === shown) return;
  shown = news;
  at('nobody').hidden = answer.items.length > 0;
  at('list').hidden = answer.items.length === 0;
  at('list').tBodies[0].replaceChildren(...answer.items.map(rowOf));
  at('refused-part').hidden = answer.refused.length === 0;
  at('refused').replaceChildren(...answer.refused.map((one) =>
    element('li', `${one.peer}, ${moment(one.at)}, ${one.test}: ${one.answer ?? ''}`)));
}

const show = async () => fill(await ask('GET', '/peers'));

setInterval(() => { if (!document.hidden) show(); }, pause);
begin(() => {
  for (const [id, path] of [['all-records', '/records'], ['account', '/account']]) {
    if (key) at(id).href = `${path}#${key}`;
  }
  shown = null;
  show();
});
