import type { FoundRecord } from '@quayside/contracts/search';
import { paths } from '../../../lib/paths.ts';

export type EntryGroup = 'recent' | 'screens' | 'actions' | FoundRecord['type'];
/** One line of the palette: somewhere to go, or something to do. */
export interface Entry {
  readonly id: string;
  readonly group: EntryGroup;
  readonly title: string;
  readonly detail?: string;
  readonly to?: string;
  readonly run?: () => void;
  /** Shown at the right. */
  readonly keys?: readonly string[];
}
/** Entries under one heading, in the order in which they are shown. */
export interface EntrySection {
  readonly group: EntryGroup;
  readonly entries: readonly Entry[];
}

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether every word begins one of the title's words, so that "as co" finds "Assigned costs". */
export function fits(text: string, { title, detail = '' }: Pick<Entry, 'title' | 'detail'>): boolean {
  const own = words(`${title} ${detail}`);
  return words(text).every((word) => own.some((one) => one.startsWith(word)));
}

/** Where a found record is looked at. */
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

/** Without words: what was opened last, then the screens and actions. With words: what fits, records first when they were found. */
export function sectionsOf(
  text: string,
  all: { recent: readonly Entry[]; screens: readonly Entry[]; actions: readonly Entry[]; records: readonly Entry[] },
): EntrySection[] {
  const section = (group: EntryGroup, entries: readonly Entry[]): EntrySection[] => (entries.length === 0 ? [] : [{ group, entries }]);
  if (words(text).length === 0) return [...section('recent', all.recent), ...section('screens', all.screens), ...section('actions', all.actions)];
  const fitting = (entries: readonly Entry[]) => entries.filter((entry) => fits(text, entry));
  const records = (['PRODUCT', 'INVOICE', 'SUPPLIER', 'DOCUMENT'] as const).flatMap((type) =>
    section(
      type,
      all.records.filter((entry) => entry.group === type),
    ),
  );
  return [...section('screens', fitting(all.screens)), ...section('actions', fitting(all.actions)), ...records];
}
