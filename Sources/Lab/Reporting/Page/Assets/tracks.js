// Device tracks, decoded on first use.

// MARK: Tracks
const noFloor = -1000, gap = -2000;

function label(run, track) {
  const several = new Set(run.tracks.filter(other => other.s === track.s).map(other => other.seed));
  return several.size > 1 ? `${track.device}, seed ${track.seed}` : track.device;
}

// A track with its columns as arrays: times in s, lengths in m.
function open(run, track) {
  if (track.opened) return track.opened;
  const scaled = (text, scale) => Float64Array.from(unpack(text || ''), value => value * scale);
  const [t, e, n, accuracy, error, floor, source] = track.fixes;
  const fix = {
    t: scaled(t, 0.01), e: scaled(e, 0.1), n: scaled(n, 0.1), accuracy: scaled(accuracy, 0.1),
    error: scaled(error, 0.1), floor: unpack(floor || ''), source: unpack(source || ''),
  };
  const path = {
    t: scaled(track.path[0], 0.01), e: scaled(track.path[1], 0.1), n: scaled(track.path[2], 0.1),
    floor: unpack(track.path[3] || ''),
  };
  const [when, spread, count, ...places] = track.clouds || [];
  const cloud = {
    t: scaled(when, 0.01), spread: scaled(spread, 0.1), start: [0], e: scaled(places[0], 0.1),
    n: scaled(places[1], 0.1), floor: unpack(places[2] || ''),
  };
  for (const number of unpack(count || '')) cloud.start.push(cloud.start.at(-1) + number);
  const power = { t: scaled(track.power[0], 0.01), mw: scaled(track.power[1], 0.1) };
  const lanes = track.lanes.map(lane => ({
    name: lane.name, side: lane.side, moments: lane.moments, t: scaled(lane.t, 0.01),
    words: unpack(lane.w).map(number => run.words[number] || '')
      .map(lane.name === 'regions' || lane.name === 'messages' ? word => word : readable),
  }));
  const scene = run.scenarios[track.s].scene;
  const opened = { fix, path, power, cloud, lanes, run, track, venue: venueOf(run, scene) };
  const duration = scene && typeof scene.duration === 'number' ? scene.duration : 0;
  opened.end = Math.max(track.end / 100, duration, 1);
  opened.trueFloor = Int32Array.from(fix.t, time => (placeAt(opened, time) || { floor: gap }).floor);
  addOwnLanes(opened);
  track.opened = opened;
  return opened;
}

// The true position of a device; null if unknown.
function placeAt({ path }, time) {
  const index = lastAt(path.t, time);
  if (index < 0 || path.floor[index] === gap) return null;
  const place = { e: path.e[index], n: path.n[index], floor: path.floor[index] };
  const next = index + 1;
  if (next < path.t.length && path.floor[next] !== gap && path.t[next] > path.t[index]) {
    const share = (time - path.t[index]) / (path.t[next] - path.t[index]);
    place.e += share * (path.e[next] - path.e[index]);
    place.n += share * (path.n[next] - path.n[index]);
  }
  return place;
}

function steps(times, values) {
  const lane = { t: [], words: [] };
  values.forEach((word, index) => {
    if (index && word === lane.words[lane.words.length - 1]) return;
    lane.t.push(times[index]);
    lane.words.push(word);
  });
  return lane;
}

// Lanes derived from fixes and from the true track: floor and source.
function addOwnLanes(opened) {
  const { fix, path, lanes, run } = opened;
  const floorWord = floor => floor === gap ? '' : floorName(opened.venue, floor);
  const stale = 5;
  const times = [], floors = [], sources = [];
  for (let index = 0; index < fix.t.length; index++) {
    times.push(fix.t[index]);
    floors.push(floorWord(fix.floor[index]));
    sources.push(run.words[fix.source[index]] || '');
    const next = index + 1 < fix.t.length ? fix.t[index + 1] : opened.end;
    // A location is current for five seconds, as in the availability metric.
    if (next - fix.t[index] > stale) {
      times.push(fix.t[index] + stale);
      floors.push('');
      sources.push('');
    }
  }
  const add = (name, side, lane) => {
    if (lane.words.some(word => word !== '')) lanes.push({ name, side, moments: false, ...lane });
  };
  add('floor', 'true', steps(path.t, path.floor.map(floorWord)));
  add('floor', 'told', steps(times, floors));
  add('source', 'told', steps(times, sources.map(readable)));
}

function laneAt(opened, name, side, time) {
  const lane = opened.lanes.find(lane => lane.name === name && lane.side === side);
  const index = lane ? lastAt(lane.t, time) : -1;
  return index < 0 ? '' : lane.words[index];
}

// MARK: Places
function venueOf(run, scene) {
  const venue = scene && typeof scene.venue === 'number' ? run.venues[scene.venue] : null;
  if (!venue) return null;
  if (venue.opened) return venue.opened;
  const shape = rings => rings.map(unpackPoints);
  venue.opened = {
    name: venue.name,
    roads: venue.roads.map(unpackPoints), paths: venue.paths.map(unpackPoints),
    buildings: venue.buildings.map(building => ({
      name: building.name, levels: building.levels, outline: building.outline.map(shape),
    })),
    levels: venue.levels.map(level => ({
      floor: level.floor, name: level.name, building: level.building,
      outline: level.outline.map(shape),
      units: level.units.map(([name, kind, rings]) => ({ name, kind, rings: shape(rings) })),
      fixtures: level.fixtures.map(shape), walls: unpackPoints(level.walls),
      openings: unpackPoints(level.openings),
    })),
    connectors: venue.connectors.map(connector => ({
      name: connector.name, kind: connector.kind,
      stops: connector.stops.map(([level, at]) => ({ level, at: unpackPoints(at) })),
    })),
    transmitters: venue.transmitters.map(([kind, name, level, at]) =>
      ({ kind, name, level, at: unpackPoints(at) })),
  };
  return venue.opened;
}

function floorName(venue, floor) {
  if (floor === noFloor) return 'outdoors';
  const names = venue ? [...new Set(venue.levels.filter(level => level.floor === floor)
    .map(level => level.name))] : [];
  return names.length === 1 && names[0] ? names[0] : String(floor);
}

// From the top down, the outdoors last.
function floorsOf(opened) {
  const floors = new Set(opened.venue ? opened.venue.levels.map(level => level.floor) : []);
  for (const floor of [...opened.path.floor, ...opened.fix.floor]) if (floor !== gap) floors.add(floor);
  floors.add(noFloor);
  return [...floors].sort((a, b) => b - a);
}
