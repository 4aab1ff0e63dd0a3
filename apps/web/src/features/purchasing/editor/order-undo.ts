import { refusedAfter } from '../../../lib/edit-state.ts';
import { createFieldUndo } from '../../../lib/field-undo.ts';
import { rateText, typedDirection } from '../../../lib/rate-draft.ts';
import { type HeaderDraft, type HeaderField, isTypedField, termsOf } from './header-draft.ts';
import { type Cell, type ItemDraft, storedText } from './item-draft.ts';
import type { EditedOrder, ItemRow, OrderState } from './order-state.ts';

type Value = HeaderDraft[HeaderField] | ItemDraft[Cell];
/** A field of the header, or a cell of the row with this key. */
type OrderPlace = { readonly of: 'header'; readonly field: HeaderField } | { readonly of: string; readonly cell: Cell };

interface Store {
  readonly get: () => OrderState;
  readonly setRow: (row: ItemRow) => void;
  readonly setHeader: (header: OrderState['header']) => void;
}

/** What a field of the header shows without typed input; undefined for fields that are chosen and not typed. */
function storedField(order: EditedOrder, field: HeaderField): Value {
  if (!isTypedField(field)) return undefined;
  if (field === 'paymentTerms') return termsOf(order);
  if (field !== 'rate') return order[field] ?? '';
  const stored = { rate: order.rate, rateTyped: null };
  const direction = typedDirection(stored);
  return { text: rateText(stored, direction), direction };
}

/** The undo of the typed fields and cells of a purchase order. */
export const createOrderUndo = ({ get, setRow, setHeader }: Store) =>
  createFieldUndo<OrderPlace, Value>({
    typedIn: (place) =>
      'field' in place ? get().header.draft[place.field] : get().rows.get(place.of)?.draft[place.cell],
    storedIn(place) {
      if ('field' in place) return storedField(get().order, place.field);
      const row = get().rows.get(place.of);
      return row && place.cell !== 'product' ? storedText(row.item, place.cell) : undefined;
    },
    put(place, value) {
      if ('field' in place) {
        const { field } = place;
        const { header } = get();
        const { [field]: _, ...rest } = header.draft;
        const draft = value === undefined ? rest : { ...rest, [field]: value };
        return setHeader({ draft, ...refusedAfter(header, field, 'header') });
      }
      const row = get().rows.get(place.of);
      if (!row) return;
      const { [place.cell]: _, ...rest } = row.draft;
      const draft = value === undefined ? rest : { ...rest, [place.cell]: value };
      setRow({ ...row, draft, ...refusedAfter(row, place.cell, 'item') });
    },
  });
