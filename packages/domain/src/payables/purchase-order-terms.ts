import { isPaid, differenceOf, sumOf, type Instalment } from './instalments.ts';
import { isByAmounts, shareByWeights, shareRest } from './reshare.ts';

/** An instalment that an invoice takes over from its purchase order, with what the deposit settles of it. */
export interface TakenInstalment {
  /** The instalment of the purchase order; null for one more of the rest, which follows the invoice date. */
  readonly twinId: string | null;
  readonly hundredths: number | null;
  readonly amountMinor: bigint;
  /** What the deposit brings: the whole amount when the twin is paid. */
  readonly settledMinor: bigint;
  readonly isDeposit: boolean;
}

const isPaidTwin = (twin: Instalment): boolean => twin.settledMinor > 0n && isPaid(twin);

/**
 * What each instalment of a purchase order brings of the deposit that an invoice has (payables §6), in their order. The
 * paid ones together, and each that is paid in part, bring by what is settled of them; the paid ones share theirs by
 * their percents.
 */
function broughtByTwins(appliedMinor: bigint, twins: readonly Instalment[]): bigint[] {
  const paid = twins.filter(isPaidTwin);
  const parts = twins.filter((twin) => twin.settledMinor > 0n && !isPaid(twin));
  const groups = [sumOf(paid.map(({ settledMinor }) => settledMinor)), ...parts.map((twin) => twin.settledMinor)];
  const [ofPaid = 0n, ...ofParts] = shareByWeights(appliedMinor, groups);
  const byPercents = paid.every(({ hundredths }) => hundredths !== null);
  const shares = shareByWeights(
    ofPaid,
    paid.map(({ hundredths, settledMinor }) => (byPercents ? BigInt(hundredths ?? 0) : settledMinor)),
  );
  const brought = new Map<Instalment, bigint>([
    ...paid.map((twin, i): [Instalment, bigint] => [twin, shares[i] ?? 0n]),
    ...parts.map((twin, i): [Instalment, bigint] => [twin, ofParts[i] ?? 0n]),
  ]);
  return twins.map((twin) => brought.get(twin) ?? 0n);
}

/**
 * The instalments of an invoice by the terms of its purchase order (payables §6), of several the first by number. Those
 * whose twin is paid have together what was applied, the rest is shared by the remaining percents, and where no percent
 * is left there is one more on the invoice date. `totalMinor` is that of the invoice, `appliedMinor` at most that.
 */
export function scheduleByPurchaseOrder(
  totalMinor: bigint,
  appliedMinor: bigint,
  twins: readonly Instalment[],
): TakenInstalment[] {
  const brought = broughtByTwins(appliedMinor, twins);
  const taken = twins.flatMap((twin, i): Omit<TakenInstalment, 'amountMinor'>[] => {
    const settledMinor = brought[i] ?? 0n;
    // What was made for a rest of the purchase order is no term; it is only taken over when it brings something.
    if (twin.hundredths === null && settledMinor === 0n) return [];
    return [{ twinId: twin.id, hundredths: twin.hundredths, settledMinor, isDeposit: isPaidTwin(twin) }];
  });
  const kept = new Set(taken.filter(({ isDeposit }) => isDeposit));
  const amounts = shareRest(totalMinor, taken, kept);
  const instalments = taken.map((one, i): TakenInstalment => ({ ...one, amountMinor: amounts[i] ?? 0n }));
  const rest = differenceOf(totalMinor, amounts);
  if (rest <= 0n) return instalments;
  const oneMore = { twinId: null, hundredths: null, amountMinor: rest, settledMinor: 0n, isDeposit: false };
  return [...instalments, oneMore];
}

/** An instalment of an invoice on which a deposit is used. */
export interface DepositTarget extends Pick<Instalment, 'hundredths' | 'amountMinor'> {
  readonly twinId: string | null;
  /** What other entries than the deposit have settled of it. */
  readonly ownMinor: bigint;
}

const roomOf = ({ amountMinor, ownMinor }: DepositTarget): bigint =>
  amountMinor > ownMinor ? amountMinor - ownMinor : 0n;

/**
 * How much deposit an invoice can take (`DepositInvoice.roomMinor`): what other entries leave of its total and, in a
 * schedule by amounts, of its instalments. 0 or more.
 */
export function roomForDeposit(totalMinor: bigint, targets: readonly DepositTarget[]): bigint {
  const left = totalMinor - sumOf(targets.map(({ ownMinor }) => ownMinor));
  const open = sumOf(targets.map(roomOf));
  const room = isByAmounts(targets) && open < left ? open : left;
  return room > 0n ? room : 0n;
}

/** The deposit of one purchase order that an invoice has, with the instalments of the purchase order. */
export interface UsedDeposit {
  readonly appliedMinor: bigint;
  readonly twins: readonly Instalment[];
}

/**
 * Where the deposits of an invoice are used, in the order of its instalments: what each twin brings on its own
 * instalment (payables §6). What has no place there, because a person typed the schedule, it follows the terms of
 * another purchase order, or this one got one more instalment, is used on the instalments in their order, as far as
 * they are open. By percents the amounts are shared again afterwards.
 */
export function placesOfDeposits(deposits: readonly UsedDeposit[], targets: readonly DepositTarget[]): bigint[] {
  const byTwin = new Map(
    deposits.flatMap(({ appliedMinor, twins }) => {
      const brought = broughtByTwins(appliedMinor, twins);
      return twins.map(({ id }, i): [string, bigint] => [id, brought[i] ?? 0n]);
    }),
  );
  const isLimited = isByAmounts(targets);
  const own = targets.map((target) => {
    const part = byTwin.get(target.twinId ?? '') ?? 0n;
    return isLimited && part > roomOf(target) ? roomOf(target) : part;
  });
  let left = sumOf(deposits.map(({ appliedMinor }) => appliedMinor)) - sumOf(own);
  return targets.map((target, place) => {
    const placed = own[place] ?? 0n;
    const room = roomOf(target) > placed ? roomOf(target) - placed : 0n;
    const more = left < room || place === targets.length - 1 ? left : room;
    left -= more;
    return placed + more;
  });
}
