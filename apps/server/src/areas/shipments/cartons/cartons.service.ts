import type { Carton, getCartonSummary as summarySpec } from '@quayside/contracts/shipments/cartons';
import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { Page } from '@quayside/contracts/paging';
import { SHIPMENT_STATUSES } from '@quayside/domain/shipments/option-lists';
import { envelope } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import { AppError } from '../../../http/errors.ts';
import { cartonAnswers } from './cartons.answers.ts';
import { type CartonHead, listCartonHeads, readCartonHeads, sumCartons } from '../lists/cartons.views.ts';
import { inMainUnit } from '../rows/measure-texts.ts';
import type { QueryOf } from '../shipments.types.ts';

export async function listCartons(w: Work, q: QueryOf<'listCartons'>): Promise<Page<Carton>> {
  const { rows, count, window } = await listCartonHeads(w, q);
  return envelope(await cartonAnswers(w, rows), count, window);
}

/** The exact number of cartons that match a filter, and what they measure together. */
export async function getCartonSummary(
  w: Work,
  q: QueryOf<'getCartonSummary'>,
): Promise<ResponseOf<typeof summarySpec>> {
  const sums = await sumCartons(w, q);
  const add = (of: (sum: (typeof sums)[number]) => bigint): bigint => sums.reduce((all, sum) => all + of(sum), 0n);
  const cartonsOf = (status: string) => Number(sums.find((sum) => sum.status === status)?.cartons ?? 0n);
  const [OPEN, IN_TRANSIT, RECEIVED, CLOSED] = SHIPMENT_STATUSES.map(cartonsOf) as [number, number, number, number];
  return {
    total: Number(add((sum) => sum.cartons)),
    count: Number(add((sum) => sum.rows)),
    byStatus: { OPEN, IN_TRANSIT, RECEIVED, CLOSED },
    totalVolume: inMainUnit(add((sum) => BigInt(sum.volume))),
    totalWeight: inMainUnit(add((sum) => BigInt(sum.weight.replace(/\.0*$/, '')))),
    withoutVolume: Number(add((sum) => sum.withoutVolume)),
    withoutWeight: Number(add((sum) => sum.withoutWeight)),
  };
}

/** A carton row that exists. Throws 404 otherwise. */
export async function requireCarton(w: Work, id: string): Promise<CartonHead> {
  const head = (await readCartonHeads(w, [id])).get(id);
  if (!head) throw new AppError('shipments.unknown_carton');
  return head;
}

/** One carton row with its pack lists. */
export async function getCarton(w: Work, id: string): Promise<Carton> {
  const [answer] = await cartonAnswers(w, [await requireCarton(w, id)]);
  if (!answer) throw new AppError('shipments.unknown_carton');
  return answer;
}
