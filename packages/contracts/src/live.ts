import { z } from 'zod';

/**
 * What a live message can be about; also the first part of the web client's query keys. Each file of calls adds its own
 * topics here with `declare module`.
 */
export interface Topics {}
export type Topic = keyof Topics;

/** `changed`: rows of a topic moved. Ids only; who shows them fetches them again. */
export const changedEvent = z.object({
  /** A newer server may name a topic that this client does not know. */
  topic: z.custom<Topic>((topic) => typeof topic === 'string'),
  /** At most 100 ids; empty means "many". */
  ids: z.array(z.string()),
  /** Row version where one row moved, so that the tab that made the change stays still. */
  version: z.int().nullable(),
});
export type ChangedEvent = z.infer<typeof changedEvent>;
