// How many pixels of the screen make a millimetre: measured once by the person, kept for each
// screen, and asked for again where the screen is another one.

/** The width and the height of a bank card in millimetres (ID-1 of ISO/IEC 7810). */
const card = { width: 85.6, height: 53.98 };

/** Pixels to the millimetre of an unmeasured screen: the 96 to the inch that CSS assumes. */
const assumed = 96 / 25.4;

/** Pixels to the millimetre that a screen may have, from a wall of lamps on; Aloud accepts the same
 *  (BeginRequest). */
const possible = { least: 0.1, most: 1000 };

/** How much denser than assumed a screen may be without being asked back: telephones have less than
 *  twice as many pixels to the millimetre as their browsers assume, televisions rarely half. */
const likely = { least: 0.5, most: 3 };

function isPossible(perMillimetre) {
  return perMillimetre >= possible.least && perMillimetre <= possible.most;
}

/** The steps of the browsers' own zoom. */
const zooms = [
  0.25, 0.3, 0.33, 0.5, 0.67, 0.75, 0.8, 0.9, 1.1, 1.25, 1.33, 1.5, 1.7, 1.75, 2, 2.4, 2.5, 3, 4, 5];

/** How much the browser magnifies its pages, as far as a page can tell.
 *
 *  Zoom makes a window hold fewer pixels of the page. So does a bar at its side: it counts only
 *  where what is left of the pixels to a pixel of the page is a scale that systems have. (Firefox
 *  measures window and screen in pixels of the page, too: there all this is 1, and the size of the
 *  screen in its own pixels is the same at any zoom.) */
function zoom() {
  const wider = outerWidth / innerWidth;
  const found = zooms.find((step) => Math.abs(wider / step - 1) < 0.02) ?? 1;
  const quarters = devicePixelRatio / found * 4;
  const isScale = quarters > 3.9 && Math.abs(quarters - Math.round(quarters)) < 0.05;
  return isScale ? found : 1;
}

/** The name that a screen has here: its size in its own pixels, whatever the zoom; to tens, since
 *  pages get it rounded. */
export function screenName() {
  const scale = devicePixelRatio / zoom();
  const tens = (length) => Math.round(length * scale / 10) * 10;
  return `screen ${tens(screen.width)}x${tens(screen.height)}`;
}

/** Device pixels to the millimetre of a screen that nobody has measured. */
function assumedHere() { return assumed * devicePixelRatio / zoom(); }

/** Device pixels to the millimetre, and whether somebody measured that. */
export function calibration() {
  let kept = NaN;
  try {
    kept = Number.parseFloat(localStorage.getItem(screenName()));
  } catch { /* A browser that keeps nothing: measured anew each time. */ }
  if (Number.isNaN(kept) && measured?.name === screenName()) kept = measured.perMillimetre;
  if (isPossible(kept)) return { perMillimetre: kept, isMeasured: true };
  return { perMillimetre: assumedHere(), isMeasured: false };
}

let measured = null;

function keep(perMillimetre) {
  measured = { name: screenName(), perMillimetre };
  try {
    localStorage.setItem(screenName(), String(perMillimetre));
  } catch { /* As above. */ }
}

/** How much larger two fingers have made the page: by so much more a shape measures on the screen. */
function magnification() { return visualViewport?.scale ?? 1; }

const at = (id) => document.getElementById(id);
const namespace = 'http://www.w3.org/2000/svg';
let way = 'card';
/** Whether the card's shape is as somebody made it, and not as a screen is assumed to need it. */
let isShapeOwn = false;
/** The measure that was asked back, until something is changed. */
let doubted = null;
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

/** Takes back what was said about the last measure, and offers to take the next one. */
function renew() {
  doubted = null;
  at('measure-error').textContent = '';
  at('calibrated').textContent = way === 'card' ? 'It fits' : 'Use this length';
  at('calibrated').disabled = way === 'card' && !isShapeOwn;
}

function choose(next) {
  way = next;
  at('by-card').setAttribute('aria-pressed', String(way === 'card'));
  at('by-ruler').setAttribute('aria-pressed', String(way === 'ruler'));
  at('card-way').hidden = way !== 'card';
  at('ruler-way').hidden = way !== 'ruler';
  renew();
  if (way === 'card') drawCard(); else drawBar();
}

/** Shows the sheet as it starts. */
export function openCalibration() {
  const now = calibration();
  const slider = at('card-size');
  at('card-way').hidden = false;
  const room = at('card-way').clientWidth;
  // A card that fits by a tenth more than the screen is thought to need.
  isUpright = room < 1.1 * card.width * assumed / zoom();
  slider.max = String(room);
  const width = across() * now.perMillimetre / devicePixelRatio / magnification();
  slider.value = String(width);
  // The slider has its ends: what was measured with a ruler may lie beyond them.
  isShapeOwn = now.isMeasured && Math.abs(Number.parseFloat(slider.value) - width) < 1;
  at('card-words').textContent = `Hold a bank card ${isUpright ? 'upright ' : ''}against the shape`
    + ' and change the shape until it is as wide as the card.'
    + (isShapeOwn ? '' : ' It can be taken when it was changed.');
  choose('card');
  slider.focus({ preventScroll: true });
}

/** Device pixels to the millimetre by what the sheet shows; null where that is no length. */
function measure() {
  const pixels = devicePixelRatio * magnification();
  if (way === 'card') return Number.parseFloat(at('card-size').value) * pixels / across();
  const length = Number.parseFloat(at('bar-length').value);
  return length >= 20 && length <= 3000 ? drawBar() * pixels / length : null;
}

/** How wide this screen would be, in words. */
function screenWidth(perMillimetre) {
  const wide = screen.width * devicePixelRatio / zoom() / perMillimetre;
  return wide < 1000 ? `${Math.round(wide)} mm` : `${(wide / 1000).toFixed(1)} m`;
}

/** Takes what was measured. False where it is refused, and where it is so unlikely that it is asked
 *  back: then the same measure is taken the next time. */
function take() {
  const perMillimetre = measure();
  const denser = perMillimetre / assumedHere();
  const refuse = (words) => {
    at('measure-error').textContent = words;
    return false;
  };
  if (perMillimetre === null) return refuse('Type the length in millimetres, from 20 to 3000.');
  if (!isPossible(perMillimetre)) {
    return refuse(`The screen would be ${screenWidth(perMillimetre)} wide, which no screen is.`
      + ' Measure again.');
  }
  if ((denser < likely.least || denser > likely.most) && doubted !== perMillimetre) {
    doubted = perMillimetre;
    at('calibrated').textContent = 'Yes, that is right';
    return refuse(`The screen would be ${screenWidth(perMillimetre)} wide. Is that right?`);
  }
  keep(perMillimetre);
  return true;
}

/** Makes the sheet work; `done` is called when it is left. */
export function prepareCalibration(done) {
  const change = () => {
    isShapeOwn = true;
    drawCard();
    renew();
  };
  const step = (by) => {
    at('card-size').value = String(Number.parseFloat(at('card-size').value) + by);
    change();
  };
  at('by-card').addEventListener('click', () => choose('card'));
  at('by-ruler').addEventListener('click', () => choose('ruler'));
  at('card-size').addEventListener('input', change);
  at('bar-length').addEventListener('input', renew);
  at('card-less').addEventListener('click', () => step(-0.5));
  at('card-more').addEventListener('click', () => step(0.5));
  at('calibrated').addEventListener('click', () => { if (take()) done(); });
  at('calibration-cancel').addEventListener('click', done);
}
