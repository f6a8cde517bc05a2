// A worker that finds the eyes in pictures of the camera with WebAssembly. Pictures come in and numbers
// go out; nothing is sent anywhere.

import { request } from '/network.js';

/** Bytes of `aloud_eyes` in eye_finder.h. */
const resultBytes = 128;
/** The measures of a face's size, in the order of eye_finder.h. */
const measures = ['nothing', 'points', 'irises', 'face'];
const page = 65_536;

let exports = null;
let finder = 0;
let result = 0;
let picture = 0;

/** Whether a face is remembered, and how many pictures in a row show another one. */
let isKnown = false;
let strangers = 0;
/** Eyes are this much alike in a mirror if none is covered; measured by scripts/bench/distance. */
const alike = 0.6;
/** Pictures in a row after which an open face that is not the remembered one is a stranger. */
const patience = 20;

/** Memory from an address to its end is in use; more is asked for where it is too short. */
function reach(end) {
  const missing = end - exports.memory.buffer.byteLength;
  if (missing > 0) exports.memory.grow(Math.ceil(missing / page));
}

const aligned = (address) => (address + 15) & ~15;

async function load() {
  const [code, net] = await Promise.all([
    request('/eyes.wasm', { format: 'bytes', wait: 60_000 }),
    request('/eyes.net', { format: 'bytes', wait: 60_000 }),
  ]);
  ({ exports } = (await WebAssembly.instantiate(code)).instance);
  const base = aligned(exports.__heap_base.value);
  // The file is after the finder; it is not needed afterwards, and pictures take its place.
  reach(base + net.byteLength);
  new Uint8Array(exports.memory.buffer, base, net.byteLength).set(new Uint8Array(net));
  const size = exports.aloud_finder_bytes(base, net.byteLength);
  if (size === 0) throw new Error('The file of the nets is damaged.');
  const file = aligned(base + size);
  reach(file + net.byteLength);
  new Uint8Array(exports.memory.buffer, file, net.byteLength).set(new Uint8Array(net));
  finder = exports.aloud_make_finder(base, file, net.byteLength);
  result = file;
  picture = aligned(file + resultBytes);
}

/** The result in memory, by the layout of `aloud_eyes`. */
function read() {
  const view = new DataView(exports.memory.buffer, result, resultBytes);
  const number = (at) => view.getFloat32(at, true);
  const point = (at) => ({ x: number(at), y: number(at + 4) });
  return {
    isFound: view.getInt32(0, true) === 1, hasIrises: view.getInt32(4, true) === 1,
    score: number(8), face: point(12), width: number(20), eyes: [point(24), point(32)],
    apart: number(40), pointsApart: number(44), turned: number(48),
    likeness: [number(52), number(56)], size: number(60), symmetry: number(68),
    measuredBy: measures[view.getInt32(72, true)], isCrowd: view.getInt32(76, true) === 1,
    points: Array.from({ length: 6 }, (_, index) => point(80 + 8 * index)),
  };
}

/** Whether both eyes look open. */
const isOpen = ({ hasIrises, symmetry }) => hasIrises && symmetry >= alike;

/** Whether the face of a picture is to be remembered: it was asked for, or none is known. */
const remembers = (found, isAsked) => isAsked ? found.hasIrises : isOpen(found) && !isKnown;

/** Counts the pictures of another face. One that cannot be told keeps the count: an eye is covered. */
function countStrangers(found) {
  if (found.measuredBy !== 'nothing') strangers = 0;
  else if (isOpen(found)) strangers += 1;
}

function look({ width, height, pixels, looksAtIrises, isAsked }) {
  reach(picture + pixels.byteLength);
  new Uint8Array(exports.memory.buffer, picture, pixels.byteLength).set(new Uint8Array(pixels));
  const began = performance.now();
  exports.aloud_find_eyes(finder, picture, width, height, looksAtIrises ? 1 : 0, result);
  const found = read();
  const isRemembered = found.isFound && remembers(found, isAsked);
  if (found.isFound) countStrangers(found);
  if (isRemembered) {
    strangers = 0;
    exports.aloud_remember_eyes(finder, picture, width, height, result);
    isKnown = true;
  }
  return { ...found, isRemembered, isStranger: strangers >= patience, milliseconds: performance.now() - began };
}

const loaded = load();
loaded.then(
  () => postMessage({ type: 'ready' }),
  (error) => postMessage({ type: 'failed', message: String(error.message ?? error) }));

onmessage = async ({ data }) => {
  try { await loaded; } catch { return; }
  if (data.type === 'forget') {
    exports.aloud_forget(finder);
    isKnown = false;
    strangers = 0;
  } else if (data.type === 'focal') exports.aloud_set_focal(finder, data.focal);
  else {
    const picture = { width: data.width, height: data.height };
    postMessage({ type: 'eyes', at: data.at, picture, ...look(data) });
  }
};
