import { decideMissing, listMissing, missingTotals } from '@quayside/contracts/stock/missing';
import { listInvoices } from '@quayside/contracts/invoices/invoices';
import { listReceipts, receiptTotals } from '@quayside/contracts/stock/receipts';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { receivedPath } from '../../../components/record/shipment-tabs.ts';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutWords } from '../../../testing/cut-words.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { aDecision, aMissing, aReceipt } from './testing/received.ts';

const main = page.getByRole('main');
const row = (name: RegExp) => main.getByRole('row', { name });

function startMissing(rows = [aMissing()], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listMissing, aPage(rows));
  api.on(missingTotals, { count: rows.length, units: 4 * rows.length, currency: 'GBP', value: '43.20' });
  api.on(listInvoices, aPage([]));
  return api;
}
const open = (query = '') => renderScreen(`${receivedPath('missing')}${query}`);

afterEach(() => page.viewport(1440, 900));

describe('the list of what is missing', () => {
  it('shows units, value, who is asked and until when, the dearest first', async () => {
    const api = startMissing();
    open();
    await expect.element(row(/PL-0001/)).toMatchTextContent(/KTL-17.*SP-0118.*4 \/ 985.*43\.20.*Amazon.*18 Aug 2027/);
    await expect.element(row(/^Total/)).toMatchTextContent(/4.*43\.20/);
    expect(api.asked(listMissing)[0]?.query.sort).toEqual([{ field: 'value', direction: 'desc' }]);
    await expectNoSeriousFindings('/orders-shipments/received/:list');
  });

  it('shows whole who is asked, and what its search covers', async () => {
    startMissing([
      aMissing({
        ...{ debtor: 'FORWARDER', debtorName: 'Shenzhen Lumitek Electronics' },
        ...{ productName: 'Braided USB-C cable 2 m, 2 pack, black' },
      }),
    ]);
    open();
    await expect.element(row(/Shenzhen Lumitek/)).toBeVisible();
    await expect.poll(cutWords).toEqual([]);
    const search = main.getByRole('searchbox').element();
    expect(search.scrollWidth).toBeLessThanOrEqual(search.clientWidth);
  });

  it('opens a row with papers and the text to send, and decides that the marketplace lost the units', async () => {
    const api = startMissing();
    api.on(decideMissing, aDecision());
    open(`?packList=${idOf(700)}`);
    const form = page.getByRole('form', { name: 'Decide about PL-0001' });
    await expect.element(form.getByRole('textbox', { name: 'Units' })).toHaveValue('4');
    await expect.element(page.getByText(/Shipment id of the warehouse FBA15X, Invoice NB-7001/)).toBeVisible();
    await expect.element(page.getByText(/4 are missing\./)).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Copy Text to send' })).toBeVisible();
    await form.getByRole('textbox', { name: 'Words' }).fill('Case 8812');
    await form.getByRole('button', { name: 'Decide' }).click();
    await expect.element(page.getByText('4 units are decided.')).toBeVisible();
    expect(api.asked(decideMissing)[0]?.body).toMatchObject({
      packListId: idOf(700),
      kind: 'LOST',
      debtor: 'MARKETPLACE',
      quantity: 4,
      words: 'Case 8812',
    });
  });

  it('shows beside its field what the server refuses', async () => {
    const api = startMissing();
    api.refuse(decideMissing, 'bad_input', {
      errors: [{ field: 'quantity', message: '4 units are missing', code: 'missing.left' }],
    });
    open(`?packList=${idOf(700)}`);
    const form = page.getByRole('form', { name: 'Decide about PL-0001' });
    await form.getByRole('textbox', { name: 'Units' }).fill('5');
    await form.getByRole('button', { name: 'Decide' }).click();
    await expect.element(form.getByText('4 units are missing')).toBeVisible();
  });

  it('shows what the server refuses at a field that the form does not have', async () => {
    const api = startMissing();
    api.refuse(decideMissing, 'bad_input', {
      errors: [
        { field: 'quantity', message: '4 units are missing', code: 'missing.left' },
        { field: 'creditNoteId', message: 'Choose a credit note', code: 'choose.credit_note' },
      ],
    });
    open(`?packList=${idOf(700)}`);
    const form = page.getByRole('form', { name: 'Decide about PL-0001' });
    await form.getByRole('button', { name: 'Decide' }).click();
    await expect.element(form.getByText('4 units are missing')).toBeVisible();
    await expect.element(form.getByRole('alert')).toHaveTextContent('Choose a credit note');
  });

  it('fits a phone, and so does what is open beside it', async () => {
    await page.viewport(390, 844);
    startMissing();
    open();
    const widest = () => document.documentElement.scrollWidth;
    await main.getByRole('link', { name: /PL-0001/ }).click();
    await expect.element(page.getByRole('form', { name: 'Decide about PL-0001' })).toBeVisible();
    expect(widest()).toBeLessThanOrEqual(390);
    await userEvent.keyboard('{Escape}');
    await expect.element(main.getByRole('link', { name: /PL-0001/ })).toBeVisible();
    expect(widest()).toBeLessThanOrEqual(390);
  });

  it('is read by a viewer, who decides nothing', async () => {
    startMissing([aMissing()], 'viewer');
    open(`?packList=${idOf(700)}`);
    await expect.element(page.getByText(/4 are missing\./)).toBeVisible();
    expect(page.getByRole('form', { name: /^Decide/ }).query()).toBeNull();
  });

  it('says so when nothing is missing, and shows what another tab has made', async () => {
    const api = startMissing([]);
    open();
    await expect.element(main.getByRole('heading', { name: 'Nothing is missing' })).toBeVisible();
    api.on(listMissing, aPage([aMissing()]));
    api.tellChanged('stock');
    await expect.element(row(/PL-0001/)).toBeVisible();
  });

  it('says so when it cannot be loaded, and tries again', async () => {
    const api = startMissing();
    api.refuse(listMissing, 'internal');
    open();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listMissing, aPage([aMissing()]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row(/PL-0001/)).toBeVisible();
  });

  it('keeps its place while it loads', async () => {
    const api = startMissing();
    const release = api.hold(listMissing);
    open();
    await expect.element(main.getByRole('heading', { name: 'Missing', level: 1 })).toBeVisible();
    expect(row(/PL-0001/).query()).toBeNull();
    release();
    await expect.element(row(/PL-0001/)).toBeVisible();
  });
});

it('the list of receipts shows what arrived where, with sums, and leads to the plan', async () => {
  const api = startApi();
  api.on(listReceipts, aPage([aReceipt()]));
  api.on(receiptTotals, { count: 1, units: 981, surplus: 0, found: 0, reversed: 0 });
  renderScreen(receivedPath('receipts'));
  await expect.element(row(/KTL-17/)).toMatchTextContent(/20 Nov.*Amazon UK.*KTL-17.*PL-0001.*981/);
  await expect.element(row(/KTL-17/).getByRole('link')).toHaveAttribute('href', paths.shipmentPlan(idOf(900)));
});
