import { createHash, randomBytes } from 'node:crypto';

/** A 256-bit random bearer token; only its SHA-256 is stored. */
export const newToken = (): string => `qs_${randomBytes(32).toString('base64url')}`;
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
