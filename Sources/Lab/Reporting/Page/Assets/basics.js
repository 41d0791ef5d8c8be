// Basics: data access, elements, number formatting.

const data = JSON.parse(document.getElementById('data').textContent);
const runs = data.runs;
const isCompared = runs.length > 1;
// The short name of a run. Of two runs, the second in the data is the one before the change.
function sideName(side) {
  if (runs.length === 2) return side === 0 ? 'after' : 'before';
  return side === 0 ? 'this run' : `against ${side}`;
}
// The indexes of the runs in the order of display: before left, after right.
const sides = [...runs.keys()].slice(1).concat(0);
const $ = id => document.getElementById(id);

// Text from files is inserted as text nodes, never as markup.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

function draw(tag, attributes, text) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes || {})) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

// Columns of numbers: differences in base-64 digits of five bits, the sign in the lowest bit.
const digits = new Int8Array(128);
[...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/']
  .forEach((letter, value) => { digits[letter.charCodeAt(0)] = value; });

function unpack(text) {
  const values = [];
  let value = 0, shift = 0, last = 0;
  for (let index = 0; index < text.length; index++) {
    const digit = digits[text.charCodeAt(index)];
    value |= (digit & 31) << shift;
    if (digit & 32) { shift += 5; continue; }
    last += value & 1 ? -(value >>> 1) : value >>> 1;
    values.push(last);
    value = 0;
    shift = 0;
  }
  return values;
}

// Points in metres: [east, north, east, north, …].
function unpackPoints(text) {
  const [east, north] = (text || ' ').split(' ').map(unpack);
  const points = new Float64Array(east.length * 2);
  for (let index = 0; index < east.length; index++) {
    points[2 * index] = east[index] / 100;
    points[2 * index + 1] = north[index] / 100;
  }
  return points;
}

// Formats a number with at most three significant digits and three decimals.
function figure(value) {
  if (typeof value !== 'number') return String(value ?? '');
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const rounded = Number(value.toPrecision(3));
  const size = Math.abs(rounded);
  if (size >= 1e9) return rounded.toExponential(2);
  if (size >= 1000) return rounded.toLocaleString('en');
  if (size < 0.001) return rounded > 0 ? '< 0.001' : '> -0.001';
  return rounded.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

// The smaller unit of values that would round to zero.
const smallUnits = { m: 'mm', s: 'ms', J: 'mJ' };

// A figure and its unit; shares as percent.
function shown(value, unit) {
  if (typeof value !== 'number') return [figure(value), unit];
  if (unit === 'share') return [figure(value * 100), '%'];
  if (value !== 0 && Math.abs(value) < 0.001 && smallUnits[unit]) {
    return [figure(value * 1000), smallUnits[unit]];
  }
  return [figure(value), unit];
}

// A text that may only be broken after its dots, slashes and underscores.
function breakable(text) {
  return text.split(/(?<=[._/])/).flatMap((part, index) => index ? [make('wbr'), part] : [part]);
}

// A table that becomes a list of labelled values on a narrow screen. The roles keep it a table there.
function makeTable(label, heads, rows) {
  const table = make('table', { class: 'stacks', role: 'table', 'aria-label': label },
    make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' }, heads.map(([text, kind]) =>
      make('th', { scope: 'col', role: 'columnheader', class: kind },
        text || make('span', { class: 'hidden' }, 'Action'))))),
    make('tbody', { role: 'rowgroup' }, rows));
  for (const row of rows) {
    row.setAttribute('role', 'row');
    [...row.children].forEach((cell, index) => {
      cell.setAttribute('role', cell.tagName === 'TH' ? 'rowheader' : 'cell');
      const [text, kind] = heads[index];
      if (kind && !cell.className) cell.className = kind;
      if (text) cell.dataset.head = text;
      if (!cell.textContent && !cell.children.length) cell.classList.add('blank');
    });
  }
  return table;
}

function clock(seconds) {
  const whole = Math.max(0, Math.floor(seconds + 1e-6));
  const two = number => String(number).padStart(2, '0');
  const [h, m, s] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

// Returns the last index whose value is at most `wanted`; -1 if there is none.
function lastAt(values, wanted) {
  let low = 0, high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (values[middle] <= wanted) low = middle + 1; else high = middle;
  }
  return low - 1;
}

const plural = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);
// Formats the tool's own names, such as `dead_reckoning` or `floor.accuracy`; names of users stay unchanged.
const readable = text => text.replace(/[_.]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  .replace(/\bgnss\b/, 'GNSS').replace(/\bwifi\b/, 'Wi-Fi').replace(/\bttff\b/, 'time to first fix')
  .replace(/\bipin\b/, 'IPIN').replace(/\bgsdc\b/, 'GSDC').replace(/\bnees\b/, 'NEES');

// Hides a section without contents, with its link.
function hideSection(id, isHidden) {
  $(id).hidden = isHidden;
  document.querySelector(`nav a[href="#${id}"]`).hidden = isHidden;
}

function style(name) {
  return getComputedStyle(document.documentElement).getPropertyValue('--' + name).trim();
}

// Distinct line colours, also for colour-blind readers (after Okabe and Ito).
const hues = ['#0f77b8', '#d05a0c', '#0a8f6a', '#b5589a', '#c08a00', '#4a8fd0', '#8a6d00', '#7a4fb0',
  '#b3402e', '#4d7d2a'];

// Light or dark: the system's scheme unless the user chooses.
const wantsDark = matchMedia('(prefers-color-scheme: dark)');
const redraws = [];
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : wantsDark.matches;
}
function redrawAll() {
  $('theme').textContent = isDark() ? 'Light' : 'Dark';
  $('theme').setAttribute('aria-label', isDark() ? 'Use light colours' : 'Use dark colours');
  for (const redraw of redraws) redraw();
}
$('theme').addEventListener('click', () => {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
  redrawAll();
});
wantsDark.addEventListener('change', redrawAll);
