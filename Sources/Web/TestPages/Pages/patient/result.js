// The result: both eyes next to each other, with the lines read and all that limits the result.

import { arrow, directionName } from '/directions.js';
import { inNotation } from '/notation.js';
import { dateName, distanceName, language, number, text, titled, translated } from '/texts.js';

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
  if (answer === letter) return text('result.correct');
  if (answer === null) return text('result.notSeen');
  return answer === '?' ? text('result.notUnderstood') : text('result.answered', { answer: named(answer) });
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
    group.append(element('path', { d: line.paths[index], class: isRight ? 'right' : 'missed' }));
    if (!isRight) {
      group.append(
        element('path', { d: 'M-.6 5.6L5.6-.6', class: 'strike', 'stroke-width': 0.6 }),
        element('text', { x: 2.5, y: 9 }, mark(answer, sign)));
    }
    svg.append(group);
  });
  return svg;
}

/** A figure of the acuity, marked "or better" if it is only a bound. */
function figureOf(report, figure) {
  return report.score.orBetter ? text('result.orBetter', { figure }) : figure;
}

/** The estimate with its interval on a scale of logMAR, better to the right. */
export function intervalPicture(estimate, [low, high], open = []) {
  const worst = Math.max(1, Math.ceil(high * 10) / 10);
  const best = Math.min(-0.3, Math.floor(low * 10) / 10);
  const width = 300;
  const x = (logMAR) => 10 + (worst - logMAR) / (worst - best) * (width - 20);
  const isOpen = (end) => open.includes(end);
  const from = isOpen('above') ? 2 : x(high);
  const to = isOpen('below') ? width - 2 : x(low);
  const svg = element('svg', {
    viewBox: `0 0 ${width} 66`, class: 'interval', role: 'img',
    'aria-label': text('result.estimate'),
  });
  svg.append(element('path', { d: `M${x(worst)} 24H${x(best)}`, class: 'axis' }));
  for (let tenth = Math.round(best * 10); tenth <= Math.round(worst * 10); tenth += 1) {
    const isNamed = tenth % 5 === 0;
    svg.append(element('path', { d: `M${x(tenth / 10)} ${isNamed ? 19 : 21}V24`, class: 'axis' }));
    if (isNamed) {
      svg.append(element('text', { x: x(tenth / 10), y: 41, class: 'scale' }, number(tenth / 10, 1)));
    }
  }
  svg.append(element('text', { x: width - 4, y: 61, class: 'scale end' }, text('result.scale')));
  svg.append(element('rect', {
    x: from, y: 7, width: Math.max(3, to - from), height: 8, rx: 4, class: 'range',
  }));
  if (estimate !== null && estimate !== undefined) {
    svg.append(element('circle', { cx: x(estimate), cy: 11, r: 6, class: 'best' }));
  }
  return svg;
}

/** The estimate with its unit and interval; an interval with an open end in Aloud's own words. */
function estimateWords({ estimate: { logMAR, interval95: [low, high] }, estimateWords: words }) {
  if (logMAR === null) return `${titled(text('result.estimate'))} ${translated(words)}`;
  return text('result.estimateIs', {
    estimate: number(logMAR, 2), low: number(low, 2), high: number(high, 2),
  }).replaceAll(' %', '\u00a0%');
}

/** The figures of a test of contrast. */
function faintRows({ contrast, setup, floor }) {
  const { screen, letters } = setup.contrast;
  const range = contrast?.interval95;
  const worse = contrast?.worseThan;
  return [
    ['faint.logCS', worse !== undefined ? text('said.worseThan', { size: number(worse, 2) })
      : contrast?.logCS === null || contrast?.logCS === undefined ? null
      : contrast.orBetter ? text('result.orBetter', { figure: number(contrast.logCS, 2) }) : number(contrast.logCS, 2)],
    ['faint.weber', contrast?.weberPercent ? `${number(contrast.weberPercent, contrast.weberPercent < 10 ? 1 : 0)} %` : null],
    ['faint.interval', range ? text('faint.range', { low: number(range[0], 2), high: number(range[1], 2) }) : null],
    ['faint.right', contrast?.lettersRight],
    ['faint.letters', letters ? `${number(letters * 100, 2)} %` : null],
    ['faint.floor', number(floor, 2)],
    ['faint.ground', text('faint.levels', { ground: number(screen.ground) })],
    ['faint.gamma', `${number(screen.gamma, 2)} ± ${number(screen.deviation, 2)}`],
    ['faint.luminance', screen.luminance ? `${number(screen.luminance)} cd/m²` : text('faint.notMeasured')],
  ].map(([key, value]) => [text(key), value]);
}

