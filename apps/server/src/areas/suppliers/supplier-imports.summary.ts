import type { ImportAction } from '@quayside/contracts/imports';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { ErrorGroup, SupplierImportResult } from './supplier-imports.queries.ts';
import type { CellError, PlannedRow } from './supplier-imports.rows.ts';

const MAX_ERRORS = 1000;
const SAMPLE_ROWS = 20;
const MOST_VALUES = 50;
const MOST_IN_ALL = 500;

interface Checked extends Pick<SupplierImportResult, 'columns' | 'sameFileAs' | 'failure'> {
  readonly rows: number;
  readonly plans: readonly PlannedRow[];
  readonly similar: readonly SupplierImportResult['similar'][number][];
}

/** Counts the rows by outcome, and collects the first errors and a few sample rows. */
export function resultOf({ plans, rows, columns, similar, sameFileAs, failure }: Checked): SupplierImportResult {
  const errors = plans.flatMap((plan) => plan.errors);
  const count = (action: ImportAction) => plans.filter((plan) => plan.action === action).length;
  return {
    counts: {
      rows,
      create: count('CREATE'),
      update: count('UPDATE'),
      skip: count('SKIP'),
      fail: count('FAIL'),
    },
    columns,
    errors: errors.slice(0, MAX_ERRORS),
    errorCount: errors.length,
    errorGroups: errorGroupsOf(errors),
    similar: similar.slice(0, MOST_IN_ALL),
    sample: plans.slice(0, SAMPLE_ROWS).map(({ row, action, companyName }) => ({ row, action, companyName })),
    sameFileAs,
    failure,
    undo: null,
  };
}

/** Groups the errors by column and reason, with their most frequent cells. */
function errorGroupsOf(errors: readonly CellError[]): ErrorGroup[] {
  const groups = Map.groupBy(errors, ({ column, reason }) => JSON.stringify([column, groupReason(reason)]));
  let left = MOST_IN_ALL;
  return [...groups.values()]
    .toSorted((a, b) => b.length - a.length)
    .flatMap((group): ErrorGroup[] => {
      const [first] = group;
      if (!first || left <= 0) return [];
      const cells = [...Map.groupBy(group, ({ value }) => value)]
        .map(([value, same]) => ({ value, count: same.length }))
        .toSorted((a, b) => b.count - a.count);
      const values = cells.slice(0, Math.min(MOST_VALUES, left));
      left -= values.length;
      const { column } = first;
      const reason = groupReason(first.reason);
      return [{ column, reason, code: reason.code, count: group.length, values, valueCount: cells.length }];
    });
}

/** Each cell names the suppliers that its name is similar to. They are one group all the same. */
const groupReason = (reason: Text): Text =>
  reason.code === 'rows.supplier_similar' || reason.code === 'rows.supplier_similar_row'
    ? say('rows.similar_names')
    : reason;
