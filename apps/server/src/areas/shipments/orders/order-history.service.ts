import type { HistoryEntry } from '@quayside/contracts/invoices/invoices';
import type { Page } from '@quayside/contracts/paging';
import { numberText } from '@quayside/domain/shipments/numbers';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { changesInWords, detailsOf } from '../../../events/audit-details.ts';
import { listLoggedAmong, type LoggedChange } from '../../../events/history.views.ts';
import { personNames } from '../../accounts/public.ts';
import { readPackLists } from '../rows/leaves.views.ts';
import { idsAboutOrder, numbersOfPlans } from './order-history.views.ts';
import { requireOrder } from './orders.service.ts';
import type { QueryOf } from '../shipments.types.ts';

type Changes = HistoryEntry['changes'];
const NO_NAMES = { label: () => undefined, position: () => null };

/** Lists who changed what on an order, and which plans its pack lists joined or left, latest change first. */
export async function listOrderHistory(
  w: Work,
  orderId: string,
  q: QueryOf<'listOrderHistory'>,
): Promise<Page<HistoryEntry>> {
  await requireOrder(w, orderId);
  const packLists = (await readPackLists(w, 'order_id', [orderId])).map(({ number }) =>
    numberText('PACK_LIST', number),
  );
  const { rows, count, window } = await listLoggedAmong(w, idsAboutOrder(w, orderId, packLists), q);
  const people = await personNames(
    w,
    rows.map((row) => row.personId),
  );
  const plans = await numbersOfPlans(
    w,
    rows.flatMap((row) => (isMove(row) ? row.subjectIds : [])),
  );
  const entries = rows.map(
    (row): HistoryEntry => ({
      id: row.id,
      at: row.at.toISOString(),
      who: row.personId === null ? null : { id: row.personId, name: people.get(row.personId) ?? '' },
      action: row.action,
      changes: isMove(row)
        ? movesOf(row, plans.get(row.subjectIds[0] ?? '') ?? null, packLists)
        : changesInWords(detailsOf(row), NO_NAMES),
    }),
  );
  return envelope(entries, count, window);
}

const isMove = ({ action }: LoggedChange): boolean => action.startsWith('shipment-plan.');

/** Which pack lists of the order joined or left the plan. Those of other orders are left out. */
function movesOf(row: LoggedChange, plan: string | null, packLists: readonly string[]): Changes {
  return detailsOf(row).changes.flatMap(({ from, to }): Changes => {
    const own = (numbers: unknown): string | null =>
      Array.isArray(numbers) ? packLists.filter((number) => numbers.includes(number)).join(', ') || null : null;
    const [left, joined] = [own(from), own(to)];
    return [
      { line: null, field: 'plan', from: left === null ? null : plan, to: joined === null ? null : plan },
      { line: null, field: 'packLists', from: left, to: joined },
    ];
  });
}
