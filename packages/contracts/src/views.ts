import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { GRID_IDS, ROWS_PER_PAGE } from './grids.ts';
import { filterChip } from './paging.ts';
import { id, instant, requiredText, userAnd, version } from './primitives.ts';

// Named views of a table: own ones, and ones shared with the account.

/**
 * How a table looks: what the address of a page carries, and the widths. Field and column names the table does not know
 * are dropped by it.
 */
export const viewStateSchema = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        id: z.string().max(60),
        width: z.number().min(48).max(1200).optional(),
        pinned: z.boolean().optional(),
        hidden: z.boolean().optional(),
      }),
    )
    .max(100),
  sort: z.array(z.strictObject({ field: z.string().max(60), direction: z.enum(['asc', 'desc']) })).max(5),
  chips: z.array(filterChip).max(30),
  search: z.string().max(200).default(''),
  size: z.literal([...ROWS_PER_PAGE]),
  density: z.enum(['comfortable', 'compact']),
});
export type ViewState = z.infer<typeof viewStateSchema>;
export const viewSchema = z.object({
  id,
  gridId: z.enum(GRID_IDS),
  name: z.string(),
  isShared: z.boolean(),
  /** Made by the person who asks; others' shared views can be used and not changed, but by an admin. */
  isMine: z.boolean(),
  owner: z.object({ id, name: z.string() }).nullable(),
  state: viewStateSchema,
  /** What the table opens with for the person who asks. */
  isDefault: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type View = z.infer<typeof viewSchema>;
const views = z.array(viewSchema);
const gridPath = z.strictObject({ userId: id, gridId: z.enum(GRID_IDS) });
const viewPath = userAnd('viewId').extend({ gridId: z.enum(GRID_IDS) });

export const listViews = endpoint({
  id: 'listViews',
  method: 'GET',
  path: '/views/{userId}/{gridId}',
  access: 'read',
  summary: 'Own and shared views of a table, by name',
  params: gridPath,
  response: views,
});
export const createView = endpoint({
  id: 'createView',
  method: 'POST',
  path: '/views/{userId}/{gridId}',
  access: 'self',
  idempotent: true,
  summary: 'Keep a view under a name',
  description: 'A viewer keeps own views; sharing one needs an admin.',
  params: gridPath,
  body: z.strictObject({ name: requiredText(60), isShared: z.boolean().default(false), state: viewStateSchema }),
  response: viewSchema,
  status: 201,
  errors: ['views.name_taken', 'forbidden'],
});
export const patchView = endpoint({
  id: 'patchView',
  method: 'PATCH',
  path: '/views/{userId}/{gridId}/{viewId}',
  access: 'self',
  summary: 'Rename a view, share it, or keep another state under its name',
  params: viewPath,
  body: z.strictObject({
    name: requiredText(60).optional(),
    isShared: z.boolean().optional(),
    state: viewStateSchema.optional(),
    version: version.optional(),
  }),
  response: viewSchema,
  errors: ['views.name_taken', 'conflict_version', 'forbidden'],
});
export const deleteView = endpoint({
  id: 'deleteView',
  method: 'DELETE',
  path: '/views/{userId}/{gridId}/{viewId}',
  access: 'self',
  summary: 'Forget a view',
  params: viewPath,
  errors: ['conflict_version', 'forbidden'],
});
export const setDefaultView = endpoint({
  id: 'setDefaultView',
  method: 'PUT',
  path: '/views/{userId}/{gridId}/default',
  access: 'self',
  summary: 'Which view a table opens with, for the person who asks; null: the table as delivered',
  params: gridPath,
  body: z.strictObject({ viewId: id.nullable() }),
  response: views,
});

declare module './live.ts' {
  interface Topics {
    readonly views: true;
  }
}
