import { describe, expect, it } from 'vitest';
import { anInvoice } from '../testing/an-invoice.ts';
import { typeFieldsOf } from './type-fields.ts';

describe('the fields of a type of invoice', () => {
  it('are the shipping fields on a freight invoice', () =>
    expect(typeFieldsOf('SHIPPING_ONLY', anInvoice())).toEqual(['shippingMethod', 'vesselVoyage', 'etd', 'tracking']));
  it('are fewer on a customs invoice, and none on a factory invoice', () => {
    expect(typeFieldsOf('CUSTOMS_ONLY', anInvoice())).toEqual(['vesselVoyage', 'tracking']);
    expect(typeFieldsOf(null, anInvoice())).toEqual([]);
  });
  it('stay while they have a value, even a typed one', () => {
    expect(typeFieldsOf(null, anInvoice({ etd: '2026-12-21' }))).toEqual(['etd']);
    expect(typeFieldsOf(null, anInvoice(), ['tracking', 'supplierId'])).toEqual(['tracking']);
  });
});
