import { join } from 'node:path';
import type { Config } from '../../config.ts';
import type { Database } from '../../db/pool.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Secrets } from '../../ports/secrets.ts';
import { createAesSecrets } from './aes-secrets.ts';
import { listKnownKeys, rememberKeys } from './known-keys.queries.ts';
import { checkKnown, masterKeysOf, parseMasterKeys, proofOf } from './master-keys.ts';

interface Parts {
  readonly config: Pick<Config, 'dataDir' | 'secretsKey'>;
  readonly db: Database;
  readonly clock: Clock;
  readonly random?: ((size: number) => Buffer) | undefined;
}

/**
 * Loads the master keys. Creates the first one if none has been in use, and throws if a key that was in use is missing.
 */
export async function openSecrets({ config, db, clock, random }: Parts): Promise<Secrets> {
  const folder = join(config.dataDir, 'keys');
  const where = config.secretsKey === undefined ? folder : 'SECRETS_KEY';
  const keys =
    config.secretsKey === undefined
      ? await masterKeysOf(folder, await listKnownKeys(db), random)
      : parseMasterKeys(config.secretsKey);
  // Check before storing anything, so that a wrong key is never recorded as known.
  checkKnown(keys, await listKnownKeys(db), where);
  await rememberKeys(
    db,
    [...keys].map(([version, key]) => ({ version, proof: proofOf(key) })),
    clock.now(),
  );
  // Check again, because another process may have recorded a different key in the meantime.
  checkKnown(keys, await listKnownKeys(db), where);
  return createAesSecrets(keys, random);
}
