import { say } from '@quayside/contracts/texts/catalogue';
import type { WhatIf } from '@quayside/contracts/shipments/what-if';
import type { Rate } from '@quayside/domain/money/money';
import { type FreightRate, validityOn } from '@quayside/domain/shipments/freight-rates';
import { checkChangeable } from '@quayside/domain/shipments/pack-lists';
import { compareOffers } from '@quayside/domain/shipments/what-if';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { fieldError } from '../../../http/errors.ts';
import { requiredOf } from '../../../http/field-result.ts';
import { containerSizes, freightRatesById, lotCostsOf } from '../../costs/public.ts';
import { type PackListRow, readPackLists } from '../rows/leaves.views.ts';
import { measureText } from '../rows/measure-texts.ts';
import { shipDayOf } from '../sync/plan-days.ts';
import { proposedExchange, storedExchange } from '../plans/plan-exchange.service.ts';
import { goodsOf, totalOf } from '../sync/plan-goods.ts';
import { rateAnswer } from '../plans/plan-rates.answers.ts';
import { listFittingRates, type RateHead, readRateHeads } from '../plans/plan-rates.views.ts';
import { requirePackLists } from '../plans/plan-pack-lists.service.ts';
import { roomOf } from './plan-room.service.ts';
import type { PlanRow } from '../rows/plans.queries.ts';
import { requirePlanRow } from '../plans/plans.service.ts';
import { fillsOf, inSequence, offerAnswer } from './what-if.answers.ts';
import type { Compared, WhatIfBody } from './what-if.types.ts';

/**
 * What a plan would cost by each freight rate, as it is or with other pack lists or another day, and how much more
 * fits. Everything is read once and worked out in memory; nothing is stored.
 */
export async function compareFreight(w: Work, id: string, body: WhatIfBody): Promise<WhatIf> {
  const plan = await requirePlanRow(w, id);
  const goods = await goodsOf(w, await comparedRows(w, id, body));
  const shipDay = body.shipDay ?? shipDayOf(plan);
  const compared: Compared = { plan, goods, shipDay, day: shipDay ?? todayOf(w), sizes: await containerSizes(w) };
  const { offered, notValid } = await chooseRates(w, compared, body.freightRateIds);
  const rates = await freightRatesById(
    w,
    offered.map((head) => head.id),
  );
  return {
    accountCurrency: w.scope.currency,
    shipDay,
    packLists: goods.rows.length,
    units: Number(goods.rows.reduce((sum, { units }) => sum + units, 0n)),
    cartons: [...goods.cartons.values()].reduce((sum, { count }) => sum + count, 0),
    weight: measureText(totalOf(goods.packed, 'weight')),
    volume: measureText(totalOf(goods.packed, 'volume')),
    offers: await compareBy(w, compared, offered, rates),
    notValid: notValid.map((head) => rateAnswer(head, compared.day)),
    containers: fillsOf(goods.packed, compared.sizes),
    room: body.room ? await roomOf(w, compared, rates.get(plan.freight_rate_id ?? '') ?? null, body.room) : null,
  };
}

async function compareBy(
  w: Work,
  { plan, goods, shipDay, sizes }: Compared,
  offered: readonly RateHead[],
  rates: ReadonlyMap<string, FreightRate>,
): Promise<WhatIf['offers']> {
  const today = todayOf(w);
  const exchange = await exchangeRates(w, plan, offered);
  const offers = offered.flatMap((head) => {
    const rate = rates.get(head.id);
    return rate ? [{ id: head.id, rate, head }] : [];
  });
  const results = compareOffers(offers, {
    packed: goods.packed,
    shipDay,
    today,
    accountCurrency: w.scope.currency,
    rateOf: (currency) => exchange.get(currency) ?? null,
    chosenId: plan.freight_rate_id,
    containers: sizes,
  });
  const beside = offers.flatMap(({ head, rate }, i) => {
    const result = results[i];
    return result ? [{ head, rate, result, isChosen: head.id === plan.freight_rate_id }] : [];
  });
  const landed = await landedByProduct(w, goods.rows);
  const of = { packed: goods.packed, currency: w.scope.currency, day: shipDay ?? today, landed };
  return inSequence(beside).map((one) => offerAnswer(one, of));
}

