import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { recordStockMovements } from '@quayside/contracts/stock/stock-movements';
import { say } from '@quayside/contracts/texts/catalogue';
import { wordsOf } from '@quayside/contracts/texts/words';
import { addDays } from '@quayside/domain/days/days';
import { grouped } from '@quayside/domain/money/money';
import { ruleText } from '@quayside/domain/refusal';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { withoutTrace } from '../../../db/without-trace.ts';
import { changed, recordAtEnd } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { contentsOfProducts } from '../../products/public.ts';
import { createOperation } from '../../undo/public.ts';
import { placesBefore } from '../replay/facts.views.ts';
import { insertMovements, type MovementRow, readSales, type SaleRow } from '../rows/movements.queries.ts';
import { readLineSales } from '../rows/order-lines.queries.ts';
import {
  insertSoldBundles,
  readSoldBundles,
  type SoldBundle,
  type SoldBundleRow,
} from '../rows/sold-bundles.queries.ts';
import { firstDays } from '../rows/first-days.ts';
import { replayStock } from '../replay/replay.service.ts';

/** The kind of the operations that record movements or counts. */
export const MOVE_OPERATION = 'stock.move';

type MovementBody = BodyOut<typeof recordStockMovements>;
type Row = MovementBody['rows'][number];
type Answer = ResponseOf<typeof recordStockMovements>;

/** Records what left stock, came back or changed places, all rows or none. A bundle stands for what is in it. */
export async function recordMovements(
  w: Work,
  { rows, preview = false }: Pick<MovementBody, 'rows'> & Partial<MovementBody>,
): Promise<Answer> {
  await lockCosts(w);
  const productIds = rows.map(({ productId }) => productId);
  const contents = await requireProducts(w, productIds, (i) => `rows.${i}.productId`);
  const sold = await readSoldParts(w, rows);
  const parts = rows.map((row, i) => {
    checkRow(w, row, `rows.${i}.`);
    const inside = row.kind === 'RETURN' ? takeOffSale(row, `rows.${i}.`, sold) : contentsOf(row.productId, contents);
    requireFew(row, inside, `rows.${i}.`);
    return inside;
  });
  if (!preview) return storeMovements(w, rows, { parts, contents });
  const { warnings } = await withoutTrace(w, (own) => storeMovements(own, rows, { parts, contents }));
  return { operationId: null, ids: [], warnings };
}

interface Planned {
  /** What each row stands for. */
  readonly parts: readonly (readonly Part[])[];
  readonly contents: Contents;
}

async function storeMovements(w: Work, rows: readonly Row[], { parts, contents }: Planned): Promise<Answer> {
  const operationId = await createOperation(w, MOVE_OPERATION, {});
  const made = rows.map((row, i) => (parts[i] ?? []).map((part) => movementOf(w, row, part, operationId)));
  const movements = made.flat();
  await insertMovements(w, movements);
  await insertSoldBundles(
    w,
    rows.flatMap((row, i) => (contents.get(row.productId) ? soldBundleOf(w, row, made[i] ?? []) : [])),
  );
  await replayStock(w, firstDays(movements));
  const touched = [...new Set(movements.map(({ productId }) => productId))];
  await recordAtEnd(
    w,
    [
      {
        action: 'product.stock-moved',
        subjectIds: touched,
        details: {
          facts: { movements: movements.length, units: Number(movements.reduce((sum, { units }) => sum + units, 0n)) },
          trace: { operationId },
        },
      },
    ],
    changed('stock', touched),
  );
  return { operationId, ids: movements.map(({ id }) => id), warnings: await warningsOf(w, made) };
}

/** The rows that move more units than their place has at the end of their day. */
async function warningsOf(w: Work, made: readonly (readonly MovementRow[])[]): Promise<Answer['warnings']> {
  const moves = made.flatMap((own, row) => own.filter(({ kind }) => kind === 'MOVE').map((move) => ({ row, ...move })));
  const found: Answer['warnings'] = [];
  for (const [day, own] of Map.groupBy(moves, (move) => move.day)) {
    const next = addDays(day, 1);
    const places = await placesBefore(w, new Map(own.map(({ productId }) => [productId, next])), placesOf(own));
    for (const { row, productId, place, units } of own) {
      const left = places.find((one) => one.productId === productId && one.place === place)?.units ?? 0n;
      if (left >= 0n) continue;
      const facts = { place, day, left: grouped(String(left + units)), units: grouped(String(units)) };
      found.push({ row, message: wordsOf(say('stock.place_short', facts), w.scope.language) });
    }
  }
  return found.toSorted((x, y) => x.row - y.row);
}

/** Each product and place once. */
const placesOf = (moves: readonly MovementRow[]) => [
  ...new Map(moves.map(({ productId, place }) => [`${productId} ${place}`, { productId, place }])).values(),
];

/** What one unit of a row stands for: units of a product, and of a return the sale that they come back from. */
interface Part {
  readonly productId: string;
  readonly per: bigint;
  readonly sale?: SaleRow;
}
type Contents = Awaited<ReturnType<typeof contentsOfProducts>>;

const contentsOf = (productId: string, contents: Contents): readonly Part[] =>
  [...(contents.get(productId) ?? [[productId, 1n] as const])].map(([id, per]) => ({ productId: id, per }));

/** The most units of one product that leave at once. A bundle can have very many of one. */
const MOST_UNITS = 999_999_999_999n;

