// The setup guide as a pure state machine: a state and an event give the next state. It has no clock:
// events carry their time, in seconds.

/** The range of the tilt, in degrees: 0 lies flat with the screen up, 90 is upright. */
export const tilts = { least: 70, most: 110 };

/** A device within the range stays so until it is this far outside it, in degrees: a hand trembles. */
export const slack = 2;

/** The time without a face after which there is a way on without one, in seconds. */
export const facePatience = 10;

/** The time for which the device has to keep within that range, in seconds. */
export const steadySeconds = 3;

/** A face counts as found if it is in this many of the last pictures. */
export const facePictures = { found: 3, of: 5 };

/** The tilt of a screen by the angles of a `deviceorientation` event, in degrees; whichever way round
 *  the device is held. */
export function tiltOf({ beta, gamma }) {
  const radians = Math.PI / 180;
  const cosine = Math.cos(beta * radians) * Math.cos(gamma * radians);
  return Math.acos(Math.max(-1, Math.min(1, cosine))) / radians;
}

/** The side to which a tilt misses the range: 'flat', 'over', or null within it or at most so far
 *  outside. */
export function miss(tilt, most = 0) {
  if (tilt < tilts.least - most) return 'flat';
  return tilt > tilts.most + most ? 'over' : null;
}

/** A tilt in whole degrees, which are outside the range if it is. */
export function shownTilt(tilt) {
  switch (miss(tilt)) {
    case 'flat': return Math.min(Math.round(tilt), tilts.least - 1);
    case 'over': return Math.max(Math.round(tilt), tilts.most + 1);
    default: return Math.round(tilt);
  }
}

/** The state at the start.
 *
 *  `step`: 'angle', 'face' or 'done';
 *  `sensor`: 'unknown', 'working' or 'absent' (then the step 'angle' is left out);
 *  `tilt`: the last tilt, or null; `since`: when it came within the range, or null;
 *  `held`: how much of the required time has passed, 0 to 1;
 *  `cameBack`: whether the device left the range while the face was awaited. It stays until the
 *  device is within the range again for the required time;
 *  `pictures`: whether a face was in each of the last pictures; `camera`: 'off', 'starting', 'on', or
 *  the reason that there is no picture;
 *  `soughtSince`: since when no face has been found, or null; `isTooLong`: whether that is too long;
 *  `canGoOn`: whether the next button is enabled. */
export const start = Object.freeze({
  step: 'angle', sensor: 'unknown', tilt: null, since: null, held: 0, cameBack: false,
  pictures: [], camera: 'off', soughtSince: null, isTooLong: false, canGoOn: false,
});

const isFound = (pictures) => pictures.filter(Boolean).length >= facePictures.found;

/** The step 'angle' from its beginning. */
function toAngle(state, cameBack) {
  return { ...state, step: 'angle', since: null, held: 0, cameBack, pictures: [], canGoOn: false };
}

/** The step 'face' from its beginning. */
function toFace(state) {
  return {
    ...state, step: 'face', cameBack: false, pictures: [], soughtSince: null, isTooLong: false, canGoOn: false,
  };
}

function tilted(state, { tilt, at }) {
  const seen = { ...state, sensor: 'working', tilt };
  if (state.step === 'done') return seen;
  const isOutside = miss(tilt, state.step === 'face' || state.since !== null ? slack : 0) !== null;
  // A sensor that works after all, such as after its permission: the angle is asked for.
  if (state.sensor === 'absent' || state.step === 'face' && isOutside) {
    return toAngle(seen, state.sensor !== 'absent');
  }
  if (state.step === 'face') return seen;
  if (isOutside) return toAngle(seen, state.cameBack);
  const since = state.since ?? at;
  const held = Math.min(1, (at - since) / steadySeconds);
  const canGoOn = held >= 1;
  return { ...seen, since, held, canGoOn, cameBack: state.cameBack && !canGoOn };
}

/** The next state. Events by their `type`:
 *
 *  - `tilt`: `tilt` in degrees, `at` in seconds;
 *  - `noSensor`: the device has no sensor of its orientation, or it may not be used;
 *  - `camera`: `camera` as in the state;
 *  - `face`: whether a face is `found` in a picture;
 *  - `time`: it is `at` now, in seconds;
 *  - `next`: the button or the word;
 *  - `back`: to the step before;
 *  - `restart`: from the beginning. */
export function next(state, event) {
  switch (event.type) {
    case 'tilt': return tilted(state, event);
    case 'noSensor': {
      const absent = { ...state, sensor: 'absent', tilt: null };
      return state.step === 'angle' ? toFace(absent) : absent;
    }
    case 'camera': {
      const pictures = event.camera === 'on' ? state.pictures : [];
      return {
        ...state, camera: event.camera, pictures,
        canGoOn: state.step === 'face' ? isFound(pictures) : state.canGoOn,
      };
    }
    case 'face': {
      if (state.step !== 'face' || state.camera !== 'on') return state;
      const pictures = [...state.pictures, event.found].slice(-facePictures.of);
      return { ...state, pictures, canGoOn: isFound(pictures) };
    }
    case 'time': {
      if (state.step !== 'face' || state.canGoOn) return { ...state, soughtSince: null };
      const soughtSince = state.soughtSince ?? event.at;
      return { ...state, soughtSince, isTooLong: state.isTooLong || event.at - soughtSince >= facePatience };
    }
    case 'next':
      if (state.step === 'face' && state.isTooLong) return { ...state, step: 'done', canGoOn: false };
      if (!state.canGoOn) return state;
      return state.step === 'angle' ? toFace(state) : { ...state, step: 'done', canGoOn: false };
    case 'back': return state.step === 'face' && state.sensor === 'working'
      ? toAngle(state, false) : state;
    case 'restart': return {
      ...start, sensor: state.sensor, camera: state.camera,
      step: state.sensor === 'absent' ? 'face' : 'angle',
    };
    default: throw new Error(`The guide has no event '${event.type}'.`);
  }
}
