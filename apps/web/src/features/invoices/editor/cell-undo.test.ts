import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUTOSAVE_MS } from '../../../lib/editing/save-queue.ts';
import { aLine, anInvoice } from '../testing/an-invoice.ts';
import type { EditorCalls } from './editor-state.ts';
import { createInvoiceEditor } from './invoice-editor.ts';
import { textIn } from './lead.ts';
import type { Cell, TextCell } from './line-draft.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const pause = () => vi.advanceTimersByTimeAsync(10 * AUTOSAVE_MS);

/** An invoice with two lines of 100 for 2,070.00, and all that is sent for them. */
function start() {
  const lines = new Map(
    ['line-1', 'line-2'].map((invoiceLineId, index) => [
      invoiceLineId,
      aLine({ invoiceLineId, position: index + 1, quantity: '100', amount: '2070.00', unitPrice: '20.7000' }),
    ]),
  );
  const { lines: _, ...invoice } = anInvoice();
  const sent: Record<string, unknown>[] = [];
  const saveLine = async (id: string, { version, ...body }: Record<string, unknown> & { version: number }) => {
    sent.push(body);
    const merged: InvoiceLine = {
      ...(lines.get(id) ?? aLine()),
      ...(body as Partial<InvoiceLine>),
      version: version + 1,
    };
    const line = { ...merged, unitPrice: (Number(merged.amount) / Number(merged.quantity)).toFixed(4) };
    lines.set(id, line);
    return { line, invoice: invoice as Invoice };
  };
  const saveHeader = async ({ version, ...body }: Record<string, unknown> & { version: number }) => {
    sent.push(body);
    return { ...invoice, ...body, version: version + 1, lines: [...lines.values()] };
  };
  const calls = { saveLine, saveHeader, now: () => 0, onRefusal: vi.fn(), onSettled: vi.fn() };
  const editor = createInvoiceEditor(anInvoice({ lines: [...lines.values()] }), calls as unknown as EditorCalls);
  /** Types key by key, with the focus in the cell. */
  const type = (key: string, cell: Cell, text: string) => {
    editor.startCell(key, cell);
    for (let length = 1; length <= text.length; length += 1) editor.setCell(key, cell, text.slice(0, length));
  };
  const enter = async (key: string, cell: Cell, text: string) => {
    type(key, cell, text);
    editor.leaveCell(key, cell);
    await pause();
  };
  const shown = (key: string, cell: TextCell) => {
    const row = editor.get().rows.get(key);
    return row && textIn(row, cell, 'USD');
  };
  return { editor, sent, type, enter, shown, stored: (key: string) => lines.get(key) };
}

describe('what is being typed', () => {
  it.each(['name', 'quantity', 'price', 'amount', 'tax'] as const)(
    'in the cell %s is not sent before the cell is left',
    async (cell) => {
      const { editor, sent, type } = start();
      type('line-1', cell, '12');
      await pause();
      expect(sent).toEqual([]);
      editor.setCell('line-1', cell, '125');
      editor.leaveCell('line-1', cell);
      await pause();
      expect(sent).toHaveLength(1);
      expect(Object.values(sent[0] ?? {})).toEqual([
        { name: '125', quantity: '125', price: '12500.00', amount: '125.00', tax: '125.00' }[cell],
      ]);
    },
  );
  it.each(['total', 'rate'] as const)('as %s of the invoice is not sent before the field is left', async (field) => {
    const { editor, sent } = start();
    editor.startHeader(field);
    editor.setHeader(field, (field === 'rate' ? { text: '0.7', isInverse: false } : '7') as never);
    await pause();
    expect(sent).toEqual([]);
    editor.leaveHeader(field);
    await pause();
    expect(sent).toHaveLength(1);
  });
  it('is sent when the person leaves the page', async () => {
    const { editor, sent, type } = start();
    type('line-1', 'quantity', '125');
    expect(await editor.flush()).toBe(true);
    expect(sent).toEqual([{ quantity: '125' }]);
  });
});

describe('the undo of a cell', () => {
  it('puts back the amount that followed from a price, to the cent', async () => {
    const { editor, enter, stored, shown } = start();
    await enter('line-1', 'quantity', '3000000');
    await enter('line-1', 'amount', '1000000');
    await enter('line-1', 'price', '0.4');
    expect(stored('line-1')?.amount).toBe('1200000.00');
    editor.undoCell();
    await pause();
    // The shown price of 0.333333 would make 999,999.00 of it.
    expect(stored('line-1')?.amount).toBe('1000000.00');
    expect(shown('line-1', 'amount')).toBe('1000000.00');
  });
  it('leaves an amount alone that was changed since', async () => {
    const { editor, enter, stored } = start();
    await enter('line-1', 'price', '30');
    editor.take(anInvoice({ version: 9, lines: [aLine({ invoiceLineId: 'line-1', version: 9, amount: '2500.00' })] }));
    editor.undoCell();
    await pause();
    expect(editor.get().rows.get('line-1')?.stored?.amount).toBe('2500.00');
    expect(stored('line-1')?.amount).toBe('3000.00');
  });
  it('takes away the amount of a price that Escape takes away', async () => {
    const { editor, sent, type, shown } = start();
    type('line-1', 'price', '60');
    expect(shown('line-1', 'amount')).toBe('6000.00');
    editor.revertCell('line-1', 'price');
    editor.leaveCell('line-1', 'price');
    await pause();
    expect([shown('line-1', 'amount'), sent]).toEqual(['2070.00', []]);
  });
});

describe('the unit price', () => {
  it('is that of the displayed quantity and amount, before they are stored as well', () => {
    const { editor, type, shown } = start();
    type('line-1', 'quantity', '12');
    expect(shown('line-1', 'price')).toBe('172.50');
    editor.setCell('line-1', 'quantity', '125');
    expect(shown('line-1', 'price')).toBe('16.56');
    editor.setCell('line-1', 'quantity', '');
    expect(shown('line-1', 'price')).toBe('');
    editor.setCell('line-1', 'quantity', 'x');
    expect(shown('line-1', 'price')).toBe('20.70');
  });
  it('that was typed last is offered after every new quantity, also where the amount was kept before', async () => {
    const { editor, enter } = start();
    await enter('line-1', 'quantity', '160');
    editor.answerOffer('line-1', true);
    await pause();
    expect(editor.get().rows.get('line-1')?.stored?.amount).toBe('3312.00');
    await enter('line-2', 'quantity', '162');
    expect(editor.get().rows.get('line-2')?.offer).toMatchObject({ price: '20.70', amount: '3353.40' });
    editor.answerOffer('line-2', false);
    await enter('line-2', 'quantity', '160');
    expect(editor.get().rows.get('line-2')?.offer).toMatchObject({ price: '20.70', amount: '3312.00' });
    await enter('line-2', 'quantity', '100');
    expect(editor.get().rows.get('line-2')?.offer).toBeUndefined();
  });
});
