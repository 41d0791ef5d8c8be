// The page over weeks: tables of changed figures, and a small chart of every figure, drawn when it
// comes into view.

const data = JSON.parse(document.getElementById('data').textContent);
const $ = id => document.getElementById(id);

// Text from files is inserted as text nodes, never as markup.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

function draw(tag, attributes) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

function figure(value) {
  if (value === null || value === undefined) return '–';
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e6 || size < 1e-3)) return value.toExponential(2);
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : size >= 1 ? 2 : 3);
}

function entryText(entry) { return `${entry.commit} of ${entry.date}`; }

// The summary.
function head() {
  const last = data.entries[data.entries.length - 1];
  $('title').textContent = data.campaign || 'runs';
  const base = data.entries[data.base];
  $('about').textContent = base && base !== last
    ? `${entryText(last)}, compared with ${entryText(base)}. ${data.entries.length} entries.`
    : `${entryText(last)}. There is nothing to compare it with yet.`;
  const counts = {};
  for (const row of data.rows) if (row.verdict) counts[row.verdict] = (counts[row.verdict] || 0) + 1;
  for (const verdict of ['worse', 'better', 'undecided', 'same', 'identical', 'not applicable']) {
    if (counts[verdict]) {
      $('counts').append(make('span', { class: `badge ${verdict}` }, `${counts[verdict]} ${verdict}`));
    }
  }
  for (const note of data.notes) $('notes').append(make('p', {}, note));
}

// Changed figures, the most significant first, as in `venuesim compare`.
function moved() {
  for (const verdict of ['worse', 'better']) {
    const rows = data.rows.filter(row => row.verdict === verdict);
    $(verdict).append(rows.length === 0 ? make('p', { class: 'notes' }, 'Nothing.')
      : movesTable(verdict, rows.map(row => [
        make('a', { href: `#row-${row.number}` }, row.scenario), row.name,
        `${figure(row.from)} → ${figure(row.to)} ${row.unit}`, row.interval || '',
        row.seed ? `seed ${row.seed}` : ''])));
  }
}

// A table that becomes a list of labelled values on a narrow screen. The roles keep it a table there.
function movesTable(label, rows) {
  const heads = ['scenario', 'figure', 'median over the seeds', 'change, 95 %', 'moved most'];
  const kinds = ['', 'name', 'number', 'number', ''];
  return make('table', { class: 'moves stacks', role: 'table', 'aria-label': label },
    make('thead', { role: 'rowgroup' }, make('tr', { role: 'row' },
      heads.map(head => make('th', { scope: 'col', role: 'columnheader' }, head)))),
    make('tbody', { role: 'rowgroup' }, rows.map(row => make('tr', { role: 'row' }, row.map((cell, index) =>
      make('td', { role: 'cell', 'data-head': heads[index], class: `${kinds[index]}${cell ? '' : ' blank'}` },
        cell))))));
}

const width = 220, height = 56, edge = 4;

// A chart of a figure over the entries: its points, the change points, and the base entry.
function picture(row) {
  const known = row.values.filter(value => value !== null);
  const least = Math.min(...known), most = Math.max(...known);
  const x = index => edge + (width - 2 * edge) * (row.values.length > 1 ? index / (row.values.length - 1) : 0.5);
  const y = value => most > least ? height - edge - (height - 2 * edge) * (value - least) / (most - least) : height / 2;
  const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', class: row.verdict || '' });
  svg.setAttribute('aria-label', `${row.scenario}, ${row.name}: from ${figure(least)} to ${figure(most)} ${row.unit}`);
  const line = (place, name) => draw('line', { x1: place, x2: place, y1: 0, y2: height, class: name });
  if (data.base >= 0) svg.append(line(x(data.base), 'base'));
  for (const change of row.changes) {
    svg.append(line((x(change) + x(change - 1)) / 2, 'change'));
  }
  let path = '', isOn = false;
  row.values.forEach((value, index) => {
    if (value === null) { isOn = false; return; }
    path += `${isOn ? 'L' : 'M'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    isOn = true;
  });
  svg.append(draw('path', { d: path }));
  const last = row.values.length - 1;
  if (row.values[last] !== null) svg.append(draw('circle', { cx: x(last), cy: y(row.values[last]), r: 2.6 }));
  return svg;
}

function tell(row) {
  const parts = [`${figure(row.values[row.values.length - 1])} ${row.unit}`];
  if (row.verdict) parts.push(row.verdict);
  if (row.changes.length > 0) {
    const latest = data.entries[row.changes[row.changes.length - 1]];
    parts.push(`new level since ${entryText(latest)}`);
  }
  return parts.join(' · ');
}

const waiting = new Map();
const watcher = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    watcher.unobserve(entry.target);
    entry.target.replaceChildren(picture(waiting.get(entry.target)));
    waiting.delete(entry.target);
  }
}, { rootMargin: '300px' });

// All figures of all scenarios; those that don't match the filter are hidden.
const cards = [];
function all() {
  let scenario = null, grid = null;
  for (const row of data.rows) {
    if (row.scenario !== scenario) {
      scenario = row.scenario;
      grid = make('div', { class: 'grid' });
      const worst = data.worst.filter(entry => entry.scenario === scenario);
      const links = worst.slice(0, 5).map(entry => {
        const text = `seed ${entry.seed} (${figure(entry.value)} ${entry.unit})`;
        return entry.link ? make('a', { href: entry.link }, text) : make('span', {}, text);
      });
      const told = links.length > 0
        ? make('p', { class: 'worst' }, `worst by ${worst[0].figure}: `,
          ...links.flatMap((link, index) => index ? [', ', link] : [link]))
        : null;
      $('figures').append(make('section', {}, make('h3', {}, scenario), told, grid));
    }
    const frame = make('div', { class: 'frame' });
    waiting.set(frame, row);
    watcher.observe(frame);
    const card = make('div', { class: 'card', id: `row-${row.number}` }, make('p', { class: 'name' }, row.name), frame,
      make('p', { class: 'told' }, tell(row)));
    cards.push({ card, text: `${row.scenario} ${row.name} ${row.verdict || ''}`.toLowerCase(), row });
    grid.append(card);
  }
}

function filter() {
  const wanted = $('filter').value.toLowerCase().split(/\s+/).filter(word => word);
  for (const entry of cards) {
    entry.card.hidden = !wanted.every(word => entry.text.includes(word))
      || ($('moved').checked && !(entry.row.changes.length > 0 || ['worse', 'better'].includes(entry.row.verdict)));
  }
  for (const section of $('figures').querySelectorAll('section')) {
    section.hidden = !section.querySelector('.card:not([hidden])');
  }
}

head();
moved();
all();
$('filter').addEventListener('input', filter);
$('moved').addEventListener('input', filter);
