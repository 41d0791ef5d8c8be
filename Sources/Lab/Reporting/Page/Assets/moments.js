// The worst moments, each with a link to it.

// MARK: Worst moments
const kinds = {
  error: ['Large errors', 'Error', value => `${figure(value)} m`],
  honesty: ['Errors beyond the accuracy', 'Error over accuracy', value => `${figure(value)}×`],
  floor: ['Wrong floors', 'For', value => `${figure(value)} s`],
  late: ['Late reports', 'Late by', value => `${figure(value)} s`],
  missed: ['Missing reports', 'Reported', () => 'never'],
};

// The folder of the page, if it was opened as a file; the word RUN stands for others.
function folderName() {
  const path = decodeURIComponent(document.location.pathname);
  return document.location.protocol === 'file:' && path.endsWith('/report.html')
    ? path.slice(0, -'/report.html'.length) : 'RUN';
}

// The command that explains the location of a moment; nothing for other kinds.
function showCommand(side, moment) {
  const isLocation = moment && ['error', 'honesty'].includes(moment.kind);
  $('moment-why').hidden = !isLocation;
  if (!isLocation) return;
  const quoted = text => (/^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
  const time = Number.isInteger(moment.t) ? clock(moment.t) : String(Number(moment.t.toFixed(3)));
  const words = ['venuesim explain', quoted(side === 0 ? folderName() : 'RUN'), `location@${time}`];
  words.push('--device', quoted(moment.device));
  if (runs[side].seeds.length) words.push('--scenario', quoted(moment.scenario), '--seed', moment.seed);
  else words.push('--recordings PATH');
  $('moment-why').querySelector('code').textContent = words.join(' ');
}

function jump(side, moment) {
  showCommand(side, moment);
  let number = moment.track;
  if (side > 0) {
    const twin = runs[side].tracks[moment.track];
    const name = runs[side].scenarios[twin.s].name;
    number = runs[0].tracks.findIndex(track => runs[0].scenarios[track.s].name === name
      && track.seed === twin.seed && track.device === twin.device);
    if (number < 0) return;
  }
  if (player.isPlaying) player.toggle();
  player.follows = true;
  if ($('follow')) $('follow').checked = true;
  player.choose(number);
  player.seek(moment.t);
  player.centre();
  $('replay').scrollIntoView();
  $('scrub').focus({ preventScroll: true });
}

function showMoments() {
  const kind = $('moment-kind').value;
  const [, head, text] = kinds[kind];
  const rows = sides.flatMap(side => runs[side].worst.filter(moment => moment.kind === kind)
    .map(moment => ({ moment, side })));
  const body = rows.map(({ moment, side }) => {
    const canJump = moment.track !== null;
    const value = moment.value === null ? '∞' : text(moment.value);
    const where = `${moment.device}, seed ${moment.seed}, ${clock(moment.t)}`;
    return make('tr', null,
      make('td', null, value),
      isCompared ? make('td', null, sentence(sideName(side))) : null,
      make('td', null, moment.scenario), make('td', null, breakable(moment.device)),
      make('td', null, moment.seed), make('td', null, clock(moment.t)),
      make('td', null, moment.detail),
      make('td', null, make('button', {
        type: 'button', class: 'jump', disabled: !canJump,
        title: canJump ? null : 'The page has no room for this device',
        'aria-label': `Go to ${where}`, onclick: () => jump(side, moment),
      }, 'Go there')));
  });
  const heads = [[head, 'n'], ...(isCompared ? [['Run']] : []), ['Scenario'], ['Device'], ['Seed', 'n'],
    ['Time', 'n'], ['What'], ['']];
  $('moment-table').replaceChildren(makeTable('Worst moments', heads, body));
  if (rows.length) showCommand(rows[0].side, rows[0].moment);
}

for (const [kind, [text]] of Object.entries(kinds)) {
  const count = runs.reduce((sum, run) => sum + run.worst.filter(moment => moment.kind === kind).length, 0);
  if (count) $('moment-kind').append(make('option', { value: kind }, `${text} (${count})`));
}
hideSection('moments', !$('moment-kind').options.length);
if ($('moment-kind').options.length) {
  $('moment-kind').addEventListener('change', showMoments);
  showMoments();
}
redrawAll();
