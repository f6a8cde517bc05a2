// The moon that a person looks at in the rest between two eyes: still and dim.

import { MoonDrawing } from '/moon-drawing.js';
import { MoonMap } from '/moon-map.js';
import { request } from '/network.js';

/** How bright it is, of 1: the eyes rest, and the letters that follow are on white. */
const light = 0.6;

let drawing = null;
let face = null;

/** Shows the moon on a canvas, or hides it. Calls back when the room for words has changed. */
export async function showRestMoon(canvas, isShown, onRoom) {
  const rest = canvas.parentElement;
  const set = (isThere) => {
    if (canvas.hidden !== isThere) return;
    canvas.hidden = !isThere;
    rest.classList.toggle('with-moon', isThere);
    onRoom();
  };
  if (!isShown) return set(false);
  try {
    face ??= (await request('/moon', { body: {} })).face;
  } catch {
    // A rest without a picture is a rest, too.
    return set(false);
  }
  set(true);
  const size = Math.min(Math.round(canvas.clientHeight * devicePixelRatio), 800);
  if (canvas.width === size) return;
  drawing ??= new MoonDrawing(canvas, new MoonMap(640, 576));
  drawing.draw(face, size, light);
}
