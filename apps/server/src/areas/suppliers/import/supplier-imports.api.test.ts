import type { BodyIn } from '@quayside/contracts/endpoint';
import { exportSuppliers } from '@quayside/contracts/exports';
import { createInvoice } from '@quayside/contracts/invoices/invoices';
import {
  cancelSupplierImport,
  createSupplierImport,
  getSupplierCsvTemplate,
  getSupplierImport,
  getSupplierImportErrorFile,
  listSupplierImportRows,
  listSupplierImports,
  remapSupplierImport,
  startSupplierImport,
  type SupplierImport,
  undoSupplierImport,
} from '@quayside/contracts/suppliers/supplier-imports';
import {
  createSupplier,
  deleteSupplier,
  getSupplier,
  listSuppliers,
  updateSupplier,
} from '@quayside/contracts/suppliers/suppliers';
import { undoOperation } from '@quayside/contracts/undo';
import { bulkEditSuppliers } from '@quayside/contracts/suppliers/supplier-bulk-edits';
import iconv from 'iconv-lite';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { asSystem } from '../../../db/tx.ts';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';
import { urlOf } from '../../../http/local-client.ts';
import { inline, number, workbookOf } from '../../../testing/workbook-file.ts';
import { dropOldImports } from '../../imports/public.ts';
import { SUPPLIERS } from './supplier-imports.kind.ts';

let t: TestApp;
let seller: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  seller = await t.admin();
});

/** The live messages of an account. */
const told = async ({ accountId }: TestPerson) => {
  const { rows } = await asSystem(t.deps, (tx) =>
    sql<{ topic: string; ids: string[] }>`
      select payload->>'topic' as topic, payload->'ids' as ids from outbox where account_id = ${accountId} order by id
    `.execute(tx),
  );
  return rows;
};
type Query = { dryRun?: 'true'; mode?: SupplierImport['mode']; decimalMark?: '.' | ',' };
const send = (content: Buffer | string, query: Query = {}) =>
  t.call(seller, createSupplierImport, { query, file: { name: 'suppliers.csv', content } });
const bring = (content: Buffer | string, query: Query = {}) =>
  t.ok(seller, createSupplierImport, { query, file: { name: 'suppliers.csv', content } });
const dryRun = (content: Buffer | string) => bring(content, { dryRun: 'true' });
const at = (importId: string) => ({ params: { importId } });
const remap = (id: string, body: BodyIn<typeof remapSupplierImport>) =>
  t.ok(seller, remapSupplierImport, { ...at(id), body });
const start = (id: string, mode: SupplierImport['mode'] = 'ALL_OR_NOTHING') =>
  t.ok(seller, startSupplierImport, { ...at(id), body: { mode } });
const undo = (id: string) => t.ok(seller, undoSupplierImport, at(id));
const add = (companyName: string, more: object = {}) =>
  t.ok(seller, createSupplier, { body: { companyName, ...more } });
const all = async () => (await t.ok(seller, listSuppliers, { query: { size: 9999 } })).content;
const names = async () => (await all()).map((s) => s.companyName);
const one = async (name: string) => (await all()).find((s) => s.companyName === name);
const fieldsOf = ({ columns }: SupplierImport) => columns.map((c) => c.field);
const reasons = ({ errors }: SupplierImport) => errors.map((e) => [e.row, e.column, e.value, e.reason]);
const DRAFT = { invoiceNumber: 'HS-1', date: '2026-10-01', currency: 'CNY' } as const;

describe('the example file', () => {
  it('can be imported unchanged, with terms and lead times', async () => {
    const template = await t.call(seller, getSupplierCsvTemplate);
    expect(template.headers['content-disposition']).toContain('suppliers.csv');
    const result = await bring(template.text);
    expect(result).toMatchObject({
      state: 'IMPORTED',
      kind: 'CSV',
      counts: { rows: 2, create: 2, update: 0, skip: 0, fail: 0 },
      errors: [],
      canUndo: true,
    });
    expect(fieldsOf(result)).not.toContain(null);
    expect(await one('Ningbo Example Homeware Co., Ltd.')).toMatchObject({
      localName: '宁波示例家居有限公司',
      country: 'CN',
      paymentTerms: [
        { percent: '30', event: 'ORDER', days: 0 },
        { percent: '70', event: 'BEFORE_SHIPPING', days: 0 },
      ],
      leadTimes: [{ shippingMethod: 'SEA', production: 30, transit: 35, checkIn: 5 }],
      version: 1,
    });
    expect((await one('Example Forwarding Ltd'))?.paymentTerms).toEqual([
      { percent: '100', event: 'INVOICE', months: 0, days: 30, monthEnd: null },
    ]);
  });
});

