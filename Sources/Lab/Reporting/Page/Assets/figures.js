// The head of the page, the verdicts, and the table of all figures.

// MARK: Head
const names = runs[0].scenarios.map(scenario => scenario.name);
$('title').textContent = names.length ? names.join(', ') : 'A run';

function describe(run) {
  const seeds = run.seeds.map(([, first, last]) => first === last ? first : `${first}–${last}`);
  const parts = [`run ${run.run}`, `${run.stack || 'unknown'} stack`];
  if (seeds.length) {
    const several = new Set(seeds);
    const text = [...several].join(', ');
    parts.push(/^\d+$/.test(text) ? `seed ${text}` : `seeds ${text}`);
  }
  parts.push(...run.settings.map(String));
  if (run.version) parts.push(`VenueSim ${run.version}`);
  return parts.join(' · ');
}

$('subtitle').textContent = isCompared
  ? runs.map((run, side) => `${sentence(sideName(side))}: ${describe(run)}.`).join(' ')
  : describe(runs[0]);
const remarks = [];
runs.forEach((run, number) => {
  const which = isCompared ? sentence(sideName(number)) : 'The run';
  if (run.complete === false) remarks.push(`${which} is not complete.`);
  if (run.tracks_left_out > 0) {
    remarks.push(`${which} has ${plural(run.tracks_left_out, 'more device run')} than fit a page; `
      + 'those shown are the first of each scenario and the worst ones.');
  }
  if (run.missing.length) remarks.push(`${which} lacks ${run.missing.join(', ')}.`);
});
$('notes').textContent = remarks.join(' ');
$('colophon').textContent = 'Made from the run’s folder only. The truth is blue, reports are orange.';

// MARK: Verdicts
function promised(limit, unit) {
  const [relation, text] = limit.split(' ');
  const value = Number(text);
  if (!Number.isFinite(value)) return `${limit} ${unit}`;
  const sign = { '<=': '≤', '>=': '≥' }[relation] || relation;
  return `${sign} ${Number((unit === 'share' ? value * 100 : value).toPrecision(6))} `
    + (unit === 'share' ? '%' : unit);
}

function verdictRow(run, other, row) {
  const [scenario, name, value, unit, limit, verdict, condition] = row;
  const place = run.scenarios[scenario].name;
  const twin = other && other.budgets.find(candidate =>
    other.scenarios[candidate[0]].name === place && candidate[1] === name && candidate[4] === limit
    && candidate[6] === condition);
  return make('tr', null, make('td', null, make('span', { class: `badge ${verdict}` }, verdict)),
    make('td', null, condition ? `${name}, ${condition}` : name),
    make('td', { class: 'n' }, promised(limit, unit)),
    make('td', { class: 'n' }, value === '' ? 'no data' : shown(value, unit).join(' ')),
    other ? make('td', { class: 'n' }, twin ? shown(twin[2], unit).join(' ') : '–') : null,
    make('td', null, place));
}

function showBudgets() {
  const [run, other] = runs;
  const budgets = run.budgets;
  const count = verdict => budgets.filter(row => row[5] === verdict).length;
  const [missed, undecided] = [count('missed'), count('undecided')];
  const box = $('budgets');
  if (!budgets.length) {
    $('headline').append(make('p', { class: 'headline' },
      make('span', { class: 'badge undecided' }, 'no budgets'),
      'There are no budgets to keep or miss.'));
    return;
  }
  const verdict = missed ? 'missed' : undecided ? 'undecided' : 'kept';
  const text = missed ? `${missed} of ${plural(budgets.length, 'budget')} missed.`
    : undecided ? `${undecided} of ${plural(budgets.length, 'budget')} without data.`
      : budgets.length === 1 ? 'The budget is kept.' : `All ${budgets.length} budgets are kept.`;
  const rank = { missed: 0, undecided: 1, kept: 2 };
  const rows = [...budgets].sort((a, b) => rank[a[5]] - rank[b[5]]);
  const heads = ['Verdict', 'Budget', 'Limit', isCompared ? 'This run' : 'Figure'];
  if (isCompared) heads.push('Against');
  heads.push('Scenario');
  $('headline').append(
    make('p', { class: 'headline' }, make('span', { class: `badge ${verdict}` }, verdict), text));
  box.append(
    make('div', { class: 'panel scroll', style: 'margin-bottom:1.2rem' }, make('table', null,
      make('thead', null, make('tr', null, heads.map((head, index) =>
        make('th', { scope: 'col', class: index > 1 && index < heads.length - 1 ? 'n' : null },
          head)))),
      make('tbody', null, rows.map(row => verdictRow(run, other, row))))));
}

