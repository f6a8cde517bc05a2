// The facts about the moon in words, and a drawing of where it is. The numbers come from Aloud
// (`MoonReport`).

const names = {
  new: 'New moon', waxingCrescent: 'Waxing crescent', firstQuarter: 'First quarter',
  waxingGibbous: 'Waxing gibbous', full: 'Full moon', waningGibbous: 'Waning gibbous',
  lastQuarter: 'Last quarter', waningCrescent: 'Waning crescent',
};

/** The name of the phase. */
export const phaseName = (report) => names[report.phase];

const points = ['north', 'northeast', 'east', 'southeast', 'south', 'southwest', 'west', 'northwest'];

/** The point of the compass nearest to an azimuth, degrees. */
export const compass = (degrees) => points[Math.round(degrees / 45) % 8];

const kilometres = (value) => `${Math.round(value).toLocaleString('en')} km`;

/** A time of day, with the day if it is not that of `now`; both in seconds since 1970. */
export function clock(seconds, now, zone) {
  const [time, day, today] = [
    new Date(seconds * 1000), ...[seconds, now].map((at) => new Date(at * 1000).toLocaleDateString(
      'en-GB', { timeZone: zone, weekday: 'long', day: 'numeric', month: 'long' }))];
  const hour = time.toLocaleTimeString(
    'en-GB', { timeZone: zone, hour: '2-digit', minute: '2-digit' });
  return day === today ? hour : `${hour} on ${day.split(',')[0].split(' ')[0]}`;
}

function date(seconds, zone) {
  return new Date(seconds * 1000).toLocaleString('en-GB', {
    timeZone: zone, weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit',
    minute: '2-digit',
  });
}

/** The facts, as names and values, in the order to show them. */
export function facts(report, zone) {
  const { sky } = report;
  const at = (seconds, otherwise) => seconds == null ? otherwise : clock(seconds, report.at, zone);
  const rows = [];
  if (sky) {
    rows.push(['Distance from you', kilometres(sky.kilometres)]);
  } else {
    rows.push(['Distance from the earth’s centre', kilometres(report.kilometresFromEarth)]);
  }
  rows.push(
    ['Phase', `${phaseName(report)}, ${Math.round(report.illuminated * 100)} % lit`],
    ['Age', `${report.ageDays.toFixed(1)} days since new moon`]);
  if (sky) {
    const height = Math.abs(sky.altitudeDegrees).toFixed(1);
    rows.push(
      ['Where to look', sky.isUp
        ? `${height}° above the horizon in the ${compass(sky.azimuthDegrees)}`
        : `${height}° below the horizon in the ${compass(sky.azimuthDegrees)}`],
      ['Azimuth', `${sky.azimuthDegrees.toFixed(1)}° from north, clockwise`]);
    if (sky.transit == null) {
      rows.push(['Rise', 'not in the next 24 hours']);
    } else {
      rows.push(
        [sky.isUp ? 'Rose' : 'Rises', at(sky.rise, 'it stays above the horizon')],
        [sky.transit < report.at ? 'Was highest' : 'Highest', at(sky.transit)],
        ['Sets', at(sky.set, 'it stays above the horizon')]);
    }
  }
  rows.push(
    ['Next full moon', date(report.nextFull, zone)], ['Next new moon', date(report.nextNew, zone)]);
  return rows;
}

/** The range of the moon's distance from the earth's centre, kilometres (Meeus, "Mathematical
 *  Astronomy Morsels": 356,371 to 406,720 from 1500 BC to AD 8000). */
const range = { least: 356_400, most: 406_700 };

/** Where the moon is, in words: for those who cannot see the drawing. */
export function placeInWords(report) {
  const share = (report.kilometresFromEarth - range.least) / (range.most - range.least);
  const near = share < 1 / 3 ? 'closer than usual' : share > 2 / 3 ? 'farther than usual'
    : 'at a usual distance';
  const { phaseDegrees } = report;
  const side = phaseDegrees < 22.5 || phaseDegrees >= 337.5 ? 'between the earth and the sun'
    : phaseDegrees < 157.5 ? 'on its way away from the sun'
      : phaseDegrees < 202.5 ? 'on the side away from the sun' : 'on its way back towards the sun';
  return `The moon is ${side}, ${near}: ${kilometres(report.kilometresFromEarth)} from the earth’s`
    + ` centre (${kilometres(range.least)} to ${kilometres(range.most)}).`;
}

function element(name, attributes, text) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** Draws the earth and the moon as seen from the north, the sun far to the left. Distances have one
 *  scale, the bodies a larger one. */
export function drawPlace(svg, report) {
  const centre = 130;
  const scale = 100 / range.most;
  svg.setAttribute('viewBox', '0 0 260 260');
  svg.setAttribute('aria-label', placeInWords(report));
  const turn = Math.PI - (report.phaseDegrees * Math.PI) / 180;
  const away = report.kilometresFromEarth * scale;
  const [x, y] = [centre + away * Math.cos(turn), centre + away * Math.sin(turn)];
  const ball = (atX, atY, radius, kind) => [
    element('circle', { cx: atX, cy: atY, r: radius, class: `${kind} lit` }),
    element('path', {
      d: `M ${atX} ${atY - radius} A ${radius} ${radius} 0 0 1 ${atX} ${atY + radius} Z`,
      class: `${kind} dark`,
    }),
  ];
  const rays = [50, 90, 130, 170, 210].flatMap((height) => [
    element('path', { d: `M 2 ${height} h 14 m -5 -4 l 5 4 l -5 4`, class: 'sunlight' })]);
  svg.replaceChildren(
    element('circle', { cx: centre, cy: centre, r: range.most * scale, class: 'limit' }),
    element('circle', { cx: centre, cy: centre, r: range.least * scale, class: 'limit' }),
    ...rays,
    element('line', { x1: centre, y1: centre, x2: x, y2: y, class: 'distance' }),
    ...ball(centre, centre, 16, 'earth'), ...ball(x, y, 8, 'moon'),
    element('text', { x: 2, y: 34 }, 'Sun'),
    element('text', { x: centre, y: centre + 32, 'text-anchor': 'middle' }, 'Earth'));
}
