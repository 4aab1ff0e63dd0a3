import { checkDutyBasis } from '@quayside/domain/shipments/duty';
import type { ManualShare } from '@quayside/domain/landed-cost/types';
import { say, type Text } from '@quayside/contracts/texts/catalogue';
import { type Basis, type CostCategory } from '@quayside/domain/lists';
import { MICRO, parseAmount, parseQuantity } from '@quayside/domain/money/money';
import type { Result } from '@quayside/domain/refusal';
import type { FieldProblem } from '../../../http/errors.ts';
import {
  type CreditedLine,
  followsLine,
  type LinePlace,
  refusalOfCredit,
  refusalsOfFigures,
} from './invoice-credits.rules.ts';
import type { BodyOf } from '../invoices.types.ts';

/** The fields of a line that a person can type, as they are stored. */
export interface LineFields {
  readonly productId: string | null;
  readonly name: string | null;
  readonly account: string | null;
  readonly internalReference: string | null;
  readonly costType: CostCategory;
  readonly quantityMicro: bigint;
  readonly amountMinor: bigint;
  readonly taxMinor: bigint;
  readonly isTaxRecoverable: boolean;
  /** The id of the line that this line credits; null if it is not a credit. */
  readonly creditsLineId: string | null;
  /** The item of a purchase order that the line invoices. A credit has that of the line that it credits. */
  readonly purchaseOrderLineId: string | null;
  /** Why a person accepts the line although it is off its purchase order. */
  readonly matchReason: string | null;
  readonly isExcluded: boolean;
  readonly exclusionReason: string | null;
  readonly basis: Basis | null;
  /** Whether a person has chosen over which orders the cost of the line is shared; otherwise the default applies. */
  readonly hasChosenScope: boolean;
}
export type LinePatch = BodyOf<'createInvoiceLine'>;
export interface CheckedLine {
  readonly fields: LineFields;
  /** The typed shares that are to replace the stored ones; undefined leaves the stored shares unchanged. */
  readonly shares: readonly ManualShare[] | undefined;
  readonly errors: readonly FieldProblem[];
}

/** A new line, before any typed values are applied. */
export const blankLine = (costType: CostCategory): LineFields => ({
  productId: null,
  name: null,
  account: null,
  internalReference: null,
  costType,
  quantityMicro: 0n,
  amountMinor: 0n,
  taxMinor: 0n,
  isTaxRecoverable: true,
  creditsLineId: null,
  purchaseOrderLineId: null,
  matchReason: null,
  isExcluded: false,
  exclusionReason: null,
  basis: null,
  hasChosenScope: false,
});

/** What a line is checked against: its invoice, and the line that it credits. */
export interface LineContext extends LinePlace {
  /** The credited line; undefined if the line is not a credit, or credits a line that the account does not have. */
  readonly credited: CreditedLine | undefined;
}
type Refuse = (field: string, message: Text) => void;

/**
 * Applies a patch to a line, and returns an error for every rule that the result breaks. Rules that need more data than
 * `context` contains are checked elsewhere.
 */
export function mergeLine(current: LineFields, patch: LinePatch, context: LineContext): CheckedLine {
  const { currency } = context;
  const errors: FieldProblem[] = [];
  const refuse: Refuse = (field, message) => void errors.push({ field, message });
  const read = <T>(field: string, result: Result<T>, otherwise: T): T => {
    if (result.ok) return result.value;
    refuse(field, result.message);
    return otherwise;
  };
  const isExcluded = patch.isExcludedFromGeneralCostsData ?? current.isExcluded;
  const reason = patch.exclusionReason === undefined ? current.exclusionReason : patch.exclusionReason;
  const typed: LineFields = {
    productId: patch.productId === undefined ? current.productId : patch.productId,
    name: patch.name === undefined ? current.name : patch.name,
    account: patch.account === undefined ? current.account : patch.account,
    internalReference: patch.internalReference === undefined ? current.internalReference : patch.internalReference,
    costType: patch.costType ?? current.costType,
    quantityMicro:
      patch.quantity === undefined
        ? current.quantityMicro
        : read('quantity', parseQuantity(patch.quantity), current.quantityMicro),
    amountMinor:
      patch.amount === undefined
        ? current.amountMinor
        : read('amount', parseAmount(patch.amount, currency), current.amountMinor),
    taxMinor:
      patch.taxAmount === undefined
        ? current.taxMinor
        : read('taxAmount', parseAmount(patch.taxAmount, currency), current.taxMinor),
    isTaxRecoverable: patch.isTaxRecoverable ?? current.isTaxRecoverable,
    creditsLineId: patch.creditsLineId === undefined ? current.creditsLineId : patch.creditsLineId,
    purchaseOrderLineId:
      patch.purchaseOrderLineId === undefined ? current.purchaseOrderLineId : patch.purchaseOrderLineId,
    matchReason: patch.matchReason === undefined ? current.matchReason : patch.matchReason,
    isExcluded,
    // The reason for an exclusion is stored only while the line is excluded.
    exclusionReason: isExcluded ? reason : null,
    basis: patch.basis === undefined ? current.basis : patch.basis,
    hasChosenScope: patch.scope === undefined ? current.hasChosenScope : patch.scope !== null,
  };
  const fields = withReason(current, mergeCredit(current, typed, patch, context, refuse), patch);
  const isOrder = fields.costType === 'FACTORY_INVOICE' && fields.productId !== null;
  errors.push(
    ...refusalsOfFigures(context, { ...fields, isOrder }, creditedBy(fields, context), fields.creditsLineId !== null),
  );
  if (isOrder && fields.quantityMicro % MICRO !== 0n) refuse('quantity', say('invoices.whole_units'));
  if (fields.isExcluded && fields.exclusionReason === null) refuse('exclusionReason', say('field.required'));
  if (patch.scope?.length === 0) refuse('scope', say('invoices.choose_scope'));
  const byDuty = checkDutyBasis(fields.costType, fields.basis);
  if (!byDuty.ok) refuse(byDuty.field, byDuty.message);
  return { fields, shares: mergeShares(current, fields, patch, currency, refuse), errors };
}

