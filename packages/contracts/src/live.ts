import { z } from 'zod';

/**
 * The topics of live messages. A topic is also the first part of a query key in the web client. Each file of calls adds
 * its own topics here with `declare module`.
 */
export interface Topics {}
export type Topic = keyof Topics;

/**
 * The header of an answer with the topics that the call has changed, joined by commas. A client that shows data of
 * these topics refetches it. Absent when nothing changed.
 */
export const CHANGED_HEADER = 'x-changed';

/**
 * `changed`: rows of a topic changed. The message carries only ids, and a client that shows the rows refetches them.
 */
export const changedEvent = z.object({
  /** Any string, because a newer server may send a topic that this client does not know. */
  topic: z.custom<Topic>((topic) => typeof topic === 'string'),
  /** At most 100 ids. An empty list means that many rows changed. */
  ids: z.array(z.string()),
  /** The new version of the row when the message is about a single row; otherwise null. */
  version: z.int().nullable(),
});
export type ChangedEvent = z.infer<typeof changedEvent>;
