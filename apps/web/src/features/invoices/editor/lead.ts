import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import type { AmountOffer, Pricing, Row } from './editor-state.ts';
import {
  amountIn,
  amountOfPrice,
  type Cell,
  isCreditLine,
  type LineDraft,
  plainQuantity,
  storedText,
} from './line-draft.ts';

const isNothing = (figure: string) => /^-?0*(\.0*)?$/.test(figure);

/** The unit price that belongs to the row after a value was typed in a cell. */
export function pricingAfter(row: Row, cell: Cell, value: LineDraft[Cell]): Pricing | undefined {
  if (cell === 'price')
    return typeof value === 'string' && value.trim() !== '' ? { price: value, isTyped: true } : undefined;
  if (cell === 'amount') return undefined;
  if (cell !== 'quantity' || row.pricing) return row.pricing;
  // An amount that is not stored yet has no unit price yet.
  return row.draft.amount === undefined ? pricingOf(row.line) : undefined;
}
function pricingOf(line: InvoiceLine | null): Pricing | undefined {
  if (!line || isCreditLine(line) || isNothing(line.quantity) || isNothing(line.amount)) return undefined;
  const price = storedText(line, 'price');
  return price === '' ? undefined : { price, isTyped: false };
}

/** What the row offers when its quantity is left: the amount by the former price, if it differs from the kept one. */
export function offerOf({ draft, line, pricing }: Row, currency: string): AmountOffer | undefined {
  if (!pricing || pricing.isTyped || !line) return undefined;
  const quantity = draft.quantity ?? plainQuantity(line.quantity);
  const amount = amountOfPrice(pricing.price, quantity, currency, isCreditLine(line));
  const kept = amountIn(draft.amount ?? line.amount, currency);
  if (amount === undefined || 'problem' in kept || amount === kept.value) return undefined;
  return { amount, kept: kept.value, quantity, price: pricing.price };
}
