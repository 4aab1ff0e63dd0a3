import type { QueryOut } from '@quayside/contracts/endpoint';
import {
  type getLotTakingTotals as totalsSpec,
  GIVEN_CAUSES,
  type listLotTakings as listSpec,
  type LotTaking,
  type LotTakingTotals,
} from '@quayside/contracts/stock/lot-takings';
import type { Page } from '@quayside/contracts/paging';
import type { UnknownCost } from '@quayside/contracts/primitives';
import { formatAmount } from '@quayside/domain/money/money';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { checkFilter } from '../../../http/filters.ts';
import { findGivingLot, listTakingRows, type LotTakingRow, sumTakings, type TakingSums } from './lot-takings.views.ts';
import { unknownCostOf } from './unknown-cost.views.ts';

const FORMS = { day: 'date', cause: GIVEN_CAUSES } as const;

/** One page of what a lot gave and got back, by day. */
export async function listLotTakings(w: Work, lotId: string, q: QueryOut<typeof listSpec>): Promise<Page<LotTaking>> {
  checkFilter(q.filter, FORMS);
  const unknownCost = await unknownCostOfLot(w, lotId, q.asKnownOn);
  const { rows, count, window } = await listTakingRows(w, lotId, q);
  return envelope(
    rows.map((row) => ({ ...toTaking(row, w.scope.currency), unknownCost })),
    count,
    window,
  );
}

/** What a lot gave, less what it got back, by month and in all. */
export async function getLotTakingTotals(
  w: Work,
  lotId: string,
  q: QueryOut<typeof totalsSpec>,
): Promise<LotTakingTotals> {
  checkFilter(q.filter, FORMS);
  const unknownCost = await unknownCostOfLot(w, lotId, q.asKnownOn);
  const rows = await sumTakings(w, lotId, q);
  const all = rows.find(({ month }) => month === null);
  const sumsOf = ({ takings, units, costMinor }: TakingSums) => ({
    takings: Number(takings),
    units: Number(units),
    cost: costMinor === null ? null : formatAmount(costMinor, w.scope.currency),
  });
  return {
    unknownCost,
    ...sumsOf(all ?? { month: null, takings: 0n, units: 0n, costMinor: null }),
    byMonth: rows.flatMap((row) => (row.month === null ? [] : { month: row.month, ...sumsOf(row) })),
  };
}

/** Why what a lot gave has no cost, if it has none. Throws if the account has no such lot. */
async function unknownCostOfLot(w: Work, lotId: string, asKnownOn: string | undefined): Promise<UnknownCost> {
  const lot = await findGivingLot(w, lotId, asKnownOn);
  if (!lot) throw new AppError('stock.unknown_lot');
  return lot.isKnown || lot.kind === 'COUNT' ? unknownCostOf(lot.kind, lot.landedMinor) : null;
}

const toTaking = (row: LotTakingRow, currency: string): Omit<LotTaking, 'unknownCost'> => ({
  id: row.id,
  eventId: row.eventId,
  day: row.day,
  givenOn: row.givenOn,
  cause: row.cause as LotTaking['cause'],
  units: Number(row.units),
  from: Number(row.before),
  to: Number(row.before + row.units),
  cost: row.costMinor === null ? null : formatAmount(row.costMinor, currency),
  words: row.words,
  customerOrderNumber: row.customerOrderNumber,
});
