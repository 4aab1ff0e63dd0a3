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

/** Finds the master keys, makes the first where nothing was sealed yet, and refuses to start without those that are needed. */
export async function openSecrets({ config, db, clock, random }: Parts): Promise<Secrets> {
  const folder = join(config.dataDir, 'keys');
  const where = config.secretsKey === undefined ? folder : 'SECRETS_KEY';
  const keys = config.secretsKey === undefined ? await masterKeysOf(folder, await listKnownKeys(db), random) : parseMasterKeys(config.secretsKey);
  // Those that are needed first, so that a wrong key is not remembered beside them.
  checkKnown(keys, await listKnownKeys(db), where);
  await rememberKeys(
    db,
    [...keys].map(([version, key]) => ({ version, proof: proofOf(key) })),
    clock.now(),
  );
  // Another process may have been first with another key.
  checkKnown(keys, await listKnownKeys(db), where);
  return createAesSecrets(keys, random);
}
