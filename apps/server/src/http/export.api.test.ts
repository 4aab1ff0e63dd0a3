import type { OrderRef } from '@quayside/contracts/order-ref';
import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { listReconciliationItems, listRestatements } from '@quayside/contracts/costs/cost-reports';
import { listCosts } from '@quayside/contracts/costs/costs';
import {
  DOCUMENT_EXPORT,
  exportAccountUsers,
  exportAuditLog,
  exportCosts,
  exportCredits,
  exportDocuments,
  exportInvoicePayments,
  exportInvoices,
  exportPayments,
  exportProducts,
  exportReconciliation,
  exportRestatements,
  exportSuppliers,
  INVOICE_EXPORT,
  PRODUCT_EXPORT,
  USER_EXPORT,
} from '@quayside/contracts/exports';
import { uploadDocument } from '@quayside/contracts/documents/documents';
import { listInvoices } from '@quayside/contracts/invoices/invoices';
import { createProduct } from '@quayside/contracts/products/products';
import { listProducts, productCatalog } from '@quayside/contracts/products/product-lists';
import { listSuppliers } from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copiedText, copyOut } from '../db/copy.ts';
import { readTable } from '../tables/table.ts';
import { startTestApp, type TestApp, type TestPerson } from '../testing/app.ts';
import { onServer } from '../testing/global-setup.ts';
import { PDF } from '../testing/documents.ts';
import { anInvoice, aProduct, aSupplier } from '../testing/invoices.ts';
import { readWorkbook } from '../testing/read-workbook.ts';
import { urlOf } from './local-client.ts';

let t: TestApp;
let maya: TestPerson;
let other: TestPerson;
const supplier = { acme: '', beta: '', zeta: '' };
const pan = { id: '', sku: 'PAN-1' };
beforeAll(async () => {
  t = await startTestApp();
  t.setTime('2026-11-30T23:57:00.000Z');
  [maya, other] = [await t.admin(), await t.admin()];
  supplier.acme = await aSupplier(t, maya, { name: 'Acme; Sons', currency: 'GBP' });
  supplier.beta = await aSupplier(t, maya, { name: '=cmd()', localName: '宁波永嘉', currency: 'JPY' });
  supplier.zeta = await aSupplier(t, maya, { name: 'Zeta', currency: null });
  const product = (body: { sku: string; name: string } & Record<string, unknown>) =>
    t.ok(maya, createProduct, { body: { supplierIds: [supplier.zeta], ...body } });
  pan.id = (
    await product({
      sku: 'PAN-1',
      name: 'Pan "28 cm", black, 铸铁 🍳',
      supplierIds: [supplier.acme, supplier.beta],
      brand: '-Moss',
      tags: ['a; b', 'hot'],
      weight: '12.50',
      status: 'DISCONTINUED',
      channel: ['AMAZON_UK', 'AMAZON_DE'],
      supplierLeadTime: 45,
      notes: "'=already marked",
    })
  ).id;
  await product({ sku: '007', name: 'Lid' });
  await product({ sku: '+44', name: 'Teapot', notes: 'lid\ttoo\nglass' });
  await anInvoice(
    t,
    maya,
    { supplierId: supplier.acme, invoiceNumber: 'A-1', currency: 'GBP', date: '2026-11-02', total: '100.00' },
    [{ productId: pan.id, name: 'Pans', quantity: 30, amount: '100.00', costType: 'FACTORY_INVOICE' }],
  );
  await anInvoice(
    t,
    maya,
    {
      supplierId: supplier.beta,
      invoiceNumber: '@B-2',
      currency: 'JPY',
      date: '2026-11-03',
      rate: '0.005',
      total: '9000',
    },
    [{ productId: pan.id, name: 'Freight', quantity: 1, amount: '8000', costType: 'SHIPPING' }],
  );
  await aProduct(t, other, 'OTHER-1');
});
afterAll(() => t.close());

type Spec =
  | typeof exportProducts
  | typeof exportSuppliers
  | typeof exportInvoices
  | typeof exportCosts
  | typeof exportPayments
  | typeof exportInvoicePayments
  | typeof exportCredits
  | typeof exportRestatements
  | typeof exportReconciliation
  | typeof exportAccountUsers
  | typeof exportDocuments;
