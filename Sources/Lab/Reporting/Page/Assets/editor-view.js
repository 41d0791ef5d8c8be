// The plan: drawing, pan and zoom.

// Pixels per metre, and the pixel of the origin.
const view = { scale: 10, x: 100, y: 300 };
const options = { opacity: 0.6, grid: 1, snaps: true, labels: true };
// What a tool draws: points of a line, the pointer's point, points of a moved object.
const sketch = { points: [], tip: null, closes: false, moved: null };
// The keyboard's point in a drawing tool; null while the pointer is used.
let cross = null;

const svg = $('plan');
const toScreen = ([x, y]) => [view.x + view.scale * x, view.y - view.scale * y];
const toPlan = ([x, y]) => [(x - view.x) / view.scale, (view.y - y) / view.scale];
const size = () => [svg.clientWidth, svg.clientHeight];
const path = (points, isClosed) => points.length
  ? points.map((point, index) => `${index ? 'L' : 'M'}${toScreen(point).map(v => v.toFixed(1)).join(' ')}`).join('')
    + (isClosed ? 'Z' : '') : '';

function extent() {
  const floor = level();
  let points = floor ? (floor.outline || []).flat() : state.plan ? state.plan.footprints.flat() : [];
  if (floor && floor.picture) points = points.concat(pictureCorners(floor.picture));
  points = points.concat(shown().flatMap(object => object.points));
  if (!points.length) points = [[0, 0], [30, 20]];
  return [0, 1].map(axis => [Math.min(...points.map(p => p[axis])), Math.max(...points.map(p => p[axis]))]);
}

function fit() {
  const [[left, right], [low, high]] = extent();
  const [width, height] = size();
  view.scale = Math.min(width * 0.9 / Math.max(1, right - left), (height - 60) * 0.92 / Math.max(1, high - low));
  view.x = width / 2 - view.scale * (left + right) / 2;
  view.y = height / 2 + view.scale * (low + high) / 2;
  drawPlan();
}

function zoom(factor, [x, y] = size().map(side => side / 2)) {
  const scale = Math.min(2000, Math.max(0.02, view.scale * factor));
  const ratio = scale / view.scale;
  view.x = x - (x - view.x) * ratio;
  view.y = y - (y - view.y) * ratio;
  view.scale = scale;
  drawPlan();
}

function pan(dx, dy) {
  view.x += dx;
  view.y += dy;
  drawPlan();
}

// The position of a pixel of a picture, and the pixel of a position.
function ofPixel(picture, [px, py]) {
  const offset = turned([px, -py], picture.angle).map(value => value * picture.metres_per_pixel);
  return plus(picture.corner, offset);
}
function pixelAt(picture, point) {
  const [x, y] = turned(minus(point, picture.corner), -picture.angle).map(value => value / picture.metres_per_pixel);
  return [x, -y];
}
function pictureCorners(picture) {
  if (!picture.corner) return [];
  const [width, height] = picture.size;
  return [[0, 0], [width, 0], [width, height], [0, height]].map(pixel => ofPixel(picture, pixel));
}

// The picture's element is kept, as its file would be loaded again.
let image = null;
function drawPicture(floor) {
  const picture = floor && floor.picture;
  if (!picture || !picture.corner) return null;
  const query = new URLSearchParams({ venue: venueName, file: picture.file });
  const address = `/edit/picture?${query}`;
  if (!image || image.getAttribute('href') !== address) {
    image = draw('image', { href: address, preserveAspectRatio: 'none' });
    image.addEventListener('error', () => notify(
      `The picture ${picture.file} can't be shown: it isn't beside the venue, or it is no picture.`, 'bad'));
  }
  const [c, s] = [Math.cos(picture.angle), Math.sin(picture.angle)].map(v => v * picture.metres_per_pixel * view.scale);
  const [x, y] = toScreen(picture.corner);
  image.setAttribute('width', picture.size[0]);
  image.setAttribute('height', picture.size[1]);
  image.setAttribute('opacity', options.opacity);
  image.setAttribute('transform', `matrix(${c} ${-s} ${s} ${c} ${x} ${y})`);
  return image;
}