function requireFew({ quantity }: Row, parts: readonly Part[], path: string): void {
  const most = parts.reduce((max, { per }) => (per > max ? per : max), 1n);
  if (BigInt(quantity) * most > MOST_UNITS)
    throw fieldError(`${path}quantity`, say('stock.most', { max: Number(MOST_UNITS / most) }));
}

const movementOf = (w: Work, row: Row, { productId, per, sale }: Part, operationId: string): MovementRow => ({
  id: w.newId(),
  productId,
  kind: row.kind,
  cause: row.kind === 'TAKING' ? (row.cause ?? null) : null,
  day: row.day,
  place: row.place,
  toPlace: row.kind === 'MOVE' ? (row.toPlace ?? null) : null,
  units: BigInt(row.quantity) * per,
  ofId: sale?.id ?? null,
  ofDay: sale?.day ?? null,
  lineId: null,
  words: row.words ?? null,
  operationId,
});

/** That the takings of a row are the parts of a bundle that was sold. */
function soldBundleOf(w: Work, row: Row, parts: readonly MovementRow[]): SoldBundleRow[] {
  if (row.kind !== 'TAKING' || row.cause !== 'SOLD') return [];
  const saleId = w.newId();
  return parts.map(({ id }) => ({ movementId: id, saleId, productId: row.productId, units: BigInt(row.quantity) }));
}

/** Refuses a product that does not exist, in the field of its row. Returns what is in those that are bundles. */
export async function requireProducts(
  w: Work,
  ids: readonly string[],
  field: (i: number) => string,
): Promise<Contents> {
  const found = await contentsOfProducts(w, ids);
  const unknown = ids.findIndex((id) => !found.has(id));
  if (unknown >= 0) throw fieldError(field(unknown), say('choose.product'));
  return found;
}

function checkRow(w: Work, row: Row, path: string): void {
  if (row.day > todayOf(w)) throw fieldError(`${path}day`, ruleText('stock.future'));
  if (row.kind === 'MOVE') {
    if (row.toPlace === undefined) throw fieldError(`${path}toPlace`, say('field.required'));
    if (row.toPlace === row.place) throw fieldError(`${path}toPlace`, say('stock.same_place'));
  }
  if (row.kind === 'TAKING') {
    if (row.cause === undefined) throw fieldError(`${path}cause`, say('field.required'));
    if (row.cause === 'COUNT') throw fieldError(`${path}cause`, say('stock.cause_of_count'));
    if (row.cause !== 'SOLD' && (row.words ?? null) === null) throw fieldError(`${path}words`, say('stock.words'));
  }
}

/** The sales that rows name, by their ids, and of sales of bundles all parts. */
interface SoldParts {
  readonly sales: Map<string, SaleRow>;
  /** The bundles of which sales are parts, by the ids of these. */
  readonly bundles: ReadonlyMap<string, SoldBundle>;
}

async function readSoldParts(w: Work, rows: readonly Row[]): Promise<SoldParts> {
  const sales = await readSales(
    w,
    rows.flatMap(({ ofId }) => ofId ?? []),
  );
  const others = rows.flatMap(({ productId, ofId }) => {
    const sale = sales.get(ofId ?? '');
    return sale && sale.productId !== productId ? sale : [];
  });
  const bundles = new Map<string, SoldBundle>(
    await readSoldBundles(
      w,
      others.filter(({ lineId }) => lineId === null).map(({ id }) => id),
    ),
  );
  const lines = await readLineSales(w, [...new Set(others.flatMap(({ lineId }) => lineId ?? []))]);
  for (const { lineId, productId, day, units, parts } of lines.values()) {
    const bundle = { productId: productId ?? '', units, parts: parts.map((part) => ({ ...part, day, lineId })) };
    for (const { id } of parts) bundles.set(id, bundle);
  }
  for (const { parts } of bundles.values()) for (const part of parts) sales.set(part.id, part);
  return { sales, bundles };
}

/** Takes what comes back off its sale for later rows of the request. A bundle comes back with all of its parts. */
function takeOffSale(row: Row, path: string, { sales, bundles }: SoldParts): readonly Part[] {
  if (row.ofId === undefined) throw fieldError(`${path}ofId`, say('stock.choose_sale'));
  const named = sales.get(row.ofId);
  if (!named) throw new AppError('stock.unknown_movement');
  const bundle = named.productId === row.productId ? undefined : bundles.get(named.id);
  if (named.productId !== row.productId && bundle?.productId !== row.productId)
    throw fieldError(`${path}ofId`, say('stock.choose_sale'));
  if (row.day < named.day) throw fieldError(`${path}day`, say('stock.return_before', { day: named.day }));
  const parts = (bundle?.parts ?? [named]).map(({ id, productId, units }) => ({
    productId,
    per: bundle ? units / bundle.units : 1n,
    sale: sales.get(id) ?? named,
  }));
  const left = parts
    .map(({ per, sale }) => (sale.units - sale.returned) / per)
    .reduce((least, units) => (units < least ? units : least));
  if (BigInt(row.quantity) > left)
    throw fieldError(`${path}quantity`, say('stock.return_left', { count: Number(left) }));
  for (const { per, sale } of parts)
    sales.set(sale.id, { ...sale, returned: sale.returned + BigInt(row.quantity) * per });
  return parts;
}
