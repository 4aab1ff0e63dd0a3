import { createHash } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Document } from '@quayside/contracts/documents/documents';
import { findLostFiles } from '../../files/sweep-files.ts';
import { allowSweep } from '../../files/sweep-limit.ts';
import { askAgain, bytesAgain } from '../ask-again.ts';
import { pdfOf } from '../documents.ts';
import { keysInStore, sweepAll } from '../files.ts';
import type { OwnServer } from '../own-server.ts';
import type { Afterwards, KillRun, KillWriter } from './kill-writer.ts';

// Files are uploaded. Other areas store files in the same account, so the documents have a name of their own.

const FILE_NAME = 'written-under-kills.pdf';
/** A number of documents whose text is extracted after the last kill. */
const TEXTS_WITHIN_MS = 90_000;
const TEXTS_PER_KILL_MS = 3_000;
const LOOK_MS = 250;

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Uploads a file. An upload has no key, so it is not repeated: one whose answer was cut off may be stored or not. */
async function upload(server: OwnServer, text: string): Promise<[id: string, sha256: string] | undefined> {
  const bytes = pdfOf([[text]]);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), FILE_NAME);
  const answer = await fetch(`${server.api}/documents/${server.userId}`, {
    method: 'POST',
    headers: server.headers,
    body: form,
    signal: AbortSignal.timeout(10_000),
  });
  return answer.status === 201 ? [((await answer.json()) as Document).id, sha256(bytes)] : undefined;
}

const list = async (server: OwnServer, search = '') =>
  (await askAgain<Document[]>(server, 'GET', `/documents/${server.userId}${search}`)).filter(
    ({ fileName }) => fileName === FILE_NAME,
  );

/** Waits until no text is waiting any more. */
async function listWithTexts({ server, kills }: KillRun): Promise<Document[]> {
  const end = Date.now() + TEXTS_WITHIN_MS + kills * TEXTS_PER_KILL_MS;
  for (;;) {
    const documents = await list(server);
    if (Date.now() > end || documents.every(({ textState }) => textState !== 'PENDING')) return documents;
    await sleep(LOOK_MS);
  }
}

/** What is wrong with the documents, as the running server answers them. */
async function wrongDocuments(run: KillRun, acknowledged: ReadonlyMap<string, string>): Promise<string[]> {
  const { server } = run;
  const documents = await listWithTexts(run);
  const found = new Set((await list(server, '?search=invoice%20number')).map(({ id }) => id));
  const wrong: string[] = [];
  const wrongIf = (isWrong: boolean, what: string) => void (isWrong && wrong.push(what));
  for (const { id, textState, sha256: stored } of documents) {
    const hash = sha256(await bytesAgain(server, 'GET', `/documents/${server.userId}/${id}/download`));
    wrongIf(textState !== 'READY', `the text of ${id} is ${textState}`);
    wrongIf(!found.has(id), `${id} is not found by its text`);
    wrongIf(hash !== stored, `${id} is not what was stored`);
    wrongIf(hash !== (acknowledged.get(id) ?? hash), `${id} is not what was acknowledged`);
  }
  const listed = new Set(documents.map(({ id }) => id));
  for (const id of acknowledged.keys()) wrongIf(!listed.has(id), `${id} was acknowledged and is gone`);
  return wrong;
}

const filesOnDisk = (dataDir: string) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('/'))
    .sort();

/** Removes the unclaimed files, as the sweep does once they are an hour old. What is left must be claimed by rows. */
async function sweepUnclaimed({ dataDir }: OwnServer, { deps }: Afterwards): Promise<string[]> {
  const [folder = ''] = filesOnDisk(dataDir)[0]?.split('/') ?? [];
  writeFileSync(join(dataDir, 'files', folder, 'a'.repeat(32)), 'an upload whose row never came to be');
  await findLostFiles(deps);
  // Many kills leave more unclaimed files than a sweep moves without an operator.
  await allowSweep(deps, 10_000);
  await sweepAll(deps);
  // The files that the sweep removed are in the bin.
  return keysInStore(deps);
}

export const startDocuments = async (run: KillRun): Promise<KillWriter> => {
  const acknowledged = new Map<string, string>();
  let next = 0;
  let wrong: readonly string[] = ['the running server was not asked'];
  return {
    async write() {
      while (await run.goesOn()) {
        next += 1;
        const kept = await upload(run.server, `Invoice number ${next}`).catch(() => undefined);
        if (kept) acknowledged.set(...kept);
        await sleep(kept ? 10 : 50);
      }
    },
    acknowledged: () => acknowledged.size,
    tally: new Map(),
    finish: async () => void (wrong = await wrongDocuments(run, acknowledged)),
    // All files of the account are compared, because a file belongs to no area: those of purchase orders stay, too.
    compare: async (after: Afterwards) => {
      const files = await sweepUnclaimed(run.server, after);
      const rows = await after.inAccount((w) => w.tx.selectFrom('document_version').select('storage_key').execute());
      return {
        expected: { wrong: [], files: rows.map((row) => row.storage_key).sort() },
        stored: { wrong, files },
      };
    },
  };
};
