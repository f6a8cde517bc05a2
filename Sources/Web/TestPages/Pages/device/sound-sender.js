// A worker that sends the microphone's sound to Aloud: one request at a time, so that pieces stay in
// order and use one connection, whatever the page is busy with.

import { request } from '/network.js';

/** Samples that a request may hold: Aloud takes bodies of 4,096 bytes. */
const mostSamples = 2_048;

/** Samples that may wait for a slow connection, 3 s; older ones are dropped, and Aloud counts the
 *  gap. */
const mostWaiting = 48_000;

/** The time after a failed request, in milliseconds. */
const pause = 250;

let path = '';
let waiting = [];
let waitingSamples = 0;
let isSending = false;

/** The next samples without a gap between them; null if there are none. */
function nextPiece() {
  if (waiting.length === 0) return null;
  const { first } = waiting[0];
  const parts = [];
  let length = 0;
  while (waiting.length > 0 && waiting[0].first === first + length
    && length + waiting[0].samples.length <= mostSamples) {
    const { samples } = waiting.shift();
    parts.push(samples);
    length += samples.length;
  }
  waitingSamples -= length;
  const samples = new Int16Array(length);
  let at = 0;
  for (const part of parts) { samples.set(part, at); at += part.length; }
  return { first, samples };
}

/** Loudest sample of a piece as a fraction of full scale. */
function peak(samples) {
  let loudest = 0;
  for (const sample of samples) loudest = Math.max(loudest, Math.abs(sample));
  return loudest / 32768;
}

async function sendAll() {
  if (isSending) return;
  isSending = true;
  for (let piece = nextPiece(); piece !== null; piece = nextPiece()) {
    try {
      await request(`${path}&first=${piece.first}`, { body: littleEndian(piece.samples), wait: 5_000 });
      postMessage({ sent: piece.samples.length, peak: peak(piece.samples) });
    } catch (failure) {
      // These samples are lost: it is not known whether they arrived. Aloud counts a gap.
      postMessage({ failure: failure.refused ?? failure.kind });
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  isSending = false;
}

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1;

/** The bytes of samples, low byte first. */
function littleEndian(samples) {
  if (isLittleEndian) return samples;
  const view = new DataView(new ArrayBuffer(2 * samples.length));
  samples.forEach((sample, index) => view.setInt16(2 * index, sample, true));
  return view;
}

onmessage = ({ data }) => {
  ({ path } = data);
  data.port.onmessage = ({ data: piece }) => {
    waiting.push(piece);
    waitingSamples += piece.samples.length;
    while (waitingSamples > mostWaiting) waitingSamples -= waiting.shift().samples.length;
    sendAll();
  };
};
