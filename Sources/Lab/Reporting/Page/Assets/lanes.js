// Time lines of all quantities, with a common cursor.

// MARK: Time lines
const margin = { left: 146, right: 10, top: 20 };
const heights = { error: 58, power: 44, lane: 22 };

// The groups of lanes, in the order of importance.
const order = ['error', 'activity', 'floor', 'source', 'pause', 'regions', 'indoor source',
  'nearest beacon', 'messages'];

function rowsOf(opened) {
  const rows = [{ kind: 'error', name: 'error', height: heights.error }];
  const names = [...new Set(opened.lanes.map(lane => lane.name))];
  const rank = name => order.includes(name) ? order.indexOf(name) : 99;
  const colors = new Map();
  for (const name of names.sort((a, b) => rank(a) - rank(b))) {
    const own = opened.lanes.filter(lane => lane.name === name);
    const states = own.filter(lane => !lane.moments);
    for (const side of ['true', 'told', 'device']) {
      const lane = states.find(candidate => candidate.side === side);
      const moments = own.find(candidate => candidate.moments
        && (candidate.side === side || (side === 'device' && candidate.side === 'moments')));
      if (!lane && !moments) continue;
      for (const word of lane ? lane.words : []) {
        const key = name + '\n' + word;
        if (word && !colors.has(key)) {
          const known = [...colors.keys()].filter(other => other.startsWith(name + '\n')).length;
          colors.set(key, hues[(known + (side === 'device' ? 2 : 0)) % hues.length]);
        }
      }
      rows.push({ kind: 'lane', name, side, lane, moments, height: heights.lane });
    }
  }
  if (opened.power.t.length) rows.push({ kind: 'power', name: 'power', height: heights.power });
  // A group is constant if all of its lanes are.
  const isGroupConstant = name => rows.filter(row => row.name === name).every(isConstant);
  const constant = rows.filter(row => isGroupConstant(row.name));
  const changing = rows.filter(row => !constant.includes(row));
  let y = margin.top;
  changing.forEach((row, index) => {
    // A small gap between groups.
    if (index && changing[index - 1].name !== row.name) y += 5;
    row.y = y;
    y += row.height;
  });
  return { rows: changing, constant, colors, height: y + 6 };
}

// True for a lane with one state from the first seconds on.
function isConstant({ kind, lane, moments }) {
  if (kind !== 'lane' || (moments && moments.t.length)) return false;
  const words = lane ? lane.words.filter((word, index) => index || word || lane.t[0] > 5) : [];
  return new Set(words).size <= 1 && (!words.length || lane.t[lane.words.indexOf(words[0])] <= 5);
}

const sideWords = { told: ', reported', true: ', true' };

// The constant lanes behind a summary; nothing if there are none.
function listConstant(rows) {
  if (!rows.length) return [];
  const names = [...new Set(rows.map(row => row.name))];
  return [make('details', { class: 'constant' },
    make('summary', null, `${plural(names.length, 'constant lane')}`),
    make('ul', null, rows.map(({ name, side, lane }) => make('li', null, sentence(readable(name)),
      sideWords[side] || '', ': ', (lane && lane.words.find(Boolean)) || 'none'))))];
}

class Lanes {
  constructor(caption) {
    this.canvas = make('canvas', { role: 'img', 'aria-label': 'Time lines of error, activity, floor, '
      + 'source, pauses, regions, radios and power; the figures above say what they show at the cursor. '
      + 'The slider moves it.' });
    this.folded = make('div');
    this.element = make('figure', null, caption ? make('figcaption', null, caption) : null, this.canvas,
      this.folded);
    this.picture = document.createElement('canvas');
    this.key = '';
    const seek = event => {
      const box = this.canvas.getBoundingClientRect();
      const share = (event.clientX - box.left - margin.left) / (box.width - margin.left - margin.right);
      if (share >= -0.02) player.seek(this.from + Math.min(1, Math.max(0, share)) * (this.to - this.from));
    };
    this.canvas.addEventListener('pointerdown', event => {
      this.canvas.setPointerCapture(event.pointerId);
      seek(event);
    });
    this.canvas.addEventListener('pointermove', event => { if (event.buttons) seek(event); });
  }

  x(time) {
    return margin.left + (time - this.from) / (this.to - this.from)
      * (this.width - margin.left - margin.right);
  }

