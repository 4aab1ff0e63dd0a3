import type { FoundRecord } from '@quayside/contracts/search';
import { paths } from '../../../lib/paths.ts';

export type EntryGroup = 'recent' | 'screens' | 'actions' | FoundRecord['type'];
/** One entry of the palette: a screen or record to open, or an action. */
export interface Entry {
  readonly id: string;
  readonly group: EntryGroup;
  readonly title: string;
  readonly detail?: string;
  readonly to?: string;
  readonly run?: () => void;
  /** Shown at the right edge. */
  readonly keys?: readonly string[];
}
/** Entries under one heading, in display order. */
export interface EntrySection {
  readonly group: EntryGroup;
  readonly entries: readonly Entry[];
}

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether every word of the query begins a word of the title, so that "as co" matches "Assigned costs". */
export function fits(text: string, { title, detail = '' }: Pick<Entry, 'title' | 'detail'>): boolean {
  const own = words(`${title} ${detail}`);
  return words(text).every((word) => own.some((one) => one.startsWith(word)));
}

/** The screen that shows a found record. */
export function recordPath({ type, id, sku }: Pick<FoundRecord, 'type' | 'id' | 'sku'>): string {
  if (type === 'PRODUCT') return paths.product(sku ?? id);
  if (type === 'INVOICE') return paths.invoice(id);
  if (type === 'SUPPLIER') return paths.supplier(id);
  return paths.document(id);
}

export const recordEntry = (record: FoundRecord): Entry => ({
  id: `${record.type}-${record.id}`,
  group: record.type,
  title: record.title,
  detail: record.detail,
  to: recordPath(record),
});

/**
 * Without a query: recent records, then screens and actions. With a query: the matches, records first once they are
 * found.
 */
export function sectionsOf(
  text: string,
  all: { recent: readonly Entry[]; screens: readonly Entry[]; actions: readonly Entry[]; records: readonly Entry[] },
): EntrySection[] {
  const section = (group: EntryGroup, entries: readonly Entry[]): EntrySection[] =>
    entries.length === 0 ? [] : [{ group, entries }];
  if (words(text).length === 0)
    return [...section('recent', all.recent), ...section('screens', all.screens), ...section('actions', all.actions)];
  const fitting = (entries: readonly Entry[]) => entries.filter((entry) => fits(text, entry));
  const records = (['PRODUCT', 'INVOICE', 'SUPPLIER', 'DOCUMENT'] as const).flatMap((type) =>
    section(
      type,
      all.records.filter((entry) => entry.group === type),
    ),
  );
  return [...section('screens', fitting(all.screens)), ...section('actions', fitting(all.actions)), ...records];
}
