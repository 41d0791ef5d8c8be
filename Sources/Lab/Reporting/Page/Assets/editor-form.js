// Forms: the fields of an object or a level, the problems, the objects, and how the plan is shown.

// The fields of each kind besides its position: key, label, form or choices, and the text for
// a default.
const fieldsOf = {
  access_point: [['name', 'Name'], ['height', 'Height', 'text', '2.7 m'], ['ssids', 'SSIDs', 'words', "the venue's"],
    ['bssid', 'BSSID', 'text', 'by name'], ['channels', 'Channels', 'numbers', 'one per band'],
    ['power', 'Power', 'text', '20 and 23 dBm'], ['radios', 'Radios', 'json']],
  beacon: [['name', 'Name'], ['height', 'Height', 'text', '2.5 m'], ['uuid', 'UUID', 'text', "the venue's"],
    ['major', 'Major', 'number', '0'], ['minor', 'Minor', 'number', '0'],
    ['measured_power', 'Power at 1 m', 'text', '-59 dBm'], ['true_power', 'True power', 'text', 'as advertised'],
    ['interval', 'Interval', 'text', '350 ms']],
  place: [['name', 'Name']],
  room: [['name', 'Name'], ['kind', 'Use', 'unit', 'room'], ['doors', 'Doors', 'sides'],
    ['walls', 'Walls', 'room_wall', 'by its use'], ['public', 'Public', 'truth', 'true']],
  wall: [['material', 'Material', 'material', 'plasterboard']],
  door: [['width', 'Width', 'text', 'by its kind'], ['kind', 'Kind', 'opening', 'door'],
    ['entrance', 'Leads outdoors', 'truth', 'if in an outer wall']],
  fixture: [],
};

const parsers = {
  text: text => text || null,
  number: text => text === '' ? null : /^-?\d+$/.test(text) ? Number(text) : text,
  words: text => text ? text.split(',').map(word => word.trim()).filter(Boolean) : null,
  numbers: text => text ? text.split(',').map(word => parsers.number(word.trim())) : null,
  json: text => text.trim() ? JSON.parse(text) : null,
  truth: text => text === 'true' ? true : text === 'false' ? false : text || null,
};

