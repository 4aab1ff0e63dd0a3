import { z } from 'zod';

/**
 * What a live message can be about; also the first part of the web client's query keys. Nothing is told of `audit`:
 * every message is a change, and so an entry there.
 */
export const TOPICS = [
  'account',
  'suppliers',
  'products',
  'invoices',
  'costs',
  'imports',
  'documents',
  'notifications',
  'views',
  'audit',
] as const;
export type Topic = (typeof TOPICS)[number];

/** `changed`: rows of a topic moved. Ids only; who shows them fetches them again. */
export const changedEvent = z.object({
  topic: z.enum(TOPICS),
  /** At most 100 ids; empty means "many". */
  ids: z.array(z.string()),
  /** Row version where one row moved, so that the tab that made the change stays still. */
  version: z.int().nullable(),
});
export type ChangedEvent = z.infer<typeof changedEvent>;
