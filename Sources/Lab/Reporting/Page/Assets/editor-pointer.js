// Pointer and keyboard on the plan.

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
    const isMoved = movable(object) && (isPoint(object) || wasSelected);
    drag = { kind: isMoved ? 'object' : 'plan', object, start: at, last: at };
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
    const aim = drag.object.kind === 'door' ? onWall(target) || target.map(millimetres) : snapped(target);
    const shift = minus(aim, origin);
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
