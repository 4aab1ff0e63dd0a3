import type { FieldError } from '@quayside/contracts/errors';
import { type CostCategory, INVOICE_COST_CATEGORIES } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError, notFound } from '../../http/errors.ts';
import { lockCosts, previewAllocation, setChosenScope, setManualShares, syncInvoice } from '../costs/public.ts';
import { productsByIds } from '../products/public.ts';
import { countLines, fieldsOf, findLineRows, insertLine, type LineRow, removeLines, saveLines } from './invoice-lines.queries.ts';
import { blankLine, type CheckedLine, lineChanges, type LineFields, type LinePatch, mergeLine } from './invoice-lines.rules.ts';
import { listLineViews, listOrdersOf } from './invoice-lines.views.ts';
import { toLine } from './invoices.answers.ts';
import { findInvoiceRows, type InvoiceRow, saveInvoice } from './invoices.queries.ts';
import { getInvoiceHead, requireInvoice, requireOpenRow } from './invoices.service.ts';
import type { BodyOf, Invoice, InvoiceLine } from './invoices.types.ts';

/** One line that is about to be written. `path` leads to it in the request's body. */
interface LineWrite {
  readonly id: string;
  readonly invoice: InvoiceRow;
  /** Undefined: a new line. */
  readonly before: LineFields | undefined;
  readonly patch: LinePatch;
  readonly checked: CheckedLine;
  readonly path: string;
}

/** What a person can give a line as its cost type. */
export const costTypeOptions = (): { value: string; label: string }[] => INVOICE_COST_CATEGORIES.map((value) => ({ value, label: wordsOf(value) }));

const wordsOf = (category: CostCategory): string => category.charAt(0) + category.slice(1).toLowerCase().replaceAll('_', ' ');

/** Adds a line at the end. */
export async function createLine(w: Work, invoiceId: string, patch: BodyOf<'createInvoiceLine'>): Promise<{ line: InvoiceLine; invoice: Invoice }> {
  await lockCosts(w);
  const invoice = await requireOpenRow(w, invoiceId, undefined, 'invoices.no_invoice');
  const blank = blankLine((invoice.cost_type as CostCategory | null) ?? 'FACTORY_INVOICE');
  const id = w.newId();
  await writeLines(w, [{ id, invoice, before: undefined, patch, checked: mergeLine(blank, patch, invoice.currency), path: '' }]);
  return lineAnswer(w, invoiceId, id);
}

/** Changes a line; costs are right when it answers. */
export async function patchLine(w: Work, invoiceId: string, id: string, body: BodyOf<'patchInvoiceLine'>): Promise<{ line: InvoiceLine; invoice: Invoice }> {
  await lockCosts(w);
  const { invoice, line } = await requireLine(w, invoiceId, id, body.version);
  const { version: _, ...patch } = body;
  await writeLines(w, [changeOf(invoice, line, patch, '')]);
  return lineAnswer(w, invoiceId, id);
}

