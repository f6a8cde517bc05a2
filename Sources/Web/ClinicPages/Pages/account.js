// The page of accounts: signing in, one's own password, second factor and sessions, and the first
// account.

import { showDesk } from '/account/desk.js';
import { showFactor } from '/account/factor.js';
import { RequestFailure } from '/network.js';
import { at, begin, button, element, moment, named, text, translated } from '/records/page.js';

// The user of this machine comes from the records with the key of their address.
const key = location.hash.slice(1);

async function send(act, body) {
  const response = await fetch(`/account/${act}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify(body ?? {}),
  }).catch(() => { throw new RequestFailure('unreachable'); });
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new RequestFailure('refused', translated(answer?.title ?? '') || undefined, {
    status: response.status, refused: answer?.code,
  });
}

let state = null;
/** The password that the person has just signed in with, until they have chosen their own. */
let entered = null;

/** Asks for the password and, with a second factor, for a code; returns whether they were right. */
function confirmAgain() {
  const dialog = at('confirm');
  at('confirm-code-part').hidden = !state?.account?.hasFactor;
  at('confirm-trouble').textContent = '';
  dialog.showModal();
  return new Promise((done) => {
    const end = (isRight) => {
      dialog.close();
      at('confirm-form').reset();
      at('confirm-form').onsubmit = null;
      done(isRight);
    };
    dialog.oncancel = () => end(false);
    at('confirm-cancel').onclick = () => end(false);
    at('confirm-form').onsubmit = async (event) => {
      event.preventDefault();
      try {
        await send('confirm', {
          password: at('confirm-password').value, code: at('confirm-code').value || undefined,
        });
        end(true);
      } catch (failed) {
        at('confirm-trouble').textContent = failed.message;
        if (failed.refused === 'codeNeeded') at('confirm-code-part').hidden = false;
      }
    };
  });
}

/** Sends an act; shows why it is refused, and returns null then. An act that needs the password again
 *  asks for it. */
export async function ask(act, body) {
  at('done').hidden = true;
  try {
    const answer = await send(act, body);
    at('trouble').textContent = '';
    return answer;
  } catch (failed) {
    if (failed.refused === 'confirm') return await confirmAgain() ? ask(act, body) : null;
    if (failed.refused === 'signIn') {
      showState({ isClosed: true, account: null });
      return null;
    }
    if (failed.refused === 'codeNeeded' && act === 'sign-in') {
      at('code-part').hidden = false;
      at('code').focus();
      at('trouble').textContent = '';
      return null;
    }
    at('trouble').textContent = failed.message;
    window.scrollTo(0, 0);
    return null;
  }
}

export function tell(words) {
  at('done').textContent = words;
  at('done').hidden = false;
}

/** The page that sent the person here; only one of this server. */
function wanted() {
  const place = new URLSearchParams(location.search).get('then');
  return ['/', '/records', '/operator', '/today', '/home', '/peers'].includes(place) ? place : null;
}

/** Whether a person must do something before anything else. */
const mustAct = (account) => account?.mustChoose || account?.mustMakeFactor;

function showState(read) {
  state = read;
  const account = state.account ?? null;
  at('sign-in').hidden = !state.isClosed || account !== null;
  at('first').hidden = state.isClosed || !state.isHome;
  at('home').hidden = state.isClosed || state.isHome;
  at('mine').hidden = account === null;
  at('places').hidden = account === null;
  if (account === null) {
    at('desk').hidden = true;
    (state.isClosed ? at('login') : at('first-login')).focus();
    return;
  }
  for (const link of at('places').querySelectorAll('a')) link.hidden = mustAct(account);
  at('who').textContent = account.name ?? account.login;
  at('change-login').value = account.login;
  at('role').textContent = text('account.signedIn', {
    login: account.login, role: named('role', account.role), until: moment(account.ends),
  });
  at('emergency-now').hidden = !account.emergency;
  at('emergency-now').textContent = text('emergency.now', { reason: account.emergency });
  at('must').hidden = !account.mustChoose;
  // A password to sign in with once is not asked for twice.
  if (!account.mustChoose) entered = null;
  at('former-part').hidden = entered !== null;
  at('former').required = entered === null;
  at('password-part').open = account.mustChoose;
  at('password-part').hidden = account.mustMakeFactor && !account.mustChoose;
  for (const id of ['sessions-part', 'emergency-part']) at(id).hidden = mustAct(account);
  if (['admin', 'clinician'].includes(account.role)) at('emergency-part').hidden = true;
  at('factor-part').hidden = account.mustChoose;
  if (!account.mustChoose) showFactor(account);
  if (!mustAct(account)) showSessions();
  at('desk').hidden = mustAct(account) || account.role !== 'admin';
  if (!at('desk').hidden) showDesk(state);
}

async function showSessions() {
  const sessions = await ask('sessions');
  if (!sessions) return;
  at('sessions').replaceChildren(...sessions.map((session) => {
    const line = element('li');
    line.append(element('span', text(session.kind === 'token' ? 'sessions.token' : 'sessions.browser', {
      name: translated(session.label), used: moment(session.used),
    })));
    if (session.isThis) {
      line.append(element('span', text('sessions.this'), 'badge good'));
    } else {
      line.append(button(text('sessions.end'), async () => {
        if (await ask('end-session', { id: session.id })) showSessions();
      }, 'small danger'));
    }
    return line;
  }));
  at('end-others').hidden = sessions.filter((session) => session.kind === 'session').length < 2;
}

/** Reads the state and shows it. */
export async function start() {
  const read = await ask('state');
  if (read) showState(read);
  return read;
}

/** Sends a form once at a time, and clears its passwords. */
export function onSubmit(id, act) {
  at(id).addEventListener('submit', async (event) => {
    event.preventDefault();
    const send = at(id).querySelector('button:not([type])');
    send.disabled = true;
    await act();
    send.disabled = false;
    // The password is sent again with the code.
    if (id === 'sign-in' && !at('code-part').hidden && at('trouble').textContent === '') return;
    for (const field of at(id).querySelectorAll('input[type=password]')) field.value = '';
  });
}

onSubmit('sign-in', async () => {
  const done = await ask('sign-in', {
    login: at('login').value.trim(), password: at('password').value, code: at('code').value || undefined,
  });
  at('code').value = '';
  if (!done) return;
  entered = at('password').value;
  at('code-part').hidden = true;
  const place = wanted();
  const read = await start();
  if (place && read?.account && !mustAct(read.account)) location.assign(place);
});
onSubmit('first', async () => {
  const done = await ask('first', {
    login: at('first-login').value.trim(), name: at('first-name').value, password: at('first-password').value,
  });
  if (done) start();
});
onSubmit('change', async () => {
  const done = await ask('password', { former: entered ?? at('former').value, password: at('new').value });
  if (!done) return;
  entered = null;
  const place = at('must').hidden ? null : wanted();
  const read = await start();
  if (place && !mustAct(read?.account)) location.assign(place);
  tell(text('account.passwordChanged'));
});
onSubmit('emergency', async () => {
  const done = await ask('emergency', { reason: at('reason').value, password: at('emergency-password').value });
  if (done) start();
});
at('sign-out').addEventListener('click', async () => {
  if (await ask('sign-out')) location.assign('/account');
});
at('end-others').addEventListener('click', async () => {
  if (await ask('end-others')) showSessions();
});
begin(() => (state ? showState(state) : start()));
