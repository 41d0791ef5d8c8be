// Tools: what pointer and keyboard do on the plan.

// The material of new walls.
let material = '';

// The points within reach of the pointer that a new point snaps to.
function corners() {
  const floor = level();
  const chosen = state.selected;
  return [
    ...((floor && floor.outline) || []).flat(), ...((floor && floor.walls) || []).flatMap(wall => wall.slice(0, 2)),
    ...shown().filter(object => !isPoint(object) && keyOf(object) !== chosen).flatMap(object => object.points),
    ...sketch.points,
  ];
}

// Snaps to a corner, else to a level or upright line from the last point, and to the grid.
function snapped(point, { from = null } = {}) {
  if (!options.snaps) return point.map(millimetres);
  const reach = 10 / view.scale;
  const corner = corners().map(other => [near(other, point), other]).sort((a, b) => a[0] - b[0])[0];
  if (corner && corner[0] < reach) return corner[1].map(millimetres);
  const step = options.grid ? Math.min(options.grid, 0.5) : 0.1;
  let [x, y] = point.map(value => Math.round(value / step) * step);
  if (from && Math.abs(point[0] - from[0]) < reach) x = from[0];
  if (from && Math.abs(point[1] - from[1]) < reach) y = from[1];
  return [x, y].map(millimetres);
}

// The nearest point on a wall, within some pixels.
function onWall(point) {
  const floor = level();
  let best = [25 / view.scale, null];
  for (const [a, b] of (floor && floor.walls) || []) {
    const along = minus(b, a);
    const length = along[0] ** 2 + along[1] ** 2;
    const t = length ? ((point[0] - a[0]) * along[0] + (point[1] - a[1]) * along[1]) / length : 0;
    const foot = plus(a, along.map(value => value * Math.min(1, Math.max(0, t))));
    const distance = near(foot, point);
    if (distance < best[0]) best = [distance, foot];
  }
  return best[1] ? best[1].map(millimetres) : null;
}

// The side of a rectangle for its first door: one that is not on the outline.
function doorSide([low, high]) {
  const middle = [(low[0] + high[0]) / 2, (low[1] + high[1]) / 2];
  const sides = {
    south: [middle[0], low[1]], north: [middle[0], high[1]], west: [low[0], middle[1]], east: [high[0], middle[1]],
  };
  const rings = (level() && level().outline) || [];
  const isOuter = ([x, y]) => rings.some(ring => ring.some((a, index) => {
    const b = ring[(index + 1) % ring.length];
    const along = minus(b, a), length = Math.hypot(...along) || 1;
    return Math.abs((x - a[0]) * along[1] - (y - a[1]) * along[0]) / length < 0.3;
  }));
  return Object.keys(sides).find(side => !isOuter(sides[side])) || 'south';
}

function nextMinor() {
  const beacons = objects().filter(object => object.kind === 'beacon');
  const here = beacons.filter(onLevel);
  const major = (here[here.length - 1] || beacons[beacons.length - 1] || { fields: {} }).fields.major ?? 1;
  const minors = beacons.filter(({ fields }) => (fields.major ?? 0) === major).map(({ fields }) => fields.minor ?? 0);
  return { major, minor: Math.min(65535, Math.max(0, ...minors) + 1) };
}

const enough = (least, what) => {
  notify(`${what} needs at least ${least} points.`, 'bad');
};

function addRoom(points, fields) {
  const name = freeName('Room ', ['room']);
  return add('rooms', { name, kind: 'room', ...fields }).then(() => useTool('select'));
}

