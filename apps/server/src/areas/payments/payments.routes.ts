import * as codeCalls from '@quayside/contracts/payments/account-codes';
import * as feeCalls from '@quayside/contracts/payments/bank-fees';
import * as cashCalls from '@quayside/contracts/payments/cash-calendar';
import * as creditCalls from '@quayside/contracts/payments/credits';
import * as depositCalls from '@quayside/contracts/payments/deposits';
import * as differenceCalls from '@quayside/contracts/payments/exchange-differences';
import * as policyCalls from '@quayside/contracts/payments/exchange-policy';
import {
  exportCashCalendar,
  exportCredits,
  exportExchangeDifferences,
  exportInvoicePayments,
  exportPayments,
  exportSupplierStatement,
} from '@quayside/contracts/exports';
import * as transferCalls from '@quayside/contracts/payments/payment-transfers';
import * as calls from '@quayside/contracts/payments/payments';
import * as statementCalls from '@quayside/contracts/payments/supplier-statements';
import { mountExport } from '../../http/export.ts';
import { type Mounting, mount } from '../../http/mount.ts';
import { pasteCodes } from './codes/account-code-paste.service.ts';
import * as codes from './codes/account-codes.service.ts';
import * as fees from './bank-fees/bank-fees.service.ts';
import * as bills from './lists/bills.service.ts';
import * as bulk from './bulk/bulk.service.ts';
import * as cashEntries from './calendar/cash-entries.service.ts';
import { cashExport } from './calendar/cash.export.ts';
import { getCalendar } from './calendar/cash-calendar.service.ts';
import { removeOpening, setOpening } from './calendar/cash-opening.service.ts';
import { previewCreditNote, takeUpCreditNotes } from './credits/credit-notes.service.ts';
import { getCredit } from './credits/credits.answers.ts';
import * as credits from './credits/credits.service.ts';
import * as deposits from './deposits/deposits.service.ts';
import { listEntries } from './lists/entries.service.ts';
import * as differences from './differences/exchange-differences.service.ts';
import * as policies from './policy/exchange-policy.service.ts';
import * as payables from './lists/payables.service.ts';
import { billExport, creditExport, differenceExport, paymentExport } from './lists/payments.export.ts';
import { patchPayment, paymentStatuses } from './pay/payments.service.ts';
import * as schedules from './schedule/schedules.service.ts';
import { statementExport } from './statement/statement.export.ts';
import { getSupplierStatement } from './statement/statement.service.ts';
import { getSupplierBalance } from './statement/supplier-balance.service.ts';
import { takeInvoiceSurplus } from './credits/surplus.service.ts';
import { correctEntry } from './pay/transfer-correction.service.ts';
import { previewTransfer } from './pay/transfer-preview.service.ts';
import { getTransfer } from './pay/transfers.answers.ts';
import * as transfers from './pay/transfers.service.ts';

