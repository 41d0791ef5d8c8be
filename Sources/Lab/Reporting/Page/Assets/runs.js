// The list of runs: what each is, its verdict and its headline metrics, and the choice of two to compare.

// The ticked runs by path, the older one first unless swapped.
const ticked = new Set();
let isSwapped = false;
let listing = [];

// Addresses have encoded names, but slashes between them.
const address = (kind, path) => ['', kind, ...path.split('/').filter(Boolean).map(encodeURIComponent)].join('/');
const nameOf = run => run.path || '(the served folder)';
const isReadable = run => run.kind === 'run' && (run.state === 'finished' || run.state === 'stopped');

function when(seconds) {
  const date = new Date(seconds * 1000);
  const text = date.toLocaleString([], { dateStyle: 'medium', timeStyle: 'short' });
  return make('time', { datetime: date.toISOString() }, text);
}

function contentsOf(run) {
  if (run.kind !== 'run') return run.about || '';
  const parts = [run.recordings ? plural(run.recordings, 'recording') : run.scenarios.join(', ')];
  if (run.seeds) parts.push(/[–,]/.test(run.seeds) ? `seeds ${run.seeds}` : `seed ${run.seeds}`);
  if (run.stack && run.stack !== 'reference') parts.push(run.stack);
  return parts.concat(run.settings || []).filter(Boolean).join(' · ');
}

function verdictOf(run) {
  const badge = (kind, text) => make('span', { class: `badge ${kind}` }, text);
  if (run.state === 'damaged') return [badge('missed', 'damaged')];
  if (run.state === 'running' || run.state === 'interrupted') {
    const text = run.state === 'running' ? 'running' : 'interrupted';
    const count = `${run.done} of ${run.total}`;
    return [badge(run.state === 'running' ? 'active' : 'undecided', text),
      run.total ? make('progress', { max: run.total, value: run.done, 'aria-label': `${text}, ${count} runs` }) : null,
      run.total ? make('span', { class: 'more' }, count) : null];
  }
  const { kept = 0, missed = 0, undecided = 0 } = run.verdicts || {};
  const badges = [];
  if (missed) badges.push(badge('missed', `failed: ${plural(missed, 'budget')} missed`));
  else if (undecided) badges.push(badge('undecided', `${plural(undecided, 'budget')} undecided`));
  else if (kept) badges.push(badge('kept', `passed: ${plural(kept, 'budget')} kept`));
  else if (run.kind === 'run') badges.push(badge('plain', 'no budgets'));
  if (run.state === 'stopped') badges.push(badge('undecided', 'not complete'));
  return badges;
}

// The first headline metrics, with the median and the 95th percentile, or else their only figure.
function figuresOf(run) {
  if (run.error) return [make('span', { class: 'error' }, run.error)];
  const metrics = new Map();
  for (const [scenario, metric, statistic, value, unit] of run.figures || []) {
    const key = `${scenario}\n${metric}`;
    if (!metrics.has(key)) metrics.set(key, { metric, unit, values: new Map() });
    metrics.get(key).values.set(statistic, value);
  }
  return [...metrics.values()].slice(0, 3).map(({ metric, unit, values }) => {
    const names = ['p50', 'p95'].every(name => values.has(name)) ? ['p50', 'p95']
      : ['mean', 'share', ...values.keys()].filter(name => values.has(name)).slice(0, 1);
    const text = names.map(name => shown(values.get(name), unit).join(' ')).join(' / ');
    return make('div', { class: 'figure-line' }, `${readable(metric)} ${names.join(' / ')}: `, make('b', null, text));
  });
}

