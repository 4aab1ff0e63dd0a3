import { say } from '@quayside/contracts/texts/catalogue';
import { type CostCategory, INVOICE_COST_CATEGORIES } from '@quayside/domain/lists';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, notFound, type FieldProblem } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { findLineRows, type LineRow, removeLines } from '../rows/invoice-lines.queries.ts';
import { listLineViews } from '../lists/invoice-lines.views.ts';
import { removedLine } from '../rows/invoice-log.ts';
import { toLine } from '../edit/invoices.answers.ts';
import { findInvoiceRows, type InvoiceRow } from '../rows/invoices.queries.ts';
import { getInvoiceHead, requireInvoice, requireOpenRow } from '../edit/invoices.service.ts';
import type { BodyOf, Invoice, InvoiceLine } from '../invoices.types.ts';
import { refuseRemoval, syncWrittenLines, writeLines } from './line-writes.service.ts';

/** The cost types that a person can choose for a line. */
export const costTypeOptions = (): { value: string; label: string }[] =>
  INVOICE_COST_CATEGORIES.map((value) => ({ value, label: wordsOf(value) }));

const wordsOf = (category: CostCategory): string =>
  category.charAt(0) + category.slice(1).toLowerCase().replaceAll('_', ' ');

/** Adds a line at the end. */
export async function createLine(
  w: Work,
  invoiceId: string,
  patch: BodyOf<'createInvoiceLine'>,
): Promise<{ line: InvoiceLine; invoice: Invoice }> {
  await lockCosts(w);
  const invoice = await requireOpenRow(w, invoiceId, undefined, 'invoices.no_invoice');
  const id = w.newId();
  await writeLines(w, [{ id, invoice, row: undefined, patch, path: '' }]);
  return lineAnswer(w, invoiceId, id);
}

/** Updates a line. When the function returns, the costs are up to date. */
export async function patchLine(
  w: Work,
  invoiceId: string,
  id: string,
  body: BodyOf<'patchInvoiceLine'>,
): Promise<{ line: InvoiceLine; invoice: Invoice }> {
  await lockCosts(w);
  const { invoice, line } = await requireLine(w, invoiceId, id, body.version);
  const { version: _, ...patch } = body;
  await writeLines(w, [{ id, invoice, row: line, patch, path: '' }]);
  return lineAnswer(w, invoiceId, id);
}

/** Updates many lines on one or several invoices. If one of them cannot be updated, none is. */
export async function bulkPatchLines(
  w: Work,
  body: BodyOf<'bulkPatchInvoiceLines'>,
): Promise<{ lines: InvoiceLine[] }> {
  await lockCosts(w);
  const ids = body.lines.map((l) => l.invoiceLineId);
  const rows = await findLineRows(w, ids);
  const invoices = await findInvoiceRows(
    w,
    [...rows.values()].map((r) => r.invoice_id),
  );
  const errors: FieldProblem[] = [];
  const writes = body.lines.flatMap(({ invoiceLineId, version, ...patch }, i) => {
    const line = rows.get(invoiceLineId);
    const invoice = line && invoices.get(line.invoice_id);
    if (!line || !invoice || ids.indexOf(invoiceLineId) < i) {
      errors.push({
        field: `lines.${i}.invoiceLineId`,
        message: line && invoice ? say('invoices.line_twice') : say('invoices.line_unknown'),
      });
      return [];
    }
    return [
      {
        write: { id: line.id, invoice, row: line, patch, path: `lines.${i}.` },
        isStale: version !== undefined && version !== line.version,
        index: i,
      },
    ];
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  const stale = writes.find((x) => x.isStale);
  if (stale) throw new AppError('conflict_version', { current: await getLine(w, stale.write.id) });
  const closed = writes.find((x) => x.write.invoice.status === 'CLOSED');
  if (closed)
    throw new AppError('invoices.closed', {
      errors: [
        {
          field: `lines.${closed.index}`,
          message: say('invoices.number_closed', { number: closed.write.invoice.invoice_number }),
        },
      ],
    });
  await writeLines(
    w,
    writes.map((x) => x.write),
  );
  const views = new Map((await listLineViews(w, { ids })).map((view) => [view.id, toLine(w.scope, view)]));
  return { lines: ids.flatMap((id) => views.get(id) ?? []) };
}

/** Deletes a line. Refused if the line is a supplier order, or if a credit note credits it. */
export async function deleteLine(w: Work, invoiceId: string, id: string, version: number | undefined): Promise<void> {
  await lockCosts(w);
  const { invoice, line } = await requireLine(w, invoiceId, id, version);
  await refuseRemoval(w, [id]);
  await removeLines(w, [id]);
  await syncWrittenLines(w, [{ id, invoice, row: line }]);
  await record(
    w,
    {
      action: 'invoice-line.deleted',
      subjectIds: [id],
      historyOf: invoiceId,
      details: { lines: [removedLine(line, invoice.currency)] },
    },
    changed('invoices', [invoiceId]),
  );
}

/**
 * Finds a line that is to be changed. The line and its invoice must exist, the request must have the line's current
 * version, and the invoice must not be closed.
 */
async function requireLine(
  w: Work,
  invoiceId: string,
  id: string,
  version: number | undefined,
): Promise<{ invoice: InvoiceRow; line: LineRow }> {
  const invoice = await requireInvoice(w, invoiceId, 'invoices.no_invoice');
  const line = (await findLineRows(w, [id])).get(id);
  if (!line || line.invoice_id !== invoiceId) throw notFound(say('invoices.line_unknown'));
  if (version !== undefined && version !== line.version)
    throw new AppError('conflict_version', { current: await getLine(w, id) });
  if (invoice.status === 'CLOSED') throw new AppError('invoices.closed');
  return { invoice, line };
}

async function getLine(w: Work, id: string): Promise<InvoiceLine> {
  const [view] = await listLineViews(w, { ids: [id] });
  if (!view) throw notFound(say('invoices.line_unknown'));
  return toLine(w.scope, view);
}

const lineAnswer = async (w: Work, invoiceId: string, id: string) => ({
  line: await getLine(w, id),
  invoice: await getInvoiceHead(w, invoiceId),
});
