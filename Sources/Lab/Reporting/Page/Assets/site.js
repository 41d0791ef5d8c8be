// The start of a served page: the script of the page that has its elements.

// Asks for a text again and again, while the page is visible. The task returns the pause in milliseconds.
function poll(path, place, task) {
  async function ask() {
    let pause = 2000;
    if (!document.hidden) {
      try {
        const response = await fetch(path, { cache: 'no-store' });
        const text = await response.text();
        if (response.ok) pause = task(text);
        else $(place).textContent = `The server rejects the request: ${JSON.parse(text).error}`;
      } catch (error) {
        $(place).textContent = 'The server does not answer: start venuesim again, and open the address that it prints.';
      }
    }
    setTimeout(ask, pause);
  }
  ask();
}

// The token is in a cookie now, and need not stay in the address and the history.
if (new URLSearchParams(location.search).has('token')) history.replaceState(null, '', location.pathname);
redrawAll();
for (const link of document.querySelectorAll('nav a')) {
  if (link.pathname === location.pathname) link.setAttribute('aria-current', 'page');
}
if ($('rows')) startRuns();
if ($('run-state')) startProgress();
