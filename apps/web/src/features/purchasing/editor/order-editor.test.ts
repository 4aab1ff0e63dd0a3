import type { PurchaseOrderItem } from '@quayside/contracts/purchase-order-items';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchase-orders';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../lib/api-error.ts';
import { AUTOSAVE_MS, LEAVE_MS } from '../../../lib/save-queue.ts';
import { idOf } from '../../../testing/person.ts';
import { anItem, orderOf } from '../testing/an-order.ts';
import type { HeaderBody } from './header-draft.ts';
import type { ItemBody } from './item-draft.ts';
import { createOrderEditor, type EditorCalls } from './order-editor.ts';
import { countProblems } from '../../../lib/draft-editor/description.ts';

const FIRST = idOf(1001);
const SECOND = idOf(1002);
const two = () =>
  orderOf([anItem(), anItem({ id: SECOND, position: 2, productId: null, product: null, sku: null, name: 'Sticker' })]);

const offline = new ApiError({ status: 0, code: 'network', message: 'offline' });
const refusal = (field: string, message: string) =>
  new ApiError({ status: 422, code: 'bad_input', message: 'Something went wrong', errors: [{ field, message }] });
const stale = (current: unknown) =>
  new ApiError({ status: 409, code: 'conflict_version', message: 'stale', current: current as never });

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
/** Performs the call, but its answer does not arrive. */
const loseAnswer = <A extends unknown[], R>(call: ReturnType<typeof vi.fn<(...input: A) => Promise<R>>>) => {
  const perform = call.getMockImplementation();
  call.mockImplementationOnce(async (...input) => {
    await perform?.(...input);
    throw offline;
  });
};
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

