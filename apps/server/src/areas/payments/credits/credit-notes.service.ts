import type { Credit } from '@quayside/contracts/payments/credits';
import { say } from '@quayside/contracts/texts/catalogue';
import { formatAmount } from '@quayside/domain/money/money';
import { usesOfCreditNote, type CreditedInvoice } from '@quayside/domain/payables/credits';
import type { Work } from '../../../db/tx.ts';
import { changed, record } from '../../../events/outbox.ts';
import { AppError, fieldError } from '../../../http/errors.ts';
import { lockCosts } from '../../../account/cost-lock.ts';
import { amountOfNote, worthOfNote } from '../ledger/credits-sync.service.ts';
import { toCredit } from './credits.answers.ts';
import { findShownCredits } from '../lists/credits.list.views.ts';
import { findNoteCredits, insertCredit } from '../rows/credits.queries.ts';
import { insertCreditUses } from './credits.service.ts';
import { listCredited } from './credited-payments.views.ts';
import { findInvoiceFacts } from '../ledger/ledger.views.ts';
import { inCurrency } from '../payments-log.ts';
import type { BodyOf, InvoiceFacts } from '../payments.types.ts';
import { syncPayables } from '../ledger/sync.service.ts';

/** Where the amount of a credit note goes: on open instalments, the last of an invoice first; the rest is a credit. */
async function planNote(w: Work, note: InvoiceFacts, keepAsCredit: boolean) {
  const rows = await listCredited(w, note.id);
  const invoices = [...Map.groupBy(rows, ({ invoiceId }) => invoiceId).values()].flatMap((own): CreditedInvoice[] => {
    const [first] = own;
    if (!first) return [];
    return [
      {
        id: first.invoiceId,
        number: first.number,
        creditedMinor: first.creditedMinor,
        instalments: own.flatMap(({ paymentId, openMinor }) =>
          paymentId === null || openMinor === null ? [] : [{ id: paymentId, openMinor }],
        ),
      },
    ];
  });
  return { rows, ...usesOfCreditNote(amountOfNote(note), invoices, keepAsCredit) };
}

/** Where confirming a credit note would use its amount. Stores nothing. */
export async function previewCreditNote(w: Work, invoiceId: string) {
  const note = await requireNote(w, invoiceId);
  const amountMinor = amountOfNote(note);
  if (note.kind !== 'CREDIT_NOTE' || amountMinor <= 0n) throw new AppError('payments.no_total');
  const { rows, uses, restMinor } = await planNote(w, note, false);
  const { currency } = note;
  const byPayment = new Map(rows.map((row) => [row.paymentId, row]));
  return {
    invoiceId,
    currency,
    amount: formatAmount(amountMinor, currency),
    uses: uses.map((use) => {
      const row = byPayment.get(use.instalmentId);
      return {
        paymentId: use.instalmentId,
        invoiceId: use.invoiceId,
        number: row?.number ?? '',
        position: row?.position ?? 0,
        open: formatAmount(row?.openMinor ?? 0n, currency),
        amount: formatAmount(use.amountMinor, currency),
      };
    }),
    rest: formatAmount(restMinor, currency),
  };
}

async function requireNote(w: Work, invoiceId: string): Promise<InvoiceFacts> {
  const note = (await findInvoiceFacts(w, [invoiceId])).get(invoiceId);
  if (!note) throw new AppError('invoices.unknown');
  return note;
}

/**
 * Makes a credit of a confirmed credit note, and uses it on what is open of the invoices that it credits, unless it is
 * kept. Does nothing if its amount is 0. Returns the id of the credit. The caller holds the cost lock.
 */
export async function creditOfNote(w: Work, note: InvoiceFacts, keepAsCredit: boolean): Promise<string | undefined> {
  const amountMinor = amountOfNote(note);
  if (amountMinor <= 0n || note.supplierId === null) return undefined;
  const { uses } = await planNote(w, note, keepAsCredit);
  const id = w.newId();
  await insertCredit(w, {
    id,
    supplier_id: note.supplierId,
    currency: note.currency,
    source: 'CREDIT_NOTE',
    invoice_id: note.id,
    amount_minor: amountMinor,
    base_minor: worthOfNote(note),
  });
  await insertCreditUses(
    w,
    id,
    uses.map((use) => ({ paymentId: use.instalmentId, amountMinor: use.amountMinor })),
  );
  const invoiceIds = [...new Set(uses.map((use) => use.invoiceId))];
  await syncPayables(w, { invoiceIds, creditIds: [id] });
  await record(
    w,
    {
      action: 'credit.created',
      subjectIds: [id],
      historyOf: note.id,
      details: { name: note.number, facts: { amount: inCurrency(amountMinor, note.currency) } },
    },
    changed('credits', [id]),
  );
  for (const invoiceId of invoiceIds) {
    const own = uses.filter((use) => use.invoiceId === invoiceId);
    const used = own.reduce((sum, use) => sum + use.amountMinor, 0n);
    await record(w, {
      action: 'credit.used',
      subjectIds: [id, ...own.map((use) => use.instalmentId)],
      historyOf: invoiceId,
      details: { changes: [], facts: { amount: inCurrency(used, note.currency) } },
    });
  }
  return id;
}

/** Makes credits of confirmed credit notes that existed before payments were recorded here. */
export async function takeUpCreditNotes(w: Work, body: BodyOf<'takeUpCreditNotes'>): Promise<Credit[]> {
  await lockCosts(w);
  const ids = [...new Set(body.invoiceIds)];
  const facts = await findInvoiceFacts(w, ids);
  const missing = ids.findIndex((id) => !facts.has(id));
  if (missing >= 0) throw fieldError(`invoiceIds.${missing}`, say('choose.invoice'));
  const notes = ids.flatMap((id) => facts.get(id) ?? []);
  const other = notes.findIndex(
    (note) =>
      note.kind !== 'CREDIT_NOTE' || (note.status !== 'OPEN' && note.status !== 'CLOSED') || amountOfNote(note) <= 0n,
  );
  if (other >= 0) throw fieldError(`invoiceIds.${other}`, say('payments.not_a_credit'), 'payments.not_a_credit');
  const known = new Set((await findNoteCredits(w, ids)).map((credit) => credit.invoice_id));
  for (const note of notes) if (!known.has(note.id)) await creditOfNote(w, note, body.keepAsCredit === true);
  const credits = await findNoteCredits(w, ids);
  const shown = await findShownCredits(
    w,
    credits.map((credit) => credit.id),
  );
  return shown.map((row) => toCredit(w, row));
}