function numbers(report) {
  const list = html('dl', 'numbers');
  const letters = report.score.lettersCredited > 0
    ? text('result.credited', { count: report.score.lettersRight, credited: report.score.lettersCredited })
    : `${report.score.lettersRight}`;
  const rows = [
    [text('result.fractions'), report.score.logMAR === null ? null
      : [translated(report.headline), report.score.snellenMetres].filter(Boolean).join(' · ')],
    [text('result.logMAR'), report.score.logMAR === null ? null : figureOf(report, number(report.score.logMAR, 2))],
    [text('result.letters'), letters],
    [text('result.etdrs'), report.score.letterScore],
    [text('result.decimal'), report.score.decimal && number(Number(report.score.decimal), 2)],
    [text('result.seed'), / of seed (\d+)/.exec(report.method)?.[1]],
  ];
  for (const [name, value] of report.setup.contrast ? [...faintRows(report), rows[2]] : rows) {
    if (value !== null && value !== undefined) {
      list.append(html('div', '', html('dt', '', name), html('dd', '', `${value}`)));
    }
  }
  return list;
}

/** Factors of distance from one to the other count as normal sight: half a line, 0.05 logMAR. */
const normal = { least: 10 ** -0.05, most: 10 ** 0.05 };

/** The result in one sentence for the person. */
function plainWords(report) {
  if (report.setup.contrast) return report.headline === null ? text('said.tooEarly')
    : text(report.contrast.quantity === 'lowContrastAcuity' ? 'faint.plainCount' : 'faint.plain');
  if (report.score.logMAR === null) return text('said.tooEarly');
  const factor = 10 ** report.score.logMAR;
  const digits = (value) => (value < 10 ? 1 : 0);
  const words = factor > normal.most
    ? text('result.plainNearer', { factor: number(factor, digits(factor)) })
    : factor >= normal.least ? text('result.plainNormal')
      : text('result.plainFarther', { factor: number(1 / factor, digits(1 / factor)) });
  return report.score.orBetter ? `${words} ${text('result.plainOrBetter')}` : words;
}

/** All other figures. */
function forProfessionals(report) {
  const made = html('div', 'professional');
  made.append(numbers(report));
  if (report.estimate?.interval95) {
    const { logMAR, interval95, intervalOpen } = report.estimate;
    made.append(html('figure', 'estimate', intervalPicture(logMAR, interval95, intervalOpen),
      html('figcaption', 'note', estimateWords(report))));
  }
  if (report.lines.length > 0) {
    const lines = html('div', 'lines');
    for (const line of report.lines) {
      lines.append(html('div', '', html('span', '', line.name), picture(line),
        html('span', '', `${line.right}/${[...line.letters].length}`)));
    }
    made.append(html('h3', 'visually-hidden', text('result.lines')), lines);
  }
  made.append(html('p', 'note ended', endWords(report)));
  return html('details', '', html('summary', '', text('result.professional')), made);
}

/** The result of the test before, and whether the change is more than chance. */
function earlierWords(earlier) {
  if (!earlier) return [];
  const words = [earlier.headline === null ? null
    : text('result.lastTime', { day: dateName(earlier.day), figure: inNotation(earlier.headline) })];
  if (['unchanged', 'once', 'confirmed'].includes(earlier.state)) {
    words.push(earlier.state === 'unchanged' ? text('result.noChange', { day: dateName(earlier.since) })
      : text(`result.${earlier.state}${earlier.isWorse ? 'Worse' : 'Better'}`));
  }
  return words.filter(Boolean).length ? [html('p', 'earlier', words.filter(Boolean).join(' '))] : [];
}

