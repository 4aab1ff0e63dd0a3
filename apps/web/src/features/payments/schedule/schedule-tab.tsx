import { Skeleton } from '@mantine/core';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { createInvoicePayment, type InvoicePayment } from '@quayside/contracts/payments/payments';
import { IconCalendarDue, IconCalendarPlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { queryClient } from '../../../lib/api/query-client.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { scheduleQuery } from '../api.ts';
import classes from './schedule.module.css';
import { NoteCredit } from './note-credit.tsx';
import { ScheduleCredits } from './schedule-credits.tsx';
import { ScheduleForm } from './schedule-form.tsx';
import { ScheduleView } from './schedule-view.tsx';

/** The tab in which the payments of an invoice are scheduled and recorded. */
export function ScheduleTab({ invoice }: { invoice: InvoiceWithLines }) {
  return invoice.kind === 'CREDIT_NOTE' ? <NoteCredit invoice={invoice} /> : <Schedule invoice={invoice} />;
}

function Schedule({ invoice }: { invoice: InvoiceWithLines }) {
  const t = useT();
  const query = scheduleQuery(invoice.id);
  const bill = useQuery(query);
  // The header of the invoice is saved by another part of the page.
  const { version } = invoice;
  useEffect(() => {
    if (version > 0) void queryClient.invalidateQueries({ queryKey: scheduleQuery(invoice.id).queryKey });
  }, [version, invoice.id]);
  if (bill.data) return <Loaded invoice={invoice} bill={bill.data} />;
  if (bill.isError)
    return <ErrorState error={bill.error} entity={t('payments:entities')} onRetry={() => void bill.refetch()} />;
  return (
    <div className={classes.waiting} role="status" aria-label={t('loading')}>
      <Skeleton height={64} radius={10} />
      <Skeleton height={180} radius={10} />
    </div>
  );
}

function Loaded({ invoice, bill }: { invoice: InvoiceWithLines; bill: InvoicePayment }) {
  const [isEditing, setEditing] = useState(false);
  if (isEditing)
    return <ScheduleForm key={bill.id ?? 'new'} invoice={invoice} bill={bill} onClose={() => setEditing(false)} />;
  return (
    <>
      {bill.id === null ? (
        <Unscheduled bill={bill} onEdit={() => setEditing(true)} />
      ) : (
        <ScheduleView bill={bill} onEdit={() => setEditing(true)} />
      )}
      {bill.supplier && <ScheduleCredits bill={bill} supplierId={bill.supplier.id} />}
    </>
  );
}

/** An invoice without a schedule: it is scheduled by the terms of its supplier, or typed. */
function Unscheduled({ bill, onEdit }: { bill: InvoicePayment; onEdit: () => void }) {
  const t = useT();
  const permission = usePermission(createInvoicePayment);
  const byTerms = useWrite({
    send: (invoiceId: string, key) =>
      call(createInvoicePayment, { body: { invoiceId, byTerms: true }, idempotencyKey: key() }),
    failure: { verb: 'create', entity: t('payments:schedule.entity') },
  });
  const blocked = bill.can.schedule.reason;
  return (
    <Card flush>
      <EmptyState
        icon={IconCalendarDue}
        title={t('payments:schedule.emptyTitle')}
        actions={
          permission.allowed && (
            <>
              <ActionButton icon={IconPlus} blocked={blocked} onClick={onEdit}>
                {t('payments:schedule.type')}
              </ActionButton>
              <ActionButton
                variant="filled"
                icon={IconCalendarPlus}
                blocked={blocked}
                loading={byTerms.isPending}
                onClick={() => byTerms.mutate(bill.invoiceId)}
              >
                {t('payments:schedule.byTerms')}
              </ActionButton>
            </>
          )
        }
      >
        {blocked ?? t('payments:schedule.emptyBody')}
      </EmptyState>
    </Card>
  );
}
