import type { Order } from '@quayside/contracts/shipments/orders';
import { say } from '@quayside/contracts/texts/catalogue';
import { checkOrderUnits, checkPacking } from '@quayside/domain/shipments/pack-lists';
import type { Scope } from '../../../db/tx.ts';
import type { OrderHead } from '../lists/orders.views.ts';
import { no } from '../../../http/may.ts';
import { may } from '../packing/pack-lists.answers.ts';

/** An order as the API shows it. */
export function toOrder(scope: Scope, row: OrderHead): Order {
  return {
    kind: 'SUPPLIER',
    orderId: row.id,
    number: row.number,
    status: row.status,
    invoiceId: row.invoiceId,
    invoiceNumber: row.invoiceNumber,
    invoiceStatus: row.invoiceStatus,
    invoiceLineId: row.lineId,
    linePosition: row.linePosition,
    date: row.date,
    supplierId: row.supplierId,
    supplierName: row.supplierName,
    purchaseOrderId: row.purchaseOrderId,
    poNumber: row.poNumber,
    productId: row.productId,
    sku: row.sku,
    productName: row.productName,
    thumbnail: row.thumbnail,
    quantity: Number(row.invoiced),
    packedQuantity: Number(row.packed),
    shippedQuantity: Number(row.shipped),
    receivedQuantity: Number(row.received),
    missingQuantity: Number(row.missing),
    unpackedQuantity: Number(row.units - row.held),
    packListCount: row.packLists,
    unitsPerCase: row.caseUnits,
    shippingMethod: row.shippingMethod,
    readyOn: row.readyOn,
    expectedOn: row.expectedOn,
    notes: row.notes,
    can: {
      pack: may(scope, checkPacking({ units: row.units, packedInOthers: row.held }, 1n)),
      delete: mayDelete(scope, row),
    },
    version: row.version,
  };
}

function mayDelete(scope: Scope, row: OrderHead): Order['can']['delete'] {
  const rule = may(scope, checkOrderUnits(0n, row.everPacked));
  return rule.allowed && row.invoiceStatus === 'CLOSED' ? no(scope, say('invoices.closed')) : rule;
}
