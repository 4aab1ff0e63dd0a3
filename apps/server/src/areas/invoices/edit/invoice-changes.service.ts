import { say } from '@quayside/contracts/texts/catalogue';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, type FieldProblem, namingTooLarge } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { acceptedRate } from './accepted-rate.service.ts';
import { type HeaderPlan, planHeader, storeHeader } from './header-writes.service.ts';
import { countLines, findLinesOf, type LineRow, orderLines, removeLines } from '../rows/invoice-lines.queries.ts';
import { syncWritten } from '../rows/invoice-announcements.ts';
import { headerChanges, removedLine } from '../rows/invoice-log.ts';
import { headerOf, type InvoiceRow } from '../rows/invoices.queries.ts';
import { getInvoice, requireOpenRow } from './invoices.service.ts';
import type { BodyOf, InvoiceWithLines } from '../invoices.types.ts';
import {
  checkLines,
  checkShares,
  type LineDraft,
  refuseRemoval,
  storeLines,
  typedAmounts,
  writtenLine,
} from '../lines/line-writes.service.ts';
import { refuseLargeLines, refuseLargeRate } from '../rows/too-large.queries.ts';

/**
 * Updates the header. After confirmation only the exchange rate can still be corrected; the audit log records the old
 * value.
 */
export async function updateInvoiceBasic(
  w: Work,
  id: string,
  body: BodyOf<'updateInvoiceBasic'>,
): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const row = await requireOpenRow(w, id, body.version);
  const plan = await planHeader(w, row, body, (await countLines(w, id)).live);
  return plan.isChanged ? saveHeaderPlan(w, row, plan) : getInvoice(w, id);
}

/** Writes a checked change of a header, and brings the costs up to date. */
async function saveHeaderPlan(w: Work, row: InvoiceRow, plan: HeaderPlan): Promise<InvoiceWithLines> {
  const { id } = row;
  const { version, accepted, changes } = await storeHeader(w, row, plan);
  await namingTooLarge('rate', () =>
    syncWritten(w, [{ invoiceId: id, lineIds: accepted || plan.movesCosts ? 'all' : [] }], plan),
  );
  if (plan.fields.rate !== row.rate) await refuseLargeRate(w, id);
  await record(
    w,
    { action: 'invoice.changed', subjectIds: [id], historyOf: id, details: { changes } },
    changed('invoices', [id], version),
  );
  return getInvoice(w, id);
}

/** Stores the proposed exchange rate that a person has accepted. */
export async function acceptInvoiceRate(
  w: Work,
  id: string,
  { version, ...seen }: BodyOf<'acceptInvoiceRate'>,
): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const row = await requireOpenRow(w, id, version);
  const before = headerOf(row);
  const fields = { ...before, ...(await acceptedRate(w, before, seen)) };
  const plan = {
    fields,
    pairings: undefined,
    isChanged: true,
    movesCosts: true,
    totalTyped: false,
    changes: headerChanges(before, fields),
  };
  return saveHeaderPlan(w, row, plan);
}

/**
 * Replaces the header and all lines. Lines with an id are updated, lines without one are added, and lines that the body
 * does not contain are deleted.
 */
export async function replaceInvoice(w: Work, id: string, body: BodyOf<'replaceInvoice'>): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const { lines, ...header } = body;
  const row = await requireOpenRow(w, id, body.version);
  const stored = await findLinesOf(w, id);
  const kept = findNamedLines(stored, lines);
  const removed = stored.filter((l) => !kept.has(l.id));
  await refuseRemoval(
    w,
    removed.map((l) => l.id),
  );
  const plan = await planHeader(w, row, header, kept.size);
  const invoice = { ...row, currency: plan.fields.currency, cost_type: plan.fields.costType };
  const drafts = lines.map(
    ({ invoiceLineId, ...patch }, i): LineDraft => ({
      id: invoiceLineId ?? w.newId(),
      invoice,
      row: kept.get(invoiceLineId ?? ''),
      patch,
      path: `lines.${i}.`,
    }),
  );
  const writes = await checkLines(w, drafts);
  const order = drafts.map((d) => d.id);
  const isSameOrder = [...kept.keys()].join() === stored.flatMap((l) => (kept.has(l.id) ? l.id : [])).join();
  if (!plan.isChanged && writes.length === 0 && removed.length === 0 && isSameOrder) return getInvoice(w, id);

  const { version, changes } = await storeHeader(w, row, plan);
  await removeLines(
    w,
    removed.map((l) => l.id),
  );
  await storeLines(w, writes);
  await orderLines(w, order);
  const formerItemIds = stored.map((line) => line.purchase_order_line_id);
  await syncWritten(w, [{ invoiceId: id, lineIds: 'all', formerItemIds }], plan);
  await refuseLargeLines(w, typedAmounts(writes));
  if (plan.fields.rate !== row.rate) await refuseLargeRate(w, id);
  await checkShares(w, writes);
  await record(
    w,
    {
      action: 'invoice.replaced',
      subjectIds: [id],
      historyOf: id,
      details: {
        changes,
        lines: [...writes.map(writtenLine), ...removed.map((line) => removedLine(line, row.currency))],
      },
    },
    changed('invoices', [id], version),
  );
  return getInvoice(w, id);
}

/**
 * The stored lines that the body names, in the order of the body. Throws 422 if an id is not that of a line on this
 * invoice.
 */
function findNamedLines(stored: readonly LineRow[], lines: BodyOf<'replaceInvoice'>['lines']): Map<string, LineRow> {
  const byId = new Map(stored.map((l) => [l.id, l]));
  const kept = new Map<string, LineRow>();
  const errors: FieldProblem[] = [];
  for (const [i, { invoiceLineId }] of lines.entries()) {
    if (invoiceLineId === undefined) continue;
    const row = byId.get(invoiceLineId);
    if (row && !kept.has(row.id)) kept.set(row.id, row);
    else
      errors.push({
        field: `lines.${i}.invoiceLineId`,
        message: row ? say('invoices.line_twice') : say('invoices.no_line_of_this'),
      });
  }
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  return kept;
}
