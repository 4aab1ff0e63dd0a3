/**
 * Browsers and systems with the pattern that identifies each. The first match counts, because browsers also include the
 * names of others.
 */
const BROWSERS: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\b(?:OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
  ['curl', /^curl\//],
];
const SYSTEMS: readonly (readonly [string, RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b/],
];

const nameIn = (names: readonly (readonly [string, RegExp])[], agent: string): string | null =>
  names.find(([, sign]) => sign.test(agent))?.[0] ?? null;

/** The names of browser and system from a User-Agent header; null where it is unknown. */
export const deviceOf = (
  agent: string | null,
): { readonly browser: string | null; readonly system: string | null } => ({
  browser: nameIn(BROWSERS, agent ?? ''),
  system: nameIn(SYSTEMS, agent ?? ''),
});