describe('the columns of a file', () => {
  it.each([
    [
      'German, in windows-1252, with semicolons',
      iconv.encode(
        'Lieferant;E-Mail;Telefon;Straße;PLZ;Ort;Land;Währung;Zahlungsbedingungen;Lieferzeit;Bemerkungen\n' +
          'Müller GmbH;a@b.example;+49 30 123456;Weg 1;10115;Berlin;Germany;€;30% Anzahlung, 70% vor Versand;' +
          '45 Tage;Grüße\n',
        'windows-1252',
      ),
    ],
    [
      'Chinese',
      '供应商,邮箱,联系电话,地址,邮编,城市,国家,货币,付款方式,交期,备注\n' +
        'Müller GmbH,a@b.example,+49 30 123456,Weg 1,10115,Berlin,DE,EUR,30%定金；70%发货前,45,Grüße\n',
    ],
    [
      'a workbook',
      workbookOf({
        Sheet1: [
          [
            'Company',
            'Email',
            'Phone',
            'Street',
            'Zip',
            'City',
            'Country',
            'Currency',
            'Terms',
            'Lead time',
            'Notes',
          ].map(inline),
          [
            ...['Müller GmbH', 'a@b.example', '+49 30 123456', 'Weg 1'].map(inline),
            number('10115'),
            ...['Berlin', 'germany', 'euro', '30% deposit; balance before shipment'].map(inline),
            number('45.0'),
            inline('Grüße'),
          ],
        ],
      }),
    ],
  ])('are recognised by their headings: %s', async (_, content) => {
    expect(fieldsOf(await bring(content))).toEqual([
      'companyName',
      'email',
      'telephone',
      'addressLine1',
      'postCode',
      'city',
      'country',
      'currency',
      'paymentTerms',
      'leadTime',
      'notes',
    ]);
    expect((await all())[0]).toMatchObject({
      companyName: 'Müller GmbH',
      email: 'a@b.example',
      addressLine1: 'Weg 1',
      postCode: '10115',
      country: 'DE',
      currency: 'EUR',
      paymentTerms: [
        { percent: '30', event: 'ORDER', days: 0 },
        { percent: '70', event: 'BEFORE_SHIPPING', days: 0 },
      ],
      leadTime: 45,
      notes: 'Grüße',
    });
  });

  it('are chosen where no heading is known, and remembered for files with the same headings', async () => {
    const first = await dryRun('Who,Where\nAcme,China\n');
    expect(first).toMatchObject({ state: 'CHECKED', failure: expect.stringContaining('company name') as string });
    expect((await send('Who,Where\nAcme,China\n')).error).toMatchObject({ code: 'imports.unreadable' });
    const wrong = (fields: (string | null)[]) =>
      t.call(seller, remapSupplierImport, { ...at(first.id), body: { fields } });
    expect((await wrong(['companyName'])).error?.errors?.[0]?.field).toBe('fields');
    expect((await wrong(['companyName', 'accountNumber'])).error?.errors?.[0]?.field).toBe('fields.1');
    expect((await wrong(['companyName', 'companyName'])).error?.errors?.[0]?.field).toBe('fields.1');
    expect((await wrong([null, 'country'])).error?.errors?.[0]?.field).toBe('fields');
    const mapped = await remap(first.id, { fields: ['companyName', 'country'] });
    expect(mapped).toMatchObject({ mapping: 'CHOSEN', failure: null, counts: { create: 1, fail: 0 } });
    expect(await start(first.id)).toMatchObject({ state: 'IMPORTED' });
    expect(await bring('who,WHERE\nBeta,CN\n')).toMatchObject({ state: 'IMPORTED', mapping: 'REMEMBERED' });
    expect((await all()).map((s) => [s.companyName, s.country])).toEqual([
      ['Acme', 'CN'],
      ['Beta', 'CN'],
    ]);
  });

  it('with numbers that can be read in two ways are asked about, and never guessed', async () => {
    const text = 'Company,Lead time\nAcme,"1,234"\n';
    expect((await send(text)).error?.message).toContain('1,234');
    const asked = await dryRun(text);
    expect([asked.columns[1]?.numbers?.reading, asked.counts.create]).toEqual(['OPEN', 0]);
    expect(reasons(await remap(asked.id, { fields: fieldsOf(asked), decimalMarks: [null, ','] }))).toEqual([
      [2, 'Lead time', '1,234', 'Whole days'],
    ]);
    expect((await remap(asked.id, { fields: fieldsOf(asked), decimalMarks: [null, '.'] })).counts.create).toBe(1);
    await start(asked.id);
    expect((await one('Acme'))?.leadTime).toBe(1234);
    // The answer is remembered for files with these headings, until their cells decide.
    const later = await dryRun('Company,Lead time\nBeta,"2,500"\n');
    expect(later.columns[1]?.numbers).toMatchObject({ reading: 'POINT', by: 'EARLIER_CHOICE' });
    await start(later.id);
    expect((await one('Beta'))?.leadTime).toBe(2500);
    const decided = await dryRun('Company,Lead time\nGamma,"2,500"\nDelta,"7,0"\n');
    expect(decided.columns[1]?.numbers).toEqual({ reading: 'COMMA', ambiguous: '2,500' });
  });
});

