import {
  Checkbox,
  type CheckboxProps,
  NumberInput as MantineNumberInput,
  type NumberInputProps as MantineNumberProps,
  Textarea,
  type TextareaProps,
  TextInput as MantineTextInput,
  type TextInputProps as MantineTextProps,
} from '@mantine/core';

// The inputs of the kit, for filters, dialogs and cells that have no form. The fields of a form are made of them. For
// days, amounts and choices there are DayInput, AmountInput and Chooser.

type TextInputProps = Omit<MantineTextProps, 'value' | 'onChange'> & {
  readonly value: string;
  readonly onChange: (text: string) => void;
};
/** An input for one line of text. */
export const TextInput = ({ onChange, ...props }: TextInputProps) => (
  <MantineTextInput autoComplete="off" {...props} onChange={(event) => onChange(event.currentTarget.value)} />
);

type TextAreaInputProps = Omit<TextareaProps, 'value' | 'onChange' | 'maxRows'> & {
  readonly value: string;
  readonly onChange: (text: string) => void;
};
/**
 * Chromium and Safari can size a field by its text. For other browsers Mantine measures the text at each rendering,
 * which takes a twentieth of the time of a form with several such fields.
 */
const isSizedByText = (): boolean => CSS.supports('field-sizing', 'content');
const MAX_ROWS = 12;
const heightOf = (rows: number): string => `calc(${rows} * 1lh + 2 * var(--input-padding-y) + 2px)`;
const sizedByText = (minRows: number) => ({
  fieldSizing: 'content' as const,
  maxHeight: heightOf(MAX_ROWS),
  ...(minRows > 1 && { minHeight: heightOf(minRows) }),
});

/** An input for several lines of text. With `autosize` it is as high as its text, but at most twelve lines. */
export const TextAreaInput = ({ onChange, autosize, minRows = 1, ...props }: TextAreaInputProps) => (
  <Textarea
    {...props}
    {...(autosize &&
      (isSizedByText() ? { styles: { input: sizedByText(minRows) } } : { autosize, minRows, maxRows: MAX_ROWS }))}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);

type WholeNumberInputProps = Omit<MantineNumberProps, 'value' | 'onChange' | 'suffix'> & {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  /** The unit. It stands after the number, and alone while the input is empty. */
  readonly suffix?: string | undefined;
};
/** An input for a whole number that is not negative. */
export const WholeNumberInput = ({ value, onChange, suffix, min = 0, ...props }: WholeNumberInputProps) => (
  <MantineNumberInput
    className="num"
    allowDecimal={false}
    allowNegative={false}
    min={min}
    max={Number.MAX_SAFE_INTEGER}
    clampBehavior="none"
    suffix={suffix ? ` ${suffix}` : ''}
    placeholder={suffix ?? ''}
    hideControls
    {...props}
    value={value ?? ''}
    onChange={(next) => onChange(next === '' ? null : typeof next === 'number' ? next : Number(next))}
  />
);

type CheckInputProps = Omit<CheckboxProps, 'onChange'> & { readonly onChange: (isChecked: boolean) => void };
/** A checkbox with its label. */
export const CheckInput = ({ onChange, ...props }: CheckInputProps) => (
  <Checkbox {...props} onChange={(event) => onChange(event.currentTarget.checked)} />
);
