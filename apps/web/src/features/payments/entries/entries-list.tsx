import { Skeleton } from '@mantine/core';
import { undoCreditUse } from '@quayside/contracts/payments/credits';
import { type Payment, type PaymentEntry, payPayment } from '@quayside/contracts/payments/payments';
import { IconArrowBackUp, IconPencil } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatDay, formatInstant, formatMoney, formatRelative } from '../../../lib/words/format.ts';
import { entriesQuery } from '../api.ts';
import { useTakeBack } from '../credits/use-take-back.ts';
import { CorrectDialog } from '../pay/correct-dialog.tsx';
import { useUndoPayment } from '../pay/use-pay.ts';
import { paidRateWords } from '../paid-rate.ts';
import { isNothing } from '../payment-words.ts';
import classes from './entries.module.css';

/** All settlements of an instalment, newest first: what was paid, corrected and undone. */
export function EntriesList({ payment }: { payment: Payment }) {
  const t = useT();
  const entries = useQuery(entriesQuery(payment.id));
  const [corrected, setCorrected] = useState<PaymentEntry>();
  if (entries.isError)
    return (
      <ErrorState
        error={entries.error}
        entity={t('payments:entries.entities')}
        onRetry={() => void entries.refetch()}
      />
    );
  if (entries.isPending) return <Skeleton height={56} aria-label={t('loading')} />;
  if (entries.data.length === 0) return <p className="quiet">{t('payments:entries.none')}</p>;
  return (
    <>
      <ol className={classes.list} aria-label={t('payments:entries.title')}>
        {entries.data.map((entry) => (
          <Entry key={entry.id} entry={entry} onCorrect={() => setCorrected(entry)} />
        ))}
      </ol>
      {corrected?.transferId && (
        <CorrectDialog entry={corrected} transferId={corrected.transferId} onClose={() => setCorrected(undefined)} />
      )}
    </>
  );
}

function Entry({ entry, onCorrect }: { entry: PaymentEntry; onCorrect: () => void }) {
  const t = useT();
  const facts = factsOf(t, entry);
  return (
    <li className={classes.entry} data-reversed={entry.reversedAt !== null || undefined}>
      <div className={classes.head}>
        <span className={classes.kind}>{kindWords(t, entry)}</span>
        <span className={`${classes.amount} num`}>
          {formatMoney(entry.amount, entry.currency, { as: 'code', zero: 'figure' })}
        </span>
      </div>
      <p className="quiet">{facts.join(' · ')}</p>
      <p className="quiet">
        {t('payments:entries.by', {
          who: entry.recordedBy?.name ?? t('payments:entries.system'),
          when: formatRelative(entry.recordedAt),
        })}
      </p>
      {entry.reversedAt !== null && (
        <p className="note" title={formatInstant(entry.reversedAt)}>
          {t(entry.replacedById === null ? 'payments:entries.undone' : 'payments:entries.corrected', {
            who: entry.reversedBy?.name ?? t('payments:entries.system'),
            when: formatRelative(entry.reversedAt),
          })}
        </p>
      )}
      {entry.reversedAt === null && <EntryActions entry={entry} onCorrect={onCorrect} />}
    </li>
  );
}

function EntryActions({ entry, onCorrect }: { entry: PaymentEntry; onCorrect: () => void }) {
  const t = useT();
  const permission = usePermission(payPayment);
  const mayTakeBack = usePermission(undoCreditUse);
  const { undoOne } = useUndoPayment();
  const takeBack = useTakeBack();
  const { transferId, creditUseId } = entry;
  if (creditUseId !== null)
    return (
      <div className={classes.actions}>
        <ActionButton
          size="xs"
          icon={IconArrowBackUp}
          permission={mayTakeBack}
          blocked={entry.can.takeBack.reason}
          onClick={() => void takeBack(creditUseId, entry)}
        >
          {t('payments:credits.takeBack')}
        </ActionButton>
      </div>
    );
  if (transferId === null) return null;
  return (
    <div className={classes.actions}>
      <ActionButton
        size="xs"
        icon={IconPencil}
        permission={permission}
        blocked={entry.can.correct.reason}
        onClick={onCorrect}
      >
        {t('payments:correct.verb')}
      </ActionButton>
      <ActionButton
        size="xs"
        icon={IconArrowBackUp}
        permission={permission}
        blocked={entry.feeInvoice || entry.feeOf ? entry.can.correct.reason : null}
        onClick={() =>
          void undoOne(transferId, { amount: entry.amount, currency: entry.currency, count: entry.transferCount })
        }
      >
        {t('payments:undo.verb')}
      </ActionButton>
    </div>
  );
}

function kindWords(t: T, entry: PaymentEntry): string {
  const { kind, day, isSettledBefore, creditLabel, replacesId, purchaseOrder, feeOf } = entry;
  if (feeOf)
    return t('payments:entries.feeOf', { number: feeOf.number, position: feeOf.position, day: formatDay(day) });
  if (purchaseOrder) return t('payments:entries.deposit', { number: purchaseOrder.number, day: formatDay(day) });
  if (kind === 'CREDIT') return t('payments:entries.credit', { label: creditLabel ?? '', day: formatDay(day) });
  if (isSettledBefore) return t('payments:entries.before', { day: formatDay(day) });
  return t(replacesId === null ? 'payments:entries.paid' : 'payments:entries.paidCorrected', { day: formatDay(day) });
}

/** What is known of a settlement: its base with the rate, the exchange difference, the fee, and its references. */
function factsOf(t: T, entry: PaymentEntry): string[] {
  const { currency, accountCurrency, base, rate, exchangeDifference, fee } = entry;
  const account = (amount: string) => formatMoney(amount, accountCurrency, { zero: 'figure' });
  const isForeign = currency !== accountCurrency;
  return [
    ...(isForeign && base !== null
      ? [
          entry.isAssumed
            ? t('payments:entries.assumed', { amount: account(base) })
            : rate === null
              ? account(base)
              : t('payments:entries.base', {
                  amount: account(base),
                  rate: paidRateWords(rate, { document: currency, account: accountCurrency }),
                }),
        ]
      : []),
    ...(isForeign && exchangeDifference !== null && !isNothing(exchangeDifference)
      ? [
          t(exchangeDifference.startsWith('-') ? 'payments:entries.less' : 'payments:entries.more', {
            amount: account(exchangeDifference.replace('-', '')),
          }),
        ]
      : []),
    ...(isNothing(fee)
      ? []
      : [
          entry.feeInvoice
            ? t('payments:entries.feeInvoiced', { amount: account(fee), number: entry.feeInvoice.number })
            : t('payments:entries.fee', { amount: account(fee) }),
        ]),
    ...(entry.transferCount > 1 ? [t('payments:entries.transfer', { count: entry.transferCount })] : []),
    ...(entry.paymentReference === null
      ? []
      : [t('payments:entries.reference', { reference: entry.paymentReference })]),
    ...(entry.accountCode === null ? [] : [t('payments:entries.from', { code: entry.accountCode })]),
  ];
}
