import type { FoundRecord } from '@quayside/contracts/search';
import { searchWords } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { registeredAreas } from '../area.ts';

/** The maximum number of results per area. */
const MOST = 6;

/**
 * Finds records of all areas that contain every word. The last area in the order of `all.ts` comes first. Returns
 * nothing if the account has the management section switched off, because its screens could not be opened.
 */
export async function findRecords(w: Work, text: string): Promise<FoundRecord[]> {
  const words = searchWords(text);
  if (words.length === 0 || !w.scope.flags.isManagementSectionEnabled) return [];
  const found: FoundRecord[] = [];
  for (const area of registeredAreas().toReversed())
    found.push(...((await area.search?.(w, { text: text.trim(), words, most: MOST })) ?? []));
  return found;
}
