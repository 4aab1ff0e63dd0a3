import type { Work } from '../../../db/tx.ts';
import { ref } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { accountRow } from './account-settings.service.ts';

/** The id of the supplier that stands for the bank, as it was chosen last; null while none was. */
export const bankSupplierOf = async (w: Work): Promise<string | null> => (await accountRow(w, false)).bank_supplier_id;

/** Remembers the supplier that stands for the bank. It is no setting that forms show, so the version stays. */
export async function setBankSupplier(w: Work, supplierId: string | null): Promise<void> {
  const { bank_supplier_id: before } = await accountRow(w, true);
  if (before === supplierId) return;
  await w.tx
    .updateTable('account')
    .set({ bank_supplier_id: supplierId })
    .where('account_id', '=', w.scope.accountId)
    .execute();
  await record(
    w,
    {
      action: 'account.bank-supplier-chosen',
      subjectIds: [w.scope.accountId],
      details: { changes: [{ field: 'bankSupplier', from: ref(before), to: ref(supplierId) }] },
    },
    changed('account', [w.scope.accountId]),
  );
}
