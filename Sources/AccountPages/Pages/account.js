// The page of accounts: signing in, one's own password and sessions, and the first account.

import { showDesk } from '/account/desk.js';
import { RequestFailure } from '/network.js';

export function at(id) { return document.getElementById(id); }
// The user of this machine comes from the records with the key of their address.
const key = location.hash.slice(1);

export function element(name, text, className) {
  const made = document.createElement(name);
  if (text !== undefined && text !== null) made.textContent = text;
  if (className) made.className = className;
  return made;
}

/** Sends an act; shows why it is refused, and returns null then. */
export async function ask(act, body) {
  at('done').hidden = true;
  try {
    const response = await fetch(`/account/${act}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
      body: JSON.stringify(body ?? {}),
    }).catch(() => { throw new RequestFailure('unreachable'); });
    const answer = await response.json().catch(() => null);
    if (!response.ok) {
      throw new RequestFailure('refused', answer?.reason ?? 'Aloud does not answer. Try again.', {
        status: response.status, refused: answer?.refused,
      });
    }
    at('trouble').textContent = '';
    return answer;
  } catch (failed) {
    if (failed.refused === 'signIn') {
      showState({ isClosed: true, account: null });
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
  return ['/', '/records', '/operator'].includes(place) ? place : null;
}

function showState(state) {
  const account = state.account ?? null;
  at('sign-in').hidden = !state.isClosed || account !== null;
  at('first').hidden = state.isClosed || !state.isHome;
  at('home').hidden = state.isClosed || state.isHome;
  at('mine').hidden = account === null;
  at('places').hidden = account === null || account.mustChoose;
  if (account === null) {
    at('desk').hidden = true;
    (state.isClosed ? at('login') : at('first-login')).focus();
    return;
  }
  at('who').textContent = account.name ?? account.login;
  at('change-login').value = account.login;
  at('role').textContent = `${account.login}, ${account.role}. Signed in until ${account.ends} at the latest.`;
  at('emergency-now').hidden = !account.emergency;
  at('emergency-now').textContent = `Emergency access: ${account.emergency}`;
  at('must').hidden = !account.mustChoose;
  at('password-part').open = account.mustChoose;
  for (const id of ['sessions-part', 'emergency-part']) at(id).hidden = account.mustChoose;
  if (account.mustChoose || ['admin', 'clinician'].includes(account.role)) at('emergency-part').hidden = true;
  if (!account.mustChoose) showSessions();
  at('desk').hidden = account.mustChoose || account.role !== 'admin';
  if (!at('desk').hidden) showDesk(state.emergencies);
}

async function showSessions() {
  const sessions = await ask('sessions');
  if (!sessions) return;
  at('sessions').replaceChildren(...sessions.map((session) => {
    const line = element('li');
    const kind = session.kind === 'token' ? 'Token' : 'Browser';
    line.append(element('span', `${kind}: ${session.label}, last used ${session.used}`));
    if (session.isThis) {
      line.append(element('span', 'this one', 'badge good'));
    } else {
      const end = element('button', 'End', 'small danger');
      end.type = 'button';
      end.addEventListener('click', async () => {
        if (await ask('end-session', { id: session.id })) showSessions();
      });
      line.append(end);
    }
    return line;
  }));
  at('end-others').hidden = sessions.filter((session) => session.kind === 'session').length < 2;
}

async function start() {
  const state = await ask('state');
  if (state) showState(state);
}

/** Sends a form once at a time, and clears its passwords. */
export function onSubmit(id, act) {
  at(id).addEventListener('submit', async (event) => {
    event.preventDefault();
    const button = at(id).querySelector('button');
    button.disabled = true;
    await act();
    button.disabled = false;
    for (const field of at(id).querySelectorAll('input[type=password]')) field.value = '';
  });
}

onSubmit('sign-in', async () => {
  const done = await ask('sign-in', { login: at('login').value.trim(), password: at('password').value });
  if (!done) return;
  const state = await ask('state');
  const place = wanted();
  if (place && !state?.account?.mustChoose) location.assign(place);
  else if (state) showState(state);
});
onSubmit('first', async () => {
  const done = await ask('first', {
    login: at('first-login').value.trim(), name: at('first-name').value, password: at('first-password').value,
  });
  if (done) start();
});
onSubmit('change', async () => {
  const done = await ask('password', { former: at('former').value, password: at('new').value });
  if (!done) return;
  const place = at('must').hidden ? null : wanted();
  if (place) location.assign(place);
  await start();
  tell('The password is changed.');
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
start();
