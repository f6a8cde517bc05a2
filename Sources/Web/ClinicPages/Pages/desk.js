// The accounts of a clinic, for its admins.

import { ask, onSubmit, start, tell } from '/account/account.js';
import { at, button, element, moment, named, text, translated } from '/records/page.js';

const roles = ['viewer', 'operator', 'clinician', 'admin'];
const scopes = {
  viewer: ['readPeople', 'readTests'],
  operator: ['readPeople', 'readTests', 'writePeople', 'writeTests'],
  clinician: ['readPeople', 'readTests', 'writePeople', 'writeTests', 'amend', 'export'],
  admin: ['readPeople', 'readTests', 'writePeople', 'writeTests', 'amend', 'export', 'erase', 'administer'],
};

/** Shows a secret that is not shown again. */
function showSecret(words, secret) {
  at('made').hidden = !secret;
  at('made-words').textContent = words;
  at('made-secret').textContent = secret ?? '';
  if (secret) at('made').scrollIntoView({ block: 'center' });
}

const small = (words, act, className) => button(words, act, `small ${className ?? ''}`);

async function change(account, body, words) {
  const done = await ask('change', { id: account.id, ...body });
  if (!done) {
    showAccounts();
    return;
  }
  showSecret(text('desk.initial', { login: account.login }), done.initial);
  await showAccounts();
  tell(words);
}

/** A check box with its label. */
function box(value, words, isChecked) {
  const made = element('input');
  made.type = 'checkbox';
  made.value = value;
  made.checked = isChecked;
  const line = element('label', null, 'check');
  line.append(made, ' ', words);
  return line;
}

const checked = (lines) => lines.map((line) => line.firstChild).filter((one) => one.checked)
  .map((one) => one.value);

/** The form for a token of a program. */
function tokenForm(account) {
  const part = element('details');
  const form = element('form', null, 'stack');
  const name = element('input');
  name.required = true;
  name.maxLength = 64;
  const label = element('label', `${text('token.name')} `);
  label.append(name);
  const boxes = scopes[account.role].map((scope) => box(scope, named('scope', scope), false));
  form.append(label, ...boxes, element('button', text('token.make')));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const made = await ask('add-token', {
      id: account.id, name: name.value, days: 365, scopes: checked(boxes),
    });
    if (!made) return;
    showSecret(text('token.made', { name: name.value, login: account.login }), made.token);
    showAccounts();
  });
  part.append(element('summary', text('token.new')), form);
  return part;
}

function card(account) {
  const part = element('section', null, 'card account');
  const title = element('h3', account.login);
  title.append(element('span', account.name ?? '', 'note'),
    element('span', translated(account.state), 'badge'));
  if (account.hasFactor) title.append(element('span', text('desk.hasFactor'), 'badge good'));
  const role = element('select');
  role.setAttribute('aria-label', text('desk.roleOf', { login: account.login }));
  for (const name of roles) {
    role.append(new Option(named('role', name), name, false, name === account.role));
  }
  role.addEventListener('change', () => change(account, { role: role.value }, text('desk.roleChanged')));
  const acts = element('div', null, 'row acts');
  acts.append(role);
  if (!account.isProgram) {
    acts.append(small(text('desk.newPassword'),
      () => change(account, { newPassword: true }, text('desk.passwordEnded'))));
  }
  if (account.hasFactor) {
    acts.append(small(text('desk.resetFactor'), () => {
      if (confirm(text('desk.resetSure', { login: account.login }))) {
        change(account, { resetFactor: true }, text('desk.factorReset'));
      }
    }));
  }
  acts.append(
    account.isDisabled
      ? small(text('desk.enable'), () => change(account, { isDisabled: false }, text('desk.enabled')))
      : small(text('desk.disable'), () => change(account, { isDisabled: true }, text('desk.disabled'))),
    small(text('desk.remove'), () => {
      if (confirm(text('desk.removeSure', { login: account.login }))) {
        change(account, { remove: true }, text('desk.removed'));
      }
    }, 'danger'));
  part.append(title, acts);
  if (account.keys.length > 0) {
    const keys = element('ul', null, 'lines acts');
    for (const key of account.keys) {
      const line = element('li');
      const words = key.kind === 'token'
        ? text(key.used ? 'desk.token' : 'desk.tokenUnused', {
          name: key.label, used: key.used ? moment(key.used) : '',
          scopes: key.scopes.map((scope) => named('scope', scope)).join(', '),
        })
        : text('desk.session', { name: translated(key.label), used: moment(key.used) });
      line.append(element('span', words), small(text('sessions.end'), async () => {
        if (await ask('end-token', { id: key.id })) showAccounts();
      }, 'danger'));
      keys.append(line);
    }
    part.append(keys);
  }
  if (account.isProgram) part.append(tokenForm(account));
  return part;
}

async function showAccounts() {
  const accounts = await ask('list');
  if (accounts) at('accounts').replaceChildren(...accounts.map(card));
}

/** Shows the accounts, the roles that need a second factor, and the latest emergencies. */
export function showDesk({ emergencies, factorRoles }) {
  at('emergencies').hidden = emergencies.length === 0;
  at('emergencies').replaceChildren(...emergencies.map((one) => {
    const line = element('li');
    line.append(element('span', text('desk.emergency', {
      at: moment(one.at), by: one.by, reason: one.reason ?? '',
    }), 'error'));
    return line;
  }));
  const chosen = at('add-role').value || 'operator';
  at('add-role').replaceChildren(
    ...roles.map((name) => new Option(named('role', name), name, false, name === chosen)));
  at('strict-roles').replaceChildren(
    ...roles.map((name) => box(name, named('role', name), factorRoles.includes(name))));
  showAccounts();
}

onSubmit('add', async () => {
  const made = await ask('add', {
    login: at('add-login').value, name: at('add-name').value, role: at('add-role').value,
    isProgram: at('add-program').checked,
  });
  if (!made) return;
  showSecret(text('desk.initial', { login: at('add-login').value }), made.initial);
  at('add').reset();
  at('add-role').value = 'operator';
  await showAccounts();
  tell(text('desk.added'));
});
onSubmit('strict', async () => {
  const done = await ask('require-factor', { roles: checked([...at('strict-roles').children]) });
  await start();
  if (done) tell(text('desk.strictSaved'));
});
