import { listScopeOptions, previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { refusal } from '../../../testing/fake-api.ts';
import { SOLD_LOT } from '../../../testing/lot-changes.ts';
import { idOf, type Visitor } from '../../../testing/person.ts';
import { aPreview, shareOf } from '../testing/a-preview.ts';
import { freightLine, invoiceOf, lineOf, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const main = page.getByRole('main');
const details = main.getByRole('region', { name: 'How this cost is spread' });
const shares = details.getByRole('table', { name: 'Shares of line 1' });
const row = (sku: string) => shares.getByRole('row', { name: new RegExp(sku) });
const basis = details.getByRole('combobox', { name: 'Basis' });
const typed = (order: string) => details.getByRole('textbox', { name: `Share of ${order}` });
const button = (name: string) => details.getByRole('button', { name });
const FREIGHT = freightLine(1);

/** Starts a fake server with an invoice and two orders. `show` opens the spread details of line 1. */
function start(line = FREIGHT, { as, over = {} }: { as?: Visitor; over?: Parameters<typeof invoiceOf>[1] } = {}) {
  const server = startInvoice(invoiceOf([line], over), as);
  server.api.on(previewAllocation, ({ body }) => aPreview(body.basis === 'EQUAL' ? { basis: 'EQUAL' } : {}));
  return {
    ...server,
    show: async () => {
      openInvoice();
      await main.getByRole('button', { name: /^How the cost of line 1 is spread/ }).click();
      await expect.element(details).toBeVisible();
    },
  };
}
async function chooseBasis(name: string) {
  await basis.click();
  await page.getByRole('option', { name, exact: true }).click();
}

describe('how a cost is spread', () => {
  it('shows for each order the units, share, amount, and unit cost before and after', async () => {
    const { api, show } = start();
    const release = api.hold(previewAllocation);
    await show();
    await expect.element(details.getByRole('status', { name: 'Calculating the shares' })).toBeVisible();
    release();
    await expect.element(row('KTL')).toMatchTextContent(/^KTL.*NB-7001, line 110033\.33.%4\.000\.0400/);
    await expect.element(row('MUG').getByRole('img', { name: '5.0000 to 5.0400' })).toBeVisible();
    await expect.element(row('MUG').getByRole('link', { name: 'MUG' })).toHaveAttribute('href', paths.product('MUG'));
    await expect.element(shares).toMatchTextContent('Unassigned CNY 0.00');
    expect(api.asked(previewAllocation).map(({ body }) => body)).toEqual([{ basis: null, scope: null }]);
    await expectNoSeriousFindings();
  });
  it('shows what the change does to lots: unit cost, what is on hand, and the months that were sold', async () => {
    const { api, show } = start();
    api.on(previewAllocation, aPreview({ lotChanges: SOLD_LOT }));
    await show();
    const lots = details.getByRole('group', { name: 'What it does to lots' });
    await expect
      .element(lots)
      .toMatchTextContent(
        /\+40\.00 on units that are gone \(Nov 2026 \+33\.00, Dec 2026 \+7\.00\), \+50\.00 on hand, \+5\.00 on what/,
      );
    await expect
      .element(lots.getByRole('row', { name: /PL-0001/ }))
      .toMatchTextContent(/PL-0001 KTL10\.0000 → 11\.0000500\.00 → 550\.00Nov 2026 \+33\.00, Dec 2026 \+7\.00\+5\.00$/);
    await expect.element(lots.getByText('and 2 more lots')).toBeVisible();
    await expectNoSeriousFindings();
    const [lot] = SOLD_LOT.lots;
    const pooled = { ...SOLD_LOT, onHand: null, gone: null };
    api.on(
      previewAllocation,
      aPreview({ lotChanges: { ...pooled, lots: lot ? [{ ...lot, onHand: null, gone: null }] : [] } }),
    );
    await chooseBasis('Volume');
    await expect.element(lots.getByText(/valued by the moving average/)).toBeVisible();
  });
  it('previews another basis before it is applied, then stores it with the version of the line', async () => {
    const { api, stored, show } = start();
    await show();
    await expect.element(button('Apply')).toBeDisabled();
    await chooseBasis('Volume');
    await expect.element(details.getByText('Units times volume')).toBeVisible();
    await expect.poll(() => api.asked(previewAllocation).at(-1)?.body).toEqual({ basis: 'VOLUME', scope: null });
    expect(api.asked(patchInvoiceLine)).toEqual([]);
    await button('Apply').click();
    await expect.element(page.getByText('The cost of line 1 has been spread again')).toBeVisible();
    expect(stored().lines[0]?.basis).toBe('VOLUME');
    expect(api.asked(patchInvoiceLine).map(({ body }) => body)).toEqual([{ basis: 'VOLUME', version: 1 }]);
    await expect.element(button('Apply')).toBeDisabled();
  });
  it('has a column for the measure of the basis', async () => {
    const { api, show } = start();
    api.on(
      previewAllocation,
      aPreview({ basis: 'WEIGHT', measure: 'GROSS_WEIGHT', shares: [shareOf(1, { weight: '90000' }), shareOf(2)] }),
    );
    await show();
    await expect.element(shares.getByRole('columnheader', { name: 'Weight, kg' })).toBeVisible();
    const rounded = row('KTL').getByRole('cell', { name: '0.0001', exact: true });
    await expect.element(rounded).toHaveAttribute('title', '0.00009');
  });
  it('returns to the stored choices with Discard', async () => {
    const { api, show } = start();
    await show();
    await chooseBasis('Value');
    await button('Discard').click();
    await expect.element(basis).toHaveValue('Chargeable weight, the default');
    await expect.element(button('Apply')).toBeDisabled();
    expect(api.asked(patchInvoiceLine)).toEqual([]);
  });
  it('uses the chosen orders, invoices and products', async () => {
    const { api, stored, show } = start();
    api.on(listScopeOptions, [
      {
        type: 'ORDER',
        id: idOf(1101),
        label: 'SO-1',
        detail: 'Kettle',
        order: { id: idOf(1101), number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
      },
      { type: 'PRODUCT', id: idOf(200), label: 'KTL', detail: 'Kettle', order: null },
    ]);
    await show();
    await expect.element(details.getByText('Nothing is paired with this invoice yet')).toBeVisible();
    await details.getByText('Chosen orders').click();
    await expect
      .element(details.getByRole('note', { name: 'Choose at least one order, shipment, invoice or product' }))
      .toBeVisible();
    await details.getByRole('combobox', { name: 'Orders, shipments, invoices and products' }).click();
    await page.getByRole('option', { name: /^NB-7001, line 1/ }).click();
    await button('Apply').click();
    await expect
      .poll(() => stored().lines[0]?.scope?.map(({ type, id }) => [type, id]))
      .toEqual([['ORDER', idOf(1101)]]);
    await details.getByText('The default', { exact: true }).click();
    await button('Apply').click();
    await expect.poll(() => stored().lines[0]?.scope).toBeNull();
  });
  it('uses by default the orders of the invoice, or the paired ones', async () => {
    const paired = [{ type: 'INVOICE' as const, id: idOf(50), label: 'MOF-9', order: null }];
    const { show } = start(FREIGHT, { over: { pairedWith: paired } });
    await show();
    await expect.element(details.getByText('Paired: MOF-9 (2 orders or pack lists)')).toBeVisible();
    await expect.element(details.getByRole('link', { name: 'MOF-9' })).toHaveAttribute('href', paths.invoice(idOf(50)));
  });
  it('cannot be chosen for goods, whose cost goes to their own order', async () => {
    const { show } = start(lineOf(1));
    await show();
    await expect
      .element(details.getByText('A factory line with a product is its own order, which carries all of the cost.'))
      .toBeVisible();
    expect(basis.query()).toBeNull();
    await expect.element(button('Delete line')).toBeDisabled();
    await expect
      .element(details.getByRole('note', { name: 'This line is an order. Set its quantity to 0 first.' }))
      .toBeVisible();
  });
  it('is by quantity over the orders of its product for the cost of a single product', async () => {
    const { show } = start(lineOf(1, { costType: 'INSPECTIONS', order: null }));
    await show();
    await expect
      .element(details.getByText('A line with a product is spread over the orders of that product, by quantity.'))
      .toBeVisible();
  });
  it('reports missing weights, and links to the products that lack them', async () => {
    const { api, show } = start(
      freightLine(1, { isBasisFallback: true, lackingProducts: [{ id: idOf(200), sku: 'KTL' }] }),
    );
    api.on(
      previewAllocation,
      aPreview({
        unassigned: { document: '120.00', account: null },
        unassignedReason: 'MISSING_WEIGHT',
        lackingProducts: [{ id: idOf(200), sku: 'KTL' }],
        shares: [],
      }),
    );
    await show();
    await expect.element(details.getByText(/so this line is spread by quantity for now: KTL\.$/)).toBeVisible();
    await expect.element(details.getByText(/^CNY 120\.00 unassigned\. KTL has no weight\./)).toBeVisible();
    await expect.element(details.getByRole('link', { name: 'Open KTL' })).toHaveAttribute('href', paths.product('KTL'));
    await expect
      .element(details.getByRole('link', { name: 'Fill in all missing ones' }))
      .toHaveAttribute('href', paths.productsMissing('WEIGHT'));
    await expect.element(details.getByText('This cost is not spread yet.')).toBeVisible();
  });
  it('shows the pack lists with their plans, and how each plan was rated', async () => {
    const { api, show } = start();
    const plan = { id: idOf(900), number: 'SP-0001' };
    api.on(
      previewAllocation,
      aPreview({
        basis: 'CHARGEABLE_WEIGHT',
        measure: 'CHARGEABLE_WEIGHT',
        // Weights can be greater than any number of JavaScript: kilograms in micrograms, times the scale.
        weightScale: String(10n ** 12n),
        ratedPlans: [
          {
            plan,
            measure: 'VOLUME',
            grossWeight: '1400.000',
            volumetricWeight: '4000.000',
            chargeableWeight: '4000.000',
          },
          {
            plan: null,
            measure: null,
            grossWeight: '80.000',
            volumetricWeight: '50.000',
            chargeableWeight: '80.500',
          },
        ],
        shares: [
          shareOf(1, { packList: { id: idOf(700), number: 'PL-0001', plan }, weight: String(3000n * 10n ** 21n) }),
          shareOf(1, { packList: { id: idOf(701), number: 'PL-0002', plan: null }, weight: String(10n ** 24n) }),
          shareOf(2),
        ],
      }),
    );
    await show();
    const first = shares.getByRole('row', { name: /PL-0001/ });
    await expect.element(first).toMatchTextContent(/3,000\.0/);
    await expect
      .element(first.getByRole('link', { name: 'SP-0001' }))
      .toHaveAttribute('href', paths.shipmentPlan(idOf(900)));
    await expect.element(first.getByRole('link', { name: 'PL-0001' })).toHaveAttribute('href', paths.order(idOf(1101)));
    await expect.element(shares.getByRole('row', { name: /PL-0002 · No plan/ })).toBeVisible();
    await expect.element(row('MUG')).toMatchTextContent(/The order as a whole/);
    const rated = details.getByRole('table', { name: 'How each plan was rated' });
    await expect
      .element(rated.getByRole('row', { name: /SP-0001/ }))
      .toMatchTextContent('SP-00011,400.04,000.04,000.0volume');
    await expect
      .element(rated.getByRole('row', { name: /No plan/ }))
      .toMatchTextContent('No plan80.050.080.5each carton by itself');
    await expectNoSeriousFindings();
  });
  it('is searched among plans, pack lists and cartons with the keyboard alone', async () => {
    const { api, stored, show } = start();
    api.on(listScopeOptions, ({ query }) =>
      query.search === 'PL-0003'
        ? [
            {
              type: 'PACK_LIST' as const,
              id: idOf(703),
              label: 'PL-0003',
              detail: 'KTL · 400 units',
              order: { id: idOf(1101), number: 'SO-1', invoiceNumber: 'NB-7001', linePosition: 1 },
            },
          ]
        : [
            { type: 'SHIPMENT' as const, id: idOf(900), label: 'SP-0001 Spring', detail: '2 pack lists', order: null },
            { type: 'CARTON' as const, id: idOf(800), label: 'CT-0001', detail: '50 cartons', order: null },
          ],
    );
    await show();
    await details.getByText('Chosen orders').click();
    const field = details.getByRole('combobox', { name: 'Orders, shipments, invoices and products' });
    await field.click();
    await expect.element(page.getByRole('option', { name: /SP-0001 Spring.*2 pack lists/ })).toBeVisible();
    await expect.element(page.getByRole('option', { name: /CT-0001.*50 cartons/ })).toBeVisible();
    await userEvent.keyboard('PL-0003{Enter}');
    await expect.element(details.getByText('PL-0003 · NB-7001, line 1')).toBeVisible();
    await button('Apply').click();
    await expect
      .poll(() => stored().lines[0]?.scope?.map(({ type, id }) => [type, id]))
      .toEqual([['PACK_LIST', idOf(703)]]);
  });
  it('offers no duty for freight', async () => {
    const { show } = start();
    await show();
    await basis.click();
    await expect.element(page.getByRole('option', { name: 'Cartons', exact: true })).toBeVisible();
    expect(page.getByRole('option', { name: 'Duty', exact: true }).query()).toBeNull();
  });
  it('names the products and destinations without a duty rate, and what has no destination', async () => {
    const { api, show } = start(freightLine(1, { costType: 'CUSTOMS_AND_DUTIES', basis: 'DUTY' }));
    const gap = { product: { id: idOf(200), sku: 'KTL' }, order: shareOf(1).order };
    const packList = (n: number, planId?: number) => ({
      id: idOf(700 + n),
      number: `PL-000${n}`,
      plan: planId === undefined ? null : { id: idOf(planId), number: 'SP-0002' },
    });
    api.on(
      previewAllocation,
      aPreview({
        basis: 'DUTY',
        unassigned: { document: '120.00', account: null },
        unassignedReason: 'MISSING_DUTY_RATE',
        lackingProducts: [{ id: idOf(200), sku: 'KTL' }],
        gaps: [
          { ...gap, packList: packList(1, 901), country: 'GB' },
          { ...gap, packList: packList(2, 901), country: 'GB' },
          { ...gap, packList: packList(3, 902), country: null },
          { ...gap, packList: packList(4), country: null },
        ],
        shares: [],
      }),
    );
    await show();
    await expect.element(details.getByText(/^CNY 120\.00 unassigned\. The duty rate of KTL/)).toBeVisible();
    await expect
      .element(details.getByRole('link', { name: 'Duty rate of KTL in GB' }))
      .toHaveAttribute('href', paths.dutyRates());
    await expect
      .element(details.getByRole('link', { name: 'SP-0002 has no destination country' }))
      .toHaveAttribute('href', paths.shipmentPlan(idOf(902)));
    await expect
      .element(details.getByRole('link', { name: 'PL-0004 is in no shipment plan' }))
      .toHaveAttribute('href', paths.order(idOf(1101)));
  });
  it('names what is in no carton, with the way to pack it', async () => {
    const { api, show } = start(freightLine(1, { costType: 'STORAGE', basis: 'CARTONS' }));
    api.on(
      previewAllocation,
      aPreview({
        basis: 'CARTONS',
        unassigned: { document: '120.00', account: null },
        unassignedReason: 'NO_CARTONS',
        lackingProducts: [{ id: idOf(200), sku: 'KTL' }],
        gaps: [{ product: { id: idOf(200), sku: 'KTL' }, order: shareOf(1).order, packList: null, country: null }],
        shares: [],
      }),
    );
    await show();
    await expect
      .element(details.getByRole('link', { name: 'Pack NB-7001, line 1' }))
      .toHaveAttribute('href', paths.order(idOf(1101)));
  });
  it('can be computed again after an error', async () => {
    const { api, show } = start();
    api.refuse(previewAllocation, 'internal');
    await show();
    await expect.element(details.getByRole('alert')).toBeVisible();
    api.on(previewAllocation, aPreview());
    await button('Try again').click();
    await expect.element(row('KTL')).toBeVisible();
  });
  it('shows an error at its field, and keeps the choices', async () => {
    const { api, show } = start();
    api.on(patchInvoiceLine, () => {
      throw refusal('bad_input', { errors: [{ field: 'basis', code: 'basis', message: 'Not for this cost' }] });
    });
    await show();
    await chooseBasis('Value');
    await button('Apply').click();
    await expect.element(basis).toHaveAccessibleDescription(/Not for this cost/);
    await expect.element(basis).toHaveValue('Value');
    api.refuse(patchInvoiceLine, 'invoices.closed', { message: 'It was closed meanwhile' });
    await button('Apply').click();
    await expect.element(details.getByText(/It was closed meanwhile/)).toBeVisible();
  });
  it('is read-only for a viewer', async () => {
    const { show } = start(FREIGHT, { as: 'viewer' });
    await show();
    await expect.element(basis).toBeDisabled();
    await expect.element(row('KTL')).toBeVisible();
    expect(button('Apply').query()).toBeNull();
    await button('Close').click();
    await expect.element(details).not.toBeInTheDocument();
  });
});

describe('typed shares', () => {
  async function open() {
    const server = start();
    await server.show();
    await chooseBasis('Typed shares');
    await expect.element(typed('NB-7001, line 1')).toBeVisible();
    return server;
  }
  it('keep the field in which somebody types while their orders are loading', async () => {
    const { api, show } = start();
    await show();
    await expect.element(row('KTL')).toBeVisible();
    const release = api.hold(previewAllocation);
    await chooseBasis('Typed shares');
    await typed('NB-7001, line 1').click();
    await expect.poll(() => api.asked(previewAllocation).at(-1)?.body.basis).toBe('EQUAL');
    await userEvent.keyboard('60');
    await expect.element(typed('NB-7001, line 1')).toHaveFocus();
    release();
    await expect.element(typed('NB-7001, line 1')).toHaveValue('60');
  });
  it('may leave a remainder, which is shown, and are stored as typed', async () => {
    const { api, stored } = await open();
    await expect.element(shares).toMatchTextContent('Rest CNY 120.00');
    await typed('NB-7001, line 1').fill('20*3');
    await expect.element(shares).toMatchTextContent('Rest CNY 60.00');
    await typed('NB-7001, line 2').fill('50');
    await expect.element(shares).toMatchTextContent('Rest CNY 10.00');
    await button('Apply').click();
    await expect.poll(() => stored().lines[0]?.basis).toBe('MANUAL');
    expect(api.asked(patchInvoiceLine).at(-1)?.body.manualShares).toEqual([
      { layerId: idOf(1101), amount: '60.00' },
      { layerId: idOf(1102), amount: '50.00' },
    ]);
  });
  it('are those of pack lists, where the scope has some', async () => {
    const { api, show } = start();
    const parts = [1, 2].map((n) => shareOf(1, { packList: { id: idOf(700 + n), number: `PL-000${n}`, plan: null } }));
    api.on(previewAllocation, aPreview({ shares: parts }));
    await show();
    await chooseBasis('Typed shares');
    await typed('NB-7001, line 1, PL-0001').fill('50');
    await typed('NB-7001, line 1, PL-0002').fill('70');
    await button('Apply').click();
    await expect
      .poll(() => api.asked(patchInvoiceLine).at(-1)?.body.manualShares)
      .toEqual([
        { layerId: idOf(1101), packListId: idOf(701), amount: '50.00' },
        { layerId: idOf(1101), packListId: idOf(702), amount: '70.00' },
      ]);
  });
  it('cannot exceed the line', async () => {
    const { api } = await open();
    await typed('NB-7001, line 1').fill('120.01');
    await expect.element(shares).toMatchTextContent('The shares exceed the line by CNY 0.01');
    await expect.element(button('Apply')).toBeDisabled();
    expect(api.asked(previewAllocation).some(({ body }) => (body.manualShares ?? []).length > 0)).toBe(false);
  });
  it('are marked if they are invalid', async () => {
    await open();
    await typed('NB-7001, line 1').fill('12,x');
    await expect.element(typed('NB-7001, line 1')).toBeInvalid();
    await expect.element(button('Apply')).toBeDisabled();
  });
});

describe('an excluded cost', () => {
  it('requires a reason, and explains the consequence', async () => {
    const { api, stored, show } = start();
    await show();
    await details.getByRole('checkbox', { name: /^Exclude from product costs/ }).click();
    await expect.element(details.getByText('Excluded: this line does not count in the product costs.')).toBeVisible();
    await expect.element(button('Apply')).toBeDisabled();
    await details.getByRole('textbox', { name: 'Why' }).fill('Deposit for moulds');
    await button('Apply').click();
    await expect.poll(() => stored().lines[0]?.isExcludedFromGeneralCostsData).toBe(true);
    expect(api.asked(patchInvoiceLine).map(({ body }) => body)).toEqual([
      { isExcludedFromGeneralCostsData: true, exclusionReason: 'Deposit for moulds', version: 1 },
    ]);
  });
  it('differs from tax that cannot be recovered, which becomes part of the cost', async () => {
    const { stored, show } = start(freightLine(1, { taxAmount: '24.00' }));
    await show();
    await details.getByRole('checkbox', { name: /^Tax cannot be claimed back/ }).click();
    await button('Apply').click();
    await expect.poll(() => stored().lines[0]?.isTaxRecoverable).toBe(false);
  });
  it('has no choice about tax if there is no tax', async () => {
    const { show } = start();
    await show();
    expect(details.getByRole('checkbox', { name: /^Tax cannot/ }).query()).toBeNull();
  });
});

describe('the keys of the details', () => {
  it('close an open list with Escape first, then the details; the focus returns to the line', async () => {
    const { show } = start();
    await show();
    await basis.click();
    await expect.element(page.getByRole('option', { name: 'Volume', exact: true })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('option', { name: 'Volume', exact: true })).not.toBeInTheDocument();
    await expect.element(details).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(details).not.toBeInTheDocument();
    await expect.element(main.getByRole('button', { name: /^How the cost of line 1 is spread/ })).toHaveFocus();
  });
});
