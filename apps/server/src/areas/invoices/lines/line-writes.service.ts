import { say } from '@quayside/contracts/texts/catalogue';
import { costTypeOfNewLine } from '@quayside/domain/invoices/new-line';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { orderName } from '../../../events/audit-details.ts';
import { AppError, namingTooLarge } from '../../../http/errors.ts';
import { previewAllocation, setChosenScope, setManualShares } from '../../costs/public.ts';
import { productsByIds } from '../../products/public.ts';
import { findInvoiceableItems, refusalOfItem } from '../../purchasing/public.ts';
import { syncWritten } from '../rows/invoice-announcements.ts';
import { findCreditedLines, usesAsCredited } from '../rows/invoice-credits.views.ts';
import {
  countLines,
  fieldsOf,
  insertLines,
  type LineRow,
  saveItemsOfCredits,
  saveLines,
} from '../rows/invoice-lines.queries.ts';
import {
  blankLine,
  type CheckedLine,
  isSameLine,
  type LineFields,
  type LinePatch,
  mergeLine,
} from '../rows/invoice-lines.rules.ts';
import { listOrdersOf } from '../lists/invoice-lines.views.ts';
import { lineChanges, type LoggedLine } from '../rows/invoice-log.ts';
import { type InvoiceRow, saveInvoice } from '../rows/invoices.queries.ts';
import { listPairings } from '../lists/invoices.views.ts';
import { refuseLargeLines } from '../rows/too-large.queries.ts';

/** A change of one line that a request asks for. `path` is where the line is in the request body. */
export interface LineDraft {
  readonly id: string;
  readonly invoice: InvoiceRow;
  /** The stored line; undefined for a new line. */
  readonly row: LineRow | undefined;
  readonly patch: LinePatch;
  readonly path: string;
}
/** A change of one line that has been checked and can be written. */
interface LineWrite extends LineDraft {
  readonly before: LineFields | undefined;
  readonly checked: CheckedLine;
}

export const CREDITED = say('invoices.line_is_credited');

/** Checks all lines, and returns those that would change. Nothing is written. */
export async function checkLines(w: Work, drafts: readonly LineDraft[]): Promise<LineWrite[]> {
  const credited = await findCreditedLines(
    w,
    drafts
      .flatMap(({ row, patch }) => [row?.credits_line_id, patch.creditsLineId])
      .filter((id) => typeof id === 'string'),
  );
  const open = drafts.filter(({ row, patch }) => row === undefined && patch.costType === undefined && !patch.productId);
  const paired = await listPairings(w, [...new Set(open.map(({ invoice }) => invoice.id))]);
  const writes = drafts.map((draft): LineWrite => {
    const { row, invoice, patch } = draft;
    const before = row && fieldsOf(row, credited.get(row.credits_line_id ?? ''));
    const creditsLineId = patch.creditsLineId === undefined ? before?.creditsLineId : patch.creditsLineId;
    const context = {
      currency: invoice.currency,
      kind: invoice.kind,
      credited: credited.get(creditsLineId ?? ''),
    };
    const blank = newLine(invoice, !patch.productId && paired.has(invoice.id));
    return { ...draft, before, checked: mergeLine(before ?? blank, patch, context) };
  });
  await refuseWrong(w, writes);
  const changes = writes.filter(isChange);
  await refuseItems(w, changes);
  await refuseCredited(w, changes);
  return changes;
}

/**
 * A new line. Its cost type is the default of its invoice. A line without a product is not goods where the costs of
 * the invoice belong to goods of others.
 */
const newLine = ({ cost_type, type }: InvoiceRow, isForOthers: boolean): LineFields =>
  blankLine(
    isForOthers ? costTypeOfNewLine({ costType: cost_type, type, isPaired: true }) : (cost_type ?? 'FACTORY_INVOICE'),
  );

