import { allocateOver } from '../money/allocate.ts';
import { formatAmount, grouped } from '../money/money.ts';
import { ok, ruleText } from '../refusal.ts';
import { sumOf } from './instalments.ts';
import { refuseField, type FieldResult } from './refusals.ts';
import { baseOf, type BankSide, type Base, type PaidDocument } from './settle.ts';

/** One instalment that a transfer pays, with the document that it belongs to. */
export interface TransferPart {
  readonly id: string;
  readonly supplierId: string;
  readonly document: PaidDocument;
  /** The number of the invoice or purchase order, and the position of the instalment in it, from 1. */
  readonly number: string;
  readonly position: number;
  readonly openMinor: bigint;
  readonly amountMinor: bigint;
}

/** The entry of one instalment of a transfer. */
interface TransferEntry extends Base {
  readonly id: string;
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
}

/** The key by which equal fractions are decided: the text "number position", then the id. */
const keyOf = ({ number, position, id }: TransferPart): string => `${number} ${position}\0${id}`;

/** Splits an amount over the parts of a transfer by their amounts, by largest remainder. */
const split = (totalMinor: bigint, parts: readonly TransferPart[]): Map<string, bigint> =>
  new Map(
    allocateOver(
      totalMinor,
      parts.map((part) => ({ key: keyOf(part), weight: part.amountMinor, id: part.id })),
      ({ id }, share) => [id, share],
    ),
  );

/**
 * Works out one transfer for several instalments of one supplier and currency (payables §3), in the order of the parts.
 * What left the bank and the fee are shared by the amounts; with nothing typed of the bank each base is assumed.
 * Refused, naming the field, when an amount is not above 0 or exceeds what is open.
 */
export function settleTransfer(
  parts: readonly TransferPart[],
  bank: BankSide | null,
  feeMinor: bigint,
): FieldResult<TransferEntry[]> {
  const refusal = refusalOfParts(parts);
  if (refusal) return refusal;
  if (feeMinor < 0n) return refuseField('fee', ruleText('field.min', { min: 0 }));
  const fees = split(feeMinor, parts);
  const bases = basesOf(parts, bank);
  if (!bases.ok) return bases;
  return ok(
    parts.map(({ id, amountMinor }) => ({
      ...(bases.value.get(id) ?? { baseMinor: null, isAssumed: true }),
      id,
      amountMinor,
      feeMinor: fees.get(id) ?? 0n,
    })),
  );
}

function basesOf(parts: readonly TransferPart[], bank: BankSide | null): FieldResult<Map<string, Base>> {
  if (bank) {
    const [first] = parts;
    const whole = first ? baseOf(first.document, sumOf(parts.map(({ amountMinor }) => amountMinor)), bank) : undefined;
    if (whole?.ok !== true) return whole ?? ok(new Map());
    const shares = split(whole.value.baseMinor ?? 0n, parts);
    return ok(new Map([...shares].map(([id, baseMinor]) => [id, { baseMinor, isAssumed: false }])));
  }
  const bases = new Map<string, Base>();
  for (const { id, document, amountMinor } of parts) {
    const base = baseOf(document, amountMinor, null);
    if (!base.ok) return base;
    bases.set(id, base.value);
  }
  return ok(bases);
}

function refusalOfParts(parts: readonly TransferPart[]): Extract<FieldResult<never>, { ok: false }> | undefined {
  const [first] = parts;
  if (!first) return refuseField('payments', ruleText('payment.choose'));
  for (const [place, part] of parts.entries()) {
    const field = `payments.${place}`;
    const { currency } = first.document;
    if (parts.findIndex(({ id }) => id === part.id) < place)
      return refuseField(`${field}.id`, ruleText('payment.twice'));
    if (part.supplierId !== first.supplierId) return refuseField(`${field}.id`, ruleText('payment.one_supplier'));
    if (part.document.currency !== currency)
      return refuseField(`${field}.id`, ruleText('payment.one_currency', { currency }));
    if (part.amountMinor <= 0n) return refuseField(`${field}.amount`, ruleText('payment.above_zero'));
    const excess = part.amountMinor - part.openMinor;
    if (excess > 0n) {
      const text = ruleText('payment.more_than_open', { amount: grouped(formatAmount(excess, currency)) });
      return refuseField(`${field}.amount`, text);
    }
  }
  return undefined;
}
