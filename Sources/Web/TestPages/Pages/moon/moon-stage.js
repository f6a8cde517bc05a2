// The place of the moon in the camera's picture: in front of a floor or a table at which the device
// points steadily. Without a clock, a page or a sensor of its own.

const radians = Math.PI / 180;

/** The camera's axes in the room (x east, y north, z up) for the angles of a `deviceorientation`
 *  event and the rotation of the screen, degrees (W3C Device Orientation, section 3.1). */
export function cameraAxes({ alpha, beta, gamma }, screenAngle = 0) {
  const [a, b, c] = [(alpha ?? 0) * radians, beta * radians, gamma * radians];
  const [ca, sa, cb, sb, cc, sc] = [
    Math.cos(a), Math.sin(a), Math.cos(b), Math.sin(b), Math.cos(c), Math.sin(c)];
  // The columns of Z(alpha) X(beta) Y(gamma): the device's own axes.
  const x = [ca * cc - sa * sb * sc, sa * cc + ca * sb * sc, -cb * sc];
  const y = [-sa * cb, ca * cb, sb];
  const z = [ca * sc + sa * sb * cc, sa * sc - ca * sb * cc, cb * cc];
  const [cs, ss] = [Math.cos(screenAngle * radians), Math.sin(screenAngle * radians)];
  return {
    right: x.map((value, index) => cs * value - ss * y[index]),
    up: x.map((value, index) => ss * value + cs * y[index]),
    forward: z.map((value) => -value),
  };
}

const dot = (one, two) => one.reduce((sum, value, index) => sum + value * two[index], 0);

const between = (one, two) => Math.acos(Math.min(Math.max(dot(one, two), -1), 1)) / radians;

/** Degrees below the horizon at which a camera looks at a floor or a table. Straight down, the device
 *  lies on the table and sees nothing. */
export const downwards = { least: 20, most: 80 };

/** The camera is steady if it turns less than this, degrees, in this time, milliseconds. */
export const steady = { degrees: 3, milliseconds: 1_000 };

/** The angle from the middle of the picture to its longer edge, degrees. Browsers do not report it;
 *  typical of rear cameras. */
export const halfView = 32;

/** The moon is put anew after it was out of sight for this long, milliseconds. */
const lostAfter = 1_500;

/** The stage. `state` is 'searching', 'holding' (it points down, and has to be steady), 'shown' or
 *  'away' (the moon is out of sight). */
export class MoonStage {
  state = 'searching';
  #moon = null;
  #axes = null;
  #held = [];
  #unseenSince = null;

  /** Takes the camera's axes at a time, milliseconds. */
  take(axes, milliseconds) {
    this.#axes = axes;
    const isHeld = this.#isHeld(axes, milliseconds);
    if (this.#moon) {
      const place = this.place();
      const isSeen = place !== null && Math.max(Math.abs(place.x), Math.abs(place.y)) < 1.2;
      this.#unseenSince = isSeen ? null : this.#unseenSince ?? milliseconds;
      this.state = isSeen ? 'shown' : 'away';
      const isLost = !isSeen && milliseconds - this.#unseenSince >= lostAfter;
      if (!(isLost && isHeld)) return;
    }
    if (isHeld) this.put();
    else this.state = this.#held.length > 0 ? 'holding' : 'searching';
  }

  /** Puts the moon in the middle of the picture, wherever that is. */
  put() {
    this.#moon = this.#axes?.forward ?? null;
    this.#unseenSince = null;
    this.state = this.#moon ? 'shown' : 'searching';
  }

  /** Removes the moon. */
  clear() {
    this.#moon = null;
    this.#held = [];
    this.state = 'searching';
  }

  /** The moon's place in the picture: to the right and up from its middle, in halves of its longer
   *  side; null if it is behind the camera or not there. */
  place() {
    if (!this.#moon || !this.#axes) return null;
    const depth = dot(this.#moon, this.#axes.forward);
    if (depth < 0.2) return null;
    const reach = Math.tan(halfView * radians);
    return {
      x: dot(this.#moon, this.#axes.right) / depth / reach,
      y: dot(this.#moon, this.#axes.up) / depth / reach,
    };
  }

  /** The direction in which to turn the camera to see the moon: 'left', 'right', 'up' or 'down'. */
  get way() {
    if (!this.#moon || !this.#axes) return null;
    const [there, here] = [this.#moon, this.#axes.forward];
    const azimuth = ([x, y]) => Math.atan2(x, y) / radians;
    const turn = ((azimuth(there) - azimuth(here) + 540) % 360) - 180;
    if (Math.abs(turn) > 20) return turn > 0 ? 'right' : 'left';
    return there[2] > here[2] ? 'up' : 'down';
  }

  #isHeld({ forward }, milliseconds) {
    const below = -Math.asin(Math.min(Math.max(forward[2], -1), 1)) / radians;
    if (below < downwards.least || below > downwards.most) {
      this.#held = [];
      return false;
    }
    // A turn begins the time anew.
    const turned = this.#held.findLastIndex(({ axis }) => between(axis, forward) > steady.degrees);
    this.#held = [...this.#held.slice(turned + 1), { axis: forward, at: milliseconds }];
    const isOld = ({ at }) => milliseconds - at >= steady.milliseconds;
    while (this.#held.length > 1 && isOld(this.#held[1])) this.#held.shift();
    return isOld(this.#held[0]);
  }
}