// The tools: the number of points after which they finish, or none; and what they make.
const tools = {
  select: { title: 'Select', hint: 'Choose an object, or drag the plan.' },
  wall: { title: 'Wall', hint: 'Set the corners of a line of walls; Finish or Enter ends it.', finish(points) {
    if (points.length < 2) return enough(2, 'A wall');
    return add('walls', { line: points.map(pair), material });
  } },
  room: { title: 'Room', hint: 'Set two opposite corners.', count: 2, finish(points) {
    const low = [0, 1].map(axis => Math.min(points[0][axis], points[1][axis]));
    const high = [0, 1].map(axis => Math.max(points[0][axis], points[1][axis]));
    if (high[0] - low[0] < 0.1 || high[1] - low[1] < 0.1) return notify('The room has no size.', 'bad');
    return addRoom(points, { at: pair(low), size: pair(minus(high, low)), doors: [doorSide([low, high])] });
  } },
  polygon: { title: 'Room, polygon', closes: true, hint: 'Set the corners; Finish or Enter ends it.', finish(points) {
    if (points.length < 3) return enough(3, 'A room');
    return addRoom(points, { outline: points.map(pair) });
  } },
  outline: { title: 'Outline', closes: true, hint: 'Set the corners of the outer walls; Finish or Enter ends them.',
    finish(points) {
      if (points.length < 3) return enough(3, 'An outline');
      const owner = level().has_outline ? level().path : level().path.slice(0, 2);
      return commit([set(owner, { at: null, size: null, radius: null, outlines: null, outline: points.map(pair) })])
        .then(() => useTool('select'));
    } },
  door: { title: 'Door', count: 1, hint: 'Choose a point on a wall.', finish([point]) {
    const at = onWall(point);
    if (!at) return notify('There is no wall here: a door is set on a wall.', 'bad');
    return add('doors', { at: pair(at), width: '1 m' });
  } },
  place: { title: 'Place', count: 1, everywhere: true, hint: 'Choose where the place is.', finish([point]) {
    return add('places', { name: freeName('Place ', ['place', 'room']), at: pair(point) });
  } },
  access_point: { title: 'Access point', count: 1, everywhere: true, hint: 'Choose where it hangs.', finish([point]) {
    return add('access_points', { name: freeName('ap-', ['access_point']), at: pair(point) });
  } },
  beacon: { title: 'Beacon', count: 1, everywhere: true, hint: 'Choose where it hangs.', finish([point]) {
    return add('beacons', { name: freeName('beacon-', ['beacon']), at: pair(point), ...nextMinor() });
  } },
  anchor: { title: 'Picture anchor', needsPicture: true, count: 1,
    hint: 'Choose the point of the picture whose position is known.', finish([point]) {
      pickAnchor(point);
    } },
};

function useTool(name) {
  state.tool = name;
  sketch.points = [];
  sketch.tip = null;
  sketch.closes = Boolean(tools[name].closes);
  cross = null;
  if (name !== 'select') state.selected = null;
  redrawAll();
}

function finish() {
  const { points } = sketch;
  sketch.points = [];
  sketch.tip = null;
  const made = tools[state.tool].finish(points);
  drawPlan();
  nameTools();
  return made;
}

function setPoint(point) {
  const last = sketch.points[sketch.points.length - 1];
  if (last && near(last, point) < 1e-6) return tools[state.tool].count ? null : finish();
  sketch.points.push(point);
  if (sketch.points.length === tools[state.tool].count) return finish();
  nameTools();
  return drawPlan();
}

function nameTools() {
  const floor = level();
  const isFixed = floor && floor.is_fixed;
  for (const button of $('tools').querySelectorAll('button[data-tool]')) {
    const tool = tools[button.dataset.tool];
    button.setAttribute('aria-pressed', button.dataset.tool === state.tool);
    button.hidden = Boolean(tool.needsPicture && !(floor && floor.picture));
    button.disabled = button.dataset.tool !== 'select' && Boolean(isFixed || (!floor && !tool.everywhere));
  }
  const tool = tools[state.tool];
  $('hint').textContent = isFixed
    ? 'This level stands for several storeys; write them out in the file to edit one of them here.' : tool.hint;
  $('finish').hidden = !(tool.finish && !tool.count && sketch.points.length);
}
redraws.push(nameTools);

for (const [name, tool] of Object.entries(tools)) {
  $('tools').append(make('button', { type: 'button', 'data-tool': name, onclick: () => useTool(name) }, tool.title));
}
$('tools').append(make('label', { class: 'material' }, 'Material of walls', make('select', {
  id: 'material', onchange: event => { material = event.target.value; },
})));
redraws.push(() => {
  if (!state.plan || $('material').options.length) return;
  const names = state.plan.choices.material;
  $('material').append(...names.map(name => make('option', { value: name }, name.replace('_', ' '))));
  material = $('material').value;
});