/** The sentence about the next step, in the language of the page or else in English. */
function nextStepWords(steps) {
  const [words] = [language(), 'en', ...Object.keys(steps ?? {})].map((name) => steps?.[name]).filter(Boolean);
  return words ? [html('p', 'next-step', words, ' ', html('span', 'note', text('result.wording')))] : [];
}

/** The result of a test of contrast in large type. */
function faintHeadline({ contrast }) {
  if (contrast.quantity === 'lowContrastAcuity') return text('faint.count', { count: number(contrast.lettersRight) });
  const figure = `logCS ${number(contrast.logCS, 2)}`;
  return contrast.orBetter ? text('result.orBetter', { figure }) : figure;
}

function card(report, isUnsure, earlier, steps) {
  const eye = html('h2', 'row', text(`eye.${report.setup.eye}`),
    ...(isUnsure ? [html('span', 'badge warn', text('test.uncalibrated'))] : []));
  if (report.masked) {
    return html('section', 'report card', eye,
      html('p', 'figure', html('strong', 'long', translated(report.noFigure)), html('span', '', translated(report.whyNot))),
      html('p', 'note ended', translated(report.endWords)));
  }
  const figure = html('p', 'figure');
  if (report.setup.contrast && report.headline !== null) {
    figure.append(html('strong', 'long', faintHeadline(report)));
  } else if (report.score.logMAR === null) {
    figure.append(html('strong', 'long', inNotation(translated(report.noFigure))),
      html('span', '', translated(report.whyNot)));
  } else {
    const headline = inNotation(translated(report.headline));
    figure.append(html('strong', headline.length > 9 ? 'long' : '', headline));
  }
  const hasFigure = report.setup.contrast ? report.headline !== null : report.score.logMAR !== null;
  const isPlain = !isUnsure && (hasFigure || !report.complete);
  const plain = isPlain ? [html('p', 'plain-words', plainWords(report))] : [];
  const parts = !hasFigure && isPlain ? plain : [...plain, figure];
  return html('section', 'report card', eye, ...parts, ...earlierWords(isUnsure ? null : earlier),
    ...nextStepWords(steps),
    forProfessionals(report));
}

/** How the test ended, its time and the letters asked again. */
function endWords(report) {
  const asked = report.lettersAskedAgain
    ? text('result.askedAgain', { count: number(report.lettersAskedAgain) }) : '';
  const time = text('result.duration', { duration: duration(report.seconds) }).replaceAll(' ', '\u00a0');
  return [translated(report.endWords), time, asked].filter(Boolean).join(' ');
}

function duration(seconds) {
  const whole = Math.round(seconds);
  return (whole < 60 ? `${number(whole)} s` : `${number(Math.floor(whole / 60))} min ${number(whole % 60)} s`)
    .replaceAll(' ', '\u00a0');
}

/** The limits of the result. */
function limitsOf(state) {
  const isPair = state.reports.length > 1;
  const limits = [];
  const add = (eye, words) => {
    const known = limits.find((one) => one.words === words);
    if (known) known.eyes.push(eye); else limits.push({ words, eyes: [eye] });
  };
  for (const report of state.reports) {
    if (report.setup.contrast) add(report.setup.eye, text('faint.own'));
    for (const words of report.remarkWords) add(report.setup.eye, translated(words));
    if (report.overrides) add(report.setup.eye, text('result.overrides', { count: number(report.overrides) }));
    if (report.soundsMissing) {
      add(report.setup.eye, text('result.soundLost', { count: number(report.soundsMissing) }));
    }
  }
  return limits.map(({ words, eyes }) =>
    isPair && eyes.length < state.reports.length ? `${titled(eyes.map((eye) => text(`eye.${eye}`)).join(', '))} ${words}` : words);
}

