import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { getProductInventory, ProductLot } from '@quayside/contracts/stock/product-stock';
import { IconCircleCheck, IconClock, IconExchange } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '../../../components/ui/card.tsx';
import { Money, UnitCost } from '../../../components/ui/money.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { useCurrency } from '../../../lib/session/account.ts';
import { EN_DASH, formatCount, formatDay, formatQuantity } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';

type Inventory = ResponseOf<typeof getProductInventory>;
const FIGURES = ['units', 'onHand', 'unitCost', 'lotValue', 'notArrived'] as const;

/** The lots of a product in the order in which they give units, and what has not arrived beside. */
export function LotsCard({ inventory, end }: { inventory: Inventory; end: ReactNode }) {
  const t = useT();
  const currency = useCurrency();
  const { content, stock } = inventory;
  const title = t('shipments:stock.product.lots');
  return (
    <Card
      title={title}
      hint={t(`shipments:stock.product.lotsHint.${inventory.method}`)}
      end={end}
      flush={content.length > 0}
    >
      {content.length === 0 ? (
        <p className="muted">{t('shipments:stock.product.noLots')}</p>
      ) : (
        <SimpleTable label={title} cards="1fr 1fr">
          <thead>
            <tr>
              <th scope="col">{t('shipments:stock.product.lot')}</th>
              <th scope="col">{t('shipments:stock.product.order')}</th>
              <th scope="col">{t('shipments:stock.product.received')}</th>
              {FIGURES.map((id) => (
                <th key={id} scope="col" data-figure>
                  {figureName(t, id)}
                </th>
              ))}
              <th scope="col">{t('shipments:stock.product.basis')}</th>
            </tr>
          </thead>
          <tbody>
            {content.map((lot) => (
              <LotRow key={lot.id} lot={lot} />
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={4}>{t('shipments:stock.onHand')}</td>
              <td data-figure>{formatQuantity(stock.onHand, 'figure')}</td>
              <td data-figure data-label={figureName(t, 'unitCost')}>
                <UnitCost value={stock.valuePerUnit} />
              </td>
              <td data-figure data-label={figureName(t, 'lotValue')}>
                <Money value={stock.value} currency={currency} as="bare" zero="figure" />
              </td>
              <td colSpan={2} data-empty />
            </tr>
          </tfoot>
        </SimpleTable>
      )}
    </Card>
  );
}

const figureName = (t: T, id: (typeof FIGURES)[number]): string =>
  id === 'onHand' ? t('shipments:stock.onHand') : t(`shipments:stock.product.${id}`);

function LotRow({ lot }: { lot: ProductLot }) {
  const t = useT();
  const currency = useCurrency();
  const name = lot.packListNumber ?? t(`shipments:stock.product.kinds.${lot.kind}`);
  return (
    <tr>
      <th scope="row" data-title>
        {lot.orderId === null ? name : <Link to={paths.order(lot.orderId)}>{name}</Link>}
        {lot.shipmentPlanId !== null && (
          <>
            {' '}
            <Link to={paths.shipmentPlan(lot.shipmentPlanId)}>{lot.shipmentPlanNumber}</Link>
          </>
        )}
      </th>
      <td data-label={t('shipments:stock.product.order')}>{lot.purchaseOrderNumber ?? lot.orderNumber ?? EN_DASH}</td>
      <td data-label={t('shipments:stock.product.received')}>{arrivalWords(t, lot)}</td>
      <td data-figure data-label={t('shipments:stock.product.units')}>
        {formatCount(lot.units)}
      </td>
      <td data-figure data-label={t('shipments:stock.onHand')}>
        {formatCount(lot.onHand)}
      </td>
      <td data-figure data-label={t('shipments:stock.product.unitCost')}>
        <UnitCost value={lot.unitCost} />
      </td>
      <td data-figure data-label={t('shipments:stock.product.lotValue')}>
        <Money value={lot.value} currency={currency} as="bare" />
      </td>
      <td data-figure data-label={t('shipments:stock.product.notArrived')}>
        {formatQuantity(lot.notArrived)}
      </td>
      <td data-label={t('shipments:stock.product.basis')}>
        {lot.unknownCost === 'NO_RATE' ? (
          <Chip icon={IconExchange} tone="danger">
            {t('shipments:stock.product.noRate')}
          </Chip>
        ) : lot.basis === null ? (
          EN_DASH
        ) : (
          <Chip
            icon={lot.basis === 'ACTUAL' ? IconCircleCheck : IconClock}
            tone={lot.basis === 'ACTUAL' ? 'positive' : 'neutral'}
            quiet={lot.basis !== 'ACTUAL'}
          >
            {t(`shipments:stock.product.${lot.basis}`)}
          </Chip>
        )}
      </td>
    </tr>
  );
}

function arrivalWords(t: T, { receivedOn, expectedOn }: ProductLot): string {
  if (receivedOn !== null) return formatDay(receivedOn);
  return expectedOn === null
    ? t('shipments:stock.product.notYet')
    : t('shipments:stock.product.expected', { day: formatDay(expectedOn) });
}
