// The plan: drawing of the venue, and navigation in it.

// MARK: Plan
function areaOf(ring) {
  let sum = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    sum += ring[j] * ring[i + 1] - ring[i] * ring[j + 1];
  }
  return Math.abs(sum) / 2;
}

// Images of floor plans, georeferenced by their anchors; shown once decoded.
const plans = (data.plans || []).map(plan => {
  const image = new Image();
  image.addEventListener('load', () => { plan.isThere = true; player.show(); });
  image.src = plan.data;
  plan.image = image;
  if (plan.floor === null) plan.floor = noFloor;
  return plan;
});

// True for a transmitter on a floor.
function isOn(venue, transmitter, floor) {
  const level = typeof transmitter.level === 'number' ? venue.levels[transmitter.level] : null;
  return transmitter.at.length >= 2 && (level ? level.floor : noFloor) === floor;
}

// The level nearest to the ground of each building.
function entranceLevels(venue) {
  const found = new Map();
  for (const level of venue.levels) {
    const known = found.get(level.building);
    if (!known || Math.abs(level.floor) < Math.abs(known.floor)) found.set(level.building, level);
  }
  return [...found.values()];
}

// The outlines of buildings with names.
function namedBuildings(venue) {
  return venue.buildings.filter(building => building.name && building.outline.length)
    .map(building => ({ name: building.name, rings: building.outline[0] }));
}

class Plan {
  constructor(caption) {
    this.canvas = make('canvas', { tabindex: 0, role: 'img', 'aria-label': 'Floor plan. Arrow keys move '
      + 'it, plus and minus zoom, zero fits; the figures below say what it shows.' });
    this.caption = make('figcaption', null, caption);
    this.element = make('figure', { class: 'plan' }, this.caption, this.canvas);
    this.backdrop = document.createElement('canvas');
    this.labels = document.createElement('canvas');
    this.backdropKey = '';
    this.drag = null;
    this.listen();
  }

  listen() {
    const canvas = this.canvas;
    canvas.addEventListener('pointerdown', event => {
      this.drag = [event.clientX, event.clientY];
      canvas.setPointerCapture(event.pointerId);
      canvas.style.cursor = 'grabbing';
    });
    canvas.addEventListener('pointermove', event => {
      if (!this.drag) return;
      player.isFramed = false;
      view.east -= (event.clientX - this.drag[0]) / view.scale;
      view.north += (event.clientY - this.drag[1]) / view.scale;
      this.drag = [event.clientX, event.clientY];
      player.show();
    });
    const end = () => { this.drag = null; canvas.style.cursor = ''; };
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
    canvas.addEventListener('wheel', event => {
      // The wheel scrolls the page, unless the plan has the focus.
      if (document.activeElement !== canvas && !event.ctrlKey) return;
      event.preventDefault();
      zoom(Math.exp(-event.deltaY / 400));
    }, { passive: false });
    canvas.addEventListener('keydown', event => {
      const step = 60 / view.scale;
      const moves = { ArrowLeft: [-step, 0], ArrowRight: [step, 0], ArrowUp: [0, step],
        ArrowDown: [0, -step] };
      if (moves[event.key]) {
        player.isFramed = false;
        view.east += moves[event.key][0];
        view.north += moves[event.key][1];
        player.show();
      } else if (event.key === '+' || event.key === '=') zoom(1.4);
      else if (event.key === '-') zoom(1 / 1.4);
      else if (event.key === '0') player.fit();
      else return;
      event.preventDefault();
    });
  }

