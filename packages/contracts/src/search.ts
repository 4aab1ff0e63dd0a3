import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, requiredText, userPath } from './primitives.ts';

export const foundRecordSchema = z.object({
  /** What kind of record it is, as its area calls it: PRODUCT, SUPPLIER, INVOICE, DOCUMENT. */
  type: z.string().regex(/^[A-Z_]+$/),
  id,
  /** What it is called: a name, a number, a file's name. */
  title: z.string(),
  /** What tells it from others of its name: SKU, supplier and date, country; may be empty. */
  detail: z.string(),
  /** Of a product, whose page is found by it; null otherwise. */
  sku: z.string().nullable(),
});
export type FoundRecord = z.infer<typeof foundRecordSchema>;

export const searchRecords = endpoint({
  id: 'searchRecords',
  method: 'GET',
  path: '/search/{userId}',
  access: 'read',
  summary: 'Records of all areas by a few words',
  description:
    'At most six of each type, those that fit best first: a SKU or number that is given exactly, then names that hold every word. Archived and deleted ones are left out.',
  params: userPath,
  query: z.strictObject({ text: requiredText(200) }),
  response: z.object({ records: z.array(foundRecordSchema) }),
});