function rowOf(run) {
  const box = isReadable(run) ? make('input', {
    type: 'checkbox', 'aria-label': `Compare ${nameOf(run)}`, 'data-key': `tick ${run.path}`,
    onchange: event => tick(run.path, event.target.checked),
  }) : null;
  if (box) box.checked = ticked.has(run.path);
  const link = run.kind === 'run' ? address('runs', run.path) : run.page && address('files', run.page);
  const name = link ? make('a', { href: link, 'data-key': `open ${run.path}` }, breakable(nameOf(run)))
    : make('span', null, breakable(nameOf(run)));
  return make('tr', null,
    make('td', { class: 'tick' }, box ? make('label', { class: 'target' }, box) : null),
    make('td', { class: 'name' }, name, make('div', { class: 'notes' }, breakable(contentsOf(run)))),
    make('td', { class: 'verdict' }, verdictOf(run)),
    make('td', { class: 'metrics' }, figuresOf(run)),
    make('td', { class: 'when' }, when(run.modified)));
}

function showRows() {
  const words = $('find').value.toLowerCase().split(/\s+/).filter(Boolean);
  const rows = listing.filter(run => {
    const text = `${nameOf(run)} ${contentsOf(run)} ${run.state} ${run.kind}`.toLowerCase();
    return words.every(word => text.includes(word));
  });
  // The element with the focus is replaced by its successor.
  const key = document.activeElement && document.activeElement.dataset.key;
  const heads = [['Compare', 'tick'], ['Run'], ['Verdict'], ['Headline metrics'], ['When']];
  $('rows').replaceChildren(rows.length ? makeTable('Runs, newest first', heads, rows.map(rowOf))
    : make('p', { class: 'notes' }, 'No run has all these words.'));
  const again = key && [...$('rows').querySelectorAll('[data-key]')].find(element => element.dataset.key === key);
  if (again) again.focus();
}

function tick(path, isOn) {
  if (isOn) ticked.add(path); else ticked.delete(path);
  // A third tick replaces the first one.
  if (ticked.size > 2) {
    ticked.delete([...ticked][0]);
    showRows();
  }
  isSwapped = false;
  showChoice();
}

// The runs before and after the change: the older and the newer one.
function pair() {
  const chosen = listing.filter(run => ticked.has(run.path)).map(run => run.path);
  const [after, before] = isSwapped ? chosen.slice().reverse() : chosen;
  return chosen.length === 2 ? { before, after } : null;
}

function showChoice() {
  const both = pair();
  $('go').disabled = $('swap').disabled = !both;
  $('chosen').textContent = both
    ? `Before: ${both.before || nameOf({ path: '' })}. After: ${both.after || nameOf({ path: '' })}.`
    : ticked.size === 1 ? 'Tick one more run to compare.' : 'Tick two runs to compare them.';
}

function showList({ folder, runs, left_out: leftOut, example }) {
  listing = runs;
  for (const path of ticked) if (!runs.some(run => run.path === path && isReadable(run))) ticked.delete(path);
  $('folder').textContent = `Below ${folder}`;
  $('empty').hidden = runs.length > 0;
  $('list').hidden = runs.length === 0;
  $('example').textContent = example;
  const active = runs.filter(run => run.state === 'running').length;
  $('status').textContent = [runs.length ? plural(runs.length, 'entry').replace('entrys', 'entries') : '',
    active ? `${active} in progress` : '',
    leftOut ? `the ${leftOut.toLocaleString('en')} oldest are left out` : ''].filter(Boolean).join(', ');
  showRows();
  showChoice();
}

function startRuns() {
  let latest = '';
  $('find').addEventListener('input', showRows);
  $('swap').addEventListener('click', () => { isSwapped = !isSwapped; showChoice(); });
  $('compare').addEventListener('submit', event => {
    event.preventDefault();
    const { before, after } = pair();
    location.assign(`/compare?${new URLSearchParams({ base: before, new: after })}`);
  });
  poll('/api/runs', 'status', text => {
    // Without a change, the page stays as it is.
    if (text !== latest) showList(JSON.parse(text));
    latest = text;
    return listing.some(run => run.state === 'running') ? 1000 : 3000;
  });
}
