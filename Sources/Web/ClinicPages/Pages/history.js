// The chart of a history: acuity over time, each eye with its own mark, better acuity higher.

import { inNotation } from '/notation.js';
import { moment, text, translated } from '/records/page.js';
import { number, titled } from '/texts.js';

/** The size of the chart, on a phone and elsewhere. */
const wide = { width: 960, height: 400, margin: { left: 64, right: 84, top: 34, bottom: 46 } };
const narrow = { width: 330, height: 330, margin: { left: 46, right: 66, top: 28, bottom: 46 } };
const space = 'http://www.w3.org/2000/svg';

function shape(name, attributes, text) {
  const made = document.createElementNS(space, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

/** The Snellen fraction of an acuity in logMAR, as charts name their lines. */
const snellen = { '-0.3': '20/10', '-0.2': '20/12.5', '-0.1': '20/16', 0: '20/20', 0.1: '20/25', 0.2: '20/32',
  0.3: '20/40', 0.4: '20/50', 0.5: '20/63', 0.6: '20/80', 0.7: '20/100', 0.8: '20/125', 0.9: '20/160',
  1: '20/200' };

function mark(eye, x, y) {
  switch (eye) {
    case 'right': return shape('circle', { cx: x, cy: y, r: 6, class: 'mark right' });
    case 'left': return shape('rect', { x: x - 6, y: y - 6, width: 12, height: 12, class: 'mark left' });
    default: return shape('path', { d: `M${x} ${y - 7}l7 13h-14z`, class: 'mark both' });
  }
}

/** The acuity that the chart shows: the estimate, which its interval belongs to, or the score. */
const figure = (point) => point.estimate ?? point.logMAR;

/** The time of a test, in milliseconds. */
const timeOf = (point) => Date.parse(point.began);

/** The limits of the acuity axis, in tenths of logMAR, wide enough for all intervals. */
function limits(points) {
  const values = points.flatMap((point) => [
    figure(point), point.low, point.high, point.baseline - point.limit, point.baseline + point.limit])
    .filter((value) => Number.isFinite(value));
  return [Math.min(0, Math.floor(Math.min(...values) * 10 - 0.5)),
    Math.max(5, Math.ceil(Math.max(...values) * 10 + 0.5))];
}

/** Times with their words on the axis: the beginnings of months, or days within less than two months. */
function ticksOf(first, last, most) {
  const months = [];
  const month = new Date(first);
  month.setDate(1);
  month.setHours(0, 0, 0, 0);
  for (month.setMonth(month.getMonth() + 1); month <= last; month.setMonth(month.getMonth() + 1)) {
    months.push(month.getTime());
  }
  if (months.length >= 2) {
    const name = new Intl.DateTimeFormat(document.documentElement.lang, { month: 'short', year: 'numeric' });
    const step = Math.ceil(months.length / most);
    return months.filter((_, index) => index % step === 0).map((at) => [at, name.format(at)]);
  }
  const day = 86_400_000;
  const count = most === 2 ? 2 : Math.min(most, Math.max(2, Math.round((last - first) / day)));
  return Array.from({ length: count }, (_, tick) => first + (last - first) * tick / (count - 1))
    .map((at) => [at, moment(new Date(at).toISOString().slice(0, 10))]);
}

/** The chart; null if no test has an acuity. On a phone it is narrow, and its legend has a line for each
 *  eye. */
export function chart(eyes, isNarrow = false) {
  const points = eyes.flatMap((eye) => eye.tests)
    .filter((point) => point.logMAR !== undefined && point.logMAR !== null);
  if (points.length === 0) return null;
  const { width, margin: { top, ...margin }, height } = isNarrow ? narrow : wide;
  margin.top = isNarrow ? top + 22 * eyes.length : top;
  const [best, worst] = limits(points);
  let first = Math.min(...points.map(timeOf));
  let last = Math.max(...points.map(timeOf));
  const day = 86_400_000;
  if (last - first < day) {
    first -= day / 2;
    last += day / 2;
  }
  const x = (at) => margin.left + 14
    + (at - first) / (last - first) * (width - margin.left - margin.right - 28);
  const y = (logMAR) => margin.top
    + (logMAR * 10 - best) / (worst - best) * (height - margin.top - margin.bottom);

  const svg = shape('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img' });
  svg.append(shape('title', {}, text('chart.title')));
  const step = worst - best > 14 ? 2 : 1;
  for (let tenth = best; tenth <= worst; tenth += step) {
    const at = y(tenth / 10);
    svg.append(
      shape('line', { x1: margin.left, x2: width - margin.right, y1: at, y2: at, class: 'grid' }),
      shape('text', { x: margin.left - 8, y: at + 5, 'text-anchor': 'end' }, number(tenth / 10, 1)),
      shape('text', { x: width - margin.right + 8, y: at + 5 }, inNotation(snellen[tenth / 10] ?? '')));
  }
  svg.append(shape('text', { x: 0, y: margin.top - 18 }, 'logMAR'),
    shape('text', { x: width - margin.right + 8, y: margin.top - 18 },
      text(inNotation('20/20').includes('/') ? 'result.fractions' : 'result.decimal')));
  for (const [at, words] of ticksOf(first, last, isNarrow ? 2 : 6)) {
    svg.append(shape('text', { x: x(at), y: height - 16, 'text-anchor': 'middle' }, words));
  }

  let [legend, line] = [margin.left + 20, 12];
  for (const eye of eyes) {
    const shown = eye.tests.filter((point) => point.logMAR !== undefined && point.logMAR !== null);
    if (shown.length === 0) continue;
    svg.append(mark(eye.eye, legend, line),
      shape('text', { x: legend + 14, y: line + 5 }, translated(eye.title)));
    if (isNarrow) line += 22; else legend += 140;
    // A line joins the tests of one series; tests on a screen that was not measured belong to none.
    const allSeries = Map.groupBy(shown.filter((point) => point.series), (point) => point.series);
    for (const series of allSeries.values()) {
      svg.append(shape('polyline', { class: `trace ${eye.eye}`,
        points: series.map((point) => `${x(timeOf(point))},${y(figure(point))}`).join(' ') }));
      // The band of 95 of 100 tests of an unchanged eye.
      const judged = series.filter((point) => Number.isFinite(point.baseline));
      if (judged.length === 0) continue;
      const edge = (sign) => judged.map(
        (point) => `${x(timeOf(point))},${y(point.baseline + sign * point.limit)}`);
      svg.append(shape('polygon', { class: `band ${eye.eye}`, points: [...edge(1), ...edge(-1).reverse()].join(' ') }));
    }
    for (const point of shown) {
      const [px, py] = [x(timeOf(point)), y(figure(point))];
      const kind = point.isMeasured === false ? `${eye.eye} unmeasured` : eye.eye;
      if (Number.isFinite(point.low) && Number.isFinite(point.high)) {
        svg.append(shape('path', { class: `bar ${kind}`,
          d: `M${px} ${y(point.low)}V${y(point.high)}M${px - 5} ${y(point.low)}h10M${px - 5} ${y(point.high)}h10` }));
      }
      // An arrow up: the acuity may be better.
      if (point.bound === 'orBetter') {
        svg.append(shape('path', { class: `bound ${kind}`, d: `M${px} ${py}v-26m-6 7l6 -7l6 7` }));
      }
      if (point.changeDirection) svg.append(shape('circle', { cx: px, cy: py, r: 14, class: `change ${point.changeState}` }));
      const made = mark(eye.eye, px, py);
      made.setAttribute('class', `mark ${kind}`);
      made.append(shape('title', {}, `${translated(eye.title)}, ${titled(moment(point.began.slice(0, 10)))} ${inNotation(translated(point.outcome))}`));
      svg.append(made);
    }
  }
  return svg;
}
