import { listPaymentAccountCodes } from '@quayside/contracts/payments/account-codes';
import { listCredits } from '@quayside/contracts/payments/credits';
import { getPurchaseOrderPayments } from '@quayside/contracts/payments/deposits';
import { getInvoicePayment, listPaymentBuckets, listPaymentEntries } from '@quayside/contracts/payments/payments';
import { getSupplierBalance, getSupplierStatement } from '@quayside/contracts/payments/supplier-statements';
import { useQuery } from '@tanstack/react-query';
import { chip, filterQuery } from '../../lib/list-filter.ts';
import { read } from '../../lib/api/query-client.ts';

/** The call that uses a credit. Under its own name, React would take it for a hook. */
export { useCredit as spendCredit } from '@quayside/contracts/payments/credits';

/** The schedule of an invoice, or what is known of an invoice without one. */
export const scheduleQuery = (invoiceId: string) =>
  read('payments', getInvoicePayment, { params: { invoicePaymentId: invoiceId } });

/** The instalments of a purchase order, its deposit, and what invoices have of it. */
export const orderPaymentsQuery = (purchaseOrderId: string) =>
  read('payments', getPurchaseOrderPayments, { params: { purchaseOrderId } });

/** What is open, by how late or how soon it is due. */
export const bucketsQuery = () => read('payments', listPaymentBuckets, {});

/** All settlements of an instalment, also the reversed ones. */
export const entriesQuery = (paymentId: string) => read('payments', listPaymentEntries, { params: { paymentId } });

/** The pay-from account codes that can be chosen. The list is empty until they are loaded. */
export const usePayFromCodes = () => useQuery(read('account-codes', listPaymentAccountCodes, {})).data ?? [];

/** The credits of a supplier in one currency of which something is left. */
export const openCreditsQuery = (supplierId: string, currency: string) =>
  read('credits', listCredits, {
    query: {
      size: 50,
      ...filterQuery(chip('supplier', 'in', supplierId), chip('currency', 'in', currency), chip('left', 'isNotEmpty')),
    },
  });

/** What is owed to a supplier. */
export const supplierBalanceQuery = (supplierId: string) =>
  read('suppliers', getSupplierBalance, { params: { supplierId } });

/** The statement of a supplier from one day to another; without a day, as far as there are lines. */
export const statementQuery = (supplierId: string, query: { readonly from?: string; readonly to?: string }) =>
  read('suppliers', getSupplierStatement, { params: { supplierId }, query });
