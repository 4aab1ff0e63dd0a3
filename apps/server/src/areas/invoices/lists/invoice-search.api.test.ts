import { deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { invoiceTotals, listInvoices } from '@quayside/contracts/invoices/invoices';
import { patchProduct } from '@quayside/contracts/products/products';
import { searchRecords } from '@quayside/contracts/search';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { anInvoice, aProduct, aSupplier } from '../../../testing/invoices.ts';

let t: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
  admin = await t.admin();
});
afterAll(() => t.close());

const found = async (search: string) =>
  (await t.ok(admin, listInvoices, { query: { search } })).content.map((i) => i.invoiceNumber);

it('finds invoices by SKU, text and reference of their lines, tracking and pay reference, in list and palette', async () => {
  const supplier = await aSupplier(t, admin, { name: 'Ningbo Pans' });
  const pan = await aProduct(t, admin, 'PAN-28');
  const { lineIds } = await anInvoice(
    t,
    admin,
    { supplierId: supplier, invoiceNumber: 'NB-7001', tracking: 'MSCU 884-21', payReferenceNumber: 'PAY/2026/77' },
    [
      { productId: pan, costType: 'OTHER', amount: '10.00', name: 'Glass lid 竹制', internalReference: 'PO-4711' },
      { costType: 'OTHER', amount: '5.00', name: 'Printing plate' },
    ],
  );
  await anInvoice(t, admin, { supplierId: supplier, invoiceNumber: 'NB-7002' }, [
    { costType: 'OTHER', amount: '5.00', name: 'Printing ink' },
  ]);
  for (const search of [
    'pan-28',
    'PAN28',
    'glass',
    '竹制',
    'po4711',
    'printing plate',
    'mscu 88421',
    'PAY/2026/77',
    'pay202677',
    'nb7001',
    'ningbo lid pan-28',
  ])
    expect([search, await found(search)]).toEqual([search, ['NB-7001']]);
  expect(await found('printing')).toHaveLength(2);
  expect(await found('printing xyz')).toEqual([]);
  expect((await t.ok(admin, invoiceTotals, { query: { search: 'pan28' } })).count).toBe(1);
  const palette = await t.ok(admin, searchRecords, { query: { text: 'po-4711' } });
  expect(palette.records).toMatchObject([{ type: 'INVOICE', title: 'NB-7001' }]);
  // Another account finds nothing of it.
  const other = await t.admin();
  expect((await t.ok(other, listInvoices, { query: { search: 'glass' } })).content).toEqual([]);

  // The search follows renamed products, changed lines and deleted ones.
  await t.ok(admin, patchProduct, { params: { id: pan }, body: { sku: 'WOK-1' } });
  expect([await found('pan28'), await found('wok1')]).toEqual([[], ['NB-7001']]);
  const [first = '', second = ''] = lineIds;
  const invoiceId = (await t.ok(admin, listInvoices, { query: { search: 'nb7001' } })).content[0]?.id ?? '';
  await t.ok(admin, patchInvoiceLine, { params: { invoiceId, id: second }, body: { name: 'Carton marks' } });
  expect([await found('plate'), await found('carton')]).toEqual([[], ['NB-7001']]);
  await t.ok(admin, deleteInvoiceLine, { params: { invoiceId, id: first } });
  expect([await found('wok1'), await found('glass')]).toEqual([[], []]);
  const rows = await t.work(admin, (w) =>
    sql<{ denied: boolean }>`
      select not has_table_privilege('invoice_line_search', 'select') as denied`.execute(w.tx),
  );
  expect(rows.rows).toEqual([{ denied: true }]);
});
