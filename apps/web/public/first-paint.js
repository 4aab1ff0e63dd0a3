// Runs before anything is painted, so that a dark screen never flashes white. Reads what src/lib/look.ts keeps.
(function () {
  var scheme = 'auto';
  try {
    var kept = JSON.parse(localStorage.getItem('quayside.look') || 'null');
    if (kept && kept.data && (kept.data.scheme === 'light' || kept.data.scheme === 'dark')) scheme = kept.data.scheme;
  } catch {
    // No storage or not ours: the system's own scheme.
  }
  if (scheme === 'auto') scheme = window.matchMedia && window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
