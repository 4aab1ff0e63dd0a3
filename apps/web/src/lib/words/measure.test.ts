import { describe, expect, it } from 'vitest';
import { chargeableFigure, kilogramsPerCubicMetre, measureFigure } from './measure.ts';

const style = { accountCurrency: 'GBP', currency: 'CNY', weightScale: '1' };

describe('a measure as text', () => {
  it.each([
    ['864000000000', 'GROSS_WEIGHT', '864.0', undefined],
    ['3036825000', 'GROSS_WEIGHT', '3.0', '3.036825'],
    ['20000000', 'GROSS_WEIGHT', '0.02', undefined],
    ['6480000000', 'VOLUME', '6.480', undefined],
    ['8068646250', 'VOLUME', '8.069', '8.06864625'],
    ['1234567', 'VOLUME', '0.001', '0.001234567'],
    ['1200', 'UNITS', '1,200', undefined],
    ['754736', 'FACTORY_AMOUNT', '7,547.36', undefined],
    ['30000', 'AMOUNT', '300.00', undefined],
    ['1', 'EQUAL', '1', undefined],
  ] as const)('%s of %s is %s, and exactly %s', (weight, measure, figure, exact) =>
    expect(measureFigure(weight, measure, style)).toEqual({ figure, exact }),
  );
  it.each([
    // A third of 61 cartons, 3,000 kg of chargeable weight, and 10 % of a customs value of 2,914.00.
    ['61', '3', 'CARTONS', '20', '20.333333333'],
    ['9000000000000', '3', 'CHARGEABLE_WEIGHT', '3,000.0', undefined],
    ['2914000000', '100000', 'DUTY', '291.40', undefined],
  ] as const)('%s ÷ %s of %s is %s, and exactly %s', (weight, weightScale, measure, figure, exact) =>
    expect(measureFigure(weight, measure, { ...style, weightScale })).toEqual({ figure, exact }),
  );
  it('of a volume is the chargeable weight of its method in kilograms', () => {
    expect(chargeableFigure('8068646250', 'SEA')).toEqual({ figure: '8,068.6', exact: '8,068.64625' });
    expect(chargeableFigure('6000000', 'AIR')).toEqual({ figure: '1.0', exact: undefined });
    expect((['SEA', 'AIR', 'LAND'] as const).map(kilogramsPerCubicMetre)).toEqual(['1,000', '166.7', '333']);
  });
});
