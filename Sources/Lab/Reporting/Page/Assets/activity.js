// Activity: confusion matrix and latencies of the reports.

// MARK: Activity
const activityNames = ['stationary', 'walking', 'running', 'cycling', 'automotive', 'other'];

function confusionOf(run, scenario) {
  const cells = new Map();
  for (const [metric, statistics] of pooled(run, scenario)) {
    const match = /^activity\.confusion\.(\w+)\.(\w+)$/.exec(metric);
    if (!match || !statistics.has('count')) continue;
    if (!cells.has(match[1])) cells.set(match[1], new Map());
    cells.get(match[1]).set(match[2], statistics.get('count')[5]);
  }
  return cells;
}

function confusionTable(run, scenario) {
  const cells = confusionOf(run, scenario);
  const actual = activityNames.filter(name => cells.has(name));
  const told = [...activityNames, 'none'].filter(name =>
    actual.some(row => (cells.get(row).get(name) || 0) > 0) || actual.includes(name));
  const words = { other: 'none of these', none: 'unknown' };
  const row = name => {
    const values = told.map(column => cells.get(name).get(column) || 0);
    const total = values.reduce((sum, value) => sum + value, 0);
    return make('tr', null, make('th', { scope: 'row' }, sentence(name)), values.map((value, index) => {
      const share = total > 0 ? value / total : 0;
      const tint = `rgba(${told[index] === name ? '26,140,70' : '200,50,40'},${(share * 0.5).toFixed(2)})`;
      return make('td', { class: 'n', title: `${Math.round(value).toLocaleString('en')} s`,
        style: `background-image:linear-gradient(${tint},${tint})` },
      value > 0 ? `${figure(share * 100)} %` : '–');
    }), make('td', { class: 'n' }, clock(total)));
  };
  const about = 'Shares of the true activity (rows) by reported activity (columns)'
    + (told.includes('other') ? '; “none of these”: no flag was set' : '');
  const table = makeTable(about, [['True activity'], ...told.map(name => [sentence(words[name] || name), 'n']),
    ['Time', 'n']], actual.map(row));
  table.prepend(make('caption', null, about));
  return table;
}

function histogram(run, scenario, [, activity, bins, missed]) {
  const [width, height, left, bottom, top] = [360, 130, 8, 26, 22];
  const most = Math.max(1, ...bins, missed);
  const step = (width - 2 * left) / (bins.length + 2.5);
  const y = count => (height - bottom - top) * count / most;
  const told = bins.reduce((sum, count) => sum + count, 0);
  const bound = pooled(run, scenario).get(`activity.latency_bound.${activity}`);
  const least = bound && bound.get('p50') ? bound.get('p50')[5] : null;
  const latency = pooled(run, scenario).get(`activity.latency.${activity}`);
  const middle = latency && latency.get('p50') ? latency.get('p50')[5] : null;
  const words = `${sentence(activity)}: ${plural(told, 'change')} reported`
    + (middle === null ? '' : `, half of them within ${figure(middle)} s`)
    + (least === null ? '' : `, at best within ${figure(least)} s`)
    + (missed ? `; ${missed.toLocaleString('en')} never reported` : '');
  const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': words });
  const bar = (index, count, kind) => {
    if (count > 0) {
      svg.append(draw('rect', { class: kind, x: (left + index * step).toFixed(1),
        y: (height - bottom - y(count)).toFixed(1), width: (step * 0.86).toFixed(1),
        height: y(count).toFixed(1) }));
    }
  };
  bins.forEach((count, second) => bar(second, count, 'bar'));
  bar(bins.length + 1.5, missed, 'bar missed-bar');
  svg.append(draw('path', { class: 'grid', d: `M${left} ${height - bottom}H${width - left}` }));
  const label = (index, text) => svg.append(draw('text', { x: left + index * step,
    y: height - bottom + 15, 'text-anchor': 'middle' }, text));
  for (const second of [0, 5, 10, 20, 30]) {
    label(second, second === 30 ? '30+' : second ? `${second} s` : '0');
  }
  if (missed) label(bins.length + 1.9, '✕');
  if (least !== null && least < bins.length) {
    const x = (left + least * step).toFixed(1);
    svg.append(draw('path', { class: 'bound', d: `M${x} ${top - 6}V${height - bottom}` }));
  }
  return make('figure', null, make('figcaption', null, words + '.'), svg);
}

function showActivity() {
  const box = $('activity-panel');
  const parts = [];
  sides.forEach(side => runs[side].scenarios.forEach((scenario, number) => {
    const run = runs[side];
    if (parts.length >= 24 || !confusionOf(run, scenario.name).size) return;
    const title = [isCompared ? sentence(sideName(side)) : null,
      runs[0].scenarios.length > 1 ? scenario.name : null].filter(Boolean).join(', ');
    const rows = run.latencies.filter(row => row[0] === number);
    const name = title ? `Confusion, ${title}` : 'Confusion';
    parts.push(make('div', { class: 'panel activity' }, title ? make('h3', null, title) : null,
      make('div', { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': name },
        confusionTable(run, scenario.name)),
      rows.length ? make('div', { class: 'histograms' },
        rows.map(row => histogram(run, scenario.name, row))) : null));
  }));
  hideSection('activity', !parts.length);
  box.replaceChildren(...parts);
}
showActivity();
