import { hundredthsOf, WHOLE } from '@quayside/domain/suppliers/terms';
import type { DueEvent, LeadTimes } from '@quayside/domain/payables/due-days';
import type { Work } from '../../db/tx.ts';
import { termsOfSuppliers } from '../suppliers/public.ts';
import type { InvoiceFacts } from './payments.types.ts';

/** One share of an invoice, and when it falls due. */
interface Term {
  readonly hundredths: number;
  readonly event: DueEvent;
  readonly days: number;
  readonly monthEnd: boolean;
}

/** By what a schedule is made: the terms, and the lead times as they are now. */
export interface AgreedTerms {
  readonly terms: readonly Term[];
  readonly leadTimes: LeadTimes;
}

const ALL_ON_INVOICE_DATE: readonly Term[] = [{ hundredths: WHOLE, event: 'INVOICE', days: 0, monthEnd: false }];

/**
 * The terms by which the payments of invoices are scheduled, by invoice: those of the supplier, and where none are
 * agreed, all on the invoice date.
 */
export async function termsOfInvoices(
  w: Work,
  invoices: readonly InvoiceFacts[],
): Promise<ReadonlyMap<string, AgreedTerms>> {
  const suppliers = await termsOfSuppliers(
    w,
    invoices.flatMap(({ supplierId }) => supplierId ?? []),
  );
  return new Map(
    invoices.map(({ id, supplierId }): [string, AgreedTerms] => {
      const supplier = suppliers.get(supplierId ?? '');
      const terms = (supplier?.paymentTerms ?? []).map(
        ({ percent, event, days, monthEnd }): Term => ({
          hundredths: hundredthsOf(percent) ?? 0,
          event,
          days,
          monthEnd,
        }),
      );
      return [
        id,
        {
          terms: terms.length === 0 ? ALL_ON_INVOICE_DATE : terms,
          leadTimes: { shippingMethod: supplier?.shippingMethod ?? null, times: supplier?.leadTimes ?? [] },
        },
      ];
    }),
  );
}
