import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type * as creditCalls from '@quayside/contracts/credits';
import type * as transferCalls from '@quayside/contracts/payment-transfers';
import type * as paymentCalls from '@quayside/contracts/payments';
import type { InvoiceKind, InvoiceStatus } from '@quayside/domain/lists';
import type { Rate } from '@quayside/domain/money/money';
import type { InvoiceDays, LeadTimes } from '@quayside/domain/payables/due-days';
import type { ValuedEntry } from '@quayside/domain/payables/exchange';
import type { Selectable } from 'kysely';
import type { DB } from '../../db/types.gen.ts';

type Calls = typeof paymentCalls & typeof transferCalls & typeof creditCalls;
/** The parsed request body of a call in this area. */
export type BodyOf<
  K extends
    | 'patchPayment'
    | 'payPayment'
    | 'undoPayPayment'
    | 'createInvoicePayment'
    | 'updateInvoicePayment'
    | 'createTransfer'
    | 'previewTransfer'
    | 'correctPaymentEntry'
    | 'useCredit'
    | 'refundCredit'
    | 'takeUpCreditNotes',
> = BodyOut<Calls[K]>;
/** The parsed query of a list call in this area. */
export type QueryOf<K extends 'listPayments' | 'paymentTotals' | 'listInvoicePayments' | 'invoicePaymentTotals'> =
  QueryOut<Calls[K]>;

export type ScheduleRow = Selectable<DB['payment_schedule']>;
export type PaymentRow = Selectable<DB['payment']>;
export type TransferRow = Selectable<DB['payment_transfer']>;
export type EntryRow = Selectable<DB['payment_entry']>;
export type CreditRow = Selectable<DB['credit']>;
export type CreditUseRow = Selectable<DB['credit_use']>;

/** What this area has to know of an invoice that is not deleted. */
export interface InvoiceFacts {
  readonly id: string;
  readonly number: string;
  readonly kind: InvoiceKind;
  readonly status: InvoiceStatus;
  readonly supplierId: string | null;
  readonly currency: string;
  /** Its own rate: account currency for 1 of its currency. Null when there is none, and in account currency. */
  readonly rate: Rate | null;
  readonly totalMinor: bigint | null;
  /** The sum of lines and tax, for credit notes without a typed total. */
  readonly linesMinor: bigint;
  /** What it is worth in account currency, each of its parts converted once; null without a rate. */
  readonly bookedMinor: bigint | null;
  readonly days: InvoiceDays;
  /** It existed before payments were recorded, and gets no schedule by itself. */
  readonly isBeforePayments: boolean;
}

/** An entry that is not reversed, with the base that it has now. */
export interface LiveEntry extends ValuedEntry {
  readonly paymentId: string;
  readonly invoiceId: string;
  readonly kind: EntryRow['kind'];
  readonly feeMinor: bigint;
}

/** The schedule of an invoice with all that its amounts, days and values are worked out from. */
export interface Ledger {
  readonly invoice: InvoiceFacts;
  readonly schedule: ScheduleRow;
  readonly leadTimes: LeadTimes;
  readonly payments: readonly PaymentRow[];
  readonly entries: readonly LiveEntry[];
}
