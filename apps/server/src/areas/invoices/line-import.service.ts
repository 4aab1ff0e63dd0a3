import { wordsOf } from '@quayside/contracts/texts/words';
import { say } from '@quayside/contracts/texts/catalogue';
import { costTypeOfNewLine } from '@quayside/domain/invoices/new-line';
import { formatAmount, formatQuantity } from '@quayside/domain/money/money';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, fieldError, withValue } from '../../http/errors.ts';
import { MAX_COLUMNS, shown } from '../../tables/cells.ts';
import { decodeText } from '../../tables/decode.ts';
import { readTable, type TableRow, UnreadableTable } from '../../tables/table.ts';
import { lockCosts } from '../costs/public.ts';
import { findMarks, formOf, resolveCodes, saveMarks } from '../products/public.ts';
import { unitPriceOf } from './invoices.answers.ts';
import {
  cellText,
  holdsNumbers,
  type Layout,
  layoutOf,
  openColumn,
  SAMPLE_ROWS,
  withRemembered,
} from './line-import.columns.ts';
import { readLineRow, type ReadRow } from './line-import.rows.ts';
import type { InvoiceRow } from './invoices.queries.ts';
import { listPairings } from './invoices.views.ts';
import { getInvoice, requireHead, requireInvoice, requireOpenRow } from './invoices.service.ts';
import type { BodyOf, InvoiceWithLines, LineImport } from './invoices.types.ts';
import { checkLines, storeLines, syncWrittenLines } from './line-writes.service.ts';

const MAX_ROWS = 2000;
const SHOWN_ROWS = 500;
const MAX_ERRORS = 1000;
const SAMPLES = 3;
const MAX_CODE = 100;

type Body = BodyOf<'importInvoiceLines'>;
/** A table that was parsed for an import into an invoice. */
interface Plan {
  readonly layout: Layout;
  /** The key of tables with the same columns from the same supplier (`formOf`). */
  readonly form: string;
  readonly rows: readonly ReadRow[];
}

/** Reports which lines an import would add, and all errors. Nothing is stored. */
export async function checkLineImport(w: Work, id: string, body: Body): Promise<LineImport> {
  const invoice = await requireInvoice(w, id);
  return answerOf(w, invoice, await planImport(w, invoice, body));
}

/**
 * Adds the rows of a table as lines at the end of the invoice. By default nothing is added if a row is invalid; on
 * request, the valid rows are added without the others.
 */
export async function importLines(
  w: Work,
  id: string,
  body: Body,
): Promise<LineImport & { invoice: InvoiceWithLines }> {
  await lockCosts(w);
  const invoice = await requireOpenRow(w, id, undefined);
  const plan = await planImport(w, invoice, body);
  refuseOpen(plan.layout);
  const good = plan.rows.filter((r) => r.errors.length === 0);
  if (good.length === 0 || (good.length < plan.rows.length && !body.onlyValid)) throw hasErrors(plan);
  const answer = await answerOf(w, invoice, plan);
  const writes = await checkLines(
    w,
    good.map((r) => ({ id: w.newId(), invoice, row: undefined, patch: r.patch, path: `rows.${r.row}.` })),
  );
  await storeLines(w, writes);
  await syncWrittenLines(w, writes);
  const open = plan.layout.numbers.map((column, i) => (column.ambiguous ? (body.decimalMarks?.[i] ?? null) : null));
  await saveMarks(w, plan.form, open);
  const lineCount = (await requireHead(w, id)).line_count ?? 0;
  await record(
    w,
    {
      action: 'invoice-line.imported',
      subjectIds: writes.map((x) => x.id),
      historyOf: id,
      details: {
        changes: [
          { field: 'lineCount', from: lineCount - writes.length, to: lineCount },
          { field: 'amount', from: null, to: `${answer.amount} ${invoice.currency}` },
        ],
      },
    },
    changed('invoices', [id]),
  );
  return { ...answer, invoice: await getInvoice(w, id) };
}

/** Refuses to guess how a column of numbers is read, also where only the valid rows are to be added. */
function refuseOpen(layout: Layout): void {
  const at = openColumn(layout);
  if (at < 0) return;
  const heading = layout.headings ? cellText(layout.headings, at) : '';
  const column = heading === '' ? String(at + 1) : shown(heading);
  const cell = shown(layout.numbers[at]?.ambiguous ?? '');
  throw fieldError(`decimalMarks.${at}`, say('imports.number_open', { column, cell }));
}

const hasErrors = ({ rows }: Plan): AppError =>
  new AppError('imports.has_errors', {
    errors: rows
      .flatMap((r) =>
        r.errors.map((e) => ({
          field: `rows.${r.row}${e.column === null ? '' : `.${e.column}`}`,
          message: withValue(e.value, e.message),
        })),
      )
      .slice(0, MAX_ERRORS),
  });

