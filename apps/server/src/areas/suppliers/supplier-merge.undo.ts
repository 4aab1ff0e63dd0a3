import type { UndoResult } from '@quayside/contracts/undo';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import type { Undoers } from '../undo/public.ts';
import { findBankRow, removeBankRow, restoreBankRow } from './supplier-bank.queries.ts';
import { findLeadTimes, replaceLeadTimes } from './supplier-lead-times.queries.ts';
import type { Kept, MergeParty, SupplierHolders } from './supplier-merge.holders.ts';
import { isPlain } from './supplier-merge.rules.ts';
import { MERGE_OPERATION, type MergePayload } from './supplier-merge.service.ts';
import { lockSupplier, restoreSupplier, saveSupplier, type SupplierRow } from './suppliers.queries.ts';
import { COLUMNS, isSameList, type PlainField, termsOf } from './suppliers.state.ts';

const NAMED = 100;

/** How the operations of this area are taken back; the holders are those that moved the rows. */
export const supplierUndoers = (holders: SupplierHolders): Undoers => ({
  [MERGE_OPERATION]: (w, payload) => undoMerge(w, holders, payload as MergePayload),
});

/** Brings the supplier back that went, and to it what was its own, unless somebody touched it since. */
async function undoMerge(w: Work, holders: SupplierHolders, payload: MergePayload): Promise<UndoResult> {
  await holders.invoices.lock(w);
  await holders.products.lock(w);
  const { gone, target } = payload;
  const from: MergeParty = { id: gone.id, companyName: gone.company_name };
  await restoreSupplier(w, gone);
  await replaceLeadTimes(w, gone.id, payload.leadTimes);
  if (payload.bank) await restoreBankRow(w, payload.bank);
  const invoices = await holders.invoices.moveBack(w, payload.invoices, from, target);
  const products = await holders.products.moveBack(w, payload.products, from, target);
  const kept = [...invoices.kept, ...products.kept, ...(await emptyAgain(w, payload))];
  const restored = 1 + invoices.restored + products.restored;
  await record(
    w,
    {
      action: 'supplier.merge-undone',
      subjectType: 'supplier',
      subjectIds: [gone.id, target.id],
      historyOf: target.id,
      details: { brought: gone.company_name, restored, kept: kept.length },
    },
    changed('suppliers', [gone.id, target.id]),
  );
  return { restored, keptCount: kept.length, kept: kept.slice(0, NAMED) };
}

/** Empties what the merge filled; a field that was changed since stays, and says so. */
async function emptyAgain(w: Work, { target, gone, filled, leadTimes, sealedForTarget }: MergePayload): Promise<Kept[]> {
  if (filled.length === 0) return [];
  const row = await lockSupplier(w, target.id);
  if (!row) return [{ id: target.id, label: target.companyName, reason: 'DELETED' }];
  const isAsFilled = (field: PlainField) => row[COLUMNS[field]] === gone[COLUMNS[field]];
  const plain = filled.filter(isPlain);
  const hasTerms = filled.includes('paymentTerms');
  const termsAreSame = hasTerms && isSameList(termsOf(row), termsOf(gone));
  const hasTimes = filled.includes('leadTimes');
  const timesAreSame = hasTimes && isSameList(await findLeadTimes(w, target.id), leadTimes);
  const hasBank = filled.includes('bankDetails');
  const bankIsSame = hasBank && (await findBankRow(w, target.id))?.sealed === sealedForTarget;
  const emptied: Partial<SupplierRow> = Object.fromEntries(plain.filter(isAsFilled).map((field) => [COLUMNS[field], null]));
  await saveSupplier(w, target.id, { ...emptied, ...(termsAreSame && { payment_terms: '[]' }), version: row.version + 1 });
  if (timesAreSame) await replaceLeadTimes(w, target.id, []);
  if (bankIsSame) await removeBankRow(w, target.id);
  const isWhole = plain.every(isAsFilled) && hasTerms === termsAreSame && hasTimes === timesAreSame && hasBank === bankIsSame;
  return isWhole ? [] : [{ id: target.id, label: row.company_name, reason: 'EDITED' }];
}
