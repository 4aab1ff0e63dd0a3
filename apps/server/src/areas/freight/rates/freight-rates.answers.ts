import { deleteFreightRate, type FreightRate } from '@quayside/contracts/freight/freight-rates';
import { say } from '@quayside/contracts/texts/catalogue';
import { validityOn } from '@quayside/domain/shipments/freight-rates';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { type May, mayCall, no, YES } from '../../../http/may.ts';
import type { RateRow } from './freight-rates.queries.ts';

/** A freight rate as the API shows it. */
export function toFreightRate(w: Work, row: RateRow): FreightRate {
  const { forwarderId, breaks, fees, ...fields } = row.fields;
  return {
    id: row.id,
    ...fields,
    forwarder: forwarderId === null ? null : { id: forwarderId, name: row.forwarderName ?? '' },
    breaks: breaks.map((one) => ({ ...one })),
    fees: fees.map((one) => ({ ...one })),
    validity: validityOn(fields, todayOf(w)),
    planCount: row.planCount,
    isArchived: row.archivedAt !== null,
    can: { delete: mayDelete(w, row) },
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

function mayDelete({ scope }: Work, { planCount }: RateRow): May {
  const mayAtAll = mayCall(deleteFreightRate, scope);
  if (!mayAtAll.allowed) return mayAtAll;
  return planCount > 0 ? no(scope, say('freight.in_use')) : YES;
}
