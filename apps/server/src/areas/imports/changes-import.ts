import type { RateTableImport } from '@quayside/contracts/freight/rate-tables';
import type { AuditValue, FieldChange } from '../../events/audit-actions.ts';
import type { Work } from '../../db/tx.ts';
import { createOperation, insertOperationRows } from '../undo/public.ts';
import type { CellProblem } from '../../tables/part-rows.ts';
import { failedRows, type OnceKind, type OnceOptions, type ReadTable, shownProblems } from './import-once.ts';

// An import of which each row creates a record, or changes one, or changes nothing.

const MAX_ROWS = 5000;
const SAMPLE = 20;

type Change = RateTableImport['sample'][number]['changes'][number];

/** What the import does with one row. */
export interface PlannedChange<Fields> {
  readonly row: number;
  readonly id: string;
  readonly fields: Fields;
  /** The fields of the record that the row replaces; null: the row creates one. */
  readonly before: Fields | null;
  /** The version of that record; 0 without one. */
  readonly version: number;
  readonly label: string;
  readonly changes: readonly Change[];
}
interface PlannedChanges<Fields> {
  readonly planned: readonly PlannedChange<Fields>[];
  readonly problems: readonly CellProblem[];
  /** How many rows count cartons whose units are known. Absent: nothing is counted. */
  readonly cartons?: number;
}
type Kind<F extends string, Fields, Answer> = OnceKind<F, PlannedChanges<Fields>, OnceOptions, Answer>;
interface ChangesImport<F extends string, Fields extends object>
  extends Pick<Kind<F, Fields, unknown>, 'table' | 'plan' | 'lock'> {
  /** The kind of operation by which it is undone. */
  readonly operation: string;
  /** Stores what is created or changed, with its audit row, and announces it. */
  readonly store: (w: Work, planned: readonly PlannedChange<Fields>[], operationId: string) => Promise<void>;
}

/** Makes a kind of import. */
export const changesImport = <F extends string, Fields extends object>({
  operation,
  store,
  ...kind
}: ChangesImport<F, Fields>): Kind<F, Fields, RateTableImport> => ({
  ...kind,
  maxRows: MAX_ROWS,
  async store(w, plan, table, { dryRun }) {
    const answer = answerOf(w, plan, table, dryRun);
    const wanted = plan.planned.filter((one) => actionOf(one) !== 'SAME');
    if (dryRun || wanted.length === 0) return answer;
    const operationId = await createOperation(w, operation, { counts: answer.counts }, 'IMPORT');
    await insertOperationRows(
      w,
      operationId,
      wanted.map(({ id, before, version }) => ({
        ...{ subjectId: id, before, versionBefore: version, versionAfter: version + 1 },
      })),
    );
    await store(w, wanted, operationId);
    return { ...answer, operationId };
  },
});

const actionOf = ({ before, changes }: PlannedChange<unknown>): RateTableImport['sample'][number]['action'] =>
  before === null ? 'CREATE' : changes.length > 0 ? 'UPDATE' : 'SAME';

function answerOf<F extends string>(
  w: Work,
  { planned, problems, cartons }: PlannedChanges<unknown>,
  { columns }: ReadTable<F>,
  isDryRun: boolean,
): RateTableImport {
  const count = (action: ReturnType<typeof actionOf>) => planned.filter((one) => actionOf(one) === action).length;
  const fail = failedRows(problems);
  return {
    isDryRun,
    counts: {
      rows: planned.length + fail,
      create: count('CREATE'),
      update: count('UPDATE'),
      same: count('SAME'),
      fail,
    },
    columns: [...columns],
    ...(cartons && { cartons }),
    sample: planned
      .slice(0, SAMPLE)
      .map((one) => ({ row: one.row, action: actionOf(one), label: one.label, changes: [...one.changes] })),
    errors: shownProblems(w, problems),
    operationId: null,
  };
}

/** Changes as a preview shows them. `name` is that of the record to which a change refers, as the table writes it. */
export const shownChanges = (changes: readonly FieldChange[], name: string | null | undefined): Change[] =>
  changes.map(({ field, from, to }) => ({ field, from: textOf(from, null), to: textOf(to, name ?? null) }));

const textOf = (value: AuditValue, name: string | null): string | null => {
  if (value === null) return null;
  return typeof value === 'object' ? name : String(value);
};
