import { previewAllocation } from '@quayside/contracts/costs/allocation-preview';
import { type InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { paths } from '../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../testing/axe.ts';
import { idOf, type Visitor } from '../../testing/person.ts';
import { cell, freightLine, invoiceOf, lineOf, openInvoice, startInvoice } from './testing/start-invoice.tsx';

const main = page.getByRole('main');
const dialog = page.getByRole('dialog');
const totals = main.getByRole('group', { name: 'Totals' });
const state = (position: number) =>
  main.getByRole('button', { name: new RegExp(`^How the cost of line ${position} is spread`) });
const money = (document: string, account: string | null = null) => ({ document, account });

function open(invoice: Parameters<typeof startInvoice>[0], as?: Visitor) {
  const server = startInvoice(invoice, as);
  server.api.hold(previewAllocation);
  openInvoice();
  return server;
}

describe('the totals of an invoice', () => {
  it('include typed values before they are stored', async () => {
    open(invoiceOf([lineOf(1)]));
    await expect.element(totals).toMatchTextContent('LinesCNY 500.00');
    await expect.element(totals).toMatchTextContent('Difference0.00');
    await cell(1, 'amount').fill('450');
    await expect.element(totals).toMatchTextContent('LinesCNY 450.00');
    await expect.element(totals).toMatchTextContent('Difference50.00');
  });
  it('show tax that is part of the costs, excluded amounts, and the total in the account currency', async () => {
    const base = invoiceOf([lineOf(1, { taxAmount: '20.00' })], { rate: '0.125', rateDate: '2026-11-02' });
    open({
      ...base,
      totals: { ...base.totals, costTax: money('20.00'), excluded: money('30.00'), total: money('520.00', '65.00') },
    });
    for (const words of [
      'TaxCNY 20.00',
      'Tax in costCNY 20.00',
      'ExcludedCNY 30.00',
      '8.0000 CNY per GBP, 2 Nov, typed£65.00',
    ])
      await expect.element(totals).toMatchTextContent(words);
  });
  it('explain a total in account currency that differs from its lines, each of which is rounded', async () => {
    const base = invoiceOf([lineOf(1)], { rate: '0.1072961373', rateTyped: { rate: '9.32', per: 'ACCOUNT' } });
    open({ ...base, totals: { ...base.totals, total: money('54487.50', '5846.31') } });
    const note = totals.getByRole('note', { name: /Together they are £5,846\.31; .* at once would be £5,846\.30\.$/ });
    await expect.element(note).toBeVisible();
    await expect.element(totals).toMatchTextContent('9.3200 CNY per GBP, 16 Nov, typed');
  });
  it('name lines, difference and total, each in both currencies, where the lines are not the total', async () => {
    const base = invoiceOf([lineOf(1)], { rate: '0.1072961373', rateTyped: { rate: '9.32', per: 'ACCOUNT' } });
    open({
      ...base,
      total: '53728.00',
      totals: {
        ...base.totals,
        lines: money('55034.00', '5904.92'),
        recoverableTax: money('0.00', '0.00'),
        costTax: money('0.00', '0.00'),
        difference: money('-1306.00', '-140.13'),
        total: money('53728.00', '5764.79'),
      },
    });
    await expect
      .element(totals.getByRole('note', { name: /Lines and tax are CNY 55,034\.00 \(£5,904\.92\)/ }))
      .toBeVisible();
    await expect
      .element(totals.getByRole('note', { name: /the difference is .*1,306\.00 \(.*140\.13\), and the total is CNY/ }))
      .toBeVisible();
  });
  it('name the sum of lines that is larger than a typed amount may be, and none of which a part is unknown', async () => {
    const base = invoiceOf([lineOf(1)], { rate: '0.1072961373' });
    const totals = {
      ...base.totals,
      lines: money('12345678901234.00', '1324643657942.11'),
      recoverableTax: money('1.00', null),
      costTax: money('0.00', '0.00'),
      difference: money('-5.00', '-0.54'),
      total: money('12345678901230.00', '1324643657941.57'),
    };
    open({ ...base, total: '12345678901230.00', totals });
    await expect
      .element(main.getByRole('note', { name: /Lines and tax are CNY 12,345,678,901,235\.00 \(–\)/ }))
      .toBeVisible();
  });
  it('do not explain a total that is the same either way', async () => {
    const base = invoiceOf([lineOf(1)], { rate: '0.1', rateSource: 'feed' });
    open({ ...base, totals: { ...base.totals, total: money('500.00', '50.00') } });
    await expect.element(totals).toMatchTextContent('10.0000 CNY per GBP, 16 Nov, accepted£50.00');
    expect(totals.getByRole('note').query()).toBeNull();
  });
  it('say that the rate is missing', async () => {
    open(invoiceOf([lineOf(1)], { rate: null }));
    await expect.element(totals).toMatchTextContent('In GBPNo rate yet');
  });
  it('resolve a difference by adding a line with that amount', async () => {
    const { stored } = open(invoiceOf([lineOf(1)], { total: '512.00' }));
    await main.getByTitle('Resolve the difference of 12.00').click();
    await expect
      .element(dialog.getByText('The invoice total is CNY 512.00, but its lines and tax add up to CNY 500.00.'))
      .toBeVisible();
    await dialog.getByRole('button', { name: 'Add a line of CNY 12.00' }).click();
    await expect.element(cell(2, 'name')).toHaveValue('Difference');
    await expect.poll(() => stored().lines[1]).toMatchObject({ amount: '12.00', costType: 'OTHER', quantity: '1' });
    await expect.element(totals).toMatchTextContent('Difference0.00');
  });
  it('resolve a difference by changing the total, and suspect two swapped digits', async () => {
    const { stored } = open(invoiceOf([lineOf(1)], { total: '509.00' }));
    await main.getByTitle('Resolve the difference of 9.00').click();
    await expect.element(dialog.getByText('The difference is divisible by 9: are two digits swapped?')).toBeVisible();
    await expectNoSeriousFindings();
    await dialog.getByRole('button', { name: 'Set the total to CNY 500.00' }).click();
    await expect.poll(() => stored().total).toBe('500.00');
    await expect.element(dialog).not.toBeInTheDocument();
  });
  it('offer the sum of the lines if there is no total', async () => {
    const { stored } = open(invoiceOf([lineOf(1)], { total: null }));
    await expect.element(totals).toMatchTextContent('Invoice totalNot entered');
    await main.getByTitle('No invoice total yet').click();
    expect(dialog.getByRole('button', { name: /^Add a line/ }).query()).toBeNull();
    await dialog.getByRole('button', { name: 'Set the total to CNY 500.00' }).click();
    await expect.poll(() => stored().total).toBe('500.00');
  });
  it('offer a viewer no action', async () => {
    open(invoiceOf([lineOf(1)], { total: '512.00' }), 'viewer');
    await expect.element(totals).toMatchTextContent('Difference12.00');
    expect(main.getByTitle(/^Resolve/).query()).toBeNull();
  });
});

describe('the state of a line', () => {
  const states: readonly [string, Partial<InvoiceLine>, string][] = [
    [
      'Provisional',
      {},
      'Over 1 order, to its own order. It counts already, and is final once the invoice is confirmed.',
    ],
    ['Excluded', { isExcludedFromGeneralCostsData: true }, 'Excluded'],
    ['No amount', { cost: money('0.00'), assigned: money('0.00') }, 'No amount'],
    [
      'Unassigned · No units',
      { unassignedReason: 'NO_UNITS', unassigned: money('500.00'), assigned: money('0.00') },
      'What this line pays for has no units: its quantity is 0, or all its units were credited or never sent. ' +
        'Enter the quantity, credit the line, or exclude it.',
    ],
    [
      'Partly unassigned · Remainder',
      { unassignedReason: 'MANUAL_REST', unassigned: money('1.00') },
      'The typed shares leave a remainder. Give it to an order, or choose another basis.',
    ],
    [
      'Unassigned · No weight',
      {
        unassignedReason: 'MISSING_WEIGHT',
        unassigned: money('500.00'),
        assigned: money('0.00'),
        lackingProducts: [
          { id: idOf(200), sku: 'KTL' },
          { id: idOf(201), sku: 'MUG' },
        ],
      },
      'KTL, MUG have no weight. Add it to the products, or choose another basis.',
    ],
  ];
  it('names the state of its cost, with an explanation as tooltip', async () => {
    open(invoiceOf(states.map(([, over], at) => lineOf(at + 1, over))));
    for (const [at, [words, , title]] of states.entries()) {
      const button = main.getByRole('button', {
        name: `How the cost of line ${at + 1} is spread: ${words}`,
        exact: true,
      });
      await expect.element(button).toHaveAttribute('title', title);
    }
  });
  it('is "not counted" while the invoice is in review', async () => {
    open(invoiceOf([lineOf(1)], { status: 'REVIEW' }));
    await expect
      .element(state(1))
      .toHaveAttribute('title', 'An invoice in review does not count until you start to work on it.');
  });
});

describe('the notes below the lines', () => {
  it('show the unassigned total with the reasons, and open the first unassigned line', async () => {
    const base = invoiceOf([
      lineOf(1),
      freightLine(2, { unassigned: money('120.00'), assigned: money('0.00'), unassignedReason: 'NO_SCOPE' }),
      freightLine(3, { unassigned: money('120.00'), assigned: money('0.00'), unassignedReason: 'NO_SCOPE' }),
    ]);
    open({ ...base, totals: { ...base.totals, unassigned: money('240.00') } });
    await expect
      .element(main.getByText(/^CNY 240\.00 on 2 lines is not assigned\. It is not known which goods/))
      .toBeVisible();
    await main.getByRole('button', { name: 'Show', exact: true }).click();
    await expect.element(state(2)).toHaveAttribute('aria-expanded', 'true');
    await main.getByRole('button', { name: 'Close', exact: true }).click();
    await expect.element(state(2)).toHaveAttribute('aria-expanded', 'false');
    await main.getByTitle('Show the first line that is not assigned').click();
    await expect.element(state(2)).toHaveAttribute('aria-expanded', 'true');
  });
  it('show over how many orders lines without a product are spread, and on which basis', async () => {
    open(invoiceOf([lineOf(1), freightLine(2), freightLine(3, { entryCount: 5 })]));
    await expect
      .element(main.getByText('CNY 240.00 on 2 lines without a product is spread over 5 orders by quantity.'))
      .toBeVisible();
    await main.getByRole('button', { name: 'Change basis' }).click();
    await expect.element(state(2)).toHaveAttribute('aria-expanded', 'true');
  });
  it('name no basis if the lines have different ones', async () => {
    open(invoiceOf([freightLine(1), freightLine(2, { effectiveBasis: 'VALUE' })]));
    await expect
      .element(main.getByText('CNY 240.00 on 2 lines without a product is spread over 2 orders.'))
      .toBeVisible();
  });
  it('link to the credited invoices and to the credit notes', async () => {
    open(
      invoiceOf([lineOf(1)], {
        credits: [{ id: idOf(60), number: 'HS-0' }],
        creditedBy: [
          { id: idOf(61), number: 'CN-1' },
          { id: idOf(62), number: 'CN-2' },
        ],
      }),
    );
    await expect.element(main.getByText('This credit note credits HS-0.')).toBeVisible();
    await expect.element(main.getByText('Credited by CN-1, CN-2.')).toBeVisible();
    await expect.element(main.getByRole('link', { name: 'CN-2' })).toHaveAttribute('href', paths.invoice(idOf(62)));
  });
  it('say at which rate a credit note is converted', async () => {
    open(invoiceOf([lineOf(1)], { credits: [{ id: idOf(60), number: 'HS-0' }], creditedBy: [] }));
    await expect
      .element(
        main.getByText(
          'The lines and the difference of this credit note are converted at the rate of HS-0, not at its own rate.',
        ),
      )
      .toBeVisible();
  });
  it('ask for the rate first', async () => {
    open(invoiceOf([lineOf(1, { unassigned: money('500.00'), unassignedReason: 'NO_RATE' })], { rate: null }));
    await expect.element(main.getByText(/^Enter the rate from CNY to GBP/)).toBeVisible();
    expect(main.getByText(/is not assigned/).query()).toBeNull();
  });
  it('warn of possible duplicates', async () => {
    open(
      invoiceOf([lineOf(1)], {
        duplicates: [
          {
            id: idOf(63),
            invoiceNumber: 'HS-01',
            supplierName: 'Ningbo Haosheng',
            date: '2026-11-03',
            total: '500.00',
            currency: 'CNY',
            status: 'OPEN',
            reasons: ['FILE'],
          },
        ],
      }),
    );
    await expect.element(main.getByText('Looks like HS-01 of 3 Nov: same file.')).toBeVisible();
  });
});
