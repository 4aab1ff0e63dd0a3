import { sql } from 'kysely';
import { asSystem, enterAccount } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { changed, emitAsSystem } from '../events/outbox.ts';
import { eachAccount } from './accounts.ts';
import { createPdfReader, type PdfAnswer } from './pdf-text.ts';

const EVERY_MS = 10 * 60_000;
const AFTER_FAULT_MS = 5_000;
/** A file that could not be read this often is given up. */
const MAX_TRIES = 2;
/** Tries without any end: the process was killed meanwhile, perhaps by this file. */
const MAX_STARTS = 10;

/** Reads the text of uploaded PDFs in the background. The queue is the versions in PENDING, so nothing is lost with the process. */
export interface TextReader {
  /** Looks at all accounts now and every ten minutes, and at an account whenever its documents change. */
  start(): void;
  /** Looks at all accounts and comes back when nothing is left to read. */
  readAll(): Promise<void>;
  /** Stops within a second, also in the middle of a file; that one stays in the queue. */
  stop(): Promise<void>;
}

interface Claim {
  readonly document_id: string;
  readonly number: number;
  readonly storage_key: string;
  readonly text_tries: number;
}

export function createTextReader(deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'files' | 'dispatcher' | 'log'>): TextReader {
  const pdfs = createPdfReader();
  const wanted = new Set<string>();
  let running: Promise<void> | undefined;
  let stopped = false;
  let every: NodeJS.Timeout | undefined;
  let again: NodeJS.Timeout | undefined;

  /** One document after the other; no transaction is open while a file is read. */
  const readAccount = async (accountId: string) => {
    for (;;) {
      const claim = stopped ? undefined : await claimNext(deps, accountId);
      if (!claim || stopped) return;
      const answer = claim.text_tries > MAX_STARTS ? null : await read(claim);
      if (stopped) return;
      await settle(deps, accountId, claim, answer);
    }
  };
  const read = async (claim: Claim): Promise<PdfAnswer> => {
    const file = await deps.files.read(claim.storage_key).catch((error: unknown) => {
      deps.log.warn({ err: error, documentId: claim.document_id }, 'the file of a document could not be opened');
      return undefined;
    });
    return file === undefined || stopped ? null : pdfs.read(file);
  };
  const run = async () => {
    for (const accountId of wanted) {
      wanted.delete(accountId);
      await readAccount(accountId);
    }
  };
  /** Reads what is wanted, and what is wanted meanwhile. */
  const work = async () => {
    try {
      while (wanted.size > 0 && !stopped) {
        await run();
        await pdfs.stop();
      }
    } catch (error) {
      await pdfs.stop();
      tryAgain(error);
    } finally {
      running = undefined;
    }
  };
  const wake = (): Promise<void> => (stopped || wanted.size === 0 ? Promise.resolve() : (running ??= work()));
  const tryAgain = (error: unknown) => {
    if (stopped) return;
    deps.log.warn({ err: error }, 'texts could not be read; trying again');
    clearTimeout(again);
    again = setTimeout(lookAtAll, AFTER_FAULT_MS);
    again.unref();
  };
  const readAll = async () => {
    for (const accountId of await eachAccount(deps)) wanted.add(accountId);
    await wake();
  };
  const lookAtAll = () => void readAll().catch(tryAgain);

  return {
    start() {
      deps.dispatcher.onEvent((event) => {
        if (event.type !== 'changed' || event.payload['topic'] !== 'documents') return;
        wanted.add(event.accountId);
        void wake();
      });
      every = setInterval(lookAtAll, EVERY_MS);
      every.unref();
      lookAtAll();
    },
    readAll,
    async stop() {
      stopped = true;
      clearInterval(every);
      clearTimeout(again);
      await pdfs.stop();
      await running;
    },
  };
}

type Database = Pick<Deps, 'db' | 'clock' | 'newId'>;

/** The newest version of an account that waits for its text. Another process may take it too; whoever is done first writes. */
function claimNext(deps: Database, accountId: string): Promise<Claim | undefined> {
  return asSystem(deps, async (tx) => {
    await enterAccount(tx, accountId, null);
    // Materialized, or the plan may run the inner query for each row and claim them all.
    const result = await sql<Claim>`
      with next as materialized (select document_id, number from document_version where account_id = ${accountId} and text_state = 'PENDING'
        order by created_at desc, document_id, number desc limit 1 for update skip locked)
      update document_version v set text_tries = v.text_tries + 1 from next
      where v.account_id = ${accountId} and v.document_id = next.document_id and v.number = next.number
      returning v.document_id, v.number, v.storage_key, v.text_tries`.execute(tx);
    return result.rows[0];
  });
}

/** Writes what came of it, unless somebody else did. A failure leaves the version in the queue for another try. */
async function settle(deps: Database, accountId: string, claim: Claim, answer: PdfAnswer): Promise<void> {
  const isGivenUp = claim.text_tries >= MAX_TRIES;
  if (answer === null && !isGivenUp) return;
  await asSystem(deps, async (tx) => {
    await enterAccount(tx, accountId, null);
    const written = await tx
      .updateTable('document_version')
      .set(
        answer === null ? { text_state: 'FAILED' } : { text_state: answer.text === null ? 'NONE' : 'READY', text: answer.text, page_count: answer.pageCount },
      )
      .where('account_id', '=', accountId)
      .where('document_id', '=', claim.document_id)
      .where('number', '=', claim.number)
      .where('text_state', '=', 'PENDING')
      .executeTakeFirst();
    if (written.numUpdatedRows > 0n) await emitAsSystem(tx, accountId, null, changed('documents', [claim.document_id]));
  });
}
