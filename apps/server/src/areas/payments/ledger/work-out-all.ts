import { cumulativePart } from '@quayside/domain/money/cumulative';
import { convert, RATE_ONE } from '@quayside/domain/money/money';
import {
  applyDeposits,
  hasEnded,
  shownOpenOf,
  type AppliedDeposit,
  type DepositInvoice,
} from '@quayside/domain/payables/deposits';
import { isPaid, openOf, sumOf, type Instalment } from '@quayside/domain/payables/instalments';
import { placesOfDeposits, roomForDeposit, type DepositTarget } from '@quayside/domain/payables/purchase-order-terms';
import { isOutOfStep, reshare } from '@quayside/domain/payables/reshare';
import { byNumber } from './ledger.views.ts';
import type { Ledger, Ledgers, LiveEntry, OrderLedger, WorkedPayment } from '../payments.types.ts';
import { isNewRest, isShort, withNewRests, withoutGoneRests } from './rests.ts';
import {
  amountsOf,
  dayOf,
  instalmentOf,
  isPaidRow,
  ownEntries,
  type SharedInstalment,
  workOut,
  type Worked,
} from './work-out.ts';

// Works out invoices and purchase orders together: first the purchase orders and what is paid on them, then how their
// deposits are applied, then the invoices.

/** What follows for a purchase order. */
export interface WorkedOrder {
  readonly payments: readonly WorkedPayment[];
  readonly totalMinor: bigint;
  readonly invoicedMinor: bigint;
  readonly depositMinor: bigint;
  readonly depositBaseMinor: bigint | null;
  readonly appliedMinor: bigint;
  readonly appliedBaseMinor: bigint | null;
  /** What is left of the deposit once the purchase order has ended, as a credit; null before. */
  readonly left: { readonly amountMinor: bigint; readonly baseMinor: bigint | null } | null;
}

/** What an invoice has of the deposit of a purchase order. */
interface WorkedDeposit {
  readonly orderId: string;
  readonly amountMinor: bigint;
  readonly baseMinor: bigint | null;
}

export interface WorkedInvoice extends Worked {
  readonly deposits: readonly WorkedDeposit[];
}

/** The invoices and purchase orders of which an entry was undone, by their ids. */
interface Undone {
  readonly undoneIds: ReadonlySet<string>;
  /** Those of which a payment was corrected. */
  readonly correctedIds: ReadonlySet<string>;
}
const NOTHING: Undone = { undoneIds: new Set(), correctedIds: new Set() };

/** Whether what is open is shared again: after an undo, or if a correction left it out of step with the total. */
const isSharedAgain = (
  { undoneIds, correctedIds }: Undone,
  { id, totalMinor }: { readonly id: string; readonly totalMinor: bigint | null },
  { payments, entries }: Pick<Ledger, 'payments' | 'entries'>,
): boolean =>
  undoneIds.has(id) ||
  (correctedIds.has(id) &&
    totalMinor !== null &&
    isOutOfStep(
      totalMinor,
      payments.map((row) => instalmentOf(row, entries)),
    ));

/** A deposit that an invoice gets now is used today, after all that was recorded before. */
const LAST_RANK = Number.MAX_SAFE_INTEGER;

interface Paid {
  readonly ledger: OrderLedger;
  readonly instalments: readonly Instalment[];
  readonly depositMinor: bigint;
  readonly depositBaseMinor: bigint | null;
}

/** Works out everything that is connected. The results are in the order of the ledgers. */
export function workOutAll(
  stored: Ledgers,
  { accountCurrency, today }: { readonly accountCurrency: string; readonly today: string },
  undone: Undone = NOTHING,
): { readonly invoices: readonly WorkedInvoice[]; readonly orders: readonly WorkedOrder[] } {
  const { invoices, orders } = withNewRests(stored, today);
  const paid = orders.map((ledger) => paidOf(ledger, isSharedAgain(undone, ledger.order, ledger)));
  const { applied, left } = appliedDeposits(invoices, paid);
  const byOrder = new Map(paid.map((one) => [one.ledger.order.id, one]));
  return {
    invoices: invoices.map((ledger) => {
      const own = applied.filter(({ invoiceId }) => invoiceId === ledger.invoice.id);
      return invoiceOf(ledger, own, byOrder, {
        accountCurrency,
        today,
        isUndone: isSharedAgain(undone, ledger.invoice, ledger),
      });
    }),
    orders: paid.map((one) => {
      const { order } = one.ledger;
      const shares = invoices.flatMap((ledger) => ledger.shares.filter(({ orderId }) => orderId === order.id));
      const invoicedMinor = sumOf(shares.map((share) => share.invoicedMinor));
      const rest = left.find(({ purchaseOrderId }) => purchaseOrderId === order.id);
      return orderOf(
        one,
        { invoicedMinor, leftMinor: rest?.amountMinor ?? 0n, leftBaseMinor: rest?.baseMinor ?? 0n },
        accountCurrency,
      );
    }),
  };
}

