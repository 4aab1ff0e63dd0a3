import type { CurrencyStatement, StatementLine } from '@quayside/contracts/payments/supplier-statements';
import { IconInfoCircle } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { Card } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount, formatDay, formatMoney } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { unscheduledBillsOf } from './statement-paths.ts';
import classes from './statement.module.css';

interface CurrencyTableProps {
  readonly statement: CurrencyStatement;
  readonly supplierId: string;
  /** The period; empty texts without a limit. */
  readonly days: { readonly from: string; readonly to: string };
  readonly isBusy: boolean;
}

/** The lines of a statement in one currency, between the opening and the closing balance. */
export function CurrencyTable({ statement, supplierId, days, isBusy }: CurrencyTableProps) {
  const t = useT();
  const { currency, lines, omitted, unscheduled } = statement;
  const title = t('payments:statement.title', { currency });
  const money = (value: string | null) =>
    value === null ? null : <Money as="bare" value={value} currency={currency} zero="figure" />;
  return (
    <>
      {unscheduled.count > 0 && (
        <div data-off-paper>
          <Note
            tone="info"
            icon={IconInfoCircle}
            action={<Link to={unscheduledBillsOf(supplierId)}>{t('payments:statement.showBills')}</Link>}
          >
            {t('payments:statement.unscheduled', {
              count: unscheduled.count,
              amount: formatMoney(unscheduled.total, currency, { as: 'code', zero: 'figure' }),
            })}
          </Note>
        </div>
      )}
      <Card flush title={title} hint={<span data-off-paper>{t('payments:statement.debitHelp')}</span>}>
        <ScrollRegion className={classes.scroll} label={title}>
          <SimpleTable
            className={classes.table}
            label={title}
            lines="below"
            cards="repeat(2, minmax(0, 1fr))"
            isBusy={isBusy}
          >
            <thead>
              <tr>
                <th scope="col">{t('payments:statement.day')}</th>
                <th scope="col">{t('payments:statement.what')}</th>
                <th scope="col">{t('payments:statement.documents')}</th>
                <th scope="col">{t('payments:statement.reference')}</th>
                {(['debit', 'credit', 'running'] as const).map((name) => (
                  <th key={name} scope="col" data-figure>
                    {t(`payments:statement.${name}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              <tr className={classes.sum}>
                <td className={classes.day} data-title data-empty={days.from === '' || undefined}>
                  {days.from && formatDay(days.from)}
                </td>
                <th scope="row" colSpan={5}>
                  {t('payments:statement.opening')}
                </th>
                <td data-figure>{money(statement.opening)}</td>
              </tr>
              {omitted > 0 && (
                <tr>
                  <td colSpan={7} data-wide>
                    {t('payments:statement.omitted', { count: omitted, formatted: formatCount(omitted) })}
                  </td>
                </tr>
              )}
              {statement.count === 0 && (
                <tr>
                  <td colSpan={7} data-wide className="muted">
                    {t('payments:statement.noLines')}
                  </td>
                </tr>
              )}
              {lines.map((line, place) => (
                <Line key={place} line={line} currency={currency} />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <td className={classes.day} data-title data-empty={days.to === '' || undefined}>
                  {days.to && formatDay(days.to)}
                </td>
                <td colSpan={3} data-title>
                  {t('payments:statement.closing')}
                </td>
                <td data-figure data-label={t('payments:statement.debit')}>
                  {money(statement.debit)}
                </td>
                <td data-figure data-label={t('payments:statement.credit')}>
                  {money(statement.credit)}
                </td>
                <td data-figure data-label={t('payments:statement.running')}>
                  {money(statement.closing)}
                </td>
              </tr>
            </tfoot>
          </SimpleTable>
        </ScrollRegion>
      </Card>
    </>
  );
}

function Line({ line, currency }: { line: StatementLine; currency: string }) {
  const t = useT();
  const { kind, day, reference, debit, credit, used, balance, isConfirmed, difference } = line;
  const code = (value: string) => formatMoney(value, currency, { as: 'code', zero: 'figure' });
  const figure = (value: string | null, label: string) => (
    <td data-figure data-label={label} data-empty={value === null || undefined}>
      {value !== null && <Money as="bare" value={value} currency={currency} zero="figure" />}
    </td>
  );
  return (
    <tr>
      <td className={classes.day}>{formatDay(day)}</td>
      <td>
        {t(`payments:statement.kind.${kind}`)}
        {used !== null && (
          <span className="quiet block">{t('payments:statement.usedAmount', { amount: code(used) })}</span>
        )}
        {!isConfirmed && <span className="quiet block">{t('payments:statement.unconfirmed')}</span>}
        {difference !== null && (
          <span className="quiet block" data-off-paper>
            {t('payments:statement.difference', { amount: code(difference) })}
          </span>
        )}
      </td>
      <td data-wide>
        <Documents line={line} />
      </td>
      <td data-label={t('payments:statement.reference')} data-empty={reference === null || undefined}>
        {reference}
      </td>
      {figure(debit, t('payments:statement.debit'))}
      {figure(credit, t('payments:statement.credit'))}
      {figure(balance, t('payments:statement.running'))}
    </tr>
  );
}

/** What the line is about. A credit or a deposit stands before what it was used on. */
function Documents({ line: { kind, documents, used } }: { line: StatementLine }) {
  const t = useT();
  const between = used === null ? ', ' : ` ${t('payments:statement.usedOn')} `;
  return documents.map(({ type, id, number }, place) => (
    <Fragment key={id}>
      {place > 0 && between}
      <Link to={pathOf(type, id, kind === 'CREDIT_NOTE' || (kind === 'CREDIT_USED' && place === 0))}>{number}</Link>
    </Fragment>
  ));
}

function pathOf(type: StatementLine['documents'][number]['type'], id: string, isCredit: boolean): string {
  if (type === 'PURCHASE_ORDER') return paths.purchaseOrder(id);
  return isCredit ? paths.invoice(id) : paths.invoicePayments(id);
}
