// The moving layers of the plan: truth and reports.

// A common view for both plans of a comparison.
const view = { east: 0, north: 0, scale: 4 };
const layers = { path: true, fixes: true, accuracy: true, particles: true, transmitters: true,
  others: false, plans: true,
  errors: false };
const freshness = 5, trail = 60;

function zoom(factor) {
  player.isFramed = false;
  view.scale = Math.min(400, Math.max(0.002, view.scale * factor));
  player.show();
}

function boxOf(shapes) {
  const box = [Infinity, -Infinity, Infinity, -Infinity];
  for (const rings of shapes) for (const ring of rings) {
    for (let index = 0; index < ring.length; index += 2) {
      box[0] = Math.min(box[0], ring[index]); box[1] = Math.max(box[1], ring[index]);
      box[2] = Math.min(box[2], ring[index + 1]); box[3] = Math.max(box[3], ring[index + 1]);
    }
  }
  return box;
}

// The bounding box of the device's track and its levels.
function boundsOf(opened) {
  const box = [Infinity, -Infinity, Infinity, -Infinity];
  const add = (e, n) => {
    box[0] = Math.min(box[0], e); box[1] = Math.max(box[1], e);
    box[2] = Math.min(box[2], n); box[3] = Math.max(box[3], n);
  };
  const { path, fix, venue } = opened;
  for (let index = 0; index < path.t.length; index++) {
    if (path.floor[index] !== gap) add(path.e[index], path.n[index]);
  }
  if (!path.t.length) for (let index = 0; index < fix.t.length; index++) add(fix.e[index], fix.n[index]);
  const floors = new Set(path.floor);
  if (venue) {
    for (const level of venue.levels) {
      if (box[0] <= box[1] && !floors.has(level.floor)) continue;
      const outline = boxOf(level.outline);
      if (outline[0] <= outline[1]) {
        add(outline[0], outline[2]);
        add(outline[1], outline[3]);
      }
    }
  }
  return box[0] <= box[1] ? box : [-10, 10, -10, 10];
}

// The outline of the level around the device; outdoors, the box of the track and its levels.
function frameOf(opened, floor, time) {
  const whole = opened.bounds || (opened.bounds = boundsOf(opened));
  const place = placeAt(opened, time);
  if (floor === noFloor || !opened.venue) return whole;
  let best = null;
  for (const level of opened.venue.levels) {
    if (level.floor !== floor) continue;
    const box = level.box || (level.box = boxOf(level.outline));
    const isAround = place && place.e > box[0] && place.e < box[1] && place.n > box[2]
      && place.n < box[3];
    if (box[0] < box[1] && (isAround || !best)) best = box;
  }
  return best || whole;
}

Plan.prototype.draw = function (opened, time, floor) {
  this.resize();
  if (!this.canvas.width || !this.canvas.height) return;
  this.drawBackdrop(opened, floor);
  const pen = this.canvas.getContext('2d');
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.drawImage(this.backdrop, 0, 0);
  pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
  pen.lineJoin = pen.lineCap = 'round';
  // The true path is wide, with the reports on it: both are visible where they coincide.
  if (layers.path) this.drawPath(pen, opened, 0, opened.end, floor, 0.75, 3.5);
  if (layers.fixes) this.drawFixes(pen, opened, floor);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.drawImage(this.labels, 0, 0);
  pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
  if (layers.path) this.drawPath(pen, opened, Math.max(0, time - trail), time, floor, 1, 6);
  if (layers.others) this.drawOthers(pen, opened, time, floor);
  this.drawTrail(pen, opened, time, floor);
  if (layers.particles) this.drawCloud(pen, opened, time, floor);
  this.drawNow(pen, opened, time, floor);
};