/** Mounts the calls for payables, bills, payments, credits, account codes and the cash calendar. */
export function mountPayments(m: Mounting): void {
  const { deps } = m;
  mount(m, calls.listPayments)((w, i) => payables.listPayments(w, i.query));
  mount(m, calls.paymentTotals)((w, i) => payables.paymentTotals(w, i.query));
  mountExport(m, exportPayments)(paymentExport);
  mount(m, calls.listPaymentBuckets)((w) => payables.listBuckets(w));
  mount(m, calls.listPaymentStatuses)(async () => paymentStatuses());
  mount(m, calls.patchPayment)((w, i) => patchPayment(w, i.params.paymentId, i.body));
  mount(m, calls.payPayment)((w, i) => transfers.payInstalment(w, deps, i.params.paymentId, i.body));
  mount(m, calls.undoPayPayment)((w, i) => transfers.undoPayment(w, i.params.paymentId, i.body.version));
  mount(m, calls.listPaymentEntries)((w, i) => listEntries(w, i.params.paymentId));
  mount(
    m,
    depositCalls.getPurchaseOrderPayments,
  )((w, i) => deposits.getPurchaseOrderPayments(w, i.params.purchaseOrderId));
  mount(m, depositCalls.setDeposit)((w, i) => deposits.setDeposit(w, i.params, i.body));
  mount(m, calls.listInvoicePayments)((w, i) => bills.listBills(w, i.query));
  mount(m, calls.invoicePaymentTotals)((w, i) => bills.billTotals(w, i.query));
  mountExport(m, exportInvoicePayments)(billExport);
  mount(m, calls.createInvoicePayment)((w, i) => schedules.createSchedule(w, i.body));
  mount(m, calls.getInvoicePayment)((w, i) => bills.getBill(w, i.params.invoicePaymentId));
  mount(m, calls.updateInvoicePayment)((w, i) => schedules.replaceSchedule(w, i.params.invoicePaymentId, i.body));
  mount(m, calls.deleteInvoicePayment)((w, i) => schedules.removeSchedule(w, i.params.invoicePaymentId, i.ifMatch));
  mount(m, calls.addRestPayment)((w, i) => schedules.addRest(w, i.params.invoicePaymentId, i.body.version));
  mount(m, calls.takePaymentSurplus)((w, i) => takeInvoiceSurplus(w, i.params.invoicePaymentId, i.body.version));
  mount(m, calls.scheduleByTerms)((w, i) => bulk.scheduleMany(w, i.body, i.query));
  mount(m, calls.settleBefore)((w, i) => bulk.settleMany(w, i.body, i.query));
  mount(m, transferCalls.createTransfer)((w, i) => transfers.createTransfer(w, deps, i.body));
  mount(m, transferCalls.previewTransfer)((w, i) => previewTransfer(w, i.body));
  mount(m, transferCalls.getTransfer)((w, i) => getTransfer(w, m.deps, i.params.transferId));
  mount(m, transferCalls.undoTransfer)((w, i) => transfers.undoTransfer(w, m.deps, i.params.transferId));
  mount(m, transferCalls.correctPaymentEntry)((w, i) => correctEntry(w, deps, i.params.entryId, i.body));
  mount(m, creditCalls.listCredits)((w, i) => credits.listCredits(w, i.query));
  mount(m, creditCalls.creditTotals)((w, i) => credits.creditTotals(w, i.query));
  mountExport(m, exportCredits)(creditExport);
  mount(m, creditCalls.getCredit)((w, i) => getCredit(w, i.params.creditId));
  mount(m, creditCalls.useCredit)((w, i) => credits.useCredit(w, i.params.creditId, i.body));
  mount(m, creditCalls.refundCredit)((w, i) => credits.refundCredit(w, i.params.creditId, i.body));
  mount(m, creditCalls.undoCreditUse)((w, i) => credits.undoCreditUse(w, i.params.useId));
  mount(m, creditCalls.previewCreditNote)((w, i) => previewCreditNote(w, i.params.invoiceId));
  mount(m, creditCalls.takeUpCreditNotes)((w, i) => takeUpCreditNotes(w, i.body));
  mount(m, statementCalls.getSupplierBalance)((w, i) => getSupplierBalance(w, i.params.supplierId));
  mount(m, statementCalls.getSupplierStatement)((w, i) => getSupplierStatement(w, i.params.supplierId, i.query));
  mountExport(m, exportSupplierStatement)(statementExport);
  mount(m, differenceCalls.listExchangeDifferences)((w, i) => differences.listExchangeDifferences(w, i.query));
  mount(m, differenceCalls.exchangeDifferenceTotals)((w, i) => differences.exchangeTotals(w, i.query));
  mountExport(m, exportExchangeDifferences)(differenceExport);
  mount(m, feeCalls.listBankFees)((w, i) => fees.listBankFees(w, i.query));
  mount(m, feeCalls.bankFeeTotals)((w, i) => fees.bankFeeTotals(w, i.query));
  mount(m, feeCalls.previewBankFeeInvoice)((w, i) => fees.previewFeeInvoice(w, i.body));
  mount(m, feeCalls.createBankFeeInvoice)((w, i) => fees.createFeeInvoice(w, i.body));
  mount(m, policyCalls.getExchangePolicy)((w) => policies.getPolicy(w));
  mount(m, policyCalls.previewExchangePolicy)((w, i) => policies.previewPolicy(w, i.body.policy));
  mount(m, policyCalls.setExchangePolicy)((w, i) => policies.changePolicy(w, i.body.policy));
  mount(m, codeCalls.listAccountCodes)((w) => codes.listAccountCodes(w));
  mount(m, codeCalls.listInvoiceAccountCodes)((w) => codes.listAccountCodes(w, 'INVOICE'));
  mount(m, codeCalls.listPaymentAccountCodes)((w) => codes.listAccountCodes(w, 'PAYMENT'));
  mount(m, codeCalls.createAccountCode)((w, i) => codes.createCode(w, i.body));
  mount(m, codeCalls.patchAccountCode)((w, i) => codes.patchCode(w, i.params.id, i.body));
  mount(m, codeCalls.deleteAccountCode)((w, i) => codes.removeCode(w, i.params.id, i.ifMatch));
  mount(m, codeCalls.pasteAccountCodes)((w, i) => pasteCodes(w, i.body, i.query));
  mount(m, cashCalls.getCashCalendar)((w, i) => getCalendar(w, i.query));
  mountExport(m, exportCashCalendar)(cashExport);
  mount(m, cashCalls.setCashOpening)((w, i) => setOpening(w, i.body));
  mount(m, cashCalls.deleteCashOpening)((w, i) => removeOpening(w, i.ifMatch));
  mount(m, cashCalls.listCashEntries)((w) => cashEntries.listOwnEntries(w));
  mount(m, cashCalls.createCashEntry)((w, i) => cashEntries.createOwnEntry(w, i.body));
  mount(m, cashCalls.patchCashEntry)((w, i) => cashEntries.patchOwnEntry(w, i.params.cashEntryId, i.body));
  mount(m, cashCalls.deleteCashEntry)((w, i) => cashEntries.removeOwnEntry(w, i.params.cashEntryId, i.ifMatch));
}