describe('a dry run', () => {
  it('says what is new, changed, the same and wrong, stores nothing, and can be started', async () => {
    await add('Changed', { currency: 'CNY' });
    await add('Same', { currency: 'CNY', paymentTerms: [{ percent: '100', event: 'ORDER' }] });
    const content =
      'Company,Currency,Terms,E-mail\nNew,EUR,,\nchanged,USD,,\nSAME,cny,100% on order,\nWrong,CNY,30/70,nobody\n';
    const checked = await dryRun(content);
    expect(checked).toMatchObject({
      state: 'CHECKED',
      counts: { rows: 4, create: 1, update: 1, skip: 1, fail: 1 },
      sample: [
        { row: 2, action: 'CREATE', companyName: 'New' },
        { row: 3, action: 'UPDATE', companyName: 'Changed' },
        { row: 4, action: 'SKIP', companyName: 'Same' },
        { row: 5, action: 'FAIL', companyName: 'Wrong' },
      ],
    });
    expect(await names()).toEqual(['Changed', 'Same']);
    const { content: rows } = await t.ok(seller, listSupplierImportRows, at(checked.id));
    expect(rows.map((r) => r.changes)).toEqual([
      [
        { field: 'companyName', before: null, after: 'New' },
        { field: 'currency', before: null, after: 'EUR' },
      ],
      [{ field: 'currency', before: 'CNY', after: 'USD' }],
      [],
      [],
    ]);
    expect(
      (await t.call(seller, startSupplierImport, { ...at(checked.id), body: { mode: 'ALL_OR_NOTHING' } })).body,
    ).toMatchObject({
      state: 'REFUSED',
    });
    expect(await start(checked.id, 'VALID_ROWS')).toMatchObject({ state: 'IMPORTED', canUndo: true });
    expect((await all()).map((s) => [s.companyName, s.currency, s.version])).toEqual([
      ['Changed', 'USD', 2],
      ['New', 'EUR', 1],
      ['Same', 'CNY', 1],
    ]);
    const done = await t.ok(seller, listSupplierImportRows, at(checked.id));
    expect(done.content[0]?.supplierId).toBe((await one('New'))?.id);
  });

  it('is started once, and decides again with what is stored now', async () => {
    const checked = await dryRun('Company,Currency\nAcme,EUR\n');
    await add('Acme', { currency: 'CNY' });
    const body = { mode: 'ALL_OR_NOTHING' } as const;
    const answers = await Promise.all(
      [1, 2].map(() => t.call(seller, startSupplierImport, { ...at(checked.id), body })),
    );
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200, 409]));
    expect(await t.ok(seller, getSupplierImport, at(checked.id))).toMatchObject({ counts: { create: 0, update: 1 } });
    expect(await names()).toEqual(['Acme']);
  });

  it('can be cancelled, and then nothing of it can be started', async () => {
    const { id } = await dryRun('Company\nAcme\n');
    expect(await t.ok(seller, cancelSupplierImport, at(id))).toMatchObject({ state: 'CANCELLED' });
    const late = await t.call(seller, startSupplierImport, { ...at(id), body: { mode: 'ALL_OR_NOTHING' } });
    expect(late.error?.code).toBe('imports.wrong_state');
    expect((await t.ok(seller, listSupplierImports)).content.map((i) => [i.state, i.errors])).toEqual([
      ['CANCELLED', []],
    ]);
  });
});

