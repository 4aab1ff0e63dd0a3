import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { type Basis, type CostCategory, defaultBasisOf } from '@quayside/domain/lists';
import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { checkDutyBasis } from '@quayside/domain/shipments/duty';
import type { LineBody } from '../editor/line-draft.ts';
import type { LineReplacement } from '../editor/editor-state.ts';
import type { ScopeOption } from '../header/pairing-field.tsx';
import { bodyOfLine } from '../editor/line-body.ts';

/**
 * The change that is applied to all selected lines. An undefined basis or scope stays as it is. Null resets it to the
 * default.
 */
export type BulkChange =
  | { readonly of: 'costType'; readonly costType: CostCategory }
  | {
      readonly of: 'spread';
      readonly basis: Basis | null | undefined;
      readonly scope: readonly ScopeOption[] | null | undefined;
    }
  | { readonly of: 'exclude'; readonly isExcluded: boolean; readonly reason: string }
  | { readonly of: 'tax'; readonly isTaxRecoverable: boolean };

export interface LineEdit {
  readonly line: InvoiceLine;
  readonly body: LineBody;
  /** The request body that restores the line's current values. */
  readonly undo: LineBody;
}

const scopeBody = (scope: readonly Pick<ScopeOption, 'type' | 'id'>[] | null) =>
  scope && scope.map(({ type, id }) => ({ type, id }));
const scopeKey = (scope: readonly Pick<ScopeOption, 'type' | 'id'>[] | null) =>
  scope === null
    ? ''
    : scope
        .map(({ type, id }) => `${type}:${id}`)
        .sort()
        .join(' ');

/**
 * The lines that the change affects, each with its request body and the body that undoes the change. A line that
 * credits another line is left out, because it inherits the settings of that line.
 */
export function editsOf(lines: readonly InvoiceLine[], change: BulkChange): LineEdit[] {
  return lines.flatMap((line) => {
    if (line.creditsLine) return [];
    const body = bodyOf(line, change);
    return body ? [{ line, body, undo: undoOf(line, body) }] : [];
  });
}

function bodyOf(line: InvoiceLine, change: BulkChange): LineBody | undefined {
  switch (change.of) {
    case 'costType':
      if (line.costType === change.costType) return undefined;
      return {
        costType: change.costType,
        ...(checkDutyBasis(change.costType, line.basis).ok ? {} : { basis: null }),
      };
    case 'tax':
      return line.isTaxRecoverable === change.isTaxRecoverable
        ? undefined
        : { isTaxRecoverable: change.isTaxRecoverable };
    case 'exclude': {
      const isSame =
        line.isExcludedFromGeneralCostsData === change.isExcluded &&
        (!change.isExcluded || (line.exclusionReason ?? '') === change.reason.trim());
      if (isSame) return undefined;
      return {
        isExcludedFromGeneralCostsData: change.isExcluded,
        ...(change.isExcluded ? { exclusionReason: change.reason.trim() } : {}),
      };
    }
    case 'spread': {
      // The cost of a line with a product goes to the orders of that product. Such a line has no basis or scope to
      // choose.
      if (line.product) return undefined;
      if (change.basis && !checkDutyBasis(line.costType, change.basis).ok) return undefined;
      const basis = change.basis === undefined || change.basis === line.basis ? undefined : change.basis;
      const scope =
        change.scope === undefined || scopeKey(change.scope) === scopeKey(line.scope)
          ? undefined
          : scopeBody(change.scope);
      if (basis === undefined && scope === undefined) return undefined;
      return { ...(basis === undefined ? {} : { basis }), ...(scope === undefined ? {} : { scope }) };
    }
  }
}

function undoOf(line: InvoiceLine, body: LineBody): LineBody {
  return {
    ...('costType' in body ? { costType: line.costType } : {}),
    ...('isTaxRecoverable' in body ? { isTaxRecoverable: line.isTaxRecoverable } : {}),
    ...('isExcludedFromGeneralCostsData' in body
      ? {
          isExcludedFromGeneralCostsData: line.isExcludedFromGeneralCostsData,
          ...(line.isExcludedFromGeneralCostsData ? { exclusionReason: line.exclusionReason } : {}),
        }
      : {}),
    ...('basis' in body ? { basis: line.basis } : {}),
    ...('scope' in body ? { scope: scopeBody(line.scope) } : {}),
    // Changing the basis or scope deletes typed shares, so Undo has to restore them too.
    ...(('basis' in body || 'scope' in body) && line.basis === 'MANUAL'
      ? { manualShares: [...line.manualShares] }
      : {}),
  };
}

/** The sum of the amounts of the lines, or of the values that `of` returns for them. */
export function sumOfLines(
  lines: readonly InvoiceLine[],
  currency: string,
  of: (line: InvoiceLine) => string = (line) => line.amount,
): string {
  const sum = lines.reduce((total, line) => total + (minorOfText(of(line), currency) ?? 0n), 0n);
  return formatAmount(sum, currency);
}

/** A preview request that covers all lines with the same basis and scope. */
interface SpreadQuestion {
  readonly lineId: string;
  readonly basis: Basis | null;
  readonly scope: { readonly type: ScopeOption['type']; readonly id: string }[] | null;
  /** How many lines have this basis and scope. */
  readonly count: number;
}

/** Groups the changed lines by basis and scope. Each group then needs only one preview request. */
export function questionsOf(edits: readonly LineEdit[]): SpreadQuestion[] {
  const questions = new Map<string, SpreadQuestion>();
  for (const { line, body } of edits) {
    if (line.product || line.isExcludedFromGeneralCostsData) continue;
    if (!('basis' in body) && !('scope' in body) && !('costType' in body)) continue;
    const chosen = 'basis' in body ? (body.basis ?? null) : line.basis;
    // Typed shares belong to a single line and cannot be previewed for other lines.
    if (chosen === 'MANUAL') continue;
    // The server previews the basis for the stored cost type. If the cost type changes too, name the default basis of
    // the new type explicitly.
    const basis = chosen ?? (body.costType ? defaultBasisOf(body.costType) : null);
    const scope = 'scope' in body ? (body.scope ?? null) : (scopeBody(line.scope) ?? null);
    const key = `${basis ?? defaultBasisOf(line.costType)} ${scopeKey(scope)}`;
    const known = questions.get(key);
    questions.set(
      key,
      known ? { ...known, count: known.count + 1 } : { lineId: line.invoiceLineId, basis, scope, count: 1 },
    );
  }
  return [...questions.values()];
}

/**
 * The lines as they were before a deletion, for Undo. Lines that still exist have their ids; deleted lines are added as
 * new ones.
 */
export const restoration = (before: readonly InvoiceLine[], left: ReadonlySet<string>): LineReplacement[] =>
  before.map((line) => (left.has(line.invoiceLineId) ? { invoiceLineId: line.invoiceLineId } : bodyOfLine(line)));
