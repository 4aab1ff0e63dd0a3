import type pg from 'pg';
import { syncInvoice, lockCosts } from '../areas/costs/public.ts';
import { compose } from '../compose.ts';
import { readConfig } from '../config.ts';
import { asSystem, inAccount, type Scope, type Work } from '../db/tx.ts';
import type { Deps } from '../deps.ts';
import { scopeOfMember } from '../http/sign-in.ts';
import { seeded } from './catalogue.ts';

/** Where the measured calls find what they need. */
export interface Filled {
  readonly accountId: string;
  readonly productIds: readonly string[];
  readonly bigInvoiceId: string;
  /** Two freight lines over 200 orders each: one for the product, one for the floor. */
  readonly freights: readonly Freight[];
  readonly counts: Readonly<Record<string, number>>;
}
export interface Freight {
  readonly freightLineId: string;
  /** Lines that are orders under this freight. */
  readonly lines: readonly { readonly invoiceId: string; readonly lineId: string }[];
}

interface NewInvoice {
  readonly id: string;
  readonly number: string;
  readonly currency: string;
  readonly rate: string | null;
  readonly pairedWith: readonly string[];
  readonly lines: readonly {
    readonly id: string;
    readonly productId: string | null;
    readonly costType: string;
    readonly quantity: number;
    readonly minor: number;
  }[];
}

const FACTORY = 1_801;
const FREIGHT = 197;
const PER_TRANSACTION = 50;
const COSTS = ['SHIPPING', 'CUSTOMS_AND_DUTIES', 'INSPECTIONS', 'OTHER'] as const;

/** 2,000 invoices of an account that has its products: rows in bulk, costs by the real engine. */
export async function fillInvoices(
  databaseUrl: string,
  superuser: pg.Client,
  userId: string,
  dataDir: string,
  progress: (invoices: number) => void,
): Promise<Filled> {
  const composed = await compose({ config: readConfig({ LOG_LEVEL: 'silent', DEMO: '0', DATA_DIR: dataDir }), databaseUrl });
  try {
    const accountId = String((await superuser.query('select account_id from account_member where person_id = $1', [userId])).rows[0].account_id);
    const scope = await scopeOf(composed.deps, accountId, userId);
    const ids = async (table: string, order: string) =>
      (await superuser.query(`select id from ${table} where account_id = $1 order by ${order}`, [accountId])).rows.map((r) => String(r.id));
    const productIds = await ids('product', 'sku');
    const supplierIds = await ids('supplier', 'company_name');
    const plan = planInvoices(productIds, composed.deps.newId);
    for (let done = 0; done < plan.invoices.length; done += PER_TRANSACTION) {
      const part = plan.invoices.slice(done, done + PER_TRANSACTION);
      await inAccount(composed.deps, scope, async (w) => {
        await lockCosts(w);
        await insertRows(w, part, supplierIds);
        for (const invoice of part) await syncInvoice(w, invoice.id, 'all');
      });
      progress(done + part.length);
    }
    await superuser.query('delete from outbox');
    await superuser.query('vacuum (analyze)');
    await superuser.query('checkpoint');
    const tables = ['product', 'invoice', 'invoice_line', 'cost_layer', 'cost_entry'];
    const counts = await superuser.query(tables.map((t) => `select '${t}' as name, count(*)::integer as n from ${t}`).join(' union all '));
    return {
      accountId,
      productIds,
      bigInvoiceId: plan.bigInvoiceId,
      freights: plan.freights,
      counts: Object.fromEntries(counts.rows.map((r) => [r.name, r.n])),
    };
  } finally {
    await composed.close();
  }
}

async function scopeOf(deps: Deps, accountId: string, userId: string): Promise<Scope> {
  const scope = await asSystem(deps, (tx) => scopeOfMember(tx, accountId, userId, { sessionId: null, requestId: null, isSystemAdmin: false }));
  if (!scope) throw new Error('The seller has no account');
  return scope;
}

/** 1,801 factory invoices (one of 100 lines, the others of 10), 197 freight invoices of 10 lines over two of them, and two freight lines over 20 each. */
function planInvoices(productIds: readonly string[], newId: () => string): { invoices: NewInvoice[]; bigInvoiceId: string; freights: Freight[] } {
  const random = seeded(11);
  const number = (least: number, most: number) => least + Math.floor(random() * (most - least));
  const productId = () => productIds[number(0, productIds.length)] ?? '';
  const factory = Array.from(
    { length: FACTORY },
    (_, i): NewInvoice => ({
      id: newId(),
      number: `F-${String(i).padStart(5, '0')}`,
      currency: i % 4 === 0 ? 'GBP' : 'CNY',
      rate: i % 4 === 0 ? null : '0.1085',
      pairedWith: [],
      lines: Array.from({ length: i === 0 ? 100 : 10 }, () => ({
        id: newId(),
        productId: productId(),
        costType: 'FACTORY_INVOICE',
        quantity: number(20, 900),
        minor: number(50_000, 2_000_000),
      })),
    }),
  );
  const shipment = (i: number, pairedWith: readonly NewInvoice[], lines: number, minor: number): NewInvoice => ({
    id: newId(),
    number: `S-${String(i).padStart(5, '0')}`,
    currency: 'GBP',
    rate: null,
    pairedWith: pairedWith.map((p) => p.id),
    lines: Array.from({ length: lines }, (_, j) => ({
      id: newId(),
      productId: null,
      costType: COSTS[j % COSTS.length] ?? 'OTHER',
      quantity: 1,
      minor: minor + number(0, minor),
    })),
  });
  const two = (i: number) => factory.slice(100 + i * 2, 102 + i * 2);
  const small = Array.from({ length: FREIGHT }, (_, i) => shipment(i, two(i), 10, 20_000));
  const groups = [factory.slice(1, 21), factory.slice(21, 41)];
  const large = groups.map((group, i) => shipment(FREIGHT + i, group, 1, 900_000));
  const freights = large.map(
    (invoice, i): Freight => ({
      freightLineId: invoice.lines[0]?.id ?? '',
      lines: (groups[i] ?? []).flatMap((f) => f.lines.map((line) => ({ invoiceId: f.id, lineId: line.id }))),
    }),
  );
  return { invoices: [...factory, ...small, ...large], bigInvoiceId: factory[0]?.id ?? '', freights };
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
    rate_source: invoice.rate === null ? null : 'manual',
    shipping_method: invoice.pairedWith.length > 0 ? 'SEA' : null,
    status: 'OPEN',
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
    invoice.pairedWith.map((id) => ({ account_id: w.scope.accountId, invoice_id: invoice.id, target_type: 'INVOICE', target_id: id })),
  );
  if (pairings.length > 0) await w.tx.insertInto('invoice_pairing').values(pairings).execute();
}