async function fetched(who: TestPerson, spec: Spec, query: Record<string, unknown> = {}, language = 'en') {
  const answer = await t.app.inject({
    method: 'GET',
    url: urlOf(spec, { userId: who.userId }, query),
    headers: { authorization: `Bearer ${who.token}`, 'accept-language': language },
  });
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.body };
}
async function rowsOf(spec: Spec, query: Record<string, unknown> = {}, who = maya): Promise<string[][]> {
  const { status, text } = await fetched(who, spec, query);
  expect(status, text).toBe(200);
  expect(text.startsWith('\ufeff')).toBe(true);
  const table = readTable(text.slice(1), 1000);
  return [[...table.header.cells], ...table.rows.map((row) => [...row.cells])];
}
const columnOf = async (spec: Spec, columns: string, query: Record<string, unknown> = {}) =>
  (await rowsOf(spec, { ...query, columns })).slice(1).map((row) => row.join(' | '));

describe('the headings of an export', () => {
  const DAYS = { from: '2026-11-01', to: '2026-11-30' };
  const headOf = async (spec: Spec, query: Record<string, unknown>, language?: string) => {
    const { bytes, text } = await fetched(maya, spec, query, language);
    if (query['format'] === 'xlsx') return readWorkbook(bytes).sheets[0]?.rows[0];
    return text.split('\n')[0];
  };
  it.each([
    [
      'products',
      exportProducts,
      'SKU,Product,SKU alias,ASIN,FNSKU,Barcode,Brand,Sold under brand,Group,Tags,Status,Supplier,Channel,' +
        'Shipping method,Country of origin,HS code,Length,Width,Height,Dimension unit,Weight,Packaging weight,' +
        'Shipping weight,Weight unit,Supplier lead time,Notes,Picture address,Variant of,' +
        'Ordered,On order,In transit,Stock value,' +
        'Factory cost per unit,Inbound cost per unit,' +
        'Landed cost per unit,Factory cost total,Inbound cost total,Landed cost total,Last cost,Archived,Added,Changed',
    ],
    [
      'suppliers',
      exportSuppliers,
      'Company name,Local name,E-mail,Telephone,Address line 1,Address line 2,Address line 3,City,Post code,' +
        'State,Country,Currency,Payment terms,Lead time,Shipping method,"Sea, production days","Sea, transit days",' +
        '"Sea, check-in days","Air, production days","Air, transit days","Air, check-in days",' +
        '"Land, production days","Land, transit days","Land, check-in days",Xero ID,Notes,Products,Invoices,' +
        'Owed in account currency,Overdue in account currency,Archived,Supplier ID,Changed',
    ],
    [
      'invoices',
      exportInvoices,
      'Invoice,Kind,Supplier,Date,Status,Currency,Total,Rate,Rate of costs,' +
        'Total in account currency,Unassigned,Difference,' +
        'Lines,Type,Pay reference,Cost type,Shipping method,Vessel and voyage,ETD,Goods ready,Shipped,Arrived,' +
        'Delivered,Inspected,Attention,Tracking,Bill to,Payments,Reconciled,Archived,Changed',
    ],
    [
      'payables',
      exportPayments,
      'Kind,Number,Supplier,Instalment,Instalments,Per cent,Due,Estimated,Status,Days late,Currency,Amount,Settled,' +
        'Open,Open in account currency,Event,Months,Days,Month end,Pinned,Rest,Reference,Account code',
    ],
    [
      'bills',
      exportInvoicePayments,
      'Invoice,Supplier,Date,Status,Payments,Confirmed,Due,Currency,Total,Settled,Open,Open in account currency,' +
        'Difference,Reference,Archived',
    ],
    ['credits', exportCredits, 'From,Supplier,Source,Currency,Amount,Used,Left,Left in account currency,Created'],
    [
      'costs',
      exportCosts,
      'Date,SKU,Product,Cost type,Invoice,Supplier,Order,Pack list,Line,Account,Internal reference,Currency,Amount,' +
        'Amount in account currency,Per unit in account currency,Basis,Excluded,Reason of exclusion,Provisional,' +
        'Recorded',
    ],
    [
      'restatements',
      exportRestatements,
      'SKU,Product,Order,Date,Units before,Units,Before,After,Change,On units that are gone,Months of what is gone,' +
        'Left,Per unit before,Per unit after,Invoices',
    ],
    ['reconciliation', exportReconciliation, 'Date,Kind,Invoice,Supplier,Line,Cost type,Status,Reason,Currency,Amount'],
  ] as const)('of %s are these in English', async (_, spec, headings) => {
    const query = spec === exportRestatements ? DAYS : {};
    expect(await headOf(spec, query)).toBe(`\ufeff${headings}`);
    expect(await headOf(spec, { ...query, format: 'xlsx' })).toEqual(
      headings.match(/"[^"]*"|[^,]+/g)?.map((heading) => heading.replaceAll('"', '')),
    );
  });

  it('are in the language of the reader, in both formats', async () => {
    const columns = 'sku,name,supplier,landedCostPerUnit';
    expect(await headOf(exportProducts, { columns }, 'zh-CN')).toBe('\ufeffSKU,产品,供应商,单位落地成本');
    expect(await headOf(exportProducts, { columns, format: 'xlsx' }, 'zh-CN')).toEqual([
      'SKU',
      '产品',
      '供应商',
      '单位落地成本',
    ]);
  });
});

