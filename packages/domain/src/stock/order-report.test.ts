import { describe, expect, it } from 'vitest';
import {
  channelOfSite,
  dayOfInstant,
  instantOfReport,
  type ReportLine,
  statusOfReport,
  summed,
} from './order-report.ts';

describe("Amazon's report of all orders (stock §6)", () => {
  it('names the site, which is the sales channel', () => {
    expect(['Amazon.com', ' amazon.co.uk ', 'Amazon.com.mx', 'Non-Amazon US'].map(channelOfSite)).toEqual([
      'AMAZON_USA',
      'AMAZON_UK',
      'AMAZON_MX',
      undefined,
    ]);
  });

  it('names a status, with words after it', () => {
    expect(
      ['Shipped', 'Shipped - Delivered to Buyer', 'Cancelled', 'Pending', 'Unshipped', 'Lost'].map(statusOfReport),
    ).toEqual(['SHIPPED', 'SHIPPED', 'CANCELLED', 'PENDING', 'UNSHIPPED', 'OTHER']);
  });

  it('the purchase day is that of the account', () => {
    const evening = instantOfReport('2026-03-31T23:30:00+00:00');
    expect([
      evening && dayOfInstant(evening, 'Europe/Berlin'),
      evening && dayOfInstant(evening, 'America/New_York'),
    ]).toEqual(['2026-04-01', '2026-03-31']);
    expect(instantOfReport('2026-03-31T16:30:00-0700')?.toISOString()).toBe('2026-03-31T23:30:00.000Z');
    expect(['2026-02-31T10:00:00+00:00', '31/03/2026', '2026-03-31', ''].map(instantOfReport)).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('rows of one order and SKU are summed, and only what was shipped counts as sold', () => {
    const row: ReportLine = {
      number: '1',
      sku: 'A',
      row: 2,
      day: '2026-03-31',
      channel: 'AMAZON_UK',
      fulfilment: 'AMAZON',
      orderStatus: 'SHIPPED',
      status: 'CANCELLED',
      units: 2n,
      shipped: 0n,
      currency: null,
      priceMinor: null,
      lastUpdatedAt: null,
    };
    const at = new Date('2026-04-01T00:00:00.000Z');
    const next = {
      ...row,
      row: 3,
      status: 'SHIPPED',
      units: 3n,
      shipped: 3n,
      currency: 'GBP',
      priceMinor: 900n,
      lastUpdatedAt: at,
    } as const;
    expect(summed(row, next)).toEqual({ ...next, row: 2, units: 5n });
    expect(summed(next, row)).toEqual({ ...next, units: 5n });
  });
});
