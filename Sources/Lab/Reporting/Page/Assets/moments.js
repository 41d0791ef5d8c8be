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
