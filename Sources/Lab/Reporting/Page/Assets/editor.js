// The plan editor's start: the list of venues, or one of them.

nameTheme();

function showDiff() {
  $('changes-note').textContent = state.problems.length
    ? `${plural(state.problems.length, 'problem')} in the venue; new ones prevent saving.`
    : "'venuesim check' accepts the venue.";
  const kinds = { '+': 'added', '-': 'removed', '@': 'where' };
  $('diff').replaceChildren(...state.diff.map(([mark, text]) =>
    make('span', { class: kinds[mark] }, mark === '@' ? `@ ${text}` : `${mark} ${text}`)));
  $('changes').showModal();
}

async function listVenues() {
  $('list').hidden = false;
  const { venues } = await request('/edit/venues');
  $('venues').replaceChildren(...venues.map(({ path: file, name }) => make('li', {},
    make('a', { href: `/edit?${new URLSearchParams({ venue: file })}` }, name), ' ', make('small', {}, file))));
  if (!venues.length) {
    $('venues').replaceChildren(make('li', {}, "No venue is in this folder; 'venuesim new venue' creates one."));
  }
}

async function open() {
  $('title').textContent = venueName;
  accept(await request(`/edit/venue?${new URLSearchParams({ venue: venueName })}`));
  if (!state.plan) {
    $('editor').hidden = false;
    notify('The file has mistakes that prevent a drawing; mend these lines first, and load the page again.', 'bad');
    showProblems();
    return;
  }
  for (const id of ['editor', 'actions', 'level-label']) $(id).hidden = false;
  const ground = state.plan.levels.findIndex(floor => floor.ordinal >= 0);
  state.level = state.plan.levels.length ? Math.max(0, ground) : -1;
  showView();
  redrawAll();
  fit();
}

$('undo').addEventListener('click', undo);
$('redo').addEventListener('click', redo);
$('save').addEventListener('click', () => queue(showDiff));
$('write').addEventListener('click', () => {
  $('changes').close();
  save();
});
$('cancel').addEventListener('click', () => $('changes').close());
$('finish').addEventListener('click', finish);
$('zoom-in').addEventListener('click', () => zoom(1.25));
$('zoom-out').addEventListener('click', () => zoom(0.8));
$('fit').addEventListener('click', fit);
$('level').addEventListener('change', event => {
  state.level = Number(event.target.value);
  state.selected = null;
  useTool('select');
  fit();
});
$('form').addEventListener('submit', event => event.preventDefault());
addEventListener('beforeunload', event => {
  if (state.steps.length) event.preventDefault();
});

(venueName ? open() : listVenues()).catch(error => notify(error.message, 'bad'));
