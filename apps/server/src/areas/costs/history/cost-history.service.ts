import { say } from '@quayside/contracts/texts/catalogue';
import type { CostHistoryPoint, getProductCostHistory } from '@quayside/contracts/costs/cost-reports';
import type { QueryOut } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { formatAmount, MICRO, unitCost } from '@quayside/domain/money/money';
import { envelope, pageWindow } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { notFound } from '../../../http/errors.ts';
import { costHistory, type HistoryPoint } from './cost-history.ts';
import { datedCosts, datedOrders } from './cost-history.views.ts';
import { productNames } from '../explain/explain.views.ts';
import { type OrderSplits, splitOrders } from './order-splits.service.ts';

const PAGE_SIZE = 50;

/**
 * How the landed cost of a product changed over time, computed from what is known now. Days before `startDate` have no
 * points of their own, but their costs and units are included in the sums.
 */
export async function productCostHistory(
  w: Work,
  productId: string,
  query: QueryOut<typeof getProductCostHistory>,
): Promise<Page<CostHistoryPoint>> {
  if (!(await productNames(w, [productId])).has(productId)) throw notFound(say('products.not_found'));
  const window = pageWindow({
    page: query.page ?? query.pageNumber,
    offset: query.offset,
    size: query.size ?? query.pageSize ?? PAGE_SIZE,
  });
  const { startDate, endDate } = query;
  const points = costHistory(await datedCosts(w, productId), await datedOrders(w, productId)).filter(
    (p) => (startDate === undefined || p.date >= startDate) && (endDate === undefined || p.date <= endDate),
  );
  if (query.sort === 'date,desc') points.reverse();
  const shown = points.slice(window.offset, window.offset + window.size);
  const orderIds = shown.flatMap(({ deliveries }) => deliveries.map(({ ref }) => ref.id));
  const splits: OrderSplits = query.split ? await splitOrders(w, orderIds) : new Map();
  const content = shown.map((p) => present(p, { productId, currency: w.scope.currency, splits }));
  return envelope(content, points.length, window);
}

interface Context {
  readonly productId: string;
  readonly currency: string;
  readonly splits: OrderSplits;
}
function present(p: HistoryPoint, { productId, currency, splits }: Context): CostHistoryPoint {
  const money = (minor: bigint) => formatAmount(minor, currency);
  const perUnit = (minor: bigint, units: bigint) => (units === 0n ? null : unitCost(minor, units * MICRO, currency));
  const landed = p.factoryMinor + p.inboundMinor;
  return {
    productId,
    date: p.date,
    units: Number(p.units),
    factory: money(p.factoryMinor),
    inbound: money(p.inboundMinor),
    landed: money(landed),
    factoryPerUnit: perUnit(p.factoryMinor, p.units),
    inboundPerUnit: perUnit(p.inboundMinor, p.units),
    perUnit: perUnit(landed, p.units),
    causes: p.causes.map((c) => ({
      invoice: c.invoice,
      costTypes: [...c.costTypes],
      amount: money(c.factoryMinor + c.inboundMinor),
    })),
    deliveries: p.deliveries.map((o) => ({
      order: o.ref,
      invoice: o.invoice,
      units: Number(o.units),
      landed: money(o.landedMinor),
      perUnit: perUnit(o.landedMinor, o.units),
      split: splits.get(o.ref.id) ?? null,
    })),
  };
}
