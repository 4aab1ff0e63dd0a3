import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/errors/api-error.ts';
import { aLine, anInvoice } from '../testing/an-invoice.ts';
import { countProblems } from '../../../lib/editing/draft-editor/description.ts';
import type { EditorCalls } from './editor-state.ts';
import { createInvoiceEditor } from './invoice-editor.ts';
import { AUTOSAVE_MS, LEAVE_MS } from '../../../lib/editing/save-queue.ts';
import { localTotals } from './local-totals.ts';

const withoutLines = (whole: InvoiceWithLines): Invoice => {
  const { lines: _, ...invoice } = whole;
  return invoice;
};
const refusal = (field: string, message: string) =>
  new ApiError({ status: 422, code: 'bad_input', message: 'Something went wrong', errors: [{ field, message }] });

/** A fake server that stores what it receives and counts versions. */
function server(first = anInvoice()) {
  let invoice = first;
  const keys: string[] = [];
  const patch = (line: InvoiceLine, body: Record<string, unknown>): InvoiceLine => ({
    ...line,
    ...(body as Partial<InvoiceLine>),
    product:
      body['productId'] === undefined
        ? line.product
        : body['productId']
          ? { id: String(body['productId']), sku: 'X', name: 'X' }
          : null,
    version: line.version + 1,
  });
  const put = (line: InvoiceLine) => {
    invoice = {
      ...invoice,
      lines: [...invoice.lines.filter((other) => other.invoiceLineId !== line.invoiceLineId), line],
    };
    return { line, invoice: withoutLines(invoice) };
  };
  const calls = {
    saveHeader: vi.fn(
      async (body: { version: number }) =>
        (invoice = { ...invoice, ...(body as Partial<InvoiceWithLines>), version: invoice.version + 1 }),
    ),
    createLine: vi.fn(async (body, key: string) => {
      keys.push(key);
      return put(
        patch(
          aLine({
            invoiceLineId: `line-${invoice.lines.length + 1}`,
            position: invoice.lines.length + 1,
            product: null,
            name: null,
            quantity: '0',
            amount: '0.00',
            order: null,
            version: 0,
          }),
          body,
        ),
      );
    }),
    saveLine: vi.fn(async (lineId: string, body: { version: number }) =>
      put(patch(invoice.lines.find((line) => line.invoiceLineId === lineId) ?? aLine(), body)),
    ),
    deleteLine: vi.fn(
      async (lineId: string) =>
        void (invoice = { ...invoice, lines: invoice.lines.filter((line) => line.invoiceLineId !== lineId) }),
    ),
    saveLines: vi.fn(async (bodies: readonly ({ invoiceLineId: string } & Record<string, unknown>)[]) => {
      for (const { invoiceLineId, ...body } of bodies)
        put(patch(invoice.lines.find((line) => line.invoiceLineId === invoiceLineId) ?? aLine(), body));
    }),
    replaceLines: vi.fn(async (lines: readonly { invoiceLineId?: string }[], version: number) => {
      const kept = lines.map(({ invoiceLineId, ...body }, at) =>
        invoiceLineId === undefined
          ? patch(aLine({ invoiceLineId: `again-${at}`, version: 0 }), body)
          : (invoice.lines.find((line) => line.invoiceLineId === invoiceLineId) ?? aLine()),
      );
      return (invoice = {
        ...invoice,
        lines: kept.map((line, at) => ({ ...line, position: at + 1 })),
        version: version + 1,
      });
    }),
    load: vi.fn(async () => invoice),
    newKey: vi.fn(() => `key-${keys.length + 1}`),
    now: () => 1_000,
    onRefusal: vi.fn(),
    onSettled: vi.fn(),
  } satisfies EditorCalls;
  return { calls, keys, stored: () => invoice };
}
const pause = (ms = AUTOSAVE_MS) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('saving automatically', () => {
  it('sends header and lines one after the other, each with its newest version', async () => {
    const { calls } = server();
    const editor = createInvoiceEditor(anInvoice(), calls);
    editor.setHeader('invoiceNumber', 'HS-2');
    editor.setCell('line-1', 'amount', '120*0.85+14');
    await pause();
    editor.setHeader('total', '116');
    await pause();
    expect(calls.saveHeader.mock.calls.map(([body]) => body)).toEqual([
      { invoiceNumber: 'HS-2', version: 1 },
      { total: '116.00', version: 2 },
    ]);
    expect(calls.saveLine).toHaveBeenCalledWith('line-1', { amount: '116.00', version: 1 });
  });
  it('does not send an invalid text, and reports it on blur', async () => {
    const { calls } = server();
    const editor = createInvoiceEditor(anInvoice(), calls);
    editor.startCell('line-1', 'amount');
    editor.setCell('line-1', 'amount', '120*');
    await pause();
    expect(calls.saveLine).not.toHaveBeenCalled();
    expect(countProblems(editor.get())).toBe(0);
    editor.leaveCell('line-1', 'amount');
    expect(editor.get().rows.get('line-1')?.draft.amount).toBe('120*');
    expect(countProblems(editor.get())).toBe(1);
  });
});

