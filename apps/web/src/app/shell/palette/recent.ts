import { z } from 'zod';
import { kept } from '../../../lib/persist.ts';
import type { Entry } from './palette-entries.ts';

const MOST = 6;
const row = z.object({ id: z.string(), title: z.string(), detail: z.string().optional(), to: z.string() });
const storage = kept('palette', 1, z.record(z.string(), z.array(row)));

/** The records that were opened by the palette last, of one account. */
export const recentOf = (accountId: string): Entry[] =>
  (storage.read()?.[accountId] ?? []).map(({ detail, ...r }) => ({ ...r, ...(detail !== undefined && { detail }), group: 'recent' }));

/** Puts a record first; of the accounts only this one's are kept, so that the next person on this browser finds nothing. */
export function remember(accountId: string, { id, title, detail, to }: Entry): void {
  if (to === undefined) return;
  const others = (storage.read()?.[accountId] ?? []).filter((one) => one.to !== to);
  storage.write({
    [accountId]: [{ id: id.startsWith('recent-') ? id : `recent-${id}`, title, ...(detail !== undefined && { detail }), to }, ...others].slice(0, MOST),
  });
}