describe('an export of products', () => {
  it('has the chosen columns, in their order, with the headings of the screen', async () => {
    const { status, headers, text } = await fetched(maya, exportProducts, {
      columns: 'status,sku,weight,supplierLeadTime',
      sort: 'sku,desc',
      search: 'pan-1',
    });
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="products-2026-11-30.csv"',
    ]);
    expect(text).toBe('\ufeffStatus,SKU,Weight,Supplier lead time\n"DISCONTINUED","PAN-1",12.5,45\n');
  });

  it('has all columns when none are chosen', async () => {
    const [head, first] = await rowsOf(exportProducts, { sort: 'sku,asc' });
    expect(head).toHaveLength(Object.keys(PRODUCT_EXPORT).length);
    expect(first).toHaveLength(Object.keys(PRODUCT_EXPORT).length);
  });

  it('is safe against formula injection, and joins multiple values', async () => {
    expect(await columnOf(exportProducts, 'sku,brand,tags,supplier,channel,notes', { sort: 'sku,asc' })).toEqual([
      "'+44 |  |  | Zeta |  | lid\ttoo\nglass",
      '007 |  |  | Zeta |  | ',
      `PAN-1 | '-Moss | '"a; b"; hot | "Acme; Sons"; =cmd() | AMAZON_UK; AMAZON_DE | ''=already marked`.replace(
        `'"a`,
        '"a',
      ),
    ]);
  });

  it('names the suppliers the same way for all products and for some', async () => {
    const some = { search: 'pan-1' };
    const [, ...all] = await columnOf(exportProducts, 'supplier', { sort: 'sku,asc' });
    expect(await columnOf(exportProducts, 'supplier', some)).toEqual(all.slice(-1));
    expect(all.at(-1)).toBe('"Acme; Sons"; =cmd()');
  });

  it('is filtered, searched and sorted like the list', async () => {
    for (const query of [
      { sort: ['status,asc', 'sku,desc'] },
      { search: 'lid' },
      { filter: JSON.stringify([{ field: 'supplier', op: 'in', values: [supplier.acme] }]) },
      {
        filter: JSON.stringify([{ field: 'landedCostPerUnit', op: 'gte', values: ['1'] }]),
        sort: 'landedCostPerUnit,desc',
      },
      { search: "o'neill \\ % _ $1" },
    ]) {
      const page = await t.ok(maya, productCatalog, { query });
      const found = (await rowsOf(exportProducts, { ...query, columns: 'updatedAt,sku' }))
        .slice(1)
        .map(([, sku]) => sku?.replace("'", ''));
      expect(found, JSON.stringify(query)).toEqual(page.content.map(({ sku }) => sku));
    }
  });

  it('a range with swapped ends is the same range, of numbers and of days', async () => {
    const skusIn = async (...values: string[]) =>
      columnOf(exportProducts, 'sku', {
        filter: JSON.stringify([{ field: 'landedCostPerUnit', op: 'between', values }]),
      });
    expect(await skusIn('1', '10000')).toEqual(['PAN-1']);
    expect(await skusIn('10000', '1')).toEqual(['PAN-1']);
    const invoicesIn = async (...values: string[]) => {
      const filter = JSON.stringify([{ field: 'date', op: 'between', values }]);
      return (await t.ok(maya, listInvoices, { query: { filter } })).content.map(({ invoiceNumber }) => invoiceNumber);
    };
    expect(await invoicesIn('2026-11-02', '2026-11-02')).toContain('A-1');
    expect(await invoicesIn('2026-11-30', '2026-11-01')).toEqual(await invoicesIn('2026-11-01', '2026-11-30'));
  });

  it('has the costs that the list shows', async () => {
    const { content } = await t.ok(maya, productCatalog, { query: { sort: 'sku,asc' } });
    const shown = content.map((p) =>
      [p.unitsOrdered, p.factoryCostPerUnit, p.inboundCostPerUnit, p.landedCostPerUnit, p.landedCostTotal]
        .join(' | ')
        .replaceAll('null', ''),
    );
    expect(
      await columnOf(
        exportProducts,
        'unitsOrdered,factoryCostPerUnit,inboundCostPerUnit,landedCostPerUnit,landedCostTotal',
        { sort: 'sku,asc' },
      ),
    ).toEqual(shown);
    expect(shown.join()).toContain('3.3333');
  });

  it('has only headings when nothing matches', async () => {
    expect(await rowsOf(exportProducts, { columns: 'sku,name', search: 'nothing like it' })).toEqual([
      ['SKU', 'Product'],
    ]);
  });

  it('has no products of another account', async () => {
    expect(await rowsOf(exportProducts, { columns: 'sku' }, other)).toEqual([['SKU'], ['OTHER-1']]);
    expect((await fetched(other, exportProducts)).text).not.toContain('PAN-1');
  });

  it('refuses an unknown column, format or filter before anything is sent', async () => {
    for (const query of [
      { columns: 'sku,secret' },
      { format: 'pdf' },
      { columns: '' },
      { filter: '[{"field":"supplier","op":"in","values":["x"]}]' },
    ])
      expect((await fetched(maya, exportProducts, query)).status).toBe(422);
  });
});

