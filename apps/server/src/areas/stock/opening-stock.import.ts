import { OPENING_STOCK_EXPORT } from '@quayside/contracts/exports';
import type { RateTableImport } from '@quayside/contracts/rate-tables';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { LANGUAGES } from '@quayside/contracts/texts/languages';
import { wordsOf } from '@quayside/contracts/texts/words';
import { formatAmount } from '@quayside/domain/money/money';
import type { NumberText } from '@quayside/domain/money/number-text';
import { mayBeIn } from '@quayside/domain/money/written-currency';
import { ruleText } from '@quayside/domain/refusal';
import { openingCost } from '@quayside/domain/stock/opening';
import { type Place, PLACES } from '@quayside/domain/stock/places';
import { headingReader } from '@quayside/domain/trade/headings';
import { todayOf } from '../../db/today.ts';
import type { Work } from '../../db/tx.ts';
import type { StoredFiles } from '../../files/stored-files.ts';
import type { Upload } from '../../http/upload.ts';
import { dayIn } from '../../tables/cell-days.ts';
import { shown } from '../../tables/cells.ts';
import { unknownCode } from '../../tables/code-cells.ts';
import { plainHeading, readingIn } from '../../tables/import-columns.ts';
import { cellText } from '../../tables/line-columns.ts';
import type { TableRow } from '../../tables/table.ts';
import {
  type CellProblem,
  type Column,
  type ImportOptions,
  importFile,
  importText,
  isReason,
  numberIn,
  type PlannedRow,
  type TableKind,
} from '../freight/public.ts';
import { contentsOfBundles, namesOf, resolveCodes, theOne } from '../products/public.ts';
import { keyOfOpening, OPENING_OPERATION, type OpeningRow, storeOpening } from './opening-stock.service.ts';
import type { OpeningFields } from './opening-stock.undo.ts';
import { knownOpening } from './opening-stock.views.ts';
import { readReceipts } from './receipts.queries.ts';

// Imports opening stock from a table: SKU, units, unit cost, day and place.

const COLUMNS = ['sku', 'quantity', 'unitCost', 'day', 'place'] as const;
type Field = (typeof COLUMNS)[number];
type Columns = readonly Column<Field, null>[];

const readHeading = headingReader<Field>({
  sku: { trade: ['productCode', 'asin', 'fnsku', 'barcode'] },
  quantity: { trade: ['quantity', 'stockQuantity'] },
  unitCost: { trade: ['unitCost', 'unitPrice', 'purchasePrice'] },
  day: { trade: ['day'], own: 'as of | received on' },
  place: { trade: ['place'], own: 'place' },
});
/** The headings of the export. It has the total beside the unit cost, which is not read. */
const BY_WORD: ReadonlyMap<string, Field> = new Map<string, Field>(
  COLUMNS.flatMap((field) =>
    LANGUAGES.map((language): [string, Field] => [
      plainHeading(wordsOf({ code: OPENING_STOCK_EXPORT[field] }, language)),
      field,
    ]),
  ),
);
const IS_NUMBER: ReadonlySet<Field> = new Set<Field>(['quantity', 'unitCost']);
const MAX_UNITS = 999_999_999n;

const KIND: TableKind<Field, null, OpeningFields> = {
  form: 'OPENING_STOCK',
  rules: {
    meaningOf: (heading) => {
      const read = readHeading(heading);
      const field = BY_WORD.get(plainHeading(heading)) ?? read?.field;
      return field && { field, hint: null, ...(read?.field === 'sku' && { rank: read.rank }) };
    },
    numbersIn: (field, cell) => (IS_NUMBER.has(field) ? [cell] : undefined),
    holdsDays: (field) => field === 'day',
    codeIn: (field) => (field === 'sku' ? 'CODE' : undefined),
    isRepeatable: () => false,
  },
  missing: (columns) =>
    (['sku', 'quantity', 'unitCost', 'day'] as const).filter(
      (field) => !columns.some(({ meaning }) => meaning?.field === field),
    ),
  plan,
  operation: OPENING_OPERATION,
  store: async (w, planned, operationId) => {
    const known = planned.flatMap(({ id, before }) => (before === null ? [] : id));
    await storeOpening(
      w,
      planned.map(({ id, fields, before }) => rowOf(fields, before === null ? id : w.newId())),
      operationId,
      await readReceipts(w, 'id', known),
    );
  },
};

