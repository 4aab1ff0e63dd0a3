import type { CostCategory, InvoiceKind } from '@quayside/domain/lists';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError } from '../../http/errors.ts';
import { previewAllocation, setChosenScope, setManualShares, syncInvoice } from '../costs/public.ts';
import { productsByIds } from '../products/public.ts';
import { findCreditedLines, usesAsCredited } from './invoice-credits.views.ts';
import { countLines, fieldsOf, insertLines, type LineRow, saveLines } from './invoice-lines.queries.ts';
import { blankLine, type CheckedLine, lineChanges, type LineFields, type LinePatch, mergeLine } from './invoice-lines.rules.ts';
import { listOrdersOf } from './invoice-lines.views.ts';
import { type InvoiceRow, saveInvoice } from './invoices.queries.ts';

/** One line as somebody wants it. `path` leads to it in the request's body. */
export interface LineDraft {
  readonly id: string;
  readonly invoice: InvoiceRow;
  /** Undefined: a new line. */
  readonly row: LineRow | undefined;
  readonly patch: LinePatch;
  readonly path: string;
}
/** The same, checked, and about to be written. */
export interface LineWrite extends LineDraft {
  readonly before: LineFields | undefined;
  readonly checked: CheckedLine;
}

export const CREDITED = 'A credit note credits this line. Delete the credit first.';

/** Checks all lines, and answers those that would change anything. Nothing is written. */
export async function checkLines(w: Work, drafts: readonly LineDraft[]): Promise<LineWrite[]> {
  const credited = await findCreditedLines(
    w,
    drafts.flatMap(({ row, patch }) => [row?.credits_line_id, patch.creditsLineId]).filter((id) => typeof id === 'string'),
  );
  const writes = drafts.map((draft): LineWrite => {
    const { row, invoice, patch } = draft;
    const before = row && fieldsOf(row, credited.get(row.credits_line_id ?? ''));
    const creditsLineId = patch.creditsLineId === undefined ? before?.creditsLineId : patch.creditsLineId;
    const context = { currency: invoice.currency, kind: invoice.kind as InvoiceKind, credited: credited.get(creditsLineId ?? '') };
    return { ...draft, before, checked: mergeLine(before ?? newLine(invoice), patch, context) };
  });
  await refuseWrong(w, writes);
  const changes = writes.filter(isChange);
  await refuseCredited(w, changes);
  return changes;
}

/** A new line starts with the cost type that the invoice says. */
const newLine = (invoice: InvoiceRow): LineFields => blankLine((invoice.cost_type as CostCategory | null) ?? 'FACTORY_INVOICE');

async function refuseWrong(w: Work, writes: readonly LineWrite[]): Promise<void> {
  const wanted = writes.flatMap((x) => x.patch.productId ?? []);
  const products = await productsByIds(w, wanted);
  const errors = writes.flatMap(({ path, patch, checked }) => [
    ...checked.errors.map((e) => ({ field: path + e.field, message: e.message })),
    ...(patch.productId && !products.has(patch.productId) ? [{ field: `${path}productId`, message: 'Choose a product' }] : []),
  ]);
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}

/** A credit follows its line, which therefore stays what it is. */
async function refuseCredited(w: Work, writes: readonly LineWrite[]): Promise<void> {
  const moved = writes.filter(({ before, checked: { fields } }) => before && (before.productId !== fields.productId || before.costType !== fields.costType));
  const uses = await usesAsCredited(
    w,
    moved.map((x) => x.id),
  );
  if (uses.length > 0) throw new AppError('invoices.in_use', { message: 'A credit note credits this line: its product and cost type stay.', uses });
}

const isChange = (x: LineWrite): boolean =>
  x.before === undefined ||
  x.patch.scope !== undefined ||
  x.checked.shares !== undefined ||
  lineChanges(x.before, x.checked.fields, x.invoice.currency).isChanged;

/** Writes checked lines; costs are brought up to date by the caller, `checkShares` and `recordLines` come after that. */
export async function storeLines(w: Work, writes: readonly LineWrite[]): Promise<void> {
  for (const [invoiceId, fresh] of Map.groupBy(
    writes.filter((x) => x.before === undefined),
    (x) => x.invoice.id,
  )) {
    const { nextPosition } = await countLines(w, invoiceId);
    await insertLines(
      w,
      fresh.map((x, i) => ({ id: x.id, invoiceId, position: nextPosition + i, fields: x.checked.fields })),
    );
  }
  await saveLines(
    w,
    writes.filter((x) => x.before !== undefined).map((x) => ({ id: x.id, fields: x.checked.fields })),
  );
  for (const x of writes) {
    const { fields, shares } = x.checked;
    if (x.patch.scope) await at(x.path, setChosenScope(w, x.id, x.patch.scope));
    else if (x.before?.hasChosenScope && !fields.hasChosenScope) await setChosenScope(w, x.id, null);
    if (shares !== undefined) await at(x.path, setManualShares(w, x.id, shares));
  }
}

