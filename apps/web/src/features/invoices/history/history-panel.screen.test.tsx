import { type HistoryEntry, listInvoiceHistory } from '@quayside/contracts/invoices/invoices';
import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { paths } from '../../../lib/paths.ts';
import { expectNoSeriousFindings } from '../../../testing/axe.ts';
import { aPage } from '../../../testing/pages.ts';
import { idOf } from '../../../testing/person.ts';
import { renderScreen } from '../../../testing/render-app.tsx';
import { invoiceOf, lineOf, openInvoice, startInvoice } from '../testing/start-invoice.tsx';

const panel = page.getByRole('complementary', { name: 'History' });
const entries = panel.getByRole('listitem');
const open = page.getByRole('main').getByRole('button', { name: 'History' });

const anEntry = (n: number, over: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: idOf(800 + n),
  at: '2026-11-20T09:00:00Z',
  who: { id: idOf(1), name: 'Ada Crane' },
  action: 'invoice.changed',
  changes: [],
  ...over,
});
const change = (field: string, from: string | null, to: string | null): HistoryEntry['changes'][number] => ({
  line: null,
  field,
  from,
  to,
});
const TOTAL = anEntry(1, { changes: [change('total', 'CNY 100.00', 'CNY 130.00')] });

function start(history: readonly HistoryEntry[]) {
  const server = startInvoice(invoiceOf([lineOf(1)]));
  server.api.on(listInvoiceHistory, aPage(history));
  return server;
}

describe('the history of an invoice', () => {
  it('shows who did what, newest first, with old and new values', async () => {
    const line = { id: idOf(1001), position: 1 };
    start(
      [
        anEntry(1, { action: 'invoice.closed' }),
        TOTAL,
        anEntry(2, {
          action: 'invoice-line.changed',
          changes: [{ ...change('quantity', '100', '1200'), line }],
          who: null,
        }),
        anEntry(3, { action: 'invoice.created', changes: [change('invoiceNumber', null, 'HS-1')] }),
      ].map((entry, n) => ({ ...entry, id: idOf(810 + n) })),
    );
    openInvoice();
    await open.click();
    await expect.element(open).toHaveAttribute('aria-expanded', 'true');
    await expect.element(entries.nth(0)).toMatchTextContent(/^Closed the invoiceAda Crane · /);
    await expect.element(entries.nth(1)).toMatchTextContent('Invoice totalCNY 100.00 → CNY 130.00');
    await expect.element(entries.nth(2)).toMatchTextContent(/^Changed line 1Quayside/);
    await expect.element(entries.nth(2)).toMatchTextContent('Line 1, Quantity100 → 1,200');
    await expect.element(entries.nth(3)).toMatchTextContent(/^Created the invoice.*NumberHS-1$/);
    await expectNoSeriousFindings();
  });
  it('collapses entries with many changes', async () => {
    const many = Array.from({ length: 8 }, (_, n) => change('attention', `a${n}`, `b${n}`));
    start([anEntry(1, { changes: many })]);
    openInvoice();
    await open.click();
    await expect.element(entries.first()).toMatchTextContent('a5 → b5');
    expect(panel.getByText('b6').query()).toBeNull();
    await panel.getByRole('button', { name: 'and 2 more changes' }).click();
    await expect.element(panel.getByText('b7')).toBeVisible();
  });
  it('loads earlier pages, and shows an entry once even if it has moved to the next page', async () => {
    const { api } = start([]);
    api.on(listInvoiceHistory, ({ query }) =>
      query.page === 1
        ? aPage([anEntry(2), anEntry(3, { action: 'invoice.created' })], { totalPages: 2, number: 1 })
        : aPage([anEntry(1, { action: 'invoice.closed' }), anEntry(2)], { totalPages: 2 }),
    );
    openInvoice();
    await open.click();
    await expect.poll(() => entries.elements().length).toBe(2);
    await panel.getByRole('button', { name: 'Show earlier changes' }).click();
    await expect.element(entries.nth(2)).toMatchTextContent('Created the invoice');
    expect(entries.elements()).toHaveLength(3);
    await expect.element(panel.getByRole('button', { name: 'Show earlier changes' })).not.toBeInTheDocument();
  });
  it('says that nothing has changed, or shows an error', async () => {
    const { api } = start([]);
    api.refuse(listInvoiceHistory, 'internal');
    openInvoice();
    await open.click();
    await expect.element(panel.getByRole('alert')).toBeVisible();
    api.on(listInvoiceHistory, aPage([]));
    await panel.getByRole('button', { name: 'Try again' }).click();
    await expect.element(panel.getByText('Nothing has changed yet.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(panel).not.toBeInTheDocument();
  });
  it('is updated while it is open and somebody changes the invoice', async () => {
    const { api } = start([TOTAL]);
    renderScreen(paths.invoice(idOf(10)));
    await open.click();
    await expect.poll(() => entries.elements().length).toBe(1);
    api.on(listInvoiceHistory, aPage([anEntry(9, { action: 'invoice.confirmed' }), TOTAL]));
    api.tellChanged('invoices', [idOf(10)]);
    await expect.element(entries.nth(0)).toMatchTextContent('Confirmed the invoice');
  });
});
