// Comparison of two runs, with the texts of `venuesim compare`.

// MARK: Compared
const verdictClass = { worse: 'missed', better: 'kept', undecided: 'undecided' };

// A figure with its unit; shares as percent.
function withUnit(value, unit) {
  return value === null ? '–' : shown(value, unit).join(' ');
}

// The difference of two figures; of shares in percentage points, as in the terminal.
function shownChange(value, unit) {
  return unit === 'share' ? [figure(value * 100), 'points'] : shown(value, unit);
}

function changeText(row) {
  if (row.verdict === 'identical' || !row.difference) return '';
  const sign = row.difference > 0 ? '+' : '';
  const change = sign + shownChange(row.difference, row.unit).join(' ');
  return row.base && row.unit !== 'share'
    ? `${change} (${sign}${figure(row.difference / Math.abs(row.base) * 100)} %)` : change;
}

function intervalText(row) {
  if (row.worsening_low === null || row.verdict === 'identical') return '';
  const [low, high] = [row.worsening_low, row.worsening_high].map(value => shownChange(value, row.unit));
  return `${low[0]}${low[1] === high[1] ? '' : ` ${low[1]}`} to ${high.join(' ')}`;
}

// A button to the moment with the largest effect on a figure; null if its track is not on the page.
function momentButton(comparison, row) {
  const found = comparison.moments.find(moment => moment.figure === row.figure
    && moment.time_s !== null && (row.device === 'all' || row.device === moment.device));
  if (!found) return null;
  const track = runs[0].tracks.findIndex(candidate =>
    runs[0].scenarios[candidate.s].name === comparison.scenario
    && String(candidate.seed) === found.seed && candidate.device === found.device);
  if (track < 0) return null;
  const where = `${found.device}, seed ${found.seed}, ${clock(found.time_s)}`;
  return make('button', { type: 'button', class: 'jump', title: found.sentence,
    'aria-label': `Go to ${where}`, onclick: () => jump(0, { track, t: found.time_s }),
  }, 'Go there');
}

function comparedRow(comparison, row) {
  const name = row.device === 'all' ? row.figure : `${row.figure} ${row.device}`;
  const cell = text => make('td', null, text);
  return make('tr', null,
    make('td', null, make('span', { class: `badge ${verdictClass[row.verdict] || ''}` }, row.verdict)),
    make('td', { class: 'name' }, breakable(name), row.remark ? make('div', { class: 'notes' }, row.remark) : null),
    cell(withUnit(row.base, row.unit)), cell(withUnit(row.new, row.unit)),
    cell(changeText(row)), cell(intervalText(row)), cell(row.matters), cell(String(row.n)),
    make('td', null, momentButton(comparison, row)));
}

function showCompared(report) {
  const box = $('compared');
  // Secondary figures never decide.
  const has = verdict => report.scenarios.some(part =>
    part.figures.some(row => row.role === 'primary' && row.verdict === verdict));
  // In the order in which the command's exit status ranks them.
  const word = !report.scenarios.length ? 'not compared'
    : ['worse', 'undecided', 'better'].find(has) || 'as before';
  $('headline').append(make('p', { class: 'headline' },
    make('span', { class: `badge ${verdictClass[word] || (word === 'as before' ? 'kept' : '')}` }, word),
    `Compared with ${report.base}: ${report.summary}.`));
  for (const note of report.notes) box.append(make('p', { class: 'notes' }, note));
  const order = { worse: 0, undecided: 1, better: 2, same: 3, identical: 4, 'not applicable': 5 };
  for (const part of report.scenarios) {
    const rows = [...part.figures].sort((a, b) => order[a.verdict] - order[b.verdict]);
    const primary = rows.filter(row => row.role === 'primary');
    const secondary = rows.filter(row => row.role !== 'primary');
    const changed = secondary.filter(row => row.verdict === 'worse' || row.verdict === 'better');
    if (runs[0].scenarios.length > 1) box.append(make('h3', null, part.scenario));
    if (part.differences.length) box.append(make('p', { class: 'notes' },
      breakable(part.differences.join(' · '))));
    if (primary.length) box.append(comparedTable(part, primary, `Figures of ${part.scenario} that decide`));
    if (part.unit === 'recording') box.append(...primary.map(row => recordingChart(part, row)).filter(Boolean));
    if (!secondary.length) continue;
    box.append(make('details', { class: 'panel', style: 'margin-bottom:1.2rem' },
      make('summary', null, `${plural(secondary.length, 'further figure')}, which don't decide: ${
        changed.length ? `${changed.length} changed` : 'none changed'}`),
      comparedTable(part, secondary, `Further figures of ${part.scenario}`)));
  }
}