/** The instalments of a purchase order with what is settled of them, shared again when its total moved. */
export function paidOf(ledger: OrderLedger, isUndone: boolean): Paid {
  const { order, schedule, payments, entries } = ledger;
  const current = payments.map((row) => instalmentOf(row, entries));
  const isMoved = isUndone || schedule.total_minor !== order.totalMinor || isShort(order.totalMinor, payments);
  const amounts = isMoved ? reshare(order.totalMinor, current) : current.map(({ amountMinor }) => amountMinor);
  const instalments = current.map((one, place) => ({ ...one, amountMinor: amounts[place] ?? one.amountMinor }));
  const bases = entries.map(({ baseMinor }) => baseMinor);
  return {
    ledger,
    instalments,
    depositMinor: sumOf(instalments.map(({ settledMinor }) => settledMinor)),
    depositBaseMinor: bases.includes(null) ? null : sumOf(bases.map((base) => base ?? 0n)),
  };
}

const targetsOf = ({ payments, entries }: Ledger): DepositTarget[] => {
  const own = ownEntries(entries);
  // A deposit is used on what is there before something new is made of what it leaves.
  return payments
    .filter((row) => !isNewRest(row))
    .map((row) => ({
      twinId: row.twin_id,
      hundredths: row.hundredths,
      amountMinor: row.amount_minor,
      ownMinor: instalmentOf(row, own).settledMinor,
    }));
};

/** How much deposit an invoice can take. */
export const roomOf = (ledger: Ledger): bigint =>
  roomForDeposit(ledger.invoice.totalMinor ?? sumOf(ledger.payments.map((row) => row.amount_minor)), targetsOf(ledger));

/** The deposits of purchase orders, applied to all invoices that are connected with them. */
export function appliedDeposits(
  invoices: readonly Ledger[],
  paid: readonly Paid[],
  /** An invoice that has no schedule yet. */
  planned: readonly DepositInvoice[] = [],
) {
  const known = new Map(paid.map((one) => [one.ledger.order.id, one]));
  // What typed amounts can have of each deposit: no invoice that is closed gives anything up.
  const free = new Map(
    paid.map(({ ledger: { order }, depositMinor }) => [
      order.id,
      depositMinor -
        sumOf(
          invoices.flatMap(({ invoice, deposits }) =>
            invoice.status === 'CLOSED'
              ? deposits.filter((one) => one.purchase_order_id === order.id).map((one) => one.amount_minor)
              : [],
          ),
        ),
    ]),
  );
  const inSequence = invoices.toSorted((a, b) => Number(a.schedule.rank - b.schedule.rank));
  const wanted = inSequence.map((ledger): DepositInvoice => {
    let room = roomOf(ledger);
    const isClosed = ledger.invoice.status === 'CLOSED';
    const stored = new Map(ledger.deposits.map((one) => [one.purchase_order_id, one]));
    const shares = ledger.shares
      .flatMap((share) => {
        const order = known.get(share.orderId)?.ledger.order;
        return order ? [{ ...share, order }] : [];
      })
      .toSorted((a, b) => byNumber(a.order, b.order));
    return {
      id: ledger.invoice.id,
      sequence: Number(ledger.schedule.rank),
      roomMinor: room,
      purchaseOrders: shares.map(({ orderId, invoicedMinor }) => {
        const one = stored.get(orderId);
        const typed = one?.typed_minor ?? null;
        if (isClosed) return { purchaseOrderId: orderId, invoicedMinor, fixedMinor: one?.amount_minor ?? 0n };
        if (typed === null) return { purchaseOrderId: orderId, invoicedMinor, fixedMinor: null };
        const fixedMinor = least(typed, room, free.get(orderId) ?? 0n);
        room -= fixedMinor;
        free.set(orderId, (free.get(orderId) ?? 0n) - fixedMinor);
        return { purchaseOrderId: orderId, invoicedMinor, fixedMinor };
      }),
    };
  });
  return applyDeposits(
    paid.map(({ ledger: { order }, depositMinor, depositBaseMinor }) => ({
      id: order.id,
      number: order.number,
      totalMinor: order.totalMinor,
      depositMinor,
      baseMinor: depositBaseMinor ?? 0n,
    })),
    [...wanted, ...planned],
  );
}

