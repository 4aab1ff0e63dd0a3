/**
 * The texts that the rules can return: the code of each, with the names of the values that it needs. A catalogue in the
 * contracts package has the words.
 */
export interface RuleTexts {
  'field.max_length': 'max';
  'field.min': 'min';
  'amount.form': never;
  'amount.too_large': never;
  'amount.no_decimals': 'currency';
  'amount.decimals': 'currency' | 'decimals';
  'currency.unknown': 'currency';
  'quantity.form': never;
  'quantity.decimals': 'max';
  'rate.form': never;
  'rate.above_zero': never;
  'rate.digits': 'max';
  'price.form': never;
  'price.decimals': 'max';
  'sum.form': never;
  'sum.bracket': never;
  'sum.divides_by_zero': never;
  'sum.not_a_number': 'typed';
  'sum.ambiguous': 'typed' | 'whole' | 'decimal';
  'sum.other_currency': 'currency' | 'wanted';
  'share.not_in_scope': never;
  'share.twice': never;
  'share.sign': never;
  'share.too_much': 'given' | 'total';
  'invoice.move': 'status' | 'from' | 'to';
  'invoice.archived': never;
  'invoice.not_closed': 'status';
  'invoice.incomplete': 'missing';
  'invoice.needs_supplier': never;
  'invoice.needs_date': never;
  'invoice.needs_rate': 'from' | 'to';
  'invoice.needs_line': never;
  'invoice.not_assigned': 'count' | 'amount';
  'invoice.needs_total': never;
  'invoice.difference': 'amount';
  'purchase_order.move': 'status' | 'to';
  'purchase_order.incomplete': 'missing';
  'purchase_order.needs_supplier': never;
  'purchase_order.needs_date': never;
  'purchase_order.needs_item': never;
  'purchase_order.needs_terms': never;
  'purchase_order.invoiced': never;
  'purchase_order.by_itself': never;
  'purchase_order.archived': never;
  'purchase_order.open': never;
  'terms.percent': never;
  'terms.total': never;
  'payment.above_zero': never;
  'payment.mismatch': 'amount' | 'currency';
  'payment.swapped_digits': never;
  'payment.count': 'max';
  'payment.percents_or_amounts': never;
  'payment.other_schedule': never;
  'payment.twice': never;
  'payment.left_out': never;
  'payment.below_settled': 'amount';
  'payment.no_rest': never;
  'payment.no_total': never;
  'payment.credit_note': never;
  'payment.difference': 'amount';
  'payment.future': never;
  'payment.more_than_open': 'amount';
  'payment.more_than_left': 'amount';
  'payment.paid': never;
  'payment.nothing_to_undo': never;
  'payment.bank_took_more': 'amount';
  'payment.bank_took_less': 'amount';
  'payment.needs_bank_amount': 'from' | 'to';
  'payment.needs_rate': 'from' | 'to';
  'payment.own_rate': never;
  'payment.choose': never;
  'payment.one_supplier': never;
  'payment.one_currency': 'currency';
  'pack_list.left': 'count' | 'left';
  'pack_list.credit_left': 'left' | 'packed';
  'pack_list.packed': 'packed';
  'pack_list.locked': 'status';
  'pack_list.received': never;
  'receipt.surplus': 'left' | 'tolerance';
  'receipt.before_shipped': 'day';
  'receipt.not_shipped': never;
  'receipt.nothing_left': never;
  'stock.future': never;
  'missing.left': 'count' | 'left';
  'missing.supplier': never;
  'missing.not_received': never;
  'missing.debtor': never;
  'carton.count': 'max';
  'carton.split': 'count' | 'units' | 'per' | 'cartons';
  'carton.split_rest': 'count' | 'units' | 'per' | 'cartons' | 'rest';
  'shipment_status.OPEN': never;
  'shipment_status.IN_TRANSIT': never;
  'shipment_status.RECEIVED': never;
  'shipment_status.CLOSED': never;
  'plan.locked': 'status';
  'plan.move': 'status' | 'to';
  'plan.empty': never;
  'plan.has_receipts': never;
  'plan.nothing_out': never;
  'plan.undecided': 'count' | 'units';
  'plan.closed': never;
  'plan.day_before': 'day';
  'plan.not_shipped': never;
  'freight.needs_price': never;
  'freight.needs_container': never;
  'freight.break_order': never;
  'freight.level': never;
  'freight.divisor_above_zero': never;
  'freight.valid_backwards': never;
  'share.duty_category': never;
  'duty.percent': 'max' | 'decimals';
}
type RuleParam = string | number | RuleText | readonly RuleText[];
/** A text before translation: its code and its values. */
export interface RuleText {
  readonly code: keyof RuleTexts;
  readonly params?: Readonly<Record<string, RuleParam>>;
}

/** Creates a text of the rules. An unknown code or a missing value does not compile. */
export const ruleText = <Code extends keyof RuleTexts>(
  code: Code,
  ...[params]: [RuleTexts[Code]] extends [never] ? [] : [params: Readonly<Record<RuleTexts[Code], RuleParam>>]
): RuleText => ({ code, ...(params !== undefined && { params }) });

/**
 * A value, or the reason why there is none. Domain functions return this for invalid user input instead of throwing.
 */
export type Result<T> = { ok: true; value: T } | { ok: false; code: string; message: RuleText };

/** Creates a result that contains a value. */
export const ok = <T>(value: T): { ok: true; value: T } => ({ ok: true, value });

/** Creates a result that contains the reason for a refusal. */
export const refuse = (code: string, message: RuleText): { ok: false; code: string; message: RuleText } => ({
  ok: false,
  code,
  message,
});
