import type { Text } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { productsBySku } from '../../products/public.ts';
import type { Place } from '@quayside/domain/stock/places';
import type { ReportLine } from '@quayside/domain/stock/order-report';
import type { LineBefore, StoredChange } from '../import/order-imports.queries.ts';
import {
  type KnownLine,
  readKnownLines,
  saveCustomerOrders,
  saveOrderLines,
  type WrittenLine,
} from '../rows/order-lines.queries.ts';
import { readSalesBefore, replaceSales, type SalesBefore, type WantedSale } from './order-sales.service.ts';
import { keepMainMarketplace, readPlaces } from './sale-places.service.ts';

type Action = 'CREATE' | 'UPDATE' | 'SAME' | 'OLDER' | 'FAIL';
/** What was done with lines of a file. `refused`: lines that could not replace what is known, each with the reason. */
interface AppliedLines {
  readonly counts: Readonly<Record<Action, number>>;
  readonly changes: readonly StoredChange[];
  readonly refused: readonly { readonly line: ReportLine; readonly reason: Text }[];
}

interface Decided {
  readonly line: ReportLine;
  readonly known: KnownLine | undefined;
  readonly id: string;
  readonly productId: string | null;
  /** The place that its sale leaves; null: it has to be chosen. */
  readonly place: Place | null;
}

/**
 * Stores lines of a file with their orders and their sales. A line that is known is replaced by a later state of it;
 * one that says the same changes nothing. The caller holds the cost lock.
 */
export async function applyLines(w: Work, importId: string, lines: readonly ReportLine[]): Promise<AppliedLines> {
  const key = ({ number, sku }: { readonly number: string; readonly sku: string }) => `${number}\n${sku}`;
  const known = new Map((await readKnownLines(w, lines)).map((line) => [key(line), line]));
  const products = await productsBySku(w, [...new Set(lines.map(({ sku }) => sku))]);
  await keepMainMarketplace(w, importId, lines);
  const placeOf = await readPlaces(w);
  const decided = lines.map((line): Decided => {
    const before = known.get(key(line));
    const productId = products.get(line.sku) ?? before?.productId ?? null;
    return { line, known: before, id: before?.id ?? w.newId(), productId, place: placeOf(line) };
  });
  const before = await readSalesBefore(
    w,
    [...known.values()].map(({ id }) => id),
  );
  const actions = decided.map((one) => ({ ...one, ...actionOf(one, importId, before) }));
  const written = actions.filter(({ action }) => action === 'CREATE' || action === 'UPDATE');
  await writeLines(w, importId, written);
  await replaceSales(
    w,
    before,
    written.map((one) => wantedOf(one, importId)),
  );
  return {
    counts: countOf(actions),
    changes: written.map(({ line: { day }, id, known: was }) => ({
      lineId: id,
      day,
      before: was ? beforeOf(was) : null,
    })),
    refused: actions.flatMap(({ line, reason }) => (reason ? [{ line, reason }] : [])),
  };
}

function countOf(actions: readonly { readonly action: Action }[]): Record<Action, number> {
  const counts = { CREATE: 0, UPDATE: 0, SAME: 0, OLDER: 0, FAIL: 0 };
  for (const { action } of actions) counts[action] += 1;
  return counts;
}

const wantedOf = ({ id, productId, line, place }: Decided, operationId: string): WantedSale => ({
  lineId: id,
  productId,
  day: line.day,
  place,
  units: line.shipped,
  operationId,
});

function actionOf(
  one: Decided,
  importId: string,
  { refusalOf }: SalesBefore,
): { readonly action: Action; readonly reason?: Text } {
  const { line, known } = one;
  if (!known) return { action: 'CREATE' };
  const [was, is] = [known.lastUpdatedAt?.getTime(), line.lastUpdatedAt?.getTime()];
  if (was !== undefined && is !== undefined && is < was) return { action: 'OLDER' };
  if (isSameLine(known, one)) return { action: 'SAME' };
  const reason = refusalOf(wantedOf(one, importId));
  return reason ? { action: 'FAIL', reason } : { action: 'UPDATE' };
}

const isSameLine = (known: KnownLine, { line, productId }: Decided): boolean =>
  known.productId === productId &&
  known.units === line.units &&
  known.shipped === line.shipped &&
  known.status === line.status &&
  known.currency === line.currency &&
  known.priceMinor === line.priceMinor &&
  known.lastUpdatedAt?.getTime() === line.lastUpdatedAt?.getTime() &&
  known.day === line.day &&
  known.channel === line.channel &&
  known.fulfilment === line.fulfilment &&
  known.orderStatus === line.orderStatus;

const beforeOf = (line: KnownLine): LineBefore => ({
  productId: line.productId,
  status: line.status,
  units: String(line.units),
  shipped: String(line.shipped),
  currency: line.currency,
  priceMinor: line.priceMinor === null ? null : String(line.priceMinor),
  lastUpdatedAt: line.lastUpdatedAt?.toISOString() ?? null,
  importId: line.importId,
  day: line.day,
  channel: line.channel,
  orderStatus: line.orderStatus,
  fulfilment: line.fulfilment,
});

async function writeLines(w: Work, importId: string, written: readonly Decided[]): Promise<void> {
  // Lines of one order say the same of it; the last one decides.
  const orders = new Map(
    written.map(({ line: { number, channel, day, orderStatus } }) => [
      number,
      { number, channel, day, status: orderStatus },
    ]),
  );
  const ids = await saveCustomerOrders(w, [...orders.values()]);
  await saveOrderLines(
    w,
    written.map(
      ({ line, id, productId }): WrittenLine => ({
        id,
        orderId: ids.get(line.number) ?? '',
        sku: line.sku,
        productId,
        status: line.status,
        units: line.units,
        shipped: line.shipped,
        currency: line.currency,
        priceMinor: line.priceMinor,
        lastUpdatedAt: line.lastUpdatedAt,
        importId,
        fulfilment: line.fulfilment,
      }),
    ),
  );
}
