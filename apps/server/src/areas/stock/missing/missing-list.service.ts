import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import {
  decideMissing,
  type listMissing as spec,
  type Missing,
  type missingTotals as totalsSpec,
} from '@quayside/contracts/stock/missing';
import type { Page } from '@quayside/contracts/paging';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { formatAmount, grouped } from '@quayside/domain/money/money';
import { numberText } from '@quayside/domain/shipments/numbers';
import { claimDeadline, type Paper, PAPERS_OF } from '@quayside/domain/stock/claims';
import { envelope } from '../../../db/paging.ts';
import type { Scope, Work } from '../../../db/tx.ts';
import { mayCall } from '../../../http/may.ts';
import { listMissingHeads, type MissingHead, readMissingOf, sumMissing } from './missing.views.ts';

/** One page of what is missing, the dearest first. */
export async function listMissing(w: Work, q: QueryOut<typeof spec>): Promise<Page<Missing>> {
  const { rows, count, window } = await listMissingHeads(w, q);
  return envelope(
    rows.map((row) => toMissing(w.scope, row)),
    count,
    window,
  );
}

/** What is missing of these orders, with who is asked, until when, and with which papers. */
export const missingOfOrders = async (w: Work, orderIds: readonly string[]): Promise<Missing[]> =>
  (await readMissingOf(w, orderIds)).map((row) => toMissing(w.scope, row));

/** The exact count and sums of what is missing. */
export async function missingTotals(w: Work, q: QueryOut<typeof totalsSpec>): Promise<ResponseOf<typeof totalsSpec>> {
  const { count, units, valueMinor } = await sumMissing(w, q);
  const { currency } = w.scope;
  return { count: Number(count), units: Number(units), currency, value: formatAmount(valueMinor, currency) };
}

function toMissing(scope: Scope, row: MissingHead): Missing {
  const deadline = claimDeadline(row.debtor, row.country, row.deliveredOn ?? row.firstReceivedOn);
  return {
    packListId: row.id,
    packListNumber: numberText('PACK_LIST', row.number),
    orderId: row.orderId,
    orderNumber: row.orderNumber,
    invoiceNumber: row.invoiceNumber,
    shipmentPlanId: row.planId,
    shipmentPlanNumber: numberText('SHIPMENT_PLAN', row.planNumber),
    productId: row.productId,
    sku: row.sku,
    productName: row.productName,
    supplierId: row.supplierId,
    supplierName: row.supplierName,
    country: row.country,
    shippedOn: row.shippedOn,
    quantity: Number(row.units),
    receivedQuantity: Number(row.received),
    missingQuantity: Number(row.missing),
    currency: scope.currency,
    value: row.valueMinor === null ? null : formatAmount(row.valueMinor, scope.currency),
    debtor: row.debtor,
    debtorName: debtorName(row),
    deadline: deadline?.day ?? null,
    deadlineSource: deadline?.source ?? null,
    papers: PAPERS_OF[row.debtor].map((paper) => ({ paper, reference: referenceOf(paper, row) })),
    claim: claimOf(scope, row),
    can: { decide: mayCall(decideMissing, scope) },
  };
}

const debtorName = ({ debtor, carrierName, supplierName }: MissingHead): string | null =>
  debtor === 'MARKETPLACE' ? 'Amazon' : debtor === 'SUPPLIER' ? supplierName : carrierName;

/** What of a paper is known here. */
function referenceOf(paper: Paper, row: MissingHead): string | null {
  if (paper === 'INVOICE') return row.invoiceNumber;
  return paper === 'SHIPMENT_ID' ? row.reference : null;
}

/** A text to send to who owes for the units: what was shipped, what arrived, and what is asked for. */
function claimOf(scope: Scope, row: MissingHead): string {
  const units = (value: bigint) => grouped(String(value));
  const lines = [
    say('claim.shipment', { number: numberText('SHIPMENT_PLAN', row.planNumber) }),
    row.reference === null ? [] : say('claim.reference', { reference: row.reference }),
    row.shippedOn === null ? [] : say('claim.shipped_on', { day: row.shippedOn }),
    row.deliveredOn === null ? [] : say('claim.delivered_on', { day: row.deliveredOn }),
    say('claim.goods', { sku: row.sku, name: row.productName, invoice: row.invoiceNumber }),
    say('claim.units', {
      count: Number(row.missing),
      shipped: units(row.units),
      received: units(row.received),
      missing: units(row.missing),
    }),
    say(row.debtor === 'SUPPLIER' ? 'claim.ask_supplier' : 'claim.ask_carrier'),
  ].flat();
  return lines.map((line) => wordsOf(line, scope.language)).join('\n');
}
