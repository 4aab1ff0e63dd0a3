import { uploadDocument } from '@quayside/contracts/documents/documents';
import {
  getReconciliation,
  listReconciliationItems,
  type Reconciliation,
} from '@quayside/contracts/costs/cost-reports';
import type { QueryIn } from '@quayside/contracts/endpoint';
import { archiveInvoice, closeInvoice, confirmInvoice } from '@quayside/contracts/invoices/invoice-moves';
import { createInvoice, deleteInvoice } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { parseAmount } from '@quayside/domain/money/money';
import { runs } from '@quayside/domain/testing/runs';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { act, startHistory, step } from '../../../testing/cost-histories.ts';
import { PDF } from '../../../testing/documents.ts';
import { brokenInvariants } from '../check/invariants.views.ts';

let t: TestApp;
let maya: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

const reconciliation = () => t.ok(maya, getReconciliation);
const items = (query: QueryIn<typeof listReconciliationItems> = {}) => t.ok(maya, listReconciliationItems, { query });
const chip = (field: string, ...values: string[]) => JSON.stringify([{ field, op: 'in', values }]);

describe('the reconciliation of an account', () => {
  let ids: { supplierId: string; freight: string };
  beforeAll(async () => {
    maya = await t.admin('GBP');
    const supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo', currency: 'CNY' } })).id;
    const kettle = (
      await t.ok(maya, createProduct, { body: { sku: 'KTL', name: 'Kettle', supplierIds: [supplierId] } })
    ).id;
    const invoice = async (
      invoiceNumber: string,
      body: Record<string, unknown>,
      ...lines: Record<string, unknown>[]
    ) => {
      const { id } = await t.ok(maya, createInvoice, {
        body: { supplierId, invoiceNumber, date: '2026-11-02', currency: 'GBP', ...body },
      });
      for (const each of lines) await t.ok(maya, createInvoiceLine, { params: { invoiceId: id }, body: each });
      return id;
    };
    const goods = await invoice(
      'F-1',
      { currency: 'CNY', rate: '0.1', total: '1300.00' },
      { productId: kettle, quantity: 10, amount: '1000.00', taxAmount: '130.00' },
      {
        costType: 'OTHER',
        name: 'Samples',
        amount: '50.00',
        isExcludedFromGeneralCostsData: true,
        exclusionReason: 'Marketing',
      },
    );
    const freight = await invoice('S-1', { total: '70.00' }, { costType: 'SHIPPING', name: 'Sea', amount: '70.00' });
    await invoice(
      'U-1',
      { currency: 'USD', rate: null, pairedWith: [{ type: 'INVOICE', id: goods }] },
      { costType: 'INSURANCE', amount: '25.00' },
    );
    await t.ok(maya, deleteInvoice, {
      params: { id: await invoice('D-1', {}, { costType: 'OTHER', amount: '9999.00' }) },
    });
    const archived = await invoice(
      'A-1',
      { total: '30.00' },
      { costType: 'PHOTOGRAPHY', productId: kettle, amount: '30.00' },
    );
    for (const move of [confirmInvoice, closeInvoice, archiveInvoice])
      await t.ok(maya, move, { params: { id: archived }, body: {} });
    ids = { supplierId, freight };
  });

  it('adds up in every currency and in account currency, with archived invoices, without deleted ones', async () => {
    expect(await reconciliation()).toEqual({
      currencies: [
        {
          ...{
            currency: 'CNY',
            invoices: 1,
            withoutTotal: 0,
            assigned: '1000.00',
            unassigned: '0.00',
            excluded: '50.00',
            recoverableTax: '130.00',
          },
          ...{ difference: '120.00', total: '1300.00', addsUp: true },
        },
        {
          ...{
            currency: 'GBP',
            invoices: 2,
            withoutTotal: 0,
            assigned: '30.00',
            unassigned: '70.00',
            excluded: '0.00',
            recoverableTax: '0.00',
          },
          ...{ difference: '0.00', total: '100.00', addsUp: true },
        },
        {
          ...{
            currency: 'USD',
            invoices: 1,
            withoutTotal: 1,
            assigned: '0.00',
            unassigned: '25.00',
            excluded: '0.00',
            recoverableTax: '0.00',
          },
          ...{ difference: '0.00', total: '25.00', addsUp: true },
        },
      ],
      account: {
        ...{
          currency: 'GBP',
          invoices: 3,
          withoutRate: 1,
          assigned: '130.00',
          unassigned: '70.00',
          excluded: '5.00',
          recoverableTax: '13.00',
        },
        ...{ difference: '12.00', total: '230.00', addsUp: true },
      },
      products: { factory: '100.00', inbound: '30.00', landed: '130.00', equalsAssigned: true },
      openingStock: { lots: 0, units: 0, landed: '0.00' },
      unassignedByReason: [
        { reason: 'NO_RATE', currency: 'USD', lines: 1, amount: '25.00' },
        { reason: 'NO_SCOPE', currency: 'GBP', lines: 1, amount: '70.00' },
      ],
      lastCheck: null,
    });
  });

  it('lists each line and invoice behind a sum', async () => {
    const { content } = await items({ sort: ['kind,asc', 'amount,asc'] });
    expect(
      content.map((i) => [
        i.kind,
        i.invoice.number,
        i.line?.name ?? null,
        i.currency,
        i.amount,
        i.accountAmount,
        i.reason,
        i.exclusionReason,
      ]),
    ).toEqual([
      ['DIFFERENCE', 'F-1', null, 'CNY', '120.00', '12.00', null, null],
      ['EXCLUDED', 'F-1', 'Samples', 'CNY', '50.00', '5.00', null, 'Marketing'],
      ['NO_RATE', 'U-1', null, 'USD', '25.00', null, null, null],
      ['TAX', 'F-1', null, 'CNY', '130.00', '13.00', null, null],
      ['UNASSIGNED', 'U-1', null, 'USD', '25.00', null, 'NO_RATE', null],
      ['UNASSIGNED', 'S-1', 'Sea', 'GBP', '70.00', '70.00', 'NO_SCOPE', null],
    ]);
    expect(content[5]).toMatchObject({
      invoice: { id: ids.freight, supplierName: 'Ningbo', date: '2026-11-02', status: 'WORKING' },
      line: { costType: 'SHIPPING', position: 1 },
    });
    // An item that concerns a whole invoice has no line. An item of a line without a name has one.
    expect(content.map((i) => i.line === null)).toEqual([true, false, true, false, false, false]);
  });

  it('can be filtered, searched and paged', async () => {
    const found = async (query: QueryIn<typeof listReconciliationItems>) =>
      (await items(query)).content.map((i) => `${i.kind} ${i.invoice.number}`).sort();
    expect(await found({ filter: chip('kind', 'TAX', 'NO_RATE') })).toEqual(['NO_RATE U-1', 'TAX F-1']);
    expect(await found({ filter: chip('currency', 'GBP') })).toEqual(['UNASSIGNED S-1']);
    expect(await found({ filter: chip('reason', 'NO_RATE') })).toEqual(['UNASSIGNED U-1']);
    expect((await found({ filter: chip('supplier', ids.supplierId) })).length).toBe(6);
    expect(await found({ search: 'sea' })).toEqual(['UNASSIGNED S-1']);
    expect(await items({ size: '4', page: '1' })).toMatchObject({ totalElements: 6, totalPages: 2, last: true });
    expect(
      (await t.call(maya, listReconciliationItems, { query: { filter: chip('supplier', 'nobody') } })).status,
    ).toBe(422);
  });

  it('gives a reason for what invoices in review leave unassigned', async () => {
    const other = await t.admin('GBP');
    const documentId = (
      await t.ok(other, uploadDocument, {
        query: { documentType: 'INVOICE' },
        file: { name: 'bill.pdf', content: PDF },
      })
    ).id;
    const { id: invoiceId } = await t.ok(other, createInvoice, { body: { documentId, currency: 'GBP' } });
    const { line } = await t.ok(other, createInvoiceLine, {
      params: { invoiceId },
      body: { costType: 'SHIPPING', name: 'Sea', amount: '70.00' },
    });
    expect([line.unassigned.document, line.unassignedReason]).toEqual(['70.00', 'IN_REVIEW']);
    expect((await t.ok(other, getReconciliation)).unassignedByReason).toEqual([
      { reason: 'IN_REVIEW', currency: 'GBP', lines: 1, amount: '70.00' },
    ]);
    const listed = await t.ok(other, listReconciliationItems, { query: { filter: chip('reason', 'IN_REVIEW') } });
    expect(listed.content.map(({ kind, amount }) => [kind, amount])).toEqual([['UNASSIGNED', '70.00']]);
  });

  it('shows the result of the last nightly check', async () => {
    const run = (job: string, day: string, finished: string | null, broken: number) =>
      t.work(maya, (w) =>
        w.tx
          .insertInto('job_run')
          .values({
            account_id: maya.accountId,
            job,
            day,
            started_at: new Date(`${day}T02:00:00Z`),
            finished_at: finished,
            outcome: JSON.stringify({ broken }),
          })
          .execute(),
      );
    await run('cost-invariants', '2026-11-18', '2026-11-18T02:00:05Z', 3);
    await run('cost-invariants', '2026-11-19', '2026-11-19T02:00:05Z', 0);
    await run('cost-invariants', '2026-11-20', null, 0);
    await run('something-else', '2026-11-20', '2026-11-20T02:00:05Z', 9);
    expect((await reconciliation()).lastCheck).toEqual({ at: '2026-11-19T02:00:05.000Z', broken: 0 });
  });
});

