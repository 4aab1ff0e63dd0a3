import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { createInvoiceLine, deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { aPreview, shareOf } from '../testing/a-preview.ts';
import { freightLine, invoiceOf, lineOf, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const sheet = page.getByRole('dialog');
const field = (name: string) => sheet.getByLabelText(name, { exact: true });

function open(lines: Parameters<typeof invoiceOf>[0], as?: Visitor) {
  const { api } = startInvoice(invoiceOf(lines), as);
  api.hold(previewAllocation);
  openInvoice();
  return api;
}

beforeEach(() => page.viewport(390, 844));
afterEach(() => page.viewport(1440, 900));

describe('the lines of an invoice in a narrow window', () => {
  it('are corrected in the sheet of a card', async () => {
    const api = open([lineOf(1, { order: null }), freightLine(2)]);
    await main.getByRole('button', { name: /^Open line 1/ }).click();
    await field('Line 1, name').fill('Red kettle');
    await field('Line 1, amount').fill('250*2+20');
    await userEvent.keyboard('{Tab}');
    await expect.element(sheet.getByRole('heading', { name: 'Line 1' })).toBeVisible();
    await sheet.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect
      .element(main.getByRole('button', { name: /^Open line 1/ }))
      .toHaveTextContent('Open line 1: Red kettle520.00KTL · Factory100 × 5Provisional');
    await expect
      .poll(() => api.asked(patchInvoiceLine).map(({ body }) => body.amount ?? body.name))
      .toContain('520.00');
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
  it('are added one after the other; an empty one is not kept', async () => {
    const api = open([lineOf(1)]);
    await main.getByRole('button', { name: 'Add line' }).click();
    await field('Line 2, product').fill('MUG');
    await page.getByRole('option', { name: /MUG/ }).click();
    await field('Line 2, quantity').fill('20');
    await field('Line 2, amount').fill('80');
    await sheet.getByRole('button', { name: 'Next line' }).click();
    await expect.element(sheet.getByRole('heading', { name: 'Line 3' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(sheet).not.toBeInTheDocument();
    await expect
      .element(main.getByRole('button', { name: /^Open line 2/ }))
      .toHaveTextContent('Open line 2: Mug80.00MUG · Factory20 × –Provisional');
    expect(main.getByRole('button', { name: /^Open line 3/ }).query()).toBeNull();
    expect(api.asked(createInvoiceLine)).toHaveLength(1);
  });
  it('show what is wrong with a value, in the sheet and on the card, and keep it', async () => {
    open([lineOf(1)]);
    await main.getByRole('button', { name: /^Open line 1/ }).click();
    await field('Line 1, quantity').fill('many');
    await userEvent.keyboard('{Tab}');
    await expect.element(sheet.getByRole('alert')).toBeVisible();
    await expect.element(field('Line 1, quantity')).toHaveValue('many');
    await sheet.getByRole('button', { name: 'Close', exact: true }).first().click();
    await expect
      .element(main.getByRole('button', { name: /^Open line 1/ }))
      .toHaveTextContent('Open line 1: Kettle500.00KTL · Factorymany × 5Provisional many is not a number');
  });
  it('are deleted in the sheet, with Undo', async () => {
    const api = open([lineOf(1), freightLine(2)]);
    await main.getByRole('button', { name: /^Open line 2/ }).click();
    await sheet.getByRole('button', { name: 'Delete line' }).click();
    await expect.element(page.getByText('Line 2 is deleted')).toBeVisible();
    await expect.element(sheet).not.toBeInTheDocument();
    expect(api.asked(deleteInvoiceLine)).toHaveLength(1);
  });
  it('show the share and the money of each pack list, whose order and plan are below its product', async () => {
    const { api } = startInvoice(invoiceOf([freightLine(1)]));
    const plan = { id: idOf(900), number: 'SP-0001' };
    const packList = { id: idOf(700), number: 'PL-0001', plan };
    api.on(previewAllocation, aPreview({ shares: [shareOf(1, { packList })] }));
    openInvoice();
    await main.getByRole('button', { name: /^Open line 1/ }).click();
    const shares = sheet.getByRole('table', { name: 'Shares of line 1' });
    await expect.element(shares.getByText('NB-7001, line 1 · 100 units')).toBeVisible();
    await expect.element(shares.getByRole('link', { name: 'SP-0001' })).toBeVisible();
    expect(shares.getByRole('columnheader', { name: 'Order' }).query()).toBeNull();
    // Each share is a card, in which the amount stands below its heading.
    const amount = shares.element().querySelector('[data-label="Amount, GBP"]')?.getBoundingClientRect();
    expect(amount?.width).toBeGreaterThan(60);
    expect(amount?.right).toBeLessThanOrEqual(390);
  });
  it('can be read by a viewer', async () => {
    open([lineOf(1)], 'viewer');
    await main.getByRole('button', { name: /^Open line 1/ }).click();
    await expect.element(sheet.getByRole('heading', { name: 'Line 1' })).toBeVisible();
    expect(field('Line 1, amount').query()).toBeNull();
    expect(main.getByRole('button', { name: 'Add line' }).query()).toBeNull();
  });
  it('are edited at 200 % zoom too, where a window of 1440 px is 720 px wide', async () => {
    await page.viewport(720, 450);
    open([lineOf(1)]);
    await main.getByRole('button', { name: /^Open line 1/ }).click();
    await expect.element(field('Line 1, amount')).toHaveValue('500.00');
    await expectNoSeriousFindings();
  });
});