// The key figures; all others are in the table below.
const keyFigures = [
  ['horizontal_error', ['p50', 'p95', 'max']], ['floor.accuracy', ['share']],
  ['availability', ['share']], ['within_accuracy', ['share']], ['ttff', ['p50', 'p95']],
  ['activity.f1.macro', ['share', 'mean']], ['activity.accuracy', ['share']],
  ['steps.error', ['mean', 'p95']], ['distance.error', ['mean']], ['vertical_error', ['p50', 'p95']],
  ['region.latency', ['p50', 'p95']], ['pause.delay', ['p50']], ['power', ['mean']],
  ['energy', ['mean']],
];

function pooled(run, scenario) {
  const number = run.scenarios.findIndex(entry => entry.name === scenario);
  const found = new Map();
  for (const row of run.figures) {
    if (row[0] === number && row[1] === 'all' && row[2] === 'all') {
      if (!found.has(row[3])) found.set(row[3], new Map());
      found.get(row[3]).set(row[4], row);
    }
  }
  return found;
}

function tile(metric, statistics, own, other) {
  const rows = own.get(metric);
  const present = statistics.filter(statistic => rows && rows.has(statistic));
  if (!present.length) return null;
  const first = rows.get(present[0]);
  const [value, unit] = shown(first[5], first[6]);
  const before = other && other.get(metric) && other.get(metric).get(present[0]);
  const more = present.slice(1).map(statistic =>
    `${statistic} ${shown(rows.get(statistic)[5], rows.get(statistic)[6])[0]}`);
  const lines = [more.join(' · '), `n ${first[7].toLocaleString('en')}`].filter(Boolean);
  if (before) lines.unshift(`against ${shown(before[5], before[6]).join(' ')}`);
  const statistic = present[0] === 'share' ? '' : `, ${present[0]}`;
  return make('li', { class: 'tile' }, make('div', { class: 'what' }, sentence(readable(metric)) + statistic),
    make('div', { class: 'figure' }, value, ' ', make('small', null, unit)),
    lines.map(line => make('div', { class: 'more' }, line)));
}

function showTiles() {
  runs[0].scenarios.forEach((scenario, number) => {
    if (number >= 40) return;
    const own = pooled(runs[0], scenario.name);
    const other = isCompared ? pooled(runs[1], scenario.name) : null;
    const tiles = keyFigures.map(([metric, statistics]) => tile(metric, statistics, own, other))
      .filter(Boolean).slice(0, 10);
    if (!tiles.length) return;
    if (runs[0].scenarios.length > 1 || (scenario.scene && scenario.scene.about)) {
      $('tiles').append(make('div', { class: 'scenario' },
        runs[0].scenarios.length > 1 ? make('h3', null, scenario.name) : null,
        scenario.scene && scenario.scene.about ? make('p', null, scenario.scene.about) : null));
    }
    $('tiles').append(make('ul', { class: 'tiles' }, tiles));
  });
}

// MARK: All figures
const most = 600;
function showFigures() {
  const wanted = $('find').value.toLowerCase().split(/\s+/).filter(Boolean);
  const [run, other] = runs;
  const twins = new Map();
  if (other) {
    for (const row of other.figures) {
      twins.set([other.scenarios[row[0]].name, ...row.slice(1, 5)].join('\n'), row[5]);
    }
  }
  const rows = run.figures.filter(row => {
    const text = [run.scenarios[row[0]].name, ...row.slice(1, 5)].join(' ').toLowerCase();
    return wanted.every(word => text.includes(word));
  });
  const heads = ['Scenario', 'Seed', 'Device', 'Metric', 'Statistic', 'Value', 'Unit', 'n'];
  if (other) heads.splice(6, 0, 'Against');
  const numeric = new Set(['Value', 'Against', 'n']);
  const body = rows.slice(0, most).map(row => {
    const place = run.scenarios[row[0]].name;
    const before = twins.get([place, ...row.slice(1, 5)].join('\n'));
    return make('tr', null, make('td', null, place),
      row.slice(1, 5).map(text => make('td', null, text)),
      make('td', { class: 'n' }, figure(row[5])),
      other ? make('td', { class: 'n' }, before === undefined ? '–' : figure(before)) : null,
      make('td', null, row[6]), make('td', { class: 'n' }, row[7].toLocaleString('en')));
  });
  $('figure-table').replaceChildren(make('table', null,
    make('thead', null, make('tr', null, heads.map(head =>
      make('th', { scope: 'col', class: numeric.has(head) ? 'n' : null }, head)))),
    make('tbody', null, body)));
  const left = run.figures_left_out ? ` ${run.figures_left_out.toLocaleString('en')} more are only in`
    + ' metrics.csv.' : '';
  $('figure-note').textContent = (rows.length > most
    ? `${most} of ${rows.length.toLocaleString('en')} rows are shown; a word or two above finds the rest.`
    : `${plural(rows.length, 'row')}.`) + left;
}

showBudgets();
showTiles();
showFigures();
$('find').addEventListener('input', showFigures);
