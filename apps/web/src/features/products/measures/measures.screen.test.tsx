import { applyMeasures, type MeasuresPreview, previewMeasures } from '@quayside/contracts/costs/cost-reports';
import { undoOperation } from '@quayside/contracts/undo';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { NO_LOTS, SOLD_LOT } from '../../../testing/lot-changes.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { aProduct } from '../testing/a-product.ts';
import { renderProductPart, startWithProduct } from '../testing/product-part.tsx';
import { MeasuresOffer } from './measures-offer.tsx';

const KETTLE = aProduct({ unitsOrdered: 1500, version: 3 });
const anOrder = (n: number, weightGrams: string): MeasuresPreview['orders'][number] => ({
  order: { id: idOf(400 + n), number: `SO-${n}`, invoiceNumber: 'NB-7001', linePosition: n },
  date: '2026-10-01',
  units: 500 * n,
  copied: { weightGrams, volumeCm3: '3400' },
  invoice: { id: idOf(10 + n), number: `HS-${n}` },
});
const PREVIEW: MeasuresPreview = {
  product: { id: KETTLE.id, sku: 'KTL', name: 'Kettle' },
  now: { weightGrams: '1300', volumeCm3: '3400' },
  orders: [anOrder(1, '1200'), anOrder(2, '1200')],
  lines: [
    {
      invoice: { id: idOf(20), number: 'FR-9', supplierName: 'Blue Line', status: 'OPEN' },
      line: { id: idOf(21), position: 2, name: 'Sea freight', costType: 'SHIPPING' },
      basisBefore: 'WEIGHT',
      basisAfter: 'VOLUME',
    },
  ],
  products: [
    {
      product: { id: KETTLE.id, sku: 'KTL', name: 'Kettle' },
      landedBefore: '5.75',
      landedAfter: '5.9',
      change: '225.00',
    },
  ],
  lotChanges: SOLD_LOT,
};
const dialog = page.getByRole('dialog', { name: 'Apply the current measures to orders?' });
const look = page.getByRole('button', { name: 'See what would change' });

function open(preview = PREVIEW, { product = KETTLE, as = 'admin' as Visitor } = {}) {
  const { api } = startWithProduct(product, as);
  api.on(previewMeasures, preview);
  api.on(applyMeasures, ({ body }) => ({
    operationId: idOf(900),
    orders: body.orderIds?.length ?? preview.orders.length,
    lines: preview.lines.length,
  }));
  renderProductPart((shown) => <MeasuresOffer product={shown} />);
  return api;
}

