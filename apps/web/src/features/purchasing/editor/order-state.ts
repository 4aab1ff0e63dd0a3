import type { PurchaseOrder } from '@quayside/contracts/purchase-order-header';
import type { PurchaseOrderItem } from '@quayside/contracts/purchase-order-items';
import type { PurchaseOrderWithItems } from '@quayside/contracts/purchase-orders';
import type { SaveState } from '../../../lib/save-queue.ts';
import type { HeaderBody, HeaderDraft, HeaderErrors, HeaderField } from './header-draft.ts';
import type { Cell, ItemBody, ItemDraft, ItemErrors } from './item-draft.ts';

/** An item as displayed: its stored values, overlaid with unsaved input. */
export interface ItemRow {
  /** A key of the row. It does not change when a new item is stored and gets its id. */
  readonly key: string;
  readonly item: PurchaseOrderItem | null;
  readonly draft: ItemDraft;
  readonly errors: ItemErrors;
  /** Values that the server has refused. They are not sent again until they change. */
  readonly refused: ItemDraft;
}
/** A version conflict of the header, or of the item with this row key. */
export type EditConflict =
  | { readonly of: 'header'; readonly current: PurchaseOrder }
  | { readonly of: string; readonly current: PurchaseOrderItem };
/** A purchase order with its documents and invoices, but without its items. */
export type EditedOrder = Omit<PurchaseOrderWithItems, 'items'>;

export interface OrderState {
  readonly order: EditedOrder;
  readonly header: { readonly draft: HeaderDraft; readonly errors: HeaderErrors; readonly refused: HeaderDraft };
  /** The keys of the rows in display order. */
  readonly keys: readonly string[];
  readonly rows: ReadonlyMap<string, ItemRow>;
  readonly save: SaveState;
  readonly conflict: EditConflict | undefined;
}

interface ItemAnswer {
  readonly item: PurchaseOrderItem;
  readonly purchaseOrder: PurchaseOrder;
}
/** The editor's dependencies: its API calls, a generator of ids, the clock, and two callbacks. */
export interface EditorCalls {
  saveHeader(body: HeaderBody & { version: number }): Promise<PurchaseOrderWithItems>;
  createItem(body: ItemBody, idempotencyKey: string): Promise<ItemAnswer>;
  saveItem(itemId: string, body: ItemBody & { version: number }): Promise<ItemAnswer>;
  /** Moves an item to a place, counted from 1. */
  moveItem(itemId: string, position: number): Promise<ItemAnswer>;
  deleteItem(itemId: string, version: number): Promise<void>;
  load(): Promise<PurchaseOrderWithItems>;
  newKey(): string;
  now(): number;
  /** Called with an error that does not belong to any field, such as "the purchase order is closed". */
  onRefusal(error: unknown): void;
  /** Called when everything is stored, so that dependent data can be refetched. */
  onSettled(): void;
}

export const emptyRow = (key: string, item: PurchaseOrderItem | null): ItemRow => ({
  key,
  item,
  draft: {},
  errors: {},
  refused: {},
});

/** The state of an editor in which nothing was typed yet. */
export function initialState({ items, ...order }: PurchaseOrderWithItems): OrderState {
  const sorted = [...items].sort((a, b) => a.position - b.position);
  return {
    order,
    header: { draft: {}, errors: {}, refused: {} },
    keys: sorted.map(({ id }) => id),
    rows: new Map(sorted.map((item) => [item.id, emptyRow(item.id, item)])),
    save: { isSaving: false, isFailing: false, savedAt: null },
    conflict: undefined,
  };
}

/** The keys of the rows that are stored, in display order. Only these can be moved. */
export const storedKeys = ({ keys, rows }: Pick<OrderState, 'keys' | 'rows'>): string[] =>
  keys.filter((key) => rows.get(key)?.item);

/** The number of fields with errors. */
export const countProblems = ({ header, rows }: OrderState): number =>
  Object.values(header.errors).filter(Boolean).length +
  [...rows.values()].reduce((sum, { errors }) => sum + Object.values(errors).filter(Boolean).length, 0);

/** The focused field, which keeps its typed text when an answer of the server arrives. */
export type Typing =
  | { readonly of: 'header'; readonly field: HeaderField }
  | { readonly of: string; readonly cell: Cell }
  | undefined;
