// How far the eyes are from the letters, by their distance in the camera's picture. Pure: no camera and
// no page. Lengths in millimetres, places in pixels of the picture.

/** The mean distance of adult pupils (Dodgson 2004): only for the small offset of the letters. */
const usualPupils = 63;
/** The iris lies this far before the centre of rotation of the eye. The centres keep their distance
 *  from each other when the eyes converge, and the irises do not. */
const irisToCentre = 10.5;
/** A face that is turned further than this from how it was at calibration is not measured, as a
 *  fraction of the distance between the eyes. */
const mostTurned = 0.15;
/** The relative standard deviation of a measurement: by the irises; by the face as it was remembered,
 *  where an eye is covered; by the coarse points of a face; by its outline. docs/distance.md says where
 *  they come from. */
const deviations = { irises: 0.01, face: 0.03, points: 0.03, outline: 0.05 };
/** The most that the samples of a calibration may spread. */
const mostSpread = 0.015;
/** The samples that a calibration needs. */
export const samplesNeeded = 12;
/** The accepted distances of pupils, in millimetres: of small children to large adults. */
export const pupils = { least: 40, most: 80 };
/** The accepted distances of a calibration, in millimetres. */
export const calibrationDistances = { least: 200, most: 1000 };

export function median(values) {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The size of a face by what a covered eye moves least. */
function outlineOf({ width, points: [right, left, , mouth] }) {
  const from = (eye) => Math.hypot(eye.x - mouth.x, eye.y - mouth.y);
  return Math.sqrt(width * (from(right) + from(left)) / 2);
}

/** A sample of a picture for a calibration; null if both eyes were not seen well. */
export function sampleOf(found) {
  return found.isFound && found.measuredBy === 'irises'
    ? { irises: found.apart, points: found.pointsApart, turned: found.turned, outline: outlineOf(found) }
    : null;
}

/** A calibration from samples at a known distance from the camera: the constants from which a distance
 *  follows from the eyes in the picture. Returns an object with `problem` if the samples do not do.
 *
 *  `deviation`: the relative standard deviation of the known distance. */
export function calibrate(samples, millimetres, deviation) {
  if (samples.length < samplesNeeded) return { problem: 'few' };
  const irises = samples.map((sample) => sample.irises);
  const middle = median(irises);
  const spread = median(irises.map((value) => Math.abs(value / middle - 1))) * 1.48;
  if (spread > mostSpread) return { problem: 'moved' };
  const reach = millimetres + irisToCentre;
  return {
    irises: reach * middle, points: reach * median(samples.map((sample) => sample.points)),
    outline: reach * median(samples.map((sample) => sample.outline)),
    turned: median(samples.map((sample) => sample.turned)), deviation,
  };
}

/** The focal length of the camera by a calibration, in pixels: as exact as the distance of the pupils. */
export function focalOf({ irises, pupils: own }) { return irises / (own ?? usualPupils); }

/** The calibration of another person with the same camera: constants grow with the distance of the
 *  pupils. */
export function withPupils(calibration, known, own) {
  const times = (value) => value * own / known;
  return {
    ...calibration, irises: times(calibration.irises), points: times(calibration.points), pupils: own,
    // Another face has another shape.
    outline: null,
    // A pupil distance is known to about a millimetre.
    deviation: Math.hypot(calibration.deviation, 1 / own),
  };
}

/** The distance from the camera at which a face was remembered, in millimetres: the median of what the
 *  irises say while both eyes are open. */
export class RememberedDistance {
  #depths = [];

  /** Takes a picture. */
  add(found, calibration) {
    if (found.isRemembered) this.#depths = [];
    if (!found.isFound || found.measuredBy !== 'irises') return;
    const size = found.isRemembered ? 1 : found.size;
    if (size > 0) this.#depths.push(depthOfIrises(found, calibration) * size);
    this.#depths = this.#depths.slice(-31);
  }

  /** The distance; null if it is not known. */
  get millimetres() { return this.#depths.length > 0 ? median(this.#depths) : null; }
}

const depthOfIrises = ({ apart }, { irises }) => irises / apart - irisToCentre;

/** Eyes are this much alike in a mirror if none is covered; the same as in eye-worker.js. */
const alike = 0.6;

/** The measure of a picture that holds. Before a face is remembered, as after a reload, nothing says which
 *  eye is covered: unless both look open, the outline of the face is its only measure. */
function measureOf({ measuredBy, likeness, symmetry }) {
  const isRemembered = likeness[0] <= 1.5;
  return isRemembered || symmetry >= alike || measuredBy === 'nothing' ? measuredBy : 'outline';
}

/** The distance of the eyes from the camera; null if it cannot be told. */
function depthOf(found, calibration, remembered) {
  switch (measureOf(found)) {
    case 'outline':
      return calibration.outline ? calibration.outline / outlineOf(found) - irisToCentre : null;
    case 'irises': return depthOfIrises(found, calibration);
    case 'face': return remembered === null ? null : remembered / found.size;
    case 'points': return calibration.points / found.pointsApart - irisToCentre;
    default: return null;
  }
}

/** The distance of the eyes from the letters; null if it cannot be told from this picture.
 *
 *  `below`: how far the letters are below the camera, in millimetres; `remembered`: at which distance from
 *  the camera the face was remembered, or null. */
export function distanceOf(found, calibration, below = 0, remembered = null) {
  if (!found.isFound || Math.abs(found.turned - calibration.turned) > mostTurned) return null;
  const depth = depthOf(found, calibration, remembered);
  if (depth === null) return null;
  const middle = (found.eyes[0].y + found.eyes[1].y) / 2;
  const eyesBelow = (middle - found.picture.height / 2) * (calibration.pupils ?? usualPupils) / found.apart;
  return {
    millimetres: Math.hypot(depth, below - eyesBelow),
    deviation: Math.hypot(calibration.deviation, deviations[measureOf(found)]),
  };
}

/** The median of the last five measurements, none older than 1.5 s: of the most exact ones, if there
 *  are three. A slow device looks for irises now and then only. */
export class DistanceFilter {
  #last = [];

  /** Adds a measurement, or null, at a time in seconds; returns the filtered one or null. */
  add(measured, at) {
    this.#last = this.#last.filter((one) => at - one.at <= 1.5);
    if (measured) this.#last.push({ ...measured, at });
    if (!measured || this.#last.length < 2) return null;
    const best = Math.min(...this.#last.map((one) => one.deviation));
    const exact = this.#last.filter((one) => one.deviation === best);
    const used = (exact.length < 3 ? this.#last : exact).slice(-5);
    return {
      millimetres: median(used.map((one) => one.millimetres)),
      deviation: Math.max(...used.map((one) => one.deviation)),
    };
  }
}

/** How well an eye agrees with its look uncovered: at least so if it is open, at most so if it is covered. */
const looks = { open: 0.6, hidden: 0.4 };

/** Which eye is covered: 'right', 'left', 'both', 'none', or null if it cannot be told. */
export function coveredEye({ measuredBy, likeness: [right, left] }) {
  if (measuredBy === 'nothing' || right > 1.5 || left > 1.5) return null;
  const isOpen = (value) => value > looks.open;
  const isHidden = (value) => value < looks.hidden;
  if (isOpen(right) && isOpen(left)) return 'none';
  if (isHidden(right) && isHidden(left)) return 'both';
  if (isHidden(right) && isOpen(left)) return 'right';
  return isHidden(left) && isOpen(right) ? 'left' : null;
}

/** Finds a distance that is held: within 3 % for two seconds. Pure: times are given, in seconds. */
export class HeldDistance {
  #from = null;

  /** Adds a distance or null; returns how much of the time it was held, 0 to 1. */
  add(millimetres, at) {
    if (millimetres === null) { this.#from = null; return 0; }
    if (!this.#from || Math.abs(millimetres / this.#from.millimetres - 1) > 0.03) {
      this.#from = { millimetres, at };
    }
    return Math.min(1, (at - this.#from.at) / 2);
  }
}
