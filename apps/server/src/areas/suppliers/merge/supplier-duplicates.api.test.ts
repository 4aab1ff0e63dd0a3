import { putSupplierBankDetails } from '@quayside/contracts/suppliers/supplier-bank';
import { createSupplier, findSupplierDuplicates, patchSupplier } from '@quayside/contracts/suppliers/suppliers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestApp, type TestApp, type TestPerson } from '../../../testing/app.ts';

const PASSWORD = 'harbour-lantern-73';
let t: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());
beforeEach(async () => {
  admin = await t.admin();
});

const add = async (companyName: string, more: object = {}) =>
  (await t.ok(admin, createSupplier, { body: { companyName, ...more } })).id;
const find = async (query: object, who = admin) =>
  (await t.ok(who, findSupplierDuplicates, { query })).map((d) => [d.supplier.companyName, ...d.reasons]);

describe('a supplier name', () => {
  it.each([
    ['Ningbo Haosheng Houseware Co., Ltd.', 'NINGBO  HAOSHENG-HOUSEWARE'],
    ['Ningbo Haosheng Houseware', 'ningbo haosheng houseware company limited'],
    ['Müller & Söhne GmbH & Co. KG', 'MÜLLER SÖHNE'],
    ['Müller & Söhne GmbH & Co. KG', 'Muller Sohne'],
    ['Muller Trading', 'MÜLLER trading ltd'],
    ['Łódź Tekstylia', 'Lodz tekstylia'],
    ['Moss & Co', 'Moss and Company'],
    ['Acme B.V.', 'ACME (BV)'],
    ['Acme, Inc.', 'Acme LLC'],
    ['Rossi S.r.l.', 'rossi'],
    ["O'Neil Ltd", 'ONeil'],
    ['宁波昊晟家居用品有限公司', '宁波昊晟家居用品'],
    ['Co Ltd', 'co., ltd.'],
  ])('%s matches %s', async (stored, typed) => {
    await add(stored);
    await add('Somebody else');
    expect(await find({ companyName: typed })).toEqual([[stored, 'NAME']]);
  });

  it.each([
    ['Ningbo Haosheng', 'Ningbo Haosheng Textile'],
    ['Limited Edition', 'Edition'],
    ['Co Ltd', 'Inc'],
    ['Coda', 'Da'],
    ['A & B', 'A'],
  ])('%s does not match %s', async (stored, typed) => {
    await add(stored);
    expect(await find({ companyName: typed })).toEqual([]);
  });

  it('is also compared with the other name field', async () => {
    await add('Haosheng', { localName: '宁波昊晟家居用品有限公司' });
    expect(await find({ companyName: '宁波昊晟家居用品' })).toEqual([['Haosheng', 'LOCAL_NAME']]);
    expect(await find({ localName: 'HAOSHENG' })).toEqual([['Haosheng', 'NAME']]);
  });
});