describe('rows with errors', () => {
  const CONTENT =
    'Company;E-mail;Terms;Sea production;Shipping method\n' +
    'One;no address;;;\nTwo;;30% on order;366;pigeon\nThree;;30% on order; 10 days ;by sea\nFour;;;;\n' +
    ';x@y.example;;;\n';

  it('refuse the whole file unless only valid rows are wanted; each cell is named with its reason', async () => {
    const refused = await bring(CONTENT);
    expect(refused).toMatchObject({ state: 'REFUSED', counts: { create: 1, fail: 4 }, errorCount: 6 });
    expect(reasons(refused)).toEqual([
      [2, 'E-mail', 'no address', 'E-mail must be valid'],
      [3, 'Terms', '30% on order', 'The shares must add up to 100 %'],
      [3, 'Sea production', '366', 'At most 365 days'],
      [3, 'Shipping method', 'pigeon', 'Use one of Air, Sea, Land'],
      [4, 'Terms', '30% on order', 'The shares must add up to 100 %'],
      [6, 'Company', '', 'Every row needs the company name or the ID of a supplier'],
    ]);
    expect(refused.errorGroups[0]).toEqual({
      column: 'Terms',
      reason: 'The shares must add up to 100 %',
      code: 'terms.total',
      count: 2,
      values: [{ value: '30% on order', count: 2 }],
      valueCount: 1,
    });
    expect(await names()).toEqual([]);
    expect(await bring(CONTENT, { mode: 'VALID_ROWS' })).toMatchObject({ state: 'IMPORTED', counts: { create: 1 } });
    expect(await names()).toEqual(['Four']);
  });

  it('are a file that can be mended and imported again', async () => {
    const { id } = await bring(CONTENT, { mode: 'VALID_ROWS' });
    const { text } = await t.call(seller, getSupplierImportErrorFile, at(id));
    expect(text.split('\r\n').slice(0, 2)).toEqual([
      '\ufeff"Import error";"Company";"E-mail";"Terms";"Sea production";"Shipping method"',
      '"E-mail: E-mail must be valid";"One";"no address";"";"";""',
    ]);
    const mended = text
      .replace('no address', 'one@x.example')
      .replaceAll('"30% on order"', '"100% on order"')
      .replace('366', '36')
      .replace('pigeon', 'Land')
      .replace('"";"x@y.example"', '"Five";"x@y.example"');
    expect(await bring(mended)).toMatchObject({ state: 'IMPORTED', counts: { create: 4, fail: 0 } });
    expect((await one('Three'))?.leadTimes).toEqual([
      { shippingMethod: 'SEA', production: 10, transit: null, checkIn: null },
    ]);
  });

  it('are not read at all if there are more than 2,000', async () => {
    const rows = (count: number) => `Company\n${Array.from({ length: count }, (_, i) => `Factory ${i}\n`).join('')}`;
    const tooMany = await send(rows(2001));
    expect([tooMany.status, tooMany.error?.code]).toEqual([422, 'imports.unreadable']);
    expect(tooMany.error?.errors?.[0]?.message).toContain('2,001 rows, at most 2,000');
    expect((await bring(rows(2000))).counts).toEqual({ rows: 2000, create: 2000, update: 0, skip: 0, fail: 0 });
  });

  it.each([
    ['Company\nAcme,extra\n', 'The row has 2 cells'],
    ['Company,Country\nAcme,Atlantis\n', 'Enter the code or the English name of a country'],
    ['Company,Currency\nAcme,dollars\n', 'Enter the code of a currency'],
    ['Company,Lead time\nAcme,soon\n', 'Enter a number of days'],
    ['Company,Lead time\nAcme,-3\n', 'Enter a number of days'],
    ['Company,Terms\nAcme,100% on order + 400 days\n', 'This is no share of the price'],
  ])('say why: %j', async (content, reason) => {
    expect((await dryRun(content)).errors[0]?.reason).toContain(reason);
  });
});