  draw(opened, time, from, to) {
    if (!opened) return;
    if (this.opened !== opened) {
      this.opened = opened;
      this.plan = rowsOf(opened);
      this.folded.replaceChildren(...listConstant(this.plan.constant));
      this.key = '';
    }
    this.from = from;
    this.to = to;
    this.canvas.style.height = `${this.plan.height}px`;
    const ratio = window.devicePixelRatio || 1;
    this.width = this.canvas.clientWidth;
    const [width, height] = [Math.round(this.width * ratio), Math.round(this.plan.height * ratio)];
    if (!width || !height) return;
    const key = [from, to, width, height, isDark()].join(' ');
    if (key !== this.key) {
      this.key = key;
      this.canvas.width = this.picture.width = width;
      this.canvas.height = this.picture.height = height;
      const pen = this.picture.getContext('2d');
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      this.drawAll(pen);
    }
    const pen = this.canvas.getContext('2d');
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.drawImage(this.picture, 0, 0);
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    const x = Math.round(this.x(time)) + 0.5;
    pen.strokeStyle = style('ink');
    pen.lineWidth = 1.5;
    pen.beginPath();
    pen.moveTo(x, margin.top - 4);
    pen.lineTo(x, this.plan.height);
    pen.stroke();
    pen.fillStyle = style('ink');
    pen.beginPath();
    pen.moveTo(x - 5, margin.top - 10); pen.lineTo(x + 5, margin.top - 10); pen.lineTo(x, margin.top - 3);
    pen.fill();
  }

  drawAll(pen) {
    pen.clearRect(0, 0, this.width, this.plan.height);
    pen.textBaseline = 'middle';
    this.drawAxis(pen);
    for (const row of this.plan.rows) {
      if (row.kind === 'error') this.drawError(pen, row);
      else if (row.kind === 'power') this.drawPower(pen, row);
      else this.drawLane(pen, row);
    }
  }

  drawAxis(pen) {
    const steps = [1, 2, 5, 10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400];
    const wanted = (this.to - this.from) / Math.max(2, (this.width - margin.left) / 110);
    const step = steps.find(candidate => candidate >= wanted) || 172800;
    pen.font = '11px system-ui, sans-serif';
    pen.textAlign = 'center';
    for (let time = Math.ceil(this.from / step) * step; time <= this.to; time += step) {
      const x = Math.round(this.x(time)) + 0.5;
      pen.strokeStyle = style('line');
      pen.lineWidth = 1;
      pen.beginPath();
      pen.moveTo(x, margin.top - 2);
      pen.lineTo(x, this.plan.height);
      pen.stroke();
      pen.fillStyle = style('soft');
      pen.fillText(clock(time), Math.min(x, this.width - 16), 8);
    }
  }

  label(pen, row, text, note) {
    pen.textAlign = 'left';
    pen.font = '12px system-ui, sans-serif';
    pen.fillStyle = style('ink');
    pen.fillText(text, 0, row.y + (note && row.height > 30 ? 10 : row.height / 2),
      margin.left - (!note || row.height > 30 ? 8 : 62));
    if (!note) return;
    pen.fillStyle = note === 'true' ? style('true') : note === 'reported' ? style('told') : style('soft');
    pen.textAlign = row.height > 30 ? 'left' : 'right';
    pen.fillText(note, row.height > 30 ? 0 : margin.left - 10,
      row.y + (row.height > 30 ? 27 : row.height / 2));
  }

  drawLane(pen, row) {
    const before = this.plan.rows[this.plan.rows.indexOf(row) - 1];
    const isFirst = !before || before.name !== row.name;
    this.label(pen, row, isFirst ? sentence(readable(row.name)) : '',
      row.side === 'device' ? '' : row.side === 'told' ? 'reported' : row.side);
    const right = this.width - margin.right;
    pen.fillStyle = style('faint');
    pen.fillRect(margin.left, row.y + 2, right - margin.left, row.height - 4);
    if (row.lane) this.drawStates(pen, row, right);
    if (!row.moments) return;
    pen.fillStyle = style('told');
    let lastX = -9;
    for (const time of row.moments.t) {
      const x = Math.round(this.x(time));
      if (x < margin.left || x > right || x === lastX) continue;
      lastX = x;
      pen.fillRect(x, row.y + 4, 2, row.height - 8);
    }
  }

