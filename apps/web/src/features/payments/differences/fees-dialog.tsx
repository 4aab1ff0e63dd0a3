import { Button, Skeleton } from '@mantine/core';
import {
  type BankFeeLine,
  type BankFeePreview,
  type bankFeeTotals,
  createBankFeeInvoice,
} from '@quayside/contracts/payments/bank-fees';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { useState } from 'react';
import { Chooser, type ChooserProps } from '../../../components/form/chooser.tsx';
import { CheckInput, TextInput } from '../../../components/form/inputs.tsx';
import { useNewSupplier } from '../../../components/form/new-supplier.tsx';
import { useTyped } from '../../../components/form/use-typed.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Dialog } from '../../../components/ui/confirm.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { refetchShown } from '../../../lib/api/query-client.ts';
import { formatMoney, formatMonth } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { supplierOption, useSuppliers } from '../../../lib/supplier-options.ts';
import { useWrite } from '../../../lib/api/write.ts';
import classes from '../payments.module.css';
import { FeeLines, WaitingFees } from './fee-lines.tsx';
import { useFeePreview } from './use-fee-preview.ts';

type Months = ResponseOf<typeof bankFeeTotals>['months'];
type Made = ResponseOf<typeof createBankFeeInvoice>;

/** The dialog that makes an invoice of bank fees: the supplier that stands for the bank, the months and the lines. */
export function FeesDialog({ months: known, onClose }: { months: Months; onClose: () => void }) {
  const t = useT();
  // The months stay as they were when the dialog opened, because afterwards these fees are in the invoice.
  const [months] = useState(known);
  const [made, setMade] = useState<Made>();
  return (
    <Dialog title={t(made ? 'payments:fees.label' : 'payments:fees.title')} size={720} onClose={onClose}>
      {made ? <Result made={made} onClose={onClose} /> : <Choice months={months} onMade={setMade} onClose={onClose} />}
    </Dialog>
  );
}

function Result({ made: { invoice, total, currency }, onClose }: { made: Made; onClose: () => void }) {
  const t = useT();
  return (
    <div className="stack">
      <p role="status">
        {t('payments:fees.done', {
          number: invoice.number,
          amount: formatMoney(total, currency, { zero: 'figure' }),
        })}
      </p>
      <div className="row from-end">
        <Button onClick={onClose}>{t('close')}</Button>
        <ActionButton variant="filled" to={paths.invoice(invoice.id)}>
          {t('payments:fees.openInvoice', { number: invoice.number })}
        </ActionButton>
      </div>
    </div>
  );
}

function Choice({ months, onMade, onClose }: { months: Months; onMade: (made: Made) => void; onClose: () => void }) {
  const t = useT();
  const currency = useCurrency();
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [chosen, setChosen] = useState<string>();
  const [number, setNumber] = useState('');
  const preview = useFeePreview(months.map(({ month }) => month).filter((month) => !leftOut.has(month)));
  const toggle = (id: string) => setLeftOut((now) => toggled(now, id));
  const lines = (preview.data?.lines ?? []).filter(({ invoice }) => !leftOut.has(invoice.id));
  const supplierId = chosen ?? preview.data?.supplier?.id ?? null;
  useTyped(chosen !== undefined || number !== '' || leftOut.size > 0 ? 1 : 0);
  const newBank = useNewSupplier(({ id }) => setChosen(id), currency);
  const create = useWrite({
    send: (body: NonNullable<Parameters<typeof sendInvoice>[0]>, key) => sendInvoice(body, key()),
    failure: { verb: 'create', entity: t('payments:fees.entity') },
    isShownInline: true,
    onSuccess: (result) => {
      onMade(result);
    },
    // Some of the fees may be in an invoice that somebody else has made meanwhile.
    onError: refetchShown,
  });
  const amount = formatMoney(sumOf(lines, currency), currency, { zero: 'figure' });
  return (
    <>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate({
            feeIds: lines.flatMap(({ fees }) => fees.map(({ id }) => id)),
            ...(supplierId !== null && { supplierId }),
            ...(number.trim() !== '' && { invoiceNumber: number.trim() }),
          });
        }}
      >
        <p className="muted">{t('payments:fees.body')}</p>
        <div className={classes.feeFields}>
          <BankField
            value={supplierId}
            known={preview.data?.supplier ?? null}
            create={newBank.create}
            onChange={setChosen}
          />
          <TextInput
            label={t('payments:fees.number')}
            description={t('payments:fees.numberHelp')}
            maxLength={100}
            value={number}
            onChange={setNumber}
          />
        </div>
        {months.length > 1 && (
          <fieldset className={classes.months}>
            <legend>{t('payments:fees.months')}</legend>
            {months.map(({ month, fees }) => (
              <CheckInput
                key={month}
                size="xs"
                label={t('payments:fees.month', {
                  month: formatMonth(month),
                  amount: formatMoney(fees, currency),
                })}
                checked={!leftOut.has(month)}
                onChange={() => toggle(month)}
              />
            ))}
          </fieldset>
        )}
        {preview.isError ? (
          <ErrorState error={preview.error} record={t('payments:fees.entity')} onRetry={() => void preview.refetch()} />
        ) : preview.isPending && preview.isEnabled ? (
          <Skeleton height={140} aria-label={t('loading')} />
        ) : (
          preview.data && (
            <FeeLines preview={preview.data} leftOut={leftOut} onToggle={toggle} isBusy={preview.isFetching} />
          )
        )}
        {!preview.isEnabled && <p className="quiet">{t('payments:fees.nothing')}</p>}
        <WaitingFees />
        {create.problem !== undefined && !create.isPending && (
          <Note tone="danger" role="alert">
            {create.problem}
          </Note>
        )}
        <div className="row from-end">
          <Button onClick={onClose}>{t('cancel')}</Button>
          <ActionButton
            type="submit"
            variant="filled"
            loading={create.isPending}
            disabled={lines.length === 0 || preview.isFetching}
            blocked={supplierId === null ? t('payments:fees.bankFirst') : null}
          >
            {t('payments:fees.action', { amount })}
          </ActionButton>
        </div>
      </form>
      {newBank.dialog}
    </>
  );
}

const sendInvoice = (
  body: { readonly feeIds: string[]; readonly supplierId?: string; readonly invoiceNumber?: string },
  idempotencyKey: string,
) => call(createBankFeeInvoice, { body, idempotencyKey });

function toggled(now: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(now);
  if (!next.delete(id)) next.add(id);
  return next;
}

function sumOf(lines: readonly BankFeeLine[], currency: string): string {
  const minors = lines.map(({ amount }) => minorOfText(amount, currency) ?? 0n);
  const sum = minors.reduce((all, minor) => all + minor, 0n);
  return formatAmount(sum, currency);
}

interface BankFieldProps {
  readonly value: string | null;
  /** The supplier that was chosen last, which may be archived. */
  readonly known: BankFeePreview['supplier'];
  readonly create: ChooserProps['create'];
  readonly onChange: (supplierId: string) => void;
}
function BankField({ value, known, create, onChange }: BankFieldProps) {
  const t = useT();
  const suppliers = useSuppliers().data ?? [];
  const all = known === null || suppliers.some(({ id }) => id === known.id) ? suppliers : [known, ...suppliers];
  return (
    <Chooser
      label={t('payments:fees.bank')}
      placeholder={t('payments:fees.chooseBank')}
      searchable
      create={create}
      data={all.map(supplierOption)}
      value={value}
      onChange={(id) => id && onChange(id)}
    />
  );
}