describe('a word that nobody knows', () => {
  it('is mapped to a country, a currency, an event or nothing, once for all files with these headings', async () => {
    const text =
      'Company,Country,Currency,Terms,Ships\nAcme,Cathay,Rupien,30% on order; 70% L/C at sight,ship\n' +
      'Beta,?,INR,30% on order; 70% l/c at sight,Sea\n';
    const first = await dryRun(text);
    const fields = ['companyName', 'country', 'currency', 'paymentTerms', 'shippingMethod'];
    const asked = await remap(first.id, { fields });
    expect(asked.errorGroups.map(({ code, values }) => [code, values.map((v) => v.value)])).toEqual([
      ['rows.country', ['Cathay', '?']],
      ['rows.terms_event', ['L/C at sight', 'l/c at sight']],
      ['rows.currency', ['Rupien']],
      ['rows.one_of', ['ship']],
    ]);
    const values = [
      { field: 'country', from: 'Cathay', to: 'CN' },
      { field: 'country', from: '?', to: null },
      { field: 'currency', from: 'Rupien', to: 'INR' },
      { field: 'paymentTerms', from: 'L/C at sight', to: 'SHIPPING' },
      { field: 'shippingMethod', from: 'ship', to: 'SEA' },
    ] as const;
    const chosen = await remap(first.id, { fields, values: [...values] });
    expect(chosen).toMatchObject({ counts: { create: 2, fail: 0 }, errorGroups: [], values });
    // A later choice about something else keeps the meanings.
    expect((await remap(first.id, { fields })).counts.fail).toBe(0);
    await start(first.id);
    expect((await all()).map((s) => [s.country, s.currency, s.shippingMethod, s.paymentTerms[1]?.event])).toEqual([
      ['CN', 'INR', 'SEA', 'SHIPPING'],
      [null, 'INR', 'SEA', 'SHIPPING'],
    ]);
    expect(await bring(text.replace('Acme', 'Gamma'))).toMatchObject({ state: 'IMPORTED', mapping: 'REMEMBERED' });
  });

  it('cannot be mapped to a value that its field does not have, or to a supplier of another account', async () => {
    const foreign = await t.ok(await t.admin(), createSupplier, { body: { companyName: 'Foreign' } });
    const { id } = await dryRun('Company\nAcme\n');
    const refused = await t.call(seller, remapSupplierImport, {
      ...at(id),
      body: {
        fields: ['companyName'],
        values: [
          { field: 'country', from: 'a', to: 'XX' },
          { field: 'currency', from: 'a', to: 'XXX' },
          { field: 'paymentTerms', from: 'a', to: null },
          { field: 'shippingMethod', from: 'a', to: 'TRAIN' },
          { field: 'companyName', from: 'a', to: foreign.id },
          { field: 'companyName', from: 'a', to: 'NEW' },
        ],
      },
    });
    expect(refused.error?.errors?.map((e) => e.field)).toEqual([0, 1, 2, 3, 4].map((i) => `values.${i}.to`));
  });
});

