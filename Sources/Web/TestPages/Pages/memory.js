// The state of a page across reloads: in the browser's storage or, if that is blocked, in
// the history entry of this tab, which a reload keeps.

/** A storage that keeps values for as long as this tab shows this page. */
const tab = {
  getItem: (name) => history.state?.[name] ?? null,
  setItem(name, value) { history.replaceState({ ...history.state, [name]: value }, ''); },
};

/** A storage of the browser; null if the browser blocks it. */
function storage(name) {
  try {
    const found = window[name];
    found.setItem('aloud', '1');
    found.removeItem('aloud');
    return found;
  } catch {
    return null;
  }
}

/** For as long as the tab is open. */
export const session = storage('sessionStorage') ?? tab;

/** For good, or for as long as the tab is open if this browser keeps nothing. */
export const lasting = storage('localStorage') ?? tab;

/** Whether this browser forgets everything when the page is closed. */
export const keepsNothing = lasting === tab;