describe('an exported workbook', () => {
  it('has texts, numbers and empty cells under a bold and frozen heading', async () => {
    const { headers, bytes } = await fetched(maya, exportProducts, {
      format: 'xlsx',
      columns: 'sku,name,weight,notes,landedCostTotal,factoryCostPerUnit',
      sort: 'sku,asc',
    });
    expect([headers['content-type'], headers['content-disposition']]).toEqual([
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'attachment; filename="products-2026-11-30.xlsx"',
    ]);
    const { sheets } = readWorkbook(bytes);
    expect(sheets.map(({ name }) => name)).toEqual(['products']);
    expect(sheets[0]?.rows).toEqual([
      ['SKU', 'Product', 'Weight', 'Notes', 'Landed cost total', 'Factory cost per unit'],
      // A cell of a workbook is text, so it needs no apostrophe against formulas; a text that has one keeps both.
      ['+44', 'Teapot', null, 'lid\ttoo\nglass', 0],
      ['007', 'Lid', null, null, 0],
      ['PAN-1', 'Pan "28 cm", black, 铸铁 🍳', 12.5, "''=already marked", 140, 3.333333],
    ]);
    expect(sheets[0]?.xml).toContain('state="frozen"');
    expect(sheets[0]?.xml).toContain('<c r="A1" t="inlineStr" s="1">');
  });

  it('is a valid workbook without rows', async () => {
    const { bytes } = await fetched(maya, exportSuppliers, {
      format: 'xlsx',
      columns: 'companyName',
      search: 'nobody',
    });
    expect(readWorkbook(bytes).sheets.map(({ rows }) => rows)).toEqual([[['Company name']]]);
  });
});

/** An order as a file names it. */
const orderLabel = (order: OrderRef | null) =>
  order ? `${order.invoiceNumber.replace('@', "'@")} #${order.linePosition}` : '';

