import type { Secrets } from '../../ports/secrets.ts';

/** The cookie that identifies the browser. It is sent only to the calls that limit password guessing. */
export const deviceCookieName = ({ isHttps }: { readonly isHttps: boolean }): string =>
  isHttps ? '__Secure-quayside_device' : 'quayside_device';
export const DEVICE_PATHS = ['/api/v2/gateway/authenticate', '/api/v2/auth/forgotten-password'] as const;

/** The most people per browser, which limits the size of the cookie. */
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
 * The key for which a browser is known to a person. It changes with the second factor: only a browser in which a code
 * was entered is known then, so that a person who only had the password cannot use a known browser to guess codes.
 */
export const knownAs = (personId: string, factorId: string | null | undefined): string =>
  factorId ? `${personId}/${factorId}` : personId;

/**
 * The id of this browser if the person has signed in with it before. It grants no access: wrong passwords from it are
 * counted separately, so that an attacker cannot lock the person out.
 */
export function knownDevice(secrets: Secrets, cookie: string | undefined, personId: string): string | undefined {
  for (const sealed of entriesOf(cookie)) {
    const device = open(secrets, sealed, personId);
    if (device !== undefined) return device;
  }
  return undefined;
}

/** The cookie after a sign-in. Other people of this browser stay in it; the least recent one is dropped first. */
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
