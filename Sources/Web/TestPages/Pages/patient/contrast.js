// Draws faint letters: two neighbouring grey levels, mixed in a pattern that is too fine to be seen,
// with one pixel of the canvas for each device pixel.

/** Ranks 0 to 63 of the pixels of a pattern of 8 by 8 (Bayer BE. An optimum method for two-level
 *  rendition of continuous-tone pictures. IEEE Int Conf Commun 1973). */
export const ranks = Array.from({ length: 64 }, (_, index) => {
  const [x, y] = [index % 8, Math.floor(index / 8)];
  let rank = 0;
  for (let bit = 0; bit < 3; bit += 1) {
    const [a, b] = [(x >> bit) & 1, (y >> bit) & 1];
    rank = rank * 4 + (a ^ b) * 2 + b;
  }
  return rank;
});

/** The level of a pixel of a letter. */
function level({ dark, lighter }, x, y) {
  return dark + (ranks[(y % 8) * 8 + x % 8] < lighter ? 1 : 0);
}

/** The largest difference of a drawn contrast from the asked one, log units. */
const tolerance = 0.02;

/** Whether the levels of a letter have the contrast that was asked for.
 *
 *  @param counts the number of its pixels of each level. */
export function isTrue(counts, { ground, gamma }, { contrast }) {
  let [pixels, luminance] = [0, 0];
  for (const [grey, count] of counts) {
    pixels += count;
    luminance += count * (grey / ground) ** gamma;
  }
  const drawn = 1 - luminance / pixels;
  return drawn > 0 && Math.abs(Math.log10(drawn / contrast)) <= tolerance;
}

/** Fills pixels with the ground and the letters.
 *
 *  @param pixels RGBA of `width` columns, as of an ImageData.
 *  @param letters each with `left`, `top`, `size` in pixels, its `ink`, and `isInside(x, y)` for the
 *  middle of a pixel, in parts of its size.
 *  @returns whether all letters have their contrast. */
export function paint(pixels, width, inks, letters) {
  const { ground } = inks;
  pixels.fill(255);
  for (let at = 0; at < pixels.length; at += 4) {
    pixels[at] = ground;
    pixels[at + 1] = ground;
    pixels[at + 2] = ground;
  }
  return letters.map(({ left, top, size, ink, isInside }) => {
    const counts = new Map();
    const end = Math.ceil(size);
    for (let y = 0; y < end; y += 1) {
      for (let x = 0; x < end; x += 1) {
        if (!isInside((x + 0.5) / size, (y + 0.5) / size)) continue;
        const grey = level(ink, left + x, top + y);
        const at = ((top + y) * width + left + x) * 4;
        pixels[at] = grey;
        pixels[at + 1] = grey;
        pixels[at + 2] = grey;
        counts.set(grey, (counts.get(grey) ?? 0) + 1);
      }
    }
    return isTrue(counts, inks, ink);
  }).every(Boolean);
}

/** Whether a page can show faint letters truly: unzoomed, with whole device pixels. */
export function hasWholePixels() {
  return Math.abs(devicePixelRatio - Math.round(devicePixelRatio)) < 1e-3
    && Math.abs((visualViewport?.scale ?? 1) - 1) < 0.01;
}

/** Whether the screen may show more than the usual range of brightness, in which greys have no fixed
 *  luminance. */
export function isBright() { return matchMedia('(dynamic-range: high)').matches; }

/** Draws letters on a canvas that covers an area. Returns whether they are drawn truly.
 *
 *  @param placed the letters with `left`, `top`, `letter` (height) in pixels, and their outlines. */
export function drawFaint(canvas, area, inks, placed, strokes) {
  canvas.width = area.width;
  canvas.height = area.height;
  canvas.style.width = `${area.width / devicePixelRatio}px`;
  canvas.style.height = `${area.height / devicePixelRatio}px`;
  const pen = canvas.getContext('2d', { colorSpace: 'srgb', alpha: false });
  const image = pen.createImageData(area.width, area.height);
  const letters = placed.map(({ left, top, letter, outline, ink }) => {
    const path = new Path2D(outline);
    return {
      left, top, size: letter, ink,
      isInside: (x, y) => pen.isPointInPath(path, x * strokes, y * strokes),
    };
  });
  const isDrawn = paint(image.data, area.width, inks, letters);
  if (isDrawn) pen.putImageData(image, 0, 0);
  canvas.hidden = !isDrawn;
  return isDrawn;
}