const least = (...values: readonly bigint[]): bigint => {
  const min = values.reduce((a, b) => (a < b ? a : b));
  return min < 0n ? 0n : min;
};

/** Works out an invoice with the deposits that it has. */
function invoiceOf(
  ledger: Ledger,
  applied: readonly AppliedDeposit[],
  orders: ReadonlyMap<string, Paid>,
  context: { readonly accountCurrency: string; readonly today: string; readonly isUndone: boolean },
): WorkedInvoice {
  const { invoice, schedule } = ledger;
  const stored = ledger.entries.filter(({ depositOf }) => depositOf !== undefined);
  const keptPlaces = stored.map(({ depositOf = '', paymentId, amountMinor }) => ({
    orderId: depositOf,
    paymentId,
    amountMinor,
  }));
  const own = depositsOf(ledger, applied, orders, context.today);
  const twins = new Map(
    [...orders.values()].flatMap(({ ledger: { payments }, instalments }) =>
      payments.map((row, place) => {
        const now = instalments[place];
        const isPaidNow = now !== undefined && now.settledMinor > 0n && isPaid(now);
        return [row.id, { was: isPaidRow(row), is: isPaidNow }] as const;
      }),
    ),
  );
  const isTwinMoved = ledger.payments.some((row) => {
    const twin = twins.get(row.twin_id ?? '');
    return twin !== undefined && twin.was !== twin.is;
  });
  let isMoved =
    context.isUndone ||
    schedule.total_minor !== invoice.totalMinor ||
    isTwinMoved ||
    isShort(invoice.totalMinor, ledger.payments);
  let amounts = ledger.payments.map((row) => row.amount_minor);
  let current: SharedInstalment[] = [];
  // Where a deposit is used depends on what is open, which is shared again when a deposit moves; it settles at once.
  for (let round = 0; round < ROUNDS; round++) {
    const parts = partsOf(own, invoice.status === 'CLOSED' ? keptPlaces : placesOf(ledger, own, amounts));
    isMoved ||= textOfParts(parts) !== textOfParts(stored);
    current = ledger.payments.map((row, place) => {
      const ofRow = parts.filter(({ paymentId }) => paymentId === row.id);
      const recorded = instalmentOf(row, ownEntries(ledger.entries));
      return {
        ...recorded,
        amountMinor: amounts[place] ?? row.amount_minor,
        settledMinor: recorded.settledMinor + sumOf(ofRow.map(({ amountMinor }) => amountMinor)),
        isDeposit: twins.get(row.twin_id ?? '')?.is ?? false,
        parts: ofRow,
      };
    });
    const next = amountsOf(invoice, current, isMoved);
    if (String(next) === String(amounts)) break;
    amounts = next;
  }
  return {
    ...workOut(ledger, current, context.accountCurrency, isMoved),
    deposits: own.map(({ orderId, amountMinor, baseMinor }) => ({ orderId, amountMinor, baseMinor })),
  };
}

const ROUNDS = 10;
const textOfParts = (parts: readonly LiveEntry[]): string =>
  String(parts.map(({ paymentId, depositOf, amountMinor }) => `${paymentId} ${depositOf} ${amountMinor}`).sort());

/** A deposit that an invoice has, with its place among the entries of the invoice. */
interface OwnDeposit extends WorkedDeposit {
  readonly day: string;
  readonly rank: number;
  readonly twins: readonly Instalment[];
}

/** The deposits of an invoice, by the number of their purchase orders. */
function depositsOf(
  { deposits }: Ledger,
  applied: readonly AppliedDeposit[],
  orders: ReadonlyMap<string, Paid>,
  today: string,
): OwnDeposit[] {
  return applied
    .flatMap(({ purchaseOrderId, amountMinor, baseMinor }) => {
      const order = orders.get(purchaseOrderId);
      return order ? [{ order, amountMinor, baseMinor }] : [];
    })
    .toSorted((a, b) => byNumber(a.order.ledger.order, b.order.ledger.order))
    .map(({ order, amountMinor, baseMinor }) => {
      const row = deposits.find((one) => one.purchase_order_id === order.ledger.order.id);
      const isNew = row === undefined || row.amount_minor === 0n;
      return {
        orderId: order.ledger.order.id,
        amountMinor,
        baseMinor: order.depositBaseMinor === null ? null : baseMinor,
        day: isNew ? today : row.day,
        rank: isNew ? LAST_RANK : Number(row.rank),
        twins: order.instalments,
      };
    });
}

