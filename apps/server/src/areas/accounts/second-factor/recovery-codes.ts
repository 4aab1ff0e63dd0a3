import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@quayside/contracts/accounts/second-factor';

/**
 * The 32 digits and letters of recovery codes; characters that look alike are left out. Each character carries 5 bits.
 */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz0';
const GROUPS = 6;
const GROUP = 4;

/** Creates ten codes such as `k3fw-9xq2-…`, each with 120 random bits. */
export const newRecoveryCodes = (random: (size: number) => Buffer = randomBytes): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => newCode(random));

function newCode(random: (size: number) => Buffer): string {
  const signs = [...random(GROUPS * GROUP)].map((byte) => SIGNS[byte % SIGNS.length]).join('');
  return signs.replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/** The hash of a recovery code. A code may be typed with or without dashes. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('-', '')).digest();
