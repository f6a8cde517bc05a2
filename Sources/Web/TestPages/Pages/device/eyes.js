// The eyes before the camera: pictures go to a worker one at a time, and what it finds comes back.

/** The longest side of the picture that a face is looked for in, in pixels: a far face is small. */
export const pictureSize = { width: 1280, height: 720 };

/** The time between two pictures, in milliseconds: 10 a second. */
const interval = 100;
/** Irises, which take most of the time, are looked for in every picture until the device proves slower
 *  than this, in milliseconds; then in every third. */
const slow = 60;
/** The time after which a frozen picture counts as lost, in milliseconds. */
const longestStill = 10_000;

/** Looks for eyes in the pictures of a camera. */
export class EyeWatch {
  /** Called with what was found in each picture. */
  onEyes = () => {};
  /** Called if the eye finder cannot be loaded, or fails. The next start loads it again. */
  onFailure = () => {};
  /** Whether the irises are looked for. */
  looksAtIrises = true;
  #camera;
  #worker = null;
  #timer = null;
  #isBusy = false;
  #remembers = false;
  #milliseconds = 0;
  #count = 0;
  #lastTime = -1;
  #lastPictureAt = 0;

  constructor(camera) { this.#camera = camera; }

  get isOn() { return this.#timer !== null; }

  /** Starts to look. */
  start() {
    if (this.isOn) return;
    if (this.#worker === null) {
      this.#worker = new Worker('/eye-worker.js', { type: 'module' });
      this.#worker.onmessage = ({ data }) => this.#take(data);
      this.#worker.onerror = () => this.#fail('no worker');
    }
    this.#worker.postMessage({ type: 'forget' });
    this.#isBusy = false;
    this.#lastPictureAt = performance.now();
    this.#timer = setInterval(() => this.#send(), interval);
  }

  /** Remembers how the eyes look in the next picture, both uncovered. */
  remember() { this.#remembers = true; }

  /** Forgets the face: another person comes. */
  forget() { this.#worker?.postMessage({ type: 'forget' }); }

  /** The focal length of the camera, in pixels of its picture, which gives a face its depth. */
  knowFocal(focal) { this.#worker?.postMessage({ type: 'focal', focal }); }

  /** Stops to look. */
  stop() {
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #send() {
    const { video } = this.#camera;
    if (video.currentTime === this.#lastTime) return this.#missPicture();
    this.#lastPictureAt = performance.now();
    if (this.#isBusy) return;
    const picture = this.#camera.frame();
    if (picture === null) return;
    this.#lastTime = video.currentTime;
    this.#isBusy = true;
    this.#count += 1;
    const { width, height, data } = picture;
    const looksAtIrises = this.looksAtIrises && (this.#milliseconds < slow || this.#count % 3 === 0);
    this.#worker.postMessage({
      type: 'look', width, height, pixels: data.buffer, looksAtIrises,
      isAsked: this.#remembers, at: performance.now() / 1000,
    }, [data.buffer]);
    this.#remembers = false;
  }

  /** A camera whose picture is frozen while the page is seen is lost. */
  #missPicture() {
    const isAwaited = this.#camera.state === 'on' && !document.hidden;
    if (!isAwaited) this.#lastPictureAt = performance.now();
    if (performance.now() - this.#lastPictureAt >= longestStill) this.#camera.lose('frozen');
  }

  #fail(message) {
    this.stop();
    this.#worker?.terminate();
    this.#worker = null;
    this.onFailure(message);
  }

  #take(data) {
    if (data.type === 'failed') this.#fail(data.message);
    if (data.type !== 'eyes') return;
    this.#isBusy = false;
    if (data.isFound) this.#milliseconds = 0.8 * this.#milliseconds + 0.2 * data.milliseconds;
    if (this.isOn) this.onEyes(data);
  }
}
