import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import { startTestApp, type TestApp } from '../testing/app.ts';
import { compiledOnce } from './compiled-once.ts';

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});
afterAll(() => t.close());

describe('a statement that is compiled once', () => {
  it('gets the account and the values of each run', async () => {
    let built = 0;
    const namesOf = compiledOnce(['first', 'second'], (w, { first, second }) => {
      built += 1;
      return w.tx
        .selectFrom('supplier')
        .select(['account_id as accountId', 'company_name as name'])
        .where('account_id', '=', w.scope.accountId)
        .where('company_name', 'in', [first, second])
        .orderBy('company_name');
    });
    const people = [await t.admin(), await t.admin()];
    for (const who of people)
      for (const name of ['Anhui', 'Ningbo', 'Yiwu'])
        await t.ok(who, createSupplier, { body: { companyName: name, currency: 'CNY' } });
    for (const who of people) {
      const found = (first: string, second: string) => t.work(who, (w) => namesOf(w, { first, second }));
      const own = (name: string) => ({ accountId: who.accountId, name });
      expect(await found('Anhui', 'Yiwu')).toEqual([own('Anhui'), own('Yiwu')]);
      expect(await found('Ningbo', 'Ningbo')).toEqual([own('Ningbo')]);
      expect(await found('Nobody', 'first')).toEqual([]);
    }
    expect(built).toBe(1);
  });
});
