import type { Explain } from '@quayside/contracts/costs/costs';
import { IconCircleCheck, IconClock } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Card } from '../../components/ui/card.tsx';
import { Chip } from '../../components/ui/status-chip.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatCount, formatDay, formatMoney, formatUnitCost } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { orderName, orderTip } from '../../lib/words/order-name.ts';
import classes from './costs.module.css';
import { type ExplainFocus, refOfLayer } from './explain/explain-focus.ts';
import { ScrollRegion } from '../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../components/ui/simple-table.tsx';

interface OrdersCardProps {
  readonly explain: Explain;
  /** The part that the open panel explains. If it is an order, the row of that order is highlighted. */
  readonly focus: ExplainFocus | undefined;
  readonly onExplain: (focus: ExplainFocus) => void;
}

/** The orders over which the unit cost is averaged. A click on an order opens its explanation. */
export function OrdersCard({ explain, focus, onExplain }: OrdersCardProps) {
  const t = useT();
  const { currency, layers, layerless } = explain;
  const bare = (amount: string) => formatMoney(amount, currency, { as: 'bare', zero: 'figure' });
  const isProvisional = layerless.entries.some((entry) => entry.isProvisional && !entry.isExcluded);
  return (
    <Card title={t('costs:product.byOrder')} hint={t('costs:product.byOrderHint')} flush>
      <ScrollRegion className={classes.scroll} label={t('costs:product.byOrderOf', { sku: explain.product.sku })}>
        <SimpleTable
          className={classes.orders}
          lines="below"
          row={{ height: 36, pad: 0 }}
          cards="repeat(3, minmax(0, 1fr))"
          label={t('costs:product.byOrderOf', { sku: explain.product.sku })}
        >
          <thead>
            <tr>
              <th scope="col">{t('costs:product.order')}</th>
              <th scope="col">{t('costs:product.date')}</th>
              <th scope="col" data-figure>
                {t('costs:product.units')}
              </th>
              <th scope="col" data-figure>
                {t('costs:product.unitCost')}
              </th>
              <th scope="col" data-figure>
                {t('costs:product.value')}
              </th>
              <th scope="col">{t('costs:product.state')}</th>
            </tr>
          </thead>
          <tbody>
            {layers.length === 0 && (
              <tr>
                <td colSpan={6} className={classes.faint}>
                  {t('costs:product.noOrders')}
                </td>
              </tr>
            )}
            {layers.map((order) => {
              const figure = formatUnitCost(order.perUnit);
              return (
                <tr
                  key={order.id}
                  data-pressed={(focus && 'order' in focus && focus.order === order.id) || undefined}
                  data-opens
                  // The click handler of the row is for mouse users only. Keyboard users have the button of the unit
                  // cost.
                  onClick={() => onExplain({ order: order.id })}
                >
                  <td data-title>
                    <Link
                      to={paths.invoice(order.invoice.id)}
                      title={orderTip(t, order)}
                      onClick={(event) => event.stopPropagation()}
                    >
                      {orderName(t, refOfLayer(order))}
                    </Link>
                  </td>
                  <td className={classes.soft} data-label={t('costs:product.date')}>
                    {formatDay(order.date)}
                  </td>
                  <td className={classes.soft} data-figure data-label={t('costs:product.units')}>
                    {formatCount(order.units)}
                  </td>
                  <td data-figure data-label={t('costs:product.unitCost')}>
                    <button
                      type="button"
                      className={classes.order}
                      aria-label={t('costs:product.explainOrder', {
                        order: orderName(t, refOfLayer(order)),
                        figure,
                        currency,
                      })}
                      onClick={(event) => (event.stopPropagation(), onExplain({ order: order.id }))}
                    >
                      <b>{figure}</b>
                    </button>
                  </td>
                  <td data-figure data-label={t('costs:product.value')}>
                    {bare(order.landed)}
                  </td>
                  <td data-label={t('costs:product.state')}>
                    <StateMark
                      isProvisional={order.entries.some((entry) => entry.isProvisional && !entry.isExcluded)}
                    />
                  </td>
                </tr>
              );
            })}
            {layerless.entries.length > 0 && (
              <tr>
                <td colSpan={4} data-title>
                  {t('costs:product.withoutOrder')}{' '}
                  <span className={classes.faint}>{t('costs:product.withoutOrderDetail')}</span>
                </td>
                <td data-figure data-label={t('costs:product.value')}>
                  {bare(layerless.amount)}
                </td>
                <td data-label={t('costs:product.state')}>
                  <StateMark isProvisional={isProvisional} />
                </td>
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={2} data-title>
                {t('costs:product.all')}
              </td>
              <td data-figure data-label={t('costs:product.units')}>
                {formatCount(explain.units)}
              </td>
              <td data-figure data-label={t('costs:product.unitCost')}>
                {formatUnitCost(explain.landedPerUnit)}
              </td>
              <td data-figure data-label={t('costs:product.value')}>
                {bare(explain.landed)}
              </td>
              <td data-empty />
            </tr>
          </tfoot>
        </SimpleTable>
      </ScrollRegion>
    </Card>
  );
}

/**
 * The state of an order's cost. It is provisional as long as at least one invoice is not confirmed, and otherwise
 * final.
 */
function StateMark({ isProvisional }: { isProvisional: boolean }) {
  const t = useT();
  return isProvisional ? (
    <Chip icon={IconClock} tone="info" quiet>
      {t('costs:list.provisional')}
    </Chip>
  ) : (
    <Chip icon={IconCircleCheck} tone="positive" quiet>
      {t('costs:list.final')}
    </Chip>
  );
}
