// The head of the page, the verdicts, and the table of all figures.

// MARK: Head
const names = runs[0].scenarios.map(scenario => scenario.name);
// Replays have no seeds to list; their recordings are devices.
const recordings = new Set(names.join() === 'replay' && !runs[0].seeds.length
  ? runs[0].figures.map(row => row[2]).filter(device => device !== 'all') : []);
if (recordings.size) document.title = `Replay of ${plural(recordings.size, 'recording')} · VenueSim report`;
$('title').textContent = recordings.size ? `Replay of ${plural(recordings.size, 'recording')}`
  : names.length ? names.join(', ') : 'A run';

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

$('subtitle').append(...breakable(isCompared
  ? sides.map(side => `${sentence(sideName(side))}: ${describe(runs[side])}.`).join(' ')
  : describe(runs[0])));
const remarks = [];
sides.forEach(number => {
  const run = runs[number];
  const which = !isCompared ? 'The run' : runs.length === 2 ? `The run ${sideName(number)}`
    : sentence(sideName(number));
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
  const cell = text => make('td', { class: 'n' }, text);
  return make('tr', null, make('td', null, make('span', { class: `badge ${verdict}` }, verdict)),
    make('td', { class: 'name' }, breakable(condition ? `${name}, ${condition}` : name),
      run.scenarios.length > 1 ? make('div', { class: 'notes' }, place) : null),
    cell(promised(limit, unit)),
    other ? cell(twin ? shown(twin[2], unit).join(' ') : '–') : null,
    cell(value === '' ? 'no data' : shown(value, unit).join(' ')));
}

function showBudgets() {
  const [run, other] = runs;
  const budgets = run.budgets;
  const count = verdict => budgets.filter(row => row[5] === verdict).length;
  const [missed, undecided] = [count('missed'), count('undecided')];
  const box = $('budgets');
  if (!budgets.length) {
    // A comparison has a verdict of its own.
    if (!isCompared) $('headline').append(make('p', { class: 'headline' }, 'No budgets are set.'));
    return;
  }
  const verdict = missed ? 'missed' : undecided ? 'undecided' : 'kept';
  const text = missed ? `${missed} of ${plural(budgets.length, 'budget')} missed.`
    : undecided ? `${undecided} of ${plural(budgets.length, 'budget')} without data.`
      : budgets.length === 1 ? 'The budget is kept.' : `All ${budgets.length} budgets are kept.`;
  const rank = { missed: 0, undecided: 1, kept: 2 };
  const rows = [...budgets].sort((a, b) => rank[a[5]] - rank[b[5]]);
  const heads = ['Verdict', 'Budget', 'Limit', ...(isCompared ? [1, 0] : [0]).map(side =>
    isCompared ? sentence(sideName(side)) : 'Figure')];
  $('headline').append(
    make('p', { class: 'headline' }, make('span', { class: `badge ${verdict}` }, verdict), text));
  box.append(make('div', { class: 'panel scroll few', style: 'margin-bottom:1.2rem', tabindex: '0',
    role: 'region', 'aria-label': 'Budgets' }, make('table', null,
    make('thead', null, make('tr', null, heads.map((head, index) =>
      make('th', { scope: 'col', class: index > 1 ? 'n' : null }, head)))),
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
  const brief = ([text, itsUnit]) => itsUnit === unit ? text : `${text} ${itsUnit}`;
  const more = present.slice(1).map(statistic =>
    `${statistic} ${brief(shown(rows.get(statistic)[5], rows.get(statistic)[6]))}`);
  const lines = [more.join(' · '), `n ${first[7].toLocaleString('en')}`].filter(Boolean);
  const statistic = present[0] === 'share' ? '' : `, ${present[0]}`;
  const from = before ? make('small', null, `${brief(shown(before[5], before[6]))} → `) : null;
  return make('li', { class: 'tile' }, make('div', { class: 'what' }, sentence(readable(metric)) + statistic),
    make('div', { class: 'figure' }, from, make('span', null, value, ' ', make('small', null, unit))),
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
    const isAlone = runs[0].scenarios.length === 1;
    const about = scenario.scene && scenario.scene.about
      ? make('p', { class: 'about' }, scenario.scene.about) : null;
    const list = make('ul', { class: 'tiles', 'aria-label': `Key figures of ${scenario.name}` }, tiles);
    // The plan stays near the top, however many scenarios there are.
    $('tiles').append(...(isAlone ? [about, list].filter(Boolean)
      : [make('details', { class: 'scenario', open: number < 2 },
        make('summary', null, make('h3', null, scenario.name)), about, list)]));
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
  const values = (other ? [1, 0] : [0]).map(side => [other ? sentence(sideName(side)) : 'Value', 'n']);
  const heads = [['Metric'], ['Statistic'], ...values, ['n', 'n'], ['Scenario'], ['Seed'], ['Device']];
  const body = rows.slice(0, most).map(row => {
    const place = run.scenarios[row[0]].name;
    const before = twins.get([place, ...row.slice(1, 5)].join('\n'));
    const value = number => shown(number, row[6]).join(' ');
    return make('tr', null, make('td', null, breakable(row[3])), make('td', null, row[4]),
      other ? make('td', null, before === undefined ? '–' : value(before)) : null,
      make('td', null, value(row[5])), make('td', null, row[7].toLocaleString('en')),
      make('td', null, place), make('td', null, row[1]), make('td', null, breakable(row[2])));
  });
  $('figure-table').replaceChildren(makeTable('All figures', heads, body));
  const left = run.figures_left_out ? ` ${run.figures_left_out.toLocaleString('en')} more are only in`
    + ' metrics.csv.' : '';
  $('figure-note').textContent = (rows.length > most
    ? `${most} of ${rows.length.toLocaleString('en')} rows are shown; a word or two above finds the rest.`
    : `${plural(rows.length, 'row')}.`) + left;
}

showBudgets();
showTiles();
showFigures();
hideSection('figures', !runs[0].figures.length);
$('find').addEventListener('input', showFigures);