// A part of the true path, with an edge that separates it from rooms, errors and fixes.
Plan.prototype.drawPath = function (pen, opened, from, to, floor, alpha, width) {
  const { path } = opened;
  pen.beginPath();
  let isDrawing = false;
  const visit = (e, n, isHere) => {
    if (!isHere) { isDrawing = false; return; }
    if (isDrawing) pen.lineTo(this.x(e), this.y(n)); else pen.moveTo(this.x(e), this.y(n));
    isDrawing = true;
  };
  const begin = Math.max(0, lastAt(path.t, from));
  const first = from > 0 ? placeAt(opened, from) : null;
  if (first) visit(first.e, first.n, first.floor === floor);
  for (let index = first ? begin + 1 : begin; index < path.t.length && path.t[index] <= to; index++) {
    visit(path.e[index], path.n[index], path.floor[index] === floor);
  }
  const last = placeAt(opened, to);
  if (last) visit(last.e, last.n, last.floor === floor);
  for (const [color, extra] of [['floor', 2.5], ['true', 0]]) {
    pen.globalAlpha = alpha;
    pen.strokeStyle = style(color);
    pen.lineWidth = width + extra;
    pen.stroke();
  }
  pen.globalAlpha = 1;
};

// Locations reported on this floor, and those reported elsewhere while the phone was here.
function isFixOn(opened, index, floor) {
  return opened.fix.floor[index] === floor || opened.trueFloor[index] === floor;
}

Plan.prototype.drawFixes = function (pen, opened, floor) {
  const { fix } = opened;
  pen.fillStyle = style('told');
  pen.globalAlpha = 0.8;
  pen.beginPath();
  for (let index = 0; index < fix.t.length; index++) {
    if (!isFixOn(opened, index, floor)) continue;
    const [x, y] = [this.x(fix.e[index]), this.y(fix.n[index])];
    if (x < -9 || y < -9 || x > this.width + 9 || y > this.height + 9) continue;
    pen.moveTo(x + 1.7, y);
    pen.arc(x, y, 1.7, 0, 7);
  }
  pen.fill();
  pen.globalAlpha = 1;
};

// The reports of the last minute, with a line through them.
Plan.prototype.drawTrail = function (pen, opened, time, floor) {
  const { fix } = opened;
  const told = style('told');
  const last = lastAt(fix.t, time);
  pen.beginPath();
  for (let index = last, isDrawing = false; index >= 0 && fix.t[index] > time - trail; index--) {
    if (!isFixOn(opened, index, floor)) { isDrawing = false; continue; }
    const [x, y] = [this.x(fix.e[index]), this.y(fix.n[index])];
    if (isDrawing) pen.lineTo(x, y); else pen.moveTo(x, y);
    isDrawing = true;
  }
  pen.strokeStyle = told;
  pen.lineWidth = 1.6;
  pen.stroke();
  for (let index = last; index >= 0 && fix.t[index] > time - trail; index--) {
    if (!isFixOn(opened, index, floor)) continue;
    pen.globalAlpha = 0.7 * (1 - (time - fix.t[index]) / trail) + 0.3;
    pen.beginPath();
    pen.arc(this.x(fix.e[index]), this.y(fix.n[index]), 2.8, 0, 7);
    // A ring marks a wrong floor.
    if (fix.floor[index] === floor) {
      pen.fillStyle = told;
      pen.fill();
    } else {
      pen.strokeStyle = told;
      pen.lineWidth = 1.5;
      pen.stroke();
    }
  }
  pen.globalAlpha = 1;
};

// True for devices of the same run.
function isBeside(track, other) {
  return other.s === track.s && other.seed === track.seed;
}

Plan.prototype.drawOthers = function (pen, opened, time, floor) {
  pen.fillStyle = style('soft');
  for (const track of opened.run.tracks) {
    if (track === opened.track || !isBeside(track, opened.track)) continue;
    const place = placeAt(open(opened.run, track), time);
    if (!place || place.floor !== floor) continue;
    pen.beginPath();
    pen.arc(this.x(place.e), this.y(place.n), 3.5, 0, 7);
    pen.fill();
  }
};

