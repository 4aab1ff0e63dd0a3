import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { ruleText } from '@quayside/domain/refusal';
import { isCartonWord, splitUnitWord } from '@quayside/domain/stock/unit-words';
import type { Work } from '../../../db/tx.ts';
import { isReason, type OnceOptions, type RowReader, unitsOfPack } from '../../imports/public.ts';
import {
  caseUnitsOf,
  contentsOfBundles,
  productOf,
  type ProductRef,
  resolveCodes,
  theOne,
} from '../../products/public.ts';

// The cells that tables of counts and of opening stock have in common: product, units and day.

type StockRow = RowReader<'sku' | 'quantity' | 'day'>;

/** What is known of the products that rows name. */
export interface KnownStock extends Pick<OnceOptions, 'cartons'> {
  readonly codes: Awaited<ReturnType<typeof resolveCodes>>;
  readonly bundles: { has(productId: string): boolean };
  /** The units per case of products of which rows count cartons, by code. */
  readonly caseUnits: ReadonlyMap<string, number>;
  /** How many rows count cartons whose units are known. */
  readonly cartonRows: number;
}

/** Finds the products of rows, with what is known of them. */
export async function findStock(
  w: Work,
  rows: readonly StockRow[],
  { cartons }: Pick<OnceOptions, 'cartons'>,
): Promise<KnownStock> {
  const codes = await resolveCodes(
    w,
    rows.map((row) => row.text('sku')).filter((code) => code !== ''),
  );
  const bundles = await contentsOfBundles(
    w,
    [...codes.values()].flatMap((resolved) => theOne(resolved)?.id ?? []),
  );
  const inCartons = rows
    .filter((row) => isCartonWord(splitUnitWord(row.text('quantity')).word ?? ''))
    .map((row) => row.text('sku'));
  const caseUnits = await caseUnitsOf(w, inCartons, codes);
  return { cartons, codes, bundles, caseUnits, cartonRows: inCartons.filter((code) => caseUnits.has(code)).length };
}

/** The product of a row, which is no bundle; undefined with a problem if there is none. */
export function productIn(row: StockRow, { codes, bundles }: KnownStock, unknown: Text): ProductRef | undefined {
  const code = row.text('sku');
  if (code === '') return row.fail('sku', say('field.required'));
  const product = productOf(codes, code, unknown);
  if (isReason(product)) return row.fail('sku', product);
  return bundles.has(product.id) ? row.fail('sku', say('stock.no_bundle')) : product;
}

/** The single units of a row, as a decimal text; undefined with a problem if there are none. */
export function unitsIn(row: StockRow, { caseUnits, cartons }: KnownStock): string | undefined {
  const text = row.text('quantity');
  if (text === '') return row.fail('quantity', say('field.required'));
  const { number, word, kind } = splitUnitWord(text);
  const read = row.number('quantity', number);
  if (!read) return undefined;
  if (read.written) return row.fail('quantity', say('lines.unreadable'));
  if (kind !== 'PACK') return read.plain;
  const units = unitsOfPack(read.plain, word ?? '', caseUnits.get(row.text('sku')), cartons);
  return isReason(units) ? row.fail('quantity', units) : units;
}

/** The day of a row, today at the latest; undefined if its cell is empty, or has a problem. */
export function dayIn(row: StockRow, today: string): string | undefined {
  const day = row.value('day');
  return day !== undefined && day > today ? row.fail('day', ruleText('stock.future')) : day;
}
