import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { recordStockMovements } from '@quayside/contracts/stock-movements';
import { say } from '@quayside/contracts/texts/catalogue';
import { ruleText } from '@quayside/domain/refusal';
import { todayOf } from '../../db/today.ts';
import type { Work } from '../../db/tx.ts';
import { changed, recordAtEnd } from '../../events/outbox.ts';
import { AppError, fieldError } from '../../http/errors.ts';
import { lockCosts } from '../costs/public.ts';
import { contentsOfProducts } from '../products/public.ts';
import { createOperation } from '../undo/public.ts';
import { insertMovements, type MovementRow, readSales, type SaleRow } from './movements.queries.ts';
import { type LineSale, readLineSales } from './order-lines.queries.ts';
import { firstDays } from './first-days.ts';
import { replayStock } from './replay.service.ts';

/** The kind of the operations that record movements or counts. */
export const MOVE_OPERATION = 'stock.move';

type MovementBody = BodyOut<typeof recordStockMovements>;
type Row = MovementBody['rows'][number];

/** Records what left stock, came back or changed places, all rows or none. A bundle stands for what is in it. */
export async function recordMovements(
  w: Work,
  { rows }: MovementBody,
): Promise<ResponseOf<typeof recordStockMovements>> {
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
  const operationId = await createOperation(w, MOVE_OPERATION, {});
  const movements = rows.flatMap((row, i) => (parts[i] ?? []).map((part) => movementOf(w, row, part, operationId)));
  await insertMovements(w, movements);
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
  return { operationId, ids: movements.map(({ id }) => id) };
}

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
  readonly lines: ReadonlyMap<string, LineSale>;
}

async function readSoldParts(w: Work, rows: readonly Row[]): Promise<SoldParts> {
  const sales = await readSales(
    w,
    rows.flatMap(({ ofId }) => ofId ?? []),
  );
  const lineIds = rows.flatMap(({ productId, ofId }) => {
    const sale = sales.get(ofId ?? '');
    return sale && sale.productId !== productId ? (sale.lineId ?? []) : [];
  });
  const lines = await readLineSales(w, [...new Set(lineIds)]);
  for (const { lineId, day, parts } of lines.values())
    for (const part of parts) sales.set(part.id, { ...part, day, lineId });
  return { sales, lines };
}

/** Takes what comes back off its sale for later rows of the request. A bundle comes back with all of its parts. */
function takeOffSale(row: Row, path: string, { sales, lines }: SoldParts): readonly Part[] {
  if (row.ofId === undefined) throw fieldError(`${path}ofId`, say('stock.choose_sale'));
  const named = sales.get(row.ofId);
  if (!named) throw new AppError('stock.unknown_movement');
  const line = named.productId === row.productId ? undefined : lines.get(named.lineId ?? '');
  if (named.productId !== row.productId && line?.productId !== row.productId)
    throw fieldError(`${path}ofId`, say('stock.choose_sale'));
  if (row.day < named.day) throw fieldError(`${path}day`, say('stock.return_before', { day: named.day }));
  const parts = (line?.parts ?? [named]).map(({ id, productId, units }) => ({
    productId,
    per: line ? units / line.units : 1n,
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
