import { createCashEntry, setCashOpening } from '@quayside/contracts/payments/cash-calendar';
import { listCredits, useCredit } from '@quayside/contracts/payments/credits';
import type { EndpointSpec, ResponseOf } from '@quayside/contracts/endpoint';
import { createTransfer } from '@quayside/contracts/payments/payment-transfers';
import {
  createInvoicePayment,
  getInvoicePayment,
  patchPayment,
  payPayment,
  settleBefore,
} from '@quayside/contracts/payments/payments';
import type { LocalInput } from '../http/local-client.ts';

/** Makes one call as the demo seller, which must succeed. */
type Call = <E extends EndpointSpec>(endpoint: E, input?: LocalInput<E>) => Promise<ResponseOf<E>>;
interface Invoice {
  readonly id: string;
}
/** What left the bank, in pounds, for a payment. */
interface Bank {
  readonly paidOn: string;
  readonly paidAmount?: string;
  readonly fee?: string;
  readonly paymentReference: string;
}

/** The payments of the demo seller, recorded as a person would. Each part belongs to one day of the story. */
export function demoPayments(call: Call, ago: (days: number) => string) {
  const paymentOf = async ({ id }: Invoice, position: number): Promise<string> => {
    const { payments } = await call(getInvoicePayment, { params: { invoicePaymentId: id } });
    return payments[position - 1]?.id ?? '';
  };
  const pay = async (
    invoice: Invoice,
    position: number,
    { paidOn, ...bank }: Bank & { readonly amount?: string; readonly keepExcess?: true },
  ) =>
    call(payPayment, {
      params: { paymentId: await paymentOf(invoice, position) },
      body: { isConfirmed: true, paidOn, ...bank },
    });
  const agree = async (invoice: Invoice, position: number, dueDate: string) =>
    call(patchPayment, { params: { paymentId: await paymentOf(invoice, position) }, body: { dueDate } });
  const schedule = ({ id }: Invoice) => call(createInvoicePayment, { body: { invoiceId: id, byTerms: true } });

  return {
    /** Payments begin to be recorded: what was paid until then, and three freight bills that are paid at once. */
    async begin(settled: readonly Invoice[], freight: readonly Invoice[]) {
      await call(settleBefore, {
        query: { dryRun: 'false' },
        body: { invoiceIds: settled.map(({ id }) => id) },
      });
      const payments: { id: string }[] = [];
      for (const bill of freight) payments.push({ id: await paymentOf(bill, 1) });
      await call(createTransfer, {
        body: {
          isConfirmed: true,
          paidOn: ago(108),
          paidAmount: '10961.94',
          fee: '25.00',
          paymentReference: 'TT-0611',
          payments,
        },
      });
    },
    /** The autumn's goods, of which the factory got more than its invoice says, and the haulier's bill. */
    async autumn(yiwu: Invoice, ningbo: Invoice, haulage: Invoice) {
      const fee = '15.00';
      await pay(yiwu, 1, { paidOn: ago(95), paidAmount: '4412.68', fee, paymentReference: 'TT-0655' });
      await pay(yiwu, 2, { paidOn: ago(77), paidAmount: '10238.83', fee, paymentReference: 'TT-0674' });
      await pay(ningbo, 1, { paidOn: ago(87), paidAmount: '5257.52', fee, paymentReference: 'TT-0668' });
      await pay(ningbo, 2, {
        amount: '114500.00',
        keepExcess: true,
        ...{ paidOn: ago(75), paidAmount: '12308.75', fee, paymentReference: 'TT-0675' },
      });
      await pay(haulage, 1, { paidOn: ago(60), paymentReference: 'BACS 30918' });
    },
    /** The goods in transit. The credit note for the dented kettles is used on the next invoice of the factory. */
    async inTransit(shenzhen: Invoice, ningbo: Invoice, creditNote: Invoice) {
      const fee = '15.00';
      await pay(shenzhen, 1, { paidOn: ago(36), paidAmount: '11098.08', fee, paymentReference: 'TT-0718' });
      const balance = await paymentOf(ningbo, 2);
      const credits = (await call(listCredits, {})).content;
      const credit = credits.find(({ invoice }) => invoice?.id === creditNote.id);
      await call(useCredit, { params: { creditId: credit?.id ?? '' }, body: { paymentId: balance } });
      await pay(ningbo, 2, {
        amount: '100000.00',
        ...{ paidOn: ago(25), paidAmount: '10745.00', fee: '30.00', paymentReference: 'TT-0736' },
      });
      await agree(ningbo, 2, ago(-14));
    },
    /** The invoices that are still being worked on, and the days that were agreed by telephone for late payments. */
    async now(yiwu: Invoice, shenzhen: Invoice, late: readonly (readonly [invoice: Invoice, daysLate: number])[]) {
      await schedule(yiwu);
      await pay(yiwu, 1, { paidOn: ago(9), paidAmount: '5473.59', fee: '15.00', paymentReference: 'TT-0759' });
      await schedule(shenzhen);
      await agree(shenzhen, 1, ago(-7));
      for (const [invoice, daysLate] of late) await agree(invoice, 1, ago(daysLate));
    },
    /** What is in the bank today, and what comes in and goes out besides the payments to suppliers. */
    async cash() {
      await call(setCashOpening, { body: { balance: '26000.00', day: ago(0) } });
      const entries = [
        { name: 'Amazon payout', kind: 'PAYOUT', amount: '6250.00', firstDay: ago(-4), repeat: 'WEEKLY' },
        { name: 'VAT', kind: 'TAX', amount: '-7420.00', firstDay: ago(-12), repeat: 'ONCE' },
        { name: 'Wages', kind: 'WAGES', amount: '-3980.00', firstDay: ago(-9), repeat: 'MONTHLY' },
      ] as const;
      for (const body of entries) await call(createCashEntry, { body });
    },
  };
}
