import type { BodyIn } from '@quayside/contracts/endpoint';
import type { GridId } from '@quayside/contracts/grids';
import { createView } from '@quayside/contracts/views';
import type { LocalInput } from '../http/local-client.ts';

type State = BodyIn<typeof createView>['state'];

/** A view that differs from the table as it opens only in its filter and its order. */
const filtered = (chips: State['chips'], sort: State['sort']): State => ({
  columns: [],
  sort,
  chips,
  search: '',
  size: 50,
  density: 'compact',
});

/** The views that the team of the demo seller shares: the lists that a seller opens every week. */
const VIEWS: readonly (readonly [grid: GridId, name: string, state: State])[] = [
  [
    'products',
    'Top sellers',
    filtered(
      [{ field: 'status', op: 'in', values: ['TOP_SELLER'] }],
      [{ field: 'landedCostPerUnit', direction: 'desc' }],
    ),
  ],
  [
    'products',
    'No weight',
    filtered([{ field: 'missing', op: 'in', values: ['WEIGHT'] }], [{ field: 'name', direction: 'asc' }]),
  ],
  [
    'invoices',
    'To confirm',
    filtered([{ field: 'status', op: 'in', values: ['REVIEW', 'WORKING'] }], [{ field: 'date', direction: 'desc' }]),
  ],
  [
    'invoices',
    'Not fully assigned',
    filtered([{ field: 'unassigned', op: 'isNotEmpty', values: [] }], [{ field: 'date', direction: 'desc' }]),
  ],
  [
    'costs',
    'Freight and customs',
    filtered(
      [{ field: 'costType', op: 'in', values: ['SHIPPING', 'LOCAL_FREIGHT', 'CUSTOMS_AND_DUTIES'] }],
      [{ field: 'date', direction: 'desc' }],
    ),
  ],
];

/** Saves the shared views of the demo seller. */
export async function saveViews(
  call: (endpoint: typeof createView, input: LocalInput<typeof createView>) => Promise<unknown>,
): Promise<void> {
  for (const [gridId, name, state] of VIEWS)
    await call(createView, { params: { gridId }, body: { name, isShared: true, state } });
}
