import { z } from 'zod';

/** The rows of the list that an invoice was opened from. */
interface ListedInvoices {
  readonly ids: readonly string[];
  /** Number of rows before the first one. */
  readonly from: number;
  readonly total: number;
}
export interface Neighbours {
  /** Position from 1 among all rows of the list. */
  readonly position: number;
  readonly total: number;
  readonly previous: string | undefined;
  readonly next: string | undefined;
}

const KEY = 'quayside.invoiceList';
const listed = z.object({ ids: z.array(z.string()).max(10_000), from: z.int().min(0), total: z.int().min(0) });

/** Stores the visible rows of a list, for this tab alone. */
export function rememberList(list: ListedInvoices): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(list));
  } catch {
    // Storage is full or forbidden: the invoice shows no neighbours.
  }
}

/** The rows of the list that this tab showed last. */
export function rememberedList(): ListedInvoices | undefined {
  try {
    const parsed = listed.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null'));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** "4 of 9", with the previous and the next invoice; undefined for an invoice that the list does not show. */
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
