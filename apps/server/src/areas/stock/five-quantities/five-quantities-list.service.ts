import type { QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type {
  FiveQuantitiesLine,
  fiveQuantitiesTotals as totalsSpec,
  listFiveQuantities as spec,
} from '@quayside/contracts/stock/five-quantities';
import type { Page } from '@quayside/contracts/paging';
import { formatAmount } from '@quayside/domain/money/money';
import { numberText } from '@quayside/domain/shipments/numbers';
import { DIFFERENCES, differencesOf } from '@quayside/domain/stock/five-quantities';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { personNames } from '../../accounts/public.ts';
import { answerDifference, type KnownLine, maysOf } from './five-quantities.answers.ts';
import { readStoredLines } from '../rows/five-quantities.queries.ts';
import { listLineIds, readLineHeads, sumLines } from './five-quantities.views.ts';
import { missingOfOrders } from '../missing/missing-list.service.ts';

/** One page of the five quantities, the dearest differences first. */
export async function listFiveQuantities(w: Work, q: QueryOut<typeof spec>): Promise<Page<FiveQuantitiesLine>> {
  const { ids, count, window } = await listLineIds(w, q);
  return envelope(await lineAnswers(w, ids), count, window);
}

/** The exact count of lines, and sums of what of them is open. */
export async function fiveQuantitiesTotals(
  w: Work,
  q: QueryOut<typeof totalsSpec>,
): Promise<ResponseOf<typeof totalsSpec>> {
  const { valueMinor, ...sums } = await sumLines(w, q);
  const { currency } = w.scope;
  return {
    count: Number(sums.count),
    openCount: Number(sums.openCount),
    notInvoiced: Number(sums.notInvoiced),
    notPacked: Number(sums.notPacked),
    notShipped: Number(sums.notShipped),
    notReceived: Number(sums.notReceived),
    overInvoiced: Number(sums.overInvoiced),
    overPacked: Number(sums.overPacked),
    overShipped: Number(sums.overShipped),
    overReceived: Number(sums.overReceived),
    currency,
    value: formatAmount(valueMinor, currency),
  };
}

/** These lines as lists show them, in this order. */
export async function lineAnswers(w: Work, ids: readonly string[]): Promise<FiveQuantitiesLine[]> {
  const lines = await readStoredLines(w, ids);
  const heads = await readLineHeads(w, [...lines.values()]);
  const short = [...lines.values()].filter(({ open }) => open.NOT_RECEIVED > 0n);
  const missing = await missingOfOrders(
    w,
    short.flatMap(({ orderIds }) => orderIds),
  );
  const people = await personNames(
    w,
    [...heads.values()].flatMap(({ accepted }) => accepted.map(({ createdBy }) => createdBy)),
  );
  const mays = maysOf(w.scope);
  return ids.flatMap((id) => {
    const line = lines.get(id);
    const head = heads.get(id);
    if (!line || !head) return [];
    const own = missing.filter(({ orderId }) => line.orderIds.includes(orderId));
    return [answerLine(w, { line, head, missing: own, people, mays })];
  });
}

function answerLine(w: Work, known: KnownLine): FiveQuantitiesLine {
  const { line, head } = known;
  const { currency } = w.scope;
  const units = differencesOf(line);
  return {
    id: line.id,
    purchaseOrder:
      line.purchaseOrderId === null
        ? null
        : { id: line.purchaseOrderId, number: head.poNumber ?? '', isOpen: line.isPurchaseOrderOpen ?? false },
    orders: [...head.orders],
    invoices: [...head.invoices],
    plans: head.plans.map(({ id, number }) => ({ id, number: numberText('SHIPMENT_PLAN', number) })),
    productId: line.productId,
    sku: head.sku,
    productName: head.productName,
    supplierId: line.supplierId,
    supplierName: head.supplierName,
    ordered: Number(line.ordered),
    invoiced: Number(line.invoiced),
    packed: Number(line.packed),
    shipped: Number(line.shipped),
    received: Number(line.received),
    inTransit: Number(line.inTransit),
    quantityTolerancePercent: percentOf(line.toleranceHundredths),
    differences: DIFFERENCES.map((kind) =>
      answerDifference(w.scope, known, { kind, units: units[kind], open: line.open[kind], state: line.states[kind] }),
    ),
    isOpen: DIFFERENCES.some((kind) => line.open[kind] !== 0n),
    currency,
    value: line.valueMinor === null ? null : formatAmount(line.valueMinor, currency),
  };
}

/** 250 hundredths: 2.50. */
const percentOf = (hundredths: number): string =>
  `${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`;
