import { PasswordInput, Switch, TagsInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Chooser, MultiChooser } from './chooser.tsx';
import { TextAreaInput, TextInput, WholeNumberInput } from './inputs.tsx';
import { useT } from '../../i18n/i18n.ts';
import { readTypedNumber } from '../../lib/words/typed-number.ts';
import type { ChooserExtras } from './use-chooser.tsx';
import classes from './form.module.css';
import type { FieldBinding } from './form-types.ts';

/** The props that every field has in addition to `{...form.field('name')}`. */
export interface FieldProps extends FieldBinding {
  readonly label: string;
  readonly help?: ReactNode;
  /** Marks the field as "optional". Fields are required by default. */
  readonly optional?: boolean;
  /** Marks the field as required, for forms in which most fields are optional and therefore have no mark. */
  readonly required?: boolean | undefined;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
}
interface Option {
  readonly value: string;
  readonly label: string;
}

/** The props that all fields have in common: label with "optional", help, error, validation on blur. */
export function useField({
  form,
  name,
  label,
  help,
  optional,
  required,
  placeholder,
  disabled,
  readOnly,
  autoFocus,
}: FieldProps) {
  const t = useT();
  const error = form.errorAt(name);
  return {
    value: form.values[name],
    set: (value: unknown) => form.set(name, value),
    shared: {
      label: optional ? (
        <>
          {label} <OptionalMark word={t('optional')} />
        </>
      ) : (
        label
      ),
      ...(required ? { withAsterisk: true, 'aria-required': true } : {}),
      description: help,
      error,
      placeholder,
      disabled,
      readOnly,
      'data-read-only': readOnly || undefined,
      'data-autofocus': autoFocus || undefined,
      autoFocus,
      name,
      onBlur: () => form.touch(name),
    },
  };
}

const OptionalMark = ({ word }: { word: string }) => (
  <span style={{ color: 'var(--q-text-3)', fontWeight: 400 }}>{word}</span>
);
const text = (value: unknown): string =>
  typeof value === 'string' ? value : value === null || value === undefined ? '' : String(value);
const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

interface TextFieldProps extends FieldProps {
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  readonly autoComplete?: string;
  readonly maxLength?: number;
  readonly lang?: string;
  /** Text after the value, such as a unit. */
  readonly suffix?: ReactNode;
}
/** A field for one line of text. */
export function TextField(props: TextFieldProps) {
  const { value, set, shared } = useField(props);
  return (
    <TextInput
      {...shared}
      type={props.type ?? 'text'}
      autoComplete={props.autoComplete ?? 'off'}
      maxLength={props.maxLength}
      lang={props.lang}
      value={text(value)}
      onChange={set}
      rightSection={props.suffix}
      rightSectionPointerEvents="none"
    />
  );
}

type PasswordFieldProps = FieldProps & { autoComplete: 'current-password' | 'new-password' };
interface Visibility {
  readonly isVisible: boolean;
  readonly toggle: () => void;
  /** Leaves the button out of the order of the Tab key, because another field has one that does the same. */
  readonly isByMouse?: boolean;
}
/** A password field with a button that shows the password. Pasting is allowed. */
export function PasswordField({ visibility, ...props }: PasswordFieldProps & { visibility?: Visibility }) {
  const t = useT();
  const { value, set, shared } = useField(props);
  return (
    <PasswordInput
      {...shared}
      // The error repeats the rule that the help states.
      description={shared.error ? undefined : shared.description}
      // Mantine sets this attribute on all other fields, but not on this one.
      aria-invalid={shared.error ? true : undefined}
      autoComplete={props.autoComplete}
      value={text(value)}
      onChange={(event) => set(event.currentTarget.value)}
      {...(visibility && { visible: visibility.isVisible, onVisibilityChange: visibility.toggle })}
      visibilityToggleButtonProps={
        visibility?.isByMouse ? { 'aria-hidden': true } : { 'aria-label': t('showPassword'), tabIndex: 0 }
      }
    />
  );
}

/**
 * The fields for a new password and its repetition. With the keyboard one goes from the first directly to the second,
 * whose button shows both passwords.
 */
export function NewPasswordFields({
  password,
  repeat,
}: {
  readonly password: Omit<PasswordFieldProps, 'autoComplete'>;
  readonly repeat: Omit<PasswordFieldProps, 'autoComplete'>;
}) {
  const [isVisible, setVisible] = useState(false);
  const shared = { isVisible, toggle: () => setVisible(!isVisible) };
  return (
    <>
      <PasswordField {...password} autoComplete="new-password" visibility={{ ...shared, isByMouse: true }} />
      <PasswordField {...repeat} autoComplete="new-password" visibility={shared} />
    </>
  );
}

/**
 * A field for a code of the authenticator app, or for a recovery code. It is marked as a one-time code, so that
 * browsers and phones offer to fill it in. Pasting is allowed.
 */
