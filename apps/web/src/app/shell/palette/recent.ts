import { recentRecords, rememberRecord } from '../../../lib/person-state.ts';
import type { Entry } from './palette-entries.ts';

/** The records that were opened by the palette last, of the account that is open. */
export const recentEntries = (): Entry[] =>
  recentRecords().map(({ detail, ...record }) => ({ ...record, ...(detail !== undefined && { detail }), group: 'recent' }));

/** Puts a record first. */
export function remember({ id, title, detail, to }: Entry): void {
  if (to === undefined) return;
  rememberRecord({ id: id.startsWith('recent-') ? id : `recent-${id}`, title, ...(detail !== undefined && { detail }), to });
}
