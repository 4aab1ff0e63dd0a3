import { describe, expect, it } from 'vitest';
import { IN_FULL, ROUNDED } from './measure-words.ts';

describe('measures in a text', () => {
  it.each([
    ['7.3360001', '7.336 m³', '7.3360001 m³'],
    ['7.336', '7.336 m³', '7.336 m³'],
    ['0.0004', '0.0004 m³', '0.0004 m³'],
    ['0.00000049', '0.0000005 m³', '0.00000049 m³'],
    ['0', '0.000 m³', '0.000 m³'],
    [null, '–', '–'],
  ])('%s cubic metres are %s, and in full %s', (value, shown, full) =>
    expect([ROUNDED.cubicMetres(value), IN_FULL.cubicMetres(value)]).toEqual([shown, full]),
  );
  it.each([
    ['1975.6', '1,975.6 kg', '1,975.6 kg'],
    ['1975.649', '1,975.6 kg', '1,975.649 kg'],
    ['0.02', '0.02 kg', '0.02 kg'],
    ['0.0449', '0.04 kg', '0.0449 kg'],
    ['0.0', '0.0 kg', '0.0 kg'],
    [null, '–', '–'],
  ])('%s kilograms are %s, and in full %s', (value, shown, full) =>
    expect([ROUNDED.kilograms(value), IN_FULL.kilograms(value)]).toEqual([shown, full]),
  );
  it('have no zeros at their end where a quantity is meant', () =>
    expect(['35.00', '0.25', '1000', '0.001', '999.96'].map((value) => ROUNDED.quantity(value, 1))).toEqual([
      '35',
      '0.3',
      '1,000',
      '0.001',
      '1,000',
    ]));
});