function drawGrid() {
  const [width, height] = size();
  let step = options.grid;
  if (!step) return null;
  while (step * view.scale < 8) step *= 5;
  const [left, top] = toPlan([0, 0]);
  const [right, bottom] = toPlan([width, height]);
  let lines = '';
  for (let x = Math.ceil(left / step) * step; x <= right; x += step) {
    lines += `M${toScreen([x, 0])[0].toFixed(1)} 0V${height}`;
  }
  for (let y = Math.ceil(bottom / step) * step; y <= top; y += step) {
    lines += `M0 ${toScreen([0, y])[1].toFixed(1)}H${width}`;
  }
  return draw('path', { class: 'grid', d: lines });
}

function drawFloor(floor) {
  const group = draw('g', { class: floor.picture && options.opacity > 0 ? 'over-picture' : '' });
  group.append(...(floor.outline || []).map(ring => draw('path', { class: 'floor', d: path(ring, true) })));
  const picture = drawPicture(floor);
  if (picture) group.append(picture);
  for (const [, kind, ring] of floor.units || []) {
    if (kind !== 'void') group.append(draw('path', { class: 'unit', d: path(ring, true) }));
  }
  for (const ring of floor.fixtures || []) group.append(draw('path', { class: 'fixture', d: path(ring, true) }));
  const byMaterial = new Map();
  for (const [from, to, material] of floor.walls || []) {
    byMaterial.set(material, (byMaterial.get(material) || '') + path([from, to]));
  }
  for (const [material, d] of byMaterial) group.append(draw('path', { class: 'walls', 'data-material': material, d }));
  for (const [from, to, , isEntrance] of floor.openings || []) {
    group.append(draw('path', { class: isEntrance ? 'opening entrance' : 'opening', d: path([from, to]) }));
  }
  return group;
}

// The names of rooms where they fit; that of a room inside another one comes first.
function drawLabels(floor) {
  if (!options.labels || !floor) return [];
  const boxes = (floor.units || []).map(([name, , ring]) => {
    const [low, high] = [Math.min, Math.max].map(of => [0, 1].map(axis => of(...ring.map(point => point[axis]))));
    return { name, size: minus(high, low), at: toScreen(plus(low, high).map(value => value / 2)) };
  }).filter(({ name, size: [wide, high] }) => wide * view.scale >= name.length * 6.5 && high * view.scale >= 14)
    .sort((a, b) => a.size[0] * a.size[1] - b.size[0] * b.size[1]);
  const kept = [];
  for (const box of boxes) {
    const isFree = kept.every(({ name, at }) => Math.abs(at[1] - box.at[1]) > 14
      || Math.abs(at[0] - box.at[0]) > (name.length + box.name.length) * 3.3);
    if (isFree) kept.push(box);
  }
  return kept.map(({ name, at: [x, y] }) => draw('text', { x, y: y + 4 }, name));
}

const isPoint = object => object.points.length === 1 && !object.is_closed;

function drawMark(object, at, isCopy) {
  const [x, y] = toScreen(at);
  const kind = `mark ${object.kind}${isCopy ? ' copy' : ''}`;
  if (object.kind === 'beacon') {
    return draw('path', { class: kind, d: `M${x} ${y - 8}l8 8l-8 8l-8 -8Z` });
  }
  if (object.kind === 'access_point') return draw('rect', { class: kind, x: x - 7, y: y - 7, width: 14, height: 14 });
  if (object.kind === 'door') return draw('circle', { class: kind, cx: x, cy: y, r: 5 });
  return draw('circle', { class: kind, cx: x, cy: y, r: 7 });
}

function pointsOf(object) {
  return sketch.moved && sketch.moved.key === keyOf(object) ? sketch.moved.points : object.points;
}

