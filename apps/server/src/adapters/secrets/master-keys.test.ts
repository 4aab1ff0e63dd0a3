import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '../../config.ts';
import { checkKnown, masterKeysOf, parseMasterKeys, proofOf } from './master-keys.ts';

const GOOD = randomBytes(32).toString('base64');
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-keys-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));
const mode = (path: string) => (statSync(path).mode & 0o777).toString(8);

describe('master keys from the environment', () => {
  it('may be one, or several with the oldest first', () => {
    const [first, second] = [randomBytes(32), randomBytes(32)];
    expect([...parseMasterKeys(` ${first.toString('base64')} `)]).toEqual([[1, first]]);
    expect([...parseMasterKeys(`${first.toString('base64')}, ${second.toString('base64url')}`)]).toEqual([
      [1, first],
      [2, second],
    ]);
  });

  it.each([
    ['short', randomBytes(16).toString('base64')],
    ['long', randomBytes(33).toString('base64')],
    ['empty', ' '],
    ['not base64', 'this is a long sentence that is no key at all!!'],
    ['only zeros', Buffer.alloc(32).toString('base64')],
    ['one byte over and over', Buffer.alloc(32, 65).toString('base64')],
    ['good, and then short', `${GOOD},AAAA`],
  ])('are refused when %s, with how to make one and without the key', (_, text) => {
    expect(() => parseMasterKeys(text)).toThrow(/^SECRETS_KEY .*Make one with: node -e/);
    try {
      parseMasterKeys(text);
    } catch (error) {
      for (const part of text.split(',').filter((p) => p.trim().length > 4)) expect(String(error)).not.toContain(part);
    }
  });

  it('are required with an external database, and the error says how to make one', () => {
    const env = { DATABASE_URL: 'postgres://quayside@127.0.0.1/quayside' };
    expect(() => readConfig(env)).toThrow(/^SECRETS_KEY: .*Make one with: node -e/);
    expect(readConfig({ ...env, SECRETS_KEY: GOOD }).secretsKey).toBe(GOOD);
    expect(readConfig({}).secretsKey).toBeUndefined();
  });
});

describe('master keys in the data folder', () => {
  it('are created once, readable by the owner only, and stay the same', async () => {
    const keys = join(folder, 'data', 'keys');
    const made = await masterKeysOf(keys, []);
    expect([mode(keys), readdirSync(keys), mode(join(keys, 'secrets-1.key'))]).toEqual([
      '700',
      ['secrets-1.key'],
      '600',
    ]);
    expect(Buffer.from(readFileSync(join(keys, 'secrets-1.key'), 'utf8'), 'base64')).toEqual(made.get(1));
    expect(await masterKeysOf(keys, [])).toEqual(made);
    expect(await masterKeysOf(keys, [{ version: 1, proof: proofOf(made.get(1) ?? Buffer.alloc(0)) }])).toEqual(made);
  });

  it('make a folder private that was readable by others', async () => {
    const keys = join(folder, 'keys');
    mkdirSync(keys, { mode: 0o755 });
    await masterKeysOf(keys, []);
    expect(mode(keys)).toBe('700');
  });

  it('are not created again if something was sealed before', async () => {
    const keys = join(folder, 'keys');
    const known = [{ version: 1, proof: proofOf(randomBytes(32)) }];
    const found = await masterKeysOf(keys, known);
    expect([found.size, readdirSync(folder)]).toEqual([0, []]);
    expect(() => checkKnown(found, known, keys)).toThrow(`Master key 1 is missing in ${keys}`);
  });

  it('are refused by file name if one is truncated', async () => {
    writeFileSync(join(folder, 'secrets-1.key'), GOOD.slice(0, 20));
    await expect(masterKeysOf(folder, [])).rejects.toThrow(
      `${join(folder, 'secrets-1.key')} has to be 32 bytes in base64`,
    );
  });

  it('may be several', async () => {
    await masterKeysOf(folder, []);
    writeFileSync(join(folder, 'secrets-2.key'), `${GOOD}\n`);
    expect([...(await masterKeysOf(folder, [])).keys()]).toEqual([1, 2]);
  });
});

describe('a start with known keys', () => {
  const key = randomBytes(32);
  const known = [{ version: 1, proof: proofOf(key) }];
  it('succeeds with the key that sealed the data, also beside a newer one', () => {
    expect(() => checkKnown(new Map([[1, key]]), known, 'SECRETS_KEY')).not.toThrow();
    expect(() =>
      checkKnown(
        new Map([
          [1, key],
          [2, randomBytes(32)],
        ]),
        known,
        'SECRETS_KEY',
      ),
    ).not.toThrow();
  });
  it('is refused with a different key in its place', () => {
    expect(() => checkKnown(new Map([[1, randomBytes(32)]]), known, 'SECRETS_KEY')).toThrow(
      'Master key 1 in SECRETS_KEY is another one',
    );
  });
});
