/** Names under which an earlier version kept things, each alone. */
const OLD = ['session', 'look', 'drawer', 'documentPane', 'invoiceDocument', 'palette', 'verify-hidden'].map((name) => `quayside.${name}`);
const OLD_GRID = 'quayside.grid.';

/** Brings what was kept under the former names into the five, once; whoever reads them checks it. Palette and reminder start afresh. */
export function migrateOldNames(): void {
  try {
    const keys = Object.keys(localStorage);
    const gridKeys = keys.filter((key) => key.startsWith(OLD_GRID));
    if (gridKeys.length === 0 && !OLD.some((key) => keys.includes(key))) return;
    putUnlessThere('quayside.auth', dataOf('quayside.session'));
    const scheme = field(dataOf('quayside.look'), 'scheme');
    putUnlessThere('quayside.app', {
      darkMode: scheme === 'dark',
      theme: scheme,
      onboarding: {},
      layout: {
        isDrawerMini: field(dataOf('quayside.drawer'), 'isMini'),
        documentPane: dataOf('quayside.documentPane'),
        isDocumentHidden: field(dataOf('quayside.invoiceDocument'), 'isHidden'),
      },
    });
    putUnlessThere('quayside.grid', Object.fromEntries(gridKeys.map((key) => [key.slice(OLD_GRID.length), dataOf(key)])));
    for (const key of [...OLD, ...gridKeys]) localStorage.removeItem(key);
  } catch {
    // No storage (a private window), or a full one: nothing comes over.
  }
}

function dataOf(key: string): unknown {
  try {
    return field(JSON.parse(localStorage.getItem(key) ?? 'null'), 'data');
  } catch {
    return undefined;
  }
}
const field = (value: unknown, name: string): unknown => (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined);

function putUnlessThere(key: string, data: unknown): void {
  if (data !== undefined && localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify({ v: 1, data }));
}
