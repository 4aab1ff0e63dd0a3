import { createHash } from 'node:crypto';

/**
 * The master key that the bench's servers and the code that fills their database share: processes on one database must
 * have the same key.
 */
export const BENCH_SECRETS_KEY = createHash('sha256').update('the bench seals nothing that matters').digest('base64');
