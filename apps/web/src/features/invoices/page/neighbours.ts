import { z } from 'zod';

/** The rows of the list that an invoice was opened from. */
export interface ListedInvoices {
  readonly ids: readonly string[];
  /** Rows before the first of them. */
  readonly from: number;
  readonly total: number;
}
export interface Neighbours {
  /** From 1, among all rows of the list. */
  readonly position: number;
  readonly total: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

const KEY = 'quayside.invoiceList';
const listed = z.object({ ids: z.array(z.string()).max(10_000), from: z.int().min(0), total: z.int().min(0) });

/** Keeps the rows that a list shows, for this tab alone. */
export function rememberList(list: ListedInvoices): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Full or forbidden storage: the invoice shows no neighbours.
  }
}

/** The rows of the list that was shown last in this tab. */
export function rememberedList(): ListedInvoices | undefined {
  try {
    const parsed = listed.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** "4 of 9", and the way to the third and the fifth; undefined for an invoice that the list does not show. */
export function neighboursOf(list: ListedInvoices | undefined, id: string): Neighbours | undefined {
  const at = list?.ids.indexOf(id) ?? -1;
  if (!list || at < 0) return undefined;
  return { position: list.from + at + 1, total: Math.max(list.total, list.from + list.ids.length), previous: list.ids[at - 1], next: list.ids[at + 1] };
}
