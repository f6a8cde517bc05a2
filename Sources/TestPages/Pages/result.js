// The result: figures, and the lines with each letter marked.

import { arrow, directionName } from '/directions.js';

const namespace = 'http://www.w3.org/2000/svg';

function element(name, attributes = {}, ...children) {
  const made = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

function html(name, className, ...children) {
  const made = document.createElement(name);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

/** The answer to a letter in words; null means not seen, "?" not understood. */
function said(answer, letter, named) {
  if (answer === letter) return 'correct';
  if (answer === null) return 'not seen';
  return answer === '?' ? 'not understood' : `answered ${named(answer)}`;
}

/** The mark below a letter without the correct answer. */
function mark(answer, sign) {
  if (answer === null) return '–';
  return answer === '?' ? answer : sign(answer);
}

/** The letters of a line. A wrong one is grey and struck through, with the answer below it. */
function picture(line) {
  const letters = [...line.letters];
  const named = (letter) => line.areDirections ? directionName(letter) : letter;
  const sign = (letter) => line.areDirections ? arrow(letter) : letter;
  const pitch = 10;
  // Lines of up to five letters have the same letter size.
  const places = Math.max(5, letters.length);
  const svg = element('svg', {
    viewBox: `-1 -1 ${pitch * places - 3} ${line.right === letters.length ? 7 : 10.5}`,
    role: 'img',
    'aria-label': letters.map(
      (letter, index) => `${named(letter)}: ${said(line.answers[index], letter, named)}`).join(', '),
  });
  letters.forEach((letter, index) => {
    const answer = line.answers[index];
    const isRight = answer === letter;
    const group = element('g', { transform: `translate(${pitch * index} 0)` });
    group.append(element('path', { d: line.paths[index], fill: isRight ? '#111' : '#8c8c8c' }));
    if (!isRight) {
      group.append(
        element('path', { d: 'M-.6 5.6L5.6-.6', stroke: '#8a1c1c', 'stroke-width': 0.6 }),
        element('text', { x: 2.5, y: 9 }, mark(answer, sign)));
    }
    svg.append(group);
  });
  return svg;
}

function row(name, value) {
  return html('tr', '', html('th', '', name), html('td', '', value));
}

function duration(seconds) {
  const whole = Math.round(seconds);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

function times(count) {
  if (!count) return '';
  return count === 1 ? 'once' : `${count} times`;
}

/** A figure of the acuity, marked "or better" if it is only a bound. */
function figureOf(report, words) { return words && report.orBetter ? `${words} or better` : words; }

function table(report) {
  const body = html('tbody');
  const snellen = [report.snellen, report.snellenMetres].filter(Boolean).join(', ');
  const rows = [
    ['Snellen', figureOf(report, snellen)], ['Decimal', figureOf(report, report.decimal)],
    ['By letter', figureOf(report, report.notation)],
    ['ETDRS letters', report.letterScore], ['Estimate', report.estimateWords],
    ['Letters correct', report.lettersCredited > 0
      ? `${report.lettersRight}, plus ${report.lettersCredited} credited for larger lines`
      : report.lettersRight],
    ['Asked again', report.lettersAskedAgain], ['By the operator', report.overrides],
    ['Sound lost', times(report.soundsMissing)], ['Duration', duration(report.seconds)],
    ['Complete', report.complete ? 'yes' : 'no'],
  ];
  for (const [name, value] of rows) {
    if (value !== null && value !== undefined && value !== '') body.append(row(name, `${value}`));
  }
  return html('table', '', body);
}

function card(report) {
  const figure = html('p', 'figure');
  if (report.logMAR === null) {
    figure.append(html('strong', '', report.noFigure), html('span', '', report.whyNot));
  } else {
    figure.append(
      html('strong', report.complete ? '' : 'long', report.headline),
      html('span', '', `logMAR ${figureOf(report, report.logMAR.toFixed(2))}`));
  }
  const lines = html('div', 'lines');
  for (const line of report.lines) {
    lines.append(html('div', '', html('span', '', line.name), picture(line),
      html('span', '', `${line.right}/${[...line.letters].length}`)));
  }
  return html('section', 'report', html('h2', '', report.words), figure,
    html('div', 'columns', table(report), lines),
    html('p', 'facts', [report.endWords, ...report.remarkWords].join(' ')));
}

/** Fills the result page. */
export function showReports(state) {
  document.getElementById('reports').replaceChildren(
    ...state.reports.map((report) => card(report)));
  document.getElementById('result-trouble').textContent = state.trouble ?? '';
  document.getElementById('date').textContent = state.date;
  document.getElementById('result-notes').textContent = state.notes.join(' ');
}