/** A reason holds for the figures that it was given for: when they change, it is cleared unless it is given again. */
function withReason(current: LineFields, fields: LineFields, patch: LinePatch): LineFields {
  const isSame =
    current.purchaseOrderLineId === fields.purchaseOrderLineId &&
    current.amountMinor === fields.amountMinor &&
    current.quantityMicro === fields.quantityMicro;
  return isSame || patch.matchReason ? fields : { ...fields, matchReason: null };
}

const creditedBy = ({ creditsLineId }: LineFields, { credited }: LineContext): CreditedLine | undefined =>
  creditsLineId === null || credited?.invoiceKind === 'CREDIT_NOTE' ? undefined : credited;

/** A credit inherits its product, cost type, tax treatment, exclusion and shares from the line that it credits. */
function mergeCredit(
  current: LineFields,
  typed: LineFields,
  patch: LinePatch,
  context: LineContext,
  refuse: Refuse,
): LineFields {
  if (typed.creditsLineId === null) return typed;
  const { credited } = context;
  const problem = typed.creditsLineId === current.creditsLineId ? undefined : refusalOfCredit(context, credited);
  if (problem) refuse('creditsLineId', problem);
  if (!credited || problem) return typed;
  const { productId, costType, isTaxRecoverable, isExcluded, exclusionReason, purchaseOrderLineId } = credited;
  const differs = (wanted: unknown, is: unknown) => wanted !== undefined && wanted !== is;
  if (differs(patch.productId, productId)) refuse('productId', followsLine(credited));
  if (differs(patch.costType, costType)) refuse('costType', followsLine(credited));
  if (differs(patch.isTaxRecoverable, isTaxRecoverable)) refuse('isTaxRecoverable', followsLine(credited));
  if (differs(patch.isExcludedFromGeneralCostsData, isExcluded))
    refuse('isExcludedFromGeneralCostsData', followsLine(credited));
  if (differs(patch.exclusionReason, exclusionReason)) refuse('exclusionReason', followsLine(credited));
  if (differs(patch.purchaseOrderLineId, purchaseOrderLineId)) refuse('purchaseOrderLineId', followsLine(credited));
  if (patch.basis) refuse('basis', followsLine(credited));
  if (patch.scope) refuse('scope', followsLine(credited));
  return {
    ...typed,
    productId,
    costType,
    isTaxRecoverable,
    isExcluded,
    exclusionReason,
    purchaseOrderLineId,
    basis: null,
    hasChosenScope: false,
  };
}

/**
 * Typed shares exist only with the basis MANUAL. Changing to another basis removes them, and changing to MANUAL
 * requires them.
 */
function mergeShares(
  current: LineFields,
  fields: LineFields,
  patch: LinePatch,
  currency: string,
  refuse: Refuse,
): readonly ManualShare[] | undefined {
  const typed = patch.manualShares;
  if (fields.basis !== 'MANUAL') {
    if (typed !== undefined && typed.length > 0) refuse('manualShares', say('invoices.shares_only_manual'));
    return current.basis === 'MANUAL' ? [] : undefined;
  }
  if (typed === undefined) {
    if (current.basis !== 'MANUAL') refuse('manualShares', say('field.required'));
    return undefined;
  }
  return typed.map(({ layerId, packListId = null, amount }, i): ManualShare => {
    const parsed = parseAmount(amount, currency);
    if (!parsed.ok) refuse(`manualShares.${i}.amount`, parsed.message);
    return { layerId, packListId, amountMinor: parsed.ok ? parsed.value : 0n };
  });
}

export const isSameLine = (a: LineFields, b: LineFields): boolean =>
  (Object.keys(a) as (keyof LineFields)[]).every((key) => a[key] === b[key]);
