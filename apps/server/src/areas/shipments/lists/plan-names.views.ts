import type { FoundRecord } from '@quayside/contracts/search';
import { numberText } from '@quayside/domain/shipments/numbers';
import { sql } from 'kysely';
import { searchWords } from '../../../db/paging.ts';
import type { Work } from '../../../db/tx.ts';
import type { DocumentOwner, Search } from '../../area.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { numberedAs } from '../../../db/numbered-as.ts';
import { planHas, plans } from './plans.views.ts';

/** How documents belong to plans. Also those of a plan that has left may be changed. */
export const planDocuments: DocumentOwner = {
  entityType: 'SHIPMENT_PLAN',
  labelOf: (accountId, id) => sql`
    select ${numberedAs('SP', sql`p.number`)}
    from shipment_plan p
    where p.account_id = ${accountId} and p.id = ${id} and p.removed_at is null`,
  unknown: 'shipments.unknown_plan',
  lock: lockCosts,
};

/** Finds plans by their number, name, job or tracking number, and by their carrier. Newest first. */
export async function findPlans(w: Work, { text, most }: Search): Promise<FoundRecord[]> {
  const rows = await plans(w)
    .select(['p.id', 'p.number', 'p.name', 's.company_name', sql<string | null>`p.estimated_ship_date::text`.as('day')])
    .where((eb) => eb.and(searchWords(text).map(planHas)))
    .orderBy('p.number', 'desc')
    .limit(most)
    .execute();
  return rows.map((row) => ({
    type: 'SHIPMENT_PLAN',
    id: row.id,
    title: numberText('SHIPMENT_PLAN', row.number),
    detail: [row.name, row.company_name, row.day].filter(Boolean).join(' · '),
    sku: null,
  }));
}