/** Changes many lines, of one invoice or several: all of them or none. */
export async function bulkPatchLines(w: Work, body: BodyOf<'bulkPatchInvoiceLines'>): Promise<{ lines: InvoiceLine[] }> {
  await lockCosts(w);
  const ids = body.lines.map((l) => l.invoiceLineId);
  const rows = await findLineRows(w, ids);
  const invoices = await findInvoiceRows(
    w,
    [...rows.values()].map((r) => r.invoice_id),
  );
  const errors: FieldError[] = [];
  const writes = body.lines.flatMap(({ invoiceLineId, version, ...patch }, i) => {
    const line = rows.get(invoiceLineId);
    const invoice = line && invoices.get(line.invoice_id);
    if (!line || !invoice || ids.indexOf(invoiceLineId) < i) {
      errors.push({ field: `lines.${i}.invoiceLineId`, message: line && invoice ? 'This line is here twice' : 'This line does not exist' });
      return [];
    }
    return [{ write: changeOf(invoice, line, patch, `lines.${i}.`), isStale: version !== undefined && version !== line.version, index: i }];
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  const stale = writes.find((x) => x.isStale);
  if (stale) throw new AppError('conflict_version', { current: await getLine(w, stale.write.id) });
  const closed = writes.find((x) => x.write.invoice.status === 'CLOSED');
  if (closed)
    throw new AppError('invoices.closed', {
      errors: [{ field: `lines.${closed.index}`, message: `Invoice ${closed.write.invoice.invoice_number} is closed` }],
    });
  await writeLines(
    w,
    writes.map((x) => x.write),
  );
  const views = new Map((await listLineViews(w, { ids })).map((view) => [view.id, toLine(w.scope, view)]));
  return { lines: ids.flatMap((id) => views.get(id) ?? []) };
}

/** Deletes a line that is no order. */
export async function deleteLine(w: Work, invoiceId: string, id: string, version: number | undefined): Promise<void> {
  await lockCosts(w);
  const { invoice, line } = await requireLine(w, invoiceId, id, version);
  const orders = await listOrdersOf(w, { lineId: id });
  if (orders.length > 0) throw new AppError('invoices.line_has_order', { uses: orders.map((o) => ({ type: 'ORDER', id: o.id, label: o.number })) });
  await removeLines(w, { lineId: id });
  await touchInvoices(w, [{ id, invoice }]);
  const details = lineChanges(fieldsOf(line), blankLine(line.cost_type as CostCategory), invoice.currency).from;
  await record(
    w,
    { action: 'invoice-line.deleted', subjectType: 'invoice-line', subjectIds: [id], details: { invoiceId, position: line.position, from: details } },
    changed('invoices', [invoiceId]),
  );
}

/** The line of an invoice that is about to change: both there, the line not stale, the invoice not closed. */
async function requireLine(w: Work, invoiceId: string, id: string, version: number | undefined): Promise<{ invoice: InvoiceRow; line: LineRow }> {
  const invoice = await requireInvoice(w, invoiceId, 'invoices.no_invoice');
  const line = (await findLineRows(w, [id])).get(id);
  if (!line || line.invoice_id !== invoiceId) throw notFound('This line does not exist');
  if (version !== undefined && version !== line.version) throw new AppError('conflict_version', { current: await getLine(w, id) });
  if (invoice.status === 'CLOSED') throw new AppError('invoices.closed');
  return { invoice, line };
}

async function getLine(w: Work, id: string): Promise<InvoiceLine> {
  const [view] = await listLineViews(w, { ids: [id] });
  if (!view) throw notFound('This line does not exist');
  return toLine(w.scope, view);
}

const lineAnswer = async (w: Work, invoiceId: string, id: string) => ({ line: await getLine(w, id), invoice: await getInvoiceHead(w, invoiceId) });

function changeOf(invoice: InvoiceRow, line: LineRow, patch: LinePatch, path: string): LineWrite {
  const before = fieldsOf(line);
  return { id: line.id, invoice, before, patch, checked: mergeLine(before, patch, invoice.currency), path };
}

/** Checks all lines, then writes all of them, then brings the costs up to date. */
async function writeLines(w: Work, all: readonly LineWrite[]): Promise<void> {
  await checkLines(w, all);
  const writes = all.filter(isChange);
  if (writes.length === 0) return;
  const fresh = writes.filter((x) => x.before === undefined);
  for (const x of fresh) await insertLine(w, x.id, x.invoice.id, (await countLines(w, x.invoice.id)).nextPosition, x.checked.fields);
  await saveLines(
    w,
    writes.filter((x) => x.before !== undefined).map((x) => ({ id: x.id, fields: x.checked.fields })),
  );
  for (const x of writes) {
    if (x.patch.scope !== undefined) await at(x.path, setChosenScope(w, x.id, x.patch.scope));
    if (x.checked.shares !== undefined) await at(x.path, setManualShares(w, x.id, x.checked.shares));
  }
  await touchInvoices(w, writes);
  // Typed shares are checked against the orders that are in scope once everything else is in place.
  for (const x of writes)
    if (x.checked.shares !== undefined && x.checked.shares.length > 0)
      await at(x.path, previewAllocation(w, x.invoice.id, x.id, { manualShares: x.patch.manualShares }));
  await recordLines(w, writes);
}

const isChange = (x: LineWrite): boolean =>
  x.before === undefined ||
  x.patch.scope !== undefined ||
  x.checked.shares !== undefined ||
  lineChanges(x.before, x.checked.fields, x.invoice.currency).isChanged;

async function checkLines(w: Work, writes: readonly LineWrite[]): Promise<void> {
  const wanted = writes.flatMap((x) => x.patch.productId ?? []);
  const products = await productsByIds(w, wanted);
  const errors = writes.flatMap(({ path, patch, checked }) => [
    ...checked.errors.map((e) => ({ field: path + e.field, message: e.message })),
    ...(patch.productId && !products.has(patch.productId) ? [{ field: `${path}productId`, message: 'Choose a product' }] : []),
  ]);
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}

/** Runs a part of one line's write; what it refuses is told at that line's place in the body. */
async function at<T>(path: string, run: Promise<T>): Promise<T> {
  try {
    return await run;
  } catch (error) {
    if (path === '' || !(error instanceof AppError) || !error.data.errors) throw error;
    throw new AppError(error.code, { ...error.data, errors: error.data.errors.map((e) => ({ field: path + e.field, message: e.message })) });
  }
}

/** Brings the costs of the written lines up to date. An invoice in review that is written into is being worked on. */
async function touchInvoices(w: Work, writes: readonly Pick<LineWrite, 'id' | 'invoice'>[]): Promise<void> {
  for (const [invoiceId, own] of Map.groupBy(writes, (x) => x.invoice.id)) {
    const invoice = own[0]?.invoice;
    const accepted = invoice?.status === 'REVIEW';
    await saveInvoice(w, invoiceId, accepted ? { status: 'WORKING', version: invoice.version + 1 } : {});
    await syncInvoice(w, invoiceId, accepted ? 'all' : own.map((x) => x.id));
  }
}

async function recordLines(w: Work, writes: readonly LineWrite[]): Promise<void> {
  const details = writes.map((x) => {
    const { from, to } = lineChanges(x.before ?? blankLine(x.checked.fields.costType), x.checked.fields, x.invoice.currency);
    return {
      lineId: x.id,
      invoiceId: x.invoice.id,
      from,
      to,
      ...(x.patch.scope !== undefined && { scope: x.patch.scope }),
      ...(x.checked.shares && { manualShares: x.patch.manualShares ?? [] }),
    };
  });
  const action = writes.some((x) => x.before === undefined) ? 'invoice-line.created' : 'invoice-line.changed';
  // The invoice's own version stands still, so none is given: whoever shows the invoice fetches it again.
  const invoices = [...new Set(writes.map((x) => x.invoice.id))];
  await record(w, { action, subjectType: 'invoice-line', subjectIds: writes.map((x) => x.id), details: { lines: details } }, changed('invoices', invoices));
}