describe('exports of the other lists', () => {
  it('match the list of suppliers', async () => {
    const { content } = await t.ok(maya, listSuppliers, { query: { sort: 'invoiceCount,desc' } });
    expect(
      await columnOf(exportSuppliers, 'companyName,localName,currency,productCount,invoiceCount', {
        sort: 'invoiceCount,desc',
      }),
    ).toEqual(
      content.map((s) =>
        [s.companyName.replace('=', "'="), s.localName ?? '', s.currency ?? '', s.productCount, s.invoiceCount].join(
          ' | ',
        ),
      ),
    );
  });

  it('give amounts of invoices the decimals of their currency, with the currency beside them', async () => {
    const { content } = await t.ok(maya, listInvoices, { query: {} });
    expect(await rowsOf(exportInvoices, { columns: 'invoiceNumber,total,accountTotal,unassigned' })).toEqual([
      ['Invoice', 'Currency', 'Total', 'Total in account currency', 'Unassigned'],
      ["'@B-2", 'JPY', '9000', '45.00', '0.00'],
      ['A-1', 'GBP', '100.00', '100.00', '0.00'],
    ]);
    expect(content.map((i) => [i.totals.total.document, i.totals.total.account, i.totals.unassigned.account])).toEqual([
      ['9000', '45.00', '0.00'],
      ['100.00', '100.00', '0.00'],
    ]);
    expect(await rowsOf(exportInvoices, { columns: 'invoiceNumber,rate,costRate' })).toContainEqual([
      "'@B-2",
      '0.005',
      '0.005',
    ]);
    expect((await rowsOf(exportInvoices))[0]).toHaveLength(Object.keys(INVOICE_EXPORT).length);
    expect(
      await columnOf(exportInvoices, 'invoiceNumber', { filter: '[{"field":"total","op":"lte","values":["100"]}]' }),
    ).toEqual(['A-1']);
  });

  it('have account, reference and reason of exclusion of the lines of invoices', async () => {
    const someone = await t.admin();
    const supplierId = await aSupplier(t, someone, { currency: 'GBP' });
    const productId = await aProduct(t, someone, 'LINE-1');
    const body = { supplierId, currency: 'GBP', invoiceNumber: 'LINE-7', date: '2026-11-04' };
    const lines = [
      { productId, costType: 'FACTORY_INVOICE' as const, quantity: 2, amount: '8.00', account: '310' },
      {
        ...{ productId, costType: 'OTHER' as const, amount: '1.00', internalReference: 'JOB-4' },
        ...{ isExcludedFromGeneralCostsData: true, exclusionReason: 'Sample' },
      },
    ];
    await anInvoice(t, someone, body, lines);
    const columns = 'account,internalReference,isExcluded,exclusionReason';
    expect((await rowsOf(exportCosts, { columns, sort: 'amount,desc' }, someone)).slice(1)).toEqual([
      ['310', '', 'false', ''],
      ['', 'JOB-4', 'true', 'Sample'],
    ]);
  });
  it('match the list of costs', async () => {
    const { content } = await t.ok(maya, listCosts, { query: { sort: 'amount,desc' } });
    expect(content.length).toBeGreaterThan(1);
    expect(
      await columnOf(
        exportCosts,
        'sku,costType,invoiceNumber,order,currency,documentAmount,amount,perUnit,basis,isExcluded,isProvisional',
        {
          sort: 'amount,desc',
        },
      ),
    ).toEqual(
      content.map((c) =>
        [
          c.product.sku,
          c.costType,
          c.invoice.number.replace('@', "'@"),
          orderLabel(c.order),
          c.invoice.currency,
          c.documentAmount,
          c.amount,
          c.perUnit ?? '',
          c.basis,
          c.isExcluded,
          c.isProvisional,
        ].join(' | '),
      ),
    );
    expect((await rowsOf(exportCosts, { columns: 'sku,documentAmount' }))[0]).toEqual(['SKU', 'Currency', 'Amount']);
  });

  it('match the list of restatements', async () => {
    t.setTime('2026-12-01T00:02:00.000Z');
    await anInvoice(
      t,
      maya,
      { supplierId: supplier.zeta, invoiceNumber: 'LATE; 1', currency: 'GBP', date: '2026-12-01', total: '5.00' },
      [{ productId: pan.id, name: 'Late freight', quantity: 1, amount: '5.00', costType: 'SHIPPING' }],
    );
    const query = { from: '2026-11-30', to: '2026-12-01' };
    const { content } = await t.ok(maya, listRestatements, { query });
    expect(content).toHaveLength(1);
    expect(
      await columnOf(
        exportRestatements,
        'sku,order,date,unitsBefore,units,before,after,change,perUnitBefore,perUnitAfter,invoices',
        query,
      ),
    ).toEqual(
      content.map((r) =>
        [
          r.product.sku,
          orderLabel(r.order),
          r.date,
          r.unitsBefore,
          r.unitsAfter,
          r.before,
          r.after,
          r.change,
          r.perUnitBefore,
          r.perUnitAfter,
          '"LATE; 1"',
        ].join(' | '),
      ),
    );
  });

  it('match the list of what is not reconciled', async () => {
    const { content } = await t.ok(maya, listReconciliationItems, { query: {} });
    expect(content.length).toBeGreaterThan(0);
    expect(
      await columnOf(exportReconciliation, 'kind,invoiceNumber,line,costType,status,reason,currency,amount'),
    ).toEqual(
      content.map((x) =>
        [
          x.kind,
          x.invoice.number.replace('@', "'@"),
          x.line?.name ?? '',
          x.line?.costType ?? '',
          x.invoice.status,
          x.exclusionReason ?? x.reason ?? '',
          x.currency,
          x.amount,
        ].join(' | '),
      ),
    );
  });
});

