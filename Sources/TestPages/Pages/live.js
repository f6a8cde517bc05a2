// The line to Aloud: the page's seat, what Aloud sends as it happens, and what the page says.

/** What was refused, with its reason in words. */
export class Refused extends Error {
  constructor(status, answer) {
    super(answer?.reason ?? 'Aloud does not answer. Is it still running?');
    this.status = status;
    this.refused = answer?.refused;
  }
}

/** Sends something; gives the answer, or throws `Refused`. */
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

/** Aloud sends something every five seconds; after so long without anything the line is cut, though
 *  nobody has told the browser, in milliseconds. */
const longestSilence = 12_000;

/** Listens for states; comes back by itself when the line was cut. The first state after that is
 *  the whole of what is to be seen. Gives what closes the line. */
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
      // The browser gives up where it was answered with a refusal, and else tries again.
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
