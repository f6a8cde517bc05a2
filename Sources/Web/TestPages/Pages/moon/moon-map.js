// The moon's near side as a map: its brightness and its slopes, drawn from the places of maria and
// craters. Without a photograph, so the small craters between them are made up.

import { craters, kilometresOfDegree, maria } from '/moon-features.js';

/** Half the longitudes that the map covers, degrees: the near side, and how far the moon rocks. */
export const halfWidth = 100;

const radians = Math.PI / 180;

/** Random numbers that are the same each time (mulberry32). */
function random(seed) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const lattice = (() => {
  const next = random(46);
  return Float32Array.from({ length: 4096 }, next);
})();

/** Smooth noise from 0 to 1 in space. */
function noise(x, y, z) {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  const smooth = (t) => t * t * (3 - 2 * t);
  const [u, v, w] = [smooth(x - i), smooth(y - j), smooth(z - k)];
  const at = (a, b, c) => lattice[
    (Math.imul(i + a, 73856093) ^ Math.imul(j + b, 19349663) ^ Math.imul(k + c, 83492791)) & 4095];
  const mix = (one, two, t) => one + (two - one) * t;
  return mix(
    mix(mix(at(0, 0, 0), at(1, 0, 0), u), mix(at(0, 1, 0), at(1, 1, 0), u), v),
    mix(mix(at(0, 0, 1), at(1, 0, 1), u), mix(at(0, 1, 1), at(1, 1, 1), u), v), w);
}

/** Noise of several sizes, from 0 to 1. */
function rough(p, size) {
  let [sum, weight, scale] = [0, 0.5, size];
  for (let octave = 0; octave < 4; octave += 1) {
    sum += weight * noise(p[0] * scale, p[1] * scale, p[2] * scale);
    weight /= 2;
    scale *= 2.1;
  }
  return sum / 0.9375;
}

function point(latitude, longitude) {
  const [b, l] = [latitude * radians, longitude * radians];
  return [Math.cos(b) * Math.sin(l), Math.sin(b), Math.cos(b) * Math.cos(l)];
}

const step = (from, to, value) => {
  const t = Math.min(Math.max((value - from) / (to - from), 0), 1);
  return t * t * (3 - 2 * t);
};

/** A map of some size. `data` has four bytes a pixel, from north to south and from west to east:
 *  brightness, slope to the east, slope to the north (128 is level), and 255. */
export class MoonMap {
  constructor(width = 960, height = 864) {
    this.width = width;
    this.height = height;
    this.#points = new Float32Array(3 * width * height);
    for (let index = 0; index < width * height; index += 1) {
      this.#points.set(point(...this.#place(index % width, Math.floor(index / width))), 3 * index);
    }
    this.#bright = new Float32Array(width * height);
    this.#heights = new Float32Array(width * height);
    this.#ground();
    this.#rays();
    this.#smallCraters();
    for (const { at, diameter } of craters) this.#crater(at, diameter, 1);
    this.data = this.#bytes();
    this.#points = null;
  }

  #points;
  #bright;
  #heights;
  #dark;

  /** The brightness at a place, from 0 to 1. */
  brightness(latitude, longitude) {
    const x = Math.round(((longitude + halfWidth) / (2 * halfWidth)) * this.width - 0.5);
    const y = Math.round(((90 - latitude) / 180) * this.height - 0.5);
    return this.data[4 * (y * this.width + x)] / 255;
  }

