import type { StockMethod } from '@quayside/domain/stock/methods';
import { sql, type Selectable } from 'kysely';
import { anyOf } from '../../../db/any-of.ts';
import { personOf, type Work } from '../../../db/tx.ts';
import type { DB } from '../../../db/types.gen.ts';

/** How products are valued: by the method of the account; those that are stale still by another one. */
interface Methods {
  readonly method: StockMethod;
  readonly stale: ReadonlySet<string>;
  /** Whether what left a product has to be replayed when something costs more; else it follows from the lots. */
  readonly isReplayed: (productId: string) => boolean;
}

export async function methodsOf(w: Work, productIds: readonly string[]): Promise<Methods> {
  const a = w.scope.accountId;
  const { rows } = await sql<{ method: StockMethod | null; stale: string[] | null }>`
    select (select method from stock_total where account_id = ${a}) as method, (
      select array_agg(product_id) from product_stock
      where account_id = ${a} and product_id = ${anyOf(productIds)} and is_stale
    ) as stale`.execute(w.tx);
  const method = rows[0]?.method ?? 'FIFO';
  const stale = new Set(rows[0]?.stale);
  return { method, stale, isReplayed: (id) => method === 'AVERAGE' || stale.has(id) };
}

/** Stores the method of the account, and marks all its products as stale. Returns how many there are. */
export async function setMethod(w: Work, method: StockMethod): Promise<number> {
  const a = w.scope.accountId;
  await sql`
    insert into stock_total as t (account_id, method, updated_at) values (${a}, ${method}, ${w.now})
    on conflict (account_id) do update set method = excluded.method, updated_at = excluded.updated_at`.execute(w.tx);
  const { numAffectedRows } = await sql`
    update product_stock set is_stale = true where account_id = ${a}`.execute(w.tx);
  return Number(numAffectedRows ?? 0n);
}

/** Up to so many stale products, in the order of their ids. */
export async function staleProducts(w: Work, most: number): Promise<string[]> {
  const rows = await w.tx
    .selectFrom('product_stock')
    .select('product_id')
    .where('account_id', '=', w.scope.accountId)
    .where('is_stale', '=', true)
    .orderBy('product_id')
    .limit(most)
    .execute();
  return rows.map((row) => row.product_id);
}

export async function countStale(w: Work): Promise<number> {
  const { rows } = await sql<{ n: bigint }>`
    select count(*) as n from product_stock where account_id = ${w.scope.accountId} and is_stale`.execute(w.tx);
  return Number(rows[0]?.n ?? 0n);
}

type MethodChange = Selectable<DB['stock_method_change']>;

/** The newest change of the method that a person chose. */
export const findNewestChange = (w: Work): Promise<MethodChange | undefined> =>
  w.tx
    .selectFrom('stock_method_change')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('from_method', 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

/** The change that products still follow. */
export const findOpenChange = (w: Work): Promise<MethodChange | undefined> =>
  w.tx
    .selectFrom('stock_method_change')
    .selectAll()
    .where('account_id', '=', w.scope.accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();

export async function insertChange(
  w: Work,
  change: { readonly from: StockMethod; readonly to: StockMethod; readonly productCount: number },
): Promise<string> {
  const id = w.newId();
  await w.tx
    .insertInto('stock_method_change')
    .values({
      account_id: w.scope.accountId,
      id,
      from_method: change.from,
      to_method: change.to,
      requested_by: personOf(w.scope),
      request_id: w.scope.requestId,
      product_count: change.productCount,
      created_at: w.now,
    })
    .execute();
  return id;
}

/** Ends the change that products still follow, if there is one. */
export async function endChange(w: Work): Promise<void> {
  await w.tx
    .updateTable('stock_method_change')
    .set({ ended_at: w.now })
    .where('account_id', '=', w.scope.accountId)
    .where('ended_at', 'is', null)
    .execute();
}
