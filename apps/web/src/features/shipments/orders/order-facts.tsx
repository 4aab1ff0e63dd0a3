import type { OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import { Link } from 'react-router';
import { KeyValues } from '../../../components/ui/card.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatDay } from '../../../lib/words/format.ts';
import { orderName, orderTip } from '../../../lib/words/order-name.ts';
import { paths } from '../../../lib/paths.ts';
import { ShipmentChip } from '../shipment-chip.tsx';

/** What an order is: its line, product, supplier and units. */
export function OrderFacts({ order }: { order: OrderWithPackLists }) {
  const t = useT();
  return (
    <KeyValues
      items={[
        { label: t('shipments:status'), value: <ShipmentChip status={order.status} method={order.shippingMethod} /> },
        {
          label: t('shipments:orders.line'),
          value: (
            <Link to={paths.invoice(order.invoiceId, order.invoiceLineId)} title={orderTip(t, order)}>
              {orderName(t, order)}
            </Link>
          ),
        },
        ...(order.purchaseOrderId === null
          ? []
          : [
              {
                label: t('shipments:orders.purchaseOrder'),
                value: <Link to={paths.purchaseOrder(order.purchaseOrderId)}>{order.poNumber}</Link>,
              },
            ]),
        {
          label: t('shipments:product'),
          value: (
            <Link to={paths.product(order.sku)}>
              {order.sku} {order.productName}
            </Link>
          ),
        },
        {
          label: t('shipments:supplier'),
          value:
            order.supplierId === null ? (
              EN_DASH
            ) : (
              <Link to={paths.supplier(order.supplierId)}>{order.supplierName}</Link>
            ),
        },
        { label: t('shipments:orders.date'), value: formatDay(order.date) },
        ...unitFacts(t, order),
      ]}
    />
  );
}

const unitFacts = (t: T, order: OrderWithPackLists) => [
  { label: t('shipments:units'), value: formatCount(order.quantity) },
  { label: t('shipments:orders.packed'), value: formatCount(order.packedQuantity) },
  { label: t('shipments:orders.shipped'), value: formatCount(order.shippedQuantity) },
  { label: t('shipments:orders.received'), value: formatCount(order.receivedQuantity) },
  ...(order.missingQuantity === 0
    ? []
    : [{ label: t('shipments:orders.missing'), value: formatCount(order.missingQuantity) }]),
  { label: t('shipments:orders.unpacked'), value: formatCount(order.unpackedQuantity) },
  ...(order.unitsPerCase === null
    ? []
    : [{ label: t('shipments:orders.unitsPerCase'), value: formatCount(order.unitsPerCase) }]),
];
