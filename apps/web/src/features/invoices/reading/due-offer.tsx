import { getInvoice } from '@quayside/contracts/invoices/invoices';
import { patchPayment } from '@quayside/contracts/payments/payments';
import { IconCalendarDue } from '@tabler/icons-react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { useReading } from './reading-context.tsx';

/** Offers the day on which the document says that it is due, where the only instalment has another day or none. */
export function DueOffer() {
  const t = useT();
  const editor = useEditor();
  const permission = usePermission(patchPayment);
  const { dueDates } = useReading();
  const payment = useEdited((state) => state.record.payments[0]);
  const pin = useWrite({
    send: async (dueDate: string) => {
      const { id } = editor.get().record;
      await call(patchPayment, { params: { paymentId: payment?.id ?? '' }, body: { dueDate } });
      editor.take(await call(getInvoice, { params: { id } }));
    },
    failure: { verb: 'update', entity: t('invoices:entity') },
  });
  if (!payment || dueDates.length === 0 || dueDates.some(({ value }) => value === payment.dueDate)) return null;
  const [due] = dueDates;
  return (
    <Note
      tone="info"
      icon={IconCalendarDue}
      action={
        permission.allowed &&
        dueDates.map(({ value }) => (
          <ActionButton key={value} size="compact-sm" loading={pin.isPending} onClick={() => pin.mutate(value)}>
            {t('invoices:reading.useDue', { day: formatDay(value) })}
          </ActionButton>
        ))
      }
    >
      {t(payment.dueDate === null ? 'invoices:reading.due' : 'invoices:reading.dueInstead', {
        text: due?.text ?? '',
        day: payment.dueDate === null ? '' : formatDay(payment.dueDate),
      })}
    </Note>
  );
}
