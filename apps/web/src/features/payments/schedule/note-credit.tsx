import { Skeleton } from '@mantine/core';
import { listCredits, previewCreditNote, takeUpCreditNotes } from '@quayside/contracts/payments/credits';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { IconReceiptRefund } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { EmptyState, ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { chip, filterQuery } from '../../../lib/list-filter.ts';
import { paths } from '../../../lib/paths.ts';
import { read } from '../../../lib/api/query-client.ts';
import { useWrite } from '../../../lib/api/write.ts';
import { isNothing } from '../payment-words.ts';
import classes from './schedule.module.css';

const MOST = 50;

/** The tab of a credit note: where its amount goes, or the credit that it became. */
export function NoteCredit({ invoice }: { invoice: InvoiceWithLines }) {
  const t = useT();
  const isConfirmed = invoice.status === 'OPEN' || invoice.status === 'CLOSED';
  const found = useQuery({
    ...read('credits', listCredits, {
      query: {
        size: MOST,
        ...filterQuery(chip('source', 'in', 'CREDIT_NOTE'), chip('label', 'contains', invoice.invoiceNumber)),
      },
    }),
    enabled: isConfirmed,
  });
  if (!isConfirmed) return <Preview invoice={invoice} title={t('payments:note.willGo')} />;
  if (found.isError)
    return (
      <ErrorState error={found.error} record={t('payments:credits.entity')} onRetry={() => void found.refetch()} />
    );
  if (found.isPending) return <Skeleton height={120} aria-label={t('loading')} />;
  const credit = found.data.content.find((one) => one.invoice?.id === invoice.id);
  if (!credit) return <Preview invoice={invoice} title={t('payments:note.wouldGo')} canTakeUp />;
  return (
    <Card title={t('payments:note.credit')}>
      <p className={classes.credit}>
        <IconReceiptRefund size={16} stroke={1.75} aria-hidden />
        <span>
          {t('payments:note.left')}{' '}
          <Money as="code" value={credit.left} currency={credit.currency} zero="figure" strong />
        </span>
        <Link to={paths.credits(credit.id)}>{t('payments:note.open')}</Link>
      </p>
    </Card>
  );
}

interface PreviewProps {
  readonly invoice: InvoiceWithLines;
  readonly title: string;
  /** Whether the credit note was confirmed before payments were recorded here. */
  readonly canTakeUp?: boolean;
}

function Preview({ invoice, title, canTakeUp = false }: PreviewProps) {
  const t = useT();
  const goes = useQuery({
    ...read('credits', previewCreditNote, { params: { invoiceId: invoice.id } }),
    retry: false,
  });
  if (goes.isPending) return <Skeleton height={120} aria-label={t('loading')} />;
  if (goes.isError)
    return (
      <Card flush>
        <EmptyState icon={IconReceiptRefund} title={t('payments:note.nothing')}>
          {t('payments:note.nothingBody')}
        </EmptyState>
      </Card>
    );
  const { uses, rest, currency } = goes.data;
  return (
    <Card title={title}>
      <ul className={classes.credits}>
        {uses.map((use) => (
          <li key={use.paymentId} className={classes.credit}>
            <Link to={paths.invoicePayments(use.invoiceId)}>
              {t('payments:credits.usedOn', { number: use.number, position: use.position })}
            </Link>
            <span className={classes.figures}>
              <Money as="code" value={use.amount} currency={currency} />
            </span>
          </li>
        ))}
        {(!isNothing(rest) || uses.length === 0) && (
          <li className={classes.credit}>
            <span>{t('payments:note.rest')}</span>
            <span className={classes.figures}>
              <Money as="code" value={rest} currency={currency} zero="figure" />
            </span>
          </li>
        )}
      </ul>
      {canTakeUp && <TakeUp invoiceId={invoice.id} />}
    </Card>
  );
}

/** Makes a credit of a credit note from before payments were recorded here. */
function TakeUp({ invoiceId }: { invoiceId: string }) {
  const t = useT();
  const permission = usePermission(takeUpCreditNotes);
  const [isKept, setKept] = useState(false);
  const taking = useWrite({
    send: (keepAsCredit: boolean, key) =>
      call(takeUpCreditNotes, { body: { invoiceIds: [invoiceId], keepAsCredit }, idempotencyKey: key() }),
    failure: { verb: 'update', entity: t('payments:credits.entity') },
  });
  if (!permission.allowed) return null;
  return (
    <div className={classes.takeUp}>
      <CheckInput label={t('payments:note.keep')} checked={isKept} onChange={setKept} />
      <ActionButton variant="filled" loading={taking.isPending} onClick={() => taking.mutate(isKept)}>
        {t('payments:note.takeUp')}
      </ActionButton>
    </div>
  );
}
