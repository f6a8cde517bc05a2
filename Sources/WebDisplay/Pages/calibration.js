// How many pixels of the screen make a millimetre: measured once by the person, kept for each
// screen, and asked for again where the screen is another one.

/** The width and the height of a bank card in millimetres (ID-1 of ISO/IEC 7810). */
const card = { width: 85.6, height: 53.98 };

/** Pixels to the millimetre of an unmeasured screen: the 96 to the inch that CSS assumes. */
const assumed = 96 / 25.4;

/** The name that a screen has here: its size and the pixels to a CSS pixel. */
export function screenName() {
  return `screen ${screen.width}x${screen.height}@${devicePixelRatio}`;
}

/** Device pixels to the millimetre, and whether somebody measured that. */
export function calibration() {
  let kept = NaN;
  try {
    kept = Number.parseFloat(localStorage.getItem(screenName()));
  } catch { /* A browser that keeps nothing: measured anew each time. */ }
  if (Number.isNaN(kept) && measured?.name === screenName()) kept = measured.perMillimetre;
  if (kept > 0.5 && kept < 200) return { perMillimetre: kept, isMeasured: true };
  return { perMillimetre: assumed * devicePixelRatio, isMeasured: false };
}

let measured = null;

function keep(perMillimetre) {
  measured = { name: screenName(), perMillimetre };
  try {
    localStorage.setItem(screenName(), String(perMillimetre));
  } catch { /* As above. */ }
}

const at = (id) => document.getElementById(id);
const namespace = 'http://www.w3.org/2000/svg';
let way = 'card';
/** Whether the card is held upright, on a screen that is narrower than a card is wide. */
let isUpright = false;

/** The side of the card that lies across the screen, in millimetres. */
function across() { return isUpright ? card.height : card.width; }

function draw(svg, width, height, radius) {
  svg.setAttribute('width', width);
  svg.setAttribute('height', height);
  const shape = document.createElementNS(namespace, 'rect');
  for (const [name, value] of Object.entries({
    width, height, rx: radius, fill: radius ? '#4d7ca6' : '#111',
  })) shape.setAttribute(name, value);
  svg.replaceChildren(shape);
}

/** The card as wide as the slider says, in CSS pixels. */
function drawCard() {
  const width = Number.parseFloat(at('card-size').value);
  const scale = width / across();
  draw(at('card'), width, (isUpright ? card.width : card.height) * scale, 3.18 * scale);
}

/** The bar that is to be measured: as long as the sheet allows. */
function drawBar() {
  const width = Math.floor(at('calibration').clientWidth * 0.85);
  draw(at('bar'), width, 24, 0);
  return width;
}

function choose(next) {
  way = next;
  at('by-card').setAttribute('aria-pressed', String(way === 'card'));
  at('by-ruler').setAttribute('aria-pressed', String(way === 'ruler'));
  at('card-way').hidden = way !== 'card';
  at('ruler-way').hidden = way !== 'ruler';
  at('bar-error').textContent = '';
  if (way === 'card') drawCard(); else drawBar();
}

/** Shows the sheet as it starts. */
export function openCalibration() {
  const now = calibration();
  const slider = at('card-size');
  at('card-way').hidden = false;
  const room = at('card-way').clientWidth;
  // A card that fits by a tenth more than the screen is thought to need.
  isUpright = room < 1.1 * card.width * assumed;
  slider.max = String(room);
  slider.value = String(across() * now.perMillimetre / devicePixelRatio);
  at('card-words').textContent = `Hold a bank card ${isUpright ? 'upright ' : ''}against the shape`
    + ' and change the shape until it is as wide as the card.';
  choose('card');
  slider.focus();
}

/** Takes what was measured; false where that is no length. */
function take() {
  if (way === 'card') {
    const width = Number.parseFloat(at('card-size').value);
    keep(width * devicePixelRatio / across());
    return true;
  }
  const length = Number.parseFloat(at('bar-length').value);
  if (!(length >= 20 && length <= 3000)) {
    at('bar-error').textContent = 'Type the length in millimetres, from 20 to 3000.';
    return false;
  }
  keep(drawBar() * devicePixelRatio / length);
  return true;
}

/** Makes the sheet work; `done` is called when it is left. */
export function prepareCalibration(done) {
  const step = (by) => {
    at('card-size').value = String(Number.parseFloat(at('card-size').value) + by);
    drawCard();
  };
  at('by-card').addEventListener('click', () => choose('card'));
  at('by-ruler').addEventListener('click', () => choose('ruler'));
  at('card-size').addEventListener('input', drawCard);
  at('card-less').addEventListener('click', () => step(-0.5));
  at('card-more').addEventListener('click', () => step(0.5));
  at('calibrated').addEventListener('click', () => { if (take()) done(); });
  at('calibration-cancel').addEventListener('click', done);
}
