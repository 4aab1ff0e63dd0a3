import { CHANGELOG_SOURCES, DIMENSION_UNITS, WEIGHT_UNITS } from '@quayside/domain/lists';
import { z } from 'zod';
import { endpoint, management } from '../endpoint.ts';
import { listQuery, page } from '../paging.ts';
import { id, instant, optionSchema, userAnd, userPath } from '../primitives.ts';
import { productSchema } from './products.ts';

/** The units in which lengths and weights of products are measured. */
export const MEASURE_UNITS = [...DIMENSION_UNITS, ...WEIGHT_UNITS] as const;
const changelogEntrySchema = z.object({
  id,
  productId: id,
  source: z.enum(CHANGELOG_SOURCES),
  field: z.string(),
  /** The old value as it is displayed; null when the field was empty. */
  oldValue: z.string().nullable(),
  newValue: z.string().nullable(),
  /** The unit of the old value; null when the field is not a measure. */
  oldUnit: z.enum(MEASURE_UNITS).nullable(),
  newUnit: z.enum(MEASURE_UNITS).nullable(),
  changedBy: z.object({ id, name: z.string() }).nullable(),
  changedAt: instant,
  /** Whether the old value can be restored with one click. */
  canRevert: z.boolean(),
  noRevert: z.string().nullable().meta({
    description: 'Why the old value can no longer be restored; null if it can, or if there is nothing to restore',
  }),
  /** Whether the field still has the value that this change gave it. */
  isCurrent: z.boolean(),
});
export type ChangelogEntry = z.infer<typeof changelogEntrySchema>;
const changelogFilters = { source: ['in'], field: ['in'], changedAt: ['gte', 'lte', 'between'] } as const;
export const listChangelogSources = endpoint({
  id: 'listChangelogSources',
  method: 'GET',
  path: '/products/{userId}/changelog-sources',
  access: 'read',
  flags: management,
  summary: 'Kinds of sources of product changes',
  params: userPath,
  response: z.array(optionSchema),
});
export const getProductChangelog = endpoint({
  id: 'getProductChangelog',
  method: 'GET',
  path: '/products/{userId}/{productId}/changelog',
  access: 'read',
  flags: management,
  summary: 'Changes of a product, newest first',
  params: userAnd('productId'),
  query: listQuery({ sort: ['changedAt'], filters: changelogFilters }),
  response: page(changelogEntrySchema),
});
export const revertProductChange = endpoint({
  id: 'revertProductChange',
  method: 'POST',
  path: '/products/{userId}/{productId}/changelog/{entryId}/revert',
  access: 'write',
  flags: management,
  idempotent: true,
  summary: 'Restore the value that a field had before this change',
  params: userAnd('productId', 'entryId'),
  body: z.strictObject({
    overwrite: z
      .boolean()
      .default(false)
      .meta({ description: 'Restore the value even if the field has been changed again since' }),
  }),
  response: productSchema,
  errors: ['products.changed_since', 'products.cannot_revert', 'products.sku_taken', 'products.bundle_loop'],
});