describe('the supplier of a row', () => {
  const FIELDS = ['companyName', 'city'];

  it('is found by its name in any case; a similar name is asked about, and the answer is remembered', async () => {
    const haosheng = await add('Ningbo Haosheng Homeware Co., Ltd.', { localName: '宁波豪盛家居有限公司' });
    const content =
      'Company,City\n"NINGBO HAOSHENG HOMEWARE CO., LTD.",A\nNingbo Haosheng Homeware,B\nNingbo Haoshang Homeware,C\n' +
      '宁波豪盛家居,D\nNingbo Haosheng,E\nNingbo Plant 1,F\nNingbo Plant 2,G\n';
    const checked = await dryRun(content);
    expect(checked.counts).toEqual({ rows: 7, create: 2, update: 1, skip: 0, fail: 4 });
    expect(checked.errorGroups).toEqual([
      {
        column: 'Company',
        reason: 'Another supplier has a similar name. Choose whether it is the same company',
        code: 'rows.similar_names',
        count: 4,
        values: [
          { value: 'Ningbo Haosheng Homeware', count: 1 },
          { value: 'Ningbo Haoshang Homeware', count: 1 },
          { value: '宁波豪盛家居', count: 1 },
          { value: 'Ningbo Haosheng', count: 1 },
        ],
        valueCount: 4,
      },
    ]);
    expect(checked.errors[0]?.reason).toContain('Similar to Ningbo Haosheng Homeware Co., Ltd.');
    const { id: haoshengId, companyName, localName, city, email } = haosheng;
    const offered = { id: haoshengId, companyName, localName, city, email };
    expect(checked.similar.map(({ name, suppliers }) => [name, suppliers])).toEqual([
      ['Ningbo Haosheng Homeware', [offered]],
      ['Ningbo Haoshang Homeware', [offered]],
      ['宁波豪盛家居', [offered]],
      ['Ningbo Haosheng', [offered]],
    ]);
    const text = 'Company,City\nNingbo Haosheng,B\nNingbo Haoshang Homeware,C\n';
    const { id } = await dryRun(text);
    const values = [
      { field: 'companyName', from: 'ningbo haosheng', to: haosheng.id },
      { field: 'companyName', from: 'Ningbo Haoshang Homeware', to: 'NEW' },
    ] as const;
    expect((await remap(id, { fields: FIELDS, values: [...values] })).suppliers).toEqual([offered]);
    await start(id);
    expect((await all()).map((s) => [s.companyName, s.city])).toEqual([
      ['Ningbo Haoshang Homeware', 'C'],
      ['Ningbo Haosheng Homeware Co., Ltd.', 'B'],
    ]);
    expect((await bring(text)).counts).toMatchObject({ skip: 2 });
    // A supplier that is gone is asked about again.
    await t.ok(seller, deleteSupplier, { params: { id: haosheng.id } });
    expect((await bring('Company,City\nNingbo Haosheng,B\n')).counts).toMatchObject({ create: 1, fail: 0 });
  });

  it('is asked for if several suppliers have the name', async () => {
    await add('Twice');
    const second = await add('TWICE');
    const checked = await dryRun('Company,City\ntwice,A\n');
    expect(checked.errorGroups[0]?.code).toBe('rows.supplier_several');
    expect(checked.similar[0]?.suppliers).toHaveLength(2);
    const values = [{ field: 'companyName', from: 'twice', to: second.id }] as const;
    expect((await remap(checked.id, { fields: FIELDS, values: [...values] })).counts.update).toBe(1);
    await start(checked.id);
    expect((await t.ok(seller, getSupplier, { params: { id: second.id } })).city).toBe('A');
  });

  it('is named once in a file, exactly or similarly', async () => {
    const checked = await dryRun(
      'Company,City\nAcme Trading,A\nacme trading,B\nAcme Trading Ltd,C\nAcme Trading Lmtd,D\n',
    );
    expect(reasons(checked).map(([row, , , reason]) => [row, reason])).toEqual([
      [3, 'The same supplier as in row 2'],
      [4, expect.stringContaining('Similar to the name in row 2')],
      [5, expect.stringContaining('Similar to the name in row 2')],
    ]);
    expect(checked.similar.map(({ suppliers }) => suppliers)).toEqual([[], []]);
    const values = [{ field: 'companyName', from: 'Acme Trading Ltd', to: 'NEW' }] as const;
    expect((await remap(checked.id, { fields: FIELDS, values: [...values] })).counts.create).toBe(2);
  });

  it('is found by its ID, which is the only way to rename it', async () => {
    const acme = await add('Acme', { city: 'A' });
    const foreign = await t.ok(await t.admin(), createSupplier, { body: { companyName: 'Foreign' } });
    const content = `Supplier ID,Company,City\n${acme.id.toUpperCase()},Acme & Sons,\n${acme.id},Again,\n`;
    expect(reasons(await dryRun(`${content}${foreign.id},Mine,\nnone,Mine,\n`)).map((r) => [r[0], r[1], r[3]])).toEqual(
      [
        [3, 'Supplier ID', 'The same supplier as in row 2'],
        [4, 'Supplier ID', 'No supplier has this ID'],
        [5, 'Supplier ID', 'No supplier has this ID'],
      ],
    );
    await bring(content, { mode: 'VALID_ROWS' });
    await bring('Company,City\nACME & SONS,B\n');
    expect((await all()).map((s) => [s.companyName, s.city])).toEqual([['Acme & Sons', 'B']]);
  });
});