async function refuseWrong(w: Work, writes: readonly LineWrite[]): Promise<void> {
  const wanted = writes.flatMap((x) => x.patch.productId ?? []);
  const products = await productsByIds(w, wanted);
  const errors = writes.flatMap(({ path, patch, checked }) => [
    ...checked.errors.map((e) => ({ field: path + e.field, message: e.message })),
    ...(patch.productId && !products.has(patch.productId)
      ? [{ field: `${path}productId`, message: say('choose.product') }]
      : []),
  ]);
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}

/** Refuses items of purchase orders that the invoice cannot be of. What a line names already may stay. */
async function refuseItems(w: Work, writes: readonly LineWrite[]): Promise<void> {
  const named = writes.filter(
    ({ before, checked: { fields } }) =>
      fields.creditsLineId === null &&
      fields.purchaseOrderLineId !== null &&
      fields.purchaseOrderLineId !== before?.purchaseOrderLineId,
  );
  const items = await findInvoiceableItems(
    w,
    named.map(({ checked }) => checked.fields.purchaseOrderLineId ?? ''),
  );
  const errors = named.flatMap(({ path, invoice, checked }) => {
    const item = items.get(checked.fields.purchaseOrderLineId ?? '');
    const message = refusalOfItem(item, { supplierId: invoice.supplier_id, currency: invoice.currency });
    return message ? [{ field: `${path}purchaseOrderLineId`, message }] : [];
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
}

/** Refuses to change the product or the cost type of a credited line, because its credits inherit both. */
async function refuseCredited(w: Work, writes: readonly LineWrite[]): Promise<void> {
  const moved = writes.filter(
    ({ before, checked: { fields } }) =>
      before && (before.productId !== fields.productId || before.costType !== fields.costType),
  );
  const uses = await usesAsCredited(
    w,
    moved.map((x) => x.id),
  );
  if (uses.length > 0)
    throw new AppError('invoices.in_use', {
      message: say('invoices.credited_line_stays'),
      uses,
    });
}

const isChange = (x: LineWrite): boolean =>
  x.before === undefined ||
  x.patch.scope !== undefined ||
  x.checked.shares !== undefined ||
  !isSameLine(x.before, x.checked.fields);

/**
 * Writes checked lines. Afterwards the caller must bring the costs up to date, and then call `checkShares` and
 * `recordLines`.
 */
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
  await saveItemsOfCredits(
    w,
    writes.filter((x) => x.before?.purchaseOrderLineId !== x.checked.fields.purchaseOrderLineId).map((x) => x.id),
  );
  for (const x of writes) {
    const { fields, shares } = x.checked;
    if (x.patch.scope) await refusedAt(x.path, setChosenScope(w, x.id, x.patch.scope));
    else if (x.before?.hasChosenScope && !fields.hasChosenScope) await setChosenScope(w, x.id, null);
    if (shares !== undefined) await refusedAt(x.path, setManualShares(w, x.id, shares));
  }
}

/**
 * Checks typed shares against the orders over which the cost of the line is shared. This check runs last, because these
 * orders depend on all other changes.
 */
export async function checkShares(w: Work, writes: readonly LineWrite[]): Promise<void> {
  for (const x of writes)
    if (x.checked.shares !== undefined && x.checked.shares.length > 0)
      await refusedAt(x.path, previewAllocation(w, x.invoice.id, x.id, { manualShares: x.patch.manualShares }));
}

/**
 * Runs one step of writing a line. If the step is refused, prefixes the field names of the errors with the line's path
 * in the request body.
 */
async function refusedAt<T>(path: string, run: Promise<T>): Promise<T> {
  try {
    return await run;
  } catch (error) {
    if (path === '' || !(error instanceof AppError) || !error.data.errors) throw error;
    throw new AppError(error.code, {
      ...error.data,
      errors: error.data.errors.map((e) => ({ field: path + e.field, message: e.message })),
    });
  }
}

/** Whether an edit moves an invoice from review to WORKING: it does as soon as the supplier is known. */
export const isAccepted = (invoice: Pick<InvoiceRow, 'status'>, supplierId: string | null): boolean =>
  invoice.status === 'REVIEW' && supplierId !== null;

/** Brings the costs that depend on the written lines up to date. */
export async function syncWrittenLines(
  w: Work,
  writes: readonly Pick<LineDraft, 'id' | 'invoice' | 'row'>[],
): Promise<void> {
  const written: Parameters<typeof syncWritten>[1][number][] = [];
  for (const [invoiceId, own] of Map.groupBy(writes, (x) => x.invoice.id)) {
    const invoice = own[0]?.invoice;
    const accepted = invoice !== undefined && isAccepted(invoice, invoice.supplier_id);
    await saveInvoice(w, invoiceId, accepted ? { status: 'WORKING', version: invoice.version + 1 } : {});
    const formerItemIds = own.map(({ row }) => row?.purchase_order_line_id ?? null);
    written.push({ invoiceId, lineIds: accepted ? 'all' : own.map((x) => x.id), formerItemIds });
  }
  await namingTooLarge('amount', () => syncWritten(w, written));
}

/** Refuses to delete lines that are supplier orders or that credit notes credit. */
export async function refuseRemoval(w: Work, lineIds: readonly string[]): Promise<void> {
  const orders = await listOrdersOf(w, lineIds);
  if (orders.length > 0)
    throw new AppError('invoices.line_has_order', {
      uses: orders.map((o) => ({ type: 'ORDER', id: o.id, label: orderName(o, w.scope.language) })),
    });
  const uses = await usesAsCredited(w, lineIds);
  if (uses.length > 0) throw new AppError('invoices.in_use', { message: CREDITED, uses });
}

/** Writes the changes of lines to the audit log, one row per invoice, because each invoice shows its own history. */
export async function recordLines(w: Work, writes: readonly LineWrite[]): Promise<void> {
  for (const [invoiceId, own] of Map.groupBy(writes, (x) => x.invoice.id)) {
    const action = own.some((x) => x.before === undefined) ? 'invoice-line.created' : 'invoice-line.changed';
    // The event has no version, because the version of the invoice does not change; without one, every screen with the
    // invoice fetches it again.
    await record(
      w,
      {
        action,
        subjectIds: own.map((x) => x.id),
        historyOf: invoiceId,
        details: { lines: own.map(writtenLine) },
      },
      changed('invoices', [invoiceId]),
    );
  }
}

/** The changes of a line that was written, for the audit log. */
export function writtenLine({ id, before, checked, patch, invoice }: LineWrite): LoggedLine {
  const { fields, shares } = checked;
  return {
    id,
    changes: [
      ...lineChanges(before, fields, invoice.currency),
      ...(patch.scope
        ? [{ field: 'scope' as const, from: null, to: patch.scope.map(({ id: to }) => ({ ref: to })) }]
        : []),
      ...(shares ? [{ field: 'manualShares' as const, from: null, to: (patch.manualShares ?? []).map(shareOf) }] : []),
    ],
  };
}
interface LoggedShare {
  readonly layerId: string;
  readonly packListId?: string | null | undefined;
  readonly amount: string | number;
}
const shareOf = ({ layerId, packListId, amount }: LoggedShare) => ({
  ref: packListId ?? layerId,
  amount: String(amount),
});

/** The lines whose amount or tax is another, with the field of the request. */
export const typedAmounts = (writes: readonly LineWrite[]): { id: string; field: string }[] =>
  writes.flatMap(({ id, path, before, checked: { fields } }) => {
    if (before?.amountMinor !== fields.amountMinor) return [{ id, field: `${path}amount` }];
    return before.taxMinor === fields.taxMinor ? [] : [{ id, field: `${path}taxAmount` }];
  });

/** Checks and writes lines, which may be on different invoices, and brings the costs up to date. */
export async function writeLines(w: Work, drafts: readonly LineDraft[]): Promise<void> {
  const writes = await checkLines(w, drafts);
  if (writes.length === 0) return;
  await storeLines(w, writes);
  await syncWrittenLines(w, writes);
  await refuseLargeLines(w, typedAmounts(writes));
  await checkShares(w, writes);
  await recordLines(w, writes);
}
