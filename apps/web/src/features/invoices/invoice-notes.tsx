import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { IconInfoCircle, IconReceiptRefund } from '@tabler/icons-react';
import { Trans } from 'react-i18next';
import { Link } from 'react-router';
import { Note } from '../../components/ui/states.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { formatMoney } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import type { EditorState, Row } from './editor/editor-state.ts';
import { useEdited } from './editor/use-editor.ts';
import { isForeign } from './header/header-fields.tsx';
import { lineStateOf, reasonSentence } from './line-state.tsx';
import classes from './invoices.module.css';

type Invoice = EditorState['record'];

/** The row key of the first line that is not fully assigned. */
export const firstUnassigned = (state: Pick<EditorState, 'rows' | 'keys' | 'record'>): string | undefined =>
  state.keys.find((key) => {
    const line = state.rows.get(key)?.stored;
    return line && ['unassigned', 'partly'].includes(lineStateOf(line, state.record.status));
  });

/** Notes below the lines about the costs of this invoice. */
export function InvoiceNotes({ isReadOnly, onOpen }: { isReadOnly: boolean; onOpen: (rowKey: string) => void }) {
  const t = useT();
  const invoice = useEdited((state) => state.record);
  const rows = useEdited((state) => state.rows);
  const order = useEdited((state) => state.keys);
  const sorted = order.flatMap((key) => rows.get(key) ?? []);
  const unassigned = sorted.filter(
    ({ stored: line }) => line && ['unassigned', 'partly'].includes(lineStateOf(line, invoice.status)),
  );
  const spread = sorted.filter(
    ({ stored: line }) =>
      line &&
      line.product === null &&
      line.entryCount > 0 &&
      !line.isExcludedFromGeneralCostsData &&
      ['assigned', 'provisional'].includes(lineStateOf(line, invoice.status)),
  );
  const lacksRate = isForeign(invoice) && invoice.rate === null && invoice.lineCount > 0;
  return (
    <>
      <Ties label={t('invoices:notes.credits')} invoices={invoice.credits} />
      <Ties label={t('invoices:notes.creditedBy')} invoices={invoice.creditedBy} />
      {invoice.status === 'REVIEW' && <Note tone="warning">{t('invoices:notes.review')}</Note>}
      {lacksRate && (
        <Note tone="warning">
          {t('invoices:notes.noRate', { currency: invoice.currency, accountCurrency: invoice.accountCurrency })}
        </Note>
      )}
      {!lacksRate && unassigned[0] && (
        <Unassigned rows={unassigned} first={unassigned[0]} invoice={invoice} onOpen={onOpen} />
      )}
      {spread[0]?.stored && (
        <Note
          tone="info"
          icon={IconInfoCircle}
          action={
            <button
              type="button"
              className={classes.noteButton}
              data-off-paper
              onClick={() => spread[0] && onOpen(spread[0].key)}
            >
              {isReadOnly ? t('invoices:notes.show') : t('invoices:notes.changeBasis')}
            </button>
          }
        >
          <Trans
            t={t}
            i18nKey="invoices:notes.spread"
            count={spread.length}
            components={{ b: <b className="num" /> }}
            values={{
              count: spread.length,
              amount: sumOf(spread, 'cost', invoice),
              orders: t('invoices:notes.orders', {
                count: Math.max(...spread.map(({ stored: line }) => line?.entryCount ?? 0)),
              }),
              basis: basisWords(t, spread),
            }}
          />
        </Note>
      )}
    </>
  );
}

/** Links to the invoices that this one credits, or to the credit notes that credit it. */
function Ties({ label, invoices }: { label: string; invoices: Invoice['credits'] }) {
  if (invoices.length === 0) return null;
  return (
    <Note tone="info" icon={IconReceiptRefund}>
      {label}{' '}
      {invoices.map(({ id, number }, index) => (
        <span key={id}>
          {index > 0 && ', '}
          <Link className={classes.noteLink} to={paths.invoice(id)}>
            {number}
          </Link>
        </span>
      ))}
      .
    </Note>
  );
}

function Unassigned({
  rows,
  first,
  invoice,
  onOpen,
}: {
  rows: readonly Row[];
  first: Row;
  invoice: Invoice;
  onOpen: (rowKey: string) => void;
}) {
  const t = useT();
  return (
    <Note
      tone="danger"
      action={
        <button type="button" className={classes.noteButton} data-off-paper onClick={() => onOpen(first.key)}>
          {t('invoices:notes.show')}
        </button>
      }
    >
      <Trans
        t={t}
        i18nKey="invoices:notes.unassigned"
        count={rows.length}
        components={{ b: <b className="num" /> }}
        values={{ count: rows.length, amount: sumOf(rows, 'unassigned', invoice) }}
      />{' '}
      {first.stored && reasonSentence(t, first.stored, invoice)}
    </Note>
  );
}

/** The basis on which all these lines are spread, as words. The text is empty when the lines have different bases. */
function basisWords(t: T, rows: readonly Row[]): string {
  const [basis, ...others] = new Set(rows.flatMap(({ stored: line }) => line?.effectiveBasis ?? []));
  return basis === undefined || others.length > 0 ? '' : ` ${t(`invoices:basisBy.${basis}`)}`;
}

function sumOf(rows: readonly Row[], of: 'cost' | 'unassigned', { currency }: Invoice): string {
  const minors = rows.map(({ stored: line }) => (line ? minorOfText(line[of].document, currency) : undefined) ?? 0n);
  const sum = minors.reduce((total, minor) => total + minor, 0n);
  return formatMoney(formatAmount(sum, currency), currency, { as: 'code', zero: 'figure' });
}