/** A part of a deposit, and the instalment of the invoice that has it. */
interface Place {
  readonly orderId: string;
  readonly paymentId: string;
  readonly amountMinor: bigint;
}

/** Where the deposits of an invoice are used, in the order of its instalments. */
function placesOf(ledger: Ledger, deposits: readonly OwnDeposit[], amounts: readonly bigint[]): Place[] {
  const used = deposits.filter(({ amountMinor }) => amountMinor > 0n);
  if (used.length === 0) return [];
  const open = placesOfDeposits(
    used.map(({ amountMinor, twins }) => ({ appliedMinor: amountMinor, twins })),
    targetsOf(ledger).map((target, place) => ({ ...target, amountMinor: amounts[place] ?? target.amountMinor })),
  );
  return used.flatMap(({ orderId, amountMinor }) => {
    let left = amountMinor;
    return ledger.payments.flatMap((row, place): Place[] => {
      const part = least(open[place] ?? 0n, left);
      open[place] = (open[place] ?? 0n) - part;
      left -= part;
      return part === 0n ? [] : [{ orderId, paymentId: row.id, amountMinor: part }];
    });
  });
}

/** The parts of deposits as entries, each with its part of the base. */
const partsOf = (deposits: readonly OwnDeposit[], places: readonly Place[]): LiveEntry[] =>
  deposits.flatMap(({ orderId, amountMinor: whole, baseMinor, day, rank }) => {
    let before = 0n;
    const upTo = (minor: bigint) => (baseMinor === null ? 0n : cumulativePart(baseMinor, minor, whole));
    return places
      .filter((place) => place.orderId === orderId)
      .map(({ paymentId, amountMinor }): LiveEntry => {
        const base = upTo(before + amountMinor) - upTo(before);
        before += amountMinor;
        return {
          id: `${orderId} ${paymentId}`,
          paymentId,
          kind: 'CREDIT',
          day,
          rank,
          amountMinor,
          baseMinor: baseMinor === null ? null : base,
          feeMinor: 0n,
          isMoney: true,
          depositOf: orderId,
        };
      });
  });

/** Works out a purchase order, of which other invoices than before may have a part. */
function orderOf(
  { ledger, instalments, depositMinor, depositBaseMinor }: Paid,
  progress: { readonly invoicedMinor: bigint; readonly leftMinor: bigint; readonly leftBaseMinor: bigint },
  accountCurrency: string,
): WorkedOrder {
  const { order, payments } = ledger;
  const { invoicedMinor, leftMinor, leftBaseMinor } = progress;
  const state = { totalMinor: order.totalMinor, invoicedMinor, isClosed: order.status === 'CLOSED' };
  const facts = { invoice: null, purchaseOrders: [order.days], plans: order.plans, leadTimes: order.leadTimes };
  const rate = order.currency === accountCurrency ? RATE_ONE : order.rate;
  const isEnded = hasEnded(state);
  const baseOf = (minor: bigint | null) => (depositBaseMinor === null ? null : minor);
  const worked = payments.map((row, place): WorkedPayment => {
    const instalment = instalments[place];
    const openMinor = instalment ? openOf(instalment) : 0n;
    const owedMinor = shownOpenOf(openMinor, state);
    const { day, isEstimated } = dayOf(row, instalment, facts);
    return {
      id: row.id,
      supplierId: order.supplierId ?? row.supplier_id,
      currency: order.currency,
      amountMinor: instalment?.amountMinor ?? row.amount_minor,
      settledMinor: instalment?.settledMinor ?? 0n,
      owedMinor,
      owedBaseMinor: rate === null ? null : convert(owedMinor, order.currency, accountCurrency, rate),
      dueOn: day,
      isEstimated,
      isEnded: isEnded && openMinor > 0n,
    };
  });
  return {
    payments: withoutGoneRests(payments, worked, ledger.entries),
    totalMinor: order.totalMinor,
    invoicedMinor,
    depositMinor,
    depositBaseMinor,
    appliedMinor: depositMinor - leftMinor,
    appliedBaseMinor: depositBaseMinor === null ? null : depositBaseMinor - leftBaseMinor,
    left: isEnded && leftMinor > 0n ? { amountMinor: leftMinor, baseMinor: baseOf(leftBaseMinor) } : null,
  };
}
