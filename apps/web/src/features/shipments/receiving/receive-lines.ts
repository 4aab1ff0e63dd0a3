import type { OrderWithPackLists } from '@quayside/contracts/shipments/orders';
import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import type { Place } from '@quayside/domain/stock/places';
import type { T } from '../../../i18n/i18n.ts';
import type { ReceiveRequest } from './use-receive.ts';

/** Units that can arrive: those of a pack list, or what of an order is not packed. */
export interface ReceiveLine {
  readonly key: string;
  readonly target: { readonly packListId: string } | { readonly orderId: string };
  readonly name: string;
  readonly productId: string;
  readonly sku: string;
  readonly productName: string;
  /** Units that have not arrived and are not decided. */
  readonly expected: number;
}

const lineOf = ({ packListId, number, productId, sku, productName, missingQuantity }: PackList): ReceiveLine => ({
  key: packListId,
  target: { packListId },
  name: number,
  productId,
  sku,
  productName,
  expected: missingQuantity,
});

/** What of a plan can arrive: what is missing first, then pack lists that are complete, of which more can arrive. */
export const linesOfPlan = (packLists: readonly PackList[]): ReceiveLine[] =>
  packLists.map(lineOf).toSorted((a, b) => Number(b.expected > 0) - Number(a.expected > 0));

/** What of an order can arrive: its pack lists in plans that have left and in no plan, and what is not packed. */
export function linesOfOrder(t: T, order: OrderWithPackLists): ReceiveLine[] {
  const { orderId, productId, sku, productName, unpackedQuantity } = order;
  const lines = linesOfPlan(
    order.packLists.filter(
      ({ shipmentPlanId, status }) => shipmentPlanId === null || (status !== 'OPEN' && status !== 'CLOSED'),
    ),
  );
  if (unpackedQuantity === 0) return lines;
  const name = t('shipments:receiving.notPacked');
  return [
    ...lines,
    { key: orderId, target: { orderId }, name, productId, sku, productName, expected: unpackedQuantity },
  ];
}

/** What a person typed about what arrives. */
export interface Typed {
  readonly day: string;
  readonly place: Place;
  readonly quantities: ReadonlyMap<string, number | null>;
  readonly reasons: ReadonlyMap<string, string>;
}

/** How many lines and fields differ from what was proposed. */
export function changesOf(proposed: Typed, typed: Typed): number {
  const lines = [...typed.quantities].filter(
    ([key, quantity]) => quantity !== proposed.quantities.get(key) || (typed.reasons.get(key) ?? '') !== '',
  );
  return lines.length + Number(typed.day !== proposed.day) + Number(typed.place !== proposed.place);
}

/** The lines of which units arrive. */
export const arriving = (lines: readonly ReceiveLine[], { quantities }: Typed): ReceiveLine[] =>
  lines.filter(({ key }) => (quantities.get(key) ?? 0) > 0);

export function requestOf(lines: readonly ReceiveLine[], typed: Typed): ReceiveRequest {
  const { day, place, quantities, reasons } = typed;
  return {
    day,
    place,
    rows: arriving(lines, typed).map(({ key, target }) => {
      const reason = reasons.get(key)?.trim() ?? '';
      return { ...target, quantity: quantities.get(key) ?? 0, ...(reason !== '' && { reason }) };
    }),
  };
}
