import { Button } from '@mantine/core';
import { swappedDigitsHint } from '@quayside/domain/landed-cost/swapped-digits';
import { convert, formatAmount, minorOfText, parseRate } from '@quayside/domain/money/money';
import { useEffect, useRef, useState } from 'react';
import { Dialog } from '../../components/ui/confirm.tsx';
import { type TotalsItem, TotalsBar } from '../../components/ui/figures.tsx';
import { Note } from '../../components/ui/states.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { formatDayShort, formatMoney } from '../../lib/words/format.ts';
import { rateWords, shownRate } from '../../lib/words/shown-rate.ts';
import type { EditorState } from './editor/editor-state.ts';
import { type LocalTotals, localTotals } from './editor/local-totals.ts';
import { useEdited, useEditor } from './editor/use-editor.ts';
import { isForeign } from './header/header-fields.tsx';
import classes from './invoices.module.css';

const CALM_MS = 250;

/** The lines, the tax, the total and their difference. If there is a difference, a button offers ways to resolve it. */
export function InvoiceTotals({ isReadOnly, onShowUnassigned }: { isReadOnly: boolean; onShowUnassigned: () => void }) {
  const t = useT();
  const invoice = useEdited((state) => state.record);
  const sums = useCalmTotals();
  const [isSolving, setSolving] = useState(false);
  const money = (minor: bigint, zero: 'dash' | 'figure' = 'figure') =>
    formatMoney(formatAmount(minor, invoice.currency), invoice.currency, { as: 'code', zero });
  const bare = (minor: bigint) =>
    formatMoney(formatAmount(minor, invoice.currency), invoice.currency, { as: 'bare', zero: 'figure' });
  const items: TotalsItem[] = [
    { label: t('invoices:totals.lines'), value: money(sums.lines) },
    { label: t('invoices:totals.tax'), value: sums.tax === 0n ? '–' : money(sums.tax) },
    ...(isNothing(invoice.totals.costTax.document)
      ? []
      : [
          {
            label: t('invoices:totals.costTax'),
            value: formatMoney(invoice.totals.costTax.document, invoice.currency, { as: 'code' }),
          },
        ]),
    {
      label: t('invoices:totals.total'),
      value: sums.total === null ? t('invoices:totals.noTotal') : money(sums.total),
    },
    differenceItem(t, sums, bare, isReadOnly ? undefined : () => setSolving(true)),
    unassignedItem(t, invoice, onShowUnassigned),
    ...(isNothing(invoice.totals.excluded.document)
      ? []
      : [
          {
            label: t('invoices:totals.excluded'),
            value: formatMoney(invoice.totals.excluded.document, invoice.currency, { as: 'code' }),
          },
        ]),
    ...(isForeign(invoice) ? [convertedItem(t, invoice)] : []),
  ];
  return (
    <>
      <div className={classes.totals}>
        <TotalsBar items={items} label={t('invoices:totals.label')} />
      </div>
      {isForeign(invoice) && invoice.credits.length > 0 && (
        <p className="muted">
          {t('invoices:totals.rateOfCredited', { numbers: invoice.credits.map(({ number }) => number).join(', ') })}
        </p>
      )}
      {isSolving && <SolveDialog sums={sums} money={money} onClose={() => setSolving(false)} />}
    </>
  );
}

const isNothing = (amount: string) => /^-?0*(\.0*)?$/.test(amount);

function differenceItem(
  t: T,
  sums: LocalTotals,
  bare: (minor: bigint) => string,
  onClick: (() => void) | undefined,
): TotalsItem {
  const label = t('invoices:totals.difference');
  if (sums.difference === null)
    return {
      label,
      value: '–',
      ...(onClick && sums.lines + sums.tax !== 0n ? { onClick, action: t('invoices:totals.solveNoTotalTitle') } : {}),
    };
  if (sums.difference === 0n) return { label, value: bare(0n), tone: 'positive' };
  const value = bare(sums.difference);
  return {
    label,
    value,
    tone: 'danger',
    ...(onClick ? { onClick, action: t('invoices:totals.solve', { amount: value }) } : {}),
  };
}

function unassignedItem(t: T, invoice: EditorState['record'], onShow: () => void): TotalsItem {
  const amount = invoice.totals.unassigned.document;
  const label = t('invoices:totals.unassigned');
  if (isNothing(amount)) return { label, value: '–' };
  return {
    label,
    value: formatMoney(amount, invoice.currency, { as: 'code' }),
    tone: 'danger',
    onClick: onShow,
    action: t('invoices:totals.showUnassigned'),
  };
}

