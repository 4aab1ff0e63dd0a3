import {
  Checkbox,
  MultiSelect,
  NumberInput,
  PasswordInput,
  Select,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import classes from './form.module.css';
import type { FieldBinding } from './use-app-form.ts';

/** What every field takes, beside `{...form.field('name')}`. */
export interface FieldProps extends FieldBinding {
  readonly label: string;
  readonly help?: ReactNode;
  /** Fields are required by default; others are marked "optional". */
  readonly optional?: boolean;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  readonly readOnly?: boolean;
  readonly autoFocus?: boolean;
}
interface Option {
  readonly value: string;
  readonly label: string;
}

/** Common props of all fields: label with "optional", help, error, validation on blur. */
export function useField({
  form,
  name,
  label,
  help,
  optional,
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
      description: help,
      error,
      placeholder,
      disabled,
      readOnly,
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
  /** Text after the value: a unit. */
  readonly suffix?: ReactNode;
}
/** One line of text. */
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
      onChange={(event) => set(event.currentTarget.value)}
      rightSection={props.suffix}
      rightSectionPointerEvents="none"
    />
  );
}

/** A password field with a show button. Pasting is allowed. */
export function PasswordField(props: FieldProps & { autoComplete: 'current-password' | 'new-password' }) {
  const t = useT();
  const { value, set, shared } = useField(props);
  return (
    <PasswordInput
      {...shared}
      // Mantine marks every other field by itself.
      aria-invalid={shared.error ? true : undefined}
      autoComplete={props.autoComplete}
      value={text(value)}
      onChange={(event) => set(event.currentTarget.value)}
      visibilityToggleButtonProps={{ 'aria-label': t('showPassword'), tabIndex: 0 }}
    />
  );
}

/**
 * A code of the authenticator app, or a recovery code. Marked as one-time code, so that browsers and phones offer it.
 * Pasting is allowed.
 */
export function CodeField(props: FieldProps & { isRecovery?: boolean }) {
  const { value, set, shared } = useField(props);
  return (
    <TextInput
      {...shared}
      type="text"
      inputMode={props.isRecovery === false ? 'numeric' : 'text'}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      value={text(value)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

/** Several lines of text. */
export function TextAreaField(props: FieldProps & { rows?: number; maxLength?: number }) {
  const { value, set, shared } = useField(props);
  return (
    <Textarea
      {...shared}
      autosize
      minRows={props.rows ?? 3}
      maxRows={12}
      maxLength={props.maxLength}
      value={text(value)}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}

export interface SelectFieldProps extends FieldProps {
  readonly options: readonly Option[];
  /** Adds a clear button; an empty value is null. */
  readonly clearable?: boolean;
  /** Typing filters the options; on by default from eight options. */
  readonly searchable?: boolean;
  /** Shown when no option matches: for example an "Add" link. */
  readonly nothingFound?: ReactNode;
  readonly onChange?: (value: string | null) => void;
  readonly renderOption?: (option: Option) => ReactNode;
}
/** A select of one option. */
export function SelectField(props: SelectFieldProps) {
  const t = useT();
  const { value, set, shared } = useField(props);
  const { options, clearable = props.optional ?? false, searchable = options.length > 7, renderOption } = props;
  return (
    <Select
      {...shared}
      data={[...options]}
      value={text(value) || null}
      clearable={clearable}
      searchable={searchable}
      allowDeselect={clearable}
      nothingFoundMessage={props.nothingFound ?? t('grid.optionsNone')}
      limit={300}
      autoComplete="off"
      {...(renderOption ? { renderOption: ({ option }) => renderOption(option) } : {})}
      onChange={(next) => (set(next), props.onChange?.(next))}
    />
  );
}

/** A select of several options. */
export function MultiSelectField(props: FieldProps & { options: readonly Option[]; nothingFound?: ReactNode }) {
  const t = useT();
  const { value, set, shared } = useField(props);
  const chosen = list(value);
  return (
    <MultiSelect
      {...shared}
      placeholder={chosen.length === 0 ? props.placeholder : undefined}
      data={[...props.options]}
      value={chosen}
      searchable
      hidePickedOptions
      limit={300}
      nothingFoundMessage={props.nothingFound ?? t('grid.optionsNone')}
      onChange={set}
      autoComplete="off"
    />
  );
}

/** A list of typed words: tags, aliases. */
export function TagsField(props: FieldProps & { suggestions?: readonly string[] }) {
  const { value, set, shared } = useField(props);
  return (
    <TagsInput
      {...shared}
      data={[...(props.suggestions ?? [])]}
      value={list(value)}
      onChange={set}
      splitChars={[',', ';']}
    />
  );
}

/** A whole number; the value is a number or null. */
export function WholeNumberField(props: FieldProps & { min?: number; max?: number; suffix?: string }) {
  const { value, set, shared } = useField(props);
  return (
    <NumberInput
      {...shared}
      className="num"
      value={typeof value === 'number' ? value : ''}
      allowDecimal={false}
      min={props.min ?? 0}
      max={props.max ?? Number.MAX_SAFE_INTEGER}
      clampBehavior="none"
      suffix={props.suffix ? ` ${props.suffix}` : ''}
      hideControls
      onChange={(next) => set(next === '' ? null : typeof next === 'number' ? next : Number(next))}
    />
  );
}

/** A length or weight: a decimal string with its unit after it. A comma is read as a decimal point. */
export function MeasureField(props: FieldProps & { unit?: ReactNode }) {
  const { value, set, shared } = useField(props);
  return (
    <TextInput
      {...shared}
      className="num"
      inputMode="decimal"
      autoComplete="off"
      value={text(value)}
      onChange={(event) => set(event.currentTarget.value.replace(',', '.'))}
      rightSection={props.unit ? <span className={classes.unit}>{props.unit}</span> : undefined}
      rightSectionWidth={40}
      rightSectionPointerEvents="none"
    />
  );
}

/** A switch with its label at the right. */
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

/** A checkbox with its label at the right. */
export function CheckField(props: FieldProps) {
  const { value, set, shared } = useField(props);
  return (
    <Checkbox
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
