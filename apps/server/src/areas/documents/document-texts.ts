import type { Deps } from '../../deps.ts';
import type { JobPayload, Run, RunAgain } from '../../jobs/define-job.ts';
import { createPdfReader, type PdfAnswer } from '../../jobs/pdf-text.ts';
import { claimText, saveText, type TextClaim } from './document-texts.queries.ts';

/** A file that could not be read this often is given up. */
const MAX_TRIES = 2;
/** Tries without any end: the process was killed meanwhile, perhaps by this file. */
const MAX_STARTS = 10;
/** So many in a row; then other accounts have their turn. */
const IN_A_ROW = 10;

/**
 * Reads the texts of the uploaded PDFs of one account, one after the other. The queue is the versions in PENDING; no
 * transaction is open while a file is read.
 */
export function createTextReader(
  deps: Pick<Deps, 'db' | 'clock' | 'newId' | 'files' | 'log'>,
): (payload: JobPayload & { readonly accountId: string }, run: Run) => Promise<RunAgain | void> {
  const pdfs = createPdfReader();

  const read = async (claim: TextClaim, signal: AbortSignal): Promise<PdfAnswer> => {
    const file = await deps.files.read(claim.storage_key).catch((error: unknown) => {
      deps.log.warn({ err: error, documentId: claim.document_id }, 'the file of a document could not be opened');
      return undefined;
    });
    return file === undefined || signal.aborted ? null : pdfs.read(file);
  };
  const readAll = async (accountId: string, signal: AbortSignal): Promise<RunAgain | void> => {
    for (let i = 0; i < IN_A_ROW; i += 1) {
      const claim = signal.aborted ? undefined : await claimText(deps, accountId);
      if (!claim && !signal.aborted) return undefined;
      if (!claim) break;
      const answer = claim.text_tries > MAX_STARTS ? null : await read(claim, signal);
      if (signal.aborted) break;
      // A failure leaves the version in the queue for another try.
      if (answer !== null || claim.text_tries >= MAX_TRIES) await saveText(deps, accountId, claim, answer);
    }
    return { again: deps.clock.now() };
  };

  return async ({ accountId }, { signal }) => {
    // In the middle of a file too; it stays in the queue.
    const stop = () => void pdfs.stop();
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await readAll(accountId, signal);
    } finally {
      signal.removeEventListener('abort', stop);
      await pdfs.stop();
    }
  };
}
