import { hash, randomBytes } from 'node:crypto';

/** Creates a random 256-bit bearer token. Only its SHA-256 is stored. */
export const newToken = (): string => `qs_${randomBytes(32).toString('base64url')}`;
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');
