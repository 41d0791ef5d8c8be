// Error map: the plan's cells, their legend, and the cell at the cursor.

// MARK: Errors by place
const errorSteps = data.error_steps;

// The cells of a floor in a track's scenario, decoded on first use; null for none.
function errorsOn(run, track, floor) {
  const own = (run.errors || []).find(([scenario]) => scenario === track.s);
  const found = own && own[1].find(entry => entry[0] === floor);
  if (!found) return null;
  if (!found.opened) {
    const [, side, ...columns] = found;
    const [column, row, error, count] = columns.map(unpack);
    found.opened = { side, column, row, error: error.map(value => value / 10), count,
      index: new Map(column.map((east, index) => [`${east} ${row[index]}`, index])) };
  }
  return found.opened;
}

function errorColor(error) {
  const step = errorSteps.limits.findIndex(limit => error <= limit);
  return errorSteps.colors[step < 0 ? errorSteps.limits.length : step];
}

Plan.prototype.drawErrors = function (pen, opened, floor) {
  const cells = errorsOn(opened.run, opened.track, floor);
  if (!cells) return;
  const { side } = cells;
  // On a dark background an edge makes the darkest cells visible.
  const hasEdge = isDark() && side * view.scale > 5;
  pen.strokeStyle = style('soft');
  pen.lineWidth = 0.5;
  for (let index = 0; index < cells.column.length; index++) {
    // Whole pixels, to avoid seams between neighbours.
    const [left, right] = [0, 1].map(step => Math.round(this.x((cells.column[index] + step) * side)));
    const [low, high] = [0, 1].map(step => Math.round(this.y((cells.row[index] + step) * side)));
    if (right < 0 || left > this.width || low < 0 || high > this.height) continue;
    pen.fillStyle = errorColor(cells.error[index]);
    pen.fillRect(left, high, Math.max(1, right - left), Math.max(1, low - high));
    if (hasEdge) pen.strokeRect(left, high, right - left, low - high);
  }
};

// The figures of the cell around the true position at the cursor.
function errorAround(opened, place) {
  const cells = place && errorsOn(opened.run, opened.track, place.floor);
  if (!cells) return '–';
  const key = [place.e, place.n].map(value => Math.floor(value / cells.side)).join(' ');
  const index = cells.index.get(key);
  return index === undefined ? 'too few'
    : `${figure(cells.error[index])} m, n ${cells.count[index].toLocaleString('en')}`;
}

const hasErrors = runs.some(run => (run.errors || []).some(([, floors]) => floors.length));

// The legend of the cells' colours and width, while they are shown.
function showErrorLegend(opened, floor) {
  const box = $('errors-key');
  const cells = errorsOn(opened.run, opened.track, floor);
  box.hidden = !layers.errors;
  const note = cells
    ? `68 % error: 68 % of the reported locations, of all seeds and devices, are closer; by true position, in cells
      of ${cells.side} m with ${errorSteps.fewest} locations or more`.replace(/\s+/g, ' ')
    : 'No cell of this floor has enough reported locations';
  if (box.hidden || box.dataset.note === note) return;
  box.dataset.note = note;
  const swatches = errorSteps.colors.map((color, step) => make('li', null,
    make('i', { style: `background:${color}` }), errorSteps.labels[step]));
  box.replaceChildren(make('p', { class: 'notes' }, note), make('ul',
    { class: 'key', 'aria-label': 'Colours of errors' }, make('li', null, 'Up to'), swatches));
}
