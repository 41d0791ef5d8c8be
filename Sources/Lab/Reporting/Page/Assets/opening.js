// The opening view: the device run with the median error, at a moment indoors.

// MARK: Opening
const keyOf = track => `${track.seed}\n${track.device}`;

// The median errors of the device runs of a scenario, by key; empty if only some of them are known.
function medianErrors(run, scenario) {
  const errors = new Map();
  if (!run.figures_left_out) {
    for (const [number, seed, device, metric, statistic, value] of run.figures) {
      if (number === scenario && seed !== 'all' && device !== 'all' && metric === 'horizontal_error'
        && statistic === 'p50' && typeof value === 'number') errors.set(keyOf({ seed, device }), value);
    }
  } else if (!run.tracks_left_out) {
    for (const track of run.tracks.filter(track => track.s === scenario)) {
      const error = medianOf(run, track);
      if (!Number.isNaN(error)) errors.set(keyOf(track), error);
    }
  }
  return errors;
}

// The index of the track to begin with, and the reason for it.
function openingTrack() {
  const run = runs[0];
  const scenario = run.tracks[0].s;
  const candidates = run.tracks.map((track, index) => [track, index]).filter(([track]) => track.s === scenario);
  const hasSeveral = new Set(candidates.map(([track]) => track.device)).size > 1;
  const name = track => recordings.size ? track.device
    : hasSeveral ? `${track.device}, seed ${track.seed}` : `seed ${track.seed}`;
  if (candidates.length === 1 && !run.tracks_left_out) {
    return [0, recordings.size ? 'Shown: the only recording with locations'
      : `Shown: ${name(run.tracks[0])}, the only one on the page`];
  }
  const errors = medianErrors(run, scenario);
  const all = pooled(run, run.scenarios[scenario].name).get('horizontal_error');
  const middle = errors.size ? [...errors.values()].sort((a, b) => a - b)[(errors.size - 1) >> 1]
    : all && all.has('p50') ? all.get('p50')[5] : NaN;
  // The page may have no room for the median run itself.
  const distance = track => Math.abs((errors.get(keyOf(track)) ?? medianOf(run, track)) - middle);
  const ranked = candidates.map(([track, index]) => [distance(track), track, index])
    .filter(([away]) => !Number.isNaN(away)).sort((a, b) => a[0] - b[0]);
  if (!ranked.length) return [0, `Shown first: ${name(run.tracks[0])}, the first one: no errors are known`];
  const [away, track, index] = ranked[0];
  const count = errors.size ? plural(errors.size, recordings.size ? 'recording' : hasSeveral ? 'device run' : 'seed')
    : 'all runs';
  const group = run.scenarios.length > 1 ? `${count} of ${run.scenarios[scenario].name}` : count;
  const value = `${isCompared ? `${sideName(0)}: ` : ''}${shown(middle, 'm').join(' ')}`;
  const rank = errors.size && away === 0 ? 'the median' : 'the nearest to the median';
  return [index, `Shown first: ${name(track)}, ${rank} of ${group} by median error (${value})`];
}

function medianOf(run, track) {
  const known = open(run, track).fix.error.filter(error => error >= 0).sort();
  return known.length ? known[known.length >> 1] : NaN;
}

// The time of the report halfway through the time indoors, if possible on the right floor and in motion;
// without any indoors, halfway through all reports.
function openingTime(opened) {
  const { fix, path, trueFloor } = opened;
  const indexes = [...fix.t.keys()];
  if (!indexes.length) return [0, ''];
  const floors = path.t.length ? trueFloor : fix.floor;
  const inside = indexes.filter(index => floors[index] !== noFloor && floors[index] !== gap);
  const candidates = inside.length ? inside : indexes;
  const middle = candidates[candidates.length >> 1];
  const isGood = index => {
    if (path.t.length && fix.floor[index] !== trueFloor[index]) return false;
    const [from, to] = [placeAt(opened, fix.t[index] - trail / 2), placeAt(opened, fix.t[index])];
    return Boolean(from && to) && Math.hypot(to.e - from.e, to.n - from.n) > 5;
  };
  const best = candidates.filter(isGood).reduce((near, index) =>
    near < 0 || Math.abs(index - middle) < Math.abs(near - middle) ? index : near, -1);
  return [fix.t[best < 0 ? middle : best], inside.length ? ', at a moment indoors' : ''];
}

function openMoment() {
  const [track, reason] = openingTrack();
  player.choose(track);
  const [time, where] = openingTime(player.opened[0]);
  player.seek(time);
  $('opening').textContent = `${reason}${where}.`;
  // The plan's width is known only after the layout.
  requestAnimationFrame(() => player.fit());
}
startPlayer();
