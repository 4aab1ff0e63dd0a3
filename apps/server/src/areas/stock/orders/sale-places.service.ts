import type { BodyOut, QueryOut, ResponseOf } from '@quayside/contracts/endpoint';
import type {
  chooseSalePlace as chooseSpec,
  listSalePlaces as listSpec,
  SalePlace,
} from '@quayside/contracts/stock/sale-places';
import { say } from '@quayside/contracts/texts/catalogue';
import { channelOfSite } from '@quayside/domain/stock/order-report';
import type { Place } from '@quayside/domain/stock/places';
import {
  type Fulfilment,
  isMultiChannel,
  placeOfSale,
  type SalePlaceRule,
  type SaleSource,
  sourceOfSale,
  withRule,
} from '@quayside/domain/stock/sale-places';
import { todayOf } from '../../../db/today.ts';
import { inAccountAsJob, type Work } from '../../../db/tx.ts';
import type { Deps } from '../../../deps.ts';
import { changed, emit, record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import type { Run, RunAgain } from '../../../jobs/define-job.ts';
import { wake } from '../../../jobs/queue.ts';
import type { Undoer } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { createOperation } from '../../undo/public.ts';
import type { KnownLine } from '../rows/order-lines.queries.ts';
import { readSalesBefore, replaceSales } from './order-sales.service.ts';
import {
  isOfOtherShop,
  readMainMarketplace,
  readRules,
  readSoldLines,
  readSoldOn,
  replaceRules,
  ruleKey,
  type SoldOn,
} from '../rows/sale-places.queries.ts';

/** The kind of the operations that choose the place of sales. */
export const SALE_PLACE_OPERATION = 'stock.sale-place';
/** The job that moves sales to the places that were chosen. */
export const SALE_PLACE_JOB = 'stock.sale-places';
const LINES = 5000;
const FIRST = { day: '0001-01-01', id: '00000000-0000-0000-0000-000000000000' };

interface Sold {
  readonly fulfilment: Fulfilment;
  readonly channel: string;
  readonly day: string;
}

/** Reads what the account has chosen. The answer says which place a sale leaves; null: it has to be chosen. */
export async function readPlaces(w: Work): Promise<(sold: Sold) => Place | null> {
  const rules = await readRules(w);
  return (sold) => {
    const source = sourceOfSale(sold);
    return placeOfSale(source, sold.day, rules.get(ruleKey(source)) ?? []);
  };
}

/**
 * Chooses the main marketplace for orders of other shops when they are first needed: the one that sold most units. The
 * choice is kept, because stock would change its place whenever another marketplace is ahead.
 */
export async function keepMainMarketplace(
  w: Work,
  importId: string,
  lines: readonly (Sold & { readonly shipped: bigint })[],
): Promise<void> {
  if (!lines.some((line) => line.shipped > 0n && isOfOtherShop(line))) return;
  const source: SaleSource = { kind: 'MULTI_CHANNEL', channel: '' };
  if ((await readRules(w)).has(ruleKey(source))) return;
  const place = await readMainMarketplace(w, importId);
  if (place === null) return;
  await replaceRules(w, source, [{ fromDay: null, place }]);
  await wake(w.tx, SALE_PLACE_JOB, { accountId: w.scope.accountId });
}

/** The places that sales leave: own shipping, orders of other shops, each sales channel with sales or a choice. */
export async function listSalePlaces(w: Work, q: QueryOut<typeof listSpec>): Promise<ResponseOf<typeof listSpec>> {
  const rules = await readRules(w);
  const sold = await readSoldOn(w, q.unknown);
  const places = placesOf(sold, rules, todayOf(w));
  if (q.unknown) return { places: places.filter(({ place }) => place === null) };
  const has = (source: SaleSource) => places.some((one) => one.source === source.kind && keyOf(one) === source.channel);
  const others = [
    { kind: 'OWN', channel: '' } as const,
    { kind: 'MULTI_CHANNEL', channel: '' } as const,
    ...[...rules.keys()].map((key): SaleSource => {
      const [kind = '', ...rest] = key.split(' ');
      return { kind: kind as SaleSource['kind'], channel: rest.join(' ') };
    }),
  ].filter((source, i, all) => !has(source) && all.findIndex((one) => ruleKey(one) === ruleKey(source)) === i);
  return { places: [...places, ...others.map((source) => toPlace(source, [], rules, todayOf(w)))] };
}

const keyOf = ({ source, channel }: SalePlace): string =>
  source === 'CHANNEL' ? sourceOfSale({ fulfilment: 'AMAZON', channel: channel ?? '' }).channel : '';

/** What was sold, by what decides about its place. */
export function placesOf(
  sold: readonly SoldOn[],
  rules: ReadonlyMap<string, readonly SalePlaceRule[]>,
  today: string,
): SalePlace[] {
  const groups = Map.groupBy(sold, (one) => ruleKey(sourceOfSale(one)));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first ? [toPlace(sourceOfSale(first), group, rules, today)] : [];
  });
}

