// Comparison of two runs, with the texts of `venuesim compare`.

// MARK: Compared
const verdictClass = { worse: 'missed', better: 'kept', undecided: 'undecided' };

// A figure with its unit; shares as percent.
function withUnit(value, unit) {
  return value === null ? '–' : shown(value, unit).join(' ');
}

function changeText(row) {
  if (row.verdict === 'identical' || !row.difference) return '';
  const sign = row.difference > 0 ? '+' : '';
  const change = sign + withUnit(row.difference, row.unit);
  return row.base && row.unit !== 'share'
    ? `${change} (${sign}${figure(row.difference / Math.abs(row.base) * 100)} %)` : change;
}

function intervalText(row) {
  return row.worsening_low === null || row.verdict === 'identical' ? ''
    : `${shown(row.worsening_low, row.unit)[0]} to ${withUnit(row.worsening_high, row.unit)}`;
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
  const cell = text => make('td', { class: 'n' }, text);
  return make('tr', null,
    make('td', null, make('span', { class: `badge ${verdictClass[row.verdict] || ''}` }, row.verdict)),
    make('td', null, name, row.remark ? make('div', { class: 'notes' }, row.remark) : null),
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
    box.append(make('h3', null, part.scenario));
    if (part.differences.length) box.append(make('p', { class: 'notes' }, part.differences.join(' · ')));
    if (primary.length) box.append(comparedTable(part, primary, `Figures of ${part.scenario} that decide`));
    if (!secondary.length) continue;
    box.append(make('details', { class: 'panel', style: 'margin-bottom:1.2rem' },
      make('summary', null, `${plural(secondary.length, 'further figure')}, which don't decide: ${
        changed.length ? `${changed.length} changed` : 'none changed'}`),
      comparedTable(part, secondary, `Further figures of ${part.scenario}`)));
  }
}

function comparedTable(part, rows, label) {
  const heads = ['Verdict', 'Figure', 'Before', 'After', 'Change', 'Worse by (95 %)', 'Matters',
    sentence(`${part.unit}s`), ''];
  return make('div', { class: 'panel scroll', tabindex: '0', role: 'region',
    'aria-label': label, style: 'margin-bottom:1.2rem' },
  make('table', null,
    make('thead', null, make('tr', null, heads.map((head, index) =>
      head ? make('th', { scope: 'col', class: index > 1 && index < 8 ? 'n' : null }, head)
        : make('td', null)))),
    make('tbody', null, rows.map(row => comparedRow(part, row)))));
}

for (const report of data.comparisons) showCompared(report);
