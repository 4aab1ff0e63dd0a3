import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { VIEWED_GRID_IDS, ROWS_PER_PAGE } from './grids.ts';
import { filterChip } from './paging.ts';
import { id, instant, plainText, requiredText, userAnd, version } from './primitives.ts';

// Named views of a table: the person's own, and those shared with the account.

/**
 * The state of a table that a view stores: the part that is in the URL of the page, the column widths and the row
 * height. The table ignores unknown fields and columns.
 */
export const viewStateSchema = z.strictObject({
  columns: z
    .array(
      z.strictObject({
        id: plainText(60),
        width: z.number().min(48).max(1200).optional(),
        pinned: z.boolean().optional(),
        hidden: z.boolean().optional(),
      }),
    )
    .max(100),
  sort: z.array(z.strictObject({ field: plainText(60), direction: z.enum(['asc', 'desc']) })).max(5),
  chips: z.array(filterChip).max(30),
  search: plainText(200).default(''),
  size: z.literal([...ROWS_PER_PAGE]),
  density: z.enum(['comfortable', 'compact']),
});
export type ViewState = z.infer<typeof viewStateSchema>;
const viewSchema = z.object({
  id,
  gridId: z.enum(VIEWED_GRID_IDS),
  name: z.string(),
  isShared: z.boolean(),
  /**
   * True when the person who makes the call created the view. Others can use a shared view, but only its owner and
   * admins can change it.
   */
  isMine: z.boolean(),
  owner: z.object({ id, name: z.string() }).nullable(),
  state: viewStateSchema,
  /** Whether the table opens with this view for the person who makes the call. */
  isDefault: z.boolean(),
  createdAt: instant,
  updatedAt: instant,
  version,
});
export type View = z.infer<typeof viewSchema>;
const views = z.array(viewSchema);
const gridPath = z.strictObject({ userId: id, gridId: z.enum(VIEWED_GRID_IDS) });
const viewPath = userAnd('viewId').extend({ gridId: z.enum(VIEWED_GRID_IDS) });

export const listViews = endpoint({
  id: 'listViews',
  method: 'GET',
  path: '/views/{userId}/{gridId}',
  access: 'read',
  summary: 'Your own views and the shared views of a table, by name',
  params: gridPath,
  response: views,
});
export const createView = endpoint({
  id: 'createView',
  method: 'POST',
  path: '/views/{userId}/{gridId}',
  access: 'self',
  idempotent: true,
  summary: 'Save a view of a table',
  description: 'Viewers can save views for themselves; only an admin can share one.',
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
  summary: 'Rename a view, share it, or save another state in it',
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
  summary: 'Delete a view of a table',
  params: viewPath,
  errors: ['conflict_version', 'forbidden'],
});
export const setDefaultView = endpoint({
  id: 'setDefaultView',
  method: 'PUT',
  path: '/views/{userId}/{gridId}/default',
  access: 'self',
  summary: 'Choose the view that a table opens with for the signed-in person; null: the default table',
  params: gridPath,
  body: z.strictObject({ viewId: id.nullable() }),
  response: views,
});

declare module './live.ts' {
  interface Topics {
    readonly views: true;
  }
}
