import { createHash, randomBytes } from 'node:crypto';
import { RECOVERY_CODES } from '@quayside/contracts/second-factor';

/** Digits and letters without those that look alike: 32 of them, 5 bits each. */
const SIGNS = '23456789abcdefghjkmnpqrstuvwxyz0';
const GROUPS = 6;
const GROUP = 4;

/** Ten codes such as `k3fw-9xq2-…`; 120 bits each. */
export const newRecoveryCodes = (random: (size: number) => Buffer = randomBytes): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => newCode(random));

function newCode(random: (size: number) => Buffer): string {
  const signs = [...random(GROUPS * GROUP)].map((byte) => SIGNS[byte % SIGNS.length]).join('');
  return signs.replaceAll(new RegExp(`.{${GROUP}}(?=.)`, 'g'), '$&-');
}

/** The hash of a code, typed with or without dashes. */
export const hashRecoveryCode = (code: string): Buffer =>
  createHash('sha256').update(code.replaceAll('-', '')).digest();
