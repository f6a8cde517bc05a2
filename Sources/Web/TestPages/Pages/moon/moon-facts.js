// The facts about the moon in words, and a drawing of where it is. The numbers come from Aloud
// (`MoonReport`).

import { locale, number, text } from '/texts.js';

/** The name of the phase. */
export const phaseName = (report) => text(`moon.phase.${report.phase}`);

/** The point of the compass nearest to an azimuth, degrees. */
export const compass = (degrees) => text('moon.compass').split(' ')[Math.round(degrees / 45) % 8];

const kilometres = (value) => `${Math.round(value).toLocaleString(locale())} km`;

/** A time of day, with the day if it is not that of `now`; both in seconds since 1970. */
export function clock(seconds, now, zone) {
  const day = (at) => new Date(at * 1000).toLocaleDateString(locale(), { timeZone: zone });
  return new Date(seconds * 1000).toLocaleString(locale(), {
    timeZone: zone, hour: '2-digit', minute: '2-digit',
    ...(day(seconds) === day(now) ? {} : { weekday: 'long' }),
  });
}

function date(seconds, zone) {
  return new Date(seconds * 1000).toLocaleString(locale(), {
    timeZone: zone, weekday: 'long', day: 'numeric', month: 'long', hour: '2-digit',
    minute: '2-digit',
  });
}

/** The facts, as names and values, in the order to show them. */
export function facts(report, zone) {
  const { sky } = report;
  const at = (seconds) => seconds == null ? text('moon.stays') : clock(seconds, report.at, zone);
  const rows = [
    sky ? ['moon.distanceFromYou', kilometres(sky.kilometres)]
      : ['moon.distanceFromEarth', kilometres(report.kilometresFromEarth)],
    ['moon.phaseName', text('moon.lit', {
      phase: phaseName(report), percent: number(report.illuminated * 100) })],
    ['moon.age', text('moon.ageDays', { days: number(report.ageDays, 1) })],
  ];
  if (sky) {
    rows.push(
      ['moon.where', text(sky.isUp ? 'moon.above' : 'moon.below', {
        angle: number(Math.abs(sky.altitudeDegrees), 1), direction: compass(sky.azimuthDegrees) })],
      ['moon.azimuth', text('moon.azimuthIs', { angle: number(sky.azimuthDegrees, 1) })]);
    if (sky.transit == null) {
      rows.push(['moon.rise', text('moon.noRise')]);
    } else {
      rows.push(
        [sky.isUp ? 'moon.rose' : 'moon.rises', at(sky.rise)],
        [sky.transit < report.at ? 'moon.wasHighest' : 'moon.highest', at(sky.transit)],
        ['moon.sets', at(sky.set)]);
    }
  }
  rows.push(['moon.nextFull', date(report.nextFull, zone)], ['moon.nextNew', date(report.nextNew, zone)]);
  return rows.map(([name, value]) => [text(name), value]);
}

/** The range of the moon's distance from the earth's centre, kilometres (Meeus, "Mathematical
 *  Astronomy Morsels": 356,371 to 406,720 from 1500 BC to AD 8000). */
const range = { least: 356_400, most: 406_700 };

/** The place of the moon in words, for those who cannot see the drawing. */
export function placeInWords(report) {
  const share = (report.kilometresFromEarth - range.least) / (range.most - range.least);
  const near = share < 1 / 3 ? 'closer' : share > 2 / 3 ? 'farther' : 'usual';
  const { phaseDegrees } = report;
  const side = phaseDegrees < 22.5 || phaseDegrees >= 337.5 ? 'between'
    : phaseDegrees < 157.5 ? 'leaving' : phaseDegrees < 202.5 ? 'beyond' : 'returning';
  return text('moon.is', {
    side: text(`moon.side.${side}`), near: text(`moon.near.${near}`),
    distance: kilometres(report.kilometresFromEarth), least: kilometres(range.least),
    most: kilometres(range.most),
  });
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
    element('text', { x: 2, y: 34 }, text('moon.sun')),
    element('text', { x: centre, y: centre + 32, 'text-anchor': 'middle' }, text('moon.earth')));
}