describe('an export of suppliers', () => {
  it('can be imported again without a change', async () => {
    await add('=Acme; "Sons"', {
      localName: '宁波',
      email: 'a@b.example',
      telephone: '+86 574 555 0123',
      addressLine1: 'One; "Two"',
      country: 'CN',
      currency: 'CNY',
      notes: '-1\nmore',
      leadTime: 7,
      shippingMethod: 'AIR',
      xeroId: 'x-1',
      paymentTerms: [
        { percent: '33.3', event: 'ORDER', months: 0, days: 1, monthEnd: null },
        { percent: '66.7', event: 'ARRIVAL', months: 0, days: -30, monthEnd: 'BEFORE' },
      ],
      leadTimes: [
        { shippingMethod: 'SEA', production: 0, transit: 35, checkIn: null },
        { shippingMethod: 'AIR', production: 30, transit: null, checkIn: 2 },
      ],
    });
    await add('Bare');
    for (const format of ['csv', 'xlsx'] as const) {
      const url = urlOf(exportSuppliers, { userId: seller.userId }, { format });
      const answer = await t.app.inject({ url, headers: { authorization: `Bearer ${seller.token}` } });
      const result = await bring(answer.rawPayload);
      expect([format, result.counts, result.errors]).toEqual([
        format,
        { rows: 2, create: 0, update: 0, skip: 2, fail: 0 },
        [],
      ]);
      expect(fieldsOf(result).filter((field) => field === null)).toHaveLength(6);
    }
    const url = urlOf(exportSuppliers, { userId: seller.userId }, { columns: 'companyName,paymentTerms' });
    const { body } = await t.app.inject({ url, headers: { authorization: `Bearer ${seller.token}` } });
    expect(body).toContain('"33.3% on order + 1 day; 66.7% 30 days before arrival at end of month"');
  });
});

describe('the undo of an import', () => {
  it('deletes what was added and restores what was changed; what was edited or used since stays, by name', async () => {
    for (const name of ['Restored', 'Edited']) await add(name, { currency: 'CNY', city: 'Old' });
    const gone = await add('Gone', { city: 'Old' });
    const { id } = await bring(
      'Company,City,Terms,Sea transit\nRestored,New,100% on order,30\nEdited,New,,\nGone,New,,\n' +
        'Deleted,New,,\nUsed,New,,\nTouched,New,,\n',
    );
    const edited = await one('Edited');
    await t.ok(seller, updateSupplier, {
      params: { id: edited?.id ?? '' },
      body: { companyName: 'Edited', notes: 'x' },
    });
    const touched = await one('Touched');
    await t.ok(seller, updateSupplier, {
      params: { id: touched?.id ?? '' },
      body: { companyName: 'Touched', notes: 'x' },
    });
    await t.ok(seller, deleteSupplier, { params: { id: gone.id } });
    await t.ok(seller, createInvoice, { body: { ...DRAFT, supplierId: (await one('Used'))?.id ?? '' } });
    const undone = await undo(id);
    expect(undone).toMatchObject({ state: 'UNDONE', canUndo: false, undo: { deleted: 1, restored: 1, keptCount: 4 } });
    expect(undone.undo?.kept.map((k) => [k.row, k.companyName, k.reason])).toEqual([
      [3, 'Edited', 'EDITED'],
      [4, 'Gone', 'DELETED'],
      [6, 'Used', 'USED'],
      [7, 'Touched', 'EDITED'],
    ]);
    expect((await all()).map((s) => [s.companyName, s.city, s.paymentTerms, s.leadTimes])).toEqual([
      ['Edited', 'New', [], []],
      ['Restored', 'Old', [], []],
      ['Touched', 'New', [], []],
      ['Used', 'New', [], []],
    ]);
    expect((await t.call(seller, undoSupplierImport, at(id))).error?.code).toBe('imports.wrong_state');
  });

  it('is possible after a later bulk edit was undone', async () => {
    const { id } = await bring('Company,Currency\nAcme,EUR\n');
    const [acme] = await all();
    const { operationId } = await t.ok(seller, bulkEditSuppliers, {
      body: { selection: { ids: [acme?.id ?? ''] }, changes: { currency: 'USD' } },
    });
    await t.ok(seller, undoOperation, { params: { operationId: operationId ?? '' } });
    expect((await undo(id)).undo).toMatchObject({ deleted: 1, keptCount: 0 });
  });

  it('is possible for 30 days; then the file, the rows and the errors are gone, and the summary stays', async () => {
    const { id } = await bring('Company,E-mail\nAcme,\nBeta,no\n', { mode: 'VALID_ROWS' });
    await t.work(seller, (w) => dropOldImports(w, SUPPLIERS, new Date(w.now.getTime() + 29 * 86_400_000)));
    expect((await t.ok(seller, getSupplierImport, at(id))).canUndo).toBe(true);
    await t.work(seller, (w) => dropOldImports(w, SUPPLIERS, new Date(w.now.getTime() + 31 * 86_400_000)));
    expect(await t.ok(seller, getSupplierImport, at(id))).toMatchObject({
      canUndo: false,
      counts: { create: 1, fail: 1 },
    });
    expect((await t.call(seller, getSupplierImportErrorFile, at(id))).status).toBe(404);
    expect((await t.call(seller, undoSupplierImport, at(id))).status).toBe(409);
    expect((await t.ok(seller, listSupplierImportRows, at(id))).content).toEqual([]);
    expect(await t.work(seller, (w) => w.tx.selectFrom('operation_row').select('subject_id').execute())).toEqual([]);
  });
});

