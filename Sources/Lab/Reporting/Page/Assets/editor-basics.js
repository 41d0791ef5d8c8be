// Basics of the plan editor: elements, requests, messages, colours.

const $ = id => document.getElementById(id);

// Text from files is inserted as text nodes, never as markup.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat()) {
    if (child !== null && child !== undefined) element.append(child);
  }
  return element;
}

function draw(tag, attributes, ...children) {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children.flat());
  return element;
}

const venueName = new URLSearchParams(location.search).get('venue');

// A message at the top of the page: an error, a success, or neutral.
function notify(text, kind = '') {
  $('message').textContent = text;
  $('message').className = kind;
}

// The JSON of a response; an error with the server's message.
async function request(path, body) {
  let response;
  try {
    response = await fetch(path, body === undefined ? {} : {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body),
    });
  } catch {
    throw new Error("the command 'venuesim' doesn't answer; has it ended?");
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const error = new Error(answer.error || `the server answers with status ${response.status}`);
    error.status = response.status;
    throw error;
  }
  return answer;
}

const near = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);
const plus = (a, b) => [a[0] + b[0], a[1] + b[1]];
const minus = (a, b) => [a[0] - b[0], a[1] - b[1]];
function turned([x, y], angle) {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c * x - s * y, s * x + c * y];
}
const millimetres = value => Math.round(value * 1000) / 1000 + 0;
const metres = value => `${millimetres(value)} m`;
const pair = point => point.map(metres);

const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const titles = { access_point: 'Access point', beacon: 'Beacon', place: 'Place', room: 'Room', wall: 'Wall',
  door: 'Door', fixture: 'Fixture' };

// Light or dark: the system's scheme unless the user chooses.
const wantsDark = matchMedia('(prefers-color-scheme: dark)');
function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : wantsDark.matches;
}
function nameTheme() {
  $('theme').textContent = isDark() ? 'Light' : 'Dark';
  $('theme').setAttribute('aria-label', isDark() ? 'Light: use light colours' : 'Dark: use dark colours');
}
$('theme').addEventListener('click', () => {
  document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
  nameTheme();
});
wantsDark.addEventListener('change', nameTheme);