async function planImport(w: Work, invoice: InvoiceRow, body: Body): Promise<Plan> {
  const twice = body.columns?.findIndex((field, i) => field !== null && body.columns?.indexOf(field) !== i) ?? -1;
  if (twice >= 0) throw fieldError(`columns.${twice}`, say('lines.column_twice'));
  if (body.text === undefined && body.base64 === undefined) throw fieldError('text', say('field.required'));
  if (body.text !== undefined && body.base64 !== undefined) throw fieldError('base64', say('lines.text_or_file'));
  const { currency } = invoice;
  try {
    const table = readTable(body.text ?? decoded(body.base64 ?? ''), MAX_ROWS, { isPasted: true });
    const all = [table.header, ...table.rows];
    const resolve = (codes: readonly string[]) => resolveCodes(w, codes, invoice.supplier_id);
    const sampled = await resolve(codeLike(all.slice(0, SAMPLE_ROWS)));
    const hints = {
      currency,
      columns: body.columns,
      decimalMarks: body.decimalMarks,
      hasHeadings: body.hasHeadings,
      isKnownCode: (text: string) => sampled.has(text),
    };
    const found = layoutOf(all, hints);
    refuseSize(found, table.total);
    const form = formOf('LINES', [invoice.supplier_id, ...columnsOf(found)]);
    const layout = openColumn(found) < 0 ? found : withRemembered(found, await findMarks(w, form));
    const sku = layout.columns.indexOf('sku');
    const products = sku < 0 ? sampled : await resolve(layout.rows.map((row) => cellText(row, sku)).filter(isCodeLike));
    const costType = costTypeOfNewLine({
      costType: invoice.cost_type,
      type: invoice.type,
      isPaired: (await listPairings(w, [invoice.id])).has(invoice.id),
    });
    const context = {
      currency,
      kind: invoice.kind,
      credited: undefined,
      costType,
      delimiter: table.delimiter,
      products,
    };
    return { layout, form, rows: layout.rows.map((row) => readLineRow(row, layout, context)) };
  } catch (error) {
    throw error instanceof UnreadableTable
      ? fieldError(body.text === undefined ? 'base64' : 'text', error.text, 'imports.unreadable')
      : error;
  }
}

/** What tells the form of a table from others: its headings or, without headings, its fields. */
const columnsOf = ({ headings, columns }: Layout): readonly (string | null)[] =>
  headings ? columns.map((_, i) => cellText(headings, i).toLowerCase()) : columns;

/** Refuses a table without rows or with too many rows or columns. `total` is the number of rows below the first one. */
function refuseSize({ headings, columns }: Layout, total: number): void {
  const rows = headings ? total : total + 1;
  if (rows === 0) throw new UnreadableTable(say('table.no_rows'));
  if (rows > MAX_ROWS)
    throw new UnreadableTable(
      say('table.rows', { rows: rows.toLocaleString('en'), max: MAX_ROWS.toLocaleString('en') }),
    );
  if (columns.length > MAX_COLUMNS)
    throw new UnreadableTable(say('table.columns', { columns: columns.length, max: MAX_COLUMNS }));
}

const isCodeLike = (text: string): boolean =>
  text !== '' && text.length <= MAX_CODE && !text.includes('\0') && text.isWellFormed();
/** The cells whose text can be a code. They are looked up to find the column of codes. */
const codeLike = (rows: readonly TableRow[]): string[] =>
  [...new Set(rows.flatMap((row) => row.cells.map((_, i) => cellText(row, i))))].filter(isCodeLike);

function decoded(base64: string): string {
  const compact = base64.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw fieldError('base64', say('lines.base64'));
  const text = decodeText(Buffer.from(compact, 'base64'))?.text;
  if (text === undefined) throw new UnreadableTable(say('table.no_text'));
  return text;
}

async function answerOf(w: Work, invoice: InvoiceRow, { layout, rows }: Plan): Promise<LineImport> {
  const { currency } = invoice;
  const good = rows.filter((r) => r.errors.length === 0);
  const sum = (of: (r: ReadRow) => bigint) => good.reduce((total, r) => total + of(r), 0n);
  const [amount, tax] = [sum((r) => r.fields.amountMinor), sum((r) => r.fields.taxMinor)];
  const head = await requireHead(w, invoice.id);
  const lines = (head.lines_minor ?? 0n) + amount;
  const taxes = (head.recoverable_tax_minor ?? 0n) + (head.cost_tax_minor ?? 0n) + tax;
  return {
    hasHeadings: layout.headings !== undefined,
    columns: layout.columns.map((field, i) => ({
      heading: layout.headings ? shown(cellText(layout.headings, i)) : null,
      field,
      samples: samplesOf(layout.rows, i),
      numbers: numbersIn(layout, i),
    })),
    rows: [...rows.filter((r) => r.errors.length > 0), ...good].slice(0, SHOWN_ROWS).map((r) => rowOf(w, r, currency)),
    counts: { rows: rows.length, create: good.length, fail: rows.length - good.length },
    amount: formatAmount(amount, currency),
    after: {
      lines: formatAmount(lines, currency),
      difference: formatAmount(head.total_minor === null ? 0n : head.total_minor - lines - taxes, currency),
    },
  };
}

function numbersIn({ columns, numbers }: Layout, column: number): LineImport['columns'][number]['numbers'] {
  const found = numbers[column];
  if (!found || !holdsNumbers(columns[column] ?? null)) return null;
  const { reading, by, ambiguous } = found;
  return {
    reading,
    ambiguous: ambiguous === null ? null : shown(ambiguous),
    ...(by && { by }),
  };
}

const samplesOf = (rows: readonly TableRow[], column: number): string[] => {
  const samples: string[] = [];
  for (const row of rows) {
    const text = cellText(row, column);
    if (text !== '') samples.push(shown(text));
    if (samples.length === SAMPLES) break;
  }
  return samples;
};

const rowOf = (w: Work, { row, fields, product, errors }: ReadRow, currency: string): LineImport['rows'][number] => ({
  row,
  line: {
    product: product ? { id: product.id, sku: product.sku, name: product.name } : null,
    name: fields.name,
    costType: fields.costType,
    quantity: formatQuantity(fields.quantityMicro),
    amount: formatAmount(fields.amountMinor, currency),
    unitPrice: unitPriceOf(fields.amountMinor, fields.quantityMicro, currency),
    taxAmount: formatAmount(fields.taxMinor, currency),
  },
  errors: errors.map((error) => ({ ...error, message: wordsOf(error.message, w.scope.language) })),
});
