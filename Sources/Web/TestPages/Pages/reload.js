// Loads the page again, five times at most, if one of its scripts or styles does not arrive.

(() => {
  let kept;
  try { kept = sessionStorage; } catch { return; }
  const tries = Number(kept.tries ?? 0);
  let failed = false;
  addEventListener('error', ({ target }) => {
    if (target.matches?.('script, [rel=stylesheet]')) failed = true;
  }, true);
  addEventListener('load', () => {
    if (!failed) delete kept.tries;
    else if (tries > 4) document.body.textContent = 'A part of this page is missing. Please reload it.';
    else setTimeout(() => { kept.tries = tries + 1; location.reload(); }, 1000 * 2 ** tries);
  });
})();
