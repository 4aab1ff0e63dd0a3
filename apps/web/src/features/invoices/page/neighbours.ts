import { z } from 'zod';

/** One page of the list of invoices, as this browser tab last showed it. */
interface ListedInvoices {
  readonly ids: readonly string[];
  /** The number of rows on the previous pages. */
  readonly from: number;
  readonly total: number;
}
interface Neighbours {
  /** The position among all rows of the list, counted from 1. */
  readonly position: number;
  readonly total: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

const KEY = 'quayside.invoiceList';
const listed = z.object({ ids: z.array(z.string()).max(10_000), from: z.int().min(0), total: z.int().min(0) });

/** Stores the rows of the list for this browser tab. */
export function rememberList(list: ListedInvoices): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Storage is full or forbidden. The invoice page then has no links to neighbours.
  }
}

/** The rows of the list that this browser tab showed last. */
export function rememberedList(): ListedInvoices | undefined {
  try {
    const parsed = listed.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The position of an invoice in the list ("4 of 9"), and its neighbours. Undefined when the list does not contain this
 * invoice.
 */
export function neighboursOf(list: ListedInvoices | undefined, id: string): Neighbours | undefined {
  const at = list?.ids.indexOf(id) ?? -1;
  if (!list || at < 0) return undefined;
  return {
    position: list.from + at + 1,
    total: Math.max(list.total, list.from + list.ids.length),
    previous: list.ids[at - 1],
    next: list.ids[at + 1],
  };
}
