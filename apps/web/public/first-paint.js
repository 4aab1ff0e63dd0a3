// Runs before the first paint, so that a dark screen never flashes white. Reads the value that src/lib/kept-state.ts
// stores.
(function () {
  var scheme = 'auto';
  try {
    var kept = JSON.parse(localStorage.getItem('quayside.app') || 'null');
    if (kept && kept.data && (kept.data.theme === 'light' || kept.data.theme === 'dark')) scheme = kept.data.theme;
  } catch {
    // Storage is unavailable or holds something else, so follow the system.
  }
  if (scheme === 'auto')
    scheme = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
