import { relation } from '../../db/relation.ts';

/** What members were notified of. */
export const NOTIFICATIONS = relation('notification', ['account_id', 'dedupe_key']);
