import type { BodyOut, ResponseOf } from '@quayside/contracts/endpoint';
import type { recordStockMovements } from '@quayside/contracts/stock-movements';
import { say } from '@quayside/contracts/texts/catalogue';
import { ruleText } from '@quayside/domain/refusal';
import { todayOf } from '../../db/today.ts';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, fieldError } from '../../http/errors.ts';
import { lockCosts } from '../costs/public.ts';
import { productsByIds } from '../products/public.ts';
import { createOperation } from '../undo/public.ts';
import { insertMovements, type MovementRow, readSales, type SaleRow } from './movements.queries.ts';
import { firstDays } from './first-days.ts';
import { replayStock } from './replay.service.ts';

/** The kind of the operations that record movements or counts. */
export const MOVE_OPERATION = 'stock.move';

type MovementBody = BodyOut<typeof recordStockMovements>;
type Row = MovementBody['rows'][number];

/** Records what left stock, came back or changed places, all rows or none. */
export async function recordMovements(
  w: Work,
  { rows }: MovementBody,
): Promise<ResponseOf<typeof recordStockMovements>> {
  await lockCosts(w);
  await requireProducts(
    w,
    rows.map(({ productId }) => productId),
    (i) => `rows.${i}.productId`,
  );
  const sales = new Map(
    await readSales(
      w,
      rows.flatMap(({ ofId }) => ofId ?? []),
    ),
  );
  for (const [i, row] of rows.entries()) checkRow(w, row, `rows.${i}.`, sales);
  const operationId = await createOperation(w, MOVE_OPERATION, {});
  const movements = rows.map((row): MovementRow => {
    const sale = sales.get(row.ofId ?? '');
    return {
      id: w.newId(),
      productId: row.productId,
      kind: row.kind,
      cause: row.kind === 'TAKING' ? (row.cause ?? null) : null,
      day: row.day,
      place: row.place,
      toPlace: row.kind === 'MOVE' ? (row.toPlace ?? null) : null,
      units: BigInt(row.quantity),
      ofId: sale?.id ?? null,
      ofDay: sale?.day ?? null,
      lineId: null,
      words: row.words ?? null,
      operationId,
    };
  });
  await insertMovements(w, movements);
  await replayStock(w, firstDays(movements));
  const productIds = [...new Set(movements.map(({ productId }) => productId))];
  await record(
    w,
    {
      action: 'product.stock-moved',
      subjectIds: productIds,
      details: {
        facts: { movements: movements.length, units: Number(movements.reduce((sum, { units }) => sum + units, 0n)) },
        trace: { operationId },
      },
    },
    changed('stock', productIds),
  );
  return { operationId, ids: movements.map(({ id }) => id) };
}

/** Refuses a product that does not exist, in the field of its row. */
export async function requireProducts(w: Work, ids: readonly string[], field: (i: number) => string): Promise<void> {
  const found = await productsByIds(w, ids);
  const unknown = ids.findIndex((id) => !found.has(id));
  if (unknown >= 0) throw fieldError(field(unknown), say('choose.product'));
}

/** Checks a row, and takes what comes back off its sale for later rows of the request. */
function checkRow(w: Work, row: Row, path: string, sales: Map<string, SaleRow>): void {
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
  if (row.kind === 'RETURN') checkReturn(row, path, sales);
}

function checkReturn(row: Row, path: string, sales: Map<string, SaleRow>): void {
  if (row.ofId === undefined) throw fieldError(`${path}ofId`, say('stock.choose_sale'));
  const sale = sales.get(row.ofId);
  if (!sale) throw new AppError('stock.unknown_movement');
  if (sale.productId !== row.productId) throw fieldError(`${path}ofId`, say('stock.choose_sale'));
  if (row.day < sale.day) throw fieldError(`${path}day`, say('stock.return_before', { day: sale.day }));
  const left = sale.units - sale.returned;
  if (BigInt(row.quantity) > left)
    throw fieldError(`${path}quantity`, say('stock.return_left', { count: Number(left) }));
  sales.set(sale.id, { ...sale, returned: sale.returned + BigInt(row.quantity) });
}
