import { describe, expect, it } from 'vitest';
import { measuresOf, type PackedProduct } from './measures.ts';

/** The lamp of the mockup: 24 in a case of 0.0504 m³ and 14.2 kg. */
const lamp: PackedProduct = {
  caseUnits: 24,
  caseLength: '60',
  caseWidth: '42',
  caseHeight: '20',
  caseWeight: '14200',
  dimensionUnit: 'CM',
  weightUnit: 'GR',
  unitVolumeMm3: 2_000_000n,
  unitWeightUg: 550_000_000n,
};
const of = (product: PackedProduct, units: number) => measuresOf(product, BigInt(units) * 1_000_000n);

describe('the measures of an item', () => {
  it('are those of its cases', () => {
    expect(of(lamp, 1440)).toEqual({
      caseUnits: 24,
      caseWeightUg: 14_200_000_000n,
      cartons: 60n,
      volumeMm3: 3_024_000_000n,
      weightUg: 852_000_000_000n,
    });
  });

  it('count a broken case as a carton', () => expect(of(lamp, 1441).cartons).toBe(61n));

  it('are those of the units as far as the case is unknown, and unknown without these', () => {
    const noSize = { ...lamp, caseHeight: null };
    expect(of(noSize, 24)).toMatchObject({ cartons: 1n, volumeMm3: 48_000_000n, weightUg: 14_200_000_000n });
    const noCase = { ...lamp, caseUnits: null, unitWeightUg: null };
    expect(of(noCase, 24)).toEqual({
      caseUnits: null,
      caseWeightUg: null,
      cartons: null,
      volumeMm3: 48_000_000n,
      weightUg: null,
    });
  });

  it('are exact in inches and ounces', () => {
    const inch = {
      ...lamp,
      dimensionUnit: 'IN',
      weightUnit: 'OZ',
      caseLength: '10',
      caseWidth: '10',
      caseHeight: '10',
      caseWeight: '16',
    };
    expect(of(inch as PackedProduct, 24)).toMatchObject({ volumeMm3: 16_387_064n, weightUg: 453_592_370n });
  });

  it('of nothing are nothing', () => expect(of(lamp, 0)).toMatchObject({ cartons: 0n, volumeMm3: 0n, weightUg: 0n }));
});
