import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import {
  type listReceipts as spec,
  type Receipt,
  type receiptTotals as totalsSpec,
  reverseReceipt,
} from '@quayside/contracts/stock/receipts';
import { say } from '@quayside/contracts/texts/catalogue';
import { numberText } from '@quayside/domain/shipments/numbers';
import { envelope } from '../../../db/paging.ts';
import type { Scope, Work } from '../../../db/tx.ts';
import { type May, mayCall, no, YES } from '../../../http/may.ts';
import { personNames } from '../../accounts/public.ts';
import { listReceiptHeads, type ReceiptHead, sumReceipts } from './receipts.views.ts';

/** One page of receipts, newest first. */
export async function listReceipts(w: Work, q: QueryOut<typeof spec>): Promise<Page<Receipt>> {
  const { rows, count, window } = await listReceiptHeads(w, q);
  const people = await personNames(
    w,
    rows.map(({ createdBy }) => createdBy),
  );
  return envelope(
    rows.map((row) => toReceipt(w.scope, row, people)),
    count,
    window,
  );
}

/** The exact count and sums of the receipts that match a filter. */
export async function receiptTotals(w: Work, q: QueryOut<typeof totalsSpec>): Promise<ResponseOf<typeof totalsSpec>> {
  const sums = await sumReceipts(w, q);
  return {
    count: Number(sums.count),
    units: Number(sums.units),
    surplus: Number(sums.surplus),
    found: Number(sums.found),
    reversed: Number(sums.reversed),
  };
}

const toReceipt = (scope: Scope, row: ReceiptHead, people: ReadonlyMap<string, string>): Receipt => ({
  id: row.id,
  packListId: row.packListId,
  packListNumber: row.packListNumber === null ? null : numberText('PACK_LIST', row.packListNumber),
  orderId: row.orderId,
  orderNumber: row.orderNumber,
  shipmentPlanId: row.planId,
  shipmentPlanNumber: row.planNumber === null ? null : numberText('SHIPMENT_PLAN', row.planNumber),
  productId: row.productId,
  sku: row.sku,
  productName: row.productName,
  day: row.day,
  place: row.place,
  quantity: Number(row.units),
  surplus: Number(row.surplus),
  surplusReason: row.surplusReason,
  found: Number(row.found),
  credited: Number(row.credited),
  isOpening: row.isOpening,
  createdAt: row.createdAt.toISOString(),
  createdBy: row.createdBy === null ? null : (people.get(row.createdBy) ?? null),
  reversedAt: row.reversedAt?.toISOString() ?? null,
  can: { reverse: mayReverse(scope, row) },
});

/** Whether a receipt can be reversed. Whether its units were used is only known when somebody tries. */
function mayReverse(scope: Scope, row: ReceiptHead): May {
  const mayAtAll = mayCall(reverseReceipt, scope);
  if (!mayAtAll.allowed) return mayAtAll;
  if (row.reversedAt !== null) return no(scope, say('stock.reversed'));
  if (row.planStatus === 'CLOSED') return no(scope, say('stock.plan_closed'));
  return YES;
}
