import type { Payment } from '@quayside/contracts/payments/payments';
import { type ReactNode, useState } from 'react';
import { DayInput } from '../../../components/form/day-field.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { numberOf } from '../payment-words.ts';
import { useChangePayment } from '../use-move-day.ts';

interface MoveProps {
  readonly payment: Payment;
  /** What the low point would be if it were due on this day. */
  readonly renderPreview: (day: string) => ReactNode;
  readonly onClose: () => void;
}

/** The dialog that moves an instalment to another day, and tells the low point before it does. */
export function MoveDialog({ payment, renderPreview, onClose }: MoveProps) {
  const t = useT();
  const { move } = useChangePayment();
  const [day, setDay] = useState(payment.dueDate ?? '');
  const send = (to: string) => {
    onClose();
    void move(payment, to);
  };
  const title = t('payments:calendar.moveTitle', { number: numberOf(payment) });
  return (
    <Dialog
      title={title}
      size={460}
      onClose={onClose}
      footer={
        <>
          {payment.isPinned && (
            <ActionButton variant="subtle" onClick={() => send('')}>
              {t('payments:calendar.follow')}
            </ActionButton>
          )}
          <DialogButtons
            action={t('payments:calendar.moveAction')}
            isBlocked={day === '' || day === payment.dueDate}
            onCancel={onClose}
            onAction={() => send(day)}
          />
        </>
      }
    >
      <div className="stack">
        <DayInput label={t('payments:column.dueDay')} value={day} onChange={setDay} data-autofocus />
        {day !== '' && day !== payment.dueDate && renderPreview(day)}
      </div>
    </Dialog>
  );
}
