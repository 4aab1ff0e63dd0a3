import type { DutyDestination } from '@quayside/contracts/freight/duty-rates';
import { say } from '@quayside/contracts/texts/catalogue';
import { isCountry } from '@quayside/domain/products/countries';
import { type CustomsValue, customsValueOf } from '@quayside/domain/shipments/duty';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { fieldError } from '../../../http/errors.ts';
import { customsValuesSet } from '../../costs/public.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { deleteDestination, listDestinationCountries, saveDestination } from './duty-destinations.queries.ts';

/** What duty is charged on in each destination that the account uses or set. */
export async function listDestinations(w: Work): Promise<DutyDestination[]> {
  const own = await customsValuesSet(w);
  return (await listDestinationCountries(w)).map((country) => ({
    country,
    customsValue: customsValueOf(country, own),
    isOwn: own.has(country),
  }));
}

async function destinationOf(w: Work, country: string): Promise<DutyDestination> {
  const own = await customsValuesSet(w);
  return { country, customsValue: customsValueOf(country, own), isOwn: own.has(country) };
}

/** Sets what duty is charged on in a destination. Duty of plans that go there is shared again. */
export async function setDestination(w: Work, country: string, customsValue: CustomsValue): Promise<DutyDestination> {
  if (!isCountry(country)) throw fieldError('country', say('choose.country'));
  await lockCosts(w);
  const before = await destinationOf(w, country);
  await saveDestination(w, country, customsValue);
  return recordDestination(w, before);
}

/** Goes back to the default of a destination. */
export async function resetDestination(w: Work, country: string): Promise<DutyDestination> {
  if (!isCountry(country)) throw fieldError('country', say('choose.country'));
  await lockCosts(w);
  const before = await destinationOf(w, country);
  await deleteDestination(w, country);
  return recordDestination(w, before);
}

async function recordDestination(w: Work, before: DutyDestination): Promise<DutyDestination> {
  const after = await destinationOf(w, before.country);
  if (before.isOwn === after.isOwn && before.customsValue === after.customsValue) return after;
  const changes = changesBetween(
    ['customsValue'] as const,
    () => before.customsValue,
    () => after.customsValue,
  );
  await record(
    w,
    { action: 'duty-rate.destination-changed', subjectIds: [], details: { name: after.country, changes } },
    changed('duty-rates', []),
  );
  if (changes.length > 0)
    await react(w, 'duty.changed', { productIds: null, hsCodes: [], countries: [before.country] });
  return after;
}
