import type { Selectable } from 'kysely';
import type { CostAllocation, CostEntry } from '../../db/types.gen.ts';

/** The columns of an allocation that can change when its line is recomputed. */
const HEAD_COLUMNS = [
  'basis',
  'is_basis_fallback',
  'measure',
  'chargeable_method',
  'weight_total',
  'document_minor',
  'amount_minor',
  'account_minor',
  'rate',
  'rate_date',
  'rate_source',
  'credits_line_id',
  'before_amount_minor',
  'before_cost_tax_minor',
  'unassigned_document_minor',
  'unassigned_reason',
  'lacking_product_ids',
  'is_excluded',
] as const satisfies readonly (keyof CostAllocation)[];

/** The columns of a cost entry that can change when its line is recomputed. */
const ENTRY_COLUMNS = [
  'cost_type',
  'layer_id',
  'product_id',
  'document_minor',
  'account_minor',
  'weight',
  'rounding_unit',
] as const satisfies readonly (keyof CostEntry)[];

export type AllocationColumns = Pick<Selectable<CostAllocation>, (typeof HEAD_COLUMNS)[number]>;
export type EntryColumns = Pick<Selectable<CostEntry>, (typeof ENTRY_COLUMNS)[number]>;

/**
 * The fingerprint of an allocation, computed from its rows. Recomputing a line writes nothing if the fingerprint of the
 * new rows equals that of the current rows. The fingerprint is not stored in a column: if somebody changed an amount
 * directly in the database, a stored fingerprint would still match, and recomputing the line would not correct the
 * amount.
 */
export function fingerprintOf(head: AllocationColumns, entries: readonly EntryColumns[]): string {
  const shares = entries.map((entry) => ENTRY_COLUMNS.map((column) => textOf(entry[column])).join('/')).sort();
  return [...HEAD_COLUMNS.map((column) => textOf(head[column])), ...shares].join('|');
}

const textOf = (value: string | bigint | number | boolean | readonly string[] | null): string =>
  typeof value === 'object' && value !== null ? [...value].sort().join(',') : String(value ?? '-');
