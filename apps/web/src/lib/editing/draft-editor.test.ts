import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../errors/api-error.ts';
import { countProblems, type RecordTypes } from './draft-editor/description.ts';
import type { DraftPart, PartKind } from './draft-editor/part.ts';
import { createDraftEditor } from './draft-editor.ts';
import { AUTOSAVE_MS, LEAVE_MS } from './save-queue.ts';

// A record that exists only here: a crate with boxes. Its notes and the cells of a box are typed, its port is chosen.

type CrateDraft = Partial<Record<'notes' | 'port', string>>;
type BoxDraft = Partial<Record<'name' | 'count' | 'colour', string>>;
interface Crate extends Required<CrateDraft> {
  readonly version: number;
}
interface Box extends Required<BoxDraft> {
  readonly id: string;
  readonly version: number;
}
interface WholeCrate extends Crate {
  readonly boxes: readonly Box[];
}
interface CrateTypes extends RecordTypes {
  readonly whole: WholeCrate;
  readonly header: DraftPart<Crate, CrateDraft, Partial<Record<string, string>>>;
  readonly headerBody: CrateDraft;
  readonly row: DraftPart<Box | null, BoxDraft, Partial<Record<string, string>>>;
  readonly rowBody: BoxDraft;
}

const isBlank = (text: string) => text.trim() === '';
/** The typed texts that differ from the stored ones. A count has digits only. */
function read<D extends Partial<Record<string, string>>>(draft: D, stored: object | null, refused?: D) {
  const body: Record<string, string> = {};
  const problems: Record<string, string> = {};
  for (const [field, text = ''] of Object.entries(draft)) {
    if (text === refused?.[field]) continue;
    if (field === 'count' && !/^\d* *$/.test(text)) problems[field] = 'Digits only';
    else if (text.trim() !== String(stored === null ? '' : Reflect.get(stored, field))) body[field] = text.trim();
  }
  return { body: body as D, problems };
}
const crateKind: PartKind<CrateTypes['header'], CrateDraft> = {
  whole: 'crate',
  read,
  fieldOf: (path) => (['notes', 'port'].includes(path) ? path : 'crate'),
  storedValue: (crate, field: 'notes') => crate[field],
  shown: ({ stored }, field) => (field === 'notes' ? stored.notes : undefined),
};
const boxKind: PartKind<CrateTypes['row'], BoxDraft> = {
  whole: 'box',
  read,
  fieldOf: (path) => (['name', 'count', 'colour'].includes(path) ? path : 'box'),
  storedValue: (box, field: 'name') => box[field],
  shown: ({ stored }, field: 'name' | 'count' | 'colour') => (field === 'colour' ? undefined : (stored?.[field] ?? '')),
  isBlank: (draft) => Object.values(draft).every(isBlank),
  isComplete: (draft, field) => field === 'name' && draft.name === 'As proposed',
  delayOf: (field) => (field === 'colour' ? 0 : undefined),
};

const offline = new ApiError({ status: 0, code: 'network', message: 'offline' });
const refusal = (field: string, message: string) =>
  new ApiError({ status: 422, code: 'bad_input', message: 'Something went wrong', errors: [{ field, message }] });
const stale = (current: object) =>
  new ApiError({ status: 409, code: 'conflict_version', message: 'stale', current: current as never });

const aBox = (over: Partial<Box> = {}): Box => ({
  id: 'one',
  version: 1,
  name: 'Mugs',
  count: '48',
  colour: '',
  ...over,
});
const aCrate = (over: Partial<WholeCrate> = {}): WholeCrate => ({
  version: 1,
  notes: '',
  port: '',
  boxes: [aBox(), aBox({ id: 'two', name: 'Lids' })],
  ...over,
});

