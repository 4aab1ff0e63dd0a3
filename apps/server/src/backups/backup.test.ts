import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { visitCluster } from '../db/embedded/visit.ts';
import { openFileStore } from '../open-file-store.ts';
import { aboutEntry, readBackup, skip } from './read-backup.ts';
import { encrypt } from './encryption.ts';
import { restoreBackup, verifyBackup } from './restore-backup.ts';
import { type Entry, fileEntry, packTar } from './tar.ts';
import { writeBackup } from './write-backup.ts';
import { pdfOf } from '../testing/documents.ts';
import { type OwnServer, startOwnServer } from '../testing/own-server.ts';
import { runScript } from '../testing/run-script.ts';

const PASSPHRASE = { BACKUP_PASSPHRASE: 'seven ferries to Hull' };
let server: OwnServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'quayside-backup-'));
  chmodSync(folder, 0o755);
  server = await startOwnServer();
}, 120_000);
// If the server did not start, `server` is undefined, and `startOwnServer` has already removed its files.
afterAll(async () => {
  await (server as OwnServer | undefined)?.remove();
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const run = (command: string, file: string, env: Record<string, string>) => runScript(command, [file], env);

async function upload(text: string): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(pdfOf([[text]]))]), 'a.pdf');
  const answer = await fetch(`${server.api}/documents/${server.userId}`, {
    method: 'POST',
    headers: server.headers,
    body: form,
  });
  if (answer.status !== 201) throw new Error(`${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as { id: string }).id;
}

/** The documents that a database contains, each with its file. */
const documentsIn = (dataDir: string) =>
  visitCluster(dataDir, async ({ superuserUrl }) => {
    const client = new pg.Client({ connectionString: superuserUrl });
    await client.connect();
    try {
      const { rows } = await client.query<{ id: string; key: string; sha256: string }>(
        'select document_id as id, storage_key as key, sha256 from document_version order by document_id',
      );
      return rows;
    } finally {
      await client.end();
    }
  });
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** The beginning of a backup whose database has run these migrations. */
async function* smallBackup(migrations: readonly string[] = []): AsyncGenerator<Entry> {
  yield fileEntry(...aboutEntry(new Date(), migrations));
  yield fileEntry('database/data/PG_VERSION', Buffer.from('18'));
}
const silent = () => undefined;
/** An installation with the embedded database in this folder. */
const placeIn = (dataDir: string) => ({
  dataDir,
  filesDir: join(dataDir, 'files'),
  databaseUrl: undefined,
  backupPassphrase: undefined,
});
/** Why something is refused. It runs in this process, where a planted fault is in its source. */
const refusalOf = (tried: Promise<unknown>): Promise<string> =>
  tried.then(
    () => 'accepted',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
async function bytesOf(parts: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

describe('a backup', { timeout: 120_000 }, () => {
  const at = (name: string) => join(folder, name);

  it('of a running installation that is being written to is restored elsewhere, complete and consistent', async () => {
    const acknowledged = [];
    for (let n = 0; n < 5; n += 1) acknowledged.push(await upload(`Invoice ${n}`));
    let isWriting = true;
    const writer = (async () => {
      for (let n = 0; isWriting; n += 1) {
        await upload(`Meanwhile ${n}`);
        await sleep(100);
      }
    })();
    const env = { DATA_DIR: server.dataDir, ...PASSPHRASE };
    const written = await run('backup', at('running'), env);
    isWriting = false;
    await writer;
    expect(written).toMatchObject({ code: 0, said: expect.stringContaining('was read again without an error') });
    expect(statSync(at('running')).mode & 0o777).toBe(0o600);
    expect(readFileSync(at('running')).includes('Invoice')).toBe(false);

    const dataDir = at('restored');
    const restored = await run('restore', at('running'), { DATA_DIR: dataDir, ...PASSPHRASE });
    expect(restored).toMatchObject({
      code: 0,
      said: expect.stringMatching(/Restored the backup of .*: \d+ rows in \d+ tables/),
    });
    const documents = await documentsIn(dataDir);
    expect(documents.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
    for (const { key, sha256: named } of documents) expect(sha256(join(dataDir, 'files', key))).toBe(named);
    expect(readdirSync(join(dataDir, 'keys'))).toEqual(['secrets-1.key']);
    const keyIn = (dir: string) => readFileSync(join(dir, 'keys', 'secrets-1.key'), 'utf8');
    expect(keyIn(dataDir)).toBe(keyIn(server.dataDir));

    const again = await run('restore', at('running'), { DATA_DIR: dataDir, ...PASSPHRASE });
    expect(again).toMatchObject({ code: 1, said: expect.stringContaining('is not empty') });
    const overwritten = await run('backup', at('running'), env);
    expect(overwritten).toMatchObject({ code: 1, said: expect.stringContaining('exists already') });
  });

  it('that is damaged, cut off or opened with another passphrase is refused with an explanation', async () => {
    const bytes = readFileSync(at('running'));
    const check = async (changed: Buffer, passphrase?: string) => {
      writeFileSync(at('changed'), changed);
      return readBackup(at('changed'), passphrase, skip).catch((error: unknown) => String(error));
    };
    const passphrase = PASSPHRASE.BACKUP_PASSPHRASE;
    const damaged = Buffer.from(bytes);
    damaged[bytes.length >> 1] = (damaged[bytes.length >> 1] ?? 0) ^ 1;
    expect(await check(damaged, passphrase)).toContain('The backup is damaged.');
    expect(await check(bytes.subarray(0, bytes.length - 1000), passphrase)).toMatch(/is incomplete or damaged/);
    expect(await check(bytes, 'another one')).toContain('The passphrase is wrong, or the backup is damaged.');
    expect(await check(bytes)).toContain('The backup is encrypted: set BACKUP_PASSPHRASE');
    expect(await check(Buffer.from('a letter'))).toContain('The backup is incomplete.');
    expect((await run('verify-backup', at('changed'), {})).said).toBe('The backup is incomplete.');
  });

  it('to which bytes were appended is refused, encrypted or not', async () => {
    const passphrase = PASSPHRASE.BACKUP_PASSPHRASE;
    const plain = await bytesOf(packTar(smallBackup()));
    const encrypted = await bytesOf(encrypt(packTar(smallBackup()), passphrase));
    const check = async (...bytes: Buffer[]) => {
      writeFileSync(at('appended'), Buffer.concat(bytes));
      return readBackup(at('appended'), passphrase, skip).then(
        () => 'accepted',
        (error: unknown) => String(error),
      );
    };
    const APPENDED = 'The backup is damaged: something was appended to it.';
    // Each check derives the key anew, which is slow on purpose.
    for (const more of [Buffer.from([0]), encrypted]) expect(await check(encrypted, more)).toContain(APPENDED);
    for (const more of [Buffer.from('more'), plain]) expect(await check(plain, more)).toContain(APPENDED);
    // A tape or a copy in blocks fills its last block with zeros, as tar itself does.
    expect(await check(plain, Buffer.alloc(10_240))).toBe('accepted');
    expect([await check(plain), await check(encrypted)]).toEqual(['accepted', 'accepted']);
  });

  it('leaves its place as it was while the passphrase is wrong, so that the next try is not refused', async () => {
    const small = await bytesOf(encrypt(packTar(smallBackup()), PASSPHRASE.BACKUP_PASSPHRASE));
    writeFileSync(at('small'), small);
    const dataDir = at('second-try');
    const restore = (backupPassphrase?: string) =>
      refusalOf(restoreBackup({ ...placeIn(dataDir), backupPassphrase }, at('small'), silent));
    expect(await restore('seven ferries to Hell')).toBe('The passphrase is wrong, or the backup is damaged.');
    expect(existsSync(dataDir)).toBe(false);
    expect(await restore()).toContain('set BACKUP_PASSPHRASE');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('that a newer release wrote is neither verified nor restored, and the release to start is named', async () => {
    writeFileSync(at('newer'), await bytesOf(packTar(smallBackup(['0001-foundation', '9999-of-tomorrow']))));
    const NEWER = /^The backup was written by a newer release of Quayside: start that one.* 9999-of-tomorrow/s;
    const dataDir = at('of-newer');
    expect(await refusalOf(verifyBackup(at('newer'), undefined, silent))).toMatch(NEWER);
    expect(await refusalOf(restoreBackup(placeIn(dataDir), at('newer'), silent))).toMatch(NEWER);
    expect(existsSync(dataDir)).toBe(false);
    for (const command of ['verify-backup', 'restore'])
      expect(await run(command, at('newer'), { DATA_DIR: dataDir })).toMatchObject({ code: 1 });
  });

  it('of data that a newer release wrote is refused before anything is copied', async () => {
    const change = (text: string) =>
      visitCluster(server.dataDir, async ({ superuserUrl }) => {
        const client = new pg.Client({ connectionString: superuserUrl });
        await client.connect();
        try {
          await client.query(text);
        } finally {
          await client.end();
        }
      });
    await change("insert into schema_migration values ('9999-of-tomorrow', now()::text)");
    try {
      const said: string[] = [];
      const config = placeIn(server.dataDir);
      const options = { config, fileStore: openFileStore(config) };
      const refused = await refusalOf(writeBackup(options, at('of-tomorrow'), (line) => said.push(line)));
      expect(refused).toMatch(/^The data was written by a newer release of Quayside.* 9999-of-tomorrow/);
      expect(said).toEqual([]);
      expect(readdirSync(folder).filter((name) => name.startsWith('of-tomorrow'))).toEqual([]);
    } finally {
      await change("delete from schema_migration where name = '9999-of-tomorrow'");
    }
  });

  it('of a stopped installation is a tar archive, and names a file that is missing', async () => {
    await server.end('SIGTERM');
    const env = { DATA_DIR: server.dataDir };
    const [lost] = await documentsIn(server.dataDir);
    rmSync(join(server.dataDir, 'files', lost?.key ?? '?'));
    const { code, said } = await run('backup', at('stopped'), env);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(`${lost?.key} is missing`) });
    expect(said).toContain('It is not encrypted');
    expect(spawnSync('tar', ['-tf', at('stopped')], { encoding: 'utf8' }).stdout).toContain('keys/secrets-1.key');
    expect(await run('verify-backup', at('stopped'), {})).toEqual({
      code: 1,
      said: expect.stringMatching(/can be restored: .*\n.*is not in the backup/),
    });
  });

  it('of an external database is left to the programs of PostgreSQL, which the command names', async () => {
    const env = { DATABASE_URL: 'postgres://a@localhost/b', SECRETS_KEY: Buffer.alloc(32, 7).toString('base64') };
    for (const command of ['backup', 'restore'])
      expect(await run(command, at('external'), env)).toMatchObject({
        code: 1,
        said: expect.stringContaining('pg_dump'),
      });
  });

  it('whose restore did not finish is not started', async () => {
    writeFileSync(join(at('restored'), 'restore-unfinished'), '');
    await expect(documentsIn(at('restored'))).rejects.toThrow(/did not finish/);
    const again = await run('restore', at('running'), { DATA_DIR: at('restored'), ...PASSPHRASE });
    expect(again).toEqual({ code: 1, said: expect.stringContaining('what is left of a restore that did not finish') });
  });
});
