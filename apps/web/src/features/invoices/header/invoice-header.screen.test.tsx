import { proposeExchangeRate, type RateProposal } from '@quayside/contracts/rates/exchange-rates';
import { acceptInvoiceRate } from '@quayside/contracts/invoices/invoice-moves';
import { listScopeOptions } from '@quayside/contracts/costs/allocation-preview';
import { updateInvoiceBasic } from '@quayside/contracts/invoices/invoices';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { BRIGHTWAY, freightLine, invoiceOf, lineOf, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const field = (name: string) => main.getByRole('textbox', { name: new RegExp(`^${name}`) });
const choice = (name: string) => main.getByRole('combobox', { name: new RegExp(`^${name}`) });
const FREIGHT = invoiceOf([freightLine(1)]);
const GOODS = invoiceOf([lineOf(1)]);

function open(invoice = FREIGHT, { as, query = '' }: { as?: Visitor; query?: string } = {}) {
  const server = startInvoice(invoice, as);
  openInvoice(query);
  return server;
}
async function choose(name: string, option: string | RegExp) {
  await choice(name).click();
  await page.getByRole('option', { name: option }).click();
}

describe('the header of an invoice', () => {
  it('shows supplier, date and total, and stores changes with the version that was loaded', async () => {
    const { api, stored } = open();
    await expect.element(choice('Supplier')).toHaveValue('Ningbo Haosheng 宁波豪盛');
    await expect.element(field('Date')).toHaveValue('16 Nov 2026');
    await field('Invoice total').fill('100+25.5');
    await userEvent.tab();
    await expect.poll(() => stored().total).toBe('125.50');
    await field('Date').fill('3 Nov 2026');
    await userEvent.tab();
    await expect.poll(() => stored().date).toBe('2026-11-03');
    await choose('Supplier', 'Shenzhen Brightway');
    await expect.poll(() => stored().supplierContact?.id).toBe(BRIGHTWAY.id);
    expect(api.asked(updateInvoiceBasic).map(({ body }) => body)).toEqual([
      { total: '125.50', version: 1 },
      { date: '2026-11-03', version: 2 },
      { supplierId: BRIGHTWAY.id, version: 3 },
    ]);
  });
  it('clears the total when its field is emptied', async () => {
    const { stored } = open();
    await field('Invoice total').fill('');
    await userEvent.tab();
    await expect.poll(() => stored().total).toBeNull();
  });
  it('keeps an invalid total or date, and reports it', async () => {
    const { api } = open();
    await field('Invoice total').fill('12.345');
    await userEvent.tab();
    await expect.element(field('Invoice total')).toBeInvalid();
    await expect.element(field('Invoice total')).toHaveValue('12.345');
    await field('Date').fill('someday');
    await userEvent.tab();
    await expect.element(field('Date')).toBeInvalid();
    await expect.element(field('Date')).toHaveValue('someday');
    expect(api.asked(updateInvoiceBasic)).toEqual([]);
  });
  it('shows an error at its field, and an error without a field above the fields', async () => {
    const { api } = open();
    api.on(updateInvoiceBasic, () => {
      throw refusal('bad_input', { errors: [{ field: 'date', code: 'too_late', message: 'Not before its orders' }] });
    });
    await field('Date').fill('3 Nov 2026');
    await userEvent.tab();
    await expect.element(field('Date')).toHaveAccessibleDescription(/Not before its orders/);
    api.refuse(updateInvoiceBasic, 'invoices.in_use', { message: 'A credit note needs this currency' });
    await field('Invoice total').fill('7');
    await userEvent.tab();
    await expect.element(main.getByRole('alert')).toHaveTextContent('A credit note needs this currency');
  });
  it('asks for the rate while it is missing, in the chosen direction', async () => {
    const { stored } = open(invoiceOf([freightLine(1)], { rate: null }));
    await expect.element(main.getByText('Costs count once a rate is entered')).toBeVisible();
    await expect
      .element(main.getByText('Enter the rate from CNY to GBP. Until then its costs cannot be calculated.'))
      .toBeVisible();
    await field('CNY per GBP').fill('8');
    await expect.element(main.getByText(/^1 CNY = 0\.125\S* GBP$/)).toBeVisible();
    await main.getByRole('button', { name: 'Enter it as GBP per CNY' }).click();
    await expect.element(field('GBP per CNY')).toHaveValue('0.125');
    await field('GBP per CNY').click();
    await userEvent.tab();
    await expect.poll(() => stored().rate).toBe('0.125');
    await expect.element(field('GBP per CNY')).toBeVisible();
  });
  const PROPOSAL: RateProposal = {
    rate: '0.1056929284',
    day: '2026-11-13',
    ageDays: 3,
    origin: 'ECB',
    parts: [
      { day: '2026-11-13', base: 'EUR', quote: 'CNY', rate: '8.2541' },
      { day: '2026-11-13', base: 'EUR', quote: 'GBP', rate: '0.8724' },
    ],
    invoice: null,
  };
  const chipOf = (text: RegExp) => main.getByText(text);
  it('proposes the last rate, marked with its day and source, and stores it only when a person accepts it', async () => {
    const { api, stored } = open(invoiceOf([freightLine(1)], { rate: null }));
    api.on(proposeExchangeRate, { proposal: PROPOSAL });
    api.tellChanged('exchange-rates');
    const words = /^Proposed: 9\.461371 CNY per GBP of 13 Nov.* \(3 days before the invoice\), European Central Bank/;
    await expect.element(chipOf(words)).toBeVisible();
    expect(stored().rate).toBeNull();
    await main.getByRole('button', { name: 'Use this rate' }).click();
    await expect.element(field('CNY per GBP')).toHaveValue('9.461371');
    expect(api.asked(acceptInvoiceRate).map(({ body }) => body)).toEqual([
      { rate: '0.1056929284', rateDate: '2026-11-13', version: 1 },
    ]);
    expect(chipOf(/^Proposed/).query()).toBeNull();
  });
  it('accepts the proposed rate with Enter in the empty field, and never proposes over a typed one', async () => {
    const { api } = open(invoiceOf([freightLine(1)], { rate: null }));
    const typed = {
      ...PROPOSAL,
      origin: 'TYPED' as const,
      parts: [{ day: '2026-11-13', base: 'GBP', quote: 'CNY', rate: '9.3197' }],
    };
    api.on(proposeExchangeRate, { proposal: typed });
    api.tellChanged('exchange-rates');
    await expect.element(chipOf(/^Proposed: 9\.3197 CNY per GBP .*typed in the exchange rates$/)).toBeVisible();
    await field('CNY per GBP').fill('8');
    await expect.element(chipOf(/^Proposed/)).not.toBeInTheDocument();
    await field('CNY per GBP').fill('');
    await expect.element(chipOf(/^Proposed/)).toBeVisible();
    await field('CNY per GBP').click();
    await userEvent.keyboard('{Enter}');
    await expect.element(field('CNY per GBP')).toHaveValue('9.461371');
    // Leaving the field saves the invoice, but not the empty text that was in the field before.
    await userEvent.tab();
    await field('Invoice total').fill('125.5');
    await userEvent.tab();
    await expect.poll(() => api.asked(updateInvoiceBasic).map(({ body }) => Object.keys(body))).toHaveLength(1);
    expect(api.asked(updateInvoiceBasic)[0]?.body).toMatchObject({ total: '125.50' });
    expect(api.asked(updateInvoiceBasic)[0]?.body).not.toHaveProperty('rate');
  });
  it('shows a viewer the proposed rate without a button', async () => {
    const { api } = startInvoice(invoiceOf([freightLine(1)], { rate: null }), 'viewer');
    api.on(proposeExchangeRate, { proposal: PROPOSAL });
    openInvoice();
    await expect.element(chipOf(/^Proposed/)).toBeVisible();
    expect(main.getByRole('button', { name: 'Use this rate' }).query()).toBeNull();
  });
  it('pairs the invoice with orders and invoices that the server finds', async () => {
    const { api, stored } = open();
    api.on(listScopeOptions, ({ query }) =>
      query.search === 'MOF'
        ? [{ type: 'INVOICE' as const, id: idOf(50), label: 'MOF-9', detail: 'Meridian, 9 Oct', order: null }]
        : [
            {
              type: 'ORDER' as const,
              id: idOf(51),
              label: 'SO-7',
              detail: 'Kettle',
              order: { id: idOf(51), number: 'SO-7', invoiceNumber: 'NB-7001', linePosition: 7 },
            },
          ],
    );
    await choice('Paired with').click();
    await expect.element(page.getByRole('option', { name: /NB-7001, line 7/ })).toBeVisible();
    await choice('Paired with').fill('MOF');
    await page.getByRole('option', { name: /MOF-9.*Meridian, 9 Oct/ }).click();
    await expect.poll(() => stored().pairedWith.map(({ type, id }) => [type, id])).toEqual([['INVOICE', idOf(50)]]);
    expect(api.asked(updateInvoiceBasic).at(-1)?.body).toEqual({
      pairedWith: [{ type: 'INVOICE', id: idOf(50) }],
      version: 1,
    });
  });
  it('pairs it with a shipment plan by keys alone', async () => {
    const { api, stored } = open();
    api.on(listScopeOptions, ({ query }) =>
      query.search === 'spring'
        ? [{ type: 'SHIPMENT' as const, id: idOf(900), label: 'SP-0001 Spring', detail: '2 pack lists', order: null }]
        : [],
    );
    await choice('Paired with').click();
    await userEvent.keyboard('spring{Enter}');
    await expect.poll(() => stored().pairedWith.map(({ type, id }) => [type, id])).toEqual([['SHIPMENT', idOf(900)]]);
  });
  it('pairs it with the first match if Enter is pressed, and the field left, before the search has answered', async () => {
    const { api, stored } = open();
    const hit = { type: 'INVOICE' as const, id: idOf(50), label: 'MOF-9', detail: 'Meridian, 9 Oct', order: null };
    api.on(listScopeOptions, ({ query }) => (query.search === 'MOF' ? [hit] : []));
    await choice('Paired with').click();
    const release = api.hold(listScopeOptions);
    await choice('Paired with').fill('MOF');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('heading', { level: 1 }).click();
    release();
    await expect.poll(() => stored().pairedWith.map(({ id }) => id)).toEqual([idOf(50)]);
    await expect.element(choice('Paired with')).toHaveValue('');
  });
  it('says that lines with goods are spread over their own orders', async () => {
    open(GOODS);
    await expect.element(choice('Paired with')).toHaveAttribute('placeholder', 'Its own 1 order');
  });
  it('is read-only for a viewer; paired orders and invoices are links', async () => {
    const paired = [
      { type: 'INVOICE' as const, id: idOf(50), label: 'MOF-9', order: null },
      { type: 'SHIPMENT' as const, id: idOf(900), label: 'SP-0001 Spring', order: null },
    ];
    open(invoiceOf([freightLine(1)], { pairedWith: paired }), { as: 'viewer' });
    await expect.element(main.getByRole('link', { name: 'MOF-9' })).toHaveAttribute('href', paths.invoice(idOf(50)));
    await expect
      .element(main.getByRole('link', { name: 'SP-0001 Spring' }))
      .toHaveAttribute('href', paths.shipmentPlan(idOf(900)));
    await expect.element(main.getByText('Ningbo Haosheng').first()).toBeVisible();
    expect(field('Date').query()).toBeNull();
    expect(choice('Supplier').query()).toBeNull();
  });
});

describe('an invoice that was created from a document', () => {
  const UPLOADED = invoiceOf([], { status: 'REVIEW', supplierContact: null, total: null, rate: null });

  it('asks for its supplier first, and then shows the usual fields', async () => {
    const { stored } = open(UPLOADED);
    const ask = main.getByRole('region', { name: 'Who is this invoice from?' });
    await expect
      .element(ask.getByRole('link', { name: 'Add a supplier' }))
      .toHaveAttribute('href', paths.supplierAdd());
    await choose('Supplier', 'Shenzhen Brightway');
    await expect.poll(() => stored().supplierContact?.companyName).toBe('Shenzhen Brightway');
    await expect.element(ask).not.toBeInTheDocument();
    await expect.element(choice('Supplier')).toHaveValue('Shenzhen Brightway');
  });
  it('asks for its number and currency, and says that it does not count yet', async () => {
    const { stored } = open(UPLOADED);
    await expect.element(main.getByText(/^This invoice was created from a document\. Enter its figures/)).toBeVisible();
    await field('Number').fill('MOF-88214');
    await userEvent.tab();
    await expect.poll(() => stored().invoiceNumber).toBe('MOF-88214');
    await expect.element(main.getByRole('heading', { level: 1, name: 'MOF-88214' })).toBeVisible();
    await choose('Currency', /^GBP/);
    await expect.poll(() => stored().currency).toBe('GBP');
    await expect.element(field('CNY per GBP')).not.toBeInTheDocument();
  });
});

describe('the details of an invoice', () => {
  const query = '?tab=details';

  it('store each field of an invoice on its own', async () => {
    const { stored } = open(FREIGHT, { query });
    for (const [label, text] of [
      ['Number', 'HS-2'],
      ['Bill to company', 'Crane Trading Ltd'],
      ['Attention', 'Ada Crane'],
      ['Pay reference', 'PO 88'],
    ] as const) {
      await field(label).fill(text);
      await userEvent.tab();
    }
    await expect
      .poll(() => stored())
      .toMatchObject({
        invoiceNumber: 'HS-2',
        billToCompany: 'Crane Trading Ltd',
        attention: 'Ada Crane',
        payReferenceNumber: 'PO 88',
      });
  });
  it('ask for the shipping fields of a freight invoice', async () => {
    const { stored } = open(FREIGHT, { query });
    await expect.element(main.getByText(/Choose its type to see them\.$/)).toBeVisible();
    await choose('Type', 'Shipping and customs');
    await choose('Shipping method', /^Sea/);
    await field('Vessel, voyage').fill('Ever Given 114W');
    await userEvent.tab();
    await field('ETD').fill('9 Nov 2026');
    await userEvent.tab();
    await field('Tracking').fill('MSCU 1234');
    await userEvent.tab();
    await expect
      .poll(() => stored())
      .toMatchObject({
        type: 'SHIPPING_AND_CUSTOMS',
        shippingMethod: 'SEA',
        vesselVoyage: 'Ever Given 114W',
        etd: '2026-11-09',
        tracking: 'MSCU 1234',
      });
  });
  it('use the label of the customs number on a customs invoice', async () => {
    open(invoiceOf([freightLine(1)], { type: 'CUSTOMS_ONLY' }), { query });
    await expect.element(field('Entry or tracking number')).toBeVisible();
  });
  it('choose the default cost type of new lines', async () => {
    const { stored } = open(FREIGHT, { query });
    await expect.element(choice('New lines start as')).toHaveAttribute('placeholder', 'By the type of the invoice');
    await choose('New lines start as', 'Local freight');
    await expect.poll(() => stored().costType).toBe('LOCAL_FREIGHT');
  });
  it('change the direction of the rate without changing it, and store its day', async () => {
    const { api, stored } = open(invoiceOf([freightLine(1)], { rate: '0.125', rateDate: null }), { query });
    await expect.element(field('CNY per GBP')).toHaveValue('8');
    await main.getByRole('button', { name: 'Enter it as GBP per CNY' }).click();
    await expect.element(field('GBP per CNY')).toHaveValue('0.125');
    expect(api.asked(updateInvoiceBasic)).toEqual([]);
    await field('Rate of').fill('2 Nov 2026');
    await userEvent.tab();
    await expect.poll(() => stored().rateDate).toBe('2026-11-02');
  });
  it('say that an invoice in the account currency needs no rate', async () => {
    open(invoiceOf([freightLine(1)], { currency: 'GBP' }), { query });
    await expect.element(main.getByText('Your costs are in GBP as well; nothing is converted.')).toBeVisible();
    expect(field('GBP per').query()).toBeNull();
  });
  it('say which rate its costs use, where that is the one of its payments', async () => {
    open(invoiceOf([freightLine(1)], { rate: '0.1075', costRate: '0.1074664964' }), { query });
    await expect.element(main.getByText('Costs use 0.1074664964, the rate of its payments.')).toBeVisible();
  });
  it('say that the rate is frozen once the invoice is confirmed', async () => {
    open(invoiceOf([freightLine(1)], { status: 'OPEN', isRateFrozen: true }), { query });
    await expect.element(main.getByText(/^Frozen when the invoice was confirmed/)).toBeVisible();
  });
  it('are read-only for a viewer', async () => {
    open(invoiceOf([freightLine(1)], { tracking: 'MSCU 1234', type: 'SHIPPING_ONLY' }), { as: 'viewer', query });
    await expect.element(main.getByText('MSCU 1234')).toBeVisible();
    await expect.element(main.getByText('By the type of the invoice')).toBeVisible();
    expect(main.getByRole('textbox').query()).toBeNull();
  });
});
