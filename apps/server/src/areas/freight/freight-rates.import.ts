import type { RateTableImport } from '@quayside/contracts/rate-tables';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { changesBetween } from '../../events/audit-actions.ts';
import { changed, record } from '../../events/outbox.ts';
import { react } from '../../events/reactions.ts';
import type { Work } from '../../db/tx.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import type { Upload } from '../../http/upload.ts';
import type { TableRow } from '../../tables/table.ts';
import { supplierIdsByName } from '../suppliers/public.ts';
import { insertRate, type RateRow, ratesByName, saveRate } from './freight-rates.queries.ts';
import { checkRate, loggedRateField, RATE_DEFAULTS, RATE_LOG_FIELDS, type RateFields } from './freight-rates.state.ts';
import { IMPORT_RATES_OPERATION } from './freight-rates.undo.ts';
import { type FreightColumn, type FreightHint, meaningOfHeading } from './freight-table.headings.ts';
import { numbersInCell, type ReadRow, readRow } from './freight-table.rows.ts';
import type { Column } from './table-columns.ts';
import {
  type CellProblem,
  type ImportOptions,
  importFile,
  importText,
  type PlannedRow,
  type TableKind,
} from './table-import.ts';
import { shownChanges } from './shown-changes.ts';

type FreightColumns = readonly Column<FreightColumn, FreightHint>[];
/** The most ids in a live message. A message without ids means that many rates changed. */
const NAMED = 100;

const KIND: TableKind<FreightColumn, FreightHint, RateFields> = {
  form: 'FREIGHT_RATES',
  rules: {
    meaningOf: meaningOfHeading,
    numbersIn: numbersInCell,
    holdsDays: (field) => field === 'validFrom' || field === 'validTo',
    isRepeatable: (field) => field === 'breaks',
  },
  missing: (columns) =>
    (['name', 'breaks'] as const).filter((field) => !columns.some(({ meaning }) => meaning?.field === field)),
  plan: planRates,
  operation: IMPORT_RATES_OPERATION,
  store: storeRates,
};

export const pasteRates = (w: Work, text: string, options: ImportOptions): Promise<RateTableImport> =>
  importText(w, KIND, text, options);

export const uploadRates = (
  w: Work,
  files: Pick<StoredFiles, 'read' | 'remove'>,
  upload: Upload,
  options: ImportOptions,
): Promise<RateTableImport> => importFile(w, KIND, { files, upload }, options);

/** Reads the rows, finds their forwarders and the rates that they replace, and checks each rate as a whole. */
async function planRates(
  w: Work,
  rows: readonly TableRow[],
  columns: FreightColumns,
): Promise<{ planned: PlannedRow<RateFields>[]; problems: CellProblem[] }> {
  const read = rows.map((row) => readRow(row, columns));
  const forwarders = await supplierIdsByName(
    w,
    read.flatMap(({ forwarder }) => forwarder ?? []),
  );
  const stored = Map.groupBy(
    await ratesByName(
      w,
      read.flatMap(({ given }) => given.name ?? []),
    ),
    (row) => keyOf(row.fields),
  );
  const seen = new Map<string, number>();
  const problems: CellProblem[] = [];
  const planned = read.flatMap((one): PlannedRow<RateFields>[] => {
    const plan = planRow(w, one, { forwarders, stored, seen });
    if (!Array.isArray(plan)) return [plan];
    problems.push(...plan);
    return [];
  });
  return { planned, problems };
}

/** What tells the rates of an account apart in a table: name, forwarder and first day. */
const keyOf = ({ name, forwarderId, validFrom }: Pick<RateFields, 'name' | 'forwarderId' | 'validFrom'>): string =>
  JSON.stringify([name.toLowerCase(), forwarderId, validFrom]);

interface Known {
  readonly forwarders: ReadonlyMap<string, readonly string[]>;
  readonly stored: ReadonlyMap<string, readonly RateRow[]>;
  /** The row of each key that was read before. */
  readonly seen: Map<string, number>;
}

function planRow(w: Work, read: ReadRow, known: Known): PlannedRow<RateFields> | CellProblem[] {
  const problems = [...read.problems];
  const forwarderId = forwarderOf(read, known, problems);
  const { name } = read.given;
  if (name === undefined) return [...problems, ...read.problemsWith(undefined)];
  if (problems.length > 0) return problems;
  const key = keyOf({ name, forwarderId: forwarderId ?? null, validFrom: read.given.validFrom ?? null });
  const earlier = known.seen.get(key);
  if (earlier !== undefined) return [ofRow(read, say('freight.same_row', { row: earlier }))];
  known.seen.set(key, read.row);
  const [before, another] = known.stored.get(key) ?? [];
  if (another) return [ofRow(read, say('freight.several_rates'))];
  const wrong = read.problemsWith(before?.fields);
  if (wrong.length > 0) return [...wrong];
  const typed = { ...read.given, ...(forwarderId !== undefined && { forwarderId }) };
  const result = checkRate({ ...RATE_DEFAULTS, ...before?.fields, ...typed } as RateFields);
  if (!result.ok) return result.problems.map(({ field, message }) => read.problemAt(field, message));
  const { fields } = result;
  const changes = changesBetween(
    RATE_LOG_FIELDS,
    (field) => (before ? loggedRateField(before.fields, field) : null),
    (field) => loggedRateField(fields, field),
  );
  return {
    row: read.row,
    id: before?.id ?? w.newId(),
    fields,
    before: before?.fields ?? null,
    version: before?.version ?? 0,
    label: fields.name,
    changes: shownChanges(changes, read.forwarder),
  };
}

const ofRow = (read: ReadRow, message: Text): CellProblem => ({
  row: read.row,
  column: null,
  value: read.given.name ?? '',
  message,
});

/** The supplier that the row names; undefined if the table has no column of forwarders. */
function forwarderOf(read: ReadRow, known: Known, problems: CellProblem[]): string | null | undefined {
  if (read.forwarder === undefined || read.forwarder === null) return read.forwarder;
  const [id, other] = known.forwarders.get(read.forwarder.toLowerCase()) ?? known.forwarders.get(read.forwarder) ?? [];
  if (id === undefined) problems.push(read.problemAt('forwarder', say('rows.supplier_unknown')));
  else if (other !== undefined) problems.push(read.problemAt('forwarder', say('rows.supplier_ambiguous')));
  return id ?? null;
}

async function storeRates(w: Work, planned: readonly PlannedRow<RateFields>[]): Promise<void> {
  for (const { id, before, fields } of planned) {
    // A table replaces only rates that are not archived.
    if (before) await saveRate(w, id, fields, null);
    else await insertRate(w, id, fields);
  }
  const updated = planned.filter(({ before }) => before !== null).map(({ id }) => id);
  const ids = planned.length > NAMED ? [] : planned.map(({ id }) => id);
  await record(
    w,
    {
      action: 'freight-rate.imported',
      subjectIds: ids,
      details: { facts: { create: planned.length - updated.length, update: updated.length } },
    },
    changed('freight-rates', ids),
  );
  if (updated.length > 0) await react(w, 'freight-rate.changed', { rateIds: updated, containers: false });
}
