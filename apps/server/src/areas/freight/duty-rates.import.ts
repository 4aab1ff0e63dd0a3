import { DUTY_RATE_EXPORT } from '@quayside/contracts/exports';
import type { RateTableImport } from '@quayside/contracts/rate-tables';
import type { DaysOfColumn } from '@quayside/domain/days/day-text';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import { countryOfWord } from '@quayside/domain/products/countries';
import { isHsCode } from '@quayside/domain/products/hs-code';
import { headingReader } from '@quayside/domain/trade/headings';
import type { Work } from '../../db/tx.ts';
import { changesBetween } from '../../events/audit-actions.ts';
import { changed, record } from '../../events/outbox.ts';
import { react } from '../../events/reactions.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import type { Upload } from '../../http/upload.ts';
import { dayIn } from '../../tables/cell-days.ts';
import { shown, storable } from '../../tables/cells.ts';
import { unknownCode } from '../../tables/code-cells.ts';
import { plainHeading, readingIn } from '../../tables/import-columns.ts';
import { cellText } from '../../tables/line-columns.ts';
import type { TableRow } from '../../tables/table.ts';
import { namesOf, resolveCodes, theOne } from '../products/public.ts';
import { dutiesByKey, type DutyRow, insertDuty, saveDuty, textOfKey } from './duty-rates.queries.ts';
import {
  checkDuty,
  concerns,
  DUTY_DEFAULTS,
  DUTY_LOG_FIELDS,
  type DutyFields,
  loggedDutyField,
} from './duty-rates.state.ts';
import { IMPORT_DUTIES_OPERATION } from './duty-rates.undo.ts';
import { shownChanges } from './shown-changes.ts';
import { type Column, isReason, numberIn } from './table-columns.ts';
import {
  type CellProblem,
  type ImportOptions,
  importFile,
  importText,
  type PlannedRow,
  type TableKind,
} from './table-import.ts';

const DUTY_COLUMNS = ['sku', 'hsCode', 'country', 'percent', 'validFrom', 'validTo', 'notes'] as const;
type DutyColumn = (typeof DUTY_COLUMNS)[number];
type DutyColumns = readonly Column<DutyColumn, null>[];

const readHeading = headingReader<DutyColumn>({
  sku: { trade: ['productCode', 'asin', 'fnsku', 'barcode'] },
  hsCode: { trade: ['hsCode'] },
  country: { trade: ['country', 'destination'] },
  percent: {
    own: 'duty | duty rate | duty rate in % | duty in % | percent | rate | zollsatz | taux de droit | 税率 | 关税税率',
  },
  validFrom: { trade: ['validFrom'] },
  validTo: { trade: ['validTo'] },
  notes: { trade: ['note'] },
});
const isColumn = (field: string): field is DutyColumn => DUTY_COLUMNS.some((column) => column === field);
const BY_WORD: ReadonlyMap<string, DutyColumn> = new Map<string, DutyColumn>([
  ...DUTY_COLUMNS.map((field): [string, DutyColumn] => [plainHeading(field), field]),
  ...Object.entries(DUTY_RATE_EXPORT).flatMap(([field, code]): [string, DutyColumn][] =>
    isColumn(field) ? LANGUAGES.map((language) => [plainHeading(wordsOf({ code }, language)), field]) : [],
  ),
]);
const meaningOf = (heading: string) => {
  const bare = heading.trim();
  const read = readHeading(bare);
  const field = BY_WORD.get(plainHeading(bare)) ?? (bare === '%' ? 'percent' : read?.field);
  return field && { field, hint: null, ...(read?.field === 'sku' && { rank: read.rank }) };
};
const MOST_NOTES = 2000;
const withoutSign = (cell: string): string => cell.replace(/\s*%$/, '');

/** The most ids in a live message. A message without ids means that many rates changed. */
const NAMED = 100;