/** Typed shares are checked against the orders that are in scope once everything else is in place. */
export async function checkShares(w: Work, writes: readonly LineWrite[]): Promise<void> {
  for (const x of writes)
    if (x.checked.shares !== undefined && x.checked.shares.length > 0)
      await at(x.path, previewAllocation(w, x.invoice.id, x.id, { manualShares: x.patch.manualShares }));
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

/** An invoice in review that is written into is being worked on, as soon as somebody says whom it is from. */
export const isAccepted = (invoice: Pick<InvoiceRow, 'status'>, supplierId: string | null): boolean => invoice.status === 'REVIEW' && supplierId !== null;

/** Brings the costs of written lines up to date. */
export async function touchInvoices(w: Work, writes: readonly Pick<LineDraft, 'id' | 'invoice'>[]): Promise<void> {
  for (const [invoiceId, own] of Map.groupBy(writes, (x) => x.invoice.id)) {
    const invoice = own[0]?.invoice;
    const accepted = invoice !== undefined && isAccepted(invoice, invoice.supplier_id);
    await saveInvoice(w, invoiceId, accepted ? { status: 'WORKING', version: invoice.version + 1 } : {});
    await syncInvoice(w, invoiceId, accepted ? 'all' : own.map((x) => x.id));
  }
}

/** Refuses to delete lines that are orders, or that credit notes credit. */
export async function refuseRemoval(w: Work, lineIds: readonly string[]): Promise<void> {
  const orders = await listOrdersOf(w, { lineIds });
  if (orders.length > 0) throw new AppError('invoices.line_has_order', { uses: orders.map((o) => ({ type: 'ORDER', id: o.id, label: o.number })) });
  const uses = await usesAsCredited(w, lineIds);
  if (uses.length > 0) throw new AppError('invoices.in_use', { message: CREDITED, uses });
}

/** Writes down what happened to lines, one row for each invoice, so that each has its own history. */
export async function recordLines(w: Work, writes: readonly LineWrite[]): Promise<void> {
  for (const [invoiceId, own] of Map.groupBy(writes, (x) => x.invoice.id)) {
    const action = own.some((x) => x.before === undefined) ? 'invoice-line.created' : 'invoice-line.changed';
    // The invoice's own version stands still, so none is given: whoever shows the invoice fetches it again.
    await record(
      w,
      { action, subjectType: 'invoice-line', subjectIds: own.map((x) => x.id), historyOf: invoiceId, details: { lines: own.map(detailsOf) } },
      changed('invoices', [invoiceId]),
    );
  }
}

/** What the log keeps of a written line. */
export function detailsOf(x: LineWrite): Record<string, unknown> {
  const { fields, shares } = x.checked;
  const changes = x.before ? lineChanges(x.before, fields, x.invoice.currency) : { from: {}, to: everythingOf(fields, x.invoice.currency) };
  return {
    lineId: x.id,
    invoiceId: x.invoice.id,
    from: changes.from,
    to: changes.to,
    ...(x.patch.scope !== undefined && { scope: x.patch.scope }),
    ...(shares && { manualShares: x.patch.manualShares ?? [] }),
  };
}

/** What the log keeps of a deleted line. */
export const removedDetails = (row: LineRow, currency: string): Record<string, unknown> => everythingOf(fieldsOf(row), currency);

/** All of a line that is not as a blank one has it. */
const everythingOf = (fields: LineFields, currency: string): Record<string, unknown> => ({
  costType: fields.costType,
  ...lineChanges(blankLine(fields.costType), fields, currency).to,
});

/** Checks and writes lines of any invoices, and brings the costs up to date. */
export async function writeLines(w: Work, drafts: readonly LineDraft[]): Promise<void> {
  const writes = await checkLines(w, drafts);
  if (writes.length === 0) return;
  await storeLines(w, writes);
  await touchInvoices(w, writes);
  await checkShares(w, writes);
  await recordLines(w, writes);
}
