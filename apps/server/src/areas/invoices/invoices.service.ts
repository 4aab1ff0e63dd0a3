import { todayIn } from '@quayside/domain/days/days';
import { type InvoiceMove, refusalOfMove } from '@quayside/domain/invoices/status';
import type { InvoiceStatus } from '@quayside/domain/lists';
import { formatAmount } from '@quayside/domain/money/money';
import type { ErrorCode } from '@quayside/contracts/errors';
import { envelope } from '../../db/paging.ts';
import type { Work } from '../../db/tx.ts';
import { changed, record } from '../../events/outbox.ts';
import { AppError } from '../../http/errors.ts';
import { checkFilter, type FilterForm } from '../../http/filters.ts';
import { lockCosts, scopeOptions, syncInvoice, usesOfInvoice } from '../costs/public.ts';
import { requireSupplier } from '../suppliers/public.ts';
import { blankHeader, headerChanges, type HeaderFields, mergeHeader } from './invoice-header.ts';
import { countLines, removeLines } from './invoice-lines.queries.ts';
import { listLineViews, listOrdersOf } from './invoice-lines.views.ts';
import { factsOf, toInvoice, toLine } from './invoices.answers.ts';
import {
  findInvoiceRow,
  findPairings,
  headerOf,
  insertInvoice,
  type InvoiceRow,
  type Pairing,
  replacePairings,
  saveHeader,
  saveInvoice,
} from './invoices.queries.ts';
import type { BodyOf, Invoice, InvoiceWithLines, QueryOf } from './invoices.types.ts';
import { findInvoiceHeads, findPairable, type InvoiceHead, listInvoiceHeads, listPairings, sumInvoices } from './invoices.views.ts';

const FILTER_FORMS: Readonly<Record<string, FilterForm>> = { supplier: 'uuid', date: 'date', total: 'numeric', archived: ['true', 'false'] };

/** One page of invoices. */
export async function listInvoices(w: Work, q: QueryOf<'listInvoices'>) {
  checkFilter(q.filter, FILTER_FORMS);
  const { rows, count, window } = await listInvoiceHeads(w, q);
  const pairings = await listPairings(
    w,
    rows.map((r) => r.id),
  );
  return envelope(
    rows.map((row) => toInvoice(w.scope, row, pairings.get(row.id) ?? [])),
    count,
    window,
  );
}

/** Exact count and sums of the invoices under a filter. */
export async function invoiceTotals(w: Work, q: QueryOf<'invoiceTotals'>) {
  checkFilter(q.filter, FILTER_FORMS);
  const sums = await sumInvoices(w, q);
  const { currency } = w.scope;
  return {
    count: sums.count,
    total: formatAmount(sums.totalMinor, currency),
    unassigned: formatAmount(sums.unassignedMinor, currency),
    withoutRate: sums.withoutRate,
  };
}

/** One invoice with its lines, as it is now. */
export async function getInvoice(w: Work, id: string): Promise<InvoiceWithLines> {
  const invoice = await getInvoiceHead(w, id);
  const lines = await listLineViews(w, { invoiceId: id });
  return { ...invoice, lines: lines.map((line) => toLine(w.scope, line)) };
}

/** One invoice without its lines. */
export async function getInvoiceHead(w: Work, id: string): Promise<Invoice> {
  const head = await requireHead(w, id);
  const pairings = await listPairings(w, [id]);
  return toInvoice(w.scope, head, pairings.get(id) ?? []);
}

async function requireHead(w: Work, id: string): Promise<InvoiceHead> {
  const [head] = await findInvoiceHeads(w, [id]);
  if (!head) throw new AppError('invoices.unknown');
  return head;
}

/** The row of an invoice that is about to change: there, not stale, and not closed. */
export async function requireOpenRow(w: Work, id: string, version: number | undefined, unknown: ErrorCode = 'invoices.unknown'): Promise<InvoiceRow> {
  const row = await requireRow(w, id, version, unknown);
  if (row.status === 'CLOSED') throw new AppError('invoices.closed');
  return row;
}

