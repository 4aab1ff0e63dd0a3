import { closeInvoice, confirmInvoice, reopenInvoice } from '@quayside/contracts/invoices/invoice-moves';
import {
  createInvoice,
  deleteInvoice,
  getInvoice,
  type InvoiceWithLines,
  updateInvoiceBasic,
} from '@quayside/contracts/invoices/invoices';
import { createInvoiceLine, deleteInvoiceLine, patchInvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { createProduct } from '@quayside/contracts/products/products';
import { createSupplier } from '@quayside/contracts/suppliers/suppliers';
import fc from 'fast-check';
import type { TestApp, TestPerson } from './app.ts';

const KINDS = [
  'quantity',
  'amount',
  'basis',
  'product',
  'exclude',
  'tax',
  'rate',
  'date',
  'credit',
  'creditAmount',
  'delete',
  'deleteNote',
  'confirm',
  'close',
  'reopen',
] as const;
export interface Step {
  readonly kind: (typeof KINDS)[number];
  readonly which: number;
  readonly value: number;
}
/** Generates a random action that affects costs. */
export const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(...KINDS),
  which: fc.nat(40),
  value: fc.integer({ min: 0, max: 99_999 }),
});
const BASES = ['QUANTITY', 'VALUE', 'WEIGHT', 'VOLUME', 'CHARGEABLE_WEIGHT', 'EQUAL', null] as const;
const money = (value: number) => (value / 100).toFixed(2);

/**
 * Creates an account with two factory bills in yuan, freight in dollars for both, and duty in pounds, the currency of
 * the account.
 */
export async function startHistory(t: TestApp) {
  const maya: TestPerson = await t.admin('GBP');
  const supplierId = (await t.ok(maya, createSupplier, { body: { companyName: 'F', currency: 'CNY' } })).id;
  const product = (sku: string, weight: string | null) =>
    t.ok(maya, createProduct, {
      body: { sku, name: sku, supplierIds: [supplierId], weight, length: '20', width: '10', height: '10' },
    });
  const products = [await product('A', '100'), await product('B', '333'), await product('C', null)];
  const invoice = async (body: Record<string, unknown>) =>
    (await t.ok(maya, createInvoice, { body: { supplierId, date: '2026-11-02', ...body } })).id;
  const line = (invoiceId: string, body: Record<string, unknown>) =>
    t.ok(maya, createInvoiceLine, { params: { invoiceId }, body });
  const goods = [
    await invoice({ currency: 'CNY', rate: '0.1081' }),
    await invoice({ currency: 'CNY', rate: '0.1102' }),
  ];
  const pairedWith = goods.map((id) => ({ type: 'INVOICE' as const, id }));
  const freight = await invoice({ currency: 'USD', rate: '0.7651', pairedWith });
  const duty = await invoice({ currency: 'GBP', pairedWith });
  for (const [i, p] of products.entries())
    await line(goods[i % 2] ?? '', { productId: p.id, quantity: 7 * (i + 1), amount: `${100 + i}.01` });
  await line(freight, { costType: 'SHIPPING', amount: '77.77' });
  await line(duty, { costType: 'CUSTOMS_AND_DUTIES', amount: '31.13', taxAmount: '6.23' });
  await line(duty, { costType: 'PHOTOGRAPHY', productId: products[0]?.id, amount: '5.05' });
  const known = new Map<string, InvoiceWithLines>();
  return { maya, supplierId, products, invoices: [...goods, freight, duty], known };
}

type World = Awaited<ReturnType<typeof startHistory>>;

