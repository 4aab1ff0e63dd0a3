import { evaluateSum } from '@quayside/domain/money/expression';
import type { PartKind, UndoStep } from '../../../lib/editing/draft-editor/part.ts';
import type { Row } from './editor-state.ts';
import { offerOf, pricingAfter, textIn } from './lead.ts';
import {
  bodyOfDraft,
  type Cell,
  cellOfField,
  isBlankDraft,
  isText,
  isTextCell,
  isZero,
  type LineBody,
  type LineDraft,
  lineValue,
  withCell,
} from './line-draft.ts';

/** A change of one of these may change the others, so they are put back together. */
const FIGURES: readonly Cell[] = ['quantity', 'price', 'amount'];

/** The rules of the lines of an invoice in a currency. */
export const lineKind = (currency: string): PartKind<Row, LineBody> => ({
  whole: 'line',
  read: (draft, stored, refused) => bodyOfDraft(draft, stored, currency, refused),
  fieldOf: cellOfField,
  storedValue: lineValue,
  shown: (row, cell: Cell) => (isTextCell(cell) ? textIn(row, cell, currency) : undefined),
  isBlank: isBlankDraft,
  // A price is not stored. It waits for a quantity, or until it is one.
  keeps: ({ price }, stored) =>
    price !== undefined && stored !== null && (isZero(stored.quantity) || !evaluateSum(price).ok) ? ['price'] : [],
  // The amount follows from the price or quantity that is being typed.
  heldWith: (cell) => (cell === 'price' || cell === 'quantity' ? [cell, 'amount'] : [cell]),
  changed(row, cell: Cell, value: LineDraft[Cell]) {
    const pricing = pricingAfter(row, cell, value);
    // A price that was typed last leads also after it was stored.
    const before = cell === 'quantity' && pricing?.isTyped ? { ...row.draft, price: pricing.price } : row.draft;
    const draft = withCell(before, row.stored, cell, value, currency);
    return { ...row, draft, pricing, offer: FIGURES.includes(cell) ? undefined : row.offer };
  },
  left(row, cell: Cell) {
    const next = { ...row, draft: tidied(row, cell, currency) };
    return cell === 'quantity' ? { ...next, offer: offerOf(next, currency) } : next;
  },
  putBack: (row, step) => putBack(row, step, currency),
});

/** The draft, in which a typed sum such as "2+3" is replaced by its result. */
function tidied({ draft, stored }: Row, cell: Cell, currency: string): LineDraft {
  if (cell === 'product' || cell === 'costType' || cell === 'price' || isText(cell)) return draft;
  if (draft[cell] === undefined) return draft;
  const other = stored && { ...stored, quantity: '', amount: '', taxAmount: '' };
  const { body } = bodyOfDraft({ [cell]: draft[cell] }, other, currency);
  const value = cell === 'quantity' ? body.quantity : cell === 'amount' ? body.amount : body.taxAmount;
  return value === undefined ? draft : { ...draft, [cell]: String(value) };
}

/** The row with what a cell held when it was entered, and with the figures that it had then. */
function putBack(row: Row, { field, held, before, left }: UndoStep<Row>, currency: string): Row {
  const draft: { -readonly [C in keyof LineDraft]: LineDraft[C] } = { ...row.draft, [field]: held };
  if (!FIGURES.some((figure) => figure === field)) return { ...row, draft };
  // A price is not stored: the amount that it had is put back instead. What has changed since is left alone.
  const amountIn = (one: Row) => textIn(one, 'amount', currency);
  if (field !== 'amount' && amountIn(row) === amountIn(left)) draft.amount = amountIn(before);
  if (before.draft.price === undefined) delete draft.price;
  else draft.price = before.draft.price;
  return { ...row, draft, pricing: before.pricing, offer: before.offer };
}