describe('a new item whose creation is sent again', () => {
  it('is created once: the same request with the same key, and what was typed since follows', async () => {
    const { calls, items, editor } = start();
    loseAnswer(calls.createItem);
    const key = editor.addRow();
    editor.setCell(key, 'name', 'Box');
    await pause();
    expect(editor.get().save.isFailing).toBe(true);
    editor.setCell(key, 'name', 'Box of steel');
    expect(await editor.flush()).toBe(true);
    expect(calls.createItem.mock.calls).toEqual([
      [{ name: 'Box' }, 'key-1'],
      [{ name: 'Box' }, 'key-1'],
    ]);
    expect(items().map(({ name }) => name)).toEqual([null, 'Sticker', 'Box of steel']);
    expect(editor.get().keys).toEqual([FIRST, SECOND, key]);
    expect(editor.get().save.isFailing).toBe(false);
  });

  it('has a key of its own after a refusal, and beside another new item', async () => {
    const { calls, items, editor } = start();
    calls.createItem.mockRejectedValueOnce(refusal('name', 'Too long'));
    const first = editor.addRow();
    editor.setCell(first, 'name', 'Box');
    await pause();
    expect(editor.get().rows.get(first)?.errors).toEqual({ name: 'Too long' });
    editor.setCell(first, 'name', 'Bag');
    await pause();
    const other = editor.addRow();
    editor.setCell(other, 'name', 'Lid');
    await pause();
    expect(calls.createItem.mock.calls.map(([body, key]) => [body.name, key])).toEqual([
      ['Box', 'key-1'],
      ['Bag', 'key-2'],
      ['Lid', 'key-3'],
    ]);
    expect(items()).toHaveLength(4);
  });

  it('is not left over when it is deleted before an answer arrives, whether it was stored or not', async () => {
    const { calls, items, editor } = start();
    loseAnswer(calls.createItem);
    const key = editor.addRow();
    editor.setCell(key, 'name', 'Box');
    await pause();
    expect(await editor.removeRow(key)).toMatchObject({ name: 'Box' });
    await pause(60_000);
    expect(items().map(({ id }) => id)).toEqual([FIRST, SECOND]);
    calls.createItem.mockRejectedValueOnce(offline).mockRejectedValueOnce(refusal('name', 'Too long'));
    const other = editor.addRow();
    editor.setCell(other, 'name', 'Bag');
    await pause();
    expect(await editor.removeRow(other)).toBeNull();
    await pause(60_000);
    expect(editor.get().keys).toEqual([FIRST, SECOND]);
    expect(editor.hasUnsaved()).toBe(false);
  });
});

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

  it('stays in its cell when the answer brings another text that was sent before it', async () => {
    const { calls, editor, draftOf } = start();
    const answer = holdAnswer(calls.saveItem);
    editor.startCell(SECOND, 'name');
    editor.setCell(SECOND, 'name', 'Stickers');
    void editor.flush();
    await pause(0);
    editor.setCell(SECOND, 'name', 'Stickers, roun');
    answer();
    await pause(100);
    expect(draftOf(SECOND)).toEqual({ name: 'Stickers, roun' });
    editor.leaveCell(SECOND, 'name');
    await pause();
    expect(calls.saveItem.mock.calls.map(([, body]) => body.name)).toEqual(['Stickers', 'Stickers, roun']);
  });

  it('stays in a new row when the answer to its creation arrives', async () => {
    const { editor, draftOf } = start();
    const key = editor.addRow();
    editor.setCell(key, 'name', 'Box');
    editor.startCell(key, 'price');
    editor.setCell(key, 'price', '1.10+0.40');
    await editor.flush();
    expect(editor.get().rows.get(key)?.stored?.unitPrice).toBe('1.5');
    expect(draftOf(key)).toEqual({ price: '1.10+0.40' });
  });

  it('stays in its cell when the answer to the save of another cell or of the header arrives', async () => {
    const { editor, draftOf } = start();
    editor.setCell(FIRST, 'name', 'Kettle, red');
    editor.setHeader('notes', 'Pack well');
    editor.startCell(FIRST, 'price');
    editor.setCell(FIRST, 'price', '5.');
    await pause();
    expect(editor.get().record.notes).toBe('Pack well');
    expect(editor.get().rows.get(FIRST)?.stored).toMatchObject({ name: 'Kettle, red', unitPrice: '5' });
    expect(draftOf(FIRST)).toEqual({ price: '5.' });
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

  it('stays in its field of the header when the answer to its save arrives', async () => {
    const { calls, editor } = start();
    editor.startHeader('shipTo');
    editor.setHeader('shipTo', 'Felixstowe ');
    // The server stores it without the space at its end.
    calls.saveHeader.mockImplementation(async ({ version }) => ({
      ...two(),
      shipTo: 'Felixstowe',
      version: version + 1,
    }));
    await editor.flush();
    expect(editor.get().header.draft).toEqual({ shipTo: 'Felixstowe ' });
    editor.setHeader('shipTo', 'Felixstowe Hub');
    await editor.flush();
    expect(calls.saveHeader.mock.calls.map(([body]) => body)).toEqual([
      { shipTo: 'Felixstowe ', version: 1 },
      { shipTo: 'Felixstowe Hub', version: 2 },
    ]);
    editor.leaveHeader('shipTo');
    expect(editor.get().header.draft).toEqual({});
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

describe('the undo of a cell', () => {
  const type = (editor: ReturnType<typeof start>['editor'], key: string, text: string) => {
    editor.startCell(key, 'quantity');
    for (let length = 1; length <= text.length; length += 1) editor.setCell(key, 'quantity', text.slice(0, length));
  };

  it('puts back what the cell held when it was entered, however many keys were typed', async () => {
    const { calls, editor } = start();
    type(editor, FIRST, '120');
    editor.leaveCell(FIRST, 'quantity');
    await pause();
    editor.startCell(SECOND, 'name');
    expect(editor.undoCell()).toEqual({ key: FIRST, cell: 'quantity' });
    await pause();
    expect(calls.saveItem.mock.calls.map(([, body]) => body.askedQuantity)).toEqual(['120', '48']);
    expect(editor.undoCell()).toBeUndefined();
  });

  it('puts back the cell that is being typed in first, which then has sent nothing', async () => {
    const { calls, editor, draftOf } = start();
    type(editor, SECOND, '90');
    editor.leaveCell(SECOND, 'quantity');
    await pause();
    type(editor, FIRST, '12');
    await pause();
    expect(editor.undoCell()).toEqual({ key: FIRST, cell: 'quantity' });
    expect(draftOf(FIRST)).toEqual({});
    await pause();
    expect([editor.get().save.isSaving, editor.hasUnsaved()]).toEqual([false, false]);
    editor.leaveCell(FIRST, 'quantity');
    expect(editor.undoCell()).toEqual({ key: SECOND, cell: 'quantity' });
    await pause();
    expect(calls.saveItem.mock.calls.map(([id, body]) => [id, body.askedQuantity])).toEqual([
      [SECOND, '90'],
      [SECOND, '48'],
    ]);
  });

  it('passes over rows that are gone, and is not offered for a change of somebody else', async () => {
    const { editor } = start();
    type(editor, SECOND, '90');
    editor.leaveCell(SECOND, 'quantity');
    await pause();
    await editor.removeRow(SECOND);
    editor.startCell(FIRST, 'quantity');
    editor.take({ ...two(), items: [anItem({ quantity: '72', askedQuantity: '72', version: 9 })], version: 9 });
    expect(editor.undoCell()).toBeUndefined();
  });

  it('takes away the refusal of what was typed', async () => {
    const { calls, editor, draftOf } = start();
    calls.saveItem.mockRejectedValueOnce(refusal('body.askedQuantity', '100 are invoiced already'));
    type(editor, FIRST, '24');
    editor.leaveCell(FIRST, 'quantity');
    await pause();
    expect(countProblems(editor.get())).toBe(1);
    editor.undoCell();
    expect([countProblems(editor.get()), draftOf(FIRST)]).toEqual([0, {}]);
  });

  it('is one for each field of the header, and leaves the others alone', async () => {
    const { calls, editor } = start();
    editor.startHeader('notes');
    editor.setHeader('notes', 'Pack well');
    editor.leaveHeader('notes');
    await pause();
    editor.startHeader('shipTo');
    editor.setHeader('shipTo', 'Felixs');
    editor.undoHeader('notes');
    expect(editor.get().header.draft.shipTo).toBe('Felixs');
    editor.undoHeader('shipTo');
    editor.leaveHeader('shipTo');
    await pause();
    expect(calls.saveHeader.mock.calls.map(([{ version: _version, ...body }]) => body)).toEqual([
      { notes: 'Pack well' },
      { notes: null },
    ]);
    expect(editor.undoCell()).toBeUndefined();
  });
});

describe('saving a purchase order', () => {
  it('sends the changes once nobody has typed for a while, one call at a time, each with its version', async () => {
    const { calls, editor } = start();
    const answer = holdAnswer(calls.saveHeader);
    editor.setCell(FIRST, 'price', '6');
    await pause(500);
    editor.setHeader('notes', 'Pack well');
    await pause(500);
    expect(calls.saveHeader).not.toHaveBeenCalled();
    await pause(400);
    expect(calls.saveHeader.mock.calls).toEqual([[{ notes: 'Pack well', version: 1 }]]);
    expect(calls.saveItem).not.toHaveBeenCalled();
    answer();
    await pause(0);
    expect(calls.saveItem.mock.calls).toEqual([[FIRST, { unitPrice: '6', version: 1 }]]);
    editor.setCell(FIRST, 'price', '7');
    await pause();
    expect(calls.saveItem).toHaveBeenLastCalledWith(FIRST, { unitPrice: '7', version: 2 });
    expect(editor.get().save).toEqual({ isSaving: false, isFailing: false, savedAt: 1_000 });
    expect(editor.get().rows.get(FIRST)?.draft).toEqual({});
  });

  it('is repeated with growing delays while the failure is temporary', async () => {
    const { calls, editor } = start();
    calls.saveItem.mockRejectedValueOnce(offline).mockRejectedValueOnce(offline);
    editor.setCell(FIRST, 'price', '6');
    await pause();
    expect(calls.saveItem).toHaveBeenCalledTimes(1);
    await pause(2_000);
    expect(calls.saveItem).toHaveBeenCalledTimes(2);
    await pause(3_900);
    expect(calls.saveItem).toHaveBeenCalledTimes(2);
    await pause(200);
    expect(calls.saveItem).toHaveBeenCalledTimes(3);
    expect(editor.get().save.isFailing).toBe(false);
    expect(calls.onRefusal).not.toHaveBeenCalled();
  });

  it('stops after a final refusal without a field, which is reported once', async () => {
    const { calls, editor } = start();
    calls.saveItem.mockRejectedValue(new ApiError({ status: 404, code: 'not_found', message: 'gone' }));
    editor.setCell(FIRST, 'price', '6');
    await pause(60_000);
    expect(calls.onRefusal).toHaveBeenCalledTimes(1);
    expect(calls.saveItem).toHaveBeenCalledTimes(1);
    expect(editor.get().rows.get(FIRST)?.draft).toEqual({ price: '6' });
  });
});

describe('a refusal', () => {
  it('is shown at its cell, whose text stays and is not sent again, while other cells are saved', async () => {
    const { calls, editor, draftOf } = start();
    calls.saveItem.mockRejectedValueOnce(refusal('body.askedQuantity', '100 are invoiced already'));
    editor.setCell(FIRST, 'quantity', '24');
    editor.setCell(FIRST, 'name', 'Kettle, red');
    await pause();
    expect(editor.get().rows.get(FIRST)?.errors).toEqual({ quantity: '100 are invoiced already' });
    expect(calls.saveItem).toHaveBeenLastCalledWith(FIRST, { name: 'Kettle, red', version: 1 });
    expect(draftOf(FIRST)).toEqual({ quantity: '24' });
    expect(await editor.flush()).toBe(false);
    expect(calls.saveItem).toHaveBeenCalledTimes(2);
    editor.setCell(FIRST, 'quantity', '120');
    await pause();
    expect(calls.saveItem).toHaveBeenLastCalledWith(FIRST, { askedQuantity: '120', version: 2 });
    expect(countProblems(editor.get())).toBe(0);
  });

  it('of the header is shown at its field, and goes when the field is changed', async () => {
    const { calls, editor } = start();
    calls.saveHeader.mockRejectedValueOnce(refusal('poNumber', 'Already used'));
    editor.setHeader('poNumber', 'PO-1');
    await pause();
    expect(editor.get().header).toMatchObject({ draft: { poNumber: 'PO-1' }, errors: { poNumber: 'Already used' } });
    editor.setHeader('poNumber', 'PO-2');
    await pause();
    expect(editor.get().header.errors).toEqual({});
    expect(calls.saveHeader).toHaveBeenLastCalledWith({ poNumber: 'PO-2', version: 1 });
  });

  it('of a stale version stops saving, and only what is kept is saved over the newer version', async () => {
    const { calls, editor, draftOf } = start();
    const theirs = anItem({ quantity: '96', askedQuantity: '96', name: 'Theirs', version: 2 });
    calls.saveItem.mockRejectedValueOnce(stale(theirs));
    editor.setCell(FIRST, 'quantity', '72');
    editor.setCell(FIRST, 'name', 'Mine');
    await pause(60_000);
    expect(editor.get().conflict).toEqual({ of: FIRST, current: theirs });
    expect(calls.saveItem).toHaveBeenCalledTimes(1);
    editor.resolve(['quantity']);
    await pause(0);
    expect(calls.saveItem).toHaveBeenLastCalledWith(FIRST, { askedQuantity: '72', version: 2 });
    expect(draftOf(FIRST)).toEqual({});
  });
});

describe('rows', () => {
  it('that are empty are neither stored nor added twice, and go without a call', async () => {
    const { calls, editor } = start();
    const key = editor.addRow();
    expect(editor.addRow()).toBe(key);
    editor.setCell(key, 'name', ' ');
    await pause();
    expect(await editor.removeRow(key)).toBeNull();
    expect([editor.get().keys, calls.createItem.mock.calls]).toEqual([[FIRST, SECOND], []]);
    expect(calls.deleteItem).not.toHaveBeenCalled();
  });

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

  it('are given back when they are deleted, and stay when that is refused', async () => {
    const { calls, editor } = start();
    calls.deleteItem.mockRejectedValueOnce(new ApiError({ status: 409, code: 'purchasing.in_use', message: 'in use' }));
    await expect(editor.removeRow(FIRST)).rejects.toThrow('in use');
    expect(editor.get().keys).toEqual([FIRST, SECOND]);
    expect(await editor.removeRow(FIRST)).toMatchObject({ id: FIRST, quantity: '48' });
    expect(editor.get().keys).toEqual([SECOND]);
  });
});
