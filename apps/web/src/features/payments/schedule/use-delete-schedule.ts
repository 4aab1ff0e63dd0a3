import type { Use } from '@quayside/contracts/errors';
import { deleteInvoicePayment, type InvoicePayment } from '@quayside/contracts/payments/payments';
import { useState } from 'react';
import { confirm } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { isApiError } from '../../../lib/errors/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { toast, toastFailure } from '../../../lib/toasts/toasts.ts';

/** Deletes a schedule after a question. Where something of it is settled, `uses` says what has to be undone first. */
export function useDeleteSchedule({ id, invoice }: InvoicePayment) {
  const t = useT();
  const [uses, setUses] = useState<readonly Use[]>([]);
  const remove = async (): Promise<void> => {
    if (id === null) return;
    const isSure = await confirm({
      title: t('payments:schedule.deleteTitle', { number: invoice.invoiceNumber }),
      body: t('payments:schedule.deleteBody'),
      action: t('payments:schedule.delete'),
      danger: true,
    });
    if (!isSure) return;
    try {
      await call(deleteInvoicePayment, { params: { invoicePaymentId: id } });
      toast('success', t('payments:schedule.deleted'), { scope: 'global' });
    } catch (error) {
      if (isApiError(error) && error.uses.length > 0) setUses(error.uses);
      else toastFailure(error, { verb: 'delete', entity: t('payments:schedule.entity') });
    }
  };
  return { remove, uses, dropUses: () => setUses([]) };
}