describe('an import', () => {
  it('of a file that was imported before is recognised', async () => {
    const { id } = await bring('Company\nAcme\n');
    expect((await dryRun('Company\nAcme\n')).sameFileAs?.importId).toBe(id);
    expect((await dryRun('Company\nBeta\n')).sameFileAs).toBeNull();
  });

  it('is in the audit log, with the values of each supplier before and after, and tells open tabs', async () => {
    const acme = await add('Acme', { currency: 'CNY' });
    const before = await told(seller);
    const { id } = await bring('Company,Currency,Terms\nAcme,EUR,100% on order\nBeta,,\n');
    const beta = await one('Beta');
    const log = await t.work(seller, (w) =>
      w.tx
        .selectFrom('audit_log')
        .select(['action', 'subject_ids', 'details'])
        .where('action', '<>', 'supplier.created')
        .orderBy('id')
        .execute(),
    );
    expect(log.map((r) => [r.action, r.subject_ids, r.details])).toEqual([
      [
        'supplier.changed',
        [acme.id],
        {
          version: 2,
          changes: [
            { field: 'currency', from: 'CNY', to: 'EUR' },
            {
              field: 'paymentTerms',
              from: [],
              to: [{ percent: '100', event: 'ORDER', months: 0, days: 0, monthEnd: null }],
            },
          ],
        },
      ],
      [
        'supplier-import.imported',
        [id],
        { version: 2, name: 'suppliers.csv', facts: { rows: 2, create: 1, update: 1, skip: 0, fail: 0 } },
      ],
    ]);
    expect((await told(seller)).slice(before.length)).toEqual([
      { topic: 'suppliers', ids: [beta?.id, acme.id] },
      { topic: 'supplier-imports', ids: [id] },
    ]);
  });

  it('never fills bank details, and is not there for another account', async () => {
    const { id } = await bring('Company,Account number,IBAN,Bank details\nAcme,123,GB1,x\n');
    expect(fieldsOf(await t.ok(seller, getSupplierImport, at(id)))).toEqual(['companyName', null, null, null]);
    expect((await all())[0]?.hasBankDetails).toBe(false);
    const other = await t.admin();
    for (const call of [getSupplierImport, undoSupplierImport, cancelSupplierImport, listSupplierImportRows])
      expect((await t.call(other, call, at(id))).status).toBe(404);
    expect((await t.call(other, getSupplierImportErrorFile, at(id))).status).toBe(404);
    expect((await t.ok(other, listSupplierImports)).content).toEqual([]);
  });
});
