import type { DutyRate } from '@quayside/contracts/freight/duty-rates';
import { validityOn } from '@quayside/domain/shipments/freight-rates';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import type { DutyRow } from './duty-rates.queries.ts';

/** A duty rate as the API shows it. */
export function toDutyRate(w: Work, { id, fields, sku, productName, ...row }: DutyRow): DutyRate {
  const { productId, ...plain } = fields;
  return {
    id,
    ...plain,
    product: productId === null ? null : { id: productId, sku: sku ?? '', name: productName ?? '' },
    validity: validityOn(fields, todayOf(w)),
    productCount: row.productCount,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    version: row.version,
  };
}

/** How the audit log and undo name a duty rate: whose it is, and where. */
export const dutyLabel = ({ sku, fields }: Pick<DutyRow, 'sku' | 'fields'>): string =>
  `${sku ?? fields.hsCode ?? ''} ${fields.country}`.trim();
