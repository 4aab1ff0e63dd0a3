import { expect, it } from 'vitest';
import { NOTIFICATION_STATUSES } from '../lists.ts';
import { canBecome } from './status.ts';

it('a notification status only moves forward, and setting the same status again is allowed', () => {
  const allowed = NOTIFICATION_STATUSES.flatMap((from) =>
    NOTIFICATION_STATUSES.filter((to) => canBecome(from, to)).map((to) => `${from} ${to}`),
  );
  expect(allowed).toEqual([
    'UNREAD UNREAD',
    'UNREAD READ',
    'UNREAD DISMISSED',
    'READ READ',
    'READ DISMISSED',
    'DISMISSED DISMISSED',
  ]);
});