describe('an export of single rows', () => {
  it('has only the rows with these ids, with the filter and order of the list', async () => {
    const { content } = await t.ok(maya, listInvoices, { query: {} });
    const one = content.find(({ invoiceNumber }) => invoiceNumber === 'A-1')?.id;
    const both = content.flatMap(({ id, invoiceNumber }) => (/^(A-1|@B-2)$/.test(invoiceNumber) ? [id] : [])).join();
    expect(await columnOf(exportInvoices, 'invoiceNumber', { ids: one })).toEqual(['A-1']);
    expect(await columnOf(exportInvoices, 'invoiceNumber', { ids: both, sort: 'invoiceNumber' })).toEqual([
      "'@B-2",
      'A-1',
    ]);
    const { content: suppliers } = await t.ok(maya, listSuppliers, { query: {} });
    expect(await columnOf(exportSuppliers, 'companyName', { ids: suppliers[0]?.id })).toHaveLength(1);
    const { content: products } = await t.ok(maya, listProducts, { query: { search: 'PAN-1' } });
    const ids = products[0]?.id;
    expect(await columnOf(exportProducts, 'sku,supplier', { ids })).toHaveLength(1);
    expect(await columnOf(exportProducts, 'sku', { ids, search: 'lid' })).toEqual([]);
    expect((await fetched(maya, exportProducts, { ids: 'PAN-1' })).status).toBe(422);
  });
});

describe('the people and documents of an account as files', () => {
  it('are those of the lists, in both formats, and people only for admins', async () => {
    const people = await rowsOf(exportAccountUsers, { columns: 'email,role,invitationStatus,invitedAt' });
    expect(people).toEqual([
      ['E-mail', 'Role', 'Status', 'Invited'],
      [expect.stringContaining('@'), 'sv-account-admin', 'ACCEPTED', ''],
    ]);
    const { bytes } = await fetched(maya, exportAccountUsers, { format: 'xlsx', search: 'nobody' });
    expect(readWorkbook(bytes).sheets.map(({ rows }) => rows[0]?.length)).toEqual([Object.keys(USER_EXPORT).length]);
    const viewer = await t.member(maya);
    expect((await fetched(viewer, exportAccountUsers)).status).toBe(403);

    for (const [name, documentType] of [
      ['=freight.pdf', 'OTHER'],
      ['packing.pdf', 'INVOICE'],
    ] as const)
      await t.ok(maya, uploadDocument, { query: { documentType }, file: { name, content: PDF } });
    const columns = 'fileName,documentType,belongsTo,versionNumber,uploadedBy';
    const [head, ...documents] = await rowsOf(exportDocuments, { columns, documentType: 'OTHER' }, viewer);
    expect(head).toEqual(['File', 'Type', 'Belongs to', 'Version', 'Uploaded by']);
    expect(documents).toEqual([["'=freight.pdf", 'OTHER', '', '1', expect.any(String)]]);
    expect(await columnOf(exportDocuments, 'fileName')).toEqual(['packing.pdf', "'=freight.pdf"]);
    expect((await rowsOf(exportDocuments))[0]).toHaveLength(Object.keys(DOCUMENT_EXPORT).length);
  });
});

