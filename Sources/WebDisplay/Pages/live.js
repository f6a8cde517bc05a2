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

/** Listens for states; comes back by itself when the line was cut. The first state after that is
 *  the whole of what is to be seen. */
export function listen(path, { onState, onCut, onRefused }) {
  const source = new EventSource(path);
  source.onmessage = (event) => onState(JSON.parse(event.data));
  source.onerror = () => {
    // The browser gives up where it was answered with a refusal, and else tries again.
    if (source.readyState === EventSource.CLOSED) onRefused(); else onCut();
  };
  return source;
}