const rowOf = (fields: OpeningFields, id: string): OpeningRow => ({
  ...fields,
  id,
  units: BigInt(fields.units),
  costMinor: BigInt(fields.costMinor),
});

export const importPastedOpening = (w: Work, text: string, options: ImportOptions): Promise<RateTableImport> =>
  importText(w, KIND, text, options);

export const importOpeningFile = (
  w: Work,
  files: Pick<StoredFiles, 'read' | 'remove'>,
  upload: Upload,
  options: ImportOptions,
): Promise<RateTableImport> => importFile(w, KIND, { files, upload }, options);

/** What a row says, before its code is resolved to a product. */
interface Read {
  readonly row: number;
  readonly code: string;
  readonly units: bigint | undefined;
  readonly unitCost: string | undefined;
  readonly day: string | undefined;
  readonly place: Place;
  readonly problems: readonly CellProblem[];
  readonly problemAt: (field: Field, message: Text) => CellProblem;
}

async function plan(
  w: Work,
  rows: readonly TableRow[],
  columns: Columns,
): Promise<{ planned: PlannedRow<OpeningFields>[]; problems: CellProblem[] }> {
  const read = rows.map((row) => readRow(row, columns, { today: todayOf(w), accountCurrency: w.scope.currency }));
  const codes = await resolveCodes(
    w,
    read.map(({ code }) => code).filter((code) => code !== ''),
  );
  const bundles = await contentsOfBundles(
    w,
    [...codes.values()].flatMap((resolved) => theOne(resolved)?.id ?? []),
  );
  const problems: CellProblem[] = [];
  const seen = new Map<string, number>();
  const checked = read.flatMap((one) => {
    const result = checkRow(w, one, { codes, bundles });
    if ('problems' in result) {
      problems.push(...result.problems);
      return [];
    }
    const key = keyOfOpening(result.fields);
    const earlier = seen.get(key);
    if (earlier !== undefined) {
      problems.push({
        row: one.row,
        column: null,
        value: one.code,
        message: say('opening.same_row', { row: earlier }),
      });
      return [];
    }
    seen.set(key, one.row);
    return [{ row: one.row, ...result }];
  });
  const known = await knownOpening(
    w,
    checked.map(({ fields }) => fields),
  );
  const planned = checked.flatMap(({ row, fields, sku }, i): PlannedRow<OpeningFields>[] => {
    const found = known.get(i) ?? [];
    const same = found.find((one) => one.units === fields.units && one.costMinor === fields.costMinor);
    const [first, second] = same ? [same] : found;
    if (second) {
      problems.push({ row, column: null, value: sku, message: say('opening.several', { count: found.length }) });
      return [];
    }
    const before = first ? { ...fields, units: first.units, costMinor: first.costMinor } : null;
    const changes = changesOf(w, fields, before);
    return [{ row, id: first?.id ?? w.newId(), fields, before, version: 0, label: sku, changes }];
  });
  return { planned, problems: problems.toSorted((a, b) => a.row - b.row) };
}

function changesOf(w: Work, fields: OpeningFields, before: OpeningFields | null): PlannedRow<OpeningFields>['changes'] {
  const shownOf = ({ units, costMinor, day, place }: OpeningFields) => ({
    ...{ quantity: units, cost: formatAmount(BigInt(costMinor), w.scope.currency), day, place },
  });
  const was: Readonly<Record<string, string>> = before ? shownOf(before) : {};
  return Object.entries(shownOf(fields))
    .map(([field, to]) => ({ field, from: was[field] ?? null, to }))
    .filter(({ from, to }) => from !== to);
}

interface Context {
  readonly today: string;
  readonly accountCurrency: string;
}

/** What is wrong with a currency beside a number: units have none, and costs are in that of the account. */
function writtenProblem({ written }: NumberText, field: 'quantity' | 'unitCost', accountCurrency: string) {
  if (!written) return undefined;
  if (field === 'quantity') return say('lines.unreadable');
  return mayBeIn(written, accountCurrency)
    ? undefined
    : say('opening.currency', { currency: written.name, accountCurrency });
}

