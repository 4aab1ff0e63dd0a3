import { say } from '@quayside/contracts/texts/catalogue';
import { LIMIT } from '@quayside/domain/money/money';
import { sql } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import type { Work } from '../../../db/tx.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { ALLOCATIONS } from '../../costs/facts.ts';

// What an amount and a rate come to in account currency can be larger than any amount that may be typed. It is refused
// where it is typed, because no screen has room for it.

/** The lines among these, or on this invoice, that come to more in account currency than an amount may have. */
async function tooLarge(w: Work, by: 'line_id' | 'invoice_id', ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select line_id as id from ${ALLOCATIONS}
    where account_id = ${w.scope.accountId} and ${sql.ref(by)} = ${anyOf(ids)} and superseded_at is null
      and abs(account_minor) >= ${String(LIMIT)}::bigint`.execute(w.tx);
  return new Set(rows.map(({ id }) => id));
}

const message = (w: Work) => say('invoices.converted_too_large', { currency: w.scope.currency });

/** Refuses the typed amounts of lines, each with its field in the request. */
export async function refuseLargeLines(
  w: Work,
  typed: readonly { readonly id: string; readonly field: string }[],
): Promise<void> {
  const large = await tooLarge(
    w,
    'line_id',
    typed.map(({ id }) => id),
  );
  const errors = typed.flatMap(({ id, field }) => (large.has(id) ? [{ field, message: message(w) }] : []));
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}

/** Refuses the typed exchange rate of an invoice. */
export async function refuseLargeRate(w: Work, invoiceId: string): Promise<void> {
  if ((await tooLarge(w, 'invoice_id', [invoiceId])).size > 0) throw fieldError('rate', message(w));
}
