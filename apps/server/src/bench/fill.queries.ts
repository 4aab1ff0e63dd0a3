import type pg from 'pg';
import { syncInvoice } from '../areas/costs/public.ts';
import { lockCosts } from '../account/cost-lock.ts';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { asSystem, inAccount, type Scope, type Work } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { scopeOfMember } from '../http/sign-in.ts';
import type { NewInvoice, Plan } from './plans.ts';
import { BENCH_SECRETS_KEY } from './secrets-key.ts';

/** The ids of the rows that the measured calls read or write. */
export interface Filled extends Omit<Plan, 'invoices'> {
  readonly accountId: string;
  readonly productIds: readonly string[];
}
/** The dependencies of a unit of work that writes to an account while no server is running. */
export interface Place {
  readonly databaseUrl: string;
  readonly superuser: pg.Client;
  readonly userId: string;
  readonly dataDir: string;
}

const PER_TRANSACTION = 50;

/** Runs a unit of work in the seller's account. */
export async function inSellersAccount<T>(
  { databaseUrl, superuser, userId, dataDir }: Place,
  run: (deps: Deps, scope: Scope) => Promise<T>,
): Promise<T> {
  const composed = await compose({
    config: readConfig({ LOG_LEVEL: 'silent', DEMO: '0', DATA_DIR: dataDir, SECRETS_KEY: BENCH_SECRETS_KEY }),
    databaseUrl,
  });
  try {
    const accountId = String(
      (await superuser.query('select account_id from account_member where person_id = $1', [userId])).rows[0]
        .account_id,
    );
    const scope = await asSystem(composed.deps, (tx) =>
      scopeOfMember(tx, accountId, userId, { sessionId: null, requestId: null, isSystemAdmin: false }),
    );
    if (!scope) throw new Error('The seller has no account');
    return await run(composed.deps, scope);
  } finally {
    await composed.close();
  }
}

/**
 * Creates the planned invoices in an account that already has products and suppliers. Rows are inserted in bulk; the
 * real engine computes the costs.
 */
export function fillInvoices(
  place: Place,
  planOf: (productIds: readonly string[], newId: () => string) => Plan,
  progress: (invoices: number) => void,
): Promise<Filled> {
  return inSellersAccount(place, async (deps, scope) => {
    const ids = async (table: string, order: string) =>
      (
        await place.superuser.query(`select id from ${table} where account_id = $1 order by ${order}`, [
          scope.accountId,
        ])
      ).rows.map((r) => String(r.id));
    const productIds = await ids('product', 'sku');
    const supplierIds = await ids('supplier', 'company_name');
    const { invoices, ...found } = planOf(productIds, deps.newId);
    for (let done = 0; done < invoices.length; done += PER_TRANSACTION) {
      const part = invoices.slice(done, done + PER_TRANSACTION);
      await inAccount(deps, scope, async (w) => {
        await lockCosts(w);
        await insertRows(w, part, supplierIds);
        for (const invoice of part) await syncInvoice(w, invoice.id, 'all');
      });
      progress(done + part.length);
    }
    await place.superuser.query('delete from outbox');
    await place.superuser.query('vacuum (analyze)');
    await place.superuser.query('checkpoint');
    return { ...found, accountId: scope.accountId, productIds };
  });
}

/** Counts the rows of the tables that contain most of the data. */
export async function countRows(superuser: pg.Client): Promise<Record<string, number>> {
  const tables = ['product', 'invoice', 'invoice_line', 'cost_layer', 'cost_entry'];
  const counts = await superuser.query(
    tables.map((t) => `select '${t}' as name, count(*)::integer as n from ${t}`).join(' union all '),
  );
  return Object.fromEntries(counts.rows.map((r) => [r.name, r.n]));
}

async function insertRows(w: Work, invoices: readonly NewInvoice[], supplierIds: readonly string[]): Promise<void> {
  const account = { account_id: w.scope.accountId, created_at: w.now, updated_at: w.now };
  const rows = invoices.map((invoice, i) => ({
    ...account,
    id: invoice.id,
    invoice_number: invoice.number,
    supplier_id: supplierIds[i % supplierIds.length] ?? '',
    date: `2026-${String((i % 10) + 1).padStart(2, '0')}-15`,
    currency: invoice.currency,
    rate: invoice.rate,
    rate_date: invoice.rate === null ? null : '2026-01-15',
    rate_source: invoice.rate === null ? null : ('manual' as const),
    shipping_method: invoice.pairedWith.length > 0 ? ('SEA' as const) : null,
    status: 'OPEN' as const,
  }));
  await w.tx.insertInto('invoice').values(rows).execute();
  const lines = invoices.flatMap((invoice) =>
    invoice.lines.map((line, i) => ({
      ...account,
      id: line.id,
      invoice_id: invoice.id,
      position: i + 1,
      product_id: line.productId,
      cost_type: line.costType,
      quantity: String(line.quantity),
      amount_minor: BigInt(line.minor),
    })),
  );
  for (let done = 0; done < lines.length; done += 1_000)
    await w.tx
      .insertInto('invoice_line')
      .values(lines.slice(done, done + 1_000))
      .execute();
  const pairings = invoices.flatMap((invoice) =>
    invoice.pairedWith.map((id) => ({
      account_id: w.scope.accountId,
      invoice_id: invoice.id,
      target_type: 'INVOICE' as const,
      target_id: id,
    })),
  );
  if (pairings.length > 0) await w.tx.insertInto('invoice_pairing').values(pairings).execute();
}