function comparedTable(part, rows, label) {
  const heads = [['Verdict'], ['Figure'], ...['Before', 'After', 'Change', 'Worse by (95 %)', 'Matters',
    sentence(`${part.unit}s`)].map(head => [head, 'n']), ['']];
  const body = rows.map(row => comparedRow(part, row));
  // Without any button, there is no column for it.
  const isLast = body.every(row => !row.lastChild.childNodes.length);
  if (isLast) for (const row of body) row.lastChild.remove();
  return make('div', { class: 'panel scroll', tabindex: '0', role: 'region',
    'aria-label': label, style: 'margin-bottom:1.2rem' },
  makeTable(label, isLast ? heads.slice(0, -1) : heads, body));
}

// Maximum number of recordings in a chart.
const maxRecordings = 60;

// The values of a figure by recording, [recording, before, after], in the order of the tables.
function recordingValues(part, row) {
  const at = row.figure.lastIndexOf('.');
  const [metric, statistic] = [row.figure.slice(0, at), row.figure.slice(at + 1)];
  const [after, before] = runs.map(run => new Map(run.figures.filter(entry => entry[2] !== 'all'
    && run.scenarios[entry[0]].name === part.scenario && entry[3] === metric && entry[4] === statistic
    && typeof entry[5] === 'number').map(entry => [`${entry[1]}\n${entry[2]}`, entry])));
  const several = new Set([...after.values()].map(entry => entry[1])).size > 1;
  return [...after].filter(([key]) => before.has(key)).map(([key, entry]) =>
    [several ? `${entry[2]}, seed ${entry[1]}` : entry[2], before.get(key)[5], entry[5]]);
}

// A dumbbell chart: one line per recording, from before to after, with the values as a table.
function recordingChart(part, row) {
  const all = recordingValues(part, row);
  if (all.length < 2) return null;
  // The largest changes first; the sort is stable.
  const values = [...all].sort((a, b) => Math.abs(b[2] - b[1]) - Math.abs(a[2] - a[1])).slice(0, maxRecordings);
  const numbers = values.flatMap(([, before, after]) => [before, after]);
  // The axis begins at zero, unless all values are far from it.
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const hasZero = Math.min(Math.abs(least), Math.abs(most)) <= 2 * (most - least) || least * most < 0;
  const [low, high] = hasZero ? [Math.min(least, 0), Math.max(most, 0)] : [least, most];
  const [width, height, edge] = [300, 22, 8];
  const x = value => edge + (width - 2 * edge) * (high > low ? (value - low) / (high - low) : 0.5);
  const rows = values.map(([name, before, after]) => {
    const svg = draw('svg', { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label':
      `From ${withUnit(before, row.unit)} to ${withUnit(after, row.unit)}` });
    const [from, to] = [x(before).toFixed(1), x(after).toFixed(1)];
    if (hasZero) svg.append(draw('path', { class: 'zero', d: `M${x(0).toFixed(1)} 0V${height}` }));
    svg.append(draw('path', { class: 'track', d: `M${edge} ${height / 2}H${width - edge}` }),
      draw('path', { class: 'move', d: `M${from} ${height / 2}H${to}` }),
      draw('circle', { class: 'before', cx: from, cy: height / 2, r: 5 }),
      draw('circle', { class: 'after', cx: to, cy: height / 2, r: 4 }));
    const change = after - before;
    return make('tr', null, make('th', { scope: 'row' }, breakable(name)),
      make('td', null, withUnit(before, row.unit)), make('td', { class: 'dumbbell' }, svg),
      make('td', null, withUnit(after, row.unit)),
      make('td', null, change ? (change > 0 ? '+' : '') + shownChange(change, row.unit).join(' ') : 'none'));
  });
  const count = all.filter(([, before, after]) => before !== after).length;
  const text = `${row.figure} by recording: ${count || 'none'} of ${all.length} changed`
    + (all.length > values.length ? `, the ${values.length} largest changes` : '');
  const legend = make('span', { class: 'dots' }, make('i', { class: 'before' }), 'Before',
    make('i', { class: 'after' }), 'After');
  // Charts without any change are folded.
  return make(count ? 'figure' : 'details', { class: 'panel recordings' },
    make(count ? 'figcaption' : 'summary', null, text, count ? legend : null),
    makeTable(text, [['Recording'], ['Before', 'n'], [`From ${withUnit(low, row.unit)} to ${
      withUnit(high, row.unit)}`, 'dumbbell'], ['After', 'n'], ['Change', 'n']], rows));
}

for (const report of data.comparisons) showCompared(report);
hideSection('verdicts', !['compared', 'budgets', 'tiles'].some(id => $(id).childNodes.length));
