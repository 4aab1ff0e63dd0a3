import { Input, TextInput } from '@mantine/core';
import { evaluateSum, sumToAmount } from '@quayside/domain/money/expression';
import { formatAmount } from '@quayside/domain/money/money';
import { useId, useState } from 'react';
import { ruleWords } from '../../i18n/rule-words.ts';
import { useT } from '../../i18n/i18n.ts';
import { formatMoney } from '../../lib/format.ts';
import classes from './amount-field.module.css';
import { type FieldProps, useField } from './fields.tsx';

interface AmountInputProps {
  /** A decimal string, or the raw text while typing. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly currency: string;
  readonly id?: string;
  readonly 'aria-label'?: string;
  readonly error?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly placeholder?: string | undefined;
  readonly onBlur?: () => void;
  readonly autoFocus?: boolean | undefined;
}

/** Whether the text is an expression and not just a number. */
export const isSum = (typed: string): boolean => /[+*/()×÷−]|.-/.test(typed.trim());

/**
 * Parses a typed amount in a currency: the decimal string, or the reason why it is invalid. Undefined for an empty
 * field.
 */
export function readAmount(typed: string, currency: string): { amount: string } | { problem: string } | undefined {
  if (typed.trim() === '') return undefined;
  const minor = sumToAmount(typed, currency);
  return minor.ok ? { amount: formatAmount(minor.value, currency) } : { problem: ruleWords(minor.message) };
}

/** An amount field that accepts sums such as `120*0.85+14`. The result is shown below and replaces the text on blur. */
export function AmountInput({ value, onChange, currency, error, onBlur, ...rest }: AmountInputProps) {
  const t = useT();
  const hintId = useId();
  const [problem, setProblem] = useState<string>();
  const result = isSum(value) && evaluateSum(value).ok ? readAmount(value, currency) : undefined;
  const shown =
    result && 'amount' in result
      ? t('amountInput.result', { value: formatMoney(result.amount, currency, { as: 'bare', zero: 'figure' }) })
      : undefined;
  const settle = () => {
    const read = readAmount(value, currency);
    setProblem(read && 'problem' in read ? read.problem : undefined);
    if (read && 'amount' in read && read.amount !== value) onChange(read.amount);
    onBlur?.();
  };
  return (
    <>
      <TextInput
        {...rest}
        error={problem ?? error}
        classNames={{ input: classes.amount ?? '' }}
        inputMode="decimal"
        autoComplete="off"
        leftSection={<span className={classes.currency}>{currency}</span>}
        leftSectionWidth={46}
        leftSectionPointerEvents="none"
        value={value}
        aria-describedby={shown ? hintId : undefined}
        onChange={(event) => (setProblem(undefined), onChange(event.currentTarget.value))}
        onKeyDown={(event) => event.key === 'Enter' && isSum(value) && (event.preventDefault(), settle())}
        onBlur={settle}
      />
      {shown && (
        <output id={hintId} className={classes.result}>
          {shown}
        </output>
      )}
    </>
  );
}

/** AmountInput as a form field. */
export function AmountField(props: FieldProps & { currency: string }) {
  const id = useId();
  const { value, set, shared } = useField(props);
  return (
    <Input.Wrapper id={id} label={shared.label} description={shared.description}>
      <AmountInput
        id={id}
        value={typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value)}
        onChange={set}
        currency={props.currency}
        error={shared.error}
        disabled={props.disabled}
        readOnly={props.readOnly}
        placeholder={props.placeholder}
        onBlur={shared.onBlur}
        autoFocus={props.autoFocus}
      />
    </Input.Wrapper>
  );
}
