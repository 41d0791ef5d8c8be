// The opening view: the device run with the median error, at a moment indoors.

// MARK: Opening
// The index of the track to begin with, and the reason for it.
function openingTrack() {
  const run = runs[0];
  const { track: index, count, median, exact } = run.opening;
  const track = run.tracks[index];
  const candidates = run.tracks.filter(other => other.s === track.s);
  const hasSeveral = new Set(candidates.map(other => other.device)).size > 1;
  const name = recordings.size ? track.device
    : hasSeveral ? `${track.device}, seed ${track.seed}` : `seed ${track.seed}`;
  if (candidates.length === 1 && !run.tracks_left_out) {
    return [index, recordings.size ? 'Shown: the only recording with locations'
      : `Shown: ${name}, the only one on the page`];
  }
  if (median === null) return [index, `Shown first: ${name}, the first one: no errors are known`];
  const all = count ? plural(count, recordings.size ? 'recording' : hasSeveral ? 'device run' : 'seed') : 'all runs';
  const group = run.scenarios.length > 1 ? `${all} of ${run.scenarios[track.s].name}` : all;
  const value = `${isCompared ? `${sideName(0)}: ` : ''}${shown(median, 'm').join(' ')}`;
  const rank = exact ? 'the median' : 'the nearest to the median';
  return [index, `Shown first: ${name}, ${rank} of ${group} by median error (${value})`];
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