it('after any history the reconciliation adds up, and its items add up to its sums', async () => {
  const minor = (text: string | null, currency = 'GBP') => {
    const parsed = parseAmount(text ?? '0', currency);
    return parsed.ok ? parsed.value : 0n;
  };
  const KINDS = {
    UNASSIGNED: 'unassigned',
    EXCLUDED: 'excluded',
    TAX: 'recoverableTax',
    DIFFERENCE: 'difference',
  } as const;
  const adds = (s: Omit<Reconciliation['account'], 'invoices' | 'withoutRate'>) =>
    minor(s.assigned) + minor(s.unassigned) + minor(s.excluded) + minor(s.recoverableTax) + minor(s.difference) ===
    minor(s.total);
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (steps) => {
      const world = await startHistory(t);
      maya = world.maya;
      for (const each of steps) await act(t, world, each);
      expect(await t.work(maya, brokenInvariants)).toEqual([]);
      const sums = await reconciliation();
      expect([sums.account, ...sums.currencies].map((s) => [s.addsUp, adds(s)])).toEqual(
        [sums.account, ...sums.currencies].map(() => [true, true]),
      );
      expect([sums.products.equalsAssigned, sums.products.landed]).toEqual([true, sums.account.assigned]);
      const { content } = await items({ size: '9999' });
      const rated = new Set(content.filter((i) => i.kind === 'NO_RATE').map((i) => i.invoice.id));
      expect(rated.size).toBe(sums.account.withoutRate);
      for (const [kind, name] of Object.entries(KINDS)) {
        const own = content.filter((i) => i.kind === kind);
        for (const s of sums.currencies)
          expect(own.filter((i) => i.currency === s.currency).reduce((x, i) => x + minor(i.amount), 0n)).toBe(
            minor(s[name]),
          );
        expect(own.filter((i) => !rated.has(i.invoice.id)).reduce((x, i) => x + minor(i.accountAmount), 0n)).toBe(
          minor(sums.account[name]),
        );
      }
      const reasons = sums.unassignedByReason.reduce((x, r) => x + minor(r.amount), 0n);
      expect(reasons).toBe(sums.currencies.reduce((x, s) => x + minor(s.unassigned), 0n));
    }),
    { numRuns: runs(6) },
  );
}, 120_000);