/** Reads a row of a table. Nothing is guessed: what cannot be read is a problem of its cell. */
function readRow(row: TableRow, columns: Columns, { today, accountCurrency }: Context): Read {
  const problems: CellProblem[] = [];
  const indexOf = (field: Field) => columns.findIndex(({ meaning }) => meaning?.field === field);
  const textOf = (field: Field) => (indexOf(field) === -1 ? '' : cellText(row, indexOf(field)));
  const problemAt = (field: Field, message: Text): CellProblem => ({
    row: row.row,
    column: columns[indexOf(field)]?.heading ?? null,
    value: shown(textOf(field)),
    message,
  });
  const numberOf = (field: 'quantity' | 'unitCost'): string | undefined => {
    const i = indexOf(field);
    if (textOf(field) === '') return void problems.push(problemAt(field, say('field.required')));
    const reading = readingIn({ numbers: columns.map(({ numbers }) => numbers) }, i);
    const read = numberIn(textOf(field), row.exact?.has(i) === true, reading);
    const wrong = isReason(read) ? read : writtenProblem(read, field, accountCurrency);
    if (wrong) return void problems.push(problemAt(field, wrong));
    return isReason(read) ? undefined : read.plain;
  };
  const quantity = numberOf('quantity');
  const units = quantity === undefined ? undefined : wholeUnits(quantity);
  if (quantity !== undefined && units === undefined)
    problems.push(problemAt('quantity', say('opening.whole', { max: Number(MAX_UNITS) })));
  const readDay = dayIn(textOf('day'), columns[indexOf('day')]?.days?.reading);
  const day = isReason(readDay) ? undefined : readDay.day;
  if (textOf('day') === '') problems.push(problemAt('day', say('field.required')));
  else if (isReason(readDay)) problems.push(problemAt('day', readDay));
  else if (readDay.day > today) problems.push(problemAt('day', ruleText('stock.future')));
  const place = placeOf(textOf('place'));
  if (place === undefined) problems.push(problemAt('place', say('opening.place')));
  const code = textOf('sku');
  if (code === '') problems.push(problemAt('sku', say('field.required')));
  const unitCost = numberOf('unitCost');
  return { row: row.row, code, units, unitCost, day, place: place ?? 'WAREHOUSE', problems, problemAt };
}

/** Whole units above 0; 12.0 is whole as well, as spreadsheets write it. */
function wholeUnits(text: string): bigint | undefined {
  const match = /^(\d{1,9})(?:\.0+)?$/.exec(text);
  const units = match ? BigInt(match[1] ?? '0') : 0n;
  return units > 0n ? units : undefined;
}

/** A place by its code, with blanks or underscores; WAREHOUSE for an empty cell. */
function placeOf(text: string): Place | undefined {
  const code = text
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  return code === '' ? 'WAREHOUSE' : PLACES.find((place) => place === code);
}

function checkRow(
  w: Work,
  read: Read,
  {
    codes,
    bundles,
  }: {
    readonly codes: Awaited<ReturnType<typeof resolveCodes>>;
    readonly bundles: { has(productId: string): boolean };
  },
): { readonly fields: OpeningFields; readonly sku: string } | { readonly problems: readonly CellProblem[] } {
  const problems = [...read.problems];
  const resolved = codes.get(read.code);
  const product = theOne(resolved);
  if (read.code !== '' && !product)
    problems.push(
      read.problemAt(
        'sku',
        resolved
          ? say('rows.code_several', { products: namesOf(resolved) })
          : unknownCode(read.code, say('rows.parent_unknown')),
      ),
    );
  if (product && bundles.has(product.id)) problems.push(read.problemAt('sku', say('stock.no_bundle')));
  const { units, unitCost, day, place } = read;
  const cost =
    units === undefined || unitCost === undefined ? undefined : openingCost(units, unitCost, w.scope.currency);
  if (cost && !cost.ok) problems.push(read.problemAt('unitCost', cost.message));
  if (problems.length > 0 || !product || units === undefined || day === undefined || !cost?.ok) return { problems };
  return {
    sku: product.sku,
    fields: { productId: product.id, units: String(units), costMinor: String(cost.value), day, place },
  };
}
