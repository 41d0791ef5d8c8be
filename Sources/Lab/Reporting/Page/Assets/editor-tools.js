// Tools: what pointer and keyboard do on the plan.

// The material of new walls.
let material = '';

// The points within reach of the pointer that a new point snaps to.
function corners() {
  const floor = level();
  const chosen = state.selected;
  return [
    ...(floor ? (floor.outline || []).flat() : []), ...(floor ? (floor.walls || []).flatMap(wall => wall.slice(0, 2)) : []),
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
  const sides = { south: [middle[0], low[1]], north: [middle[0], high[1]], west: [low[0], middle[1]], east: [high[0], middle[1]] };
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
  wall: { title: 'Wall', hint: 'Set the corners of a line of walls; Finish, Enter or a double click ends it.', finish(points) {
    if (points.length < 2) return enough(2, 'A wall');
    return add('walls', { line: points.map(pair), material });
  } },
  room: { title: 'Room', hint: 'Set two opposite corners.', count: 2, finish(points) {
    const low = [0, 1].map(axis => Math.min(points[0][axis], points[1][axis]));
    const high = [0, 1].map(axis => Math.max(points[0][axis], points[1][axis]));
    if (high[0] - low[0] < 0.1 || high[1] - low[1] < 0.1) return notify('The room has no size.', 'bad');
    return addRoom(points, { at: pair(low), size: pair(minus(high, low)), doors: [doorSide([low, high])] });
  } },
  polygon: { title: 'Room, polygon', closes: true, hint: 'Set the corners of a room; Finish or Enter ends it.', finish(points) {
    if (points.length < 3) return enough(3, 'A room');
    return addRoom(points, { outline: points.map(pair) });
  } },
  outline: { title: 'Outline', closes: true, hint: 'Set the corners of the outer walls; Finish or Enter ends them.', finish(points) {
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
  access_point: { title: 'Access point', count: 1, everywhere: true, hint: 'Choose where the access point hangs.', finish([point]) {
    return add('access_points', { name: freeName('ap-', ['access_point']), at: pair(point) });
  } },
  beacon: { title: 'Beacon', count: 1, everywhere: true, hint: 'Choose where the beacon hangs.', finish([point]) {
    return add('beacons', { name: freeName('beacon-', ['beacon']), at: pair(point), ...nextMinor() });
  } },
  anchor: { title: 'Picture anchors', needsPicture: true, count: 1, hint: 'Choose the point of the picture whose position is known.', finish([point]) {
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
$('tools').append(make('label', { class: 'material' }, make('span', { class: 'hidden' }, 'Material of walls'),
  make('select', { id: 'material', 'aria-label': 'Material of new walls', onchange: event => { material = event.target.value; } })));
redraws.push(() => {
  if (!state.plan || $('material').options.length) return;
  $('material').append(...state.plan.choices.material.map(name => make('option', { value: name }, name.replace('_', ' '))));
  material = $('material').value;
});

// Pointers: one drags, two zoom.
const pointers = new Map();
let drag = null;

function pointOf(event) {
  const box = svg.getBoundingClientRect();
  return [event.clientX - box.left, event.clientY - box.top];
}

function beginDrag(event, at) {
  const corner = event.target.dataset ? event.target.dataset.corner : undefined;
  const holder = event.target.closest('[data-key]');
  if (corner !== undefined) {
    drag = { kind: 'corner', object: selection(), corner: Number(corner), start: at };
  } else if (holder) {
    const object = objects().find(other => keyOf(other) === holder.dataset.key);
    const wasSelected = keyOf(object) === state.selected;
    drag = { kind: movable(object) && (isPoint(object) || wasSelected) ? 'object' : 'plan', object, start: at, last: at };
  } else {
    drag = { kind: 'plan', start: at, last: at };
  }
}

svg.addEventListener('pointerdown', event => {
  svg.setPointerCapture(event.pointerId);
  const at = pointOf(event);
  pointers.set(event.pointerId, at);
  cross = null;
  if (pointers.size === 2) {
    drag = { kind: 'pinch' };
    sketch.moved = null;
    return;
  }
  if (event.button === 1 || state.tool === 'select') beginDrag(event, at);
  else drag = { kind: 'tap', start: at, last: at };
});

// The points of an object whose corner is moved; a rectangle stays one.
function withCorner(object, index, point) {
  if (object.fields.size && !object.fields.outline) {
    const opposite = object.points[(index + 2) % 4];
    return [opposite, [point[0], opposite[1]], point, [opposite[0], point[1]]];
  }
  return object.points.map((other, position) => position === index ? point : other);
}

function dragTo(at) {
  if (drag.kind === 'plan' || drag.kind === 'tap') {
    const isFar = near(at, drag.start) > 6;
    if (drag.moves || isFar) {
      drag.moves = true;
      pan(at[0] - drag.last[0], at[1] - drag.last[1]);
      drag.last = at;
    }
    return;
  }
  if (drag.kind === 'object' && (drag.moves || near(at, drag.start) > 4)) {
    drag.moves = true;
    const origin = drag.object.points[0];
    const target = plus(origin, minus(toPlan(at), toPlan(drag.start)));
    const shift = minus(drag.object.kind === 'door' ? onWall(target) || target.map(millimetres) : snapped(target), origin);
    sketch.moved = { key: keyOf(drag.object), points: drag.object.points.map(point => plus(point, shift)) };
  }
  if (drag.kind === 'corner' && (drag.moves || near(at, drag.start) > 4)) {
    drag.moves = true;
    sketch.moved = { key: keyOf(drag.object), points: withCorner(drag.object, drag.corner, snapped(toPlan(at))) };
  }
  drawPlan();
}

svg.addEventListener('pointermove', event => {
  const at = pointOf(event);
  if (pointers.has(event.pointerId) && pointers.size === 2) {
    const [before] = [...pointers].filter(([id]) => id !== event.pointerId).map(([, point]) => point);
    const old = pointers.get(event.pointerId);
    const middle = [(at[0] + before[0]) / 2, (at[1] + before[1]) / 2];
    zoom(near(at, before) / Math.max(1, near(old, before)), middle);
    pointers.set(event.pointerId, at);
    return;
  }
  if (pointers.has(event.pointerId)) pointers.set(event.pointerId, at);
  if (state.tool !== 'select') {
    sketch.tip = snapped(toPlan(at), { from: sketch.points[sketch.points.length - 1] });
    drawPlan();
  }
  if (drag && drag.kind !== 'pinch') dragTo(at);
});

function endDrag(event) {
  const at = pointOf(event);
  pointers.delete(event.pointerId);
  const ended = drag;
  if (!pointers.size) drag = null;
  if (!ended || ended.kind === 'pinch') return;
  if (ended.moves) {
    const { moved } = sketch;
    if (!moved) return;
    move(ended.object, moved.points).then(() => {
      sketch.moved = null;
      drawPlan();
    });
    state.selected = keyOf(ended.object);
    redrawAll();
  } else if (ended.kind === 'tap') {
    setPoint(snapped(toPlan(at), { from: sketch.points[sketch.points.length - 1] }));
  } else if (ended.kind !== 'corner') {
    state.selected = ended.object ? keyOf(ended.object) : null;
    redrawAll();
  }
}
svg.addEventListener('pointerup', endDrag);
svg.addEventListener('pointercancel', event => {
  pointers.delete(event.pointerId);
  drag = null;
  sketch.moved = null;
  drawPlan();
});
svg.addEventListener('dblclick', () => {
  if (tools[state.tool].finish && !tools[state.tool].count && sketch.points.length) finish();
});
svg.addEventListener('wheel', event => {
  event.preventDefault();
  zoom(Math.exp(-event.deltaY / 400), pointOf(event));
}, { passive: false });

const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

function pressArrow([dx, dy], isLong) {
  const step = isLong ? 1 : 0.1;
  const object = selection();
  if (state.tool !== 'select') {
    const from = cross || sketch.tip || toPlan(size().map(side => side / 2)).map(Math.round);
    cross = plus(from, [dx * step, dy * step]).map(millimetres);
    sketch.tip = cross;
    drawPlan();
  } else if (object && movable(object)) {
    queue(() => {
      const now = selection();
      if (now) move(now, now.points.map(point => plus(point, [dx * step, dy * step])), { merges: true });
    });
  } else {
    pan(-dx * 40, dy * 40);
  }
}

function pressKey(event) {
  if (arrows[event.key]) pressArrow(arrows[event.key], event.shiftKey);
  else if (event.key === 'Delete' || event.key === 'Backspace') {
    if (sketch.points.length) {
      sketch.points.pop();
      nameTools();
      drawPlan();
    } else if (selection() && !selection().is_fixed) remove(selection());
  } else if (event.key === 'Enter' || event.key === ' ') {
    if (state.tool === 'select') return;
    if (cross) setPoint(cross);
    else if (sketch.points.length && !tools[state.tool].count) finish();
    else {
      cross = toPlan(size().map(side => side / 2)).map(Math.round);
      drawPlan();
    }
  } else if (event.key === '+' || event.key === '=') zoom(1.25);
  else if (event.key === '-') zoom(0.8);
  else return;
  event.preventDefault();
}
svg.addEventListener('keydown', event => {
  if (!event.ctrlKey && !event.metaKey && !event.altKey) pressKey(event);
});
document.addEventListener('keydown', event => {
  const isField = event.target.closest('input, textarea, select, dialog');
  if (event.key === 'Escape' && !isField) {
    if (sketch.points.length || state.tool !== 'select') useTool('select');
    else select(null);
  }
  if (!(event.ctrlKey || event.metaKey) || isField) return;
  const key = event.key.toLowerCase();
  if (key === 'z') (event.shiftKey ? redo : undo)();
  else if (key === 'y') redo();
  else return;
  event.preventDefault();
});
