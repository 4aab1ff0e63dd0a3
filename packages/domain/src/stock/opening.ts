import { exponentOf } from '../money/currencies.ts';
import { MICRO, parseQuantity, pow10, roundDiv, withinLimit } from '../money/money.ts';
import { refuse, type Result, ruleText } from '../refusal.ts';

/**
 * What units of opening stock cost in minor units: units by unit cost, rounded once. The unit cost is a plain decimal
 * number from 0 on with at most 6 decimals.
 */
export function openingCost(units: bigint, unitCost: string, currency: string): Result<bigint> {
  const micro = parseQuantity(unitCost);
  if (!micro.ok)
    return refuse(
      'unitCost',
      micro.message.code === 'quantity.decimals' ? ruleText('price.decimals', { max: 6 }) : ruleText('price.form'),
    );
  if (micro.value < 0n) return refuse('unitCost', ruleText('field.min', { min: 0 }));
  const total = withinLimit(roundDiv(units * micro.value * pow10(exponentOf(currency)), MICRO));
  return total.ok ? total : refuse('unitCost', total.message);
}
