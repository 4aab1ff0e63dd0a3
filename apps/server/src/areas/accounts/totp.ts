import { Secret, TOTP } from 'otpauth';

/** The parameters that every authenticator app supports: SHA-1, six digits, thirty seconds (RFC 6238). */
export const STEP_SECONDS = 30;
/** Accept one time step before and after, because the clocks of phones are not exact. */
const WINDOW = 1;
const SECRET_BYTES = 20;

/** A new secret, in Base32 as people type it. */
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

/** The otpauth:// address in the QR code. */
export const uriOf = (secret: string, email: string): string => totpOf(secret, email).toString();

/** The time step of this code; undefined if no step near `at` has it. */
export function stepOf(secret: string, code: string, at: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = totpOf(secret, '').validate({ token: code, timestamp: at.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(at.getTime() / 1000 / STEP_SECONDS) + delta;
}
