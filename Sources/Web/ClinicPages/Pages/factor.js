// A person's second factor: making, renewing and removing it.

import { ask, onSubmit, start, tell } from '/account/account.js';
import { picture } from '/account/picture.js';
import { at, element, text } from '/records/page.js';

/** Shows recovery codes, which Aloud does not have any more. */
function showCodes(codes) {
  at('factor-form').hidden = true;
  at('factor-acts').hidden = true;
  at('factor-state').textContent = '';
  at('factor-must').hidden = true;
  at('factor-codes').hidden = false;
  at('factor-list').replaceChildren(...codes.map((code) => element('li', code)));
  at('factor-codes').scrollIntoView({ block: 'center' });
}

/** Shows the second factor of an account. */
export function showFactor(account) {
  if (!at('factor-codes').hidden) return;
  at('factor-must').hidden = !account.mustMakeFactor;
  at('factor-state').textContent = account.hasFactor
    ? text('factor.on', { left: account.recoveryLeft })
    : text(account.role === 'admin' ? 'factor.offAdmin' : 'factor.off');
  at('factor-begin').textContent = text(account.hasFactor ? 'factor.replace' : 'factor.begin');
  at('factor-begin').className = account.hasFactor ? '' : 'main';
  for (const id of ['factor-renew', 'factor-remove']) at(id).hidden = !account.hasFactor;
  at('factor-acts').hidden = !at('factor-form').hidden;
}

at('factor-begin').addEventListener('click', async () => {
  const offer = await ask('begin-factor');
  if (!offer) return;
  at('factor-picture').replaceChildren(...(offer.picture.length > 0 ? [picture(offer.picture)] : []));
  at('factor-secret').textContent = offer.secret.match(/.{1,4}/g).join(' ');
  at('factor-form').hidden = false;
  at('factor-acts').hidden = true;
  at('factor-code').focus();
});
function close() {
  at('factor-form').hidden = true;
  at('factor-form').reset();
  at('factor-picture').replaceChildren();
  at('factor-secret').textContent = '';
}
at('factor-cancel').addEventListener('click', () => { close(); start(); });
onSubmit('factor-form', async () => {
  const made = await ask('add-factor', { code: at('factor-code').value });
  at('factor-code').value = '';
  if (!made) return;
  close();
  showCodes(made.codes);
});
at('factor-kept').addEventListener('click', () => {
  at('factor-codes').hidden = true;
  at('factor-list').replaceChildren();
  start();
});
at('factor-renew').addEventListener('click', async () => {
  const made = await ask('renew-recovery');
  if (made) showCodes(made.codes);
});
at('factor-remove').addEventListener('click', async () => {
  if (!await ask('remove-factor')) return;
  await start();
  tell(text('factor.removed'));
});
