import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fiveQuantitiesTotals } from '@quayside/contracts/stock/five-quantities';
import { missingTotals } from '@quayside/contracts/stock/missing';
import { isSupplierOrder, listOrders, orderTotals } from '@quayside/contracts/shipments/orders';
import { listProducts } from '@quayside/contracts/products/product-lists';
import { MAX_ARRIVALS, receiptTotals, receiveGoods } from '@quayside/contracts/stock/receipts';
import { getStockTotals } from '@quayside/contracts/stock/stock';
import { undoOperation } from '@quayside/contracts/undo';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../../db/migrate.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { olderDatabase, type TestDatabase } from '../../../testing/test-database.ts';
import { brokenInvariants } from '../../costs/check/invariants.views.ts';
import { createRenewalWorker } from '../five-quantities/five-quantities.job.ts';
import { brokenStock } from '../check/stock-check.service.ts';

/** The newest migration of the release that knew neither receipts nor stock. */
const PREVIOUS = '0038-costs-of-shipments';
const [ACCOUNT, PERSON, SUPPLIER] = [randomUUID(), randomUUID(), randomUUID()];
/** 30 invoices with 100 orders each. Order k of an invoice has 10 + k units of product k, at 2.01 each. */
const [INVOICES, LINES] = [30, 100];
const ORDERS = INVOICES * LINES;
const UNITS = INVOICES * (LINES * 10 + (LINES * (LINES + 1)) / 2);