/** What pack lists cost by product, without what was booked for moving them: the estimate takes its place. */
async function landedByProduct(w: Work, rows: readonly PackListRow[]): Promise<Map<string, bigint>> {
  const orders = await lotCostsOf(
    w,
    rows.map(({ orderId }) => orderId),
    ['SHIPPING'],
  );
  const lots = new Map(
    [...orders.values()].flatMap((order) => order.lots.map((lot) => [lot.id, lot.landedMinor] as const)),
  );
  const sums = new Map<string, bigint>();
  for (const { id, productId } of rows) sums.set(productId, (sums.get(productId) ?? 0n) + (lots.get(id) ?? 0n));
  return sums;
}

/** The exchange rate of each currency of these freight rates: that of the plan, or of the table of rates. */
async function exchangeRates(w: Work, plan: PlanRow, heads: readonly RateHead[]): Promise<Map<string, Rate>> {
  const exchange = new Map<string, Rate>();
  for (const currency of new Set(heads.map((head) => head.currency))) {
    const stored = storedExchange(w.scope, plan, currency);
    const rate = stored ?? (await proposedExchange(w, currency, shipDayOf(plan)))?.rate;
    if (rate) exchange.set(currency, rate);
  }
  return exchange;
}

/** The rates to compare: those that the request names, or all that fit and hold; and those that fit and do not hold. */
async function chooseRates(
  w: Work,
  { plan, day }: Compared,
  freightRateIds: readonly string[] | undefined,
): Promise<{ readonly offered: readonly RateHead[]; readonly notValid: readonly RateHead[] }> {
  const chosenId = plan.freight_rate_id;
  if (freightRateIds !== undefined) {
    const ids = [...new Set(freightRateIds)];
    const found = await readRateHeads(w, chosenId === null ? ids : [...ids, chosenId]);
    const unknown = freightRateIds.findIndex((id) => !found.has(id));
    if (unknown >= 0) throw fieldError(`freightRateIds.${unknown}`, say('choose.freight_rate'));
    return { offered: [...found.values()], notValid: [] };
  }
  const fitting = await listFittingRates(w, { from: plan.from_country, to: plan.country, chosenId });
  const isOffered = (head: RateHead) => head.id === chosenId || validityOn(head, day) === 'VALID';
  return { offered: fitting.filter(isOffered), notValid: fitting.filter((head) => !isOffered(head)) };
}

/** The pack lists of the plan with those that are added, without those that are taken out; carton rows stay whole. */
async function comparedRows(w: Work, planId: string, body: WhatIfBody): Promise<PackListRow[]> {
  const { addPackListIds: add = [], removePackListIds: remove = [] } = body;
  const own = await readPackLists(w, 'plan_id', [planId]);
  const ownById = new Map(own.map((row) => [row.id, row]));
  const elsewhere = remove.findIndex((id) => !ownById.has(id));
  if (elsewhere >= 0) await requirePackLists(w, remove);
  if (elsewhere >= 0) throw fieldError(`removePackListIds.${elsewhere}`, say('shipments.not_in_plan'));
  const gone = new Set(remove);
  const goneCartons = new Set(remove.flatMap((id) => ownById.get(id)?.cartonId ?? []));
  const kept = own.filter(({ id, cartonId }) => !gone.has(id) && !(cartonId !== null && goneCartons.has(cartonId)));
  const rows = [...kept, ...(await addedRows(w, ownById, add))];
  if (rows.length === 0) throw fieldError('removePackListIds', say('shipments.nothing_left'));
  return rows;
}

async function addedRows(
  w: Work,
  own: ReadonlyMap<string, PackListRow>,
  ids: readonly string[],
): Promise<PackListRow[]> {
  const wanted = [...new Set(ids)].filter((id) => !own.has(id));
  if (wanted.length === 0) return [];
  const named = await requirePackLists(w, wanted);
  for (const row of named) requiredOf(checkChangeable(row));
  const beside = await readPackLists(w, 'carton_id', [...new Set(named.flatMap(({ cartonId }) => cartonId ?? []))]);
  return [...new Map([...named, ...beside].map((row) => [row.id, row])).values()];
}
