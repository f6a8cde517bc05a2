// The camera of the device: start, frame, stop, and the reason if there is no picture. No picture
// leaves the page.

import { text } from '/texts.js';

/** Why there is no picture; the words are in the catalogue. */
export const cameraReasons = ['insecure', 'unsupported', 'denied', 'missing', 'busy', 'ended', 'frozen', 'failed'];

/** The reason for an error of `getUserMedia` (Media Capture and Streams, section 10.2). */
function reason(error) {
  switch (error?.name) {
    case 'NotAllowedError': case 'SecurityError': case 'PermissionDeniedError': return 'denied';
    case 'NotFoundError': case 'OverconstrainedError': case 'DevicesNotFoundError': return 'missing';
    case 'NotReadableError': case 'TrackStartError': return 'busy';
    default: return 'failed';
  }
}

/** Why the browser offers no cameras or microphones; null if it does. */
export function withoutDevices() {
  if (!globalThis.isSecureContext) return 'insecure';
  return navigator.mediaDevices?.getUserMedia ? null : 'unsupported';
}

/** Calls back with 'granted', 'denied' or 'prompt', now and after each change; with null if the
 *  browser does not say. `name` is 'camera' or 'microphone'. Returns what ends it. */
export function watchPermission(name, onState) {
  let isOver = false;
  let status = null;
  const tell = () => { if (!isOver) onState(status.state); };
  Promise.resolve(navigator.permissions?.query({ name })).then((found) => {
    status = found ?? null;
    if (status === null) throw new Error('unknown');
    status.addEventListener('change', tell);
    tell();
  }).catch(() => { if (!isOver) onState(null); });
  return () => { isOver = true; status?.removeEventListener('change', tell); };
}

/** A camera. `state` is 'off', 'starting', 'on' or 'failed'; then `reason` names why. */
export class Camera {
  state = 'off';
  reason = null;
  /** Shows the picture of the camera; a page may place it anywhere. */
  video = document.createElement('video');
  /** Called after each change of `state`. */
  onChange = () => {};
  #stream = null;
  #canvas = null;
  #attempt = 0;

  constructor() {
    this.video.muted = true;
    this.video.playsInline = true;
    this.video.setAttribute('aria-hidden', 'true');
  }

  /** The reason in words; null if there is none. */
  get words() { return this.reason === null ? null : text(`camera.${this.reason}`); }

  /** Starts the camera; call it from a click. Returns whether there is a picture.
   *
   *  `facing` is 'user' (towards the person) or 'environment'; width and height are wishes;
   *  `isQuiet`: a try of the page itself, which shows as a change only if it succeeds. */
  async start({ facing = 'user', width = 1280, height = 720, isQuiet = false } = {}) {
    if (isQuiet) this.#release(); else this.stop();
    const attempt = this.#attempt;
    const unavailable = withoutDevices();
    if (unavailable) return this.#fail(unavailable);
    if (!isQuiet) this.#set('starting');
    let stream;
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        audio: false,
        video: { facingMode: facing, width: { ideal: width }, height: { ideal: height } },
      });
    } catch (error) {
      return attempt === this.#attempt && this.#fail(reason(error));
    }
    // It was stopped, or started again, meanwhile.
    const isOld = () => attempt !== this.#attempt;
    const end = () => { for (const track of stream.getTracks()) track.stop(); };
    if (isOld()) { end(); return false; }
    this.#stream = stream;
    const [track] = stream.getVideoTracks();
    track.addEventListener('ended', () => { if (!isOld()) this.lose('ended'); });
    this.video.srcObject = stream;
    try {
      await this.video.play();
    } catch {
      if (isOld()) return false;
      this.#release();
      return this.#fail('failed');
    }
    if (isOld()) return false;
    this.#set('on');
    return true;
  }

  /** The size of the picture, in pixels; null if there is no picture. */
  get size() {
    const { videoWidth: width, videoHeight: height } = this.video;
    return this.state === 'on' && width > 0 ? { width, height } : null;
  }

  /** The identity of the camera and its picture, for a calibration; null if there is no picture. */
  get identity() {
    const settings = this.#stream?.getVideoTracks()[0]?.getSettings();
    const { size } = this;
    return size && settings
      ? `${settings.deviceId ?? ''}/${Math.max(size.width, size.height)}x`
        + `${Math.min(size.width, size.height)}`
      : null;
  }

  /** The current picture as `ImageData`; null if there is none. */
  frame() {
    const { size } = this;
    if (!size || this.video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return null;
    this.#canvas ??= document.createElement('canvas');
    if (this.#canvas.width !== size.width) this.#canvas.width = size.width;
    if (this.#canvas.height !== size.height) this.#canvas.height = size.height;
    const context = this.#canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(this.video, 0, 0, size.width, size.height);
    return context.getImageData(0, 0, size.width, size.height);
  }

  /** Switches the camera off. */
  stop() {
    this.#release();
    if (this.state !== 'off') this.#set('off');
  }

  /** Notes that it gives no more pictures, and why. */
  lose(why) {
    this.#release();
    this.#fail(why);
  }

  #release() {
    this.#attempt += 1;
    for (const track of this.#stream?.getTracks() ?? []) track.stop();
    this.#stream = null;
    this.video.srcObject = null;
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