let database: TestDatabase;
let folder: string;
let t: TestApp;
let owner: TestPerson;
beforeAll(async () => {
  database = await olderDatabase(PREVIOUS);
  folder = mkdtempSync(join(tmpdir(), 'quayside-before-'));
  await fillPrevious(database.url);
  await migrate(database.url);
  t = await startTestApp({}, { beside: { databaseUrl: database.url, deps: { config: { dataDir: folder } } } });
  owner = await t.session(PERSON, ACCOUNT);
});
afterAll(async () => {
  await t.close();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

/** What a person sees of stock, orders and costs. */
async function figures() {
  const products = (await t.ok(owner, listProducts, { query: { size: 9999 } })).content;
  return {
    orders: await t.ok(owner, orderTotals, { query: {} }),
    stock: await t.ok(owner, getStockTotals, { query: {} }),
    missing: await t.ok(owner, missingTotals, { query: {} }),
    queue: await t.ok(owner, fiveQuantitiesTotals, { query: {} }),
    costs: products.map(({ sku, landedCostPerUnit, unitsOrdered }) => [sku, landedCostPerUnit, unitsOrdered]),
  };
}

describe('an account of the previous release with 3,000 orders and no receipts', () => {
  it('has no stock by itself: nothing is received, on hand, missing or queued', async () => {
    await createRenewalWorker(t.deps)({ accountId: ACCOUNT }, { signal: new AbortController().signal });
    const { orders, stock, missing, queue, costs } = await figures();
    expect(orders).toMatchObject({
      kind: 'SUPPLIER',
      count: ORDERS,
      quantity: UNITS,
      packed: 0,
      shipped: 0,
      received: 0,
    });
    expect(stock).toMatchObject({ onHand: 0, waiting: 0, inTransit: 0, missing: 0, value: '0.00', onOrder: UNITS });
    expect([missing.count, await t.ok(owner, receiptTotals)]).toMatchObject([0, { count: 0, units: 0 }]);
    expect(queue).toMatchObject({ count: 0 });
    expect(costs).toHaveLength(LINES);
    expect(costs.every(([, landed]) => landed === '2.0100')).toBe(true);
    expect(await t.work(owner, brokenInvariants)).toEqual([]);
    expect(await t.work(owner, brokenStock)).toEqual([]);
  });

  it('starts its stock with "Received on …" in bulk, which is undone as a whole', async () => {
    const before = await figures();
    const { content } = await t.ok(owner, listOrders, { query: { size: MAX_ARRIVALS } });
    const rows = content.filter(isSupplierOrder).map(({ orderId, expectedOn, date }) => ({
      orderId,
      day: expectedOn ?? date,
    }));
    // The lead time of the supplier is ten days.
    expect([rows.length, content[0]?.date, rows[0]?.day]).toEqual([ORDERS, '2026-03-01', '2026-03-11']);
    const received = await t.ok(owner, receiveGoods, { body: { day: '2026-11-20', place: 'WAREHOUSE', rows } });
    expect(received).toMatchObject({ receipts: ORDERS, units: UNITS, surplus: 0 });
    expect(await t.ok(owner, getStockTotals, { query: {} })).toMatchObject({
      ...{ onHand: UNITS, onOrder: 0, value: ((UNITS * 201) / 100).toFixed(2) },
    });
    expect(await t.work(owner, brokenStock)).toEqual([]);
    const undone = await t.ok(owner, undoOperation, { params: { operationId: received.operationId ?? '' } });
    expect(undone).toMatchObject({ restored: ORDERS, keptCount: 0 });
    expect(await figures()).toEqual(before);
    expect(await t.work(owner, brokenStock)).toEqual([]);
  });
});

/** Creates the account as the previous release would have. */
async function fillPrevious(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const at = `'2026-03-01T10:00:00Z'::timestamptz`;
  const uid = (kind: number, n: string) =>
    `('00000000-0000-4000-8000-' || lpad(to_hex(${kind}::bigint << 40 | (${n})), 12, '0'))::uuid`;
  const [invoice, line, order] = [uid(1, 'i'), uid(2, 'i * 1000 + k'), uid(3, 'i * 1000 + k')];
  const [allocation, entry, product] = [uid(4, 'i * 1000 + k'), uid(5, 'i * 1000 + k'), uid(6, 'k')];
  const all = `from generate_series(1, ${INVOICES}) i, generate_series(1, ${LINES}) k`;
  const a = `'${ACCOUNT}'::uuid`;
  try {
    await client.query(`select set_config('app.account_id', '${ACCOUNT}', false)`);
    for (const statement of [
      `insert into person (
        id, email, password_hash, first_name, last_name, is_verified, default_account_id, created_at, updated_at
      ) values ('${PERSON}', 'owner@previous.example', 'none', 'Ines', 'Moreau', true, ${a}, ${at}, ${at})`,
      `insert into account (account_id, name, owner_id, currency, time_zone, created_at, updated_at)
        values (${a}, 'Previous & Sons', '${PERSON}', 'GBP', 'Europe/Lisbon', ${at}, ${at})`,
      `insert into account_member (account_id, person_id, roles, created_at)
        values (${a}, '${PERSON}', '{sv-account-admin}', ${at})`,
      `insert into supplier (account_id, id, company_name, shipping_method, created_at, updated_at)
        values (${a}, '${SUPPLIER}', 'Old supplier', 'SEA', ${at}, ${at})`,
      `insert into supplier_lead_time (account_id, supplier_id, shipping_method, production_days, transit_days)
        values (${a}, '${SUPPLIER}', 'SEA', 4, 6)`,
      `insert into product (account_id, id, name, sku, created_at, updated_at)
        select ${a}, ${product}, 'Product ' || k, 'OLD-' || k, ${at}, ${at} from generate_series(1, ${LINES}) k`,
      `insert into invoice (
        account_id, id, supplier_id, invoice_number, date, currency, total_minor, status, created_at, updated_at
      ) select ${a}, ${invoice}, '${SUPPLIER}', 'OLD-' || i, '2026-03-01', 'GBP', ${(UNITS / INVOICES) * 201}, 'OPEN',
        ${at}, ${at} from generate_series(1, ${INVOICES}) i`,
      `insert into invoice_line (
        account_id, id, invoice_id, position, product_id, cost_type, quantity, amount_minor, created_at, updated_at
      ) select ${a}, ${line}, ${invoice}, k, ${product}, 'FACTORY_INVOICE', 10 + k, (10 + k) * 201, ${at}, ${at}
        ${all}`,
      `insert into cost_layer (
        account_id, id, number, product_id, invoice_id, invoice_line_id, date, units, factory_minor, created_at,
        updated_at
      ) select ${a}, ${order}, 'SO-' || lpad((i * 100 + k)::text, 6, '0'), ${product}, ${invoice}, ${line},
        '2026-03-01', 10 + k, (10 + k) * 201, ${at}, ${at} ${all}`,
      `insert into cost_layer_history (
        account_id, layer_id, recorded_at, product_id, date, units, factory_minor, is_removed
      ) select ${a}, ${order}, ${at}, ${product}, '2026-03-01', 10 + k, (10 + k) * 201, false ${all}`,
      `insert into cost_allocation (
        account_id, id, line_id, invoice_id, basis, is_basis_fallback, weight_total, document_minor, amount_minor,
        cost_tax_minor, account_minor, unassigned_document_minor, unassigned_account_minor, is_excluded,
        is_provisional, entry_count, recorded_at
      ) select ${a}, ${allocation}, ${line}, ${invoice}, 'OWN_ORDER', false, 1, (10 + k) * 201, (10 + k) * 201, 0,
        (10 + k) * 201, 0, 0, false, false, 1, ${at} ${all}`,
      `insert into cost_entry (
        account_id, id, allocation_id, line_id, invoice_id, product_id, layer_id, cost_type, document_minor,
        account_minor, weight, rounding_unit, is_excluded, recorded_at
      ) select ${a}, ${entry}, ${allocation}, ${line}, ${invoice}, ${product}, ${order}, 'FACTORY_INVOICE',
        (10 + k) * 201, (10 + k) * 201, 1, 0, false, ${at} ${all}`,
      `insert into invoice_total (
        account_id, invoice_id, line_count, lines_minor, assigned_minor, lines_account_minor,
        recoverable_tax_account_minor, cost_tax_account_minor, difference_account_minor, assigned_account_minor,
        unassigned_account_minor, excluded_account_minor
      ) select ${a}, invoice_id, count(*), sum(account_minor), sum(account_minor), sum(account_minor), 0, 0, 0,
        sum(account_minor), 0, 0 from cost_entry group by invoice_id`,
      `insert into product_cost_total (
        account_id, product_id, factory_minor, inbound_minor, units, entry_count, by_category, changed_at
      ) select ${a}, product_id, sum(account_minor), 0, sum(account_minor) / 201, count(*),
        jsonb_build_object('FACTORY_INVOICE', sum(account_minor)::text), ${at} from cost_entry group by product_id
      on conflict (account_id, product_id) do update
      set factory_minor = excluded.factory_minor, units = excluded.units, entry_count = excluded.entry_count,
        by_category = excluded.by_category`,
    ])
      await client.query(statement);
    // An installation with so many orders has statistics.
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
