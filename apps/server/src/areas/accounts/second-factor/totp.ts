import { Secret, TOTP } from 'otpauth';

/** The parameters that every authenticator app supports: SHA-1, six digits, thirty seconds (RFC 6238). */
const STEP_SECONDS = 30;
/** How many time steps a code may be early or late, because the clocks of phones are not exact. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** Creates a secret, in the Base32 form that people can type into an authenticator app. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

const totpOf = (secret: string, label: string) =>
  new TOTP({
    issuer: 'Quayside',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period: STEP_SECONDS,
    secret: Secret.fromBase32(secret),
  });

/** The otpauth:// URI that the QR code contains. */
export const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step to which a code belongs; undefined if the code matches no step near `at`. */
export function stepOf(secret: string, code: string, at: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: at.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / STEP_SECONDS) + delta;
}
