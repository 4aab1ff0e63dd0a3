import { type CostEntry, listCosts } from '@quayside/contracts/costs/costs';
import { afterEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { freightLine, invoiceOf, lineOf, MUG, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const table = main.getByRole('table', { name: 'Products of HS-1' });
const row = (sku: string) => table.getByRole('row', { name: new RegExp(sku) });

/** The part of this invoice's freight that is shared with the mugs on another invoice. */
const SHARE: CostEntry = {
  id: idOf(61),
  product: { id: MUG.id, sku: 'MUG', name: 'Mug' },
  invoice: {
    id: idOf(10),
    number: 'HS-1',
    date: '2026-11-16',
    status: 'OPEN',
    currency: 'CNY',
    supplierName: 'Ningbo Haosheng',
  },
  lineId: idOf(1003),
  linePosition: 3,
  lineName: 'Sea freight',
  costType: 'SHIPPING',
  order: { id: idOf(1109), number: 'SO-9', invoiceNumber: 'NB-7001', linePosition: 9 },
  packList: null,
  quantity: 100,
  amount: '12.00',
  documentAmount: '120.00',
  perUnit: '0.12',
  basis: 'QUANTITY',
  isProvisional: false,
  isExcluded: false,
  recordedAt: '2026-11-16T10:00:00Z',
};
const LINES = [
  lineOf(1),
  lineOf(2, { quantity: '50', amount: '260.00', cost: { document: '260.00', account: '26.00' } }),
  freightLine(3),
];

function open(lines = LINES) {
  const server = startInvoice(invoiceOf(lines));
  server.api.on(listCosts, aPage(lines.length > 0 ? [SHARE] : []));
  return { ...server, show: () => openInvoice('?tab=products') };
}

describe('the products of an invoice', () => {
  afterEach(() => page.viewport(1440, 900));

  it('are those of its lines with units and amounts, and those over which its costs are spread', async () => {
    const { api, show } = open();
    show();
    await expect.element(row('KTL')).toMatchTextContent('KTLKettle150760.00');
    await expect.element(row('KTL')).toMatchTextContent('NB-7001, line 1; NB-7001, line 2');
    await expect.element(row('MUG')).toMatchTextContent('120.00');
    await expect.element(table.getByRole('row').last()).toMatchTextContent(/^2 products.*760\.00.*120\.00/);
    await expect
      .element(row('MUG').getByRole('link', { name: 'Costs' }))
      .toHaveAttribute('href', paths.product('MUG', 'costs'));
    expect(api.asked(listCosts)[0]?.query.filter).toEqual([{ field: 'invoice', op: 'in', values: [idOf(10)] }]);
    await expectNoSeriousFindings();
  });
  it('do not include excluded amounts', async () => {
    const { api, show } = open([lineOf(1)]);
    api.on(listCosts, aPage([{ ...SHARE, isExcluded: true }]));
    show();
    await expect.element(row('KTL')).toBeVisible();
    expect(row('MUG').query()).toBeNull();
  });
  it('explain when they appear, as long as there are none', async () => {
    open([]).show();
    await expect.element(main.getByRole('heading', { name: 'No products yet' })).toBeVisible();
  });
  it('can be loaded again after an error', async () => {
    const { api, show } = open();
    api.refuse(listCosts, 'internal');
    show();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listCosts, aPage([SHARE]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row('MUG')).toBeVisible();
  });
  it('fit a phone', async () => {
    await page.viewport(390, 844);
    open().show();
    await expect.element(row('KTL')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});
