import { ok, refuse, ruleText, type Result, type RuleText } from '../refusal.ts';
import { isCurrency, exponentOf } from './currencies.ts';
import { pow10, QUANTITY_DECIMALS, roundDiv, tooManyDecimals, withinLimit } from './money.ts';

const MAX_TEXT = 200;
/** Decimals shown of a result whose decimals never end, such as 10/3. */
const SHOWN_DECIMALS = 20;
const BAD = 'bad_input';
const NOT_A_SUM = ruleText('sum.form');

/** A quotient of two integers; d is not 0. Amounts and quantities are rounded once, from this quotient. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}
interface Sum extends Fraction {
  /** False for a plain number, whose typed decimals are preserved. */
  readonly isSum: boolean;
  readonly decimals: number;
}
interface Literal extends Fraction {
  readonly decimals: number;
}
type Token = Literal | '+' | '-' | '*' | '/' | '(' | ')';

const OPERATORS: Readonly<Record<string, '+' | '-' | '*' | '/' | '(' | ')'>> = {
  '+': '+',
  '-': '-',
  '\u2212': '-',
  '*': '*',
  '\u00d7': '*',
  '/': '/',
  '\u00f7': '/',
  '(': '(',
  ')': ')',
};

/**
 * Records the problem and continues with 0, so that parsing always terminates. The first problem recorded is reported.
 */
type Fail = (message: RuleText) => Literal;
const ZERO: Literal = { n: 0n, d: 1n, decimals: 0 };

/** Parses "1234.5", ".5", "0,85", "1,234.50" or "1.234,50". Which separators occur decides how they are read. */
function literal(text: string, fail: Fail): Literal {
  let plain = text;
  if (/^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text)) {
    if (/^[1-9]\d{0,2},\d{3}$/.test(text)) {
      const whole = text.replace(',', '');
      return fail(ruleText('sum.ambiguous', { typed: text, whole, decimal: text.replace(',', '.') }));
    }
    plain = text.startsWith('0') ? text.replace(',', '.') : text.replaceAll(',', '');
  } else if (/^\d{1,3}(\.\d{3})+,\d+$/.test(text)) {
    plain = text.replaceAll('.', '').replace(',', '.');
  } else if (/^\d*,\d+$/.test(text)) {
    plain = text.replace(',', '.');
  }
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain)) return fail(ruleText('sum.not_a_number', { typed: text }));
  const [whole = '', fraction = ''] = plain.split('.');
  return { n: BigInt(whole + fraction), d: pow10(fraction.length), decimals: fraction.length };
}

function tokensOf(text: string, fail: Fail): Token[] {
  return (text.match(/[\d.,]+|\S/g) ?? []).map((piece) => OPERATORS[piece] ?? literal(piece, fail));
}

const calculate: Readonly<Record<'+' | '-' | '*' | '/', (a: Fraction, b: Fraction, fail: Fail) => Fraction>> = {
  '+': (a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d }),
  '-': (a, b) => ({ n: a.n * b.d - b.n * a.d, d: a.d * b.d }),
  '*': (a, b) => ({ n: a.n * b.n, d: a.d * b.d }),
  '/': (a, b, fail) => (b.n === 0n ? fail(ruleText('sum.divides_by_zero')) : { n: a.n * b.d, d: a.d * b.n }),
};

/** Evaluates the tokens by precedence: sums of products of signed numbers and brackets. */
function evaluateTokens(tokens: readonly Token[], fail: Fail): Sum {
  let at = 0;
  let isSum = false;
  let decimals = 0;
  const chain = (operators: readonly ('+' | '-' | '*' | '/')[], operand: () => Fraction): Fraction => {
    let value = operand();
    for (
      let operator = operators.find((o) => o === tokens[at]);
      operator;
      operator = operators.find((o) => o === tokens[at])
    ) {
      at += 1;
      isSum = true;
      value = calculate[operator](value, operand(), fail);
    }
    return value;
  };
  const sum = (): Fraction => chain(['+', '-'], product);
  const product = (): Fraction => chain(['*', '/'], signed);
  const signed = (): Fraction => {
    const token = tokens[at];
    at += 1;
    if (token === '-') {
      const { n, d } = signed();
      return { n: -n, d };
    }
    if (token === '+') return signed();
    if (token === '(') {
      const inner = sum();
      if (tokens[at] !== ')') return fail(ruleText('sum.bracket'));
      at += 1;
      return inner;
    }
    if (typeof token !== 'object') return fail(NOT_A_SUM);
    decimals = token.decimals;
    return token;
  };
  const { n, d } = sum();
  if (at < tokens.length) fail(NOT_A_SUM);
  return { n, d, isSum, decimals };
}

function evaluate(text: string): Result<Sum> {
  const typed = text.trim().replace(/^=/, '');
  if (typed.length > MAX_TEXT) return refuse(BAD, ruleText('field.max_length', { max: MAX_TEXT }));
  const problems: RuleText[] = [];
  const fail: Fail = (message) => {
    problems.push(message);
    return ZERO;
  };
  const sum = evaluateTokens(tokensOf(typed, fail), fail);
  return problems[0] === undefined ? ok(sum) : refuse(BAD, problems[0]);
}

const strip = (digits: bigint, scale: number): { digits: bigint; scale: number } =>
  scale > 0 && digits % 10n === 0n ? strip(digits / 10n, scale - 1) : { digits, scale };

/**
 * Evaluates a typed sum such as `120*0.85+14` as `digits / 10^scale` in its shortest form. The value is exact unless
 * its decimals never end; then it is rounded to 20 decimals. Amounts are never computed from this value.
 */
export function evaluateSum(text: string): Result<{ digits: bigint; scale: number }> {
  const sum = evaluate(text);
  if (!sum.ok) return sum;
  return ok(strip(roundDiv(sum.value.n * pow10(SHOWN_DECIMALS), sum.value.d), SHOWN_DECIMALS));
}

/**
 * Rounds a sum once. A plain number with too many decimals is refused instead, because the user did not ask for
 * rounding.
 */
function sumTo(text: string, decimals: number, tooMany: RuleText): Result<bigint> {
  const sum = evaluate(text);
  if (!sum.ok) return sum;
  if (!sum.value.isSum && sum.value.decimals > decimals) return refuse(BAD, tooMany);
  return withinLimit(roundDiv(sum.value.n * pow10(decimals), sum.value.d));
}

/** Parses a typed amount or sum into minor units, rounded once, half away from zero. */
export function sumToAmount(text: string, currency: string): Result<bigint> {
  if (!isCurrency(currency)) return refuse(BAD, ruleText('currency.unknown', { currency }));
  return sumTo(text, exponentOf(currency), tooManyDecimals(currency));
}

/** Parses a typed quantity or sum into millionths of a unit, rounded once, half away from zero. */
export const sumToQuantity = (text: string): Result<bigint> =>
  sumTo(text, QUANTITY_DECIMALS, ruleText('quantity.decimals', { max: QUANTITY_DECIMALS }));
