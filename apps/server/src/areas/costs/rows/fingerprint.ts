import type { Selectable } from 'kysely';
import type { CostAllocation, CostEntry } from '../../../db/types.gen.ts';

/** The columns of an allocation that can change when its line is recomputed. */
const HEAD_COLUMNS = [
  'basis',
  'is_basis_fallback',
  'measure',
  'rated_plans',
  'chargeable_method',
  'weight_total',
  'weight_scale',
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
  'pack_list_id',
  'duty',
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
  const shares = entries.map((entry) => ENTRY_COLUMNS.map((column) => textOf(column, entry[column])).join('/')).sort();
  return [...HEAD_COLUMNS.map((column) => textOf(column, head[column])), ...shares].join('|');
}

/** The columns that hold JSON: written as text, and read as values whose keys may be in another order. */
const JSON_COLUMNS: ReadonlySet<string> = new Set(['rated_plans', 'duty'] satisfies (
  | (typeof HEAD_COLUMNS)[number]
  | (typeof ENTRY_COLUMNS)[number]
)[]);

function textOf(column: string, value: unknown): string {
  if (value === null || value === undefined) return '-';
  if (JSON_COLUMNS.has(column)) return sorted(typeof value === 'string' ? JSON.parse(value) : value);
  return Array.isArray(value) ? [...(value as string[])].sort().join(',') : String(value);
}

/** A value of JSON as text, with its keys in order. */
function sorted(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(',')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  const keys = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${keys.map(([key, of]) => `${key}:${sorted(of)}`).join(',')}}`;
}