async function requireRow(w: Work, id: string, version: number | undefined, unknown: ErrorCode = 'invoices.unknown'): Promise<InvoiceRow> {
  const row = await findInvoiceRow(w, id);
  if (!row) throw new AppError(unknown);
  if (version !== undefined && version !== row.version) throw new AppError('conflict_version', { current: await getInvoice(w, id) });
  return row;
}

/** Starts an invoice of a supplier, by default in the supplier's currency and dated today in the account's time zone. */
export async function createInvoice(w: Work, body: BodyOf<'createInvoice'>): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const id = await startInvoice(w, body, 'WORKING');
  return getInvoice(w, id);
}

/** The rows of a new invoice; the caller holds the cost lock. */
export async function startInvoice(w: Work, body: BodyOf<'createInvoice'>, status: InvoiceStatus): Promise<string> {
  const supplier = await requireSupplier(w, body.supplierId);
  const blank = blankHeader(supplier.id, supplier.currency ?? w.scope.currency, todayIn(w.now.getTime(), w.scope.timeZone));
  const { fields, errors } = mergeHeader(blank, body, { accountCurrency: w.scope.currency, status, lineCount: 0 });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  const id = w.newId();
  const pairings = await checkPairings(w, id, body.pairedWith ?? [], []);
  await insertInvoice(w, id, fields, status);
  await replacePairings(w, id, pairings);
  await syncInvoice(w, id, 'all');
  const details = {
    number: fields.invoiceNumber,
    supplierId: fields.supplierId,
    date: fields.date,
    currency: fields.currency,
    rate: fields.rate,
    total: totalOf(fields),
  };
  await record(
    w,
    { action: status === 'REVIEW' ? 'invoice.uploaded' : 'invoice.created', subjectType: 'invoice', subjectIds: [id], details: { to: details } },
    changed('invoices', [id], 1),
  );
  return id;
}

const totalOf = (fields: HeaderFields) => (fields.totalMinor === null ? null : formatAmount(fields.totalMinor, fields.currency));

/** What an invoice can be about: other invoices and orders of the account, each once. A pairing from before may stay, though its order is gone. */
async function checkPairings(w: Work, invoiceId: string, wanted: readonly Pairing[], before: readonly Pairing[]): Promise<Pairing[]> {
  if (wanted.length === 0) return [];
  const ids = (type: Pairing['type']) => wanted.filter((p) => p.type === type).map((p) => p.id);
  const found = await findPairable(w, { invoices: ids('INVOICE'), orders: ids('ORDER') });
  for (const p of before) found.add(p.id);
  const errors = wanted.flatMap((p, i) => {
    if (p.id === invoiceId) return [{ field: `pairedWith.${i}.id`, message: 'An invoice cannot be paired with itself' }];
    return found.has(p.id) ? [] : [{ field: `pairedWith.${i}.id`, message: 'This does not exist in the account' }];
  });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  return [...new Map(wanted.map((p) => [`${p.type} ${p.id}`, { type: p.type, id: p.id }])).values()];
}

/** Fields of the header that costs are worked out from. */
const COST_FIELDS: readonly (keyof HeaderFields)[] = ['date', 'currency', 'rate', 'rateDate', 'rateSource', 'shippingMethod'];

