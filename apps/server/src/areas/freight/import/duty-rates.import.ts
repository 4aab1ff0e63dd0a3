import { DUTY_RATE_EXPORT } from '@quayside/contracts/exports';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { changesBetween } from '../../../events/audit-actions.ts';
import { changed, record } from '../../../events/outbox.ts';
import { react } from '../../../events/reactions.ts';
import { shown } from '../../../tables/cells.ts';
import type { CellProblem } from '../../../tables/part-rows.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import {
  changesImport,
  defineTable,
  isReason,
  type PlannedChange,
  type ReadTable,
  rowReader,
  type RowReader,
  shownChanges,
} from '../../imports/public.ts';
import { productOf, resolveCodes } from '../../products/public.ts';
import { dutiesByKey, type DutyRow, insertDuty, saveDuty, textOfKey } from '../duty/duty-rates.queries.ts';
import {
  checkDuty,
  concerns,
  DUTY_DEFAULTS,
  DUTY_LOG_FIELDS,
  type DutyFields,
  loggedDutyField,
} from '../duty/duty-rates.state.ts';
import { IMPORT_DUTIES_OPERATION } from '../duty/duty-rates.undo.ts';

const GIVEN = ['hsCode', 'country', 'percent', 'validFrom', 'validTo', 'notes'] as const;
type DutyColumn = 'sku' | (typeof GIVEN)[number];

const TABLE = defineTable<DutyColumn>({
  form: 'DUTY_RATES',
  words: DUTY_RATE_EXPORT,
  needs: [['sku', 'hsCode'], ['country'], ['percent']],
  fields: {
    sku: { trade: ['productCode', 'asin', 'fnsku', 'barcode'], cell: 'CODE', several: 'BEST' },
    hsCode: { trade: ['hsCode'], cell: 'HS_CODE' },
    country: { trade: ['country', 'destination'], cell: 'COUNTRY' },
    percent: {
      own: 'duty | duty rate | duty rate in % | duty in % | percent | rate | zollsatz | taux de droit | 税率 | 关税税率',
      cell: 'NUMBER',
    },
    validFrom: { trade: ['validFrom'], cell: 'DAY' },
    validTo: { trade: ['validTo'], cell: 'DAY' },
    notes: { trade: ['note'], max: 2000 },
  },
  fieldOf: (heading, fieldOfWord) => fieldOfWord(heading) ?? (heading.trim() === '%' ? 'percent' : undefined),
  numbersIn: (_, cell) => [cell.replace(/\s*%$/, '')],
});

/** The most ids in a live message. A message without ids means that many rates changed. */
const NAMED = 100;

export const DUTY_IMPORT = changesImport<DutyColumn, DutyFields>({
  table: TABLE,
  lock: lockCosts,
  plan: planDuties,
  operation: IMPORT_DUTIES_OPERATION,
  store: storeDuties,
});

type Given = Partial<Pick<DutyFields, (typeof GIVEN)[number]>>;
/** A row that says a rate by itself. */
interface CheckedRow {
  readonly read: RowReader<DutyColumn>;
  readonly given: Given;
  readonly fields: DutyFields;
  readonly sku: string | null;
}

async function planDuties(
  w: Work,
  { rows, columns }: ReadTable<DutyColumn>,
): Promise<{ planned: PlannedChange<DutyFields>[]; problems: CellProblem[] }> {
  const read = rows.map(rowReader(TABLE, columns));
  const codes = await resolveCodes(
    w,
    read.map((row) => row.text('sku')).filter((code) => code !== ''),
  );
  const seen = new Map<string, number>();
  const checked = read.flatMap((row) => checkRow(row, codes, seen) ?? []);
  const stored = await dutiesByKey(
    w,
    checked.map(({ fields }) => fields),
  );
  const planned = checked.flatMap((row): PlannedChange<DutyFields>[] => {
    const before = stored.get(textOfKey(row.fields));
    // Columns that the table lacks, and empty cells, keep what the rate has.
    const after = checkDuty({ ...row.fields, ...kept(before, row.given) });
    if (after.ok) return [plannedRow(w, row, after.fields, before)];
    failAll(row.read, after.problems);
    return [];
  });
  return { planned, problems: read.flatMap(({ problems }) => problems) };
}

const columnOfField = (field: string): DutyColumn => GIVEN.find((column) => column === field) ?? 'sku';

const kept = (before: DutyRow | undefined, given: Given): Partial<DutyFields> =>
  before === undefined
    ? {}
    : {
        ...(given.validTo === undefined && { validTo: before.fields.validTo }),
        ...(given.notes === undefined && { notes: before.fields.notes }),
      };

function plannedRow(
  w: Work,
  { read, sku }: CheckedRow,
  fields: DutyFields,
  before: DutyRow | undefined,
): PlannedChange<DutyFields> {
  const changes = changesBetween(
    DUTY_LOG_FIELDS,
    (field) => (before ? loggedDutyField(before.fields, field) : null),
    (field) => loggedDutyField(fields, field),
  );
  return {
    row: read.row,
    id: before?.id ?? w.newId(),
    fields,
    before: before?.fields ?? null,
    version: before?.version ?? 0,
    label: `${sku ?? fields.hsCode ?? ''} ${fields.country}`,
    changes: shownChanges(changes, sku),
  };
}

/** Checks a row by itself: its product, its fields, and whether an earlier row has the same rate. */
function checkRow(
  read: RowReader<DutyColumn>,
  codes: Awaited<ReturnType<typeof resolveCodes>>,
  seen: Map<string, number>,
): CheckedRow | undefined {
  const given: Given = Object.fromEntries(
    GIVEN.flatMap((field) => {
      const value = read.value(field);
      return value === undefined ? [] : [[field, value]];
    }),
  );
  const code = read.text('sku');
  const product = code === '' ? undefined : productOf(codes, code, say('rows.parent_unknown'));
  if (product && isReason(product)) read.fail('sku', product);
  read.require('country');
  read.require('percent');
  const { country, percent } = given;
  if (read.problems.length > 0 || (product && isReason(product)) || country === undefined || percent === undefined)
    return undefined;
  // A table can have the SKU and the HS code of each product; the rate is then that of the product.
  const productId = product?.id ?? null;
  const result = checkDuty({
    ...DUTY_DEFAULTS,
    ...given,
    country,
    percent,
    productId,
    ...(product && { hsCode: null }),
  });
  if (!result.ok) return failAll(read, result.problems);
  const key = textOfKey(result.fields);
  const earlier = seen.get(key);
  if (earlier !== undefined) return read.failRow(shown(code), say('freight.same_row', { row: earlier }));
  seen.set(key, read.row);
  return { read, given, fields: result.fields, sku: product?.sku ?? null };
}

function failAll(read: RowReader<DutyColumn>, problems: readonly { field: string; message: Text }[]): undefined {
  for (const { field, message } of problems) read.fail(columnOfField(field), message);
}

async function storeDuties(w: Work, planned: readonly PlannedChange<DutyFields>[]): Promise<void> {
  for (const { id, before, fields } of planned) {
    if (before) await saveDuty(w, id, fields);
    else await insertDuty(w, id, fields);
  }
  const update = planned.filter(({ before }) => before !== null).length;
  const ids = planned.length > NAMED ? [] : planned.map(({ id }) => id);
  await record(
    w,
    {
      action: 'duty-rate.imported',
      subjectIds: ids,
      details: { facts: { create: planned.length - update, update } },
    },
    changed('duty-rates', ids),
  );
  await react(
    w,
    'duty.changed',
    concerns(planned.flatMap(({ before, fields }) => [fields, ...(before ? [before] : [])])),
  );
}
