// The venue under edit: its drawing, the edits, undo and redo. The server applies the edits to the file's text.

const state = {
  digest: '', plan: null, problems: [], diff: [],
  // Each step is a list of edits that are undone together.
  steps: [], undone: [],
  // The index of the shown level; -1 for outdoors.
  level: 0,
  selected: null,
  tool: 'select',
};
// Functions to call after a change of the venue or of the selection.
const redraws = [];
const redrawAll = () => { for (const redraw of redraws) redraw(); };

const keyOf = object => object.path.join('/');
const objects = () => state.plan ? state.plan.objects : [];
const onLevel = object => (object.level ?? -1) === state.level;
const shown = () => objects().filter(onLevel);
const selection = () => objects().find(object => keyOf(object) === state.selected) || null;
const level = () => (state.plan && state.plan.levels[state.level]) || null;

function select(key) {
  const object = objects().find(other => keyOf(other) === key);
  state.selected = object ? key : null;
  if (object) state.level = object.level ?? -1;
  redrawAll();
}

function accept(answer) {
  Object.assign(state, { digest: answer.digest, problems: answer.problems, diff: answer.diff });
  // A file that can't be decoded for a while keeps its last drawing.
  if (answer.plan) state.plan = answer.plan;
  if (state.plan && state.level >= state.plan.levels.length) state.level = 0;
  if (!selection()) state.selected = null;
}

// Requests follow one another: each begins with the edits of those before it.
let pending = Promise.resolve();
let waiting = 0;
function queue(work) {
  waiting++;
  $('main').setAttribute('aria-busy', 'true');
  pending = pending.then(work).catch(error => notify(error.message, 'bad')).then(() => {
    waiting--;
    if (!waiting) $('main').setAttribute('aria-busy', 'false');
  });
  return pending;
}

const edits = () => state.steps.flatMap(step => step.edits);

async function preview() {
  accept(await request('/edit/preview', { venue: venueName, digest: state.digest, edits: edits() }));
}

// Applies edits as one step. A refused step is dropped, with the reason in the message.
function commit(list, { merges = false, then = null } = {}) {
  return queue(async () => {
    const last = state.steps[state.steps.length - 1];
    const sameAs = last && merges && last.merges && last.edits.length === 1 && list.length === 1
      && JSON.stringify(last.edits[0].path) === JSON.stringify(list[0].path);
    const before = state.steps;
    const undone = state.undone;
    state.steps = [...(sameAs ? before.slice(0, -1) : before), { edits: list, merges }];
    state.undone = [];
    await preview().catch(error => {
      Object.assign(state, { steps: before, undone });
      redrawAll();
      throw error;
    });
    notify('');
    if (then) then();
    redrawAll();
  });
}

function undo() {
  return queue(async () => {
    const step = state.steps.pop();
    if (!step) return;
    state.undone.push(step);
    await preview();
    notify('Undone.');
    redrawAll();
  });
}

function redo() {
  return queue(async () => {
    const step = state.undone.pop();
    if (!step) return;
    state.steps.push(step);
    await preview();
    notify('Done again.');
    redrawAll();
  });
}

function save() {
  return queue(async () => {
    accept(await request('/edit/save', { venue: venueName, digest: state.digest, edits: edits() }));
    Object.assign(state, { steps: [], undone: [] });
    notify(`Saved: ${venueName}`, 'good');
    redrawAll();
  });
}

const set = (path, fields) => ({ do: 'set', path, fields });

// The list of a kind on the shown level, or at the top of the file for outdoors.
function listPath(list) {
  return level() ? [...level().path, list] : [list];
}

// Adds an entry and selects it.
function add(list, fields) {
  const path = listPath(list);
  const count = objects().filter(object => keyOf(object).startsWith(path.join('/') + '/')
    && object.path.length === path.length + 1).length;
  return commit([{ do: 'add', path, fields }], { then: () => {
    state.selected = [...path, count].join('/');
  } });
}

function remove(object) {
  const index = Number(object.path[object.path.length - 1]);
  state.selected = null;
  return commit([{ do: 'remove', path: [...object.path.slice(0, -1), index] }]);
}

// A point of the view in the coordinates of an object's entry in the file.
function inFile(object, point) {
  const own = object.is_of_venue && object.level !== null ? state.plan.levels[object.level] : null;
  if (!own) return point;
  const [angle, x, y] = own.frame;
  return plus(turned(point, angle), [x, y]);
}

// The fields that state an object's points, with the points replaced.
function placed(object, points) {
  const own = points.map(point => pair(inFile(object, point)));
  const { fields } = object;
  if (fields.outline) return { outline: own };
  if (fields.line) return { line: own };
  if (fields.from) return { from: own[0], to: own[1] };
  if (fields.radius) {
    const sum = points.reduce(plus, [0, 0]);
    return { at: pair(sum.map(value => value / points.length)) };
  }
  if (fields.size) {
    const low = [0, 1].map(axis => Math.min(...points.map(point => point[axis])));
    const high = [0, 1].map(axis => Math.max(...points.map(point => point[axis])));
    return { at: pair(low), size: pair(minus(high, low)) };
  }
  return { at: own[0] };
}

const movable = object => object && !object.is_fixed && object.points.length > 0
  && !(object.kind === 'door' && !object.fields.at && !object.fields.line);

function move(object, points, options) {
  return commit([set(object.path, placed(object, points))], options);
}

// A name that no object of these kinds has yet: `beacon-3`.
function freeName(stem, kinds) {
  const taken = new Set(objects().filter(object => kinds.includes(object.kind)).map(object => object.fields.name));
  let number = 1;
  while (taken.has(`${stem}${number}`)) number++;
  return `${stem}${number}`;
}