// The particle cloud; all particles are equally likely.
Plan.prototype.drawCloud = function (pen, opened, time, floor) {
  const { cloud } = opened;
  const index = lastAt(cloud.t, time);
  if (index < 0 || time - cloud.t[index] > 2 * freshness) return;
  pen.fillStyle = pen.strokeStyle = style('guess');
  pen.lineWidth = 1;
  for (const isHere of [false, true]) {
    pen.globalAlpha = isHere ? 0.75 : 0.4;
    pen.beginPath();
    for (let place = cloud.start[index]; place < cloud.start[index + 1]; place++) {
      if ((cloud.floor[place] === floor) !== isHere) continue;
      const [x, y] = [this.x(cloud.e[place]), this.y(cloud.n[place])];
      pen.moveTo(x + 2.4, y);
      pen.arc(x, y, 2.4, 0, 7);
    }
    if (isHere) pen.fill(); else pen.stroke();
  }
  pen.globalAlpha = 1;
};

// The location with its accuracy, and the truth; hollow if on another floor.
Plan.prototype.drawNow = function (pen, opened, time, floor) {
  const { fix } = opened;
  const place = placeAt(opened, time);
  const index = lastAt(fix.t, time);
  const isTold = index >= 0 && (fix.floor[index] === floor || !place || place.floor === floor);
  if (isTold) {
    const isFresh = time - fix.t[index] <= freshness;
    this.drawTold(pen, opened, index, place, fix.floor[index] === floor, isFresh);
  }
  if (place) {
    const [x, y] = [this.x(place.e), this.y(place.n)];
    if (place.floor === floor) this.dot(pen, x, y, 7, style('true'));
    else this.hollow(pen, x, y, 6.5, style('true'), floorName(opened.venue, place.floor));
  }
};

Plan.prototype.drawTold = function (pen, opened, index, place, isHere, isFresh) {
  const { fix } = opened;
  const told = style('told');
  const [x, y] = [this.x(fix.e[index]), this.y(fix.n[index])];
  if (layers.accuracy && fix.accuracy[index] > 0) {
    pen.beginPath();
    pen.arc(x, y, fix.accuracy[index] * view.scale, 0, 7);
    pen.fillStyle = pen.strokeStyle = told;
    pen.globalAlpha = isFresh && isHere ? 0.13 : 0.05;
    pen.fill();
    pen.globalAlpha = isFresh ? 0.9 : 0.4;
    pen.lineWidth = 1.5;
    if (!isFresh || !isHere) pen.setLineDash([4, 4]);
    pen.stroke();
    pen.setLineDash([]);
  }
  pen.globalAlpha = isFresh ? 1 : 0.5;
  if (place) {
    pen.strokeStyle = style('soft');
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(this.x(place.e), this.y(place.n));
    pen.lineTo(x, y);
    pen.stroke();
  }
  // A location without a floor counts as on the shown floor.
  if (isHere || fix.floor[index] === noFloor) this.dot(pen, x, y, 6, told);
  else this.hollow(pen, x, y, 5.5, told, floorName(opened.venue, fix.floor[index]));
  pen.globalAlpha = 1;
};

Plan.prototype.dot = function (pen, x, y, radius, color) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  pen.fillStyle = color;
  pen.strokeStyle = style('panel');
  pen.lineWidth = 2.5;
  pen.fill();
  pen.stroke();
};

Plan.prototype.hollow = function (pen, x, y, radius, color, word) {
  pen.beginPath();
  pen.arc(x, y, radius, 0, 7);
  pen.lineWidth = 5;
  pen.strokeStyle = style('panel');
  pen.stroke();
  pen.lineWidth = 2.5;
  pen.strokeStyle = color;
  pen.stroke();
  pen.font = '600 12px system-ui, sans-serif';
  pen.textAlign = 'left';
  pen.textBaseline = 'middle';
  pen.lineWidth = 3;
  pen.strokeStyle = style('panel');
  pen.strokeText(word, x + radius + 6, y);
  pen.fillStyle = color;
  pen.fillText(word, x + radius + 6, y);
};