/** Performs one action as a person would. If the rules refuse it, nothing changes. */
export async function act(
  t: TestApp,
  { maya, products, invoices, known }: World,
  { kind, which, value }: Step,
): Promise<void> {
  // Only the invoices that the last actions changed are read again: reading is most of the work of a history.
  const all: InvoiceWithLines[] = [];
  for (const id of invoices) {
    const one = known.get(id) ?? (await t.ok(maya, getInvoice, { params: { id } }));
    known.set(id, one);
    all.push(one);
  }
  const invoice = all[which % all.length];
  const lines = all.flatMap((i) => i.lines.map((l) => ({ invoiceId: i.id, l })));
  const target = lines[which % Math.max(1, lines.length)];
  if (!invoice) return;
  known.delete(invoice.id);
  known.delete(target?.invoiceId ?? '');
  const patch = async (body: Record<string, unknown>, of = target) => {
    if (!of) return;
    known.delete(of.invoiceId);
    await t.call(maya, patchInvoiceLine, { params: { invoiceId: of.invoiceId, id: of.l.invoiceLineId }, body });
  };
  switch (kind) {
    case 'quantity':
      return patch({ quantity: value % 50 });
    case 'amount':
      return patch({ amount: money(value) });
    case 'basis':
      return patch({ basis: BASES[value % BASES.length] ?? null });
    case 'product':
      return patch({ productId: products[value % products.length]?.id ?? null });
    case 'exclude':
      return patch({ isExcludedFromGeneralCostsData: value % 2 === 0, exclusionReason: 'Marketing' });
    case 'tax':
      return patch({ taxAmount: money(value % 2000), isTaxRecoverable: value % 3 === 0 });
    case 'rate':
      await t.call(maya, updateInvoiceBasic, {
        params: { id: invoice.id },
        body: { rate: value % 9 ? `0.${String(value + 1).padStart(5, '0')}` : null },
      });
      return;
    case 'date':
      await t.call(maya, updateInvoiceBasic, {
        params: { id: invoice.id },
        body: { date: `2026-11-${String(1 + (value % 28)).padStart(2, '0')}` },
      });
      return;
    case 'credit': {
      const credited = invoice.lines[value % Math.max(1, invoice.lines.length)];
      if (!credited) return;
      const part = { amount: money(value % 5000), ...(value % 2 === 0 && { quantity: String(value % 5) }) };
      const body = {
        creditsInvoiceId: invoice.id,
        ...(value % 4 !== 0 && { creditLines: [{ invoiceLineId: credited.invoiceLineId, ...part }] }),
      };
      const made = await t.call(maya, createInvoice, { body });
      if (made.status === 201) invoices.push(made.body.id);
      return;
    }
    case 'creditAmount': {
      const credits = lines.filter(({ l }) => l.creditsLine !== null);
      return patch(
        { amount: `-${money(value % 9000)}`, quantity: -(value % 3) },
        credits[which % Math.max(1, credits.length)],
      );
    }
    case 'delete':
      if (target)
        await t.call(maya, deleteInvoiceLine, { params: { invoiceId: target.invoiceId, id: target.l.invoiceLineId } });
      return;
    case 'deleteNote': {
      const notes = all.filter((i) => i.kind === 'CREDIT_NOTE');
      const note = notes[which % Math.max(1, notes.length)];
      if (note && (await t.call(maya, deleteInvoice, { params: { id: note.id } })).status === 204)
        invoices.splice(invoices.indexOf(note.id), 1);
      return;
    }
    case 'confirm':
      await t.call(maya, confirmInvoice, { params: { id: invoice.id }, body: {} });
      return;
    case 'close': {
      await t.call(maya, confirmInvoice, { params: { id: invoice.id }, body: {} });
      const { lines: net, recoverableTax, costTax } = invoice.totals;
      const cents = [net, recoverableTax, costTax].reduce((sum, m) => sum + Math.round(Number(m.document) * 100), 0);
      await t.call(maya, updateInvoiceBasic, { params: { id: invoice.id }, body: { total: money(cents) } });
      await t.call(maya, closeInvoice, { params: { id: invoice.id }, body: {} });
      return;
    }
    case 'reopen':
      await t.call(maya, reopenInvoice, { params: { id: invoice.id }, body: {} });
  }
}