const KIND: TableKind<DutyColumn, null, DutyFields> = {
  form: 'DUTY_RATES',
  rules: {
    meaningOf,
    numbersIn: (field, cell) => (field === 'percent' ? [withoutSign(cell)] : undefined),
    holdsDays: (field) => field === 'validFrom' || field === 'validTo',
    codeIn: (field) => (field === 'sku' ? 'CODE' : field === 'hsCode' ? 'HS_CODE' : undefined),
    isRepeatable: () => false,
  },
  missing: (columns) => {
    const has = (field: DutyColumn) => columns.some(({ meaning }) => meaning?.field === field);
    return [
      ...(has('sku') || has('hsCode') ? [] : (['sku'] as const)),
      ...(['country', 'percent'] as const).filter((field) => !has(field)),
    ];
  },
  plan: planDuties,
  operation: IMPORT_DUTIES_OPERATION,
  store: storeDuties,
};

export const pasteDuties = (w: Work, text: string, options: ImportOptions): Promise<RateTableImport> =>
  importText(w, KIND, text, options);

export const uploadDuties = (
  w: Work,
  files: Pick<StoredFiles, 'read' | 'remove'>,
  upload: Upload,
  options: ImportOptions,
): Promise<RateTableImport> => importFile(w, KIND, { files, upload }, options);

/** What a row says of a duty rate, before its code is resolved to a product. */
interface ReadRow {
  readonly row: number;
  readonly given: Partial<DutyFields>;
  readonly code: string | undefined;
  readonly problems: CellProblem[];
  readonly problemAt: (field: DutyColumn, message: Text) => CellProblem;
}

async function planDuties(
  w: Work,
  rows: readonly TableRow[],
  columns: DutyColumns,
): Promise<{ planned: PlannedRow<DutyFields>[]; problems: CellProblem[] }> {
  const read = rows.map((row) => readRow(row, columns));
  const codes = await resolveCodes(
    w,
    read.flatMap(({ code }) => code ?? []),
  );
  const problems: CellProblem[] = [];
  const seen = new Map<string, number>();
  const checked = read.flatMap((one) => {
    const result = checkRow(one, codes, seen);
    if ('fields' in result) return [{ read: one, ...result }];
    problems.push(...result.problems);
    return [];
  });
  const stored = await dutiesByKey(
    w,
    checked.map(({ fields }) => fields),
  );
  const planned = checked.flatMap(({ read: one, fields, sku }): PlannedRow<DutyFields>[] => {
    const before = stored.get(textOfKey(fields));
    // Columns that the table lacks, and empty cells, keep what the rate has.
    const after = checkDuty({ ...fields, ...kept(before, one.given) });
    if (after.ok) return [plannedRow(w, one, { fields: after.fields, sku, before })];
    problems.push(...after.problems.map(({ field, message }) => one.problemAt(columnOfField(field), message)));
    return [];
  });
  return { planned, problems: problems.toSorted((a, b) => a.row - b.row) };
}

const columnOfField = (field: string): DutyColumn => (field === 'productId' ? 'sku' : isColumn(field) ? field : 'sku');

const kept = (before: DutyRow | undefined, given: Partial<DutyFields>): Partial<DutyFields> =>
  before === undefined
    ? {}
    : {
        ...(given.validTo === undefined && { validTo: before.fields.validTo }),
        ...(given.notes === undefined && { notes: before.fields.notes }),
      };

function plannedRow(
  w: Work,
  { row }: ReadRow,
  { fields, sku, before }: { fields: DutyFields; sku: string | null; before: DutyRow | undefined },
): PlannedRow<DutyFields> {
  const changes = changesBetween(
    DUTY_LOG_FIELDS,
    (field) => (before ? loggedDutyField(before.fields, field) : null),
    (field) => loggedDutyField(fields, field),
  );
  return {
    row,
    id: before?.id ?? w.newId(),
    fields,
    before: before?.fields ?? null,
    version: before?.version ?? 0,
    label: `${sku ?? fields.hsCode ?? ''} ${fields.country}`,
    changes: shownChanges(changes, sku),
  };
}

