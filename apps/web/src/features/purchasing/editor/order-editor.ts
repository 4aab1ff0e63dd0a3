import type { PurchaseOrder } from '@quayside/contracts/purchasing/purchase-order-header';
import type { PurchaseOrderItem } from '@quayside/contracts/purchasing/purchase-order-items';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { createDraftEditor } from '../../../lib/editing/draft-editor.ts';
import type { DraftState, EditorPorts, RecordTypes } from '../../../lib/editing/draft-editor/description.ts';
import { type HeaderBody, headerKind, type HeaderPart } from './header-draft.ts';
import { type ItemBody, itemKind, type ItemRow } from './item-draft.ts';

interface OrderTypes extends RecordTypes {
  readonly whole: PurchaseOrderWithItems;
  readonly header: HeaderPart;
  readonly headerBody: HeaderBody;
  readonly row: ItemRow;
  readonly rowBody: ItemBody;
}
export type OrderState = DraftState<OrderTypes>;

interface ItemAnswer {
  readonly item: PurchaseOrderItem;
  readonly purchaseOrder: PurchaseOrder;
}
/** The API calls of the editor, and its surroundings. */
export interface EditorCalls extends EditorPorts {
  saveHeader(body: HeaderBody & { version: number }): Promise<PurchaseOrderWithItems>;
  createItem(body: ItemBody, idempotencyKey: string): Promise<ItemAnswer>;
  saveItem(itemId: string, body: ItemBody & { version: number }): Promise<ItemAnswer>;
  /** Moves an item to a place, counted from 1. */
  moveItem(itemId: string, position: number): Promise<ItemAnswer>;
  deleteItem(itemId: string, version: number): Promise<void>;
  load(): Promise<PurchaseOrderWithItems>;
  /** A new idempotency key. */
  newKey(): string;
}

const rowAnswer = ({ item, purchaseOrder }: ItemAnswer) => ({ row: item, record: purchaseOrder });

/** Creates the editor of one purchase order, which saves by itself. */
export function createOrderEditor(first: PurchaseOrderWithItems, calls: EditorCalls) {
  const editor = createDraftEditor<OrderTypes>(
    {
      ports: calls,
      extra: {},
      split: ({ items, ...record }) => ({ record, rows: items.toSorted((a, b) => a.position - b.position) }),
      header: headerKind,
      saveHeader: (body) => calls.saveHeader(body),
      rows: {
        idOf: ({ id }) => id,
        kind: () => itemKind,
        newKey: () => calls.newKey(),
        create: async (body, key) => rowAnswer(await calls.createItem(body, key)),
        save: async (id, body) => rowAnswer(await calls.saveItem(id, body)),
        remove: (id, version) => calls.deleteItem(id, version),
        move: async (id, position) => rowAnswer(await calls.moveItem(id, position)),
        load: () => calls.load(),
      },
    },
    first,
  );
  return {
    ...editor,
    /** Deletes items that an import has added, for Undo. */
    takeBack: (ids: ReadonlySet<string>): Promise<void> =>
      editor.run(async () => {
        for (const { key, stored } of [...editor.get().rows.values()]) {
          if (!stored || !ids.has(stored.id)) continue;
          await calls.deleteItem(stored.id, stored.version);
          editor.dropRow(key);
        }
        editor.adopt(await calls.load());
      }),
    /** Creates a deleted item again, at its place before, counted from 0. */
    recreate: (body: ItemBody, place: number): Promise<void> =>
      editor.run(async () => {
        const { item } = await calls.createItem(body, calls.newKey());
        await calls.moveItem(item.id, place + 1);
        editor.adopt(await calls.load());
      }),
  };
}
export type OrderEditor = ReturnType<typeof createOrderEditor>;
