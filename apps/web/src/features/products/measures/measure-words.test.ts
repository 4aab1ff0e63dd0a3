import { describe, expect, it } from 'vitest';
import { t } from '../../../i18n/i18n.ts';
import { differing, measuresText, offerText, volumeText, weightText } from './measure-words.ts';

describe('measures as text', () => {
  it.each([
    ['1200', '1.20 kg'],
    ['1200.5', '1.20 kg'],
    ['12345.678', '12.35 kg'],
    ['1000', '1.00 kg'],
    ['999.96', '1,000 g'],
    ['35', '35 g'],
    ['0.25', '0.3 g'],
  ])('%s grams are %s', (grams, text) => expect(weightText(grams)).toBe(text));
  it.each([
    ['3400', '3,400 cm³'],
    ['3400.4', '3,400 cm³'],
    ['12.34', '12.3 cm³'],
    ['125000', '0.125 m³'],
    ['1250000', '1.250 m³'],
  ])('%s cubic centimetres are %s', (cm3, text) => expect(volumeText(cm3)).toBe(text));
  it('include a missing measure', () =>
    expect(measuresText(t, { weightGrams: null, volumeCm3: '3400' })).toBe('no weight and 3,400 cm³'));
});

describe('the offer to update orders', () => {
  const now = { weightGrams: '1350', volumeCm3: '3400' };
  const order = (weightGrams: string | null, volumeCm3: string | null) => ({
    order: { id: 'o', number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
    date: '2026-10-12',
    units: 10,
    copied: { weightGrams, volumeCm3 },
    invoice: { id: 'i', number: 'HS-1' },
  });
  it('names only the measures that differ', () => {
    expect(offerText(t, { now, orders: [order('1200', '3400.0'), order('1200.000', '3400')] })).toBe(
      '2 orders still use 1.20 kg.',
    );
    expect(offerText(t, { now, orders: [order('1350', '3000')] })).toBe('1 order still uses 3,000 cm³.');
  });
  it('is general if the orders differ from each other', () => {
    expect(offerText(t, { now, orders: [order('1200', '3400'), order('1100', '3400')] })).toBe(
      '2 orders still use earlier measures.',
    );
  });
  it('distinguishes a missing measure from an equal one', () => {
    expect(differing({ weightGrams: null, volumeCm3: '1' }, { weightGrams: null, volumeCm3: '1.0' })).toEqual({
      weight: false,
      volume: false,
    });
    expect(differing({ weightGrams: null, volumeCm3: '1' }, { weightGrams: '5', volumeCm3: '1' })).toEqual({
      weight: true,
      volume: false,
    });
    expect(differing({ weightGrams: '10', volumeCm3: '100' }, { weightGrams: '1', volumeCm3: '10' })).toEqual({
      weight: true,
      volume: true,
    });
  });
});
