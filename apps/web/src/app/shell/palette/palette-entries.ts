import type { FoundRecord } from '@quayside/contracts/search';
import { IconBolt, IconClockHour4, IconLayoutSidebarLeftExpand, type TablerIcon } from '@tabler/icons-react';
import type { FoundKind } from '../../../lib/feature.ts';
import { formatDay } from '../../../lib/words/format.ts';
import { FEATURES } from '../../features.ts';

type EntryGroup = 'recent' | 'screens' | 'actions' | FoundRecord['type'];
/** One entry of the palette: a screen or record to open, or an action. */
export interface Entry {
  readonly id: string;
  readonly group: EntryGroup;
  readonly title: string;
  readonly detail?: string;
  /** Other words by which the entry is found. They are not shown. */
  readonly alsoFoundBy?: string;
  readonly to?: string;
  readonly run?: () => void;
  /** Its own icon. By default, that of the section. */
  readonly icon?: TablerIcon;
  /** The landed cost of a product, shown on the right. */
  readonly unitCost?: string;
  /** The shortcut, shown on the right. */
  readonly keys?: readonly string[];
}
/** Entries under one heading, in display order. */
export interface EntrySection extends Pick<FoundKind, 'heading' | 'icon'> {
  readonly group: EntryGroup;
  readonly entries: readonly Entry[];
}

type Head = Pick<EntrySection, 'group' | 'heading' | 'icon'>;
const RECENT: Head = { group: 'recent', heading: 'palette:recent', icon: IconClockHour4 };
const SCREENS: Head = { group: 'screens', heading: 'palette:screens', icon: IconLayoutSidebarLeftExpand };
const ACTIONS: Head = { group: 'actions', heading: 'palette:actions', icon: IconBolt };

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

/** Whether every word of the query begins a word of the entry: "as co" matches "Assigned costs". */
export function fits(
  text: string,
  { title, detail = '', alsoFoundBy = '' }: Pick<Entry, 'title' | 'detail' | 'alsoFoundBy'>,
): boolean {
  const own = words(`${title} ${detail} ${alsoFoundBy}`);
  return words(text).every((word) => own.some((one) => one.startsWith(word)));
}

/** The kinds of record that the search over all areas can find. */
const FOUND_KINDS: readonly FoundKind[] = FEATURES.flatMap(({ found = [] }) => found);

/**
 * Converts a found record to an entry. The result is empty if this version of the client does not know the record's
 * type.
 */
export function recordEntries(record: FoundRecord): Entry[] {
  const kind = FOUND_KINDS.find(({ type }) => type === record.type);
  if (!kind) return [];
  const { type, id, title, day, unitCost } = record;
  const detail = [record.detail, day && formatDay(day)].filter(Boolean).join(' · ');
  return [{ id: `${type}-${id}`, group: type, title, detail, to: kind.path(record), ...(unitCost && { unitCost }) }];
}

/**
 * Without a query: recent records, screens and actions. With a query: the matching screens and actions, then the
 * records that the search found.
 */
export function sectionsOf(
  text: string,
  all: { recent: readonly Entry[]; screens: readonly Entry[]; actions: readonly Entry[]; records: readonly Entry[] },
): EntrySection[] {
  const section = ({ group, heading, icon }: Head, entries: readonly Entry[]): EntrySection[] =>
    entries.length === 0 ? [] : [{ group, heading, icon, entries }];
  if (words(text).length === 0)
    return [...section(RECENT, all.recent), ...section(SCREENS, all.screens), ...section(ACTIONS, all.actions)];
  const fitting = (entries: readonly Entry[]) => entries.filter((entry) => fits(text, entry));
  const records = FOUND_KINDS.flatMap(({ type, heading, icon }) =>
    section(
      { group: type, heading, icon },
      all.records.filter((entry) => entry.group === type),
    ),
  );
  return [...section(SCREENS, fitting(all.screens)), ...section(ACTIONS, fitting(all.actions)), ...records];
}
