// The data of a report: runs, packed columns, sections, colours.

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

const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);
