import { describe, expect, it } from 'vitest';
import { type BoxValues, caseFacts, productBoxFacts, volumeFigure, weightFigure } from './packaging-facts.ts';

const KG = 1_000_000_000n;
const none: BoxValues = { length: '', width: '', height: '', weight: '', count: null };
const product = {
  dimensionUnit: 'CM',
  weightUnit: 'GR',
  weight: '540',
  packagingWeight: '60',
  shippingWeight: null,
  length: '20',
  width: '10',
  height: '10',
  productPackaging: { length: null, width: null, height: null, weight: null, units: null },
  shippingMethod: null,
} as const;

describe('the packed unit', () => {
  it('has no figures without input', () => {
    expect(productBoxFacts(none, product)).toMatchObject({
      volume: null,
      weight: null,
      volumetric: null,
      girth: null,
      weightCheck: undefined,
    });
  });
  it('has a volume, a girth, and a volumetric weight for air freight', () => {
    // 30 x 20 x 10 cm are 6,000 cm³, for which air freight charges 1 kg.
    const facts = productBoxFacts({ ...none, length: '30', width: '20', height: '10' }, product);
    expect(facts).toMatchObject({ volume: 6_000_000n, volumetric: KG, method: 'AIR', girth: '90' });
    expect(
      productBoxFacts({ ...none, length: '30', width: '20', height: '10' }, { ...product, shippingMethod: 'SEA' })
        .volumetric,
    ).toBe(6n * KG);
  });
  it.each([
    ['580', 'TOO_LITTLE'],
    ['600', 'AGREES'],
    ['900', 'AGREES'],
    ['901', 'TOO_MUCH'],
  ])('of %s g against 600 g: %s', (weight, verdict) =>
    expect(productBoxFacts({ ...none, weight }, product).weightCheck?.verdict).toBe(verdict),
  );
  it('has no figures while a field is invalid', () => {
    expect(productBoxFacts({ ...none, length: 'x', width: '1', height: '1', weight: '-1' }, product)).toMatchObject({
      volume: undefined,
      weight: undefined,
    });
  });
});

describe('the case', () => {
  const full: BoxValues = { length: '60', width: '40', height: '30', weight: '6900', count: 12 };
  it('of 12 units that weigh 7.2 kg together cannot weigh 6.9 kg', () => {
    const { weightCheck } = caseFacts(full, product);
    expect(weightCheck).toEqual({ verdict: 'TOO_LITTLE', expected: (72n * KG) / 10n, typed: (69n * KG) / 10n });
  });
  it('is used only if its measures are complete', () => {
    expect(caseFacts(full, product)).toMatchObject({
      isComplete: true,
      unitWeight: 575_000_000n,
      unitVolume: 6_000_000n,
    });
    for (const field of ['length', 'width', 'height', 'weight'] as const)
      expect(caseFacts({ ...full, [field]: '' }, product)).toMatchObject({
        isComplete: false,
        unitWeight: null,
        unitVolume: null,
      });
    expect(caseFacts({ ...full, count: null }, product)).toMatchObject({ isComplete: false, weightCheck: undefined });
  });
  it('is checked against the packed unit if that is known', () => {
    const packed = { ...product, productPackaging: { ...product.productPackaging, weight: '500' } };
    expect(caseFacts(full, packed).weightCheck).toMatchObject({ verdict: 'AGREES', expected: 6n * KG });
  });
  it('must have room for its units', () => {
    expect(caseFacts(full, product).volumeCheck).toBeUndefined();
    expect(caseFacts({ ...full, count: 37 }, product).volumeCheck).toMatchObject({ verdict: 'TOO_LITTLE' });
  });
});

describe('figures', () => {
  it.each([
    [999_900_000n, 'GR', '999.9 g'],
    [1_000_000_000n, 'GR', '1 kg'],
    [7_200_000_000n, 'GR', '7.2 kg'],
    [283_495_231n, 'OZ', '10 oz'],
    [453_592_370n, 'OZ', '1 lb'],
  ] as const)('%s µg in %s', (ug, unit, words) => {
    const { figure, unit: shown } = weightFigure(ug, unit);
    expect(`${figure} ${shown}`).toBe(words);
  });
  it.each([
    [6_000_000n, 'CM', false, '6,000 cm3'],
    [72_000_000n, 'CM', true, '0.072 m3'],
    [16_387n, 'IN', false, '1 in3'],
    [28_316_847n, 'IN', true, '1 ft3'],
  ] as const)('%s mm³ in %s', (mm3, unit, isLarge, words) => {
    const { figure, unit: shown } = volumeFigure(mm3, unit, isLarge);
    expect(`${figure} ${shown}`).toBe(words);
  });
});