describe('a value that the server stores in another form', () => {
  it('is not sent again and again', async () => {
    const { calls, stored } = server();
    const editor = createInvoiceEditor(anInvoice(), calls);
    // The server replaces an empty invoice number by the date.
    calls.saveHeader.mockImplementation(async () => ({ ...stored(), invoiceNumber: '2026-11-16', version: 2 }));
    editor.startHeader('invoiceNumber');
    editor.setHeader('invoiceNumber', '');
    await pause(10_000);
    expect(calls.saveHeader).toHaveBeenCalledTimes(1);
    expect(editor.get().header.draft.invoiceNumber).toBe('');
    editor.leaveHeader('invoiceNumber');
    expect(editor.get().header.draft.invoiceNumber).toBeUndefined();
    expect(editor.hasUnsaved()).toBe(false);
    expect(editor.get().save.isSaving).toBe(false);
  });
  it('is equal to a list in another order', async () => {
    const { calls } = server();
    const pairedWith = [
      { type: 'INVOICE' as const, id: '1', label: 'A', order: null },
      { type: 'ORDER' as const, id: '2', label: 'B', order: null },
    ];
    const editor = createInvoiceEditor(anInvoice({ pairedWith }), calls);
    editor.setHeader('pairedWith', pairedWith.toReversed());
    await pause();
    expect(calls.saveHeader).not.toHaveBeenCalled();
  });
});

describe('a new line', () => {
  it('is created when it has content, keeps its row on the screen, and is updated from then on', async () => {
    const { calls } = server();
    const editor = createInvoiceEditor(anInvoice(), calls);
    const key = editor.addRow();
    await pause();
    expect(calls.createLine).not.toHaveBeenCalled();
    expect(editor.addRow()).toBe(key);
    editor.setCell(key, 'name', 'Truck');
    await pause();
    editor.setCell(key, 'amount', '1310');
    await pause();
    expect(calls.createLine).toHaveBeenCalledWith({ costType: 'FACTORY_INVOICE', name: 'Truck' }, 'key-1');
    expect(calls.saveLine).toHaveBeenCalledWith('line-2', { amount: '1310.00', version: 1 });
    expect(editor.get().keys.at(-1)).toBe(key);
  });
});

describe('totals with unsaved input', () => {
  it('include values before they are stored', () => {
    const { calls } = server();
    const editor = createInvoiceEditor(anInvoice(), calls);
    expect(localTotals(editor.get()).difference).toBe(0n);
    editor.setCell('line-1', 'amount', '5800');
    editor.setCell('line-1', 'tax', '0.50');
    editor.setCell(editor.addRow({ amount: '10' }), 'name', 'x');
    expect(localTotals(editor.get())).toEqual({ lines: 581_000n, tax: 50n, total: 589_050n, difference: 8_000n });
  });
  it('have no difference without a total, and use the stored value of an invalid cell', () => {
    const { calls } = server();
    const editor = createInvoiceEditor(anInvoice(), calls);
    editor.setHeader('total', '');
    editor.setCell('line-1', 'amount', '12*');
    expect(localTotals(editor.get())).toEqual({ lines: 589_050n, tax: 0n, total: null, difference: null });
  });
});

