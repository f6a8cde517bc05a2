// Letters that people speak, heard by the program 'aloud listen' on this computer, for pages.
//
//   import { AloudListener } from './aloud-listen.js';
//   const aloud = new AloudListener('ws://127.0.0.1:4000/answers?token=…');
//   aloud.listen({ expect: 1 });
//   const answer = await aloud.next();   // { letter: 'C', confidence: 0.98, onset: 5321.4, … }
//
// The address is that of 'websocket' in the first line of 'aloud listen --websocket 0 --origin …'.
// docs/listen.md has the keys of an answer.

/** The longest wait before the next try to connect, and the first, in milliseconds. */
const [LONGEST_WAIT, FIRST_WAIT] = [4000, 250];

/** The rate of sound that is sent, Hz, and the samples in a piece: 0.1 s. */
const [RATE, PIECE] = [16_000, 1_600];

/** The bytes that may wait for a slow connection, 3 s of sound. */
const MOST_WAITING = 96_000;

/** Runs on the browser's sound thread: pieces of 16-bit samples, with the number of the first one. */
const WORKLET = `registerProcessor('aloud-pieces', class extends AudioWorkletProcessor {
  #piece = new DataView(new ArrayBuffer(8 + 2 * ${PIECE}));
  #filled = 0;
  process([[sound]]) {
    for (const [index, sample] of (sound ?? []).entries()) {
      if (this.#filled === 0) this.#piece.setBigUint64(0, BigInt(currentFrame + index), true);
      const value = Math.max(-32768, Math.min(32767, Math.round(sample * 32768)));
      this.#piece.setInt16(8 + 2 * this.#filled, value, true);
      this.#filled += 1;
      if (this.#filled < ${PIECE}) continue;
      this.port.postMessage(this.#piece.buffer.slice());
      this.#filled = 0;
    }
    return true;
  }
});`;

/**
 * A connection to 'aloud listen'. It dispatches 'answer' with the answer as `detail`, 'event' with any
 * other event as `detail`, and 'open' and 'close' as the connection comes and goes. A connection that is
 * lost is opened again, and the last request is sent once more.
 */
export class AloudListener extends EventTarget {
  #address;
  #socket = null;
  #wait = FIRST_WAIT;
  #request = null;
  #isClosed = false;
  #waiting = [];
  #microphone = null;
  /** Counts the calls of `hear` and their ends: an older call ends without a microphone. */
  #attempt = 0;

  /** @param {string} address Where to connect, with the token. */
  constructor(address) {
    super();
    if (!/^ws:\/\/(127\.0\.0\.1|localhost|\[::1\])[:/]/.test(address)) {
      throw new TypeError(`'${address}' is not an address that 'aloud listen' prints.`);
    }
    this.#address = address;
    this.#connect();
  }

  /** Whether it is connected. */
  get isOpen() { return this.#socket?.readyState === WebSocket.OPEN; }

  /**
   * Reports what is said from now on.
   * @param {{ expect?: number }} options The number of answers after which it pauses by itself.
   */
  listen({ expect } = {}) { this.#send({ listen: true, expect }); }

  /** Reports nothing from now on. */
  pause() { this.#send({ listen: false }); }

  /** Forgets the voice: another person speaks from now on. */
  forget() { if (this.isOpen) this.#socket.send(JSON.stringify({ forget: true })); }

  /**
   * Sends the sound of this page's microphone to 'aloud listen --microphone page', until the connection
   * is closed. Call it from a click. It fails with the browser's reason, such as 'NotAllowedError'.
   * A later call takes the place of an earlier one.
   */
  async hear() {
    this.#release();
    const attempt = this.#attempt;
    // Echo cancellation, noise suppression and gain control are made for calls: they change letters.
    const stream = await navigator.mediaDevices.getUserMedia({ audio: {
      echoCancellation: false, noiseSuppression: false, autoGainControl: false, channelCount: 1 } });
    // It was closed, or called again, while the browser asked the person.
    if (attempt !== this.#attempt || this.#isClosed) {
      for (const track of stream.getTracks()) track.stop();
      return;
    }
    const own = { stream, context: new AudioContext({ sampleRate: RATE }) };
    this.#microphone = own;
    try {
      await this.#sendSound(own);
    } catch (error) {
      if (this.#microphone !== own) return;
      this.#release();
      throw error;
    }
  }

  async #sendSound({ stream, context }) {
    const worklet = URL.createObjectURL(new Blob([WORKLET], { type: 'text/javascript' }));
    await context.audioWorklet.addModule(worklet);
    URL.revokeObjectURL(worklet);
    const node = new AudioWorkletNode(context, 'aloud-pieces', { channelCount: 1 });
    node.port.onmessage = ({ data }) => {
      if (this.isOpen && this.#socket.bufferedAmount < MOST_WAITING) this.#socket.send(data);
    };
    context.createMediaStreamSource(stream).connect(node).connect(context.destination);
    await context.resume();
  }

  #release() {
    this.#attempt += 1;
    for (const track of this.#microphone?.stream.getTracks() ?? []) track.stop();
    this.#microphone?.context.close();
    this.#microphone = null;
  }

  /** Ends the connection for good. Answers that were awaited are null. */
  close() {
    this.#isClosed = true;
    this.#release();
    this.#socket?.close();
    for (const resolve of this.#waiting.splice(0)) resolve(null);
  }

  /**
   * The next answer: a letter, a direction, a command, or an unclear one.
   * @param {{ timeout?: number }} options Milliseconds after which the answer is null.
   */
  next({ timeout } = {}) {
    if (this.#isClosed) return Promise.resolve(null);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      if (timeout === undefined) return;
      setTimeout(() => {
        this.#waiting = this.#waiting.filter((other) => other !== resolve);
        resolve(null);
      }, timeout);
    });
  }

  /** All answers until the connection is closed: `for await (const answer of aloud)`. */
  async *[Symbol.asyncIterator]() {
    const answers = [];
    let wake = () => {};
    const take = ({ detail }) => { answers.push(detail); wake(); };
    this.addEventListener('answer', take);
    try {
      while (!this.#isClosed) {
        while (answers.length > 0) yield answers.shift();
        await Promise.race([this.next(), new Promise((resolve) => { wake = resolve; })]);
      }
    } finally {
      this.removeEventListener('answer', take);
    }
  }

  #send(request) {
    this.#request = JSON.stringify(request);
    if (this.isOpen) this.#socket.send(this.#request);
  }

  #connect() {
    const socket = new WebSocket(this.#address);
    this.#socket = socket;
    socket.onopen = () => {
      this.#wait = FIRST_WAIT;
      if (this.#request) socket.send(this.#request);
      this.dispatchEvent(new Event('open'));
    };
    socket.onmessage = ({ data }) => this.#take(JSON.parse(data));
    socket.onclose = () => {
      this.dispatchEvent(new Event('close'));
      if (this.#isClosed) return;
      setTimeout(() => { if (!this.#isClosed) this.#connect(); }, this.#wait);
      this.#wait = Math.min(2 * this.#wait, LONGEST_WAIT);
    };
  }

  #take(event) {
    if (event.event !== 'answer') {
      this.dispatchEvent(new CustomEvent('event', { detail: event }));
      return;
    }
    // The onset in the time of performance.now(), in which a page knows when it drew a letter.
    const answer = { ...event };
    if (event.time !== undefined) answer.onset = event.time * 1000 - performance.timeOrigin;
    this.dispatchEvent(new CustomEvent('answer', { detail: answer }));
    for (const resolve of this.#waiting.splice(0)) resolve(answer);
  }
}
