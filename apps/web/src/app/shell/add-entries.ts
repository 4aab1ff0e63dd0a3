import { refusalOf } from '@quayside/domain/access/access';
import type { TablerIcon } from '@tabler/icons-react';
import type { TextKey } from '../../i18n/i18n.ts';
import { useAccount } from '../../lib/session/account.ts';
import type { AddEntry } from '../../lib/feature.ts';
import { FEATURES } from '../features.ts';
import { isOffered } from '../route-decision.ts';

const ENTRIES: readonly AddEntry[] = FEATURES.flatMap(({ add = [] }) => add);

/** The kinds of record that can be added in this account, each with whether this person may add it. */
function useOffered(): readonly (AddEntry & { isAllowed: boolean })[] {
  const { caller } = useAccount();
  return ENTRIES.filter(({ need }) => isOffered(need, caller)).map((entry) => ({
    ...entry,
    isAllowed: entry.call === undefined || refusalOf(entry.call, caller) === undefined,
  }));
}

/** The kinds of record that this person may add. */
export const useAddEntries = (): readonly AddEntry[] => useOffered().filter(({ isAllowed }) => isAllowed);

interface Tile {
  readonly key: string;
  readonly to: string;
  readonly icon: TablerIcon;
  readonly label: TextKey;
  readonly hint: TextKey;
}
/** The tiles of "Add new". A person who may not add a record gets a link to its list instead. */
export function useAddNewTiles(): readonly Tile[] {
  return useOffered().flatMap(({ key, to, icon, tile, isAllowed }) => {
    const target = isAllowed ? to : tile?.list;
    return tile && target !== undefined ? [{ key, to: target, icon, label: tile.label, hint: tile.hint }] : [];
  });
}
