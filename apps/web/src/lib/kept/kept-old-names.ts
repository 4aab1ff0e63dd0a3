/** The storage keys of an earlier version of the app, which stored each value under a separate key. */
const OLD = ['session', 'look', 'drawer', 'documentPane', 'invoiceDocument', 'palette', 'verify-hidden'].map(
  (name) => `quayside.${name}`,
);
const OLD_GRID = 'quayside.grid.';

/**
 * Moves values from the storage keys of an earlier version to the five current keys, once. The values are validated
 * when they are read. Recent palette records and the dismissed reminder are not moved.
 */
export function migrateOldNames(): void {
  try {
    const keys = Object.keys(localStorage);
    const gridKeys = keys.filter((key) => key.startsWith(OLD_GRID));
    if (gridKeys.length === 0 && !OLD.some((key) => keys.includes(key))) return;
    setIfAbsent('quayside.auth', dataOf('quayside.session'));
    const scheme = field(dataOf('quayside.look'), 'scheme');
    setIfAbsent('quayside.app', {
      darkMode: scheme === 'dark',
      theme: scheme,
      onboarding: {},
      layout: {
        isDrawerMini: field(dataOf('quayside.drawer'), 'isMini'),
        documentPane: dataOf('quayside.documentPane'),
        isDocumentHidden: field(dataOf('quayside.invoiceDocument'), 'isHidden'),
      },
    });
    setIfAbsent('quayside.grid', Object.fromEntries(gridKeys.map((key) => [key.slice(OLD_GRID.length), dataOf(key)])));
    for (const key of [...OLD, ...gridKeys]) localStorage.removeItem(key);
  } catch {
    // Storage is full or unavailable (for example in a private window), so migrate nothing.
  }
}

function dataOf(key: string): unknown {
  try {
    return field(JSON.parse(localStorage.getItem(key) ?? 'null'), 'data');
  } catch {
    return undefined;
  }
}
const field = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

function setIfAbsent(key: string, data: unknown): void {
  if (data !== undefined && localStorage.getItem(key) === null)
    localStorage.setItem(key, JSON.stringify({ v: 1, data }));
}