describe('many lines at once', () => {
  const three = () =>
    anInvoice({
      lines: [1, 2, 3].map((position) => aLine({ invoiceLineId: `line-${position}`, position, costType: 'OTHER' })),
    });

  it('are changed with one call that contains the version of each line', async () => {
    const { calls } = server(three());
    const editor = createInvoiceEditor(three(), calls);
    await editor.patchRows([
      { lineId: 'line-1', body: { costType: 'SHIPPING' } },
      { lineId: 'line-3', body: { costType: 'STORAGE' } },
      { lineId: 'gone', body: { costType: 'STORAGE' } },
    ]);
    expect(calls.saveLines).toHaveBeenCalledExactlyOnceWith([
      { invoiceLineId: 'line-1', version: 1, costType: 'SHIPPING' },
      { invoiceLineId: 'line-3', version: 1, costType: 'STORAGE' },
    ]);
    expect(editor.get().keys.map((key) => editor.get().rows.get(key)?.stored?.costType)).toEqual([
      'SHIPPING',
      'OTHER',
      'STORAGE',
    ]);
  });
  it('are changed with one call, and other lines keep their unsaved input', async () => {
    const { calls } = server(three());
    const editor = createInvoiceEditor(three(), calls);
    editor.setCell('line-2', 'name', 'Typed meanwhile');
    const before = await editor.removeRows(new Set(['line-1', 'line-3']));
    expect(calls.replaceLines).toHaveBeenCalledExactlyOnceWith([{ invoiceLineId: 'line-2' }], 1);
    expect(before.map((line) => line.invoiceLineId)).toEqual(['line-1', 'line-2', 'line-3']);
    expect(editor.get().keys).toEqual(['line-2']);
    expect(editor.get().rows.get('line-2')?.draft.name).toBe('Typed meanwhile');
  });
  it('that were just added are removed again: quantities are set to 0 first, which removes their orders', async () => {
    const [one, two, other] = three().lines;
    if (!one || !two || !other) throw new Error('Three lines are needed.');
    const added = anInvoice({
      lines: [
        one,
        { ...two, order: { id: 'order-2', number: 'SO-000002', invoiceNumber: 'NB-7001', linePosition: 2 } },
        { ...other, order: null },
      ],
    });
    const { calls } = server(added);
    const editor = createInvoiceEditor(added, calls);
    await editor.takeBackRows(new Set(['line-2', 'line-3']));
    expect(calls.replaceLines.mock.calls).toEqual([
      [[{ invoiceLineId: 'line-1' }, { invoiceLineId: 'line-2', quantity: '0' }, { invoiceLineId: 'line-3' }], 1],
      [[{ invoiceLineId: 'line-1' }], 2],
    ]);
    expect(editor.get().keys).toEqual(['line-1']);
  });
  it('are restored at their former positions', async () => {
    const { calls } = server(three());
    const editor = createInvoiceEditor(three(), calls);
    await editor.removeRows(new Set(['line-1']));
    await editor.replaceRows([
      { name: 'Plate', costType: 'OTHER' },
      { invoiceLineId: 'line-2' },
      { invoiceLineId: 'line-3' },
    ]);
    expect(editor.get().keys.map((key) => editor.get().rows.get(key)?.stored?.name)).toEqual([
      'Plate',
      'Kettle',
      'Kettle',
    ]);
    expect(calls.replaceLines).toHaveBeenLastCalledWith(expect.anything(), 2);
  });
  it('that are refused stay unchanged, and the caller gets the error', async () => {
    const { calls } = server(three());
    calls.saveLines.mockRejectedValueOnce(refusal('lines.0.basis', 'No'));
    const editor = createInvoiceEditor(three(), calls);
    await expect(editor.patchRows([{ lineId: 'line-1', body: { basis: 'WEIGHT' } }])).rejects.toThrow(
      'Something went wrong',
    );
    expect(editor.get().rows.get('line-1')?.stored?.version).toBe(1);
    expect(editor.get().save.isFailing).toBe(false);
  });
});

describe('related invoices', () => {
  it('are kept when a line is saved, because that response omits them', async () => {
    const first = anInvoice({ creditedBy: [{ id: 'credit-1', number: 'CN-1' }] });
    const { calls } = server(first);
    calls.saveLine.mockImplementationOnce(async () => {
      const { creditedBy: _, credits: __, duplicates: ___, ...bare } = withoutLines(first) as InvoiceWithLines;
      return { line: aLine({ name: 'New', version: 2 }), invoice: bare as Invoice };
    });
    const editor = createInvoiceEditor(first, calls);
    editor.setCell('line-1', 'name', 'New');
    await pause();
    expect(editor.get().record.creditedBy).toEqual([{ id: 'credit-1', number: 'CN-1' }]);
  });
});

