import { createHash } from 'node:crypto';

/**
 * The bench's servers and the code that fills their database share one master key, as processes on one database must.
 */
export const BENCH_SECRETS_KEY = createHash('sha256').update('the bench seals nothing that matters').digest('base64');
