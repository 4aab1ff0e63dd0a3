import { MAX_PACKING_ROWS } from '@quayside/contracts/packing-lists';
import { say } from '@quayside/contracts/texts/catalogue';
import type { PackingListField } from '@quayside/domain/shipments/packing-list-headings';
import type { Work } from '../../db/tx.ts';
import { fieldError } from '../../http/errors.ts';
import { unknownCode } from '../../tables/code-cells.ts';
import { cellText } from '../../tables/line-columns.ts';
import { faultsOf, withPlainCells } from '../../tables/part-rows.ts';
import type { RowFault } from '../../tables/records.ts';
import type { TableRow } from '../../tables/table.ts';
import { namesOf, type Resolved, resolveCodes, theOne } from '../products/public.ts';
import { findChoices, formOf } from '../../remembered/table-choices.ts';
import { type CartonGroup, type CodedRow, groupCartons } from './packing-list.cartons.ts';
import { type PackingTable, readPackingTable } from './packing-list.files.ts';
import { type Choices, choicesOf, layoutOf, missingOf, type PackingLayout } from './packing-list.layout.ts';
import { isBesideCartons, readPackingRow } from './packing-list.rows.ts';
import { shown } from '../../tables/cells.ts';

/** What a person sent: a table, and how it is to be read. */
export interface SentList extends Choices {
  readonly text?: string | undefined;
  readonly base64?: string | undefined;
}
/** A packing list as it was read, before it is held against a plan. */
export interface ReadList {
  readonly layout: PackingLayout;
  /** The key under which choices for lists with these headings are remembered; null: it has no headings. */
  readonly form: string | null;
  readonly rows: readonly CodedRow[];
  readonly groups: readonly CartonGroup[];
  readonly skipped: readonly { readonly row: number; readonly text: string }[];
}

const MAX_CODE = 100;
const SAMPLED = 100;
const isCodeLike = (text: string): boolean =>
  text !== '' && text.length <= MAX_CODE && !text.includes('\0') && text.isWellFormed();

/** Reads a packing list with its products. Throws 422 with the field if it is no table. */
export async function readPackingList(w: Work, sent: SentList): Promise<ReadList> {
  refuseTwice(sent.columns);
  const sheet = await readPackingTable(sent);
  const form = sheet.headings
    ? formOf(
        'PACKING_LIST',
        sheet.headings.map((name) => name.toLowerCase()),
      )
    : null;
  const remembered = form === null ? {} : choicesOf(await findChoices(w, form));
  const layout = withCodes(await layoutWith(w, sheet, sent, remembered));
  if (missingOf(layout)) return { layout, form, rows: [], groups: [], skipped: [] };
  const column = layout.columns.indexOf('sku');
  const codes = await resolveCodes(w, layout.rows.map((row) => cellText(row, column)).filter(isCodeLike));
  const besides = (row: TableRow) =>
    !row.fault && isBesideCartons(row, layout, (code) => codes.has(code)) ? 'beside' : 'cartons';
  const parted = Map.groupBy(layout.rows, besides);
  const [named, skipped] = [parted.get('cartons') ?? [], parted.get('beside') ?? []];
  if (named.length === 0) throw refused(sent, 'table.no_rows');
  if (named.length > MAX_PACKING_ROWS) throw tooMany(sent, named.length);
  const rows = named.map((row) =>
    row.fault ? unreadRow(row, row.fault, layout) : withProduct(readPackingRow(row, layout), codes),
  );
  return {
    layout,
    form,
    rows,
    groups: groupCartons(rows, layout.columns),
    skipped: skipped.map((row) => ({
      row: row.row,
      text: shown(row.cells.filter((cell) => cell.trim() !== '').join(' ')),
    })),
  };
}

function refuseTwice(columns: readonly (PackingListField | null)[] | undefined): void {
  const twice = columns?.findIndex((field, at) => field !== null && columns.indexOf(field) !== at) ?? -1;
  if (twice >= 0) throw fieldError(`columns.${twice}`, say('lines.column_twice'));
}

const fieldOf = (sent: SentList) => (sent.text === undefined ? 'base64' : 'text');
const refused = (sent: SentList, code: 'table.no_rows') => fieldError(fieldOf(sent), say(code), 'imports.unreadable');
const tooMany = (sent: SentList, rows: number) =>
  fieldError(
    fieldOf(sent),
    say('table.rows', { rows: rows.toLocaleString('en'), max: MAX_PACKING_ROWS.toLocaleString('en') }),
    'imports.unreadable',
  );

/** The layout; where no heading names the codes, the cells that are codes of products are looked for. */
async function layoutWith(w: Work, table: PackingTable, chosen: Choices, remembered: Choices): Promise<PackingLayout> {
  const layout = layoutOf(table, chosen, remembered, () => false);
  if (chosen.columns || remembered.columns || layout.columns.includes('sku')) return layout;
  const cells = table.rows.slice(0, SAMPLED).flatMap((row) => row.cells.map((_, at) => cellText(row, at)));
  const codes = await resolveCodes(w, [...new Set(cells)].filter(isCodeLike));
  return layoutOf(table, chosen, remembered, (text) => codes.has(text));
}

/** A layout whose codes are as the spreadsheet shows them. Rows that cannot be read have a fault. */
function withCodes(layout: PackingLayout): PackingLayout {
  const uses = layout.columns.map((field, i) => ({
    isNumber: layout.numbers[i] !== null,
    isUsed: field !== null,
    code: field === 'sku' ? ('CODE' as const) : undefined,
  }));
  const rows = layout.rows.map((row): TableRow => {
    const [fault] = faultsOf(row, uses);
    return { ...withPlainCells(row, uses), ...(fault && { fault }) };
  });
  return { ...layout, rows };
}

/** A row that cannot be read. Its cells only tell to which cartons it belongs: its error keeps it out. */
function unreadRow(row: TableRow, { column, reason }: RowFault, layout: PackingLayout): CodedRow {
  const error = { column: layout.columns[column] ?? null, value: shown(row.cells[column] ?? ''), message: reason };
  return { ...readPackingRow(row, layout), product: null, errors: [error] };
}

function withProduct(row: ReturnType<typeof readPackingRow>, codes: ReadonlyMap<string, Resolved>): CodedRow {
  const code = row.cells.get('sku');
  const fail = (message: ReturnType<typeof say>) => {
    row.errors.push({ column: 'sku', value: shown(code ?? ''), message });
    return { ...row, product: null };
  };
  if (code === undefined) return fail(say('packing_list.no_code'));
  const resolved = codes.get(code);
  if (!resolved) return fail(unknownCode(code, say('lines.code_unknown', { code: shown(code) })));
  const product = theOne(resolved);
  return product
    ? { ...row, product }
    : fail(say('lines.code_several', { code: shown(code), products: namesOf(resolved) }));
}
