// The microphone of the device: start, level, stop, and the reason if there is no sound. The sound is
// sent to Aloud alone, at 16 kHz, without echo cancellation, noise suppression or gain control: they
// are made for calls and change letters.

import { withoutDevices } from '/camera.js';
import { text } from '/texts.js';

/** Why there is no sound; the words are in the catalogue. */
export const microphoneReasons = [
  'insecure', 'unsupported', 'denied', 'missing', 'busy', 'ended', 'muted', 'suspended', 'unsent', 'failed',
];

/** The rate of the sound, in Hz. */
const rate = 16_000;

/** The reason for an error of `getUserMedia` or of the sound system. */
function reason(error) {
  switch (error?.name) {
    case 'NotAllowedError': case 'SecurityError': return 'denied';
    case 'NotFoundError': case 'OverconstrainedError': return 'missing';
    case 'NotReadableError': return 'busy';
    // A browser that cannot convert the microphone's rate.
    case 'NotSupportedError': return 'unsupported';
    default: return 'failed';
  }
}

/** A microphone. `state` is 'off', 'starting', 'on' or 'failed'; then `reason` names why. */
export class Microphone {
  state = 'off';
  reason = null;
  /** The loudest sample of the last piece, as a fraction of full scale. */
  level = 0;
  /** Samples that have reached Aloud. */
  sent = 0;
  /** Called after each change of `state` or `level`. */
  onChange = () => {};
  #stream = null;
  #context = null;
  #worker = null;
  #attempt = 0;

  /** The reason in words; null if there is none. */
  get words() { return this.reason === null ? null : text(`microphone.${this.reason}`); }

  /** Starts to send sound to a path, which has a query; call it from a click. Returns whether there
   *  is sound.
   *
   *  `isQuiet`: a try of the page itself, which shows as a change only if it succeeds. */
  async start(path, { isQuiet = false } = {}) {
    if (isQuiet) this.#release(); else this.stop();
    const attempt = this.#attempt;
    const isOld = () => attempt !== this.#attempt;
    const unavailable = withoutDevices()
      ?? (globalThis.AudioWorkletNode ? null : 'unsupported');
    if (unavailable) return this.#fail(unavailable);
    if (!isQuiet) this.#set('starting');
    let stream = null;
    let context = null;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        video: false,
        audio: {
          echoCancellation: false, noiseSuppression: false, autoGainControl: false,
          channelCount: 1,
        },
      });
      context = new AudioContext({ sampleRate: rate, latencyHint: 'interactive' });
      await context.audioWorklet.addModule('/sound-worklet.js');
      if (isOld()) throw new Error('old');
      this.#connect(stream, context, path, isOld);
      await Promise.race([context.resume(), new Promise((resolve) => setTimeout(resolve, 500))]);
    } catch (error) {
      for (const track of stream?.getTracks() ?? []) track.stop();
      context?.close().catch(() => {});
      if (isOld()) return false;
      this.#release();
      return this.#fail(reason(error));
    }
    if (isOld()) return false;
    this.#follow(context, stream.getAudioTracks()[0], isOld);
    return this.state === 'on';
  }

  #connect(stream, context, path, isOld) {
    this.#stream = stream;
    this.#context = context;
    const [track] = stream.getAudioTracks();
    track.addEventListener('ended', () => { if (!isOld()) this.#lose('ended'); });
    // A muted track gives silence, which nobody said.
    track.addEventListener('mute', () => { if (!isOld()) this.#lose('muted'); });
    const node = new AudioWorkletNode(context, 'sound-pieces', { channelCount: 1 });
    const channel = new MessageChannel();
    node.port.postMessage(channel.port1, [channel.port1]);
    this.#worker = new Worker('/sound-sender.js', { type: 'module' });
    this.#worker.onmessage = ({ data }) => { if (!isOld()) this.#heard(data); };
    const capture = crypto.randomUUID();
    this.#worker.postMessage(
      { path: `${path}&capture=${capture}`, port: channel.port2 }, [channel.port2]);
    context.createMediaStreamSource(stream).connect(node);
    // A node that leads nowhere may not run. It gives no sound.
    node.connect(context.destination);
  }

  /** A browser may pause the sound system: at once, if nobody has touched the page, or for a call. */
  #follow(context, track, isOld) {
    if (track.muted) return this.#lose('muted');
    const look = () => {
      if (isOld() || context.state === 'closed') return;
      if (context.state === 'running') this.#set('on');
      else this.#fail('suspended');
    };
    context.onstatechange = look;
    const resume = () => {
      if (isOld()) return removeEventListener('pointerdown', resume);
      if (context.state !== 'running') context.resume().catch(() => {});
    };
    addEventListener('pointerdown', resume);
    look();
    return null;
  }

  #heard({ sent, peak, failure }) {
    if (failure) {
      if (this.state === 'on') this.#fail('unsent');
      return;
    }
    this.sent += sent;
    this.level = peak;
    if (this.reason === 'unsent') this.#set('on');
    else this.onChange(this);
  }

  /** Switches the microphone off. */
  stop() {
    this.#release();
    if (this.state !== 'off') this.#set('off');
  }

  #lose(why) {
    this.#release();
    this.#fail(why);
  }

  #release() {
    this.#attempt += 1;
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#worker?.terminate();
    this.#context?.close().catch(() => {});
    this.#stream = null;
    this.#worker = null;
    this.#context = null;
    this.level = 0;
  }

  #set(state, why = null) {
    this.state = state;
    this.reason = why;
    this.onChange(this);
  }

  #fail(why) {
    this.#set('failed', why);
    return false;
  }
}
