import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { day, id, requiredText, unitCost, userPath } from './primitives.ts';

const foundRecordSchema = z.object({
  /** The kind of record, as its area names it: PRODUCT, SUPPLIER, INVOICE, DOCUMENT. */
  type: z.string().regex(/^[A-Z_]+$/),
  id,
  /** The name of the record: a name, a number or a file name. */
  title: z.string(),
  /**
   * What distinguishes the record from others with the same title: SKU, supplier, or country. May be empty.
   */
  detail: z.string(),
  /** The day of an invoice or document. */
  day: day.optional(),
  /** The SKU of a product, because the URL of its page contains it; null for other records. */
  sku: z.string().nullable(),
  /** The landed cost of one unit of a product, in the currency of the account; absent when there is none. */
  unitCost: unitCost.optional(),
});
export type FoundRecord = z.infer<typeof foundRecordSchema>;

export const searchRecords = endpoint({
  id: 'searchRecords',
  method: 'GET',
  path: '/search/{userId}',
  access: 'read',
  summary: 'Find records of all kinds by words',
  description:
    'At most six of each type, best matches first: an exact SKU or number, then names that contain every word. ' +
    'Archived and deleted records are left out.',
  params: userPath,
  query: z.strictObject({ text: requiredText(200) }),
  response: z.object({ records: z.array(foundRecordSchema) }),
});
