import { randomUUID } from 'node:crypto';
import type { DB } from '../db/types.gen.ts';
import type { Insertable } from 'kysely';
import type { TestApp, TestPerson } from './app.ts';

type Columns = Insertable<DB['freight_rate']>;
interface GivenRate extends Partial<Omit<Columns, 'account_id' | 'id'>> {
  readonly price?: string;
  /** From a quantity on, beside the price from 0. */
  readonly breaks?: readonly (readonly [from: string, price: string])[];
  readonly fees?: readonly bigint[];
}

/** Stores a freight rate without a call: by default 3.00 GBP per kg by air, without fees. Returns its id. */
export const aFreightRate = (t: TestApp, who: TestPerson, name: string, given: GivenRate = {}): Promise<string> =>
  t.work(who, async (w) => {
    const { price = '3', breaks = [], fees = [], ...columns } = given;
    const id = randomUUID();
    const own = { account_id: who.accountId, rate_id: id };
    await w.tx
      .insertInto('freight_rate')
      .values({
        account_id: who.accountId,
        id,
        name,
        mode: 'AIR',
        currency: 'GBP',
        unit: 'KG',
        created_at: w.now,
        updated_at: w.now,
        ...columns,
      })
      .execute();
    await w.tx
      .insertInto('freight_rate_break')
      .values([['0', price] as const, ...breaks].map(([from_quantity, one]) => ({ ...own, from_quantity, price: one })))
      .execute();
    if (fees.length > 0)
      await w.tx
        .insertInto('freight_rate_fee')
        .values(fees.map((amount_minor, position) => ({ ...own, position, name: `Fee ${position}`, amount_minor })))
        .execute();
    return id;
  });
