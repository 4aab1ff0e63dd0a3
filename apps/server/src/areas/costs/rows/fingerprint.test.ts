import { describe, expect, it } from 'vitest';
import { type AllocationColumns, type EntryColumns, fingerprintOf } from './fingerprint.ts';

const head: AllocationColumns = {
  basis: 'QUANTITY',
  is_basis_fallback: false,
  measure: null,
  rated_plans: '[]',
  chargeable_method: null,
  weight_total: '300',
  weight_scale: '1',
  document_minor: 1_000n,
  amount_minor: 900n,
  account_minor: null,
  rate: null,
  rate_date: null,
  rate_source: null,
  credits_line_id: null,
  before_amount_minor: null,
  before_cost_tax_minor: null,
  unassigned_document_minor: 0n,
  unassigned_reason: null,
  lacking_product_ids: [],
  is_excluded: false,
};
const entry: EntryColumns = {
  cost_type: 'SHIPPING',
  layer_id: null,
  pack_list_id: null,
  duty: null,
  product_id: 'kettle',
  document_minor: 1_000n,
  account_minor: 800n,
  weight: '300',
  rounding_unit: 0,
};
const changed: AllocationColumns = {
  basis: 'VALUE',
  is_basis_fallback: true,
  measure: 'GROSS_WEIGHT',
  rated_plans: '[{"planId":"a plan","measure":"VOLUME"}]',
  chargeable_method: 'SEA',
  weight_total: '301',
  weight_scale: '3',
  document_minor: 1_001n,
  amount_minor: 901n,
  account_minor: 0n,
  rate: '1.2',
  rate_date: '2026-05-01',
  rate_source: 'manual',
  credits_line_id: 'a line',
  before_amount_minor: 0n,
  before_cost_tax_minor: 0n,
  unassigned_document_minor: 1n,
  unassigned_reason: 'NO_RATE',
  lacking_product_ids: ['kettle'],
  is_excluded: true,
};
const changedEntry: EntryColumns = {
  cost_type: 'STORAGE',
  layer_id: 'an order',
  pack_list_id: 'a pack list',
  duty: '{"goodsMinor":"1"}',
  product_id: 'mug',
  document_minor: 999n,
  account_minor: -800n,
  weight: '299',
  rounding_unit: 1,
};

describe('the fingerprint of an allocation', () => {
  it.each(Object.keys(changed))('changes with the column %s', (column) => {
    const other = { ...head, [column]: changed[column as keyof AllocationColumns] };
    expect(fingerprintOf(other, [entry])).not.toBe(fingerprintOf(head, [entry]));
  });

  it.each(Object.keys(changedEntry))('changes with the column %s of an entry', (column) => {
    const other = { ...entry, [column]: changedEntry[column as keyof EntryColumns] };
    expect(fingerprintOf(head, [other])).not.toBe(fingerprintOf(head, [entry]));
  });

  it('does not depend on the order in which entries and products were read', () => {
    const lacking = (ids: string[]) => ({ ...head, lacking_product_ids: ids });
    expect(fingerprintOf(lacking(['kettle', 'mug']), [entry, changedEntry])).toBe(
      fingerprintOf(lacking(['mug', 'kettle']), [changedEntry, entry]),
    );
  });

  it('differs between an allocation without entries and one with an entry', () => {
    expect(fingerprintOf(head, [])).not.toBe(fingerprintOf(head, [entry]));
  });
});
