import { MAX_PACKING_ROWS } from '@quayside/contracts/shipments/packing-lists';
import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { shown } from '../../../tables/cells.ts';
import { cellText } from '../../../tables/line-columns.ts';
import { faultsOf, withPlainCells } from '../../../tables/part-rows.ts';
import type { RowFault } from '../../../tables/records.ts';
import type { TableRow } from '../../../tables/table.ts';
import { UnreadableTable } from '../../../tables/unreadable.ts';
import { findChoices, formOf } from '../../../remembered/table-choices.ts';
import { fieldOfTable, isCodeLike, isReason, reading, requireTable } from '../../imports/public.ts';
import { productOfLine, type Resolved, resolveCodes } from '../../products/public.ts';
import { type CartonGroup, type CodedRow, groupCartons } from './packing-list.cartons.ts';
import { type PackingTable, readPackingTable, refuseLong } from './packing-list.files.ts';
import { type Choices, choicesOf, layoutOf, missingOf, type PackingLayout } from './packing-list.layout.ts';
import { isBesideCartons, readPackingRow } from './packing-list.rows.ts';

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

const SAMPLED = 100;

/** Reads a packing list with its products. Throws 422 with the field if it is no table. */
export async function readPackingList(w: Work, sent: SentList): Promise<ReadList> {
  requireTable(sent);
  const at = fieldOfTable(sent);
  const sheet = await reading(at, () => readPackingTable(sent));
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
  await reading(at, async () => {
    if (named.length === 0) throw new UnreadableTable(say('table.no_rows'));
    refuseLong(named.length, MAX_PACKING_ROWS);
  });
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
  const product = code === undefined ? say('packing_list.no_code') : productOfLine(codes, code);
  if (!isReason(product)) return { ...row, product };
  row.errors.push({ column: 'sku', value: shown(code ?? ''), message: product });
  return { ...row, product: null };
}
