import { OPENING_STOCK_EXPORT } from '@quayside/contracts/exports';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount } from '@quayside/domain/money/money';
import { mayBeIn } from '@quayside/domain/money/written-currency';
import { openingCost } from '@quayside/domain/stock/opening';
import { placeOfWord } from '@quayside/domain/stock/places';
import { splitUnitWord } from '@quayside/domain/stock/unit-words';
import { todayOf } from '../../../db/today.ts';
import type { Work } from '../../../db/tx.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import {
  changesImport,
  defineTable,
  type OnceOptions,
  type PlannedChange,
  type ReadTable,
  rowReader,
  type RowReader,
} from '../../imports/public.ts';
import { keyOfOpening, OPENING_OPERATION, type OpeningRow, storeOpening } from '../opening/opening-stock.service.ts';
import type { OpeningFields } from '../opening/opening-stock.undo.ts';
import { knownOpening } from '../opening/opening-stock.views.ts';
import { readReceipts } from '../rows/receipts.queries.ts';
import { dayIn, findStock, type KnownStock, productIn, unitsIn } from './stock-cells.ts';

// Imports opening stock from a table: SKU, units, unit cost, day and place.

type Field = 'sku' | 'quantity' | 'unitCost' | 'currency' | 'day' | 'place';
const MAX_UNITS = 999_999_999;

/** The export has the total beside the unit cost, which is not read. */
const TABLE = defineTable<Field>({
  form: 'OPENING_STOCK',
  words: OPENING_STOCK_EXPORT,
  needs: [['sku'], ['quantity'], ['unitCost'], ['day']],
  fields: {
    sku: { trade: ['productCode', 'asin', 'fnsku', 'barcode'], cell: 'CODE', several: 'BEST' },
    quantity: { trade: ['quantity', 'stockQuantity'], cell: 'NUMBER' },
    unitCost: { trade: ['unitCost', 'unitPrice', 'purchasePrice'], cell: 'NUMBER' },
    currency: { trade: ['currency'], cell: 'CURRENCY' },
    day: { trade: ['day'], own: 'as of | received on', cell: 'DAY' },
    place: { trade: ['place'], own: 'place' },
  },
  numbersIn: (field, cell) => [field === 'quantity' ? splitUnitWord(cell).number : cell],
});

export const OPENING_IMPORT = changesImport<Field, OpeningFields>({
  table: TABLE,
  lock: lockCosts,
  plan: planOpening,
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
});

const rowOf = (fields: OpeningFields, id: string): OpeningRow => ({
  ...fields,
  id,
  units: BigInt(fields.units),
  costMinor: BigInt(fields.costMinor),
});

interface CheckedRow {
  readonly read: RowReader<Field>;
  readonly fields: OpeningFields;
  readonly sku: string;
}

async function planOpening(w: Work, { rows, columns }: ReadTable<Field>, options: OnceOptions) {
  const read = rows.map(rowReader(TABLE, columns));
  const known = await findStock(w, read, options);
  const seen = new Map<string, number>();
  const checked = read.flatMap((row) => checkRow(w, row, known, seen) ?? []);
  const stored = await knownOpening(
    w,
    checked.map(({ fields }) => fields),
  );
  const planned = checked.flatMap((row, i): PlannedChange<OpeningFields>[] => {
    const { fields, sku } = row;
    const found = stored.get(i) ?? [];
    const same = found.find((one) => one.units === fields.units && one.costMinor === fields.costMinor);
    const [first, second] = same ? [same] : found;
    if (second) return row.read.failRow(sku, say('opening.several', { count: found.length })) ?? [];
    const before = first ? { ...fields, units: first.units, costMinor: first.costMinor } : null;
    const changes = changesOf(w, fields, before);
    return [{ row: row.read.row, id: first?.id ?? w.newId(), fields, before, version: 0, label: sku, changes }];
  });
  return { planned, problems: read.flatMap(({ problems }) => problems), cartons: known.cartonRows };
}

function changesOf(
  w: Work,
  fields: OpeningFields,
  before: OpeningFields | null,
): PlannedChange<OpeningFields>['changes'] {
  const shownOf = ({ units, costMinor, day, place }: OpeningFields) => ({
    ...{ quantity: units, cost: formatAmount(BigInt(costMinor), w.scope.currency), day, place },
  });
  const was: Readonly<Record<string, string>> = before ? shownOf(before) : {};
  return Object.entries(shownOf(fields))
    .map(([field, to]) => ({ field, from: was[field] ?? null, to }))
    .filter(({ from, to }) => from !== to);
}

/** Reads a row and checks it by itself: its product, its cells, and whether an earlier row has the same. */
function checkRow(
  w: Work,
  read: RowReader<Field>,
  known: KnownStock,
  seen: Map<string, number>,
): CheckedRow | undefined {
  const product = productIn(read, known, say('rows.parent_unknown'));
  const units = wholeUnits(read, unitsIn(read, known));
  const unitCost = costIn(w, read);
  const day = dayIn(read, todayOf(w));
  read.require('day');
  const place = read.text('place') === '' ? 'WAREHOUSE' : placeOfWord(read.text('place'));
  if (place === undefined) read.fail('place', say('opening.place'));
  const cost = units && unitCost ? openingCost(units, unitCost, w.scope.currency) : undefined;
  if (cost && !cost.ok) read.fail('unitCost', cost.message);
  if (read.problems.length > 0 || !product || !units || !day || !place || !cost?.ok) return undefined;
  const fields = { productId: product.id, units: String(units), costMinor: String(cost.value), day, place };
  const key = keyOfOpening(fields);
  const earlier = seen.get(key);
  if (earlier !== undefined) return read.failRow(read.text('sku'), say('opening.same_row', { row: earlier }));
  seen.set(key, read.row);
  return { read, sku: product.sku, fields };
}

/** Whole units above 0; 12.0 is whole as well, as spreadsheets write it. */
function wholeUnits(read: RowReader<Field>, text: string | undefined): bigint | undefined {
  if (text === undefined) return undefined;
  const units = BigInt(/^(\d{1,9})(?:\.0+)?$/.exec(text)?.[1] ?? '0');
  return units > 0n ? units : read.fail('quantity', say('opening.whole', { max: MAX_UNITS }));
}

/** What a unit cost. A currency beside it or in its own column is that of the account, or refused by name. */
function costIn(w: Work, read: RowReader<Field>): string | undefined {
  const accountCurrency = w.scope.currency;
  read.require('unitCost');
  const cost = read.number('unitCost');
  const named = read.value('currency');
  if (named !== undefined && named !== accountCurrency)
    return read.fail('currency', say('opening.currency', { currency: named, accountCurrency }));
  if (cost?.written && !mayBeIn(cost.written, accountCurrency))
    return read.fail('unitCost', say('opening.currency', { currency: cost.written.name, accountCurrency }));
  return cost?.plain;
}
