import { describe, expect, it } from 'vitest';
import { type Fillable, fillsOf } from './supplier-merge.rules.ts';
import type { SupplierRow } from '../rows/suppliers.queries.ts';

const EMPTY: SupplierRow = {
  account_id: 'a',
  id: 'id',
  company_name: 'Haosheng',
  local_name: null,
  email: null,
  telephone: null,
  address_line1: null,
  address_line2: null,
  address_line3: null,
  city: null,
  post_code: null,
  state: null,
  country: null,
  currency: null,
  notes: null,
  lead_time: null,
  shipping_method: null,
  xero_id: null,
  price_tolerance_hundredths: 200,
  tolerance_amount: '0',
  tolerance_currency: null,
  quantity_tolerance_hundredths: 0,
  payment_terms: [],
  archived_at: null,
  version: 1,
  created_at: new Date(0),
  updated_at: new Date(0),
  search_text: '',
  name_key: null,
  local_name_key: null,
  email_key: null,
  email_domain: null,
  telephone_key: null,
  xero_key: null,
};
const side = (row: Partial<SupplierRow> = {}, more: Partial<Fillable> = {}): Fillable => ({
  row: { ...EMPTY, ...row },
  leadTimes: [],
  hasBankDetails: false,
  ...more,
});
const TERMS = [{ percent: '100', event: 'ORDER', days: 0 }];
const SEA = { shippingMethod: 'SEA', production: 1, transit: 2, checkIn: 3 } as const;

describe('the fields that a merge fills', () => {
  it('are those empty on the kept supplier and known on the duplicate', () => {
    const other = side(
      { local_name: '昊晟', email: 'a@b.example', lead_time: 0, xero_id: 'x', payment_terms: TERMS },
      { leadTimes: [SEA], hasBankDetails: true },
    );
    expect(fillsOf(side(), other)).toEqual([
      'localName',
      'email',
      'leadTime',
      'xeroId',
      'paymentTerms',
      'leadTimes',
      'bankDetails',
    ]);
    expect(fillsOf(other, other)).toEqual([]);
    expect(fillsOf(other, side())).toEqual([]);
    expect(fillsOf(side({ email: 'own@b.example' }), other)).not.toContain('email');
  });

  it('include an address only as a whole', () => {
    const other = side({ address_line1: '1 Quay', city: 'Ningbo', country: 'CN' });
    expect(fillsOf(side(), other)).toEqual(['addressLine1', 'city', 'country']);
    expect(fillsOf(side({ country: 'GB' }), other)).toEqual([]);
  });

  it('never include the name', () => {
    expect(fillsOf(side(), side({ company_name: 'Other' }))).toEqual([]);
  });
});
