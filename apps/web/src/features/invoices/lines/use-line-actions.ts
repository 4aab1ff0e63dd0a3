import type { InvoiceLine } from '@quayside/contracts/invoices';
import { useCallback } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { isApiError } from '../../../lib/api-error.ts';
import { toast, toastFailure } from '../../../lib/toasts.ts';
import type { LineBody } from '../editor/line-draft.ts';
import { useEditor } from '../editor/use-editor.ts';

/** A line as the body that makes it again. */
export function bodyOfLine(line: InvoiceLine): LineBody {
  return {
    productId: line.product?.id ?? null,
    name: line.name,
    account: line.account,
    internalReference: line.internalReference,
    costType: line.costType,
    quantity: line.quantity,
    amount: line.amount,
    taxAmount: line.taxAmount,
    isTaxRecoverable: line.isTaxRecoverable,
    isExcludedFromGeneralCostsData: line.isExcludedFromGeneralCostsData,
    exclusionReason: line.exclusionReason,
    basis: line.basis,
    ...(line.scope ? { scope: line.scope.map(({ type, id }) => ({ type, id })) } : {}),
    ...(line.manualShares.length > 0 ? { manualShares: [...line.manualShares] } : {}),
  };
}

/** Deleting a line, with its reason why not, and Undo. */
export function useDeleteLine(): (rowKey: string) => Promise<boolean> {
  const t = useT();
  const editor = useEditor();
  return useCallback(
    async (rowKey) => {
      const { rows, order } = editor.get();
      const row = rows.get(rowKey);
      if (!row) return false;
      if (row.line?.order) {
        toast('info', t('invoices:lines.hasOrder', { order: row.line.order.number }), { scope: 'global' });
        return false;
      }
      const position = order.indexOf(rowKey) + 1;
      try {
        const removed = await editor.removeRow(rowKey);
        if (removed)
          toast('success', t('invoices:lines.deleted', { position }), {
            onUndo: () =>
              void editor.recreate(bodyOfLine(removed)).catch((error: unknown) => toastFailure(error, { verb: 'create', entity: t('invoices:entity') })),
          });
        return true;
      } catch (error) {
        if (isApiError(error) && error.code === 'not_found') editor.forgetRow(rowKey);
        else toastFailure(error, { verb: 'delete', entity: t('invoices:entity') });
        return false;
      }
    },
    [editor, t],
  );
}
