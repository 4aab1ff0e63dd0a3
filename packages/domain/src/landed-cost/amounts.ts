import { convert, type Rate } from '../money/money.ts';
import type { CostLine } from './types.ts';

/** The fields of a line that determine its cost. */
type LineAmounts = Pick<CostLine, 'amountMinor' | 'taxMinor' | 'isTaxRecoverable'>;

/** Returns the tax that is part of the cost because the account cannot claim it back. */
export const costTaxMinor = (line: LineAmounts): bigint => (line.isTaxRecoverable ? 0n : line.taxMinor);

/** Computes the cost of the line in the document's currency: its amount plus the tax that is not recoverable. */
export const lineDocumentMinor = (line: LineAmounts): bigint => line.amountMinor + costTaxMinor(line);

/** Computes the cost of the line in account currency: converts amount and tax separately, then adds them. */
export const lineAccountMinor = (
  line: LineAmounts & Pick<CostLine, 'currency' | 'accountCurrency'>,
  rate: Rate,
): bigint =>
  convert(line.amountMinor, line.currency, line.accountCurrency, rate) +
  convert(costTaxMinor(line), line.currency, line.accountCurrency, rate);
