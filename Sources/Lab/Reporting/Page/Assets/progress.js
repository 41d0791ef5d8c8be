// The page of a run that is not finished: its progress and the metrics so far.

const states = {
  running: 'In progress', interrupted: 'Interrupted', damaged: 'Damaged', empty: 'No run yet',
};

function partialTable({ name, done, metrics }, seedCount) {
  const heads = [['Metric'], ['Mean', 'n'], ['p50', 'n'], ['p95', 'n'], ['Max', 'n'], ['Values', 'n']];
  const rows = metrics.map(({ metric, unit, count, values }) => {
    const cell = value => make('td', { class: 'n' }, value === undefined ? '' : shown(value, unit).join(' '));
    return make('tr', null, make('th', { scope: 'row' }, breakable(readable(metric))),
      cell(values.mean === undefined ? values.share : values.mean), cell(values.p50), cell(values.p95),
      cell(values.max), make('td', { class: 'n' }, count.toLocaleString('en')));
  });
  return make('div', { class: 'panel partial' },
    make('h3', null, name), make('p', { class: 'notes' }, `${done} of ${plural(seedCount, 'seed')}`),
    rows.length ? makeTable(`Metrics of ${name} so far`, heads, rows) : null);
}

function showProgress(run) {
  const { state, scenarios = [], done = 0, total = 0 } = run;
  const names = scenarios.map(scenario => scenario.name).join(', ');
  $('run-title').textContent = run.path || names || 'Run';
  $('run-about').textContent = [run.path ? names : '', run.seeds ? `seeds ${run.seeds}` : '',
    run.stack ? `${run.stack} stack` : '', ...(run.settings || [])].filter(Boolean).join(' · ');
  $('run-state').textContent = states[state] + (total ? `: ${done} of ${plural(total, 'run')}` : '');
  $('run-text').textContent = run.text || '';
  $('run-done').hidden = !total;
  $('run-bar').max = total || 1;
  $('run-bar').value = done;
  const filled = scenarios.filter(scenario => scenario.done > 0);
  $('partial').hidden = !filled.length;
  $('partial-tables').replaceChildren(...filled.map(scenario => partialTable(scenario, run.seed_count)));
}

function startProgress() {
  let latest = '';
  const path = location.pathname.replace(/^\/runs(?=\/|$)/, '').replace(/\/$/, '');
  poll('/api/progress' + path, 'run-text', text => {
    if (text === latest) return 1000;
    latest = text;
    const run = JSON.parse(text);
    if (run.state === 'finished' || run.state === 'stopped') location.reload();
    else showProgress(run);
    return 1000;
  });
}