/** A server that stores what it receives, counts versions, and performs each idempotency key once. */
function server() {
  let crate = aCrate();
  const answers = new Map<string, Box>();
  const put = (row: Box) => {
    const isKnown = crate.boxes.some(({ id }) => id === row.id);
    const boxes = isKnown ? crate.boxes.map((box) => (box.id === row.id ? row : box)) : [...crate.boxes, row];
    crate = { ...crate, boxes };
    return { row, record: { notes: crate.notes } };
  };
  const boxWith = (id: string) => crate.boxes.find((box) => box.id === id) ?? aBox({ id });
  return {
    boxes: () => crate.boxes,
    calls: {
      saveHeader: vi.fn(async (body: CrateDraft & { version: number }) => {
        return (crate = { ...crate, ...body, version: body.version + 1 });
      }),
      create: vi.fn(async (body: BoxDraft, key: string) => {
        const made = answers.get(key) ?? {
          ...aBox({ id: `box-${crate.boxes.length + 1}`, name: '', count: '' }),
          ...body,
        };
        answers.set(key, made);
        return put(made);
      }),
      save: vi.fn(async (id: string, body: BoxDraft & { version: number }) =>
        put({ ...boxWith(id), ...body, version: body.version + 1 }),
      ),
      move: vi.fn(async (id: string, position: number) => {
        const boxes = crate.boxes.filter((box) => box.id !== id).toSpliced(position - 1, 0, boxWith(id));
        crate = { ...crate, boxes };
        return put(boxWith(id));
      }),
      remove: vi.fn(async (id: string) => {
        crate = { ...crate, boxes: crate.boxes.filter((box) => box.id !== id) };
      }),
    },
    load: async () => crate,
  };
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

function start() {
  const { calls, boxes, load } = server();
  let keys = 0;
  const ports = { now: () => 1_000, onRefusal: vi.fn(), onSettled: vi.fn() };
  const onSaved = vi.fn();
  const editor = createDraftEditor<CrateTypes>(
    {
      ports,
      extra: {},
      split: ({ boxes: rows, ...record }) => ({ record, rows }),
      header: crateKind,
      saveHeader: calls.saveHeader,
      rows: { idOf: ({ id }) => id, kind: () => boxKind, newKey: () => `key-${(keys += 1)}`, load, ...calls },
      onSaved,
    },
    aCrate(),
  );
  const rowOf = (key: string) => editor.get().rows.get(key);
  const type = (key: string, cell: 'name' | 'count', text: string) => {
    editor.startCell(key, cell);
    for (let length = 1; length <= text.length; length += 1) editor.setCell(key, cell, text.slice(0, length));
  };
  return { calls, ports, onSaved, editor, boxes, rowOf, type, draftOf: (key: string) => rowOf(key)?.draft };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('a new row', () => {
  it('is created once: the same request with the same key, and what was typed since follows', async () => {
    const { calls, boxes, editor } = start();
    loseAnswer(calls.create);
    const key = editor.addRow();
    editor.setCell(key, 'name', 'Box');
    await pause();
    expect(editor.get().save.isFailing).toBe(true);
    editor.setCell(key, 'name', 'Box of steel');
    expect(await editor.flush()).toBe(true);
    expect(calls.create.mock.calls).toEqual([
      [{ name: 'Box' }, 'key-1'],
      [{ name: 'Box' }, 'key-1'],
    ]);
    expect(boxes().map(({ name }) => name)).toEqual(['Mugs', 'Lids', 'Box of steel']);
    expect(editor.get().keys).toEqual(['one', 'two', key]);
    expect(editor.get().save.isFailing).toBe(false);
  });

  it('has a key of its own after a refusal, and beside another new row', async () => {
    const { calls, boxes, editor, rowOf } = start();
    calls.create.mockRejectedValueOnce(refusal('name', 'Too long'));
    const first = editor.addRow();
    editor.setCell(first, 'name', 'Box');
    await pause();
    expect(rowOf(first)?.errors).toEqual({ name: 'Too long' });
    editor.setCell(first, 'name', 'Bag');
    await pause();
    const other = editor.addRow({ name: 'Lid' });
    await pause(0);
    expect(other).not.toBe(first);
    expect(calls.create.mock.calls.map(([body, key]) => [body.name, key])).toEqual([
      ['Box', 'key-1'],
      ['Bag', 'key-2'],
      ['Lid', 'key-3'],
    ]);
    expect(boxes()).toHaveLength(4);
  });

  it('is not left over when it is deleted before an answer arrives, whether it was stored or not', async () => {
    const { calls, boxes, editor } = start();
    loseAnswer(calls.create);
    const key = editor.addRow();
    editor.setCell(key, 'name', 'Box');
    await pause();
    expect(await editor.removeRow(key)).toMatchObject({ name: 'Box' });
    await pause(60_000);
    expect(boxes().map(({ id }) => id)).toEqual(['one', 'two']);
    calls.create.mockRejectedValueOnce(offline).mockRejectedValueOnce(refusal('name', 'Too long'));
    const other = editor.addRow();
    editor.setCell(other, 'name', 'Bag');
    await pause();
    expect(await editor.removeRow(other)).toBeNull();
    await pause(60_000);
    expect(editor.get().keys).toEqual(['one', 'two']);
    expect(editor.hasUnsaved()).toBe(false);
  });

  it('is neither stored nor added twice while it is empty, and goes without a call', async () => {
    const { calls, editor } = start();
    const key = editor.addRow();
    expect(editor.addRow()).toBe(key);
    editor.setCell(key, 'name', ' ');
    await pause();
    editor.take(aCrate({ version: 2 }));
    expect(editor.get().keys.at(-1)).toBe(key);
    expect(await editor.removeRow(key)).toBeNull();
    expect([editor.get().keys, calls.create.mock.calls]).toEqual([['one', 'two'], []]);
    expect(calls.remove).not.toHaveBeenCalled();
  });
});

describe('the text that is being typed', () => {
  it('stays in its cell when the answer to its save arrives, and is shown as stored once the cell is left', async () => {
    const { calls, editor, rowOf, draftOf } = start();
    editor.startCell('one', 'count');
    editor.setCell('one', 'count', '72 ');
    await editor.flush();
    expect(calls.save.mock.calls).toEqual([['one', { count: '72', version: 1 }]]);
    expect(rowOf('one')?.stored?.count).toBe('72');
    expect(draftOf('one')).toEqual({ count: '72 ' });
    expect(editor.hasUnsaved()).toBe(false);
    editor.leaveCell('one', 'count');
    await pause(LEAVE_MS);
    expect(draftOf('one')).toEqual({});
    expect(calls.save).toHaveBeenCalledTimes(1);
  });

  it('stays in its cell when the answer brings another text that was sent before it', async () => {
    const { calls, editor, draftOf } = start();
    const answer = holdAnswer(calls.save);
    editor.startCell('two', 'name');
    editor.setCell('two', 'name', 'Stickers');
    void editor.flush();
    await pause(0);
    editor.setCell('two', 'name', 'Stickers, roun');
    answer();
    await pause(100);
    expect(draftOf('two')).toEqual({ name: 'Stickers, roun' });
    editor.leaveCell('two', 'name');
    await pause();
    expect(calls.save.mock.calls.map(([, body]) => body.name)).toEqual(['Stickers', 'Stickers, roun']);
  });

  it('stays in a new row when the answer to its creation arrives', async () => {
    const { editor, rowOf, draftOf } = start();
    const key = editor.addRow();
    editor.setCell(key, 'name', 'Box');
    editor.startCell(key, 'count');
    editor.setCell(key, 'count', '15 ');
    await editor.flush();
    expect(rowOf(key)?.stored?.count).toBe('15');
    expect(draftOf(key)).toEqual({ count: '15 ' });
  });

  it('stays in its cell when the answer to the save of another cell or of the header arrives', async () => {
    const { editor, rowOf, draftOf } = start();
    editor.setCell('one', 'name', 'Mugs, red');
    editor.setHeader('notes', 'Pack well');
    editor.startCell('one', 'count');
    editor.setCell('one', 'count', '48 ');
    await pause();
    expect(editor.get().record.notes).toBe('Pack well');
    expect(rowOf('one')?.stored).toMatchObject({ name: 'Mugs, red', count: '48' });
    expect(draftOf('one')).toEqual({ count: '48 ' });
  });

  it('stays in its field of the header, and is sent again only if it changes', async () => {
    const { calls, editor } = start();
    editor.startHeader('notes');
    for (const text of ['A', 'B', 'A']) {
      editor.setHeader('notes', text);
      calls.saveHeader.mockImplementationOnce(async ({ version }) =>
        aCrate({ notes: 'as stored', version: version + 1 }),
      );
      await editor.flush();
      await editor.flush();
    }
    expect(calls.saveHeader.mock.calls.map(([body]) => body.notes)).toEqual(['A', 'B', 'A']);
    expect(editor.get().header.draft).toEqual({ notes: 'A' });
    editor.leaveHeader('notes');
    expect(editor.get().header.draft).toEqual({});
  });

  it('is not sent before its field is left, but what is typed beside it is, and what is complete', async () => {
    const { calls, editor, type } = start();
    type('one', 'count', '7');
    editor.setCell('one', 'colour', 'red');
    await pause(0);
    expect(calls.save.mock.calls).toEqual([['one', { colour: 'red', version: 1 }]]);
    await pause(10_000);
    expect([editor.hasUnsaved(), editor.get().save.isSaving]).toEqual([true, true]);
    editor.setCell('one', 'count', '72');
    editor.leaveCell('one', 'count');
    await pause(LEAVE_MS);
    expect(calls.save).toHaveBeenLastCalledWith('one', { count: '72', version: 2 });
    type('one', 'name', 'As proposed');
    await pause();
    expect(calls.save).toHaveBeenLastCalledWith('one', { name: 'As proposed', version: 3 });
    editor.startHeader('notes');
    editor.setHeader('notes', 'Pack');
    await pause(10_000);
    expect(calls.saveHeader).not.toHaveBeenCalled();
    editor.leaveHeader('notes');
    await pause(LEAVE_MS);
    expect(calls.saveHeader).toHaveBeenCalledTimes(1);
  });

  it('is sent when the page is left, and is marked as wrong when its cell is left', async () => {
    const { calls, editor } = start();
    editor.startCell('one', 'count');
    editor.setCell('one', 'count', '48+');
    await pause(10_000);
    expect([editor.get().save.isSaving, countProblems(editor.get())]).toEqual([true, 0]);
    editor.leaveCell('one', 'count');
    await pause(LEAVE_MS);
    expect([editor.get().save.isSaving, countProblems(editor.get())]).toEqual([false, 1]);
    editor.startCell('one', 'count');
    editor.setCell('one', 'count', '72');
    expect(await editor.flush()).toBe(true);
    expect(calls.save.mock.calls).toEqual([['one', { count: '72', version: 1 }]]);
  });
});

describe('the undo of a field', () => {
  it('puts back what the cell held when it was entered, however many keys were typed', async () => {
    const { calls, editor, type } = start();
    type('one', 'count', '120');
    editor.leaveCell('one', 'count');
    await pause();
    editor.startCell('two', 'name');
    expect(editor.undoCell()).toEqual({ key: 'one', cell: 'count' });
    await pause();
    expect(calls.save.mock.calls.map(([, body]) => body.count)).toEqual(['120', '48']);
    expect(editor.undoCell()).toBeUndefined();
  });

  it('puts back the cell that is being typed in first, which then has sent nothing', async () => {
    const { calls, editor, type, draftOf } = start();
    type('two', 'count', '90');
    editor.leaveCell('two', 'count');
    await pause();
    type('one', 'count', '12');
    await pause();
    expect(editor.undoCell()).toEqual({ key: 'one', cell: 'count' });
    expect(draftOf('one')).toEqual({});
    await pause();
    expect([editor.get().save.isSaving, editor.hasUnsaved()]).toEqual([false, false]);
    editor.leaveCell('one', 'count');
    expect(editor.undoCell()).toEqual({ key: 'two', cell: 'count' });
    await pause();
    expect(calls.save.mock.calls.map(([id, body]) => [id, body.count])).toEqual([
      ['two', '90'],
      ['two', '48'],
    ]);
  });

  it('passes over rows that are gone, and is not offered for a change of somebody else', async () => {
    const { editor, type } = start();
    type('two', 'count', '90');
    editor.leaveCell('two', 'count');
    await pause();
    await editor.removeRow('two');
    editor.startCell('one', 'count');
    editor.take(aCrate({ boxes: [aBox({ count: '72', version: 9 })], version: 9 }));
    editor.leaveCell('one', 'count');
    expect(editor.undoCell()).toBeUndefined();
  });

  it('takes away the refusal of what was typed, and so does the reset to what is stored', async () => {
    const { calls, editor, type, draftOf } = start();
    calls.save.mockRejectedValueOnce(refusal('count', 'Too few')).mockRejectedValueOnce(refusal('count', 'Too few'));
    type('one', 'count', '24');
    editor.leaveCell('one', 'count');
    await pause();
    expect(countProblems(editor.get())).toBe(1);
    editor.undoCell();
    expect([countProblems(editor.get()), draftOf('one')]).toEqual([0, {}]);
    type('one', 'count', '23');
    editor.leaveCell('one', 'count');
    await pause();
    expect(countProblems(editor.get())).toBe(1);
    editor.revertCell('one', 'count');
    expect([countProblems(editor.get()), draftOf('one')]).toEqual([0, {}]);
  });

  it('is one for each field of the header, and leaves the others alone', async () => {
    const { calls, editor, type, draftOf } = start();
    editor.startHeader('notes');
    editor.setHeader('notes', 'Pack well');
    editor.leaveHeader('notes');
    await pause();
    type('one', 'name', 'Cups');
    editor.undoHeader('port');
    expect(editor.get().header.draft).toEqual({});
    editor.undoHeader('notes');
    expect(draftOf('one')).toEqual({ name: 'Cups' });
    await pause();
    expect(calls.saveHeader.mock.calls.map(([{ notes }]) => notes)).toEqual(['Pack well', '']);
  });
});

describe('saving', () => {
  it('does not send text that is still being typed when an earlier save ends', async () => {
    const { calls, editor } = start();
    const answer = holdAnswer(calls.save);
    editor.setCell('one', 'count', '5');
    await pause();
    editor.setCell('one', 'name', 'C');
    await pause(100);
    answer();
    await pause(300);
    editor.setCell('one', 'name', 'Cups');
    await pause(500);
    expect(calls.save.mock.calls).toEqual([['one', { count: '5', version: 1 }]]);
    expect(editor.get().save.isSaving).toBe(true);
    await pause(400);
    expect(calls.save.mock.calls.slice(1)).toEqual([['one', { name: 'Cups', version: 2 }]]);
  });

  it('does not send a value again that the server stores in another form', async () => {
    const { calls, editor } = start();
    calls.saveHeader.mockImplementation(async () => aCrate({ notes: 'as the server likes it', version: 2 }));
    editor.setHeader('notes', 'as I typed it');
    await pause(10_000);
    expect(calls.saveHeader).toHaveBeenCalledTimes(1);
    expect([editor.get().header.draft, editor.get().save.isSaving]).toEqual([{}, false]);
  });

  it('sends the changes once nobody has typed for a while, one call at a time, each with its version', async () => {
    const { calls, ports, onSaved, editor, draftOf } = start();
    const answer = holdAnswer(calls.saveHeader);
    editor.setCell('one', 'count', '6');
    await pause(500);
    editor.setHeader('notes', 'Pack well');
    await pause(500);
    expect(calls.saveHeader).not.toHaveBeenCalled();
    await pause(400);
    expect(calls.saveHeader.mock.calls).toEqual([[{ notes: 'Pack well', version: 1 }]]);
    expect(calls.save).not.toHaveBeenCalled();
    answer();
    await pause(0);
    expect(calls.save.mock.calls).toEqual([['one', { count: '6', version: 1 }]]);
    editor.setCell('one', 'count', '7');
    await pause();
    expect(calls.save).toHaveBeenLastCalledWith('one', { count: '7', version: 2 });
    expect(editor.get().save).toEqual({ isSaving: false, isFailing: false, savedAt: 1_000 });
    expect([draftOf('one'), ports.onSettled.mock.calls.length]).toEqual([{}, 2]);
    expect(onSaved.mock.calls).toEqual([
      ['header', ['notes']],
      ['one', ['count']],
      ['one', ['count']],
    ]);
  });

  it('is repeated with growing delays while the failure is temporary', async () => {
    const { calls, ports, editor } = start();
    calls.save.mockRejectedValueOnce(offline).mockRejectedValueOnce(offline);
    editor.setCell('one', 'count', '6');
    await pause();
    expect(calls.save).toHaveBeenCalledTimes(1);
    await pause(2_000);
    expect(calls.save).toHaveBeenCalledTimes(2);
    await pause(3_900);
    expect(calls.save).toHaveBeenCalledTimes(2);
    await pause(200);
    expect(calls.save).toHaveBeenCalledTimes(3);
    expect(editor.get().save.isFailing).toBe(false);
    expect(ports.onRefusal).not.toHaveBeenCalled();
  });

  it('stops after a final refusal without a field, which is reported once', async () => {
    const { calls, ports, editor, draftOf } = start();
    calls.save.mockRejectedValue(new ApiError({ status: 404, code: 'not_found', message: 'gone' }));
    editor.setCell('one', 'count', '6');
    await pause(60_000);
    expect(ports.onRefusal).toHaveBeenCalledTimes(1);
    expect(calls.save).toHaveBeenCalledTimes(1);
    expect(draftOf('one')).toEqual({ count: '6' });
  });
});

describe('a refusal', () => {
  it('is shown at its cell, whose text stays and is not sent again, while other cells are saved', async () => {
    const { calls, editor, rowOf, draftOf } = start();
    calls.save.mockRejectedValueOnce(refusal('body.count', 'Too few'));
    editor.setCell('one', 'count', '24');
    editor.setCell('one', 'name', 'Mugs, red');
    await pause();
    expect(rowOf('one')?.errors).toEqual({ count: 'Too few' });
    expect(calls.save).toHaveBeenLastCalledWith('one', { name: 'Mugs, red', version: 1 });
    expect(draftOf('one')).toEqual({ count: '24' });
    expect(await editor.flush()).toBe(false);
    expect(calls.save).toHaveBeenCalledTimes(2);
    editor.setCell('one', 'count', '120');
    await pause();
    expect(calls.save).toHaveBeenLastCalledWith('one', { count: '120', version: 2 });
    expect(countProblems(editor.get())).toBe(0);
  });

  it('of a field that was not sent lets everything wait until that field changes', async () => {
    const { calls, editor } = start();
    calls.saveHeader.mockRejectedValueOnce(refusal('port', 'Closed'));
    editor.startHeader('notes');
    editor.setHeader('notes', 'Pack well');
    editor.leaveHeader('notes');
    await pause();
    await editor.flush();
    expect(calls.saveHeader).toHaveBeenCalledTimes(1);
    expect(editor.get().header).toMatchObject({ draft: { notes: 'Pack well' }, errors: { port: 'Closed' } });
    editor.setHeader('port', 'Ningbo');
    expect(await editor.flush()).toBe(true);
    expect(calls.saveHeader).toHaveBeenLastCalledWith({ notes: 'Pack well', port: 'Ningbo', version: 1 });
    expect(editor.get().header.errors).toEqual({});
  });

  it('of no field is shown at the whole row until one of its cells changes', async () => {
    const { calls, editor, rowOf } = start();
    calls.save.mockRejectedValueOnce(refusal('position', 'In use'));
    editor.setCell('one', 'name', 'Cups');
    await pause();
    expect(rowOf('one')?.errors).toMatchObject({ box: 'In use' });
    editor.setCell('one', 'name', 'Pots');
    await pause();
    expect([calls.save.mock.calls.length, countProblems(editor.get())]).toEqual([2, 0]);
  });
});

describe('a change of somebody else', () => {
  it('is displayed at once, also new rows and rows that are gone, and leaves what is typed', () => {
    const { editor, draftOf } = start();
    editor.startCell('one', 'name');
    editor.setCell('one', 'name', 'Half ty');
    editor.take(aCrate({ boxes: [aBox({ id: 'three' }), aBox({ count: '7', version: 2 })] }));
    expect(editor.get().keys).toEqual(['three', 'one']);
    expect([draftOf('one'), editor.get().rows.get('one')?.stored?.count]).toEqual([{ name: 'Half ty' }, '7']);
    expect(editor.get().conflict).toBeUndefined();
  });

  it('to the value that is being typed is no conflict, and an older version of a row is ignored', () => {
    const { editor, draftOf, rowOf } = start();
    editor.startCell('one', 'count');
    editor.setCell('one', 'count', '72 ');
    editor.take(aCrate({ boxes: [aBox({ count: '72', version: 2 })] }));
    editor.take(aCrate({ boxes: [aBox({ count: '48', version: 1 })] }));
    expect([draftOf('one'), rowOf('one')?.stored?.count]).toEqual([{ count: '72 ' }, '72']);
    expect(editor.get().conflict).toBeUndefined();
  });

  it.each(['header', 'two'])('of a field of %s with unsaved input is a conflict with the newest values', async (of) => {
    const { calls, editor } = start();
    const theirs = (text: string, version: number) =>
      aCrate({ version, notes: text, boxes: [aBox(), aBox({ id: 'two', name: text, version })] });
    if (of === 'header') editor.setHeader('notes', 'Mine');
    else editor.setCell(of, 'name', 'Mine');
    // The other part has no input, so its change is no conflict.
    editor.take(theirs('Theirs', 2));
    expect(editor.get().conflict).toMatchObject({ of, current: { version: 2 } });
    editor.take(theirs('Theirs, too', 3));
    expect(editor.get().conflict).toMatchObject({ of, current: { version: 3 } });
    await pause(60_000);
    expect([calls.saveHeader.mock.calls, calls.save.mock.calls]).toEqual([[], []]);
    editor.resolve([of === 'header' ? 'notes' : 'name']);
    await pause(0);
    expect([calls.saveHeader.mock.calls, calls.save.mock.calls]).toEqual(
      of === 'header' ? [[[{ notes: 'Mine', version: 3 }]], []] : [[], [['two', { name: 'Mine', version: 3 }]]],
    );
  });

  it('that a save meets stops saving, and only what is kept is saved over the newer version', async () => {
    const { calls, editor, draftOf } = start();
    const theirs = aBox({ count: '96', name: 'Theirs', version: 2 });
    calls.save.mockRejectedValueOnce(stale(theirs));
    editor.setCell('one', 'count', '72');
    editor.setCell('one', 'name', 'Mine');
    await pause(60_000);
    expect(editor.get().conflict).toEqual({ of: 'one', current: theirs });
    expect(calls.save).toHaveBeenCalledTimes(1);
    editor.resolve(['count']);
    await pause(0);
    expect(calls.save).toHaveBeenLastCalledWith('one', { count: '72', version: 2 });
    expect(draftOf('one')).toEqual({});
  });
});

describe('rows', () => {
  it('are displayed at their new place at once, and at the old one after a refusal', async () => {
    const { calls, editor } = start();
    const answer = holdAnswer(calls.move);
    const moved = editor.moveRow('two', 0);
    editor.adopt(aCrate());
    expect(editor.get().keys).toEqual(['two', 'one']);
    answer();
    await moved;
    expect(calls.move.mock.calls).toEqual([['two', 1]]);
    calls.move.mockRejectedValueOnce(refusal('position', 'Closed'));
    await expect(editor.moveRow('one', 0)).rejects.toThrow('Something went wrong');
    expect(editor.get().keys).toEqual(['two', 'one']);
  });

  it('are given back when they are deleted, and stay when that is refused', async () => {
    const { calls, editor } = start();
    calls.remove.mockRejectedValueOnce(new ApiError({ status: 409, code: 'purchasing.in_use', message: 'in use' }));
    await expect(editor.removeRow('one')).rejects.toThrow('in use');
    expect(editor.get().keys).toEqual(['one', 'two']);
    expect(await editor.removeRow('one')).toMatchObject({ id: 'one', count: '48' });
    expect(editor.get().keys).toEqual(['two']);
  });

  it('take a value at once, beside what is typed', async () => {
    const { calls, editor, rowOf } = start();
    editor.setCell('one', 'name', 'Cups');
    await editor.patchRow('one', { colour: 'red' });
    expect(calls.save.mock.calls).toEqual([['one', { colour: 'red', version: 1 }]]);
    expect([rowOf('one')?.stored?.colour, rowOf('one')?.draft]).toEqual(['red', { name: 'Cups' }]);
  });
});
