import { randomBytes } from 'node:crypto';
import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import { openSecrets } from './open-secrets.ts';

const PLACE = { table: 't', column: 'c', accountId: 'a', rowId: 'r' };
let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
const start = (secretsKey?: string) =>
  openSecrets({ config: { dataDir: t.deps.config.dataDir, secretsKey }, db: t.deps.db, clock: t.deps.clock });
const folder = () => join(t.deps.config.dataDir, 'keys');

describe('a server start', () => {
  it('creates the key in the data folder, readable by the owner only, and the next start uses it', async () => {
    expect([statSync(folder()).mode & 0o777, statSync(join(folder(), 'secrets-1.key')).mode & 0o777]).toEqual([
      0o700, 0o600,
    ]);
    expect((await start()).open(t.deps.secrets.seal('x', PLACE), PLACE)).toBe('x');
  });

  it('is refused with a different key, which is not recorded', async () => {
    const other = randomBytes(32).toString('base64');
    await expect(start(other)).rejects.toThrow('Master key 1 in SECRETS_KEY is another one');
    await expect(start(`${other},${randomBytes(32).toString('base64')}`)).rejects.toThrow(
      'Master key 1 in SECRETS_KEY is another one',
    );
    expect(await t.deps.db.selectFrom('secrets_key').select('version').execute()).toEqual([{ version: 1 }]);
  });

  it('is refused without the key used before, instead of creating a new one', async () => {
    rmSync(folder(), { recursive: true });
    await expect(start()).rejects.toThrow(`Master key 1 is missing in ${folder()}`);
  });
});
