// Requests to the interface of the records, which '/api/v1/openapi.json' describes.

import { RequestFailure } from '/network.js';

const root = '/api/v1';

/** Sends a request, and returns its answer.
 *
 *  `key` is the token of the user; without it the session of the browser counts. `version` is that
 *  of what is changed. `accept` is the media type of a file, whose bytes are returned. Throws
 *  `RequestFailure`. */
export async function ask(method, path, { body, key, version, accept, once } = {}) {
  const headers = {
    Accept: accept ?? 'application/json',
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    ...(key ? { Authorization: `Bearer ${key}` } : {}),
    ...(version ? { 'If-Match': `"${version}"` } : {}),
    ...(once ? { 'Idempotency-Key': once } : {}),
  };
  let response;
  try {
    response = await fetch(root + path, {
      method, headers, body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new RequestFailure('unreachable');
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => null);
    throw new RequestFailure('refused', problem?.title, { status: response.status, refused: problem?.code });
  }
  return accept ? response.blob() : response.json();
}
