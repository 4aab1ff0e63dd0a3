import { wordsOf } from '@quayside/contracts/texts/words';
import { costTypeOfReadLine } from '@quayside/domain/invoices/new-line';
import { formatAmount, formatQuantity } from '@quayside/domain/money/money';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { openLineTable, refuseOpenLineColumn, saveLineMarks, shownColumns, validRows } from '../../imports/public.ts';
import { caseUnitsOf, resolveCodes } from '../../products/public.ts';
import { unitPriceOf } from '../edit/invoices.answers.ts';
import { findLastCostType, hasProductLine } from './line-import.views.ts';
import { readLineRow, type ReadRow } from './line-import.rows.ts';
import type { InvoiceRow } from '../rows/invoices.queries.ts';
import { listPairings } from '../lists/invoices.views.ts';
import { getInvoice, requireHead, requireInvoice, requireOpenRow } from '../edit/invoices.service.ts';
import type { BodyOf, InvoiceWithLines, LineImport } from '../invoices.types.ts';
import { checkLines, storeLines, syncWrittenLines, typedAmounts } from '../lines/line-writes.service.ts';
import { refuseLargeLines } from '../rows/too-large.queries.ts';

const SHOWN_ROWS = 500;

type Body = BodyOf<'importInvoiceLines'>;
/** A table that was parsed for an import into an invoice. */
interface Plan extends Pick<Awaited<ReturnType<typeof openLineTable>>, 'layout' | 'form' | 'cartonRows'> {
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
  refuseOpenLineColumn(plan.layout);
  const good = validRows(plan.rows, body.onlyValid);
  const answer = await answerOf(w, invoice, plan);
  const writes = await checkLines(
    w,
    good.map((r) => ({
      id: w.newId(),
      invoice,
      row: undefined,
      // The line is what the preview has shown, whatever other new lines of the invoice begin with.
      patch: { ...r.patch, costType: r.fields.costType },
      path: `rows.${r.row}.`,
    })),
  );
  await storeLines(w, writes);
  await syncWrittenLines(w, writes);
  await refuseLargeLines(w, typedAmounts(writes));
  await saveLineMarks(w, plan, body);
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

async function planImport(w: Work, invoice: InvoiceRow, body: Body): Promise<Plan> {
  const supplierId = invoice.supplier_id;
  const table = await openLineTable(w, body, {
    currency: invoice.currency,
    supplierId,
    resolve: (codes) => resolveCodes(w, codes, supplierId),
    caseUnitsOf: (codes, products) => caseUnitsOf(w, codes, products),
  });
  const { layout } = table;
  const facts = {
    costType: invoice.cost_type,
    type: invoice.type,
    isPaired: (await listPairings(w, [invoice.id])).has(invoice.id),
    hasGoods: table.products.size > 0 || (await hasProductLine(w, invoice.id)),
    lastCostType: supplierId === null ? null : await findLastCostType(w, invoice),
    answer: body.costType,
  };
  const costTypeOf = (name: string | null, hasProduct: boolean) => costTypeOfReadLine({ name, hasProduct }, facts);
  const context = { ...table, kind: invoice.kind, credited: undefined, costTypeOf };
  return { ...table, rows: layout.rows.map((row) => readLineRow(row, layout, context)) };
}

async function answerOf(w: Work, invoice: InvoiceRow, { layout, rows, cartonRows }: Plan): Promise<LineImport> {
  const { currency } = invoice;
  const good = rows.filter((r) => r.errors.length === 0);
  const sum = (of: (r: ReadRow) => bigint) => good.reduce((total, r) => total + of(r), 0n);
  const [amount, tax] = [sum((r) => r.fields.amountMinor), sum((r) => r.fields.taxMinor)];
  const head = await requireHead(w, invoice.id);
  const lines = (head.lines_minor ?? 0n) + amount;
  const taxes = (head.recoverable_tax_minor ?? 0n) + (head.cost_tax_minor ?? 0n) + tax;
  return {
    hasHeadings: layout.headings !== undefined,
    columns: shownColumns(layout),
    rows: [...rows.filter((r) => r.errors.length > 0), ...good].slice(0, SHOWN_ROWS).map((r) => rowOf(w, r, currency)),
    openCostTypes: good.filter((r) => r.isCostTypeOpen).length,
    ...(cartonRows > 0 && { cartons: cartonRows }),
    counts: { rows: rows.length, create: good.length, fail: rows.length - good.length },
    amount: formatAmount(amount, currency),
    after: {
      lines: formatAmount(lines, currency),
      difference: formatAmount(head.total_minor === null ? 0n : head.total_minor - lines - taxes, currency),
    },
  };
}

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
    account: fields.account,
    internalReference: fields.internalReference,
  },
  errors: errors.map((error) => ({ ...error, message: wordsOf(error.message, w.scope.language) })),
});
