import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from '@quayside/contracts/documents';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compose } from '../../compose.ts';
import { readConfig } from '../../config.ts';
import { startEmbeddedPostgres } from '../../db/embedded/embedded-postgres.ts';
import { asSystem, enterAccount } from '../../db/tx.ts';
import { findLostFiles } from '../../files/sweep-files.ts';
import { allowSweep } from '../../files/sweep-limit.ts';
import { pdfOf } from '../../testing/documents.ts';
import { killRounds } from '../../testing/kill-rounds.ts';
import { keysInStore, sweepAll } from '../../testing/files.ts';
import { type OwnServer, startOwnServer } from '../../testing/own-server.ts';

// This test kills the application and its database while files are being uploaded.

const KILLS = killRounds(2);
const ACKNOWLEDGED_BETWEEN = 5;
const WRITERS = 2;

let server: OwnServer;
beforeAll(async () => {
  server = await startOwnServer();
}, 120_000);
// The server is undefined if it could not be started; in that case it has removed its own files already.
afterAll(() => (server as OwnServer | undefined)?.remove());

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

async function upload(text: string): Promise<{ id: string; sha256: string } | undefined> {
  const bytes = pdfOf([[text]]);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf');
  const answer = await fetch(`${server.api}/documents/${server.userId}`, {
    method: 'POST',
    headers: server.headers,
    body: form,
    signal: AbortSignal.timeout(10_000),
  });
  return answer.status === 201 ? { id: ((await answer.json()) as Document).id, sha256: sha256(bytes) } : undefined;
}

const list = async (search = '') =>
  (await (
    await fetch(`${server.api}/documents/${server.userId}${search === '' ? '' : `?search=${search}`}`, {
      headers: server.headers,
    })
  ).json()) as Document[];

const filesOnDisk = () =>
  readdirSync(join(server.dataDir, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('/'))
    .sort();

it('an acknowledged document survives a kill of the application and of the database, with its file and its text', {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  const acknowledged: { id: string; sha256: string }[] = [];
  let isWriting = true;
  let next = 0;
  const write = async () => {
    while (isWriting) {
      next += 1;
      const kept = await upload(`Invoice number ${next}`).catch(() => undefined);
      if (kept) acknowledged.push(kept);
      await sleep(kept ? 10 : 50);
    }
  };
  const writers = Array.from({ length: WRITERS }, write);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = acknowledged.length;
    while (acknowledged.length < before + ACKNOWLEDGED_BETWEEN) await sleep(5);
    if (kill % 2 === 0) await server.restart();
    else server.killDatabase();
  }
  const before = acknowledged.length;
  while (acknowledged.length < before + ACKNOWLEDGED_BETWEEN) await sleep(5);
  isWriting = false;
  await Promise.all(writers);
  expect(acknowledged.length).toBeGreaterThanOrEqual((KILLS + 1) * ACKNOWLEDGED_BETWEEN);

  await expect
    .poll(async () => (await list()).filter((d) => d.textState === 'PENDING').length, {
      // The number of documents whose text must still be extracted grows with the number of kills.
      timeout: 90_000 + KILLS * 3_000,
      interval: 250,
    })
    .toBe(0);
  const documents = await list();
  expect(documents.filter((d) => d.textState !== 'READY')).toEqual([]);
  expect(await list('invoice%20number')).toHaveLength(documents.length);
  const hashes = new Map<string, string>();
  for (const { id } of documents) {
    const answer = await fetch(`${server.api}/documents/${server.userId}/${id}/download`, { headers: server.headers });
    hashes.set(id, answer.ok ? sha256(new Uint8Array(await answer.arrayBuffer())) : `answered ${answer.status}`);
  }
  expect(documents.filter((d) => hashes.get(d.id) !== d.sha256)).toEqual([]);
  expect(acknowledged.filter((a) => hashes.get(a.id) !== a.sha256)).toEqual([]);

  await server.end('SIGTERM');
  await sweepAfterwards();
});

/** Checks that the sweep removes unclaimed files once they are an hour old, and no other files. */
async function sweepAfterwards(): Promise<void> {
  const files = join(server.dataDir, 'files');
  writeFileSync(
    join(files, filesOnDisk()[0]?.split('/')[0] ?? '', 'a'.repeat(32)),
    'an upload whose row never came to be',
  );
  const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => undefined });
  const { deps, close } = await compose({ config: readConfig(server.environment), databaseUrl: database.url });
  try {
    await findLostFiles(deps);
    // Many kills leave more unclaimed files than a sweep moves without an operator.
    await allowSweep(deps, 10_000);
    await sweepAll(deps);
    const { account_id: accountId } = await deps.db
      .selectFrom('account_directory')
      .select('account_id')
      .executeTakeFirstOrThrow();
    const rows = await asSystem(deps, async (tx) => {
      await enterAccount(tx, accountId, null);
      return tx.selectFrom('document_version').select('storage_key').execute();
    });
    // The files that the sweep removed are in the bin.
    expect(await keysInStore(deps)).toEqual(rows.map((r) => r.storage_key).sort());
  } finally {
    await close();
    await database.stop();
  }
}
