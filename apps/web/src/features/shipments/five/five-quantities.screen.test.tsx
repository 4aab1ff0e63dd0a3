import {
  acceptDifference,
  type FiveQuantitiesLine,
  fiveQuantitiesTotals,
  listFiveQuantities,
  takeBackAcceptedDifference,
} from '@quayside/contracts/stock/five-quantities';
import { afterEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { receivedPath } from '../../../components/record/shipment-tabs.ts';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { cutWords } from '../../../testing/cut-words.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { renderScreen, startApi } from '../../../testing/render-app.tsx';
import { YES } from '../testing/an-order.ts';
import { aLine, notInvoiced, notPacked } from './testing/a-line.ts';

afterEach(() => page.viewport(1440, 900));

const main = page.getByRole('main');
const row = (name: RegExp) => main.getByRole('row', { name });

function startFive(rows: readonly FiveQuantitiesLine[] = [aLine()], as: Visitor = 'admin') {
  const api = startApi({ as });
  api.on(listFiveQuantities, aPage([...rows]));
  api.on(fiveQuantitiesTotals, {
    count: rows.length,
    openCount: rows.length,
    notInvoiced: 10,
    notPacked: 5,
    notShipped: 0,
    notReceived: 4,
    ...{ overInvoiced: 0, overPacked: 0, overShipped: 0, overReceived: 3 },
    currency: 'GBP',
    value: '190.00',
  });
  return api;
}
const open = (query = '') => renderScreen(`${receivedPath('five-quantities')}${query}`);
const openLine = () => open(`?line=${idOf(1300)}`);

describe('the list of the five quantities', () => {
  it('shows the chain with its gaps, what to do next, who is asked and until when; it begins with the queue', async () => {
    const api = startFive();
    open();
    await expect
      .element(row(/PO-7/))
      .toMatchTextContent(
        /PO-7.*KTL-17.*1,000.*−10.*990.*−5.*985.*›.*985.*−4.*981.*190\.00.*Ask for the invoice.*Amazon.*20 Aug 2027/,
      );
    await expect
      .element(row(/^Total/))
      .toMatchTextContent(/10 not invoiced, 5 not packed, 4 not received, \+3 received.*190\.00/);
    expect(api.asked(listFiveQuantities)[0]?.query).toMatchObject({
      sort: [{ field: 'value', direction: 'desc' }],
      filter: [{ field: 'open', op: 'isNotEmpty' }],
    });
    await expectNoSeriousFindings('/orders-shipments/received/:list');
  });

  it('shows whole what is next and who is asked, and says in words that it is the queue', async () => {
    startFive([aLine({ differences: [notInvoiced({ debtorName: 'Shenzhen Lumitek Electronics' })] })]);
    open();
    await expect.element(row(/Shenzhen Lumitek/)).toBeVisible();
    await expect.poll(cutWords).toEqual([]);
    await expect.element(main.getByText('Open difference Yes')).toBeVisible();
  });

  it('is a tab beside cartons', async () => {
    startFive();
    open();
    await expect
      .element(page.getByRole('link', { name: 'Five quantities' }))
      .toHaveAttribute('href', '/orders-shipments/received/five-quantities');
  });

  it('says the gaps to screen readers, and marks those that need nobody less', async () => {
    startFive([
      aLine({ differences: aLine().differences.with(1, notPacked({ openQuantity: 0, state: 'TOLERATED' })) }),
    ]);
    open();
    await expect.element(row(/PO-7/)).toMatchTextContent(/\(10 not invoiced, Open\)/);
    await expect.element(row(/PO-7/)).toMatchTextContent(/\(5 not packed, Within the tolerance\)/);
  });

  it('shows a surplus with a plus, and an order without a purchase order by its number', async () => {
    const surplus = notInvoiced({ difference: 'NOT_RECEIVED', quantity: -3, openQuantity: -3 });
    startFive([aLine({ purchaseOrder: null, differences: aLine().differences.with(3, surplus) })]);
    open();
    await expect.element(row(/Order SO-000001/)).toMatchTextContent(/\+3/);
    await expect.element(row(/Order SO-000001/)).toMatchTextContent(/3 more received than shipped/);
  });

  it('says so when no difference needs anybody, and shows what another tab has made', async () => {
    const api = startFive([]);
    open();
    await expect.element(main.getByRole('heading', { name: 'No difference needs you' })).toBeVisible();
    api.on(listFiveQuantities, aPage([aLine()]));
    api.tellChanged('stock');
    await expect.element(row(/PO-7/)).toBeVisible();
  });

  it('says so when it cannot be loaded, and tries again', async () => {
    const api = startFive();
    api.refuse(listFiveQuantities, 'internal');
    open();
    await expect.element(main.getByRole('alert')).toBeVisible();
    api.on(listFiveQuantities, aPage([aLine()]));
    await main.getByRole('button', { name: 'Try again' }).click();
    await expect.element(row(/PO-7/)).toBeVisible();
  });

  it('keeps its place while it loads', async () => {
    const api = startFive();
    const release = api.hold(listFiveQuantities);
    open();
    await expect.element(main.getByRole('heading', { name: 'Five quantities', level: 1 })).toBeVisible();
    expect(row(/PO-7/).query()).toBeNull();
    release();
    await expect.element(row(/PO-7/)).toBeVisible();
  });

  it('is cards on a phone, with the chain on each', async () => {
    await page.viewport(390, 844);
    startFive();
    open();
    await expect.element(main.getByText('PO-7')).toBeVisible();
    await expect.element(main.getByText('Ask for the invoice, or close the purchase order')).toBeVisible();
    await expect.element(main.getByText('−10')).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
  });
});

describe('a line of the five quantities', () => {
  it('leads to purchase order, order, invoice, plan and product', async () => {
    startFive();
    openLine();
    const link = (name: string | RegExp) => page.getByRole('complementary').getByRole('link', { name });
    await expect.element(link('PO-7')).toHaveAttribute('href', paths.purchaseOrder(idOf(1310)));
    await expect.element(link('SO-000001')).toHaveAttribute('href', paths.order(idOf(600)));
    await expect.element(link('NB-7001')).toHaveAttribute('href', paths.invoice(idOf(500)));
    await expect.element(link('SP-0118')).toHaveAttribute('href', paths.shipmentPlan(idOf(900)));
    await expect.element(link(/Pour-over kettle/)).toHaveAttribute('href', paths.product('KTL-17'));
  });

  it('says of each difference who is asked, until when, with which papers, and has a text to copy', async () => {
    startFive();
    openLine();
    const missing = page.getByRole('region', { name: '4 not received' });
    await expect
      .element(missing)
      .toMatchTextContent(/Open.*Amazon.*20 Aug 2027.*Shipment id of the warehouse FBA17KETTLE/);
    await expect.element(missing.getByRole('button', { name: 'Copy Text to send: 4 not received' })).toBeVisible();
    await expect
      .element(missing.getByRole('link', { name: 'Decide in Missing' }))
      .toHaveAttribute('href', `/orders-shipments/received/missing?f.product.in=${idOf(200)}`);
    const invoice = page.getByRole('region', { name: '10 not invoiced' });
    await expect.element(invoice).toMatchTextContent(/No source says until when/);
    await expect
      .element(invoice.getByRole('link', { name: 'Go to the purchase order' }))
      .toHaveAttribute('href', paths.purchaseOrder(idOf(1310)));
    await expectNoSeriousFindings();
  });

  it('accepts a difference with words, by the keyboard', async () => {
    const api = startFive();
    api.on(acceptDifference, aLine());
    openLine();
    const form = page.getByRole('form', { name: 'Accept: 5 not packed' });
    await expect.element(form.getByRole('button', { name: 'Accept as it is' })).toBeDisabled();
    await form.getByRole('textbox', { name: 'Why nothing is done about it' }).fill('Credited');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('5 not packed was accepted.')).toBeVisible();
    expect(api.asked(acceptDifference)[0]?.body).toEqual({
      fiveQuantitiesId: idOf(1300),
      difference: 'NOT_PACKED',
      words: 'Credited',
    });
  });

  it('says why it was not accepted, and keeps the words', async () => {
    const api = startFive();
    api.refuse(acceptDifference, 'stock.not_open', {
      message: 'This difference needs nothing, so it cannot be accepted.',
    });
    openLine();
    const form = page.getByRole('form', { name: 'Accept: 5 not packed' });
    await form.getByRole('textbox', { name: 'Why nothing is done about it' }).fill('Credited');
    await form.getByRole('button', { name: 'Accept as it is' }).click();
    await expect.element(form.getByRole('alert')).toBeVisible();
    await expect.element(form.getByRole('textbox')).toHaveValue('Credited');
  });

  it('shows who accepted what and why, and takes it back', async () => {
    const accepted = notPacked({
      openQuantity: 0,
      state: 'ACCEPTED',
      debtor: null,
      claim: null,
      accepted: {
        id: idOf(1320),
        quantity: 5,
        words: 'Credited',
        createdAt: '2026-11-24T10:00:00Z',
        createdBy: 'Maya Patel',
      },
      can: { accept: { allowed: false, reason: 'This difference needs nothing.' }, takeBack: YES },
    });
    const api = startFive([aLine({ differences: aLine().differences.with(1, accepted) })]);
    api.on(takeBackAcceptedDifference, { open: 5 });
    openLine();
    const card = page.getByRole('region', { name: '5 not packed' });
    await expect.element(card).toMatchTextContent(/Accepted.*Credited.*Accepted by Maya Patel on 24 Nov 2026/);
    await card.getByRole('button', { name: 'Take back: 5 not packed' }).click();
    await expect.element(page.getByText('The difference is open again.')).toBeVisible();
    expect(api.asked(takeBackAcceptedDifference)[0]?.params).toMatchObject({ id: idOf(1320) });
  });

  it('is read by a viewer, who accepts nothing', async () => {
    startFive([aLine()], 'viewer');
    openLine();
    await expect.element(page.getByRole('region', { name: '5 not packed' })).toBeVisible();
    expect(page.getByRole('form', { name: /^Accept/ }).query()).toBeNull();
  });

  it('says so when the line is no more', async () => {
    startFive([]);
    openLine();
    await expect.element(page.getByText('This line has no five quantities any more.')).toBeVisible();
  });
});
