import { createHash } from 'node:crypto';

/** The servers of the bench and what fills their database share one master key, as processes on one database have to. */
export const BENCH_SECRETS_KEY = createHash('sha256').update('the bench seals nothing that matters').digest('base64');
