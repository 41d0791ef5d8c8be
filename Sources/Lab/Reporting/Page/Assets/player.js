// The cursor: device, moment and floor, with the figures there.

// MARK: Player
const player = {
  panes: [], number: -1, time: 0, end: 1, floor: noFloor, follows: true, isFramed: true, isPlaying: false, before: 0,
  lastLive: 0,

  get speed() { return Number($('speed').value); },

  // The device's track in each run; null where a run lacks it.
  twins(number) {
    const track = runs[0].tracks[number];
    const name = runs[0].scenarios[track.s].name;
    return runs.map((run, side) => side === 0 ? track : run.tracks.find(other =>
      run.scenarios[other.s].name === name && other.seed === track.seed
      && other.device === track.device) || null);
  },

  choose(number) {
    if (number === this.number) return;
    this.number = number;
    $('device').value = String(number);
    const twins = this.twins(number);
    this.opened = twins.map((track, side) => track && open(runs[side], track));
    this.end = Math.max(...this.opened.filter(Boolean).map(opened => opened.end));
    $('scrub').max = String(this.end);
    this.time = Math.min(this.time, this.end);
    this.panes.forEach((pane, side) => {
      const set = runs[side].settings.map(String).join(', ');
      const which = isCompared
        ? `${sentence(sideName(side))}, ${runs[side].run}${set ? `: ${set}` : ''}` : '';
      const thin = twins[side] && twins[side].thinned ? ' (thinned: too long to show in full)' : '';
      pane.plan.caption.textContent = (this.opened[side] ? which
        : `${which}: this run has no such device, or the page has no room for it`) + thin;
    });
    this.makeFloors();
    this.followFloor();
    this.fit();
    this.show(true);
  },

  makeFloors() {
    const floors = new Set(this.opened.filter(Boolean).flatMap(floorsOf));
    const [first] = this.opened;
    const box = $('floors');
    box.replaceChildren(make('legend', null, 'Floor'));
    for (const floor of [...floors].sort((a, b) => b - a)) {
      box.append(make('label', null, make('input', {
        type: 'radio', name: 'floor', value: floor,
        onchange: () => { this.follows = false; $('follow').checked = false; this.setFloor(floor); },
      }), make('span', null, sentence(floorName(first.venue, floor)))));
    }
    box.append(make('label', { class: 'check' }, make('input', {
      type: 'checkbox', id: 'follow', checked: this.follows,
      onchange: event => { this.follows = event.target.checked; this.followFloor(); this.show(true); },
    }), 'Follow the phone'));
  },

  setFloor(floor) {
    this.floor = floor;
    for (const input of document.querySelectorAll('#floors input[type=radio]')) {
      input.checked = Number(input.value) === floor;
    }
    this.frame();
    this.show(true);
  },

  // The reported floor if there is one, as on the phone's own map; else the true one.
  phoneFloor() {
    const { fix } = this.opened[0];
    const place = placeAt(this.opened[0], this.time);
    const index = lastAt(fix.t, this.time);
    const isFresh = index >= 0 && this.time - fix.t[index] <= freshness;
    if (isFresh && fix.floor[index] !== noFloor) return fix.floor[index];
    return place ? place.floor : index >= 0 ? fix.floor[index] : this.floor;
  },

  followFloor() {
    if (!this.follows) return;
    const floor = this.phoneFloor();
    if (floor !== this.floor || !document.querySelector('#floors input:checked[type=radio]')) {
      this.setFloor(floor);
    }
  },

  // Fits the view to the plan of this floor, until the user moves or zooms it.
  fit() {
    this.isFramed = true;
    this.box = null;
    this.setHeight();
    this.frame();
  },

  // Gives the plans the height of the tallest floor, so that there is little blank around it.
  setHeight() {
    const [first] = this.opened;
    const boxes = floorsOf(first).map(floor => frameOf(first, floor, this.time));
    const aspect = Math.max(...boxes.map(box => Math.max(4, box[3] - box[2]) / Math.max(4, box[1] - box[0])));
    const most = Math.max(288, Math.min(0.64 * window.innerHeight, 560));
    for (const { plan } of this.panes) {
      const height = Math.min(most, Math.max(200, aspect * (plan.canvas.clientWidth || 600)));
      plan.canvas.style.height = `${Math.round(height)}px`;
    }
  },

  // Centres the plan on the true and the reported position, as far as known.
  centre() {
    const { fix } = this.opened[0];
    const place = placeAt(this.opened[0], this.time);
    const index = lastAt(fix.t, this.time);
    const points = [place && [place.e, place.n], index >= 0 && [fix.e[index], fix.n[index]]]
      .filter(point => point && point.every(value => Math.abs(value) < 1e7));
    if (!points.length) return;
    const canvas = this.panes[0].plan.canvas;
    const [width, height] = [canvas.clientWidth || 600, canvas.clientHeight || 400];
    const middle = axis => (points[0][axis] + points[points.length - 1][axis]) / 2;
    const apart = axis => Math.abs(points[0][axis] - points[points.length - 1][axis]);
    this.isFramed = false;
    view.east = middle(0);
    view.north = middle(1);
    // Keeps the zoom, or zooms out until both are visible.
    view.scale = Math.min(view.scale, 0.6 * width / Math.max(1, apart(0)),
      0.6 * height / Math.max(1, apart(1)));
    this.show();
  },

  frame() {
    if (!this.isFramed) return;
    const box = frameOf(this.opened[0], this.floor, this.time);
    if (box === this.box) return;
    this.box = box;
    const canvas = this.panes[0].plan.canvas;
    const [width, height] = [canvas.clientWidth || 600, canvas.clientHeight || 400];
    view.east = (box[0] + box[1]) / 2;
    view.north = (box[2] + box[3]) / 2;
    view.scale = Math.min(60, 0.94 * Math.min(width / Math.max(4, box[1] - box[0]),
      height / Math.max(4, box[3] - box[2])));
    this.show();
  },

  seek(time, isTold = true) {
    this.time = Math.min(this.end, Math.max(0, time));
    this.followFloor();
    if (this.follows) this.frame();
    this.show(isTold);
  },

  toggle() {
    this.isPlaying = !this.isPlaying;
    $('play').textContent = this.isPlaying ? 'Pause' : 'Play';
    if (!this.isPlaying) { this.show(true); return; }
    if (this.time >= this.end) this.time = 0;
    this.before = performance.now();
    requestAnimationFrame(now => this.tick(now));
  },

  tick(now) {
    if (!this.isPlaying) return;
    const passed = Math.min(0.25, Math.max(0, now - this.before) / 1000);
    this.before = now;
    this.seek(this.time + passed * this.speed, false);
    if (this.time >= this.end) { this.toggle(); return; }
    requestAnimationFrame(later => this.tick(later));
  },

  // The time range of the time lines.
  span() {
    const length = Number($('span').value);
    if (!length || length >= this.end) return [0, this.end];
    // Moves by quarters, to avoid redrawing every frame.
    const step = length / 4;
    const from = Math.floor((this.time - length / 2) / step) * step;
    const start = Math.min(Math.max(0, from), this.end - length);
    return [start, start + length];
  },

  show(isTold = false) {
    if (this.isWaiting) { this.tells = this.tells || isTold; return; }
    this.isWaiting = true;
    this.tells = isTold;
    requestAnimationFrame(() => { this.isWaiting = false; this.paint(); });
  },

  paint() {
    if (this.number < 0) return;
    const [from, to] = this.span();
    this.panes.forEach((pane, side) => {
      const opened = this.opened[side];
      pane.lanes.element.hidden = !opened;
      if (!opened) return;
      pane.plan.draw(opened, this.time, this.floor);
      pane.lanes.draw(opened, this.time, from, to);
      this.write(pane, this.state(opened));
    });
    const shown = this.opened.find(Boolean);
    if (shown) showErrorLegend(shown, this.floor);
    $('scrub').value = String(this.time);
    $('scrub').setAttribute('aria-valuetext', `${clock(this.time)} of ${clock(this.end)}`);
    $('clock').textContent = `${clock(this.time)} / ${clock(this.end)}`;
    // While playing, screen readers get only occasional updates.
    const now = performance.now();
    if (this.tells || (this.isPlaying && now - this.lastLive > 8000)) {
      this.lastLive = now;
      this.tells = false;
      const words = this.state(this.opened[0]).filter(([, text]) => text && text !== '–');
      $('live').textContent = `${clock(this.time)}: `
        + words.map(([name, text]) => `${name} ${text}`).join(', ');
    }
  },

  state(opened) {
    const { fix, power, venue } = opened;
    const index = lastAt(fix.t, this.time);
    const place = placeAt(opened, this.time);
    const age = index < 0 ? Infinity : this.time - fix.t[index];
    const pair = (actual, told) => actual || told ? `${actual || '–'} → ${told || '–'}` : '–';
    const floor = value => value === undefined ? '' : floorName(venue, value);
    const lane = (name, side) => laneAt(opened, name, side, this.time);
    const watts = lastAt(power.t, this.time);
    const away = place && index >= 0
      ? Math.hypot(place.e - fix.e[index], place.n - fix.n[index]) : NaN;
    const cloud = lastAt(opened.cloud.t, this.time);
    const spread = cloud < 0 || this.time - opened.cloud.t[cloud] > 2 * freshness ? []
      : [['Spread of particles', `${figure(opened.cloud.spread[cloud])} m`]];
    const entries = [
      ['Error when reported', index < 0 ? '–' : fix.error[index] < 0 ? 'unknown'
        : fix.error[index] >= 1.9e7 ? 'invalid position' : `${figure(fix.error[index])} m`],
      ['Error now', away >= 0 && away < 1e7 ? `${figure(away)} m` : '–'],
      ['Reported accuracy', index < 0 ? '–' : `${figure(fix.accuracy[index])} m`],
      ...spread,
      ['Age', index < 0 ? '–' : `${age < 10 ? age.toFixed(1) : figure(age)} s`],
      ['Source', index < 0 ? '–' : readable(runs[0] === opened.run
        ? runs[0].words[fix.source[index]] || '' : opened.run.words[fix.source[index]] || '')],
      ['Floor, true → reported', pair(place ? floor(place.floor) : '', index < 0 ? ''
        : floor(fix.floor[index]))],
      ['Activity, true → reported', pair(lane('activity', 'true'), lane('activity', 'told'))],
    ];
    if (opened.lanes.some(({ name }) => name === 'regions')) {
      entries.push(['Regions, true → reported', pair(lane('regions', 'true'),
        lane('regions', 'told'))]);
    }
    if (opened.lanes.some(({ name }) => name === 'pause')) {
      entries.push(['Pause', lane('pause', 'told') || 'running']);
    }
    if (layers.errors) entries.push(['68 % error here', errorAround(opened, place)]);
    if (watts >= 0) entries.push(['Power', `${figure(power.mw[watts])} mW`]);
    return entries;
  },

  write(pane, entries) {
    if (pane.fields.length !== entries.length) {
      pane.fields = entries.map(() => [make('dt'), make('dd')]);
      pane.list.replaceChildren(...pane.fields.map(([name, text]) => make('div', null, name, text)));
    }
    entries.forEach(([name, text], index) => {
      const [nameCell, textCell] = pane.fields[index];
      if (nameCell.textContent !== name) nameCell.textContent = name;
      if (textCell.textContent !== text) textCell.textContent = text;
    });
  },
};

