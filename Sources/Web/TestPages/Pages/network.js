// Requests to Aloud: one function for all pages, and one error with a kind for whatever can fail.

import { text, translated } from '/texts.js';

/** The kinds of failure:
 *  - `unreachable`: no connection, or it broke off;
 *  - `late`: no answer in time;
 *  - `cancelled`: the page itself gave up;
 *  - `refused`: Aloud refused it; `refused` has the name, `message` the reason and
 *    `answer` the whole answer;
 *  - `unreadable`: the answer is not of the expected format. */
export const failures = ['unreachable', 'late', 'cancelled', 'refused', 'unreadable'];

/** A request that failed, with the reason in words. */
export class RequestFailure extends Error {
  constructor(kind, message = text('cut.none'), { status = 0, refused, answer = null } = {}) {
    super(message);
    this.name = 'RequestFailure';
    this.kind = kind;
    this.status = status;
    this.refused = refused;
    this.answer = answer;
  }
}

/** The time to wait for an answer, in milliseconds. */
const longestWait = 15_000;

/** Reads the body of an answer by its format: 'json', 'bytes' or 'nothing'. */
async function read(response, format) {
  switch (format) {
    case 'bytes': return response.arrayBuffer();
    case 'nothing': return null;
    default: return response.json();
  }
}

/** Sends a request and returns the answer.
 *
 *  `body` is sent as JSON, or as it is if it consists of bytes; with a body the method is POST.
 *  `key` is the operator's. `signal` cancels the request.
 *
 *  Throws `RequestFailure`, and nothing else. */
export async function request(path, {
  method, body, key, format = 'json', wait = longestWait, signal,
} = {}) {
  const isBytes = body instanceof ArrayBuffer || ArrayBuffer.isView(body);
  const headers = {
    ...(body === undefined ? {} : {
      'Content-Type': isBytes ? 'application/octet-stream' : 'application/json',
    }),
    ...(key ? { 'X-Aloud-Key': key } : {}),
  };
  const giveUp = new AbortController();
  let isLate = false;
  const timer = setTimeout(() => { isLate = true; giveUp.abort(); }, wait);
  const cancel = () => giveUp.abort();
  if (signal?.aborted) cancel();
  signal?.addEventListener('abort', cancel);
  const unanswered = () => new RequestFailure(
    isLate ? 'late' : signal?.aborted ? 'cancelled' : 'unreachable');
  try {
    let response;
    try {
      response = await fetch(path, {
        method: method ?? (body === undefined ? 'GET' : 'POST'), headers,
        body: body === undefined || isBytes ? body : JSON.stringify(body), signal: giveUp.signal,
      });
    } catch {
      throw unanswered();
    }
    if (!response.ok) {
      const answer = await response.json().catch(() => null);
      throw new RequestFailure(
        'refused', answer?.title && translated(answer.title), {
          status: response.status, refused: answer?.code, answer,
        });
    }
    try {
      return await read(response, format);
    } catch {
      throw giveUp.signal.aborted ? unanswered()
        : new RequestFailure('unreadable', text('cut.unreadable'));
    }
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
