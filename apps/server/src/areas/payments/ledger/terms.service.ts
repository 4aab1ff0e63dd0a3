import { hundredthsOf, WHOLE } from '@quayside/domain/suppliers/terms';
import type { LeadTimes } from '@quayside/domain/payables/due-days';
import type { DueEvent, MonthEnd } from '@quayside/domain/payables/due-events';
import type { Work } from '../../../db/tx.ts';
import { termsOfSuppliers } from '../../suppliers/public.ts';
import { byNumber, findConnected, findOrderFacts, findShares } from './ledger.views.ts';
import type { InvoicedShare, InvoiceFacts, OrderFacts, OrderLedger } from '../payments.types.ts';
import { appliedDeposits, paidOf } from './work-out-all.ts';

/** One share of an invoice, and when it falls due. */
interface Term {
  readonly hundredths: number;
  /** Null where no terms are agreed. */
  readonly event: DueEvent | null;
  readonly months: number;
  readonly days: number;
  readonly monthEnd: MonthEnd | null;
}

/** The instalments of the purchase order whose terms an invoice takes, and what it has of the deposit. */
interface OrderTerms {
  readonly ledger: OrderLedger;
  readonly appliedMinor: bigint;
}

/** By what a schedule is made: the terms, and the lead times as they are now. */
export interface AgreedTerms {
  readonly terms: readonly Term[];
  readonly leadTimes: LeadTimes;
  /** The purchase orders that the lines of the invoice name, by number. */
  readonly orders: readonly OrderFacts[];
  /** The first of them that has instalments, which are taken instead of the terms of the supplier. */
  readonly byOrder: OrderTerms | null;
}

const ALL = { hundredths: WHOLE, months: 0, days: 0, monthEnd: null } as const;
/** The terms of a purchase order without any, and of an invoice that is paid by what the bank took already. */
export const ALL_ON_INVOICE_DATE: readonly (Term & { readonly event: DueEvent })[] = [{ ...ALL, event: 'INVOICE' }];
/** The terms of an invoice where none are agreed: nobody knows when it is due until a person says so. */
const ALL_WITHOUT_DAY: readonly Term[] = [{ ...ALL, event: null }];

/**
 * The terms by which the payments of invoices are scheduled, by invoice: those of the first of their purchase orders,
 * else of the supplier, and where none are agreed, all without an event and a day.
 */
export async function termsOfInvoices(
  w: Work,
  invoices: readonly InvoiceFacts[],
): Promise<ReadonlyMap<string, AgreedTerms>> {
  const suppliers = await termsOfSuppliers(
    w,
    invoices.flatMap(({ supplierId }) => supplierId ?? []),
  );
  const shares = await findShares(
    w,
    invoices.map(({ id }) => id),
  );
  const agreed = new Map<string, AgreedTerms>();
  for (const invoice of invoices) {
    const supplier = suppliers.get(invoice.supplierId ?? '');
    const terms = (supplier?.paymentTerms ?? []).map(
      ({ percent, ...rule }): Term => ({ hundredths: hundredthsOf(percent) ?? 0, ...rule }),
    );
    agreed.set(invoice.id, {
      terms: terms.length === 0 ? ALL_WITHOUT_DAY : terms,
      leadTimes: { shippingMethod: supplier?.shippingMethod ?? null, times: supplier?.leadTimes ?? [] },
      ...(await termsOfOrders(w, invoice, shares.get(invoice.id) ?? [])),
    });
  }
  return agreed;
}

/** What an invoice takes from its purchase orders: their days, the terms of the first, and its deposit. */
async function termsOfOrders(
  w: Work,
  { id, totalMinor }: InvoiceFacts,
  shares: readonly InvoicedShare[],
): Promise<Pick<AgreedTerms, 'orders' | 'byOrder'>> {
  if (shares.length === 0) return { orders: [], byOrder: null };
  const orderIds = shares.map(({ orderId }) => orderId);
  const orders = [...(await findOrderFacts(w, orderIds)).values()].toSorted(byNumber);
  const ledgers = await findConnected(w, { invoiceIds: [], orderIds });
  const first = orders.flatMap((order) => ledgers.orders.find((ledger) => ledger.order.id === order.id) ?? [])[0];
  if (!first) return { orders, byOrder: null };
  const { applied } = appliedDeposits(
    ledgers.invoices,
    ledgers.orders.map((ledger) => paidOf(ledger, false)),
    [
      {
        id,
        sequence: Number.MAX_SAFE_INTEGER,
        roomMinor: totalMinor ?? 0n,
        purchaseOrders: shares.map(({ orderId, invoicedMinor }) => ({
          purchaseOrderId: orderId,
          invoicedMinor,
          fixedMinor: null,
        })),
      },
    ],
  );
  const own = applied.find((one) => one.invoiceId === id && one.purchaseOrderId === first.order.id);
  return { orders, byOrder: { ledger: first, appliedMinor: own?.amountMinor ?? 0n } };
}