  #place(x, y) {
    return [
      90 - ((y + 0.5) / this.height) * 180,
      ((x + 0.5) / this.width) * 2 * halfWidth - halfWidth,
    ];
  }

  /** Calls back for each pixel within a number of degrees of a place, with its distance from it. */
  #around([latitude, longitude], degrees, use) {
    const [rows, columns] = [this.height / 180, this.width / (2 * halfWidth)];
    const first = Math.max(0, Math.floor((90 - latitude - degrees) * rows));
    const last = Math.min(this.height - 1, Math.ceil((90 - latitude + degrees) * rows));
    const centre = point(latitude, longitude);
    const nearest = Math.max(Math.abs(latitude) + degrees, 0);
    const wide = nearest >= 89 ? 360
      : Math.asin(Math.min(Math.sin(degrees * radians) / Math.cos(latitude * radians), 1)) / radians + 1;
    const from = Math.max(0, Math.floor((longitude - wide + halfWidth) * columns));
    const to = Math.min(this.width - 1, Math.ceil((longitude + wide + halfWidth) * columns));
    for (let y = first; y <= last; y += 1) {
      for (let x = from; x <= to; x += 1) {
        const index = y * this.width + x;
        const p = this.#points.subarray(3 * index, 3 * index + 3);
        const cosine = p[0] * centre[0] + p[1] * centre[1] + p[2] * centre[2];
        const away = Math.acos(Math.min(cosine, 1)) / radians;
        if (away <= degrees) use(index, away, p);
      }
    }
  }

  /** Highlands and maria. */
  #ground() {
    const dark = new Float32Array(this.#bright.length);
    const fine = new Float32Array(dark.length);
    const coarse = new Float32Array(dark.length);
    for (let index = 0; index < dark.length; index += 1) {
      const p = this.#points.subarray(3 * index, 3 * index + 3);
      fine[index] = rough(p, 13) - 0.5;
      coarse[index] = rough(p, 4) - 0.5;
    }
    for (const mare of maria) {
      const circles = mare.parts ?? [[...mare.at, mare.diameter]];
      const ragged = mare.diameter < 200 ? 0.2 : 0.55;
      for (const [latitude, longitude, diameter] of circles) {
        const radius = diameter / 2 / kilometresOfDegree;
        this.#around([latitude, longitude], radius * 1.5, (index, away) => {
          const inside = 1 - step(0.7, 1.18, away / radius + fine[index] * ragged);
          // Where circles meet, they flow together.
          dark[index] += mare.dark * inside * (1 - dark[index]);
        });
      }
    }
    for (let index = 0; index < dark.length; index += 1) {
      const plain = 0.76 + 0.3 * coarse[index] + 0.22 * fine[index];
      this.#bright[index] = plain * (1 - 0.5 * dark[index]);
      // Highlands are hilly, maria nearly level.
      this.#heights[index] = 1.3 * fine[index] * (1 - 0.85 * dark[index]);
    }
    this.#dark = dark;
  }

  /** Bright matter that young craters threw out. */
  #rays() {
    for (const { at, diameter, rays, reach } of craters) {
      if (!rays) continue;
      const radius = diameter / 2 / kilometresOfDegree;
      const centre = point(...at);
      const east = point(0, at[1] + 90);
      const north = [
        centre[1] * east[2] - centre[2] * east[1], centre[2] * east[0] - centre[0] * east[2],
        centre[0] * east[1] - centre[1] * east[0]];
      const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
      this.#around(at, reach * 1.4, (index, away, p) => {
        const turn = Math.atan2(dot(p, north), dot(p, east));
        const streak = noise(Math.cos(turn) * 4 + at[0], Math.sin(turn) * 4 + at[1], 3)
          * (0.6 + 0.8 * noise(p[0] * 25, p[1] * 25, p[2] * 25));
        const glow = 0.26 * Math.exp(-Math.max(0, away - radius) / (radius * 1.6 + 0.4));
        const ray = 0.42 * step(0.42, 0.72, streak) * Math.exp(-away / (reach * 0.75));
        this.#bright[index] += rays * (glow + ray * step(radius, radius * 2, away));
      });
    }
  }

  /** A crater: a bowl or a flat floor, and a rim. */
  #crater(at, diameter, deep) {
    const radius = diameter / 2 / kilometresOfDegree;
    const floor = diameter > 60 ? 0.72 : 0.3;
    this.#around(at, radius * 1.6, (index, away, p) => {
      const r = away / radius * (1 + 0.1 * (noise(p[0] * 30, p[1] * 30, p[2] * 30) - 0.5));
      const bowl = r < 1 ? -0.75 * (1 - step(floor, 1, r)) : 0;
      const rim = Math.exp(-(((r - 1) / 0.16) ** 2)) * 0.6;
      this.#heights[index] += 0.34 * deep * radius * (bowl + rim);
    });
  }

  /** Craters too small to have a place in the table; there are few in the maria. */
  #smallCraters() {
    const next = random(1969);
    for (let count = 0; count < 2400; count += 1) {
      const latitude = Math.asin(2 * next() - 1) / radians;
      const longitude = (2 * next() - 1) * halfWidth;
      const diameter = Math.min(18 / Math.sqrt(next() + 0.012), 150);
      const x = Math.floor(((longitude + halfWidth) / (2 * halfWidth)) * this.width);
      const y = Math.min(Math.floor(((90 - latitude) / 180) * this.height), this.height - 1);
      const isInMare = this.#dark[y * this.width + x] > 0.3;
      if (isInMare && (diameter > 40 || next() < 0.8)) continue;
      this.#crater([latitude, longitude], diameter, 0.55 + 0.3 * next());
    }
  }

  /** The map in bytes. */
  #bytes() {
    const { width, height } = this;
    const data = new Uint8ClampedArray(4 * width * height);
    const rows = height / 180;
    for (let y = 0; y < height; y += 1) {
      const [latitude] = this.#place(0, y);
      const columns = (width / (2 * halfWidth)) / Math.max(Math.cos(latitude * radians), 0.08);
      for (let x = 0; x < width; x += 1) {
        const index = y * width + x;
        const at = (dx, dy) => this.#heights[
          Math.min(Math.max(y + dy, 0), height - 1) * width + Math.min(Math.max(x + dx, 0), width - 1)];
        data[4 * index] = 255 * Math.min(this.#bright[index], 1);
        data[4 * index + 1] = 128 + 60 * ((at(1, 0) - at(-1, 0)) / 2) * columns;
        data[4 * index + 2] = 128 + 60 * ((at(0, -1) - at(0, 1)) / 2) * rows;
        data[4 * index + 3] = 255;
      }
    }
    return data;
  }
}