describe('queries that leave the database as text', () => {
  it('run without parameters, whatever the values are', () => {
    const nasty = ["it's", 'back\\slash', '$1', '"; drop table product; --'];
    expect(copiedText(sql`select ${nasty[0]} || ${nasty[1]}, ${nasty}::text[], ${7n}, ${null}, ${new Date(0)}`)).toBe(
      `select 'it''s' ||  E'back\\\\slash',  ` +
        `E'{"it''s","back\\\\\\\\slash","$1","\\\\"; drop table product; --"}'::text[], ` +
        `'7', null, '1970-01-01T00:00:00.000Z'`,
    );
    expect(() => copiedText(sql`select ${'a\0b'}`)).toThrow(RangeError);
    expect(() => copiedText(sql`select ${{ a: 1 }}`)).toThrow(TypeError);
  });

  it('return the same as with parameters', async () => {
    const nasty = ["it's", 'back\\slash', '$1', '{"a",b}', 'tab\tnew\nline', '中 🍳', ''];
    const text = await t.work(maya, async (w) => {
      let all = '';
      for await (const piece of copyOut(
        w.tx,
        sql`select to_jsonb(${nasty}::text[]), ${nasty[1]}::text = ${'back\\slash'}`,
        'format csv',
      ))
        all += piece.toString();
      return all;
    });
    expect(text).toBe(`"${JSON.stringify(nasty).replaceAll('","', '", "').replaceAll('"', '""')}",t\n`);
  });

  it('leave the connection usable when the reader stops early and when the query fails', async () => {
    await t.work(maya, async (w) => {
      for await (const _ of copyOut(w.tx, sql`select n from generate_series(1, 200000) n`, 'format csv')) break;
      expect((await sql<{ n: number }>`select 7 as n`.execute(w.tx)).rows).toEqual([{ n: 7 }]);
    });
    const failing = t.work(maya, async (w) => {
      for await (const _ of copyOut(
        w.tx,
        sql`select 1 / (n - 150000) from generate_series(1, 200000) n`,
        'format csv',
      ));
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await rowsOf(exportProducts, { columns: 'sku', search: 'lid' })).toEqual([['SKU'], ['007']]);
  });
});

describe('an export over the network', () => {
  /** Long rows: 17 MB of them cost a fraction of what as many bytes in short rows cost. */
  const MANY = 5_000;
  let port = 0;
  beforeAll(async () => {
    await t.work(maya, (w) =>
      sql`
        insert into supplier (account_id, id, company_name, notes, created_at, updated_at)
        select ${maya.accountId}::uuid, gen_random_uuid(), 'Works ' || n, repeat(long.text, 20), ${w.now}, ${w.now}
        from generate_series(1, ${MANY}::int) n,
          lateral (select string_agg(md5(n || '/' || i), '') as text from generate_series(1, 5) i) long`.execute(w.tx),
    );
    await t.app.listen({ port: 0, host: '127.0.0.1' });
    port = (t.app.server.address() as AddressInfo).port;
  });

  const ask = (query: Record<string, unknown>, headers: Record<string, string> = {}) =>
    request({
      port,
      host: '127.0.0.1',
      path: urlOf(exportSuppliers, { userId: maya.userId }, query),
      headers: { authorization: `Bearer ${maya.token}`, ...headers },
    }).end();
  const busy = async () => {
    const { rows } = await sql<{
      n: bigint;
    }>`
      select count(*) as n
      from pg_stat_activity
      where datname = current_database() and state <> 'idle' and query ilike 'copy%'`.execute(t.deps.db);
    return Number(rows[0]?.n);
  };

  /** After how many pieces the memory is measured, a few times in each file: a look takes as long as many pieces. */
  it.each([
    ['csv', {}, 160],
    ['csv', { 'accept-encoding': 'gzip' }, 40],
    ['xlsx', {}, 40],
  ])('of 17 MB as %s %j is never in memory as a whole', async (format, headers: Record<string, string>, lookEvery) => {
    const before = memory();
    let [bytes, peak, pieces] = [0, 0, 0];
    await new Promise<void>((resolve, reject) => {
      ask({ format }, headers)
        .on('error', reject)
        .on('response', (response) => {
          expect(response.headers['content-encoding']).toBe(headers['accept-encoding']);
          response.on('data', (piece: Buffer) => {
            bytes += piece.length;
            pieces += 1;
            if (pieces % lookEvery === 0) peak = Math.max(peak, memory() - before);
          });
          response.on('end', resolve).on('error', reject);
        });
    });
    // The rows are 17 MB of CSV; a workbook and a compressed answer are smaller.
    expect(bytes).toBeGreaterThan(format === 'csv' && !headers['accept-encoding'] ? 15_000_000 : 500_000);
    expect(pieces).toBeGreaterThan(40);
    expect(peak).toBeLessThan(12 * 1024 * 1024);
  });

  it('frees its slot when the client disconnects', async () => {
    for (let i = 0; i < 6; i += 1) {
      const asked = ask({});
      await new Promise<void>((resolve, reject) => {
        asked.on('error', reject).on('response', (response) => {
          response
            .on('error', () => undefined)
            .once('data', () => {
              response.destroy();
              resolve();
            });
        });
      });
      await expect.poll(busy, { timeout: 10_000 }).toBe(0);
    }
    expect((await fetched(maya, exportProducts, { columns: 'sku' })).status).toBe(200);
  });

  /** The number of exports of the audit log that wait for the lock of the test. */
  const waiting = async () => {
    const { rows } = await sql<{ n: bigint }>`
      select count(*) as n from pg_stat_activity
      where datname = current_database() and wait_event = 'advisory' and query like '%audit_log%'`.execute(t.deps.db);
    return Number(rows[0]?.n);
  };
  it('is cancelled in the database when the client disconnects, although the query would not end by itself', async () => {
    // The log is read in batches of a thousand. Whoever reads the second batch waits for a lock.
    await t.work(other, (w) =>
      sql`
        insert into audit_log (account_id, id, action, subject_type, subject_ids, details, recorded_at)
        select ${other.accountId}, gen_random_uuid(), 'later.invented', 'later', '{}', '{}', ${w.now}
        from generate_series(1, 1001) as n`.execute(w.tx),
    );
    await sql`
      create function test_wait() returns boolean language plpgsql set lock_timeout = 0 as $$
        begin
          if current_query() like '%(g.recorded_at, g.id) <%' then perform pg_advisory_xact_lock_shared(4711); end if;
          return true;
        end $$`.execute(t.deps.db);
    await sql`create policy test_wait on audit_log as restrictive for select using (test_wait())`.execute(t.deps.db);
    await onServer(t.databaseUrl, async (holder) => {
      await holder.query('select pg_advisory_lock(4711)');
      const response = await new Promise<IncomingMessage>((resolve, reject) => {
        const path = urlOf(exportAuditLog, { userId: other.userId }, {});
        request({ port, host: '127.0.0.1', path, headers: { authorization: `Bearer ${other.token}` } })
          .on('error', reject)
          .on('response', resolve)
          .end();
      });
      response.on('error', () => undefined).resume();
      await expect.poll(waiting, { timeout: 20_000 }).toBe(1);
      response.destroy();
      await expect.poll(waiting, { timeout: 5_000 }).toBe(0);
    });
    await sql`drop policy test_wait on audit_log`.execute(t.deps.db);
  });

  it('breaks the connection if it fails half-way, so that a cut file never looks complete', async () => {
    const ended = await new Promise<string>((resolve) => {
      ask({}).on('response', (response) => {
        response.on('end', () => resolve('whole')).on('error', () => resolve('cut'));
        response.once('data', () => {
          response.pause();
          void sql`
            select pg_cancel_backend(pid)
            from pg_stat_activity
            where datname = current_database() and query ilike 'copy%'`
            .execute(t.deps.db)
            .then(() => response.resume());
        });
      });
    });
    expect(ended).toBe('cut');
    await expect.poll(busy, { timeout: 10_000 }).toBe(0);
  });

  it('waits its turn: an account runs two at once', async () => {
    const open = await Promise.all(
      [1, 2].map(
        () =>
          new Promise<() => void>((resolve, reject) => {
            ask({})
              .on('error', reject)
              .on('response', (response) => {
                response
                  .on('error', () => undefined)
                  .once('data', () => {
                    response.pause();
                    resolve(() => response.destroy());
                  });
              });
          }),
      ),
    );
    expect((await fetched(maya, exportProducts)).status).toBe(429);
    expect((await fetched(other, exportProducts)).status).toBe(200);
    for (const close of open) close();
    await expect.poll(busy, { timeout: 10_000 }).toBe(0);
    await expect.poll(async () => (await fetched(maya, exportProducts)).status, { timeout: 10_000 }).toBe(200);
  });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
/** Measures the memory in use after a garbage collection. */
function memory(): number {
  collect();
  // The buffers that the first collection found are freed beside it; the second one waits for that.
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