  drawStates(pen, row, right) {
    const { t, words } = row.lane;
    pen.font = '11.5px system-ui, sans-serif';
    pen.textAlign = 'left';
    for (let index = Math.max(0, lastAt(t, this.from)); index < t.length && t[index] <= this.to; index++) {
      if (!words[index]) continue;
      const next = index + 1 < t.length ? t[index + 1] : this.opened.end;
      const left = Math.max(margin.left, this.x(t[index]));
      const width = Math.min(right, this.x(next)) - left;
      if (width <= 0) continue;
      pen.fillStyle = this.plan.colors.get(row.name + '\n' + words[index]) || style('soft');
      pen.globalAlpha = isDark() ? 0.42 : 0.26;
      pen.fillRect(left, row.y + 2, Math.max(width, 0.7), row.height - 4);
      pen.globalAlpha = 1;
      pen.fillRect(left, row.y + 2, Math.min(2, width), row.height - 4);
      const text = words[index];
      if (width < 24 || pen.measureText(text).width + 9 > width) continue;
      pen.fillStyle = style('ink');
      pen.fillText(text, left + 6, row.y + row.height / 2 + 0.5);
    }
  }

  drawError(pen, row) {
    const { fix } = this.opened;
    const sorted = Float64Array.from(fix.error).filter(value => value >= 0).sort();
    const top = Math.max(5, sorted.length ? sorted[Math.floor(sorted.length * 0.98)] * 1.15 : 5);
    const y = metres => row.y + row.height - 2 - Math.min(1, metres / top) * (row.height - 6);
    const peak = sorted.length ? sorted[sorted.length - 1] : 0;
    this.label(pen, row, 'Error', `0–${figure(top)} m`);
    if (peak > top) {
      pen.fillStyle = style('soft');
      pen.fillText(`▴ above; max ${figure(peak)} m`, 0, row.y + 44, margin.left - 8);
    }
    pen.fillStyle = style('faint');
    pen.fillRect(margin.left, row.y, this.width - margin.left - margin.right, row.height);
    pen.fillStyle = style('told');
    // The maximum per pixel, so that no peak is lost.
    const worst = new Map();
    for (let index = Math.max(0, lastAt(fix.t, this.from)); index < fix.t.length
      && fix.t[index] <= this.to; index++) {
      if (fix.error[index] < 0) continue;
      const x = Math.round(this.x(fix.t[index]));
      if (x >= margin.left) worst.set(x, Math.max(worst.get(x) || 0, fix.error[index]));
    }
    for (const [x, metres] of worst) pen.fillRect(x, y(metres), 1.6, row.y + row.height - y(metres));
    // A mark at the top of clipped bars, which would otherwise look like full ones.
    pen.fillStyle = style('ink');
    for (const [x, metres] of worst) {
      if (metres <= top) continue;
      pen.beginPath();
      pen.moveTo(x - 2.5, row.y + 5); pen.lineTo(x + 4, row.y + 5); pen.lineTo(x + 0.8, row.y);
      pen.fill();
    }
  }

  drawPower(pen, row) {
    const { t, mw } = this.opened.power;
    const top = Math.max(1, ...mw.slice(0, 20000)) * 1.08;
    const y = power => row.y + row.height - power / top * (row.height - 4);
    this.label(pen, row, 'Power', `0–${figure(top)} mW`);
    pen.fillStyle = style('faint');
    pen.fillRect(margin.left, row.y, this.width - margin.left - margin.right, row.height);
    pen.beginPath();
    const bottom = row.y + row.height;
    let index = Math.max(0, lastAt(t, this.from));
    pen.moveTo(Math.max(margin.left, this.x(t[index])), bottom);
    for (; index < t.length && t[index] <= this.to; index++) {
      const x = Math.max(margin.left, this.x(t[index]));
      const next = Math.min(index + 1 < t.length ? t[index + 1] : this.opened.end, this.to);
      pen.lineTo(x, y(mw[index]));
      pen.lineTo(Math.max(x, this.x(next)), y(mw[index]));
      if (next >= this.to || index + 1 === t.length) pen.lineTo(Math.max(x, this.x(next)), bottom);
    }
    pen.closePath();
    pen.fillStyle = pen.strokeStyle = style('accent');
    pen.globalAlpha = 0.22;
    pen.fill();
    pen.globalAlpha = 1;
    pen.lineWidth = 1.2;
    pen.stroke();
  }
}
