import { describe, expect, it } from 'vitest';
import { type Measures, measureFacts } from './measure-facts.ts';

const none: Measures = {
  length: '',
  width: '',
  height: '',
  dimensionUnit: 'CM',
  weight: '',
  packagingWeight: '',
  shippingWeight: '',
  weightUnit: 'GR',
};

describe('measureFacts', () => {
  it('has no result for empty fields', () =>
    expect(measureFacts(none)).toEqual({ weight: null, volume: null, girth: null }));
  it('adds the packaging to the net weight', () => {
    expect(measureFacts({ ...none, weight: '337', packagingWeight: '60.5' }).weight).toEqual({
      own: '397.5',
      other: '14.0214',
      source: 'SUM',
    });
  });
  it('prefers the shipping weight to all other weights', () => {
    expect(measureFacts({ ...none, weight: '300', packagingWeight: '60', shippingWeight: '400' }).weight).toMatchObject(
      { own: '400', source: 'SHIPPING' },
    );
  });
  it('shows ounces if the person types ounces', () => {
    expect(measureFacts({ ...none, weight: '10', weightUnit: 'OZ' }).weight).toEqual({
      own: '10',
      other: '283.495231',
      source: 'NET',
    });
  });
  it('multiplies the sides', () => {
    expect(measureFacts({ ...none, length: '24', width: '15.5', height: '18' })).toMatchObject({
      volume: { own: '6696', other: '408.61499' },
      girth: '91',
    });
  });
  it('shows cubic inches if the person types inches', () => {
    expect(measureFacts({ ...none, length: '1', width: '1', height: '1', dimensionUnit: 'IN' }).volume).toMatchObject({
      own: '0.999996',
      other: '16.387',
    });
  });
  it('prefers a complete case to all other measures', () => {
    const packed = { length: '60', width: '40', height: '30', weight: '6900', unitsPerCase: 12 };
    const typed = { ...none, length: '1', width: '1', height: '1', shippingWeight: '1' };
    expect(measureFacts(typed, packed)).toMatchObject({
      weight: { own: '575', source: 'CASE' },
      volume: { own: '6000', source: 'CASE' },
    });
    expect(measureFacts(typed, { ...packed, weight: null })).toMatchObject({
      weight: { own: '1', source: 'SHIPPING' },
      volume: { own: '1', source: 'SIDES' },
    });
  });
  it('counts 0 as missing', () =>
    expect(measureFacts({ ...none, weight: '0', length: '1', width: '0', height: '1' })).toMatchObject({
      weight: null,
      volume: null,
    }));
  it('has no result for an invalid field, and continues with the others', () => {
    expect(measureFacts({ ...none, weight: '-3', length: '1', width: '2', height: '3' })).toMatchObject({
      weight: undefined,
      volume: { own: '6' },
    });
    expect(measureFacts({ ...none, weight: '3', height: '1e3' })).toMatchObject({
      volume: undefined,
      girth: undefined,
    });
  });
});
