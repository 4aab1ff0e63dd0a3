import type { CostHistoryPoint } from '@quayside/contracts/costs/cost-reports';
import { describe, expect, it } from 'vitest';
import { averageSteps, deliverySteps, rangeDays, stepsIn } from './cost-chart.ts';
import { explain, freight } from '../testing/an-explanation.ts';

const meridian = { id: 'i1', number: 'MOF-88214', supplierName: 'Meridian' };
const point = (date: string, perUnit: string | null, more: Partial<CostHistoryPoint> = {}): CostHistoryPoint => ({
  productId: 'p1',
  date,
  units: 1200,
  factory: '0.00',
  inbound: '0.00',
  landed: '0.00',
  factoryPerUnit: null,
  inboundPerUnit: null,
  perUnit,
  causes: [{ invoice: meridian, costTypes: ['SHIPPING'], amount: '1149.36' }],
  deliveries: [],
  ...more,
});
const delivery = (id: string, perUnit: string | null) => ({
  order: { id, number: id.toUpperCase(), invoiceNumber: 'HS-26-1042', linePosition: Number(id.slice(1)) },
  invoice: { id: 'i2', number: 'HS-26-1042' },
  units: 600,
  landed: '0.00',
  perUnit,
  split: null,
});

describe('steps of the chart', () => {
  it('for deliveries: one for each order with a unit cost, with its invoices, largest first', () => {
    const steps = deliverySteps(
      [
        point('2026-10-12', '7.2', {
          deliveries: [delivery('o1', '7.247267'), delivery('o2', '8.1'), delivery('o3', null)],
        }),
      ],
      explain,
    );
    expect(steps.map(({ key, perUnit, invoice }) => [key, perUnit, invoice.id])).toEqual([
      ['o1', '7.247267', 'i2'],
      ['o2', '8.1', 'i2'],
    ]);
    expect(steps[0]?.causes.map(({ number, amount, costTypes }) => [number, amount, costTypes])).toEqual([
      ['HS-26-1042', '7547.36', ['FACTORY_INVOICE']],
      ['MOF-88214', '1149.36', ['SHIPPING']],
    ]);
    expect(steps[1]?.causes).toEqual([]);
  });
  it('combines the lines of the same invoice, and leaves excluded ones out', () => {
    const layers = explain.layers.map((order) => ({
      ...order,
      entries: [
        freight,
        { ...freight, id: 'e3', costType: 'INSURANCE' as const, amount: '0.64' },
        { ...freight, id: 'e4', isExcluded: true },
      ],
    }));
    const [step] = deliverySteps([point('2026-10-12', '7.2', { deliveries: [delivery('o1', '1')] })], {
      ...explain,
      layers,
    });
    expect(step?.causes).toMatchObject([{ amount: '1150.00', costTypes: ['SHIPPING', 'INSURANCE'] }]);
  });
  it('for the average: one for each day that changed it, and none without units', () => {
    const steps = averageSteps([
      point('2026-10-09', null),
      point('2026-10-12', '7.2'),
      point('2026-10-13', '7.3', { causes: [] }),
    ]);
    expect(steps).toMatchObject([{ key: '2026-10-12', perUnit: '7.2', invoice: { id: 'i1' }, order: undefined }]);
  });
});

describe('the range of the chart', () => {
  it.each([
    [{ kind: 'months', months: 3 }, '2026-08-20'],
    [{ kind: 'months', months: 12 }, '2025-11-20'],
    [{ kind: 'all' }, '2024-01-05'],
  ] as const)('%j begins on %s', (range, from) =>
    expect(rangeDays(range, '2026-11-20', '2024-01-05')).toEqual({ from, to: '2026-11-20' }),
  );
  it('accepts chosen days in either order and none after the last, and is not empty if all steps are on the same day', () => {
    expect(rangeDays({ kind: 'own', from: '2026-05-01', to: '2026-01-01' }, '2026-11-20', undefined)).toEqual({
      from: '2026-01-01',
      to: '2026-05-01',
    });
    expect(rangeDays({ kind: 'own', from: '2026-05-01', to: '2027-01-01' }, '2026-11-20', undefined)).toEqual({
      from: '2026-05-01',
      to: '2026-11-20',
    });
    expect(rangeDays({ kind: 'all' }, '2026-11-20', '2026-11-20')).toEqual({ from: '2026-10-20', to: '2026-11-20' });
  });
  it('starts with the value that applied before', () => {
    const steps = averageSteps([point('2026-01-01', '9'), point('2026-02-01', '8'), point('2026-05-01', '7')]);
    const found = stepsIn(steps, { from: '2026-03-01', to: '2026-12-01' });
    expect(found.steps.map(({ day }) => day)).toEqual(['2026-05-01']);
    expect(found.before?.day).toBe('2026-02-01');
  });
});