describe('other reasons for a duplicate supplier', () => {
  it.each([
    [{ email: 'Sales@Haosheng.example' }, { email: 'sales@haosheng.example' }, ['EMAIL']],
    [{ email: 'sales@haosheng.example' }, { email: 'li@haosheng.example' }, ['EMAIL_DOMAIN']],
    [{ email: 'haosheng@qq.com' }, { email: 'lumitek@qq.com' }, undefined],
    [{ email: 'haosheng@qq.com' }, { email: 'HAOSHENG@qq.com' }, ['EMAIL']],
    [{ telephone: '+86 574 8765 4321' }, { telephone: '0574-87654321' }, ['TELEPHONE']],
    [{ telephone: '+86 574 8765 4321' }, { telephone: '+86 574 8765 4322' }, undefined],
    [{ xeroId: 'ABC-1' }, { xeroId: 'abc-1' }, ['XERO_ID']],
    [{}, { companyName: ' ', localName: '', email: '', telephone: '', xeroId: '' }, undefined],
  ])('%j matches %j: %j', async (stored, typed, reasons) => {
    await add('Haosheng', stored);
    expect(await find(typed)).toEqual(reasons ? [['Haosheng', ...reasons]] : []);
  });

  it('are all listed, likeliest first, without the supplier itself and with archived suppliers', async () => {
    const self = await add('Haosheng Ltd', { email: 'a@haosheng.example', telephone: '+44 20 7946 0018' });
    const old = await add('HAOSHENG', { email: 'a@haosheng.example' });
    await t.ok(admin, patchSupplier, { params: { id: old }, body: { archivedAt: '2026-11-01T00:00:00Z' } });
    await add('Another', { email: 'b@haosheng.example' });
    await add('Third', { telephone: '020 7946 0018' });
    const all = await t.ok(admin, findSupplierDuplicates, {
      query: { companyName: 'Haosheng', email: 'a@haosheng.example', telephone: '+442079460018', exceptId: self },
    });
    expect(all.map((d) => [d.supplier.companyName, ...d.reasons])).toEqual([
      ['HAOSHENG', 'NAME', 'EMAIL'],
      ['Third', 'TELEPHONE'],
      ['Another', 'EMAIL_DOMAIN'],
    ]);
    expect(all[0]?.supplier.archivedAt).toBe('2026-11-01T00:00:00.000Z');
  });

  it('include the account number, in any notation, and only for a stored supplier that has one', async () => {
    await t.setPassword(admin, PASSWORD);
    const [one, two] = [await add('One'), await add('Two')];
    const bank = (id: string, accountNumber: string) =>
      t.ok(admin, putSupplierBankDetails, {
        params: { id },
        body: { password: PASSWORD, beneficiary: 'Any', accountNumber },
      });
    await bank(one, 'GB29 NWBK 6016 1331 9268 19');
    await bank(two, 'gb29nwbk60161331926819');
    expect(await find({ exceptId: one })).toEqual([['Two', 'BANK_ACCOUNT']]);
    await bank(two, 'GB29NWBK60161331926818');
    expect(await find({ exceptId: one })).toEqual([]);
  });

  it('reveal nothing to another account', async () => {
    const id = await add('Haosheng', { email: 'a@haosheng.example' });
    const stranger = await t.admin();
    expect(await find({ companyName: 'Haosheng', email: 'a@haosheng.example' }, stranger)).toEqual([]);
    expect(await find({ companyName: 'Haosheng', exceptId: id }, stranger)).toEqual([]);
  });
});

it('duplicate suppliers are found by index in an account with many suppliers, under row-level security', async () => {
  await t.work(admin, (w) =>
    sql`
      insert into supplier (account_id, id, company_name, email, telephone, created_at, updated_at)
      select ${admin.accountId}, gen_random_uuid(), 'Supplier ' || n, 'a@s' || n || '.example',
        '+44 20 ' || (10000000 + n), now(), now()
      from generate_series(1, 20000) n`.execute(w.tx),
  );
  await sql`analyze supplier`.execute(t.deps.db);
  const plans = await t.work(admin, async (w) => {
    const lines: string[] = [];
    for (const [column, value] of [
      ['name_key', sql`company_key('SUPPLIER 777')`],
      ['email_domain', sql`'s777.example'`],
      ['telephone_key', sql`telephone_key('020 10000777')`],
    ] as const) {
      const plan = await sql<{
        'QUERY PLAN': string;
      }>`explain
        select id
        from supplier
        where account_id = ${admin.accountId} and ${sql.ref(column)} = ${value}`.execute(w.tx);
      lines.push(plan.rows.map((r) => r['QUERY PLAN']).join('\n'));
    }
    return lines;
  });
  for (const [i, index] of [
    'supplier_name_key_idx',
    'supplier_email_domain_idx',
    'supplier_telephone_key_idx',
  ].entries())
    expect(plans[i]).toContain(index);
  expect(await find({ companyName: 'SUPPLIER 777 LTD', email: 'b@s777.example' })).toEqual([
    ['Supplier 777', 'NAME', 'EMAIL_DOMAIN'],
  ]);
});
