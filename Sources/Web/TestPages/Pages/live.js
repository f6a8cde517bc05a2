// The connection to Aloud: requests of the page, and the events that Aloud sends.

import { request } from '/network.js';

/** Sends a request; returns the answer or throws `RequestFailure`. */
export const send = (path, body, key) => request(path, { body: body ?? {}, key });

/** Milliseconds of silence after which the connection counts as lost, even if the browser has not
 *  noticed: Aloud sends an event every five seconds. */
const longestSilence = 12_000;

/** Listens for states, and reconnects after a lost connection; the first state after that is
 *  complete. Returns what closes the connection. */
export function listen(path, { onState, onCut, onRefused }) {
  let source = null;
  let silence = null;
  const close = () => {
    clearTimeout(silence);
    source.close();
  };
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => {
      close();
      onCut();
      open();
    }, longestSilence);
  };
  const open = () => {
    source = new EventSource(path);
    source.onopen = heard;
    source.addEventListener('beat', heard);
    source.onmessage = (event) => {
      heard();
      onState(JSON.parse(event.data));
    };
    source.onerror = () => {
      // The browser gives up if it was refused, and retries otherwise.
      if (source.readyState === EventSource.CLOSED) {
        close();
        onRefused();
      } else {
        onCut();
      }
    };
    heard();
  };
  open();
  return { close };
}
