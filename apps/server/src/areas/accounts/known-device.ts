import type { Secrets } from '../../ports/secrets.ts';

/** The cookie that names the browser. It goes to those calls alone that ask who might be guessing. */
export const deviceCookieName = ({ isHttps }: { readonly isHttps: boolean }): string =>
  isHttps ? '__Secure-quayside_device' : 'quayside_device';
export const DEVICE_PATHS = ['/api/v2/gateway/authenticate', '/api/v2/auth/forgotten-password'] as const;

/** People who share a browser; more would make the cookie large. */
const MOST_PEOPLE = 5;
const BETWEEN = '~';
const placeOf = (personId: string) => ({ table: 'person', column: 'known_device', accountId: '', rowId: personId });

function open(secrets: Secrets, sealed: string, personId: string): string | undefined {
  try {
    return secrets.open(sealed, placeOf(personId));
  } catch {
    return undefined;
  }
}

const entriesOf = (cookie: string | undefined): string[] =>
  (cookie ?? '').split(BETWEEN).filter(Boolean).slice(0, MOST_PEOPLE);

/**
 * Under which name browsers are known to a person. With a second factor it is another one: only a browser in which a
 * code of it was typed counts, so that who knew the password before cannot have collected known browsers to guess codes
 * from.
 */
export const knownAs = (personId: string, factorId: string | null | undefined): string =>
  factorId ? `${personId}/${factorId}` : personId;

/**
 * The name of this browser, where this person has signed in with it before. It opens nothing by itself: wrong passwords
 * that come with it are counted apart, so that strangers who guess do not lock its owner out.
 */
export function knownDevice(secrets: Secrets, cookie: string | undefined, personId: string): string | undefined {
  for (const sealed of entriesOf(cookie)) {
    const device = open(secrets, sealed, personId);
    if (device !== undefined) return device;
  }
  return undefined;
}

/**
 * The cookie of a browser in which this person has just signed in; others who did keep their place, the longest ago
 * goes first.
 */
export function rememberDevice(
  secrets: Secrets,
  cookie: string | undefined,
  personId: string,
  newDevice: () => string,
): string {
  const device = knownDevice(secrets, cookie, personId) ?? newDevice();
  const others = entriesOf(cookie).filter((sealed) => open(secrets, sealed, personId) === undefined);
  return [secrets.seal(device, placeOf(personId)), ...others].slice(0, MOST_PEOPLE).join(BETWEEN);
}
