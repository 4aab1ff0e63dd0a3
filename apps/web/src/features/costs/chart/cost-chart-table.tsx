import type { CostHistoryPoint } from '@quayside/contracts/costs/cost-reports';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import {
  EN_DASH,
  formatCount,
  formatDay,
  formatMoney,
  formatMonth,
  formatUnitCost,
} from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { historyQuery } from '../api.ts';
import chartClasses from './chart.module.css';
import type { CostStep } from './cost-chart.ts';
import classes from '../costs.module.css';

/** The data of the chart as a table. It lists every step with the invoices that caused it, newest first. */
export function ChartTable({
  steps,
  currency,
  label,
  productId,
}: {
  steps: readonly CostStep[];
  currency: string;
  label: string;
  productId: string;
}) {
  const t = useT();
  const hasOrders = steps.some(({ order }) => order !== undefined);
  // What is gone of each order is read only for the table, because it reads what lots gave.
  const split = useQuery({ ...historyQuery(productId, true), enabled: hasOrders });
  const splits = new Map(
    split.data?.content.flatMap(({ deliveries }) => deliveries.map(({ order, split: own }) => [order.id, own])),
  );
  return (
    <div className={chartClasses.table}>
      <SimpleTable
        className={classes.orders}
        lines="below"
        row={{ height: 36, pad: 0 }}
        cards="repeat(3, minmax(0, 1fr))"
        label={label}
      >
        <thead>
          <tr>
            <th scope="col">{t('costs:chart.columnDay')}</th>
            {hasOrders && <th scope="col">{t('costs:chart.columnOrder')}</th>}
            <th scope="col" data-figure>
              {t('costs:chart.columnUnits')}
            </th>
            <th scope="col" data-figure>
              {t('costs:chart.columnCost')}
            </th>
            {hasOrders &&
              PARTS.map((part) => (
                <th key={part} scope="col" data-figure>
                  {t(`costs:chart.split.${part}`)}
                </th>
              ))}
            <th scope="col">{t('costs:chart.columnCauses')}</th>
          </tr>
        </thead>
        <tbody>
          {steps.toReversed().map((step) => (
            <tr key={step.key}>
              <td data-title>{formatDay(step.day)}</td>
              {hasOrders && <td data-label={t('costs:chart.columnOrder')}>{step.order && orderName(t, step.order)}</td>}
              <td data-figure data-label={t('costs:chart.columnUnits')}>
                {formatCount(step.units)}
              </td>
              <td data-figure data-label={t('costs:chart.columnCost')}>
                <b>{formatUnitCost(step.perUnit)}</b>
              </td>
              {hasOrders && <SplitCells split={step.order && splits.get(step.order.id)} currency={currency} />}
              <td data-title>
                <span className={chartClasses.causeList}>
                  {(step.causes.length > 0 ? step.causes : [{ ...step.invoice, amount: undefined }]).map(
                    ({ id, number, amount }) => (
                      <span key={id}>
                        <Link to={paths.invoice(id)}>{number}</Link>{' '}
                        {amount !== undefined && (
                          <span className={`${classes.faint} num`}>
                            {formatMoney(amount, currency, { as: 'bare', zero: 'figure' })}
                          </span>
                        )}
                      </span>
                    ),
                  )}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </div>
  );
}

const PARTS = ['gone', 'onHand', 'notArrived'] as const;
type Split = CostHistoryPoint['deliveries'][number]['split'];

/** What of an order is gone, with its months, on hand, and not arrived: units and cost. */
function SplitCells({ split, currency }: { split: Split | undefined; currency: string }) {
  const t = useT();
  const bare = (amount: string | null) =>
    amount === null ? EN_DASH : formatMoney(amount, currency, { as: 'bare', zero: 'figure' });
  return PARTS.map((part) => (
    <td key={part} data-figure data-label={t(`costs:chart.split.${part}`)}>
      {split && split[part].units !== 0 ? (
        <>
          {bare(split[part].amount)}{' '}
          <small className={classes.faint}>
            {t('costs:chart.split.units', { count: split[part].units, formatted: formatCount(split[part].units) })}
          </small>
        </>
      ) : (
        EN_DASH
      )}
      {part === 'gone' &&
        split?.gone.byMonth.map(({ month, amount }) => (
          <div key={month} className="quiet">
            {formatMonth(month)} {bare(amount)}
          </div>
        ))}
    </td>
  ));
}