function shownValue(value, form) {
  if (value === undefined || value === null) return '';
  if ((form === 'words' || form === 'numbers') && Array.isArray(value)) return value.join(', ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function change(path, key, parse) {
  return event => {
    let value;
    try {
      value = parse(event.target.value.trim());
    } catch {
      notify(`The value of '${key}' can't be read.`, 'bad');
      return;
    }
    commit([set(path, { [key]: value })]);
  };
}

function input(label, value, onchange, { placeholder = '', isFixed = false, kind = 'input' } = {}) {
  const field = make(kind, { type: kind === 'input' ? 'text' : null, placeholder, disabled: isFixed, onchange,
    autocomplete: 'off', spellcheck: 'false', name: label });
  field.value = value;
  return make('label', {}, label, field);
}

function choice(label, value, names, onchange, { placeholder, isFixed }) {
  const known = value === '' || names.includes(value) ? names : [value, ...names];
  const field = make('select', { disabled: isFixed, onchange, name: label },
    make('option', { value: '' }, placeholder ? `default: ${placeholder}` : ''),
    known.map(name => make('option', { value: name, selected: name === value }, name.replace('_', ' '))));
  return make('label', {}, label, field);
}

// Doors in the middle of a side as checkboxes; others as JSON.
function sides(object, key, isFixed) {
  const doors = object.fields[key] || [];
  const names = ['north', 'east', 'south', 'west'];
  const isPlain = Array.isArray(doors) && doors.every(door => names.includes(door))
    && new Set(doors).size === doors.length;
  if (!isPlain) {
    return input('Doors', JSON.stringify(doors), change(object.path, key, parsers.json), { isFixed, kind: 'textarea' });
  }
  const toggle = name => event => {
    const now = event.target.checked ? [...doors, name] : doors.filter(other => other !== name);
    commit([set(object.path, { [key]: now.length ? now : null })]);
  };
  return make('fieldset', { class: 'sides' }, make('legend', {}, 'Doors'), names.map(name => {
    const box = make('input', { type: 'checkbox', disabled: isFixed, onchange: toggle(name) });
    box.checked = doors.includes(name);
    return make('label', {}, box, name);
  }));
}

// The coordinates of a point in metres.
function coordinates(object, isFixed) {
  if (!isPoint(object)) return [];
  const shownAt = object.points[0].map(millimetres);
  return ['East (x)', 'North (y)'].map((label, axis) => input(label, String(shownAt[axis]), event => {
    const value = Number(event.target.value.replace(/ *m$/, '').replace(',', '.'));
    if (!Number.isFinite(value) || event.target.value.trim() === '') {
      notify(`${label} takes metres, such as 12.5.`, 'bad');
      return;
    }
    const point = [...object.points[0]];
    point[axis] = value;
    move(object, [point]);
  }, { isFixed: isFixed || !movable(object) }));
}

function objectForm(object) {
  const isFixed = object.is_fixed;
  const where = object.lines ? `${venueName}, line ${object.lines[0]}` : '';
  const rows = [make('p', { class: 'where' }, isFixed
    ? `${where}: stands for several by 'repeat'; write them out in the file to edit one of them here.` : where)];
  for (const [key, label, form = 'text', placeholder] of fieldsOf[object.kind]) {
    const value = shownValue(object.fields[key], form);
    if (form === 'sides') rows.push(sides(object, key, isFixed));
    else if (state.plan.choices[form]) {
      const names = state.plan.choices[form];
      rows.push(choice(label, value, names, change(object.path, key, parsers.truth), { placeholder, isFixed }));
    } else if (form === 'json') {
      if (value) rows.push(input(label, value, change(object.path, key, parsers.json), { isFixed, kind: 'textarea' }));
    } else {
      rows.push(input(label, value, change(object.path, key, parsers[form]), { placeholder, isFixed }));
    }
    if (key === 'name') rows.push(...coordinates(object, isFixed));
  }
  if (!object.fields.name) rows.splice(1, 0, ...coordinates(object, isFixed));
  if (object.is_of_venue) {
    const { level: ownLevel, building } = object.fields;
    rows.push(input('Level', shownValue(ownLevel), change(object.path, 'level', parsers.number),
      { isFixed, placeholder: 'outdoors' }));
    if (building !== undefined) {
      rows.push(input('Building', building, change(object.path, 'building', parsers.text), { isFixed }));
    }
  }
  rows.push(make('div', { class: 'controls' },
    make('button', { type: 'button', id: 'delete', disabled: isFixed, onclick: () => remove(object) }, 'Delete')));
  return rows;
}

// The pixel and the position of each anchor of a level's picture.
let anchorIndex = 0;
function anchorForm(floor) {
  if (!floor.picture) return [];
  const { path, picture } = floor;
  const isFixed = floor.is_fixed;
  const own = [...path, 'picture'];
  const sides = text => {
    const values = text.split(',').map(Number);
    if (!values.every(Number.isFinite)) throw new Error();
    return values;
  };
  return [
    input('Picture', picture.file, change(own, 'file', parsers.text), { isFixed }),
    input('Its pixels', picture.size.join(', '), change(own, 'size', sides), { isFixed }),
    ...anchorRows(floor),
  ];
}

function anchorRows({ path, picture, is_fixed: isFixed }) {
  return picture.anchors.flatMap((anchor, index) => {
    const own = [...path, 'picture', 'anchors', index];
    const set2 = (key, values) => commit([set(own, { [key]: values })]);
    const numbers = text => text.split(',').map(part => Number(part.replace(/ *m$/, '')));
    const edit = (label, value, key, convert) => input(label, value, event => {
      const values = numbers(event.target.value);
      if (values.length !== 2 || !values.every(Number.isFinite)) {
        notify(`${label} takes two numbers, such as 12, 30.`, 'bad');
        return;
      }
      set2(key, convert(values));
    }, { isFixed: isFixed });
    return [
      make('p', { class: 'where' }, `Anchor ${index + 1} of ${picture.file}`),
      edit(`Pixel ${index + 1}`, anchor.pixel.join(', '), 'pixel', values => values),
      edit(`Metres ${index + 1}`, anchor.at.map(millimetres).join(', '), 'at', pair),
      make('button', { type: 'button', disabled: isFixed, onclick: () => {
        anchorIndex = index;
        useTool('anchor');
        svg.focus();
      } }, `Pick pixel ${index + 1} on the picture`),
    ];
  });
}

// Moves an anchor's pixel to the one under a point; its position is then given in the form.
function pickAnchor(point) {
  const floor = level();
  const pixel = pixelAt(floor.picture, point).map(value => Math.round(value * 10) / 10);
  const at = floor.picture.anchors[anchorIndex].at;
  commit([set([...floor.path, 'picture', 'anchors', anchorIndex], { pixel })]).then(() => {
    useTool('select');
    if ($('message').textContent) return;
    notify(`Now give anchor ${anchorIndex + 1} its position; it is still ${at.map(millimetres).join(', ')}.`);
  });
}

// Adds a level with the picture of another one, until it has its own.
function addLevel(floor) {
  const path = floor.path.slice(0, -1);
  const own = state.plan.levels.filter(other => other.path.slice(0, -1).join('/') === path.join('/'));
  const ordinal = Math.max(...own.map(other => other.ordinal + other.storeys - 1)) + 1;
  const fields = { ordinal, height: metres(floor.height) };
  if (floor.picture) {
    const { file, size: pixels, anchors } = floor.picture;
    fields.picture = { file, size: pixels, anchors: anchors.map(({ pixel, at }) => ({ pixel, at: pair(at) })) };
  }
  return commit([{ do: 'add', path, fields }], { then: () => {
    state.level = state.plan.levels.findIndex(other => other.path.join('/') === [...path, own.length].join('/'));
    state.selected = null;
  } });
}

function levelForm(floor) {
  if (!floor) return [make('p', { class: 'where' }, 'Outdoors: what is on no level.')];
  return [
    make('p', { class: 'where' }, `${floor.building}, ordinal ${floor.ordinal}`
      + (floor.lines ? `: ${venueName}, line ${floor.lines[0]}` : '')),
    input('Name', floor.name, change(floor.path, 'name', parsers.text), { isFixed: floor.is_fixed }),
    input('Ceiling', metres(floor.height), change(floor.path, 'height', parsers.text), { isFixed: floor.is_fixed }),
    ...anchorForm(floor),
    make('div', { class: 'controls' },
      make('button', { type: 'button', disabled: floor.is_fixed, onclick: () => addLevel(floor) },
        'Add a level above')),
  ];
}

function showForm() {
  // A field in use keeps its focus.
  const { activeElement } = document;
  const used = $('form').contains(activeElement) ? activeElement.name : null;
  const object = selection();
  $('form-title').textContent = object ? titles[object.kind] : level() ? 'Level' : 'Outdoors';
  $('form').replaceChildren(...(object ? objectForm(object) : levelForm(level())));
  const again = used && [...$('form').elements].find(field => field.name === used);
  if (again) again.focus();
}

function showProblems() {
  $('problems-title').textContent = state.problems.length ? `Problems: ${state.problems.length}` : 'Problems';
  if (!state.problems.length) {
    $('problems').replaceChildren(make('li', { class: 'none' }, "None: 'venuesim check' accepts the venue."));
    return;
  }
  $('problems').replaceChildren(...state.problems.map(problem => {
    const text = (problem.line ? `Line ${problem.line}: ` : '') + problem.message
      + (problem.suggestion ? ` (did you mean '${problem.suggestion}'?)` : '');
    return make('li', {}, make('button', { type: 'button', onclick: () => {
      const object = problemObject(problem);
      if (object) select(keyOf(object));
    } }, text));
  }));
}

function showObjects() {
  const list = shown();
  $('objects-title').textContent = `Objects: ${list.length}`;
  $('objects').replaceChildren(...list.slice(0, 2000).map(object => make('li', {}, make('button', {
    type: 'button', 'aria-current': keyOf(object) === state.selected ? 'true' : null,
    onclick: () => { select(keyOf(object)); svg.focus(); },
  }, `${titles[object.kind]} ${object.fields.name || Number(object.path[object.path.length - 1]) + 1}`))));
}

function showActions() {
  const count = state.steps.length;
  $('undo').disabled = !count;
  $('redo').disabled = !state.undone.length;
  $('save').disabled = !count;
  $('save').textContent = count ? `Save ${plural(count, 'change')}…` : 'Save…';
  if (state.plan) $('title').textContent = state.plan.name;
}

function showLevels() {
  if (!state.plan) return;
  const several = new Set(state.plan.levels.map(floor => floor.building)).size > 1;
  $('level').replaceChildren(
    ...state.plan.levels.map((floor, index) => make('option', { value: index }, (several ? `${floor.building}: ` : '')
      + (floor.storeys > 1 ? `${floor.name} and ${floor.storeys - 1} more` : floor.name))),
    make('option', { value: -1 }, 'Outdoors'));
  $('level').value = state.level;
}

function showView() {
  const opacity = make('input', { type: 'range', min: 0, max: 1, step: 0.05, oninput: event => {
    options.opacity = Number(event.target.value);
    drawPlan();
  } });
  opacity.value = options.opacity;
  const grid = make('select', { onchange: event => {
    options.grid = Number(event.target.value);
    drawPlan();
  } }, [0, 0.1, 0.5, 1, 5].map(value => make('option', { value }, value ? metres(value) : 'none')));
  grid.value = options.grid;
  const check = (label, key) => {
    const box = make('input', { type: 'checkbox', onchange: event => {
      options[key] = event.target.checked;
      drawPlan();
    } });
    box.checked = options[key];
    return make('label', {}, label, box);
  };
  $('view').replaceChildren(make('label', {}, 'Picture', opacity), make('label', {}, 'Grid', grid),
    check('Snapping', 'snaps'), check('Names', 'labels'));
}

redraws.push(showForm, showProblems, showObjects, showActions, showLevels);