describe('a line that credits another line', () => {
  const credit = () =>
    anInvoice({
      kind: 'CREDIT_NOTE',
      lines: [
        aLine({
          quantity: '-3',
          amount: '-30.00',
          creditsLine: { invoiceId: 'invoice-0', invoiceNumber: 'HS-0', lineId: 'line-0', position: 1 },
        }),
      ],
    });
  it('accepts a negative quantity, which any other line refuses', async () => {
    const { calls } = server(credit());
    const editor = createInvoiceEditor(credit(), calls);
    editor.setCell('line-1', 'quantity', '-2');
    editor.leaveCell('line-1', 'quantity');
    await pause();
    expect(calls.saveLine).toHaveBeenCalledWith('line-1', { quantity: '-2', version: 1 });
    const other = createInvoiceEditor(anInvoice(), server().calls);
    other.setCell('line-1', 'quantity', '-2');
    other.leaveCell('line-1', 'quantity');
    expect(other.get().rows.get('line-1')?.errors.quantity).toBeDefined();
  });
});

describe('a figure that is not complete', () => {
  it('is saved as soon as its cell is left, and not before it is complete', async () => {
    const { calls } = server();
    const editor = createInvoiceEditor(anInvoice(), calls);
    editor.startCell('line-1', 'amount');
    editor.setCell('line-1', 'amount', '12.');
    await pause(10 * AUTOSAVE_MS);
    expect(calls.saveLine).not.toHaveBeenCalled();
    expect([editor.hasUnsaved(), editor.get().save.isSaving]).toEqual([true, true]);
    editor.setCell('line-1', 'amount', '12.5');
    editor.leaveCell('line-1', 'amount');
    await pause(LEAVE_MS);
    expect(calls.saveLine.mock.calls).toEqual([['line-1', { amount: '12.50', version: 1 }]]);
  });
  it('lets the other fields be saved, and is saved with everything when the person leaves the page', async () => {
    const { calls } = server();
    const editor = createInvoiceEditor(anInvoice(), calls);
    editor.setHeader('tracking', 'T-1');
    editor.startHeader('total');
    editor.setHeader('total', '700,');
    await pause();
    expect(calls.saveHeader.mock.calls).toEqual([[{ tracking: 'T-1', version: 1 }]]);
    expect(await editor.flush()).toBe(true);
    expect(calls.saveHeader.mock.calls.at(-1)).toEqual([{ total: '700.00', version: 2 }]);
    expect(editor.hasUnsaved()).toBe(false);
  });
  it('keeps the amount that follows from an incomplete price', async () => {
    const { calls } = server();
    const editor = createInvoiceEditor(anInvoice(), calls);
    editor.startCell('line-1', 'price');
    editor.setCell('line-1', 'price', '60.');
    await pause();
    expect(calls.saveLine).not.toHaveBeenCalled();
    editor.setCell('line-1', 'price', '60.5');
    editor.leaveCell('line-1', 'price');
    await pause();
    expect(calls.saveLine.mock.calls).toEqual([['line-1', { amount: '6050.00', version: 1 }]]);
  });
});

describe('a value that somebody else changes after it was saved here', () => {
  const changedBy = (over: Partial<InvoiceLine>, invoice: Partial<InvoiceWithLines> = {}) =>
    anInvoice({ version: 9, ...invoice, lines: [aLine({ version: 9, ...over })] });
  const edited = async () => {
    const { calls } = server();
    const editor = createInvoiceEditor(anInvoice(), calls);
    editor.setCell('line-1', 'quantity', '133');
    editor.setHeader('total', '700');
    await pause();
    return editor;
  };

  it('is noticed with both values, once', async () => {
    const editor = await edited();
    editor.take(changedBy({ quantity: '13' }, { total: '800.00' }));
    expect(editor.get().overwritten).toMatchObject([
      { of: 'header', fields: ['total'], mine: { total: '700.00' }, theirs: { total: '800.00' } },
      { of: 'line-1', fields: ['quantity'], mine: { quantity: '133' }, theirs: { quantity: '13' } },
    ]);
    for (const one of editor.get().overwritten) editor.forgetOverwritten(one);
    editor.take(anInvoice({ version: 10, total: '900.00', lines: [aLine({ version: 10, quantity: '14' })] }));
    expect(editor.get().overwritten).toEqual([]);
  });
  it('is not noticed for a field that was not changed here, nor for a change of this person', async () => {
    const editor = await edited();
    editor.adopt(changedBy({ quantity: '13' }, { total: '800.00' }));
    editor.take(
      anInvoice({
        version: 10,
        total: '800.00',
        tracking: 'T',
        lines: [aLine({ version: 10, quantity: '13', name: 'Pan' })],
      }),
    );
    expect(editor.get().overwritten).toEqual([]);
  });
});
