import { lockCosts } from '../areas/costs/public.ts';
import { record } from '../events/outbox.ts';
import { react } from '../events/reactions.ts';
import type { TestApp, TestPerson } from './app.ts';

// Rates of forwarders and of customs, without their calls, for tests of the costs that they make.

interface GivenRate {
  readonly currency?: string;
  readonly mode?: 'AIR' | 'COURIER' | 'SEA' | 'LAND';
  readonly level?: 'SHIPMENT' | 'CARTON';
  readonly step?: string;
  readonly price?: string;
}

/** Creates a freight rate per kilogram. */
export const aFreightRate = (t: TestApp, who: TestPerson, given: GivenRate = {}): Promise<string> =>
  t.work(who, async (w) => {
    const id = w.newId();
    const { currency = 'USD', mode = 'AIR', level = 'SHIPMENT', step = '0', price = '3.85' } = given;
    const account_id = who.accountId;
    await w.tx
      .insertInto('freight_rate')
      .values({
        account_id,
        id,
        name: 'Air',
        mode,
        currency,
        unit: 'KG',
        level,
        step,
        created_at: w.now,
        updated_at: w.now,
      })
      .execute();
    await w.tx
      .insertInto('freight_rate_break')
      .values({ account_id, rate_id: id, from_quantity: '0', price })
      .execute();
    return id;
  });

/** Chooses a rate for a plan, and says that the rate was written. */
export const chooseRate = (t: TestApp, who: TestPerson, planId: string, rateId: string): Promise<void> =>
  t.work(who, async (w) => {
    await lockCosts(w);
    await w.tx
      .updateTable('shipment_plan')
      .set({ freight_rate_id: rateId })
      .where('account_id', '=', who.accountId)
      .where('id', '=', planId)
      .execute();
    await react(w, 'freight-rate.changed', { rateIds: [rateId], containers: false });
    await record(w, { action: 'order.packing-undone', subjectIds: [planId], details: { facts: { packLists: 0 } } });
  });

interface GivenDuty {
  readonly productId?: string;
  readonly hsCode?: string;
  readonly country: string;
  readonly percent: string;
}

/** Creates a duty rate of a product, or of an HS code, and says so. */
export const aDutyRate = (
  t: TestApp,
  who: TestPerson,
  { productId, hsCode, country, percent }: GivenDuty,
): Promise<void> =>
  t.work(who, async (w) => {
    await lockCosts(w);
    await w.tx
      .insertInto('duty_rate')
      .values({
        account_id: who.accountId,
        id: w.newId(),
        product_id: productId ?? null,
        hs_code: hsCode ?? null,
        country,
        percent,
        created_at: w.now,
        updated_at: w.now,
      })
      .execute();
    await react(w, 'duty.changed', {
      productIds: productId === undefined ? [] : [productId],
      hsCodes: hsCode === undefined ? [] : [hsCode],
      countries: [country],
    });
    const facts = { packLists: 0 };
    await record(w, { action: 'order.packing-undone', subjectIds: [productId ?? who.accountId], details: { facts } });
  });
