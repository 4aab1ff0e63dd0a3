import { formatAmount, minorOfText } from '@quayside/domain/money/money';
import { amountOf } from '../editor/item-draft.ts';
import type { OrderState } from '../editor/order-editor.ts';
import { useEdited } from '../editor/use-editor.ts';

/** The sum of the items including typed figures that are not stored yet. */
const sumOfRows = ({ rows, record: { currency } }: OrderState): string =>
  formatAmount(
    [...rows.values()].reduce(
      (sum, { draft, stored }) => sum + (minorOfText(amountOf(draft, stored, currency), currency) ?? 0n),
      0n,
    ),
    currency,
  );

/** The amount of the purchase order with what is typed. */
export const useAmount = (): string => useEdited(sumOfRows);
