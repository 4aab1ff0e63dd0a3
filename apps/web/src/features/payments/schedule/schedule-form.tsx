import { SegmentedControl } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import {
  createInvoicePayment,
  type InvoicePayment,
  invoicePaymentSchema,
  updateInvoicePayment,
} from '@quayside/contracts/payments/payments';
import { decimalText, formatAmount } from '@quayside/domain/money/money';
import { MAX_INSTALMENTS } from '@quayside/domain/payables/reshare';
import { IconAlertTriangle, IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { z } from 'zod';
import type { ConflictField } from '../../../components/form/conflict-dialog.tsx';
import { Form } from '../../../components/form/form.tsx';
import { useAppForm } from '../../../components/form/use-app-form.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/api/call.ts';
import { formatDay, formatMoney } from '../../../lib/words/format.ts';
import { useIntentKey } from '../../../lib/api/intent-key.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { percentWords, ruleWords } from '../payment-words.ts';
import { dayOfRow } from './row-day.ts';
import { RowFields } from './row-fields.tsx';
import {
  newRow,
  restOnLast,
  rowsOf,
  type ScheduleKind,
  type ScheduleRow,
  type ScheduleSum,
  sumRows,
  wantedOf,
  withRestOnLast,
} from './schedule-rows.ts';
import classes from './schedule.module.css';

interface FormProps {
  readonly invoice: InvoiceWithLines;
  readonly bill: InvoicePayment;
  readonly onClose: () => void;
}
type Values = { by: ScheduleKind; payments: readonly ScheduleRow[]; version: number };

const schema = z.looseObject({ payments: z.array(z.unknown()) });

/** The form of a schedule. It is saved only when the payments add up to the total. */
export function ScheduleForm({ invoice, bill, onClose }: FormProps) {
  const t = useT();
  const keyFor = useIntentKey();
  const nextKey = useRef(0);
  const key = () => `new ${nextKey.current++}`;
  const form = useAppForm<Values, typeof schema>({
    schema,
    initial: initialOf(bill, key),
    ...(bill.version !== null && { rowVersion: bill.version }),
    check: (values) => (isBalanced(bill, values) ? {} : { payments: t('payments:schedule.unbalanced') }),
    failure: { verb: 'update', entity: t('payments:schedule.entity') },
    submit: async (_, values) => {
      const body = { by: values.by, payments: wantedOf(bill, values.by, values.payments) };
      if (bill.id === null) {
        const typed = { ...body, invoiceId: bill.invoiceId };
        await call(createInvoicePayment, { body: typed, idempotencyKey: keyFor(typed) });
      } else
        await call(updateInvoicePayment, {
          params: { invoicePaymentId: bill.id },
          body: { ...body, version: values.version },
        });
      toast('success', t('payments:schedule.saved'));
    },
    onSaved: onClose,
  });
  const { formRef } = form;
  // The button that opened the form is gone, and the focus with it.
  useEffect(() => formRef.current?.querySelector<HTMLElement>('input:checked')?.focus(), [formRef]);
  const { by, payments: rows } = form.values;
  const sum = sumRows(bill, by, rows);
  const setRows = (next: readonly ScheduleRow[]) => {
    form.set('payments', next);
    form.clearErrors('payments');
  };
  const add = () => setRows([...rows, newRow(key(), restOf(bill, by, sum))]);
  const isWhole = sum.difference === 0n;
  const problem = form.errorAt('payments');
  return (
    <Form form={form} label={t('payments:schedule.edit')} conflictFields={[conflictField(t, bill, form.values.by)]}>
      <Card
        flush
        title={t('payments:schedule.title')}
        hint={t('payments:schedule.total', { amount: money(bill.total ?? '0', bill.currency) })}
        end={
          <SegmentedControl
            size="xs"
            aria-label={t('payments:schedule.kind')}
            value={by}
            data={[
              { value: 'PERCENT', label: t('payments:schedule.percents') },
              { value: 'AMOUNT', label: t('payments:schedule.amounts') },
            ]}
            onChange={(kind) => {
              form.set('by', kind as ScheduleKind);
              setRows(inKind(bill, kind as ScheduleKind, rows, sum));
            }}
          />
        }
      >
        <Rows invoice={invoice} bill={bill} by={by} rows={rows} sum={sum} onChange={setRows} />
        <div className={classes.foot}>
          <ActionButton size="xs" icon={IconPlus} disabled={rows.length >= MAX_INSTALMENTS} onClick={add}>
            {t('payments:schedule.add')}
          </ActionButton>
          <Balance sum={sum} by={by} currency={bill.currency} />
        </div>
        <Mismatch bill={bill} by={by} rows={rows} sum={sum} onChange={setRows} />
        {problem !== undefined && isWhole && (
          <p className={`problem ${classes.problem}`} role="alert">
            {problem}
          </p>
        )}
        <div className={classes.formFoot}>
          <ActionButton onClick={() => (form.discard(), onClose())}>{t('cancel')}</ActionButton>
          <ActionButton
            type="submit"
            variant="filled"
            loading={form.isSaving}
            keys="Ctrl S"
            blocked={isWhole ? null : t('payments:schedule.unbalanced')}
          >
            {t('payments:schedule.save')}
          </ActionButton>
        </div>
      </Card>
    </Form>
  );
}

interface RowsProps {
  readonly bill: InvoicePayment;
  readonly by: ScheduleKind;
  readonly rows: readonly ScheduleRow[];
  readonly sum: ScheduleSum;
  readonly onChange: (rows: readonly ScheduleRow[]) => void;
}

function Rows({ invoice, bill, by, rows, sum, onChange }: RowsProps & Pick<FormProps, 'invoice'>) {
  const isPhone = useMediaQuery('(max-width: 1099.98px)', undefined, { getInitialValueInEffect: false });
  return (
    <div className={classes.rows}>
      {rows.map((row, at) => {
        const stored = bill.payments.find(({ id }) => id === row.id);
        return (
          <RowFields
            key={row.key}
            n={at + 1}
            row={row}
            by={by}
            currency={bill.currency}
            amount={sum.amounts[at] ?? null}
            stored={stored}
            isLabelled={isPhone || at === 0}
            day={dayOfRow(invoice, row, stored)}
            onChange={(part) => onChange(rows.map((one, i) => (i === at ? { ...one, ...part } : one)))}
            onRemove={rows.length > 1 ? () => onChange(rows.filter((_, i) => i !== at)) : undefined}
          />
        );
      })}
    </div>
  );
}

/** What is missing to the total, beside the button that adds an instalment. */
function Balance({ sum: { difference }, by, currency }: Pick<RowsProps, 'sum' | 'by'> & { currency: string }) {
  const t = useT();
  const isWhole = difference === 0n;
  const Icon = isWhole ? IconCircleCheck : IconAlertTriangle;
  const words =
    difference === null
      ? t('payments:schedule.unread')
      : isWhole
        ? t('payments:schedule.whole')
        : t(difference > 0n ? 'payments:schedule.left' : 'payments:schedule.over', {
            amount:
              by === 'PERCENT'
                ? percentWords(decimalText(difference < 0n ? -difference : difference, 2))
                : money(formatAmount(difference < 0n ? -difference : difference, currency), currency),
          });
  return (
    <span className={classes.balance} data-whole={isWhole || undefined} role="status">
      <Icon size={16} stroke={1.75} aria-hidden />
      {words}
    </span>
  );
}

/** The documented refusal while the payments do not add up, and the offer to put the rest on the last one. */
function Mismatch({ bill, by, rows, sum, onChange }: RowsProps) {
  const t = useT();
  const { difference, hasSwappedDigits } = sum;
  if (difference === null || difference === 0n) return null;
  const rest = restOnLast(bill, by, rows);
  const absolute = difference < 0n ? -difference : difference;
  const amount =
    by === 'PERCENT'
      ? percentWords(decimalText(absolute, 2))
      : money(formatAmount(absolute, bill.currency), bill.currency);
  return (
    <div className={classes.mismatch}>
      <Note
        tone="danger"
        role="alert"
        action={
          rest !== undefined && (
            <ActionButton size="xs" onClick={() => onChange(withRestOnLast(bill, by, rows))}>
              {t('payments:schedule.restOnLast', {
                amount: by === 'PERCENT' ? percentWords(rest) : money(rest, bill.currency),
              })}
            </ActionButton>
          )
        }
      >
        <b>{t('payments:schedule.mismatch', { amount })}</b>
        {hasSwappedDigits && <> {t('payments:schedule.swapped')}</>}
      </Note>
    </div>
  );
}

const money = (amount: string, currency: string) => formatMoney(amount, currency, { as: 'code', zero: 'figure' });

function initialOf(bill: InvoicePayment, key: () => string): Values {
  if (bill.id !== null)
    return { by: bill.by ?? 'PERCENT', payments: rowsOf(bill.payments), version: bill.version ?? 0 };
  return { by: 'PERCENT', payments: [newRow(key(), { percent: '100', amount: bill.total ?? '' })], version: 0 };
}

const isBalanced = (bill: InvoicePayment, { by, payments }: Values): boolean =>
  sumRows(bill, by, payments).difference === 0n;

/** What a new instalment takes: the rest, if there is one. */
function restOf(bill: InvoicePayment, by: ScheduleKind, { difference }: ScheduleSum) {
  const rest = difference !== null && difference > 0n ? difference : 0n;
  if (by === 'PERCENT') return { percent: rest > 0n ? percentOf(rest) : '', amount: '' };
  return { percent: '', amount: rest > 0n ? formatAmount(rest, bill.currency) : '' };
}
const percentOf = (hundredths: bigint) => decimalText(hundredths, 2).replace(/\.?0+$/, '');

/** The rows when the other kind is chosen: the amounts that the shares gave, or equal shares to start from. */
function inKind(
  bill: InvoicePayment,
  kind: ScheduleKind,
  rows: readonly ScheduleRow[],
  { amounts }: ScheduleSum,
): ScheduleRow[] {
  if (kind === 'AMOUNT')
    return rows.map((row, at) => ({ ...row, amount: formatAmount(amounts[at] ?? 0n, bill.currency) }));
  return rows.map((row) => ({
    ...row,
    percent: row.percent === '' ? (rows.length === 1 ? '100' : '') : row.percent,
  }));
}

/** The instalments of both versions, in words, when somebody else has saved the schedule meanwhile. */
function conflictField(t: T, bill: InvoicePayment, by: ScheduleKind): ConflictField {
  return {
    name: 'payments',
    label: t('payments:schedule.title'),
    stored: (row) => {
      const read = invoicePaymentSchema.safeParse(row);
      return read.success ? rowsOf(read.data.payments) : [];
    },
    format: (value) => {
      const rows = value as readonly ScheduleRow[];
      const { amounts } = sumRows(bill, by, rows);
      return rows
        .map((row, at) => {
          const rule = ruleWords(t, { ...row, isPinned: row.pinned !== '' });
          const amount = row.id === undefined || by === 'PERCENT' ? amounts[at] : null;
          const words = amount === null || amount === undefined ? row.amount : formatAmount(amount, bill.currency);
          return `${money(words, bill.currency)}, ${row.pinned === '' ? rule : formatDay(row.pinned)}`;
        })
        .join('; ');
    },
  };
}
