import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { minorOfText, parseQuantity, unitCost } from '@quayside/domain/money/money';
import type { AmountOffer, Pricing, Row } from './editor-state.ts';
import {
  amountIn,
  amountOfPrice,
  type Cell,
  isCreditLine,
  type LineDraft,
  plainQuantity,
  quantityIn,
  storedText,
  type TextCell,
  trimPrice,
} from './line-draft.ts';

const isNothing = (figure: string) => /^-?0*(\.0*)?$/.test(figure);

/** The unit price that belongs to the row after a value was typed in a cell. */
export function pricingAfter(row: Row, cell: Cell, value: LineDraft[Cell]): Pricing | undefined {
  if (cell === 'price')
    return typeof value === 'string' && value.trim() !== '' ? { price: value, isTyped: true } : undefined;
  if (cell === 'amount') return undefined;
  if (cell !== 'quantity' || row.pricing) return row.pricing;
  // An amount that is not stored yet has no unit price yet.
  return row.draft.amount === undefined ? pricingOf(row.stored) : undefined;
}
function pricingOf(line: InvoiceLine | null): Pricing | undefined {
  if (!line || isCreditLine(line) || isNothing(line.quantity) || isNothing(line.amount)) return undefined;
  const price = storedText(line, 'price');
  return price === '' ? undefined : { price, isTyped: false };
}

/** What the row offers when its quantity is left: the amount by the former price, if it differs from the kept one. */
export function offerOf({ draft, stored: line, pricing }: Row, currency: string): AmountOffer | undefined {
  if (!pricing || pricing.isTyped || !line) return undefined;
  const quantity = draft.quantity ?? plainQuantity(line.quantity);
  const amount = amountOfPrice(pricing.price, quantity, currency, isCreditLine(line));
  const kept = amountIn(draft.amount ?? line.amount, currency);
  if (amount === undefined || 'problem' in kept || amount === kept.value) return undefined;
  return { amount, kept: kept.value, quantity, price: pricing.price };
}

/**
 * The text of a cell: what was typed, otherwise the stored value. A unit price that was not typed follows quantity and
 * amount as they are displayed, and never those of an earlier save.
 */
export function textIn(row: Row, cell: TextCell, currency: string): string {
  const { draft, stored: line } = row;
  const text = draft[cell] ?? storedText(line, cell);
  if (cell !== 'price' || draft.price !== undefined) return text;
  return draft.quantity === undefined && draft.amount === undefined ? text : (priceOf(row, currency) ?? text);
}

/** The unit price of the displayed quantity and amount; undefined while one of them is not valid. */
function priceOf({ draft, stored: line }: Row, currency: string): string | undefined {
  const units = quantityIn(draft.quantity ?? line?.quantity ?? '', isCreditLine(line));
  const total = amountIn(draft.amount ?? line?.amount ?? '', currency);
  if ('problem' in units || 'problem' in total) return undefined;
  const micro = parseQuantity(units.value);
  const minor = minorOfText(total.value, currency);
  if (!micro.ok || minor === undefined) return undefined;
  return micro.value === 0n || minor === 0n ? '' : trimPrice(unitCost(minor, micro.value, currency));
}
