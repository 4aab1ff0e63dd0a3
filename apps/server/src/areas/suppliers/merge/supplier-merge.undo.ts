import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import type { Kept, MergeParty, Undoer } from '../../area.ts';
import { findBankRow, removeBankRow, restoreBankRow } from '../rows/supplier-bank.queries.ts';
import { findLeadTimes, replaceLeadTimes } from '../rows/supplier-lead-times.queries.ts';
import { lockHolders, moveBack } from './supplier-merge.holders.ts';
import { isPlain } from './supplier-merge.rules.ts';
import type { MergePayload } from './supplier-merge.service.ts';
import { lockSupplier, restoreSupplier, saveSupplier, type SupplierRow } from '../rows/suppliers.queries.ts';
import { COLUMNS, isSameList, type PlainField, termsOf } from '../rows/suppliers.state.ts';

const NAMED = 100;

/** Undoes a merge: restores the deleted supplier, and moves its rows back unless somebody has changed them since. */
export const undoMerge: Undoer = async (w, kept) => {
  await lockHolders(w);
  const payload = kept as MergePayload;
  const { gone, target } = payload;
  const from: MergeParty = { id: gone.id, companyName: gone.company_name };
  await restoreSupplier(w, gone);
  await replaceLeadTimes(w, gone.id, payload.leadTimes);
  if (payload.bank) await restoreBankRow(w, payload.bank);
  const back = await moveBack(w, payload, from, target);
  const left = [...back.kept, ...(await emptyAgain(w, payload))];
  const restored = 1 + back.restored;
  await record(
    w,
    {
      action: 'supplier.merge-undone',
      subjectIds: [gone.id, target.id],
      historyOf: target.id,
      details: { facts: { brought: gone.company_name, restored, kept: left.length } },
    },
    changed('suppliers', [gone.id, target.id]),
  );
  return { restored, keptCount: left.length, kept: left.slice(0, NAMED) };
};

/**
 * Empties those fields of the remaining supplier that the merge filled, unless somebody has changed them since. If a
 * field is not emptied, or the supplier was deleted, the result contains the supplier with the reason.
 */
async function emptyAgain(
  w: Work,
  { target, gone, filled, leadTimes, sealedForTarget }: MergePayload,
): Promise<Kept[]> {
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
  const emptied: Partial<SupplierRow> = Object.fromEntries(
    plain.filter(isAsFilled).map((field) => [COLUMNS[field], null]),
  );
  await saveSupplier(w, target.id, {
    ...emptied,
    ...(termsAreSame && { payment_terms: '[]' }),
    version: row.version + 1,
  });
  if (timesAreSame) await replaceLeadTimes(w, target.id, []);
  if (bankIsSame) await removeBankRow(w, target.id);
  const isWhole =
    plain.every(isAsFilled) && hasTerms === termsAreSame && hasTimes === timesAreSame && hasBank === bankIsSame;
  return isWhole ? [] : [{ id: target.id, label: row.company_name, reason: 'EDITED' }];
}
