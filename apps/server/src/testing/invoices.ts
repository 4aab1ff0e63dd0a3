import { createInvoice, type InvoiceWithLines } from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { Invoice } from '@quayside/contracts/invoices/invoice-header';
import type { BodyIn } from '@quayside/contracts/endpoint';
import { brokenInvariants } from '../areas/costs/check/invariants.views.ts';
import { insertSupplier } from '../areas/suppliers/rows/suppliers.queries.ts';
import type { TestApp, TestPerson } from './app.ts';

/** Creates a supplier in the person's account. */
export const aSupplier = (
  t: TestApp,
  who: TestPerson,
  values: { name?: string; localName?: string; currency?: string | null } = {},
): Promise<string> =>
  t.work(who, async (w) => {
    const id = w.newId();
    await insertSupplier(w, id, {
      company_name: values.name ?? 'Ningbo Yongjia Houseware',
      local_name: values.localName ?? null,
      currency: values.currency === undefined ? 'CNY' : values.currency,
    });
    return id;
  });

/** Creates a product in the person's account, with or without weight and volume. */
export const aProduct = (
  t: TestApp,
  who: TestPerson,
  sku: string,
  measures: { weightUg?: bigint; volumeMm3?: bigint } = {},
): Promise<string> =>
  t.work(who, async (w) => {
    const id = w.newId();
    await w.tx
      .insertInto('product')
      .values({
        account_id: who.accountId,
        id,
        sku,
        name: `Product ${sku}`,
        unit_weight_ug: measures.weightUg ?? null,
        unit_volume_mm3: measures.volumeMm3 ?? null,
        created_at: w.now,
        updated_at: w.now,
      })
      .execute();
    return id;
  });

type LineBody = BodyIn<typeof createInvoiceLine>;
/** Creates an invoice with lines through the API. */
export async function anInvoice(
  t: TestApp,
  who: TestPerson,
  body: BodyIn<typeof createInvoice>,
  lines: readonly LineBody[] = [],
): Promise<{ id: string; lineIds: string[]; invoice: Invoice | InvoiceWithLines }> {
  const made = await t.ok(who, createInvoice, { body });
  const lineIds: string[] = [];
  let invoice: Invoice | InvoiceWithLines = made;
  for (const line of lines) {
    const answer = await t.ok(who, createInvoiceLine, { params: { invoiceId: made.id }, body: line });
    lineIds.push(answer.line.invoiceLineId);
    invoice = answer.invoice;
  }
  return { id: made.id, lineIds, invoice };
}

/**
 * Checks the rules of landed cost over the whole account, in SQL. Returns the violations, so the list should be empty.
 */
export const invariantsOf = (t: TestApp, who: TestPerson) => t.work(who, brokenInvariants);