describe('orders with older measures', () => {
  it('can be updated to the new measures after a preview of the effect', async () => {
    const api = open();
    await expect.element(page.getByText('2 orders still use 1.20 kg.')).toBeVisible();
    await look.click();
    await expect.element(dialog.getByText('Current measures: 1.30 kg and 3,400 cm³.')).toBeVisible();
    await expect
      .element(dialog.getByRole('row', { name: /NB-7001, line 2 0?1 Oct 2026 1,000 1\.20 kg and 3,400 cm³$/ }))
      .toBeVisible();
    await expect
      .element(dialog.getByRole('link', { name: 'NB-7001, line 2' }))
      .toHaveAttribute('href', paths.invoice(idOf(12)));
    await expect
      .element(dialog.getByRole('link', { name: 'FR-9, line 2' }))
      .toHaveAttribute('href', paths.invoice(idOf(20), idOf(21)));
    await expect.element(dialog.getByRole('row', { name: 'KTL 5.7500 5.9000 +225.00' })).toBeVisible();
    await expect
      .element(dialog.getByRole('row', { name: /^PL-0001 KTL 10\.0000 → 11\.0000 500\.00 → 550\.00/ }))
      .toBeVisible();
    await expectNoSeriousFindings();
    await page.viewport(390, 844);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
    await page.viewport(1440, 900);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(applyMeasures)).toEqual([]);
  });
  it('are all updated, and restored with Undo', async () => {
    const api = open();
    api.on(undoOperation, { restored: 2, keptCount: 0, kept: [] });
    await look.click();
    await dialog.getByRole('button', { name: 'Apply to 1 line' }).click();
    await expect.element(page.getByText('2 orders updated, 1 line was spread again.')).toBeVisible();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(api.asked(applyMeasures).map(({ body }) => body)).toEqual([{}]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect.element(page.getByText('The orders have their earlier measures again')).toBeVisible();
    expect(api.asked(undoOperation).map(({ params }) => params.operationId)).toEqual([idOf(900)]);
  });
  it('can be chosen one by one; the preview covers only the chosen ones', async () => {
    const api = open();
    api.on(previewMeasures, ({ query }) =>
      query.orderIds ? { ...PREVIEW, lines: [], products: [], lotChanges: NO_LOTS } : PREVIEW,
    );
    await look.click();
    await dialog.getByRole('checkbox', { name: 'Include NB-7001, line 1' }).click();
    await expect.element(dialog.getByText(/^No line is spread over these orders by weight or volume/)).toBeVisible();
    expect(api.asked(previewMeasures).at(-1)?.query.orderIds).toEqual([idOf(402)]);
    await expect.element(dialog.getByRole('checkbox', { name: 'All orders' })).not.toBeChecked();
    await dialog.getByRole('button', { name: 'Apply to 1 order' }).click();
    await expect.poll(() => api.asked(applyMeasures).map(({ body }) => body)).toEqual([{ orderIds: [idOf(402)] }]);
  });
  it('are all selected or deselected with one box; without an order there is nothing to apply', async () => {
    open();
    await look.click();
    const all = dialog.getByRole('checkbox', { name: 'All orders' });
    await all.click();
    await expect.element(dialog.getByRole('checkbox', { name: 'Include NB-7001, line 2' })).not.toBeChecked();
    expect(dialog.getByRole('button', { name: /^Apply/ }).query()).toBeNull();
    await all.click();
    await expect.element(dialog.getByRole('checkbox', { name: 'Include NB-7001, line 2' })).toBeChecked();
    await expect.element(dialog.getByRole('button', { name: 'Apply to 1 line' })).toBeVisible();
  });
  it('are only counted if their measures differ from each other', async () => {
    open({ ...PREVIEW, orders: [anOrder(1, '1200'), anOrder(2, '1100')] });
    await expect.element(page.getByText('2 orders still use earlier measures.')).toBeVisible();
  });
  it('cannot be updated by a viewer, with the reason', async () => {
    open(PREVIEW, { as: 'viewer' });
    await expect.element(look).toBeDisabled();
    await expect.element(page.getByRole('note', { name: /may read this, but not change it/ })).toBeVisible();
  });
  it('keep the dialog open when the server refuses, and show the reason', async () => {
    const api = open();
    api.refuse(applyMeasures, 'conflict_running', { message: 'An import is running' });
    await look.click();
    await dialog.getByRole('button', { name: 'Apply to 1 line' }).click();
    await expect.element(page.getByRole('alert').getByText('An import is running')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Apply to 1 line' })).toBeEnabled();
  });
});

describe('a product', () => {
  it('offers nothing if all of its orders have the current measures', async () => {
    const api = open({ ...PREVIEW, orders: [] });
    await expect.poll(() => api.asked(previewMeasures)).toHaveLength(1);
    expect(look.query()).toBeNull();
  });
  it('without orders requests no preview', async () => {
    const { api } = startWithProduct(aProduct());
    renderProductPart((product) => (
      <>
        <MeasuresOffer product={product} />
        <p>{product.name}</p>
      </>
    ));
    await expect.element(page.getByText('Kettle')).toBeVisible();
    expect(api.asked(previewMeasures)).toEqual([]);
    expect(look.query()).toBeNull();
  });
});
