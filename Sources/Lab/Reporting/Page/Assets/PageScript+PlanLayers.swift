/// What moves on the plan: the truth, and what was told.
let scriptPlanLayers = #"""
  // One view for both plans of a comparison.
  const view = { east: 0, north: 0, scale: 4 };
  const layers = { path: true, fixes: true, accuracy: true, transmitters: true, others: false };
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

  // The box around what matters: where the device went, and the levels it went to.
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

  // All of that, or only the storeys around the device where the rest would make them too small.
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
    const size = box => Math.max(box[1] - box[0], box[3] - box[2]);
    return best && size(whole) > 2.5 * size(best) ? best : whole;
  }

  Plan.prototype.draw = function (opened, time, floor) {
    this.resize();
    this.drawBackdrop(opened, floor);
    const pen = this.canvas.getContext('2d');
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(this.backdrop, 0, 0);
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.lineJoin = pen.lineCap = 'round';
    if (layers.path) this.drawPath(pen, opened, time, floor);
    if (layers.others) this.drawOthers(pen, opened, time, floor);
    this.drawFixes(pen, opened, time, floor);
    this.drawNow(pen, opened, time, floor);
  };

  Plan.prototype.drawPath = function (pen, opened, time, floor) {
    const { path } = opened;
    pen.strokeStyle = style('true');
    const stroke = (from, to, alpha, width) => {
      pen.globalAlpha = alpha;
      pen.lineWidth = width;
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
      pen.stroke();
    };
    stroke(0, opened.end, 0.28, 1.5);
    stroke(Math.max(0, time - trail), time, 0.95, 3);
    pen.globalAlpha = 1;
  };

  Plan.prototype.drawFixes = function (pen, opened, time, floor) {
    const { fix, trueFloor } = opened;
    const isHere = index => trueFloor[index] === floor
      || (trueFloor[index] === gap && fix.floor[index] === floor);
    const told = style('told');
    if (layers.fixes) {
      pen.fillStyle = told;
      pen.globalAlpha = 0.16;
      pen.beginPath();
      for (let index = 0; index < fix.t.length; index++) {
        if (!isHere(index)) continue;
        const [x, y] = [this.x(fix.e[index]), this.y(fix.n[index])];
        if (x < -9 || y < -9 || x > this.width + 9 || y > this.height + 9) continue;
        pen.moveTo(x + 2, y);
        pen.arc(x, y, 2, 0, 7);
      }
      pen.fill();
    }
    const last = lastAt(fix.t, time);
    for (let index = last; index >= 0 && fix.t[index] > time - trail; index--) {
      if (!isHere(index)) continue;
      pen.globalAlpha = 0.75 * (1 - (time - fix.t[index]) / trail) + 0.08;
      pen.beginPath();
      pen.arc(this.x(fix.e[index]), this.y(fix.n[index]), 3.2, 0, 7);
      // A ring where the floor told is another one.
      if (fix.floor[index] === trueFloor[index] || trueFloor[index] === gap) {
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

  Plan.prototype.drawOthers = function (pen, opened, time, floor) {
    pen.fillStyle = style('soft');
    for (const track of opened.run.tracks) {
      if (track === opened.track || track.s !== opened.track.s || track.seed !== opened.track.seed) continue;
      const place = placeAt(open(opened.run, track), time);
      if (!place || place.floor !== floor) continue;
      pen.beginPath();
      pen.arc(this.x(place.e), this.y(place.n), 3.5, 0, 7);
      pen.fill();
    }
  };

  Plan.prototype.drawNow = function (pen, opened, time, floor) {
    const { fix } = opened;
    const place = placeAt(opened, time);
    const index = lastAt(fix.t, time);
    const age = index < 0 ? Infinity : time - fix.t[index];
    const isHere = place ? place.floor === floor : index >= 0 && fix.floor[index] === floor;
    const told = style('told');
    if (index >= 0 && isHere) {
      const [x, y] = [this.x(fix.e[index]), this.y(fix.n[index])];
      const isFresh = age <= freshness;
      if (layers.accuracy && fix.accuracy[index] > 0) {
        pen.beginPath();
        pen.arc(x, y, fix.accuracy[index] * view.scale, 0, 7);
        pen.fillStyle = pen.strokeStyle = told;
        pen.globalAlpha = isFresh ? 0.13 : 0.05;
        pen.fill();
        pen.globalAlpha = isFresh ? 0.9 : 0.4;
        pen.lineWidth = 1.5;
        if (!isFresh) pen.setLineDash([4, 4]);
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
      this.dot(pen, x, y, 6, told);
      pen.globalAlpha = 1;
    }
    if (place) {
      pen.globalAlpha = place.floor === floor ? 1 : 0.3;
      this.dot(pen, this.x(place.e), this.y(place.n), 7, style('true'));
      pen.globalAlpha = 1;
    }
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

  """#
