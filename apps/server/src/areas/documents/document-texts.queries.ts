import { sql } from 'kysely';
import { asSystem, enterAccount, type TxDeps } from '../../db/tx.ts';
import { changed, emitAsSystem } from '../../events/outbox.ts';

/** A document version whose text is to be extracted. */
export interface TextClaim {
  readonly document_id: string;
  readonly number: number;
  readonly storage_key: string;
  readonly text_tries: number;
}

/**
 * Finds the newest document version of an account whose text is not extracted yet, and counts the attempt. Another
 * process may work on the same version; the first to finish stores its result.
 */
export function claimText(deps: TxDeps, accountId: string): Promise<TextClaim | undefined> {
  return asSystem(deps, async (tx) => {
    await enterAccount(tx, accountId, null);
    // Without `materialized`, the planner may run the inner query once for each row, and all versions would be claimed.
    const result = await sql<TextClaim>`
      with next as materialized (select document_id, number from document_version
        where account_id = ${accountId} and text_state = 'PENDING'
        order by created_at desc, document_id, number desc limit 1 for update skip locked)
      update document_version v set text_tries = v.text_tries + 1 from next
      where v.account_id = ${accountId} and v.document_id = next.document_id and v.number = next.number
      returning v.document_id, v.number, v.storage_key, v.text_tries`.execute(tx);
    return result.rows[0];
  });
}

/** Stores the extracted text (null: the file could not be read), unless another process has done so. */
export async function saveText(
  deps: TxDeps,
  accountId: string,
  claim: TextClaim,
  answer: { readonly text: string | null; readonly pageCount: number } | null,
): Promise<void> {
  await asSystem(deps, async (tx) => {
    await enterAccount(tx, accountId, null);
    const written = await tx
      .updateTable('document_version')
      .set(
        answer === null
          ? { text_state: 'FAILED' }
          : { text_state: answer.text === null ? 'NONE' : 'READY', text: answer.text, page_count: answer.pageCount },
      )
      .where('account_id', '=', accountId)
      .where('document_id', '=', claim.document_id)
      .where('number', '=', claim.number)
      .where('text_state', '=', 'PENDING')
      .executeTakeFirst();
    if (written.numUpdatedRows > 0n) await emitAsSystem(tx, accountId, null, changed('documents', [claim.document_id]));
  });
}