  resize() {
    this.ratio = window.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    this.height = this.canvas.clientHeight;
    const [width, height] = [this.width * this.ratio, this.height * this.ratio].map(Math.round);
    for (const canvas of [this.canvas, this.backdrop, this.labels]) {
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
        this.backdropKey = '';
      }
    }
  }

  x(east) { return this.width / 2 + (east - view.east) * view.scale; }
  y(north) { return this.height / 2 - (north - view.north) * view.scale; }

  trace(pen, points, isClosed) {
    for (let index = 0; index < points.length; index += 2) {
      const [x, y] = [this.x(points[index]), this.y(points[index + 1])];
      if (index) pen.lineTo(x, y); else pen.moveTo(x, y);
    }
    if (isClosed) pen.closePath();
  }

  fill(pen, rings, color, edge) {
    pen.beginPath();
    for (const ring of rings) this.trace(pen, ring, true);
    pen.fillStyle = color;
    pen.fill('evenodd');
    if (edge) { pen.strokeStyle = edge; pen.lineWidth = 1; pen.stroke(); }
  }

  // The static layers are drawn once per view.
  drawBackdrop(opened, floor) {
    const key = [opened.run.run, opened.track.s, floor, view.east, view.north, view.scale, isDark(),
      layers.transmitters, layers.plans, layers.errors, plans.filter(plan => plan.isThere).length].join(' ');
    if (key === this.backdropKey) return;
    this.backdropKey = key;
    const pen = this.backdrop.getContext('2d');
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.fillStyle = style('ground');
    pen.fillRect(0, 0, this.width, this.height);
    pen.lineJoin = pen.lineCap = 'round';
    const venue = opened.venue;
    if (venue) {
      this.drawOutdoors(pen, venue, floor);
      const picture = layers.plans && plans.find(plan => plan.floor === floor && plan.isThere);
      const levels = [...venue.levels.entries()].filter(([, level]) => level.floor === floor);
      if (picture) this.drawPicture(pen, picture);
      else levels.forEach(([, level]) => this.drawRooms(pen, level));
      if (layers.errors) this.drawErrors(pen, opened, floor);
      if (!picture) levels.forEach(([number, level]) => this.drawWalls(pen, venue, level, number));
      if (layers.transmitters) this.drawTransmitters(pen, venue, floor);
      this.drawLabels(venue, picture && !layers.errors ? [] : levels.map(([, level]) => level), floor);
    }
    this.drawScale(pen);
  }

  // The names lie above errors and fixes, on a canvas of their own.
  drawLabels(venue, levels, floor) {
    const pen = this.labels.getContext('2d');
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    if (floor === noFloor) this.labelShapes(pen, namedBuildings(venue), []);
    const marks = layers.transmitters ? venue.transmitters.filter(one => isOn(venue, one, floor))
      .map(({ at }) => [this.x(at[0]), this.y(at[1])]) : [];
    for (const level of levels) this.labelShapes(pen, level.units, marks);
  }

  // Six numbers transform the image's pixels to metres, and the view transforms these to the canvas.
  drawPicture(pen, plan) {
    const [a, b, c, d, east, north] = plan.to;
    const s = view.scale;
    pen.save();
    pen.transform(a * s, -b * s, c * s, -d * s, this.x(east), this.y(north));
    pen.drawImage(plan.image, 0, 0, plan.width, plan.height);
    pen.restore();
  }

  drawOutdoors(pen, venue, floor) {
    pen.globalAlpha = floor === noFloor ? 1 : 0.5;
    pen.strokeStyle = style('road');
    for (const [lines, metres] of [[venue.roads, 6], [venue.paths, 1.5]]) {
      pen.lineWidth = Math.max(1, metres * view.scale);
      pen.beginPath();
      for (const line of lines) this.trace(pen, line, false);
      pen.stroke();
    }
    for (const building of venue.buildings) {
      for (const rings of building.outline) this.fill(pen, rings, style('unit'), style('edge'));
    }
    pen.globalAlpha = 1;
    if (floor !== noFloor) return;
    // The rooms of the entrance level, as outlines.
    pen.strokeStyle = style('edge');
    pen.lineWidth = 1;
    pen.beginPath();
    for (const level of entranceLevels(venue)) {
      for (const rings of level.outline) for (const ring of rings) this.trace(pen, ring, true);
      for (const unit of level.units) for (const ring of unit.rings) this.trace(pen, ring, true);
    }
    pen.stroke();
  }

  drawRooms(pen, level) {
    for (const rings of level.outline) this.fill(pen, rings, style('floor'), null);
    const edge = style('edge');
    for (const unit of level.units) {
      const tint = data.tints[isDark() ? 'dark' : 'light'][unit.kind] || style('unit');
      this.fill(pen, unit.rings, tint, edge);
    }
    for (const rings of level.fixtures) this.fill(pen, rings, style('line'), null);
  }

  drawWalls(pen, venue, level, number) {
    const segments = (points, color, width) => {
      pen.beginPath();
      for (let index = 0; index + 3 < points.length; index += 4) {
        pen.moveTo(this.x(points[index]), this.y(points[index + 1]));
        pen.lineTo(this.x(points[index + 2]), this.y(points[index + 3]));
      }
      pen.strokeStyle = color;
      pen.lineWidth = width;
      pen.stroke();
    };
    segments(level.walls, style('wall'), Math.max(1.1, 0.18 * view.scale));
    segments(level.openings, style('floor'), Math.max(1.6, 0.22 * view.scale));
    for (const connector of venue.connectors) {
      for (const stop of connector.stops) {
        if (stop.level !== number || stop.at.length < 2) continue;
        const [x, y] = [this.x(stop.at[0]), this.y(stop.at[1])];
        pen.fillStyle = style('soft');
        pen.beginPath();
        if (connector.kind === 'lift') pen.rect(x - 4, y - 4, 8, 8);
        else { pen.moveTo(x - 5, y + 4); pen.lineTo(x + 5, y + 4); pen.lineTo(x, y - 5); }
        pen.fill();
      }
    }
  }

  // Names shapes that are large enough, beside the marks of transmitters where there is room.
  labelShapes(pen, shapes, marks) {
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    pen.font = '12px system-ui, sans-serif';
    pen.fillStyle = style('ink');
    pen.strokeStyle = style('floor');
    pen.lineWidth = 4;
    pen.lineJoin = 'round';
    const taken = [];
    // Rooms lie on top of courts, so the smaller unit has priority.
    const units = shapes.filter(unit => unit.rings[0] && unit.rings[0].length >= 6)
      .sort((a, b) => areaOf(a.rings[0]) - areaOf(b.rings[0]));
    for (const unit of units) {
      const ring = unit.rings[0];
      let [low, high, left, right] = [Infinity, -Infinity, Infinity, -Infinity];
      for (let index = 0; index < ring.length; index += 2) {
        left = Math.min(left, ring[index]);
        right = Math.max(right, ring[index]);
        low = Math.min(low, ring[index + 1]);
        high = Math.max(high, ring[index + 1]);
      }
      const wide = pen.measureText(unit.name).width + 8;
      if ((right - left) * view.scale < wide || (high - low) * view.scale < 16) continue;
      const x = this.x((left + right) / 2);
      const centre = this.y((low + high) / 2);
      const space = (high - low) * view.scale / 2 - 9;
      const isFree = y => !marks.some(mark => Math.abs(mark[1] - y) < 13 && Math.abs(mark[0] - x) < wide / 2 + 4);
      const y = [0, -16, 16, -24, 24].filter(shift => Math.abs(shift) <= Math.max(0, space))
        .map(shift => centre + shift).find(isFree) ?? centre;
      if (taken.some(other => Math.abs(other.y - y) < 15
        && Math.abs(other.x - x) < (other.wide + wide) / 2)) continue;
      taken.push({ x, y, wide });
      pen.strokeText(unit.name, x, y);
      pen.fillText(unit.name, x, y);
    }
  }

  drawTransmitters(pen, venue, floor) {
    const colors = { beacon: '#8b5fc7', access_point: '#0a8f6a', cell_site: '#b3402e' };
    for (const transmitter of venue.transmitters) {
      if (!isOn(venue, transmitter, floor)) continue;
      const [x, y] = [this.x(transmitter.at[0]), this.y(transmitter.at[1])];
      pen.fillStyle = colors[transmitter.kind] || style('soft');
      pen.strokeStyle = style('floor');
      pen.lineWidth = 1.5;
      pen.beginPath();
      if (transmitter.kind === 'beacon') {
        pen.moveTo(x, y - 5); pen.lineTo(x + 5, y); pen.lineTo(x, y + 5); pen.lineTo(x - 5, y);
        pen.closePath();
      } else if (transmitter.kind === 'access_point') pen.arc(x, y, 4, 0, 7);
      else pen.rect(x - 4, y - 4, 8, 8);
      pen.fill();
      pen.stroke();
    }
  }

  drawScale(pen) {
    const wanted = 110 / view.scale;
    const power = 10 ** Math.floor(Math.log10(wanted));
    const metres = [5, 2, 1].map(step => step * power).find(length => length <= wanted) || power;
    const [x, y] = [14, this.height - 16];
    pen.strokeStyle = pen.fillStyle = style('soft');
    pen.lineWidth = 2;
    pen.beginPath();
    pen.moveTo(x, y - 5); pen.lineTo(x, y); pen.lineTo(x + metres * view.scale, y);
    pen.lineTo(x + metres * view.scale, y - 5);
    pen.stroke();
    pen.textAlign = 'left';
    pen.textBaseline = 'middle';
    pen.font = '12px system-ui, sans-serif';
    pen.strokeStyle = style('ground');
    pen.lineWidth = 4;
    const text = metres >= 1000 ? `${metres / 1000} km` : `${Number(metres.toPrecision(1))} m`;
    pen.strokeText(text, x + metres * view.scale + 8, y - 1);
    pen.fillText(text, x + metres * view.scale + 8, y - 1);
  }
}
