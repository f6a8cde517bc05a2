// Runs on the browser's sound thread: cuts the microphone's sound into pieces of 16-bit samples.

/** Samples in a piece: 20 ms at 16 kHz. */
const pieceSamples = 320;

/** Passes on pieces with the number of their first sample. The numbers are those of the sound thread,
 *  so sound that it missed leaves a gap. */
class SoundPieces extends AudioWorkletProcessor {
  #port = null;
  #piece = new Int16Array(pieceSamples);
  #filled = 0;
  #first = 0;

  constructor() {
    super();
    this.port.onmessage = ({ data }) => { this.#port = data; };
  }

  process([[sound]]) {
    // Without a track there is no sound, and none is made up.
    if (!sound || this.#port === null) return true;
    if (currentFrame !== this.#first + this.#filled) {
      this.#pass();
      this.#first = currentFrame;
    }
    for (const sample of sound) {
      this.#piece[this.#filled] = Math.max(-32768, Math.min(32767, Math.round(sample * 32768)));
      this.#filled += 1;
      if (this.#filled === pieceSamples) this.#pass();
    }
    return true;
  }

  #pass() {
    if (this.#filled > 0) {
      const samples = this.#piece.slice(0, this.#filled);
      this.#port.postMessage({ first: this.#first, samples }, [samples.buffer]);
    }
    this.#first += this.#filled;
    this.#filled = 0;
  }
}

registerProcessor('sound-pieces', SoundPieces);
