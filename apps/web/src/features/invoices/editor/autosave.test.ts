import type { InvoiceWithLines } from '@quayside/contracts/invoices';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EditorCalls } from './editor-state.ts';
import { createInvoiceEditor } from './invoice-editor.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const stored = {
  id: 'i1',
  invoiceNumber: 'MOF-1',
  currency: 'USD',
  accountCurrency: 'GBP',
  rate: '0.8',
  rateDate: null,
  total: '10.00',
  pairedWith: [],
  version: 1,
  lines: [],
  status: 'WORKING',
  supplierContact: { id: 's', companyName: 'S', localName: null },
  date: '2026-11-20',
  can: {},
  updatedAt: '2026-11-20T10:00:00.000Z',
} as unknown as InvoiceWithLines;

describe('autosave', () => {
  it('sends a pairing once, even when the server stores it in another order', async () => {
    const [a, b] = [
      { type: 'INVOICE' as const, id: 'a', label: 'A', order: null },
      { type: 'INVOICE' as const, id: 'b', label: 'B', order: null },
    ];
    const saveHeader = vi.fn(async () => ({ ...stored, pairedWith: [b, a], version: 2 }));
    const calls = {
      saveHeader,
      newKey: () => 'k',
      now: () => 0,
      onRefusal: () => undefined,
      onSettled: () => undefined,
    } as unknown as EditorCalls;
    const editor = createInvoiceEditor(stored, calls);
    editor.setHeader('pairedWith', [a, b]);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(saveHeader).toHaveBeenCalledTimes(1);
    expect(editor.get().save.isSaving).toBe(false);
  });

  it('does not resend a value that the server stores in another form', async () => {
    const saveHeader = vi.fn(async () => ({ ...stored, tracking: 'as the server likes it', version: 2 }));
    const calls = {
      saveHeader,
      newKey: () => 'k',
      now: () => 0,
      onRefusal: () => undefined,
      onSettled: () => undefined,
    } as unknown as EditorCalls;
    const editor = createInvoiceEditor(stored, calls);
    editor.setHeader('tracking', 'as I typed it');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(saveHeader).toHaveBeenCalledTimes(1);
  });
});
