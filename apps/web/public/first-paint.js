// Runs before anything is painted, so that a dark screen never flashes white. Reads what src/lib/kept-state.ts keeps.
(function () {
  var scheme = 'auto';
  try {
    var kept = JSON.parse(localStorage.getItem('quayside.app') || 'null');
    if (kept && kept.data && (kept.data.theme === 'light' || kept.data.theme === 'dark')) scheme = kept.data.theme;
  } catch {
    // No storage or not ours: the system's own scheme.
  }
  if (scheme === 'auto')
    scheme = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
