// Basics of all pages: elements, number formatting, light and dark.

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

const plural = (count, noun) => `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
// Formats the tool's own names, such as `dead_reckoning` or `floor.accuracy`; names of users stay unchanged.
const readable = text => text.replace(/[_.]/g, ' ').replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  .replace(/\bgnss\b/, 'GNSS').replace(/\bwifi\b/, 'Wi-Fi').replace(/\bttff\b/, 'time to first fix')
  .replace(/\bipin\b/, 'IPIN').replace(/\bgsdc\b/, 'GSDC').replace(/\bnees\b/, 'NEES');

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
