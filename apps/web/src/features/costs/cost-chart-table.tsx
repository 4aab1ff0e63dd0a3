import { Link } from 'react-router';
import { SimpleTable } from '../../components/ui/simple-table.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatCount, formatDay, formatMoney, formatUnitCost } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { orderName } from '../../lib/order-name.ts';
import chartClasses from './chart.module.css';
import type { CostStep } from './cost-chart.ts';
import classes from './costs.module.css';

/** The data of the chart as a table. It lists every step with the invoices that caused it, newest first. */
export function ChartTable({
  steps,
  currency,
  label,
}: {
  steps: readonly CostStep[];
  currency: string;
  label: string;
}) {
  const t = useT();
  const hasOrders = steps.some(({ order }) => order !== undefined);
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
