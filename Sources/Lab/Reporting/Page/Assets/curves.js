// Distributions of the error, as lines and as a table.

// MARK: Errors
const shares = [...Array(100).keys()].map(percent => percent / 100).concat([0.995, 1]);

function curvesOf(choice) {
  const lines = [];
  sides.forEach(side => {
    const run = runs[side];
    run.curves.forEach(([scenario, device, count, values]) => {
      const name = run.scenarios[scenario].name;
      const isChosen = choice === '' ? device === null : name === choice && device !== null;
      if (!isChosen) return;
      const metres = values.map(value => value === null ? Infinity : value / 1000);
      lines.push({ label: device === null ? name : device, side, count, metres });
    });
  });
  const labels = [...new Set(lines.map(line => line.label))];
  for (const line of lines) line.color = hues[labels.indexOf(line.label) % hues.length];
  // The worst devices first, since too many lines are not distinguishable.
  const rank = line => line.metres[95];
  return lines.sort((a, b) => choice === '' ? 0 : rank(b) - rank(a)).slice(0, isCompared ? 20 : 10);
}

function niceLimits(lines) {
  const low = Math.min(...lines.map(line => Math.max(0.05, line.metres[3])));
  const finite = lines.flatMap(line => line.metres).filter(Number.isFinite);
  const high = Math.max(1, low * 10, ...finite);
  return [Math.log10(low) - 0.05, Math.log10(high) + 0.02];
}

const chart = { left: 50, right: 24, top: 14, bottom: 44 };
let curveLines = [];

function showCurves() {
  const choice = $('curve-choice').value;
  curveLines = curvesOf(choice);
  if (!curveLines.length) {
    $('curves').replaceChildren(make('p', null, 'No reported location has a known true position.'));
    $('curve-table').replaceChildren();
    return;
  }
  const [from, to] = niceLimits(curveLines);
  const { left, right, top, bottom } = chart;
  // The width of the page, so that texts keep their size.
  const width = Math.min(720, Math.max(280, $('curves').clientWidth || 720));
  const height = Math.max(240, Math.round(width * 0.53));
  const x = metres => left + (width - left - right)
    * Math.min(1, Math.max(0, (Math.log10(Math.max(metres, 1e-3)) - from) / (to - from)));
  const y = share => top + (height - top - bottom) * (1 - share);
  const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img',
    'aria-label': 'Share of locations up to an error in metres; the table beside it has '
      + 'the figures' });
  for (const share of [0, 0.25, 0.5, 0.67, 0.95, 1]) {
    svg.append(draw('path', { class: 'grid', d: `M${left} ${y(share)}H${width - right}` }),
      draw('text', { x: left - 8, y: y(share) + 4, 'text-anchor': 'end' },
        `${Math.round(share * 100)} %`));
  }
  for (let power = Math.floor(from); power <= Math.ceil(to); power++) {
    for (const step of [1, 2, 5]) {
      const metres = step * 10 ** power;
      const place = (Math.log10(metres) - from) / (to - from);
      if (place < 0 || place > 1) continue;
      svg.append(draw('path', { class: 'grid', d: `M${x(metres)} ${top}V${height - bottom}` }),
        draw('text', { x: x(metres), y: height - bottom + 18, 'text-anchor': 'middle' },
          metres >= 1000 ? `${metres / 1000} km` : `${Number(metres.toPrecision(1))} m`));
    }
  }
  svg.append(draw('text', { x: (left + width - right) / 2, y: height - 6, 'text-anchor': 'middle' },
    'Horizontal error'));
  for (const line of curveLines) {
    const points = line.metres.map((metres, index) =>
      `${x(metres).toFixed(1)} ${y(shares[index]).toFixed(1)}`);
    svg.append(draw('path', { class: line.side ? 'curve dashed' : 'curve', stroke: line.color,
      d: 'M' + points.join('L') }));
  }
  const cross = draw('g', { visibility: 'hidden' });
  const rule = draw('path', { class: 'cross' });
  const tag = draw('text', { 'text-anchor': 'start' });
  cross.append(rule, tag);
  svg.append(cross);
  svg.addEventListener('pointermove', event => {
    const box = svg.getBoundingClientRect();
    const share = 1 - ((event.clientY - box.top) / box.height * height - top)
      / (height - top - bottom);
    if (share < 0 || share > 1) { cross.setAttribute('visibility', 'hidden'); return; }
    const index = Math.round(Math.min(0.99, share) * 100);
    cross.setAttribute('visibility', 'visible');
    rule.setAttribute('d', `M${left} ${y(shares[index])}H${width - right}`);
    tag.setAttribute('x', left + 8);
    tag.setAttribute('y', y(shares[index]) - 6);
    const figures = curveLines.slice(0, 3).map(line => `${figure(line.metres[index])} m`);
    tag.textContent = `${index} % within ${figures.join(', ')}${curveLines.length > 3 ? ', …' : ''}`;
  });
  svg.addEventListener('pointerleave', () => cross.setAttribute('visibility', 'hidden'));
  $('curves').replaceChildren(svg);
  showCurveTable();
}

function showCurveTable() {
  const cell = metres => make('td', null, Number.isFinite(metres) ? figure(metres) : '∞');
  const about = 'Horizontal error in metres, read from the lines';
  const table = makeTable(about, [['Line'], ...['p50', 'p67', 'p95', 'n'].map(head => [head, 'n'])],
    curveLines.map(line => make('tr', null,
      make('th', { scope: 'row' }, make('span', {
        class: line.side ? 'swatch dashed' : 'swatch', style: `border-color:${line.color}`,
      }), breakable(line.label), isCompared ? ` (${sideName(line.side)})` : ''),
      cell(line.metres[50]), cell(line.metres[67]), cell(line.metres[95]),
      make('td', { class: 'n' }, line.count.toLocaleString('en')))));
  table.prepend(make('caption', null, about));
  $('curve-table').replaceChildren(table);
}

const curveChoice = $('curve-choice');
curveChoice.append(make('option', { value: '' }, runs[0].scenarios.length > 1 ? 'Scenarios' : 'All devices'));
for (const scenario of runs[0].scenarios) {
  const devices = runs[0].curves.filter(([number, device]) =>
    runs[0].scenarios[number].name === scenario.name && device !== null);
  if (devices.length > 1) {
    curveChoice.append(make('option', { value: scenario.name }, `Devices of ${scenario.name}`));
  }
}
curveChoice.closest('label').hidden = curveChoice.options.length < 2;
curveChoice.addEventListener('change', showCurves);
addEventListener('resize', showCurves);
hideSection('errors', !runs.some(run => run.curves.length));
showCurves();
