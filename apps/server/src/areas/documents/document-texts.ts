import type { Deps } from '../../deps.ts';
import type { JobPayload, Run, RunAgain } from '../../jobs/define-job.ts';
import { createPdfReader, type PdfAnswer } from '../../jobs/pdf-text.ts';
import { claimText, saveText, type TextClaim } from './document-texts.queries.ts';

/** After this many failed attempts, the server no longer tries to read the file. */
const MAX_TRIES = 2;
/**
 * The maximum number of attempts, including those that did not end because the process was killed, perhaps because of
 * this file.
 */
const MAX_STARTS = 10;
/** The maximum number of files of one account to read before other accounts have their turn. */
const IN_A_ROW = 10;

/**
 * Extracts the text from the uploaded PDFs of one account, one after the other. Versions in the state PENDING still
 * have to be read. No transaction is open while a file is being read.
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
      // After a failed attempt the version stays PENDING, so that it is tried again.
      if (answer !== null || claim.text_tries >= MAX_TRIES) await saveText(deps, accountId, claim, answer);
    }
    return { again: deps.clock.now() };
  };

  return async ({ accountId }, { signal }) => {
    // A stop of the server also interrupts the file that is being read; its version stays PENDING.
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