function startPlayer() {
  if (!runs[0].tracks.length) {
    hideSection('replay', true);
    return;
  }
  $('stage').classList.toggle('of-several', isCompared);
  runs.forEach((run, side) => {
    const name = isCompared ? sentence(sideName(side)) : '';
    const pane = { plan: new Plan(''), lanes: new Lanes(name), fields: [],
      list: make('dl', { 'aria-label': isCompared ? `At the cursor, ${name}` : 'At the cursor' }) };
    player.panes.push(pane);
  });
  for (const { plan, list, lanes } of sides.map(side => player.panes[side])) {
    $('plans').append(plan.element);
    $('now').append(list);
    $('lanes').append(lanes.element);
  }
  runs[0].scenarios.forEach((scenario, number) => {
    const options = runs[0].tracks.map((track, index) => [track, index])
      .filter(([track]) => track.s === number)
      .map(([track, index]) => make('option', { value: index }, label(runs[0], track)));
    if (!options.length) return;
    $('device').append(runs[0].scenarios.length > 1
      ? make('optgroup', { label: scenario.name }, options) : options.length ? options : null);
    if (runs[0].scenarios.length === 1) $('device').replaceChildren(...options);
  });
  $('device').closest('label').hidden = runs[0].tracks.length < 2;
  const texts = { path: 'True path', fixes: 'All fixes', accuracy: 'Accuracy',
    particles: 'Particles', transmitters: 'Transmitters', others: 'Other devices', plans: 'Floor plans',
    errors: 'Errors by position' };
  // Hundreds of access points hide a town's streets, so they are shown on demand.
  const most = Math.max(0, ...runs.flatMap(run => run.venues.map(one => one.transmitters.length)));
  layers.transmitters = most <= 200;
  const hasClouds = runs.some(run => run.tracks.some(track => track.clouds && track.clouds[0]));
  if (!hasClouds) delete texts.particles;
  if (!plans.length) delete texts.plans;
  if (!runs[0].tracks.some(track => runs[0].tracks.some(other => other !== track && isBeside(track, other)))) {
    delete texts.others;
  }
  if (!hasErrors) delete texts.errors;
  for (const item of document.querySelectorAll('.key .of-clouds')) item.hidden = !hasClouds;
  for (const [name, text] of Object.entries(texts)) {
    $('checks').append(make('label', { class: 'check' }, make('input', {
      type: 'checkbox', id: `layer-${name}`, checked: layers[name],
      onchange: event => { layers[name] = event.target.checked; player.show(); },
    }), text));
  }
  $('device').addEventListener('change', () => player.choose(Number($('device').value)));
  $('play').addEventListener('click', () => player.toggle());
  $('scrub').addEventListener('input', () => player.seek(Number($('scrub').value)));
  $('span').addEventListener('change', () => player.show());
  $('zoom-in').addEventListener('click', () => zoom(1.4));
  $('zoom-out').addEventListener('click', () => zoom(1 / 1.4));
  $('zoom-fit').addEventListener('click', () => player.fit());
  $('stage').addEventListener('keydown', event => {
    const isBusy = event.target.closest('button, select, input[type=checkbox], input[type=radio]');
    if (event.key === ' ' && !isBusy) { event.preventDefault(); player.toggle(); }
  });
  redraws.push(() => player.show());
  addEventListener('resize', () => (player.isFramed ? player.fit() : player.show()));
  openMoment();
}