function drawObject(object) {
  const points = pointsOf(object);
  const isSelected = keyOf(object) === state.selected;
  const group = draw('g', { class: isSelected ? 'selected' : '', 'data-key': keyOf(object) });
  if (!points.length) return group;
  if (!isPoint(object)) {
    const kind = object.is_closed ? 'room-edge' : 'wall-edge';
    group.append(draw('path', { class: kind, d: path(points, object.is_closed) }));
    if (isSelected) group.append(draw('path', { class: 'chosen', d: path(points, object.is_closed) }));
    return group;
  }
  for (const shift of object.copies) group.append(drawMark(object, plus(points[0], shift), true));
  group.append(drawMark(object, points[0], false));
  const [cx, cy] = toScreen(points[0]);
  group.append(draw('circle', { class: 'target', cx, cy, r: 17 }));
  if (isSelected) group.append(draw('circle', { class: 'chosen', cx, cy, r: 15 }));
  return group;
}

// The corners of the selected object that can be moved one by one.
function handles(object) {
  if (!movable(object) || isPoint(object) || object.fields.radius) return [];
  return pointsOf(object);
}

const hasProblem = object => state.problems.some(problem => problem.line !== null && problemObject(problem) === object);

// The innermost object whose lines contain a problem's.
function problemObject(problem) {
  const length = ([first, last]) => last - first;
  return objects().filter(({ lines }) => lines && lines[0] <= problem.line && problem.line <= lines[1])
    .sort((a, b) => length(a.lines) - length(b.lines))[0] || null;
}

function drawSketch() {
  const points = sketch.tip && sketch.points.length ? [...sketch.points, sketch.tip] : sketch.points;
  const parts = [];
  if (points.length) parts.push(draw('path', { class: 'draft', d: path(points, sketch.closes && points.length > 2) }));
  for (const point of sketch.points) {
    const [cx, cy] = toScreen(point);
    parts.push(draw('circle', { class: 'draft', cx, cy, r: 4 }));
  }
  const at = cross || (state.tool !== 'select' ? sketch.tip : null);
  if (at) {
    const [x, y] = toScreen(at);
    parts.push(draw('path', { class: 'cross', d: `M${x - 9} ${y}h18M${x} ${y - 9}v18` }));
  }
  return parts;
}

let isQueued = false;
function drawPlan() {
  if (isQueued) return;
  isQueued = true;
  requestAnimationFrame(() => {
    isQueued = false;
    drawNow();
  });
}

function drawNow() {
  const floor = level();
  const order = { room: 0, fixture: 1, wall: 2, door: 3 };
  const sorted = [...shown()].sort((a, b) => (order[a.kind] ?? 4) - (order[b.kind] ?? 4));
  const outside = floor || !state.plan ? [] : state.plan.footprints
    .map(ring => draw('path', { class: 'outside', d: path(ring, true) }));
  const wrong = shown().filter(hasProblem).flatMap(object => {
    if (!isPoint(object)) return [draw('path', { class: 'wrong', d: path(object.points, object.is_closed) })];
    const [cx, cy] = toScreen(object.points[0]);
    return [draw('circle', { class: 'wrong', cx, cy, r: 19 })];
  });
  const chosen = selection();
  const corners = chosen && onLevel(chosen) ? handles(chosen).map((point, index) => {
    const [cx, cy] = toScreen(point);
    return draw('circle', { class: 'handle', cx, cy, r: 7, 'data-corner': index });
  }) : [];
  const anchors = state.tool === 'anchor' && floor && floor.picture ? floor.picture.anchors.map(({ at }) => {
    const [cx, cy] = toScreen(at);
    return draw('circle', { class: 'anchor', cx, cy, r: 9 });
  }) : [];
  svg.replaceChildren(...[
    ...outside, floor ? drawFloor(floor) : null, drawGrid(), ...drawLabels(floor), ...sorted.map(drawObject),
    ...wrong, ...corners, ...anchors, ...drawSketch(),
  ].filter(Boolean));
}

redraws.push(drawPlan);
addEventListener('resize', drawPlan);
