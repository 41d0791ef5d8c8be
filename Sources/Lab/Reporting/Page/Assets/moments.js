// The worst moments, each with a link to it.

// MARK: Worst moments
const kinds = {
  error: ['Large errors', 'Error', value => `${figure(value)} m`],
  honesty: ['Errors beyond the accuracy', 'Error over accuracy', value => `${figure(value)}×`],
  floor: ['Wrong floors', 'For', value => `${figure(value)} s`],
  late: ['Late reports', 'Late by', value => `${figure(value)} s`],
  missed: ['Missing reports', 'Reported', () => 'never'],
};

function jump(side, moment) {
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
  const rows = runs.flatMap((run, side) => run.worst.filter(moment => moment.kind === kind)
    .map(moment => ({ moment, side })));
  const body = rows.map(({ moment, side }) => {
    const canJump = moment.track !== null;
    const value = moment.value === null ? '∞' : text(moment.value);
    const where = `${moment.device}, seed ${moment.seed}, ${clock(moment.t)}`;
    return make('tr', null,
      make('td', { class: 'n' }, value),
      isCompared ? make('td', null, sideName(side)) : null,
      make('td', null, moment.scenario), make('td', null, `${moment.device}`),
      make('td', { class: 'n' }, moment.seed), make('td', { class: 'n' }, clock(moment.t)),
      make('td', null, moment.detail),
      make('td', null, make('button', {
        type: 'button', class: 'jump', disabled: !canJump,
        title: canJump ? null : 'The page has no room for this device',
        'aria-label': `Go to ${where}`, onclick: () => jump(side, moment),
      }, 'Go there')));
  });
  const heads = [head, ...(isCompared ? ['Run'] : []), 'Scenario', 'Device', 'Seed', 'Time', 'What', ''];
  const numeric = new Set([head, 'Seed', 'Time']);
  $('moment-table').replaceChildren(body.length ? make('table', null,
    make('thead', null, make('tr', null, heads.map(name =>
      name ? make('th', { scope: 'col', class: numeric.has(name) ? 'n' : null }, name)
        : make('td', null)))),
    make('tbody', null, body)) : make('p', { style: 'margin:0' }, 'None.'));
}

for (const [kind, [text]] of Object.entries(kinds)) {
  const count = runs.reduce((sum, run) => sum + run.worst.filter(moment => moment.kind === kind).length, 0);
  if (count) $('moment-kind').append(make('option', { value: kind }, `${text} (${count})`));
}
if ($('moment-kind').options.length) {
  $('moment-kind').addEventListener('change', showMoments);
  showMoments();
} else {
  $('moment-kind').disabled = true;
  $('moment-table').replaceChildren(make('p', { style: 'margin:0' }, 'None known.'));
}
redrawAll();
