// The accounts of a clinic, for its admins.

import { ask, at, element, onSubmit, tell } from '/account/account.js';

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

function button(text, act, className) {
  const made = element('button', text, `small ${className ?? ''}`);
  made.type = 'button';
  made.addEventListener('click', act);
  return made;
}

async function change(account, body, words) {
  const done = await ask('change', { id: account.id, ...body });
  if (!done) return;
  showSecret(`Password for ${account.login}, to sign in with once within 72 hours:`, done.initial);
  await showAccounts();
  tell(words);
}

/** The form for a token of a program. */
function tokenForm(account) {
  const part = element('details');
  const form = element('form', null, 'stack');
  const name = element('input');
  name.required = true;
  name.maxLength = 64;
  const label = element('label', 'Name of the token ');
  label.append(name);
  const boxes = scopes[account.role].map((scope) => {
    const box = element('input');
    box.type = 'checkbox';
    box.value = scope;
    const line = element('label', null, 'check');
    line.append(box, ` ${scope}`);
    return line;
  });
  form.append(label, ...boxes, element('button', 'Make the token'));
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const made = await ask('add-token', {
      id: account.id, name: name.value, days: 365,
      scopes: boxes.map((line) => line.firstChild).filter((box) => box.checked).map((box) => box.value),
    });
    if (!made) return;
    showSecret(`Token ${name.value} of ${account.login}, which is not shown again:`, made.token);
    showAccounts();
  });
  part.append(element('summary', 'New token'), form);
  return part;
}

function card(account) {
  const part = element('section', null, 'card account');
  const title = element('h2', account.login);
  title.append(element('span', account.name ?? '', 'note'), element('span', account.state, 'badge'));
  const role = element('select');
  role.setAttribute('aria-label', `Role of ${account.login}`);
  for (const name of roles) role.append(new Option(name, name, false, name === account.role));
  role.addEventListener('change', () => change(account, { role: role.value }, 'The role is changed.'));
  const acts = element('div', null, 'row acts');
  acts.append(role);
  if (!account.isProgram) {
    acts.append(button('New password', () => change(account, { newPassword: true }, 'The former password has ended.')));
  }
  acts.append(
    account.isDisabled
      ? button('Enable', () => change(account, { isDisabled: false }, 'The account is in use.'))
      : button('Disable', () => change(account, { isDisabled: true }, 'The account is out of use.')),
    button('Remove', () => {
      if (confirm(`Remove the account ${account.login}? The audit trail keeps its login.`)) {
        change(account, { remove: true }, 'The account is removed.');
      }
    }, 'danger'));
  part.append(title, acts);
  if (account.keys.length > 0) {
    const keys = element('ul', null, 'lines acts');
    for (const key of account.keys) {
      const line = element('li');
      const kind = key.kind === 'token' ? `Token ${key.label} (${key.scopes.join(', ')})` : `Signed in: ${key.label}`;
      line.append(element('span', `${kind}, last used ${key.used}`), button('End', async () => {
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

/** Shows the accounts, and the latest emergencies. */
export function showDesk(emergencies) {
  at('emergencies').hidden = emergencies.length === 0;
  at('emergencies').replaceChildren(...emergencies.map((one) => {
    const line = element('li');
    line.append(element('span', `Emergency access, ${one.at}, ${one.by}: ${one.reason ?? ''}`, 'error'));
    return line;
  }));
  showAccounts();
}

onSubmit('add', async () => {
  const made = await ask('add', {
    login: at('add-login').value, name: at('add-name').value, role: at('add-role').value,
    isProgram: at('add-program').checked,
  });
  if (!made) return;
  showSecret(`Password for ${at('add-login').value}, to sign in with once within 72 hours:`, made.initial);
  at('add').reset();
  await showAccounts();
  tell('The account is added.');
});
