import type { InvoiceLine } from '@quayside/contracts/invoice-lines';
import { evaluateSum, sumToAmount } from '@quayside/domain/money/expression';
import type { Basis } from '@quayside/domain/lists';
import { formatAmount, parseAmount } from '@quayside/domain/money/money';
import { ruleWords } from '../../../i18n/rule-words.ts';
import type { LineBody } from '../editor/line-draft.ts';
import type { ScopeOption } from '../header/pairing-field.tsx';

/** What is chosen in the details of a line, before it is applied. */
export interface SpreadForm {
  readonly basis: Basis | null;
  /** Null: the default. */
  readonly scope: readonly ScopeOption[] | null;
  /** Texts by order. */
  readonly shares: Readonly<Record<string, string>>;
  readonly isExcluded: boolean;
  readonly reason: string;
  readonly isTaxRecoverable: boolean;
}

export const formOfLine = (line: InvoiceLine): SpreadForm => ({
  basis: line.basis,
  scope: line.scope,
  shares: Object.fromEntries(line.manualShares.map(({ layerId, amount }) => [layerId, amount])),
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
/** The typed shares that say something, as the wire has them; undefined while one of them cannot be read. */
export function readShares(
  shares: SpreadForm['shares'],
  currency: string,
): { layerId: string; amount: string }[] | undefined {
  const read: { layerId: string; amount: string }[] = [];
  for (const [layerId, text] of Object.entries(shares)) {
    if (text.trim() === '') continue;
    const minor = sumToAmount(text, currency);
    if (!minor.ok) return undefined;
    if (minor.value !== 0n) read.push({ layerId, amount: formatAmount(minor.value, currency) });
  }
  return read.sort((a, b) => (a.layerId < b.layerId ? -1 : 1));
}

/** What is wrong with a typed share. */
export function shareProblem(text: string, currency: string): string | undefined {
  if (text.trim() === '') return undefined;
  const sum = evaluateSum(text);
  const minor = sumToAmount(text, currency);
  return !sum.ok ? ruleWords(sum.message) : !minor.ok ? ruleWords(minor.message) : undefined;
}

/** What is left of the line after the typed shares, in minor units; below zero: too much was typed. */
export function restOf(cost: string, shares: SpreadForm['shares'], currency: string): bigint | undefined {
  const total = parseAmount(cost, currency);
  const read = readShares(shares, currency);
  if (!total.ok || !read) return undefined;
  return read.reduce((left, { amount }) => {
    const minor = parseAmount(amount, currency);
    return minor.ok ? left - minor.value : left;
  }, total.value);
}

/** Is more given away than there is? A negative line gives negative shares. */
export const isTooMuch = (cost: string, rest: bigint | undefined): boolean =>
  rest !== undefined && (cost.startsWith('-') ? rest > 0n : rest < 0n);

/** What differs from what is stored, as one PATCH; empty when nothing does. */
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
