import { partsOfCredit, type CreditUse } from '@quayside/domain/payables/credits';
import { sumOf } from '@quayside/domain/payables/instalments';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import {
  findCredits,
  findNoteCredits,
  listLiveUses,
  saveCredit,
  saveUseBases,
  usesOfCredits,
} from '../rows/credits.queries.ts';
import { findInvoiceFacts } from './ledger.views.ts';
import type { CreditRow, CreditUseRow, InvoiceFacts } from '../payments.types.ts';

/** The amount of a credit note, above 0: its total, or the sum of its lines and tax while nobody has typed one. */
export const amountOfNote = ({ totalMinor, linesMinor }: InvoiceFacts): bigint => -(totalMinor ?? linesMinor);

/** What a credit note is worth in account currency, above 0: what its lines cost now; null without a rate. */
export const worthOfNote = ({ costMinor }: InvoiceFacts): bigint | null => (costMinor === null ? null : -costMinor);

/**
 * Brings credits up to date: those of credit notes with the amount and the worth of their note, and all with their
 * uses. Returns the credits that changed, and the invoices and purchase orders whose entries have another base now.
 */
export async function syncCredits(
  w: Work,
  { noteIds, creditIds }: { readonly noteIds: readonly string[]; readonly creditIds: readonly string[] },
): Promise<{
  readonly creditIds: readonly string[];
  readonly invoiceIds: readonly string[];
  readonly orderIds: readonly string[];
}> {
  const notes = await syncNotes(w, noteIds);
  const ids = [...new Set([...creditIds, ...notes])];
  if (ids.length === 0) return { creditIds: [], invoiceIds: [], orderIds: [] };
  const uses = Map.groupBy(await listLiveUses(w, ids), (use) => use.credit_id);
  const moved: {
    readonly id: string;
    readonly baseMinor: bigint | null;
    readonly invoiceId: string | null;
    readonly orderId: string | null;
  }[] = [];
  for (const credit of await findCredits(w, ids)) {
    const own = uses.get(credit.id) ?? [];
    const bases = basesOf(credit, own);
    moved.push(
      ...own.flatMap((use) => {
        const baseMinor = bases.get(use.id) ?? null;
        if (baseMinor === use.base_minor) return [];
        return [{ id: use.id, baseMinor, invoiceId: use.invoice_id, orderId: use.purchase_order_id }];
      }),
    );
    const usedMinor = sumOf(own.map((use) => use.amount_minor));
    const usedBaseMinor = credit.base_minor === null ? null : sumOf([...bases.values()]);
    if (usedMinor !== credit.used_minor || usedBaseMinor !== credit.used_base_minor)
      await saveCredit(w, credit, { used_minor: usedMinor, used_base_minor: usedBaseMinor });
  }
  await saveUseBases(w, moved);
  return {
    creditIds: ids,
    invoiceIds: [...new Set(moved.flatMap(({ invoiceId }) => invoiceId ?? []))],
    orderIds: [...new Set(moved.flatMap(({ orderId }) => orderId ?? []))],
  };
}

/** The part of a credit's worth that each of its uses has; none while it has no worth. */
function basesOf(credit: CreditRow, uses: readonly CreditUseRow[]): Map<string, bigint> {
  if (credit.base_minor === null) return new Map();
  const parts = partsOfCredit(
    { amountMinor: credit.amount_minor, baseMinor: credit.base_minor },
    uses.map(
      (use): CreditUse => ({
        id: use.id,
        rank: Number(use.rank),
        amountMinor: use.amount_minor,
        refundMinor: use.refund_minor,
      }),
    ),
  );
  return new Map(parts.uses.map(({ id, baseMinor }) => [id, baseMinor]));
}

/** Follows the credit notes among these invoices. Returns the credits that changed. */
async function syncNotes(w: Work, invoiceIds: readonly string[]): Promise<string[]> {
  const credits = await findNoteCredits(w, invoiceIds);
  if (credits.length === 0) return [];
  const facts = await findInvoiceFacts(
    w,
    credits.flatMap((credit) => credit.invoice_id ?? []),
  );
  const moved: string[] = [];
  for (const credit of credits) {
    const note = facts.get(credit.invoice_id ?? '');
    if (!note) continue;
    const amount = amountOfNote(note);
    const values = {
      supplier_id: note.supplierId ?? credit.supplier_id,
      currency: note.currency,
      amount_minor: amount < 0n ? 0n : amount,
      base_minor: worthOfNote(note),
    };
    if (isSame(credit, values)) continue;
    if (values.amount_minor < credit.used_minor)
      throw new AppError('payments.credit_used', { uses: await usesOfCredits(w, [credit.id]) });
    await saveCredit(w, credit, values);
    moved.push(credit.id);
  }
  return moved;
}

const isSame = (credit: CreditRow, values: Partial<CreditRow>): boolean =>
  credit.supplier_id === values.supplier_id &&
  credit.currency === values.currency &&
  credit.amount_minor === values.amount_minor &&
  credit.base_minor === values.base_minor;
