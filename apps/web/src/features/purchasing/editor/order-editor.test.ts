import type { PurchaseOrderItem } from '@quayside/contracts/purchasing/purchase-order-items';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/errors/api-error.ts';
import { AUTOSAVE_MS, LEAVE_MS } from '../../../lib/editing/save-queue.ts';
import { idOf } from '../../../testing/person.ts';
import { anItem, orderOf } from '../testing/an-order.ts';
import type { HeaderBody } from './header-draft.ts';
import type { ItemBody } from './item-draft.ts';
import { createOrderEditor, type EditorCalls } from './order-editor.ts';
import { countProblems } from '../../../lib/editing/draft-editor/description.ts';

const FIRST = idOf(1001);
const SECOND = idOf(1002);
const two = () =>
  orderOf([anItem(), anItem({ id: SECOND, position: 2, productId: null, product: null, sku: null, name: 'Sticker' })]);

const refusal = (field: string, message: string) =>
  new ApiError({ status: 422, code: 'bad_input', message: 'Something went wrong', errors: [{ field, message }] });

const headOf = (whole: PurchaseOrderWithItems) => {
  const { items: _, ...order } = whole;
  return order;
};
/** Stores the fields of a request, with a product as the server answers it. */
const stored = (item: PurchaseOrderItem, { productId, askedQuantity, ...body }: ItemBody): PurchaseOrderItem => ({
  ...item,
  ...(body as Partial<PurchaseOrderItem>),
  ...(askedQuantity === undefined
    ? {}
    : { askedQuantity: askedQuantity === null ? null : String(askedQuantity), quantity: String(askedQuantity ?? 0) }),
  ...(productId === undefined
    ? {}
    : { productId, product: productId === null ? null : { id: productId, sku: 'NEW', name: 'New' } }),
  version: item.version + 1,
});

