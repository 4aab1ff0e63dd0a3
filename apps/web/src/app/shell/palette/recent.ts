import { recentRecords, rememberRecord } from '../../../lib/session/kept-person.ts';
import type { Entry } from './palette-entries.ts';

/** The records of this account that were last opened from the palette. */
export const recentEntries = (): Entry[] =>
  recentRecords().map(({ detail, ...record }) => ({
    ...record,
    ...(detail !== undefined && { detail }),
    group: 'recent',
  }));

/** Moves a record to the front of the recent records. */
export function remember({ id, title, detail, to }: Entry): void {
  if (to === undefined) return;
  rememberRecord({
    id: id.startsWith('recent-') ? id : `recent-${id}`,
    title,
    ...(detail !== undefined && { detail }),
    to,
  });
}