/** Words for a procedure in the page's language, without the seed of its letters. */
export function namedProcedure(words) {
  return words && translated(words.replace(/ of seed \d+/, '').replace(' with ', ', ')
    .replace(/(?<=^|, )contrast(?=,|$)/, text('faint.adaptive'))
    .replace(/low-contrast-([\d.]+)/, (_, percent) => text('faint.letterChart', { percent: `${percent} %` }))
    .replace(/(?<=^|, )(?:adaptive|near|tumbling-e|landolt-8|landolt)(?=,|$)/g, (name) => text(`method.${name}`)));
}

/** The charts of contrast that have a name of their own. */
const contrastCharts = { 'pelli-robson': 'Pelli-Robson', mars: 'Mars' };

/** The procedure of a test in words. */
function procedureName({ method, setup }) {
  if (!setup.contrast) return namedProcedure(method);
  const { letters } = setup.contrast;
  if (letters) return text('faint.letterChart', { percent: `${number(letters * 100, letters === 0.025 ? 1 : 2)} %` });
  return contrastCharts[setup.procedure] ?? text('faint.adaptive');
}

/** The person and the conditions; what is unknown is left blank on paper. */
function about(state) {
  const first = state.reports[0];
  const blank = () => html('span', 'onpaper line');
  const rows = [
    ['result.name', state.person || blank()],
    ['result.birth', blank()],
    ['result.date', dateName(state.date)],
    ['result.distance', first?.setup.distance && distanceName(first.setup.distance)],
    ['result.worn', state.correction
      && text(`correction.${state.correction === 'none' ? 'without' : state.correction}`)],
    ['result.procedure', [...new Set(state.reports.map(procedureName).filter(Boolean))].join(', ')],
    ['result.program', state.program],
  ];
  return rows.filter(([, value]) => value).map(([key, value]) => html(
    'div', value instanceof Element ? 'onpaper' : '', html('dt', '', text(key)), html('dd', '', value)));
}

/** All figures are printed. */
for (const [event, isOpen] of [['beforeprint', true], ['afterprint', false]]) {
  addEventListener(event, () => {
    for (const part of document.querySelectorAll('.report details')) part.open = isOpen;
  });
}

/** The reports that the page shows, as JSON. */
let drawn = '';

/** Fills the result page. */
export function showReports(state) {
  const at = (id) => document.getElementById(id);
  const isUnsure = (note) => note.startsWith('Uncalibrated');
  // Figures that the person opened stay open when the same result is drawn again.
  const result = JSON.stringify(state.reports);
  const isOpen = [...at('reports').querySelectorAll('details')].map((figures) => result === drawn && figures.open);
  drawn = result;
  const isFaint = state.reports.length > 0 && state.reports.every((report) => report.setup.contrast);
  const heading = document.querySelector('#result h1');
  if (heading) heading.textContent = text(isFaint ? 'faint.title' : 'result.title');
  at('reports').className = `reports of-${state.reports.length}`;
  at('reports').replaceChildren(...state.reports.map((report) => card(
    report, state.notes.some(isUnsure), state.earlier?.[report.setup?.eye ?? report.eye],
    state.nextSteps?.[report.setup?.eye ?? report.eye])));
  at('reports').querySelectorAll('details').forEach((figures, index) => { figures.open = isOpen[index] ?? false; });
  at('reports').hidden = state.isDiscarded === true;
  // The kept result, which other pages show, asks nothing.
  if (at('changed')) at('changed').hidden = !state.asksAboutScreen || state.isDiscarded || !isFaint;
  at('result-trouble').textContent = translated(state.trouble);
  at('about').replaceChildren(...about(state));
  const limits = [
    ...state.notes.filter(isUnsure).map((note) => html('strong', '', translated(note))), ...limitsOf(state)];
  at('limiting').hidden = limits.length === 0;
  at('limit-list').replaceChildren(...limits.map((words) => html('li', '', words)));
  at('result-notes').textContent = state.notes.filter((note) => !isUnsure(note)).map(translated).join(' ')
    // A minus, and not a hyphen, which may end a line.
    .replaceAll(/(?<!\d)-(?=\d)/g, '\u2212');
}