/** A server that stores what it receives, counts versions, and performs each idempotency key once. */
function server(first = two()) {
  let order = first;
  let keys = 0;
  const answers = new Map<string, PurchaseOrderItem>();
  const put = (item: PurchaseOrderItem) => {
    order = { ...order, items: [...order.items.filter(({ id }) => id !== item.id), item] };
    return { item, purchaseOrder: headOf(order) };
  };
  const itemWith = (id: string) => order.items.find((item) => item.id === id) ?? anItem({ id });
  const calls = {
    saveHeader: vi.fn(
      async (body: { version: number }) =>
        (order = { ...order, ...(body as Partial<PurchaseOrderWithItems>), version: order.version + 1 }),
    ),
    createItem: vi.fn(async (body: ItemBody, key: string) => {
      const position = order.items.length + 1;
      const blank = anItem({ id: idOf(1000 + position), position, productId: null, product: null, sku: null });
      const made = answers.get(key) ?? stored({ ...blank, quantity: '0', unitPrice: '0', version: 0 }, body);
      answers.set(key, made);
      return put(made);
    }),
    saveItem: vi.fn(async (id: string, body: ItemBody & { version: number }) => put(stored(itemWith(id), body))),
    moveItem: vi.fn(async (id: string, position: number) => {
      const others = order.items.filter((item) => item.id !== id).toSorted((a, b) => a.position - b.position);
      const items = others.toSpliced(position - 1, 0, itemWith(id)).map((item, at) => ({ ...item, position: at + 1 }));
      order = { ...order, items };
      return put(itemWith(id));
    }),
    deleteItem: vi.fn(async (id: string) => {
      order = { ...order, items: order.items.filter((item) => item.id !== id) };
    }),
    load: vi.fn(async () => order),
    newKey: () => `key-${(keys += 1)}`,
    now: () => 1_000,
    onRefusal: vi.fn(),
    onSettled: vi.fn(),
  } satisfies EditorCalls;
  return { calls, items: () => order.items, order: () => order };
}
/** Performs the call, and holds its answer back until the returned function is called. */
const holdAnswer = <A extends unknown[], R>(call: ReturnType<typeof vi.fn<(...input: A) => Promise<R>>>) => {
  let release: () => void = () => undefined;
  const perform = call.getMockImplementation();
  call.mockImplementationOnce(async (...input) => {
    await new Promise<void>((resolve) => (release = resolve));
    if (!perform) throw new Error('There is no server');
    return perform(...input);
  });
  return () => release();
};
const pause = (ms = AUTOSAVE_MS) => vi.advanceTimersByTimeAsync(ms);
const start = (first = two()) => {
  const { calls, items, order } = server(first);
  const editor = createOrderEditor(first, calls);
  return { calls, items, order, editor, draftOf: (key: string) => editor.get().rows.get(key)?.draft };
};

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('the text that is being typed', () => {
  it('stays in its cell when the answer to its save arrives, and is shown as stored once the cell is left', async () => {
    const { calls, editor, draftOf } = start();
    editor.startCell(FIRST, 'quantity');
    editor.setCell(FIRST, 'quantity', '24*2+24');
    await editor.flush();
    expect(calls.saveItem.mock.calls).toEqual([[FIRST, { askedQuantity: '72', version: 1 }]]);
    expect(editor.get().rows.get(FIRST)?.stored?.quantity).toBe('72');
    expect(draftOf(FIRST)).toEqual({ quantity: '24*2+24' });
    expect(editor.hasUnsaved()).toBe(false);
    editor.leaveCell(FIRST, 'quantity');
    await pause(LEAVE_MS);
    expect(draftOf(FIRST)).toEqual({});
    expect(calls.saveItem).toHaveBeenCalledTimes(1);
  });

  it('stays in its cell when others change the purchase order, and their value is no conflict if it is the same', () => {
    const { editor, draftOf } = start();
    editor.startCell(FIRST, 'quantity');
    editor.setCell(FIRST, 'quantity', '72.0');
    editor.take({ ...two(), items: [anItem({ quantity: '72', askedQuantity: '72', version: 2 })], version: 2 });
    expect(draftOf(FIRST)).toEqual({ quantity: '72.0' });
    expect(editor.get().conflict).toBeUndefined();
    expect(editor.get().keys).toEqual([FIRST]);
  });

  it.each([
    ['quantity', '7', '72', { askedQuantity: '72', version: 1 }],
    ['price', '1', '12', { unitPrice: '12', version: 1 }],
    ['name', 'Kett', 'Kettle, red', { name: 'Kettle, red', version: 1 }],
    ['supplierItemNumber', 'A-', 'A-7', { supplierItemNumber: 'A-7', version: 1 }],
  ] as const)('in the cell %s is not sent before the cell is left', async (cell, half, whole, body) => {
    const { calls, editor } = start();
    editor.startCell(FIRST, cell);
    editor.setCell(FIRST, cell, half);
    await pause(10_000);
    expect(calls.saveItem).not.toHaveBeenCalled();
    expect([editor.hasUnsaved(), editor.get().save.isSaving]).toEqual([true, true]);
    editor.setCell(FIRST, cell, whole);
    editor.leaveCell(FIRST, cell);
    await pause(LEAVE_MS);
    expect(calls.saveItem.mock.calls).toEqual([[FIRST, body]]);
  });

  it.each([
    ['rate', { text: '0.2', direction: 'account' }, { text: '0.11', direction: 'account' }],
    ['poNumber', 'PO-', 'PO-9'],
    ['notes', 'Pack', 'Pack well'],
  ] as const)('in the field %s of the header is not sent before the field is left', async (field, half, whole) => {
    const { calls, editor } = start();
    editor.startHeader(field);
    editor.setHeader(field, half);
    await pause(10_000);
    expect(calls.saveHeader).not.toHaveBeenCalled();
    editor.setHeader(field, whole);
    editor.leaveHeader(field);
    await pause(LEAVE_MS);
    expect(calls.saveHeader).toHaveBeenCalledTimes(1);
    expect(calls.saveHeader.mock.calls[0]?.[0]).toMatchObject({ [field]: typeof whole === 'string' ? whole : '0.11' });
  });

  it('as the percent of a payment is not sent before the field is left, but what is chosen beside it is', async () => {
    const { calls, editor } = start();
    const terms = (percent: string, days: number) => [
      { percent, event: 'ORDER' as const, months: 0, days, monthEnd: null, pinned: '' },
    ];
    editor.startHeader('paymentTerms');
    editor.setHeader('paymentTerms', terms('1', 3));
    await pause(10_000);
    expect(calls.saveHeader).not.toHaveBeenCalled();
    editor.setHeader('paymentTerms', terms('100', 3));
    editor.leaveHeader('paymentTerms');
    await pause(LEAVE_MS);
    editor.setHeader('paymentTerms', terms('100', 4));
    await pause();
    expect(
      calls.saveHeader.mock.calls.map(([body]) => (body as HeaderBody).paymentTerms?.map(({ days }) => days)),
    ).toEqual([[3], [4]]);
  });

  it('does not hold back a rate that was accepted, or a product that was chosen', async () => {
    const { calls, editor } = start();
    editor.startHeader('rate');
    const proposed = { rate: '0.11', day: '2026-11-20' };
    editor.setHeader('rate', { text: '0.11', direction: 'account', proposed }, 0);
    await pause(0);
    expect(calls.saveHeader).toHaveBeenCalledTimes(1);
    editor.leaveHeader('rate');
    editor.startCell(SECOND, 'product');
    editor.setCell(SECOND, 'product', { id: idOf(200), sku: 'KTL', name: 'Kettle' });
    editor.setCell(SECOND, 'product', { id: idOf(201), sku: 'MUG', name: 'Mug' });
    await pause(0);
    expect(calls.saveItem.mock.calls.at(-1)?.[1]).toMatchObject({ productId: idOf(201) });
  });

  it('is sent when the page is left, and is marked as wrong when its cell is left', async () => {
    const { calls, editor } = start();
    editor.startCell(FIRST, 'quantity');
    editor.setCell(FIRST, 'quantity', '48+');
    await pause(10_000);
    expect([editor.get().save.isSaving, countProblems(editor.get())]).toEqual([true, 0]);
    editor.leaveCell(FIRST, 'quantity');
    await pause(LEAVE_MS);
    expect([editor.get().save.isSaving, countProblems(editor.get())]).toEqual([false, 1]);
    editor.startCell(FIRST, 'quantity');
    editor.setCell(FIRST, 'quantity', '48+24');
    expect(await editor.flush()).toBe(true);
    expect(calls.saveItem.mock.calls).toEqual([[FIRST, { askedQuantity: '72', version: 1 }]]);
  });
});

describe('rows', () => {
  it('are displayed at their new place at once, and at the old one after a refusal', async () => {
    const { calls, editor } = start();
    const answer = holdAnswer(calls.moveItem);
    const moved = editor.moveRow(SECOND, 0);
    expect(editor.get().keys).toEqual([SECOND, FIRST]);
    answer();
    await moved;
    expect(calls.moveItem.mock.calls).toEqual([[SECOND, 1]]);
    calls.moveItem.mockRejectedValueOnce(refusal('position', 'Closed'));
    await expect(editor.moveRow(FIRST, 0)).rejects.toThrow('Something went wrong');
    expect(editor.get().keys).toEqual([SECOND, FIRST]);
  });

  it('that an import has added are taken back, and a deleted one is created again at its place', async () => {
    const { calls, items, editor } = start();
    await editor.takeBack(new Set([SECOND]));
    expect([editor.get().keys, items().map(({ id }) => id)]).toEqual([[FIRST], [FIRST]]);
    await editor.recreate({ name: 'Sticker' }, 0);
    expect(calls.createItem.mock.calls).toEqual([[{ name: 'Sticker' }, 'key-1']]);
    expect(editor.get().keys).toEqual([SECOND, FIRST]);
  });
});
