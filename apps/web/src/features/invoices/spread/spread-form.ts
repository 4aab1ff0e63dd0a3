import type { AllocationPreview } from '@quayside/contracts/costs/allocation-preview';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { evaluateSum, sumToAmount } from '@quayside/domain/money/expression';
import type { Basis } from '@quayside/domain/lists';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { ruleWords } from '../../../i18n/rule-words.ts';
import type { LineBody } from '../editor/line-draft.ts';
import type { ScopeOption } from '../header/pairing-field.tsx';

/** The choices in the details of a line, before the person applies them. */
export interface SpreadForm {
  readonly basis: Basis | null;
  /** The orders, invoices or products over which the line is spread; null for the default scope. */
  readonly scope: readonly ScopeOption[] | null;
  /** The typed shares as text, by `shareKey`. */
  readonly shares: Readonly<Record<string, string>>;
  readonly isExcluded: boolean;
  readonly reason: string;
  readonly isTaxRecoverable: boolean;
}

/** A typed share is that of a pack list, or of an order as a whole. */
interface SharedOver {
  readonly layerId: string;
  readonly packListId: string | null;
}
/** The key of a typed share: the ids of its order and of its pack list. */
const shareKey = ({ layerId, packListId }: SharedOver): string =>
  packListId === null ? layerId : `${layerId} ${packListId}`;
/** The key of a share in a preview. Costs without an order are those of a product. */
export const keyOfShare = ({ layerId, packList, product }: AllocationPreview['shares'][number]): string =>
  layerId === null ? product.id : shareKey({ layerId, packListId: packList?.id ?? null });
function sharedOver(key: string): SharedOver {
  const [layerId = '', packListId = null] = key.split(' ');
  return { layerId, packListId };
}

export const formOfLine = (line: InvoiceLine): SpreadForm => ({
  basis: line.basis,
  scope: line.scope,
  shares: Object.fromEntries(line.manualShares.map((share) => [shareKey(share), share.amount])),
  isExcluded: line.isExcludedFromGeneralCostsData,
  reason: line.exclusionReason ?? '',
  isTaxRecoverable: line.isTaxRecoverable,
});

const keys = (scope: SpreadForm['scope']) =>
  scope === null
    ? 'default'
    : scope
        .map(({ type, id }) => `${type}:${id}`)
        .sort()
        .join(' ');
interface TypedShare {
  readonly layerId: string;
  readonly packListId?: string;
  readonly amount: string;
}
/** The typed shares as the API expects them, without empty ones and zeros; undefined while one of them is invalid. */
export function readShares(shares: SpreadForm['shares'], currency: string): TypedShare[] | undefined {
  const read: TypedShare[] = [];
  for (const [key, text] of Object.entries(shares).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (text.trim() === '') continue;
    const minor = sumToAmount(text, currency);
    if (!minor.ok) return undefined;
    if (minor.value === 0n) continue;
    const { layerId, packListId } = sharedOver(key);
    read.push({
      layerId,
      ...(packListId !== null && { packListId }),
      amount: formatAmount(minor.value, currency),
    });
  }
  return read;
}

/** The problem with the text of a typed share; undefined when the text is valid. */
export function shareProblem(text: string, currency: string): string | undefined {
  if (text.trim() === '') return undefined;
  const sum = evaluateSum(text);
  const minor = sumToAmount(text, currency);
  return !sum.ok ? ruleWords(sum.message) : !minor.ok ? ruleWords(minor.message) : undefined;
}

/** The part of the line's cost that the typed shares leave over, in minor units. Undefined while a share is invalid. */
export function restOf(cost: string, shares: SpreadForm['shares'], currency: string): bigint | undefined {
  const total = minorOfText(cost, currency);
  const read = readShares(shares, currency);
  if (total === undefined || !read) return undefined;
  return read.reduce((left, { amount }) => left - (minorOfText(amount, currency) ?? 0n), total);
}

/** Whether the typed shares add up to more than the line. On a negative line, the shares are negative too. */
export const isTooMuch = (cost: string, rest: bigint | undefined): boolean =>
  rest !== undefined && (cost.startsWith('-') ? rest > 0n : rest < 0n);

/** The body of a PATCH request with the choices that differ from the stored line. It is empty when there are none. */
export function patchOf(form: SpreadForm, line: InvoiceLine, currency: string): LineBody {
  const stored = formOfLine(line);
  const patch: { -readonly [K in keyof LineBody]: LineBody[K] } = {};
  if (form.basis !== stored.basis) patch.basis = form.basis;
  if (keys(form.scope) !== keys(stored.scope))
    patch.scope = form.scope === null ? null : form.scope.map(({ type, id }) => ({ type, id }));
  if (form.basis === 'MANUAL') {
    const shares = readShares(form.shares, currency);
    const before = readShares(stored.shares, currency);
    if (
      shares &&
      (patch.basis !== undefined || patch.scope !== undefined || JSON.stringify(shares) !== JSON.stringify(before))
    )
      patch.manualShares = shares;
  }
  if (form.isExcluded !== stored.isExcluded) patch.isExcludedFromGeneralCostsData = form.isExcluded;
  if (form.isExcluded && form.reason.trim() !== stored.reason) patch.exclusionReason = form.reason;
  if (form.isTaxRecoverable !== stored.isTaxRecoverable) patch.isTaxRecoverable = form.isTaxRecoverable;
  return patch;
}