function convertedItem(t: T, invoice: EditorState['record']): TotalsItem {
  const { rate, rateTyped, rateDate, rateSource, totals, accountCurrency } = invoice;
  if (rate === null)
    return {
      label: t('invoices:totals.inAccount', { currency: accountCurrency }),
      value: t('invoices:totals.noRate'),
      end: true,
    };
  const words = rateWords(shownRate(rate, { document: invoice.currency, account: accountCurrency }, rateTyped));
  const label = rateDate
    ? t('invoices:totals.at', {
        rate: words,
        date: formatDayShort(rateDate),
        source: t(`invoices:totals.rateSource.${rateSource ?? 'manual'}`),
      })
    : words;
  const shown = (amount: string | null) => formatMoney(amount, accountCurrency, { zero: 'figure' });
  if (invoice.costRate !== null && invoice.costRate !== rate)
    return {
      label,
      value: shown(totals.total.account),
      end: true,
      note: t('invoices:totals.costRate', { rate: invoice.costRate }),
    };
  if (!isNothing(totals.difference.document))
    return { label, value: shown(totals.total.account), end: true, note: partsNote(t, invoice) };
  const whole = convertedAtOnce(invoice);
  const isRounded = whole !== undefined && totals.total.account !== null && whole !== totals.total.account;
  return {
    label,
    value: shown(totals.total.account),
    end: true,
    ...(isRounded
      ? { note: t('invoices:totals.rounded', { whole: shown(whole), sum: shown(totals.total.account) }) }
      : {}),
  };
}

/** Lines with tax, difference and total, each in both currencies: the total is not what the lines add up to. */
function partsNote(t: T, { currency, accountCurrency, totals }: EditorState['record']): string {
  // The sums of an invoice have no upper limit, unlike a typed amount. A sum of which a part is unknown is unknown.
  const sumOf = (of: 'document' | 'account', unit: string) => {
    const parts = [totals.lines, totals.recoverableTax, totals.costTax].map((part) =>
      minorOfText(part[of] ?? '', unit),
    );
    const known = parts.filter((part) => part !== undefined);
    return known.length < parts.length
      ? null
      : formatAmount(
          known.reduce((sum, part) => sum + part, 0n),
          unit,
        );
  };
  const both = (document: string | null, account: string | null) =>
    t('invoices:totals.inBoth', {
      document: formatMoney(document, currency, { as: 'code', zero: 'figure' }),
      account: formatMoney(account, accountCurrency, { zero: 'figure' }),
    });
  return t('invoices:totals.parts', {
    lines: both(sumOf('document', currency), sumOf('account', accountCurrency)),
    difference: both(totals.difference.document, totals.difference.account),
    total: both(totals.total.document, totals.total.account),
  });
}

/** The total converted in one step. The lines are converted one by one, so their sum can differ from it. */
function convertedAtOnce({ rate, currency, accountCurrency, totals }: EditorState['record']): string | undefined {
  const parsed = rate === null ? undefined : parseRate(rate);
  const minor = minorOfText(totals.total.document, currency);
  if (!parsed?.ok || minor === undefined) return undefined;
  return formatAmount(convert(minor, currency, accountCurrency, parsed.value), accountCurrency);
}

/**
 * The totals including typed values. They are debounced, so that they do not flicker and screen readers announce fewer
 * changes.
 */
function useCalmTotals(): LocalTotals {
  const rows = useEdited((state) => state.rows);
  const header = useEdited((state) => state.header);
  const record = useEdited((state) => state.record);
  const [sums, setSums] = useState(() => localTotals({ rows, header, record }));
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const timer = setTimeout(() => setSums(localTotals({ rows, header, record })), CALM_MS);
    return () => clearTimeout(timer);
  }, [rows, header, record]);
  return sums;
}

/** A dialog that offers two ways to resolve a difference. */
function SolveDialog({
  sums,
  money,
  onClose,
}: {
  sums: LocalTotals;
  money: (minor: bigint) => string;
  onClose: () => void;
}) {
  const t = useT();
  const editor = useEditor();
  const currency = useEdited((state) => state.record.currency);
  const sum = sums.lines + sums.tax;
  const difference = sums.difference ?? 0n;
  const setTotal = () => {
    editor.setHeader('total', formatAmount(sum, currency));
    editor.leaveHeader('total');
    onClose();
  };
  const addLine = () => {
    editor.addRow({
      name: t('invoices:totals.differenceLine'),
      costType: 'OTHER',
      quantity: '1',
      amount: formatAmount(difference, currency),
    });
    onClose();
  };
  return (
    <Dialog
      title={
        sums.total === null
          ? t('invoices:totals.solveNoTotalTitle')
          : t('invoices:totals.solveTitle', { amount: money(difference) })
      }
      size={440}
      onClose={onClose}
    >
      <p>
        {sums.total === null
          ? t('invoices:totals.solveNoTotalBody', { sum: money(sum) })
          : t('invoices:totals.solveBody', { total: money(sums.total), sum: money(sum) })}
      </p>
      {swappedDigitsHint(difference) && (
        <div style={{ marginTop: 12 }}>
          <Note tone="warning">{t('invoices:totals.swapped')}</Note>
        </div>
      )}
      <div className={classes.solve}>
        <Button data-autofocus onClick={setTotal}>
          {t('invoices:totals.setTotal', { amount: money(sum) })}
        </Button>
        {sums.total !== null && (
          <Button onClick={addLine}>{t('invoices:totals.addLine', { amount: money(difference) })}</Button>
        )}
      </div>
    </Dialog>
  );
}
