// The connection to Aloud: requests of the page, and the events that Aloud sends.

import { text, translated } from '/texts.js';

/** A refused request, with the reason in words. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer?.reason ? translated(answer.reason) : text('cut.none'));
    this.status = status;
    this.refused = answer?.refused;
  }
}

/** Sends a request; returns the answer or throws `Refused`. */
export async function send(path, body, key) {
  let response;
  try {
    response = await fetch(path, {
      method: 'POST', body: JSON.stringify(body ?? {}),
      headers: { 'Content-Type': 'application/json', ...(key ? { 'X-Aloud-Key': key } : {}) },
    });
  } catch {
    throw new Refused(0);
  }
  const answer = await response.json().catch(() => null);
  if (!response.ok) throw new Refused(response.status, answer);
  return answer;
}

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
