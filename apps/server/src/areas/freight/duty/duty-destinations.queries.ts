import type { CustomsValue } from '@quayside/domain/shipments/duty';
import { sql } from 'kysely';
import type { Work } from '../../../db/tx.ts';
import { SHIPMENT_PLANS } from '../../shipments/facts.ts';

/** The countries that have a setting, a duty rate, or a plan that goes there. */
export async function listDestinationCountries(w: Work): Promise<string[]> {
  const { accountId } = w.scope;
  const { rows } = await sql<{ country: string }>`
    select country from duty_destination where account_id = ${accountId}
    union
    select country from duty_rate where account_id = ${accountId}
    union
    select country from ${SHIPMENT_PLANS} where account_id = ${accountId} and country is not null and removed_at is null
    order by country`.execute(w.tx);
  return rows.map(({ country }) => country);
}

export async function saveDestination(w: Work, country: string, customsValue: CustomsValue): Promise<void> {
  const setting = { customs_value: customsValue, updated_at: w.now };
  await w.tx
    .insertInto('duty_destination')
    .values({ account_id: w.scope.accountId, country, ...setting })
    .onConflict((c) => c.columns(['account_id', 'country']).doUpdateSet(setting))
    .execute();
}

export async function deleteDestination(w: Work, country: string): Promise<void> {
  await w.tx
    .deleteFrom('duty_destination')
    .where('account_id', '=', w.scope.accountId)
    .where('country', '=', country)
    .execute();
}
