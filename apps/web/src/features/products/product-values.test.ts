import { productBody } from '@quayside/contracts/products/products';
import { describe, expect, it } from 'vitest';
import { bodyOf } from '../../components/form/form-values.ts';
import { FIELDS, gapsOf, productHref, valuesOf } from './product-values.ts';

describe('valuesOf', () => {
  it('starts a new product with the defaults of the server', () => {
    const { version, ...values } = valuesOf();
    expect(version).toBeUndefined();
    const body = bodyOf(productBody, {
      ...values,
      name: 'Kettle',
      sku: 'K-1',
      supplierIds: ['018f0000-0000-7000-8000-000000000001'],
    });
    expect(productBody.parse(body)).toMatchObject({
      status: 'ACTIVE',
      dimensionUnit: 'CM',
      weightUnit: 'GR',
      weight: null,
      brand: null,
      channel: [],
      supplierLeadTime: null,
    });
  });
  it('has a card for every editable field; the packages have their own tabs', () => {
    expect([...FIELDS, 'productPackaging', 'casePackaging'].sort()).toEqual(
      Object.keys(productBody.shape)
        .filter((name) => name !== 'version')
        .sort(),
    );
  });
});

describe('gapsOf', () => {
  const whole = {
    hasWeight: true,
    hasVolume: true,
    supplier: [{ id: '1', companyName: 'A', localName: null }],
    landedCostPerUnit: '1.00',
  };
  it('is empty if nothing is missing', () => expect(gapsOf(whole)).toEqual([]));
  it('names the missing kinds of data', () =>
    expect(gapsOf({ ...whole, hasVolume: false, supplier: [], landedCostPerUnit: null })).toEqual([
      'VOLUME',
      'SUPPLIER',
      'COST',
    ]));
});

describe('productHref', () => {
  it.each([
    ['HP-KTL-17', '/products/HP-KTL-17'],
    ['A/B 50%', '/products/A%2FB%2050%25'],
    ['Import', '/products/the-id'],
    ['add', '/products/the-id'],
    ['..', '/products/the-id'],
  ])('of %s is %s', (sku, href) => expect(productHref({ id: 'the-id', sku })).toBe(href));
  it('keeps the tab', () => expect(productHref({ id: 'the-id', sku: '.' }, 'costs')).toBe('/products/the-id/costs'));
});