export function CodeField(props: FieldProps & { isRecovery?: boolean }) {
  const { value, set, shared } = useField(props);
  return (
    <TextInput
      {...shared}
      type="text"
      dir="ltr"
      inputMode={props.isRecovery === false ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      value={text(value)}
      onChange={set}
    />
  );
}

/** A field for several lines of text. */
export function TextAreaField(props: FieldProps & { rows?: number; maxLength?: number }) {
  const { value, set, shared } = useField(props);
  return (
    <TextAreaInput
      {...shared}
      autosize
      minRows={props.rows ?? 3}
      maxLength={props.maxLength}
      value={text(value)}
      onChange={set}
    />
  );
}

export interface SelectFieldProps extends FieldProps {
  readonly options: readonly Option[];
  /** Adds a button that clears the field. An empty value is null. */
  readonly clearable?: boolean;
  /** Lets the person filter the options by typing. By default, this is on if there are at least eight options. */
  readonly searchable?: boolean;
  /** Shown when no option matches, instead of the usual words. */
  readonly nothingFound?: ReactNode;
  /** Offers to create what was typed. */
  readonly create?: ChooserExtras['create'];
  /** Whether the list opens as soon as the field gets the focus. Default: true. */
  readonly openOnFocus?: boolean;
  readonly onChange?: (value: string | null) => void;
  readonly renderOption?: (option: Option) => ReactNode;
}
/** A select from which one option can be chosen. */
export function SelectField(props: SelectFieldProps) {
  const { value, set, shared } = useField(props);
  const { options, clearable = props.optional ?? false, searchable = options.length > 7, renderOption } = props;
  return (
    <Chooser
      {...shared}
      data={[...options]}
      value={text(value) || null}
      clearable={clearable}
      searchable={searchable}
      nothingFound={props.nothingFound}
      create={props.create}
      openOnFocus={props.openOnFocus ?? true}
      {...(renderOption ? { renderOption: ({ option }) => renderOption(option) } : {})}
      onChange={(next) => (set(next), props.onChange?.(next))}
    />
  );
}

/** A select from which several options can be chosen. */
export function MultiSelectField(props: FieldProps & Pick<SelectFieldProps, 'options' | 'nothingFound' | 'create'>) {
  const { value, set, shared } = useField(props);
  const chosen = list(value);
  return (
    <MultiChooser
      {...shared}
      placeholder={chosen.length === 0 ? props.placeholder : undefined}
      data={[...props.options]}
      value={chosen}
      nothingFound={props.nothingFound}
      create={props.create}
      onChange={set}
    />
  );
}

/** A field for a list of typed words, such as tags or aliases. */
export function TagsField(props: FieldProps & { suggestions?: readonly string[] }) {
  const { value, set, shared } = useField(props);
  return (
    <TagsInput
      {...shared}
      dir="auto"
      data={[...(props.suggestions ?? [])]}
      value={list(value)}
      onChange={set}
      splitChars={[',', ';']}
    />
  );
}

/** A field for a whole number. Its value is a number or null. */
export function WholeNumberField(props: FieldProps & { min?: number; max?: number; suffix?: string }) {
  const { value, set, shared } = useField(props);
  const { placeholder, ...rest } = shared;
  return (
    <WholeNumberInput
      {...rest}
      {...(placeholder !== undefined && { placeholder })}
      value={typeof value === 'number' ? value : null}
      {...(props.min !== undefined && { min: props.min })}
      {...(props.max !== undefined && { max: props.max })}
      suffix={props.suffix}
      onChange={set}
    />
  );
}

/**
 * A field for a length or weight. Its value is a decimal string, with the unit after it. When the field is left, a
 * number with a decimal comma or with thousands is replaced by the number with a decimal point; one that can be read in
 * two ways stays, with the two.
 */
export function MeasureField(props: FieldProps & { unit?: ReactNode }) {
  const { value, set, shared } = useField(props);
  const [problem, setProblem] = useState<string>();
  const settle = () => {
    const read = readTypedNumber(text(value));
    setProblem('problem' in read ? read.problem : undefined);
    if (!('plain' in read)) return text(value);
    if (read.plain !== text(value)) set(read.plain);
    return read.plain;
  };
  return (
    <TextInput
      {...shared}
      error={problem ?? shared.error}
      className="num"
      inputMode="decimal"
      autoComplete="off"
      value={text(value)}
      onChange={(typed) => (setProblem(undefined), set(typed))}
      onKeyDown={(event) => event.key === 'Enter' && text(value).includes(',') && (event.preventDefault(), settle())}
      // What was settled is validated, and not the text before.
      onBlur={() => props.form.touch(props.name, settle())}
      rightSection={props.unit ? <span className={classes.unit}>{props.unit}</span> : undefined}
      rightSectionWidth={40}
      rightSectionPointerEvents="none"
    />
  );
}

/** A switch with its label on the right. */
export function SwitchField(props: FieldProps) {
  const { value, set, shared } = useField(props);
  return (
    <Switch
      classNames={{ description: classes.switchHelp ?? '' }}
      label={props.label}
      description={props.help}
      error={shared.error}
      disabled={props.disabled}
      checked={value === true}
      onChange={(event) => set(event.currentTarget.checked)}
      onBlur={shared.onBlur}
    />
  );
}
