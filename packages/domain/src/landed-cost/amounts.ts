import { convert, type Rate } from '../money/money.ts';
import type { CostLine } from './types.ts';

/** The parts of a line that its cost is made of. */
export type LineAmounts = Pick<CostLine, 'amountMinor' | 'taxMinor' | 'isTaxRecoverable'>;

/** The tax that is part of the cost: what the account cannot claim back. */
export const costTaxMinor = (line: LineAmounts): bigint => (line.isTaxRecoverable ? 0n : line.taxMinor);

/** What the line costs in the document's currency: its amount, with the tax that is not recoverable. */
export const lineDocumentMinor = (line: LineAmounts): bigint => line.amountMinor + costTaxMinor(line);

/** What the line costs in account currency: its amount and its tax are each converted once, then added. */
export const lineAccountMinor = (line: LineAmounts & Pick<CostLine, 'currency' | 'accountCurrency'>, rate: Rate): bigint =>
  convert(line.amountMinor, line.currency, line.accountCurrency, rate) + convert(costTaxMinor(line), line.currency, line.accountCurrency, rate);