function toPlace(
  source: SaleSource,
  sold: readonly SoldOn[],
  rules: ReadonlyMap<string, readonly SalePlaceRule[]>,
  today: string,
): SalePlace {
  const own = rules.get(ruleKey(source)) ?? [];
  return {
    source: source.kind,
    channel: source.kind === 'CHANNEL' ? (sold[0]?.channel ?? source.channel) : null,
    place: placeOfSale(source, today, own),
    rules: own.map((rule) => ({ ...rule })),
    lines: sold.reduce((sum, { lines }) => sum + Number(lines), 0),
    units: sold.reduce((sum, { units }) => sum + Number(units), 0),
  };
}

/** Chooses the place that sales leave. Those that are recorded follow from the named day on, or all of them. */
export async function chooseSalePlace(
  w: Work,
  { source: kind, channel, place, fromDay }: BodyOut<typeof chooseSpec>,
): Promise<ResponseOf<typeof chooseSpec>> {
  await lockCosts(w);
  const source = sourceNamed(kind, channel ?? null);
  const before = (await readRules(w)).get(ruleKey(source)) ?? [];
  const after = withRule(before, { fromDay, place });
  await replaceRules(w, source, after);
  const operationId = await createOperation(w, SALE_PLACE_OPERATION, { source, before, after });
  const followed = await followNow(w, source);
  const today = todayOf(w);
  await record(
    w,
    {
      action: 'account.sale-place-chosen',
      subjectIds: [w.scope.accountId],
      details: {
        changes: [
          {
            field: 'salePlace',
            from: placeOfSale(source, fromDay ?? today, before),
            to: placeOfSale(source, fromDay ?? today, after),
          },
        ],
        facts: { saleSource: kind, saleChannel: source.channel, fromDay: fromDay ?? '' },
        trace: { operationId },
      },
    },
    changed('orders', []),
    changed('stock', []),
  );
  return { operationId, ...followed };
}

function sourceNamed(kind: SaleSource['kind'], channel: string | null): SaleSource {
  if (kind !== 'CHANNEL') {
    if (channel !== null) throw fieldError('channel', say('sale_places.no_channel'));
    return { kind, channel: '' };
  }
  const named = channel ?? '';
  if (isMultiChannel(named)) throw fieldError('channel', say('sale_places.multi_channel'));
  return sourceOfSale({ fulfilment: 'AMAZON', channel: channelOfSite(named) ?? named });
}

/** Undoes a choice, unless another one was made since. */
export const undoSalePlace: Undoer = async (w, payload) => {
  await lockCosts(w);
  const { source, before, after } = payload as {
    source: SaleSource;
    before: readonly SalePlaceRule[];
    after: readonly SalePlaceRule[];
  };
  const now = (await readRules(w)).get(ruleKey(source)) ?? [];
  const textOf = (rules: readonly SalePlaceRule[]) =>
    JSON.stringify(rules.map(({ fromDay, place }) => [fromDay, place]));
  if (textOf(now) !== textOf(after)) throw new AppError('undo.too_late');
  await replaceRules(w, source, before);
  await followNow(w, source);
  await record(
    w,
    {
      action: 'account.sale-place-undone',
      subjectIds: [w.scope.accountId],
      details: { facts: { saleSource: source.kind, saleChannel: source.channel } },
    },
    changed('orders', []),
    changed('stock', []),
  );
  return { restored: 1, keptCount: 0, kept: [] };
};

/** Moves the first sales at once, which are mostly all; the job moves the others. */
async function followNow(w: Work, source: SaleSource): Promise<{ lines: number; isFollowing: boolean }> {
  const lines = await readSoldLines(w, source, FIRST, LINES);
  const moved = await moveSales(w, lines);
  const isFollowing = lines.length === LINES;
  if (isFollowing) await wake(w.tx, SALE_PLACE_JOB, { accountId: w.scope.accountId });
  return { lines: moved, isFollowing };
}

/** Gives these lines sales at the places that are chosen now. A line stays if what came back would lose its sale. */
async function moveSales(w: Work, lines: readonly KnownLine[]): Promise<number> {
  if (lines.length === 0) return 0;
  const placeOf = await readPlaces(w);
  const before = await readSalesBefore(
    w,
    lines.map(({ id }) => id),
  );
  const wanted = lines
    .map((line) => ({
      lineId: line.id,
      productId: line.productId,
      day: line.day,
      place: placeOf(line),
      units: line.shipped,
      operationId: line.importId,
    }))
    .filter((one) => (before.sales.get(one.lineId)?.place ?? null) !== one.place && !before.refusalOf(one));
  await replaceSales(w, before, wanted);
  return wanted.length;
}

type JobDeps = Pick<Deps, 'db' | 'clock' | 'newId'>;

/** Moves the sales of an account to the places that were chosen, part by part. It begins anew after a kill. */
export const createSalePlaceWorker =
  (deps: JobDeps) =>
  async ({ accountId }: { readonly accountId: string }, { signal }: Run): Promise<RunAgain | void> => {
    let after = FIRST;
    while (!signal.aborted) {
      const last = await inAccountAsJob(deps, accountId, async (w) => {
        await lockCosts(w);
        const lines = await readSoldLines(w, null, after, LINES);
        if ((await moveSales(w, lines)) > 0) await emit(w, changed('orders', []), changed('stock', []));
        return lines.at(-1);
      });
      if (!last) return undefined;
      after = { day: last.day, id: last.id };
    }
    return { again: deps.clock.now() };
  };
