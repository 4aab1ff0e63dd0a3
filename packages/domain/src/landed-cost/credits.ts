import { allocateOver } from '../money/allocate.ts';
import { convert, type Rate } from '../money/money.ts';
import { costTaxMinor } from './amounts.ts';
import { effectiveRate } from './defaults.ts';
import type { CostLine, Entry, LineAllocation } from './types.ts';

/**
 * The amounts by which a credit reduces a line, in the document's currency: each is 0 or has the opposite sign of the
 * line.
 */
export interface Credit {
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
}

/** The remaining amount of the credited line, in the document's currency. Only tax that is a cost counts. */
export interface LeftOfLine {
  readonly amountMinor: bigint;
  readonly costTaxMinor: bigint;
}

/**
 * The allocation of a credit: the allocation of the remaining amount after the credit, minus that of the remaining
 * amount before the credit.
 */
interface CreditAllocation extends LineAllocation {
  readonly before: LeftOfLine;
}

/** A receiver of a share of the credited line: an entry, or the unassigned rest of a manually allocated line. */
type Receiver = Pick<Entry, 'layerId' | 'packListId' | 'productId' | 'key' | 'weight'>;
type Shares = ReadonlyMap<string, { readonly share: bigint; readonly unit: bigint }>;

/** This key sorts after every order number, as in the allocation of the line itself. */
const REST_KEY = '\uffff';

/**
 * Allocates the credits of one line in the order of their creation, with the line's rate and weights.
 * Together, the line and its credits always equal the conversion and the allocation of what is left, so a line that is
 * credited in full leaves 0 on every order in both currencies. When the line itself is unassigned, its credits are too.
 */
export function allocateCredits(
  line: CostLine,
  allocation: LineAllocation,
  credits: readonly Credit[],
): CreditAllocation[] {
  const receivers = receiversOf(allocation);
  let before: LeftOfLine = { amountMinor: line.amountMinor, costTaxMinor: costTaxMinor(line) };
  return credits.map((credit) => {
    const after = leftAfter(before, line, credit);
    const result = creditOf(line, allocation, receivers, before, after);
    before = after;
    return result;
  });
}

const leftAfter = (before: LeftOfLine, line: CostLine, credit: Credit): LeftOfLine => ({
  amountMinor: before.amountMinor + credit.amountMinor,
  costTaxMinor: before.costTaxMinor + costTaxMinor({ ...line, taxMinor: credit.taxMinor }),
});

const documentOf = (left: LeftOfLine): bigint => left.amountMinor + left.costTaxMinor;

/**
 * Converts what is left of a line to account currency. Amount and tax are converted separately, as for the line itself.
 */
export const accountOfLeft = (
  left: LeftOfLine,
  line: Pick<CostLine, 'currency' | 'accountCurrency'>,
  rate: Rate,
): bigint =>
  convert(left.amountMinor, line.currency, line.accountCurrency, rate) +
  convert(left.costTaxMinor, line.currency, line.accountCurrency, rate);

function receiversOf(allocation: LineAllocation): Receiver[] {
  const given = allocation.entries.map(
    ({ layerId, packListId, productId, key, weight }): Receiver => ({ layerId, packListId, productId, key, weight }),
  );
  const rest = allocation.weightTotal - given.reduce((sum, { weight }) => sum + weight, 0n);
  return rest > 0n
    ? [...given, { layerId: null, packListId: null, productId: '', key: REST_KEY, weight: rest }]
    : given;
}

function creditOf(
  line: CostLine,
  allocation: LineAllocation,
  receivers: readonly Receiver[],
  before: LeftOfLine,
  after: LeftOfLine,
): CreditAllocation {
  const rate = effectiveRate(line);
  const documentMinor = documentOf(after) - documentOf(before);
  const accountMinor = rate ? accountOfLeft(after, line, rate) - accountOfLeft(before, line, rate) : null;
  const head = { ...allocation, documentMinor, accountMinor, before };
  if (!rate || accountMinor === null || allocation.entries.length === 0) {
    const reason = documentMinor === 0n ? null : rate ? (allocation.unassignedReason ?? 'CREDITED_LINE') : 'NO_RATE';
    return {
      ...head,
      entries: [],
      weightTotal: 0n,
      unassignedDocumentMinor: documentMinor,
      unassignedAccountMinor: accountMinor,
      unassignedReason: reason,
    };
  }
  const inDocument = difference(documentOf(before), documentOf(after), receivers);
  const inAccount = difference(accountOfLeft(before, line, rate), accountOfLeft(after, line, rate), receivers);
  const all = receivers.map((receiver): Entry => {
    const document = inDocument(receiver.key);
    const account = inAccount(receiver.key);
    return {
      ...receiver,
      documentMinor: document.share,
      accountMinor: account.share,
      roundingUnitDocument: document.unit,
      roundingUnitAccount: account.unit,
    };
  });
  const rest = all.find(({ key }) => key === REST_KEY);
  const unassignedDocumentMinor = rest?.documentMinor ?? 0n;
  return {
    ...head,
    entries: all.filter((entry) => entry !== rest),
    unassignedDocumentMinor,
    unassignedAccountMinor: rest?.accountMinor ?? 0n,
    unassignedReason: unassignedDocumentMinor === 0n ? null : allocation.unassignedReason,
  };
}

/**
 * Computes how much each receiver's share changes when the total to be divided goes from `before` to `after`. Returns a
 * function that looks up the change by the receiver's key.
 */
function difference(
  before: bigint,
  after: bigint,
  receivers: readonly Receiver[],
): (key: string) => { share: bigint; unit: bigint } {
  const shares = (total: bigint): Shares =>
    new Map(
      allocateOver(total, receivers, ({ key }, share, unit): [string, { share: bigint; unit: bigint }] => [
        key,
        { share, unit },
      ]),
    );
  const [old, now] = [shares(before), shares(after)];
  return (key) => {
    const [from, to] = [old.get(key), now.get(key)];
    return { share: (to?.share ?? 0n) - (from?.share ?? 0n), unit: (to?.unit ?? 0n) - (from?.unit ?? 0n) };
  };
}
