import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import type { LineBody } from './line-draft.ts';

/** The request body that creates a line equal to this one, for Undo. */
export function bodyOfLine(line: InvoiceLine): LineBody {
  const figures: LineBody = {
    name: line.name,
    account: line.account,
    internalReference: line.internalReference,
    quantity: line.quantity,
    amount: line.amount,
    taxAmount: line.taxAmount,
  };
  // A credit takes all other fields from the line that it credits.
  if (line.creditsLine) return { ...figures, creditsLineId: line.creditsLine.lineId };
  return {
    ...figures,
    productId: line.product?.id ?? null,
    costType: line.costType,
    ...(line.purchaseOrderLine ? { purchaseOrderLineId: line.purchaseOrderLine.id } : {}),
    ...(line.match?.reason ? { matchReason: line.match.reason } : {}),
    isTaxRecoverable: line.isTaxRecoverable,
    isExcludedFromGeneralCostsData: line.isExcludedFromGeneralCostsData,
    exclusionReason: line.exclusionReason,
    basis: line.basis,
    ...(line.scope ? { scope: line.scope.map(({ type, id }) => ({ type, id })) } : {}),
    ...(line.manualShares.length > 0 ? { manualShares: [...line.manualShares] } : {}),
  };
}
