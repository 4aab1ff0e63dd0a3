import type { Secrets } from '../../../ports/secrets.ts';

/**
 * The name of the cookie that identifies the browser. Browsers send the cookie only with the calls that limit password
 * guessing.
 */
export const deviceCookieName = ({ isHttps }: { readonly isHttps: boolean }): string =>
  isHttps ? '__Secure-quayside_device' : 'quayside_device';
export const DEVICE_PATHS = ['/api/v2/gateway/authenticate', '/api/v2/auth/forgotten-password'] as const;

/** The maximum number of people to remember per browser. It limits the size of the cookie. */
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
 * The key under which a browser is known to a person. The key changes when the person turns on a second factor, so from
 * then on a browser becomes known only after a code was entered in it. Otherwise somebody who has only the password
 * could guess codes from a known browser.
 */
export const knownAs = (personId: string, factorId: string | null | undefined): string =>
  factorId ? `${personId}/${factorId}` : personId;

/**
 * Returns the id of this browser if the person has signed in with it before. The id grants no access. It only makes
 * wrong passwords from this browser count separately, so that an attacker elsewhere cannot lock the person out.
 */
export function knownDevice(secrets: Secrets, cookie: string | undefined, personId: string): string | undefined {
  for (const sealed of entriesOf(cookie)) {
    const device = open(secrets, sealed, personId);
    if (device !== undefined) return device;
  }
  return undefined;
}

/**
 * Returns the new value of the cookie after a sign-in. The cookie still lists the other people who have signed in with
 * this browser; above the maximum, the person who signed in least recently is dropped.
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
