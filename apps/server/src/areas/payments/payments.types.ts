import type { BodyOut, QueryOut } from '@quayside/contracts/endpoint';
import type * as creditCalls from '@quayside/contracts/payments/credits';
import type * as depositCalls from '@quayside/contracts/payments/deposits';
import type * as transferCalls from '@quayside/contracts/payments/payment-transfers';
import type * as paymentCalls from '@quayside/contracts/payments/payments';
import type { InvoiceKind, InvoiceStatus, PurchaseOrderStatus } from '@quayside/domain/lists';
import type { Rate } from '@quayside/domain/money/money';
import type { InvoiceDays, LeadTimes, PurchaseOrderDays, ShipmentPlanDays } from '@quayside/domain/payables/due-days';
import type { ExchangePolicy, ValuedEntry } from '@quayside/domain/payables/exchange';
import type { Selectable } from 'kysely';
import type { DB } from '../../db/types.gen.ts';
import type { MonthEnd } from '@quayside/domain/payables/due-events';

type Calls = typeof paymentCalls & typeof transferCalls & typeof creditCalls & typeof depositCalls;
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
    | 'takeUpCreditNotes'
    | 'setDeposit',
> = BodyOut<Calls[K]>;
/** The parsed query of a list call in this area. */
export type QueryOf<K extends 'listPayments' | 'paymentTotals' | 'listInvoicePayments' | 'invoicePaymentTotals'> =
  QueryOut<Calls[K]>;

export type ScheduleRow = Selectable<DB['payment_schedule']>;
/** The columns that this area works with of an instalment; when its row was written is none of them. */
export const PAYMENT_COLUMNS = [
  'id',
  'schedule_id',
  'invoice_id',
  'purchase_order_id',
  'twin_id',
  'supplier_id',
  'currency',
  'position',
  'hundredths',
  'amount_minor',
  'settled_minor',
  'owed_minor',
  'owed_base_minor',
  'event',
  'days',
  'months',
  'month_end',
  'month_end_after',
  'pinned_on',
  'due_on',
  'is_estimated',
  'is_ended',
  'is_rest',
  'account_code_id',
  'transaction_reference',
  'version',
] as const;
export type PaymentRow = Pick<Selectable<DB['payment']>, (typeof PAYMENT_COLUMNS)[number]>;
export type TransferRow = Selectable<DB['payment_transfer']>;
export type EntryRow = Selectable<DB['payment_entry']>;
export type CreditRow = Selectable<DB['credit']>;
export type CreditUseRow = Selectable<DB['credit_use']>;
export type OrderScheduleRow = Selectable<DB['purchase_order_schedule']>;
export type DepositRow = Selectable<DB['deposit']>;

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
  /** The same at the rate that converts its costs. */
  readonly costMinor: bigint | null;
  /** The rate that converts its costs now; null: its own. */
  readonly costRate: string | null;
  /** Of the account. */
  readonly policy: ExchangePolicy;
  readonly days: InvoiceDays;
  /** The days of the shipment plans that its orders are in. */
  readonly plans: readonly ShipmentPlanDays[];
  /** It existed before payments were recorded, and gets no schedule by itself. */
  readonly isBeforePayments: boolean;
}

/** What this area has to know of a purchase order. */
export interface OrderFacts {
  readonly id: string;
  readonly number: string;
  readonly status: PurchaseOrderStatus;
  readonly supplierId: string | null;
  readonly currency: string;
  readonly rate: Rate | null;
  readonly totalMinor: bigint;
  readonly terms: readonly OrderTerm[];
  readonly days: PurchaseOrderDays;
  /** The days of the shipment plans that its orders are in. */
  readonly plans: readonly ShipmentPlanDays[];
  readonly leadTimes: LeadTimes;
}

/** A share of a purchase order as purchasing stores it. */
export interface OrderTerm {
  readonly hundredths: number;
  readonly event: NonNullable<PaymentRow['event']>;
  readonly months: number;
  readonly days: number;
  readonly monthEnd: MonthEnd | null;
  readonly pinnedOn: string | null;
}

/** An entry that is not reversed, or a part of a deposit, with the base that it has now. */
export interface LiveEntry extends ValuedEntry {
  readonly paymentId: string;
  readonly kind: EntryRow['kind'];
  readonly feeMinor: bigint;
  /** The purchase order of whose deposit it is a part; undefined for what a person recorded. */
  readonly depositOf?: string;
}

/** What the lines of an invoice name of the items of one purchase order. */
export interface InvoicedShare {
  readonly orderId: string;
  readonly invoicedMinor: bigint;
}

/** The schedule of an invoice with all that its amounts, days and values are worked out from. */
export interface Ledger {
  readonly invoice: InvoiceFacts;
  readonly schedule: ScheduleRow;
  readonly leadTimes: LeadTimes;
  readonly payments: readonly PaymentRow[];
  /** What was recorded, and the parts of deposits as they are stored. */
  readonly entries: readonly LiveEntry[];
  /** The purchase orders that its lines name, by number. */
  readonly orders: readonly OrderFacts[];
  readonly shares: readonly InvoicedShare[];
  readonly deposits: readonly DepositRow[];
}

/** The instalments of a purchase order with all that they are worked out from. */
export interface OrderLedger {
  readonly order: OrderFacts;
  readonly schedule: OrderScheduleRow;
  readonly payments: readonly PaymentRow[];
  readonly entries: readonly LiveEntry[];
  /** The credit of what is left of its deposit. */
  readonly credit: CreditRow | null;
}

/** Invoices and purchase orders that have to be worked out together, because deposits connect them. */
export interface Ledgers {
  readonly invoices: readonly Ledger[];
  readonly orders: readonly OrderLedger[];
}

/** The columns of an instalment that follow from other rows. */
export interface WorkedPayment {
  readonly id: string;
  readonly supplierId: string;
  readonly currency: string;
  readonly amountMinor: bigint;
  readonly settledMinor: bigint;
  readonly owedMinor: bigint;
  readonly owedBaseMinor: bigint | null;
  readonly dueOn: string | null;
  readonly isEstimated: boolean;
  /** Of a purchase order: nobody has to pay what is open of it any more. */
  readonly isEnded: boolean;
}