/** Reads a row of a table. Nothing is guessed: what cannot be read is a problem of its cell. */
function readRow(row: TableRow, columns: DutyColumns): ReadRow {
  const problems: CellProblem[] = [];
  const given: Record<string, unknown> = {};
  let code: string | undefined;
  const at = (i: number, message: Text): CellProblem => ({
    row: row.row,
    column: columns[i]?.heading ?? null,
    value: i === -1 ? '' : shown(cellText(row, i)),
    message,
  });
  for (const [i, { meaning }] of columns.entries()) {
    const cell = cellText(row, i);
    if (!meaning || cell === '') continue;
    if (meaning.field === 'sku') code = cell;
    else {
      const isExact = row.exact?.has(i) === true;
      const reading = readingIn({ numbers: columns.map(({ numbers }) => numbers) }, i);
      const read = readCell(meaning.field, cell, {
        number: (text) => numberIn(text, isExact, reading),
        days: columns[i]?.days,
      });
      if (isReason(read)) problems.push(at(i, read));
      else given[meaning.field] = read.value;
    }
  }
  const problemAt = (field: DutyColumn, message: Text) =>
    at(
      columns.findIndex(({ meaning }) => meaning?.field === field),
      message,
    );
  return { row: row.row, given: given as Partial<DutyFields>, code, problems, problemAt };
}

function readCell(
  field: Exclude<DutyColumn, 'sku'>,
  cell: string,
  { number, days }: { number: (text: string) => ReturnType<typeof numberIn>; days: DaysOfColumn | null | undefined },
): { readonly value: string } | Text {
  switch (field) {
    case 'hsCode':
      return isHsCode(cell) ? { value: cell } : unknownCode(cell, say('hs_code.form'));
    case 'country': {
      const country = countryOfWord(cell);
      return country === undefined ? say('rows.country') : { value: country };
    }
    case 'validFrom':
    case 'validTo': {
      const read = dayIn(cell, days?.reading);
      return isReason(read) ? read : { value: read.day };
    }
    case 'percent': {
      const read = number(withoutSign(cell));
      return isReason(read) ? read : { value: read.plain };
    }
    default:
      return cell.length > MOST_NOTES ? say('field.max_length', { max: MOST_NOTES }) : { value: storable(cell) };
  }
}

/** Checks a row by itself: its product, its fields, and whether an earlier row has the same rate. */
function checkRow(
  read: ReadRow,
  codes: Awaited<ReturnType<typeof resolveCodes>>,
  seen: Map<string, number>,
): { readonly fields: DutyFields; readonly sku: string | null } | { readonly problems: readonly CellProblem[] } {
  const problems = [...read.problems];
  const resolved = read.code === undefined ? undefined : codes.get(read.code);
  const product = theOne(resolved);
  if (read.code !== undefined && !product)
    problems.push(
      read.problemAt(
        'sku',
        resolved
          ? say('rows.code_several', { products: namesOf(resolved) })
          : unknownCode(read.code, say('rows.parent_unknown')),
      ),
    );
  for (const field of ['country', 'percent'] as const)
    if (
      read.given[field] === undefined &&
      !read.problems.some(({ column }) => column === read.problemAt(field, NONE).column)
    )
      problems.push(read.problemAt(field, say('field.required')));
  if (problems.length > 0) return { problems };
  // A table can have the SKU and the HS code of each product; the rate is then that of the product.
  const result = checkDuty({
    ...DUTY_DEFAULTS,
    ...(read.given as Pick<DutyFields, 'country' | 'percent'>),
    productId: product?.id ?? null,
    ...(product && { hsCode: null }),
  });
  if (!result.ok)
    return { problems: result.problems.map(({ field, message }) => read.problemAt(columnOfField(field), message)) };
  const key = textOfKey(result.fields);
  const earlier = seen.get(key);
  if (earlier !== undefined)
    return {
      problems: [
        { row: read.row, column: null, value: read.code ?? '', message: say('freight.same_row', { row: earlier }) },
      ],
    };
  seen.set(key, read.row);
  return { fields: result.fields, sku: product?.sku ?? null };
}
const NONE = say('field.required');

async function storeDuties(w: Work, planned: readonly PlannedRow<DutyFields>[]): Promise<void> {
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
