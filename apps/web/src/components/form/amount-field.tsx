import { TextInput } from '@mantine/core';
import { evaluateSum, sumToAmount } from '@quayside/domain/money/expression';
import { formatAmount } from '@quayside/domain/money/money';
import { type ReactNode, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { ruleWords } from '../../i18n/rule-words.ts';
import { useT } from '../../i18n/i18n.ts';
import { formatMoney, groupDigits } from '../../lib/words/format.ts';
import classes from './amount-field.module.css';
import { type FieldProps, useField } from './fields.tsx';

interface AmountInputProps {
  /** A decimal string or, if the typed text is not valid yet, that text. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly currency: string;
  readonly id?: string;
  readonly label?: ReactNode;
  readonly description?: ReactNode;
  readonly 'aria-label'?: string;
  readonly error?: ReactNode;
  readonly disabled?: boolean | undefined;
  readonly readOnly?: boolean | undefined;
  readonly placeholder?: string | undefined;
  /** Called with the settled value when the field is left. */
  readonly onBlur?: (settled: string) => void;
  readonly autoFocus?: boolean | undefined;
  readonly onFocus?: () => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** Whether the text is an arithmetic expression and not just a number. */
export const isSum = (typed: string): boolean => /[+*/()×÷−]|.-/.test(typed.trim());

/**
 * Parses a typed amount or sum in a currency. Returns the decimal string, the reason why the text is invalid, or
 * undefined for an empty field.
 */
export function readAmount(typed: string, currency: string): { amount: string } | { problem: string } | undefined {
  if (typed.trim() === '') return undefined;
  const minor = sumToAmount(typed, currency);
  return minor.ok ? { amount: formatAmount(minor.value, currency) } : { problem: ruleWords(minor.message) };
}

/**
 * An amount field that accepts sums such as `120*0.85+14`. The result is shown below the field and replaces the sum on
 * blur.
 */
export function AmountInput({ value, onChange, currency, error, description, onBlur, ...rest }: AmountInputProps) {
  const t = useT();
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
    onBlur?.(read && 'amount' in read ? read.amount : value);
  };
  return (
    <TextInput
      {...rest}
      // A dialog gives the focus to the field with this attribute.
      data-autofocus={rest.autoFocus || undefined}
      error={problem ?? error}
      // The kit describes the input by its error and its description, and by nothing else. The result is part of the
      // latter, which stands below the input.
      description={
        shown ? (
          <>
            <span role="status" className={classes.result}>
              {shown}
            </span>{' '}
            {description}
          </>
        ) : (
          description
        )
      }
      classNames={{ input: classes.amount ?? '' }}
      inputMode="decimal"
      autoComplete="off"
      leftSection={
        <span className={classes.currency} data-unit>
          {currency}
        </span>
      }
      leftSectionWidth={46}
      leftSectionPointerEvents="none"
      value={value}
      onChange={(event) => (setProblem(undefined), onChange(event.currentTarget.value))}
      onKeyDown={(event) => event.key === 'Enter' && isSum(value) && (event.preventDefault(), settle())}
      onBlur={settle}
    />
  );
}

/** `AmountInput` as a form field. */
export function AmountField(props: FieldProps & { currency: string }) {
  const { value, set, shared } = useField(props);
  const [isFocused, setFocused] = useState(false);
  const text = typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
  const input = useRef<HTMLInputElement>(null);
  // When the separators go, the browser drops the selection that the Tab key made, and typing would append.
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);
  return (
    <AmountInput
      ref={input}
      label={shared.label}
      description={shared.description}
      // Thousands are separated while nobody types.
      value={isFocused || !/^-?\d+(\.\d+)?$/.test(text) ? text : groupDigits(text)}
      onChange={set}
      currency={props.currency}
      error={shared.error}
      disabled={props.disabled}
      readOnly={props.readOnly}
      placeholder={props.placeholder}
      onFocus={() => setFocused(true)}
      onBlur={(settled) => (setFocused(false), props.form.touch(props.name, settled))}
      autoFocus={props.autoFocus}
    />
  );
}