/** Changes the header. After confirmation a person may still correct the rate; it is logged with what it was. */
export async function updateInvoiceBasic(w: Work, id: string, body: BodyOf<'updateInvoiceBasic'>): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const row = await requireOpenRow(w, id, body.version);
  const before = headerOf(row);
  const { live } = await countLines(w, id);
  const { fields, errors } = mergeHeader(before, body, { accountCurrency: w.scope.currency, status: row.status as InvoiceStatus, lineCount: live });
  if (errors.length > 0) throw new AppError('bad_input', { errors });
  if (fields.supplierId !== before.supplierId) await requireSupplier(w, fields.supplierId);
  const oldPairings = await findPairings(w, id);
  const pairings = body.pairedWith === undefined ? oldPairings : await checkPairings(w, id, body.pairedWith, oldPairings);
  const isPairingChanged = namesOf(pairings).join() !== namesOf(oldPairings).join();
  const changes = headerChanges(before, fields);
  if (changes.keys.length === 0 && !isPairingChanged) return getInvoice(w, id);

  const version = row.version + 1;
  const accepted = row.status === 'REVIEW';
  await saveHeader(w, id, fields, { version, ...(accepted && { status: 'WORKING' }) });
  if (isPairingChanged) await replacePairings(w, id, pairings);
  const movesCosts = accepted || isPairingChanged || changes.keys.some((key) => COST_FIELDS.includes(key));
  await syncInvoice(w, id, movesCosts ? 'all' : []);
  const status = accepted ? { status: ['REVIEW', 'WORKING'] } : {};
  const paired = isPairingChanged ? { pairedWith: [namesOf(oldPairings), namesOf(pairings)] } : {};
  await record(
    w,
    { action: 'invoice.changed', subjectType: 'invoice', subjectIds: [id], details: { from: changes.from, to: changes.to, ...status, ...paired } },
    changed('invoices', [id], version),
  );
  return getInvoice(w, id);
}

const namesOf = (pairings: readonly Pairing[]): string[] => pairings.map((p) => `${p.type} ${p.id}`).sort();

const PAST: Readonly<Record<Exclude<InvoiceMove, 'ACCEPT'>, string>> = { CONFIRM: 'invoice.confirmed', CLOSE: 'invoice.closed', REOPEN: 'invoice.reopened' };

/** Confirms, closes or re-opens, or says what is missing. */
export async function moveInvoice(w: Work, id: string, move: Exclude<InvoiceMove, 'ACCEPT'>, version: number | undefined): Promise<InvoiceWithLines> {
  await lockCosts(w);
  const row = await requireRow(w, id, version);
  const result = refusalOfMove(move, factsOf(w.scope, await requireHead(w, id)));
  if (!result.ok) throw new AppError(result.code as ErrorCode, { message: result.message });
  await saveInvoice(w, id, { status: result.value, version: row.version + 1 });
  await syncInvoice(w, id, 'all');
  await record(
    w,
    { action: PAST[move], subjectType: 'invoice', subjectIds: [id], details: { from: row.status, to: result.value } },
    changed('invoices', [id], row.version + 1),
  );
  return getInvoice(w, id);
}

/** Deletes an invoice that nothing rests on. Its rows stay for the history of the costs. */
export async function deleteInvoice(w: Work, id: string, version: number | undefined): Promise<void> {
  await lockCosts(w);
  const row = await requireOpenRow(w, id, version);
  const orders = await listOrdersOf(w, { invoiceId: id });
  const uses = [...orders.map((o) => ({ type: 'ORDER' as const, id: o.id, label: o.number })), ...(await usesOfInvoice(w, id))];
  if (uses.length > 0) throw new AppError('invoices.in_use', { uses: uses.slice(0, 20) });
  await removeLines(w, { invoiceId: id });
  await replacePairings(w, id, []);
  await saveInvoice(w, id, { deleted_at: w.now, version: row.version + 1 });
  await syncInvoice(w, id, 'all');
  await record(
    w,
    {
      action: 'invoice.deleted',
      subjectType: 'invoice',
      subjectIds: [id],
      details: { number: row.invoice_number, total: totalOf(headerOf(row)), currency: row.currency },
    },
    changed('invoices', [id]),
  );
}

/** Refuses a call about an invoice that the account does not have. */
export async function requireInvoice(w: Work, id: string, unknown: ErrorCode = 'invoices.unknown'): Promise<InvoiceRow> {
  return requireRow(w, id, undefined, unknown);
}

/** What the scope of a line, or the pairing of an invoice, can be chosen from. */
export async function listScopeOptions(w: Work, id: string, search: string | undefined) {
  await requireInvoice(w, id);
  return scopeOptions(w, id, search);
}
