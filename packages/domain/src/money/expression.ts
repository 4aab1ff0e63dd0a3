import { ok, refuse, ruleText, type Result, type RuleText } from '../refusal.ts';
import { isCurrency, exponentOf } from './currencies.ts';
import { readTyped, withoutCurrency } from './number-text.ts';
import { mayBeIn, type WrittenCurrency } from './written-currency.ts';
import { pow10, QUANTITY_DECIMALS, roundDiv, tooManyDecimals, withinLimit } from './money.ts';

const MAX_TEXT = 200;
/** The number of decimals that are shown of a result whose decimals never end, such as 10/3. */
const SHOWN_DECIMALS = 20;
const BAD = 'bad_input';
const NOT_A_SUM = ruleText('sum.form');

/** A quotient of two integers; d is not 0. Amounts and quantities are rounded once, from this quotient. */
interface Fraction {
  readonly n: bigint;
  readonly d: bigint;
}
interface Sum extends Fraction {
  /** Whether the person typed a sum. False for a plain number, whose typed decimals are preserved. */
  readonly isSum: boolean;
  readonly decimals: number;
}
/** A sum with the currency that was typed with it. */
interface Typed extends Sum {
  readonly written: WrittenCurrency | null;
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

/** Parses a typed number with separators such as "1234.5", ".5", "0,85", "1 234,50", "1,234.50" or "1.234,50". */
function literal(text: string, fail: Fail): Literal {
  const plain = readTyped(text);
  if (plain === undefined) return fail(ruleText('sum.not_a_number', { typed: text }));
  if (typeof plain !== 'string') return fail(ruleText('sum.ambiguous', { typed: text, ...plain }));
  const [whole = '', fraction = ''] = plain.split('.');
  return { n: BigInt(whole + fraction), d: pow10(fraction.length), decimals: fraction.length };
}

/**
 * Matches a number, whose thousands may be separated by spaces or apostrophes; an operator; or all that stands between
 * operators and spaces, so that the refusal of a word names the whole word.
 */
const TOKEN =
  /\d{1,3}(?:[ '’]\d{3})+(?![\d])[\d.,]*(?=$|[^\p{L}\d])|[-+*/()\u2212\u00d7\u00f7]|[^\s\-+*/()\u2212\u00d7\u00f7]+/gu;

function tokensOf(text: string, fail: Fail): Token[] {
  return (text.match(TOKEN) ?? []).map((piece) => OPERATORS[piece] ?? literal(piece, fail));
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

function evaluate(text: string): Result<Typed> {
  const { rest: typed, written } = withoutCurrency(text.trim().replace(/^=/, ''));
  if (typed.length > MAX_TEXT) return refuse(BAD, ruleText('field.max_length', { max: MAX_TEXT }));
  const problems: RuleText[] = [];
  const fail: Fail = (message) => {
    problems.push(message);
    return ZERO;
  };
  const sum = evaluateTokens(tokensOf(typed, fail), fail);
  return problems[0] === undefined ? ok({ ...sum, written }) : refuse(BAD, problems[0]);
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
function sumTo({ n, d, isSum, decimals: typed }: Sum, decimals: number, tooMany: RuleText): Result<bigint> {
  return !isSum && typed > decimals ? refuse(BAD, tooMany) : withinLimit(roundDiv(n * pow10(decimals), d));
}

/**
 * Parses a typed amount or sum into minor units, rounded once, half away from zero. The currency of the amount may be
 * written beside it, but no other one.
 */
export function sumToAmount(text: string, currency: string): Result<bigint> {
  if (!isCurrency(currency)) return refuse(BAD, ruleText('currency.unknown', { currency }));
  const sum = evaluate(text);
  if (!sum.ok) return sum;
  const { written } = sum.value;
  if (written && !mayBeIn(written, currency))
    return refuse(BAD, ruleText('sum.other_currency', { currency: written.name, wanted: currency }));
  return sumTo(sum.value, exponentOf(currency), tooManyDecimals(currency));
}

/** Parses a typed quantity or sum into millionths of a unit, rounded once, half away from zero. */
export function sumToQuantity(text: string): Result<bigint> {
  const sum = evaluate(text);
  if (!sum.ok) return sum;
  if (sum.value.written) return refuse(BAD, ruleText('sum.not_a_number', { typed: text.trim() }));
  return sumTo(sum.value, QUANTITY_DECIMALS, ruleText('quantity.decimals', { max: QUANTITY_DECIMALS }));
}