describe('a credit note of lines with and without a rate', () => {
  it('counts on both sides with what is converted; the rest is NO_RATE, line by line', async () => {
    maya = await t.admin('GBP');
    const supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'Ningbo', currency: 'CNY' } })).id;
    const { id: productId } = await t.ok(maya, createProduct, {
      body: { sku: 'KTL', name: 'Kettle', supplierIds: [supplierId] },
    });
    const goods = async (invoiceNumber: string, rate: string | null) => {
      const body = { supplierId, invoiceNumber, date: '2026-11-02', currency: 'CNY', rate };
      const { id } = await t.ok(maya, createInvoice, { body });
      const line = { productId, costType: 'FACTORY_INVOICE' as const, quantity: 10, amount: '1000.00' };
      const made = await t.ok(maya, createInvoiceLine, { params: { invoiceId: id }, body: line });
      return { id, lineId: made.line.invoiceLineId };
    };
    const [rated, unrated] = [await goods('A', '0.1'), await goods('B', null)];
    const { id } = await t.ok(maya, createInvoice, {
      body: {
        creditsInvoiceId: rated.id,
        creditLines: [{ invoiceLineId: rated.lineId, amount: '200.00', quantity: '0' }],
      },
    });
    const before = await reconciliation();
    expect([before.products.landed, before.account.assigned, before.products.equalsAssigned]).toEqual([
      ...['80.00', '80.00'],
      true,
    ]);
    await t.ok(maya, createInvoiceLine, {
      params: { invoiceId: id },
      body: { creditsLineId: unrated.lineId, amount: '-300.00', quantity: '0' },
    });
    const { account, products } = await reconciliation();
    expect([products.landed, account.assigned]).toEqual(['80.00', '80.00']);
    expect([products.equalsAssigned, account.addsUp]).toEqual([true, true]);
    const { content } = await items({ filter: chip('kind', 'NO_RATE'), sort: 'amount,asc' });
    expect(
      content.map(({ invoice, line, amount, accountAmount }) => [invoice.number, line !== null, amount, accountAmount]),
    ).toEqual([
      [expect.any(String), true, '-300.00', null],
      ['B', false, '1000.00', null],
    ]);
  });
});
