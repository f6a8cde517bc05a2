// The first start of a clinic, in one walk: the first account, its second factor, the name of the lane and
// other devices, and then the screen and the microphone on the page of the test.

import { picture } from '/account/picture.js';
import { RequestFailure } from '/network.js';
import { at, begin, element, text, translated } from '/records/page.js';
import { number } from '/texts.js';

// Only somebody who can read the terminal of this machine has the key of the address.
const key = location.hash.slice(1);
const steps = ['account', 'factor', 'codes', 'lane', 'screen'];
/** The steps that are counted for the person: the codes belong to the second factor. */
const counted = ['account', 'factor', 'lane', 'screen'];

let step = null;
let lane = null;

async function ask(act, body = {}) {
  try {
    const response = await fetch(`/account/${act}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(body),
    }).catch(() => { throw new RequestFailure('unreachable'); });
    const answer = await response.json().catch(() => null);
    if (!response.ok) throw new RequestFailure('refused', translated(answer?.title ?? '') || undefined);
    at('trouble').textContent = '';
    return answer;
  } catch (failed) {
    at('trouble').textContent = failed.message;
    scrollTo(0, 0);
    return null;
  }
}

function show(next) {
  step = next;
  for (const name of steps) at(name).hidden = name !== step;
  const place = counted.indexOf(step === 'codes' ? 'factor' : step) + 1;
  at('place').textContent = text('progress', { step: number(place), steps: number(counted.length) });
  at(step).querySelector('h1').focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** Offers a second factor: its picture for the phone, and its secret as text. */
async function offerFactor() {
  const offer = await ask('begin-factor');
  if (!offer) return show('lane');
  at('factor-picture').replaceChildren(...(offer.picture.length > 0 ? [picture(offer.picture)] : []));
  at('secret').textContent = offer.secret.match(/.{1,4}/g).join(' ');
  show('factor');
  at('code').focus();
}

function onSubmit(id, act) {
  at(id).addEventListener('submit', async (event) => {
    event.preventDefault();
    const send = at(id).querySelector('button:not([type])');
    send.disabled = true;
    await act();
    send.disabled = false;
  });
}

async function askLane() {
  const read = await ask('state');
  lane = read?.lane ?? null;
  at('lane-name').value = lane ?? '';
  const isListening = read?.isListening === true;
  at('devices-words').textContent = text(isListening ? 'walk.devicesTrust' : 'walk.devicesNone');
  at('trust').hidden = !isListening;
  at('listen').hidden = isListening;
  show('lane');
  at('lane-name').select();
}

onSubmit('account', async () => {
  const made = await ask('first', {
    login: at('login').value.trim(), name: at('name').value, password: at('password').value,
  });
  at('password').value = '';
  // The session of the browser counts from now on.
  if (made) await offerFactor();
});
onSubmit('factor', async () => {
  const made = await ask('add-factor', { code: at('code').value });
  at('code').value = '';
  if (!made) return;
  at('code-list').replaceChildren(...made.codes.map((code) => element('li', code)));
  at('factor-picture').replaceChildren();
  at('secret').textContent = '';
  show('codes');
});
at('later').addEventListener('click', askLane);
at('kept').addEventListener('click', () => {
  at('code-list').replaceChildren();
  askLane();
});
onSubmit('lane', async () => {
  if (await ask('lane', { name: at('lane-name').value })) show('screen');
});
begin(async () => {
  // Another language changes the words alone.
  if (step) return show(step);
  const state = await ask('state');
  if (!state) return;
  if (state.isClosed) {
    location.replace('/account');
  } else if (state.isHome) {
    show('account');
    at('login').focus();
  } else {
    at('trouble').textContent = text('records.noKey');
  }
});
