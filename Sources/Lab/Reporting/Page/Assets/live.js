// Reloads a served report when its run has changed, and links the list of runs.

const { version, list } = document.currentScript.dataset;

if (list) {
  const link = document.createElement('a');
  link.href = list;
  link.textContent = 'All runs';
  document.querySelector('nav').prepend(link);
}
if (new URLSearchParams(location.search).has('token')) history.replaceState(null, '', location.pathname);

async function look() {
  if (!document.hidden) {
    try {
      const response = await fetch(location.href, { method: 'HEAD', cache: 'no-store' });
      const tag = response.headers.get('ETag');
      if (response.ok && tag && tag !== `"${version}"`) {
        location.reload();
        return;
      }
    } catch (error) {
      // The server has ended; the page stays.
    }
  }
  setTimeout(look, 1500);
}
setTimeout(look, 1500);
