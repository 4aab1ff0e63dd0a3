import { useForm } from '@mantine/form';
import { type FormEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { useT } from '../../i18n/i18n.ts';
import { hasCode, isApiError } from '../../lib/api-error.ts';
import { failureText } from '../../lib/toasts.ts';
import { bodyOf, errorsOf, isSameValue, splitServerErrors } from './form-values.ts';

export type FormShape = Record<string, unknown>;

interface AppFormOptions<V extends FormShape, S extends z.ZodType> {
  /** The body schema of the endpoint; the form validates with the schema that the server uses. */
  readonly schema: S | undefined;
  readonly initial: V;
  /** The version of the row in `initial`. When it changes, the form takes the new row over, unless it is dirty. */
  readonly rowVersion?: number;
  /** Checks beyond the schema, such as "Password must match". Errors by field. */
  readonly check?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** Fields of the form that are not sent. */
  readonly local?: readonly (keyof V & string)[];
  /** Makes the call. A thrown error becomes field errors, a conflict dialog, or a message above the buttons. */
  readonly submit: (body: z.input<S>, values: V) => Promise<unknown>;
  readonly onSaved?: () => void;
}

/** A version conflict: the current row that somebody else has saved. */
export interface Conflict {
  readonly current: Record<string, unknown>;
}

/** The props that `{...form.field('name')}` passes to a field component. */
export interface FieldBinding<T = unknown> {
  readonly form: AppForm;
  readonly name: string;
  /** Phantom: keeps the type of the value; never set. */
  readonly valueType?: T;
}

/**
 * A form with typed values. Its functions are methods, because methods are bivariant: a form of any shape can be passed
 * to components that access fields by name (`AppForm` without a type argument).
 */
export interface AppForm<V extends FormShape = FormShape> {
  readonly values: V;
  /** Errors by dotted path. */
  readonly errors: Readonly<Record<string, unknown>>;
  /** Clears the errors of a field and of everything nested in it. */
  clearErrors(field: string): void;
  field<K extends keyof V & string>(name: K): FieldBinding<V[K]>;
  set<K extends keyof V & string>(name: K, value: V[K]): void;
  touch(name: string): void;
  errorAt(name: string): string | undefined;
  onSubmit(event?: FormEvent<HTMLFormElement>): void;
  save(): Promise<boolean>;
  /** Resets to the loaded values. */
  discard(): void;
  /** Takes over a newer row. A dirty form ignores it and keeps the typed values. */
  rebase(values: V): void;
  readonly dirtyCount: number;
  /** Whether the field was changed here since it was loaded. */
  isChanged(name: string): boolean;
  readonly isSaving: boolean;
  readonly errorCount: number;
  /** An error that belongs to no field. */
  readonly failure: string | undefined;
  readonly conflict: Conflict | undefined;
  resolveConflict(values: Partial<V>, version: number | undefined): void;
  dropConflict(): void;
  readonly formRef: React.RefObject<HTMLFormElement | null>;
}

/**
 * The form hook: values, validation with the endpoint's schema, server errors per field, version conflicts, dirty
 * state.
 */
export function useAppForm<V extends FormShape, S extends z.ZodType>(options: AppFormOptions<V, S>): AppForm<V> {
  const t = useT();
  const formRef = useRef<HTMLFormElement>(null);
  const latest = useRef(options);
  latest.current = options;
  const [base, setBase] = useState(options.initial);
  const [failure, setFailure] = useState<string>();
  const [conflict, setConflict] = useState<Conflict>();
  const [isSaving, setSaving] = useState(false);
  const saving = useRef(false);
  // A newer row that arrived while the call was pending.
  const fresh = useRef<V>(undefined);
  const focusFirstError = useFocusFirstError(formRef);

  const mantine = useForm<V>({ mode: 'controlled', initialValues: options.initial, clearInputErrorOnChange: false });
  const { values, errors, setErrors, setFieldError, setFieldValue, setValues } = mantine;

  const check = useCallback((now: V) => problemsOf(now, latest.current, t('validation.required')), [t]);

  const errorAt = (name: string) => {
    const found = errors[name] ?? Object.entries(errors).find(([path]) => path.startsWith(`${name}.`))?.[1];
    return typeof found === 'string' ? found : undefined;
  };
  const recheck = (name: string, now: V) => {
    const found = check(now);
    setFieldError(name, found[name] ?? Object.entries(found).find(([path]) => path.startsWith(`${name}.`))?.[1]);
  };

  const send = useCallback(
    async (now: V): Promise<boolean> => {
      const { submit, onSaved } = latest.current;
      if (saving.current) return false;
      const found = check(now);
      setErrors(found);
      setFailure(undefined);
      if (Object.keys(found).length > 0) {
        focusFirstError();
        return false;
      }
      const body = bodyOf(schemaOf(latest.current.schema), sentOf(now, latest.current));
      saving.current = true;
      fresh.current = undefined;
      setSaving(true);
      try {
        const answer = await submit(body as z.input<S>, now);
        const stored = fresh.current ?? { ...now, ...newVersion(answer, now) };
        setBase(stored);
        setValues(stored);
        onSaved?.();
        return true;
      } catch (error) {
        if (hasCode(error, 'conflict_version') && error.current && typeof error.current === 'object')
          setConflict({ current: error.current as Record<string, unknown> });
        else if (isApiError(error) && error.errors.length > 0) {
          const { fields, rest } = splitServerErrors(error.errors, (path) => path in now);
          setErrors(fields);
          setFailure(rest[0] ?? (Object.keys(fields).length === 0 ? failureText(error) : undefined));
          focusFirstError();
        } else setFailure(failureText(error));
        return false;
      } finally {
        saving.current = false;
        setSaving(false);
      }
    },
    [check, focusFirstError, setErrors, setValues],
  );

  const dirtyCount = useMemo(
    () => Object.keys(values).filter((name) => !isSameValue(values[name], base[name])).length,
    [values, base],
  );
  const isDirty = useRef(false);
  isDirty.current = dirtyCount > 0;
  const rebase = useCallback(
    (next: V) => {
      if (saving.current) fresh.current = next;
      // Keep the typed values with the version they are based on: saving then shows both versions.
      if (isDirty.current) return;
      setBase(next);
      setValues(next);
    },
    [setValues],
  );
  const seen = useRef(options.rowVersion);
  useEffect(() => {
    if (options.rowVersion === seen.current) return;
    seen.current = options.rowVersion;
    rebase(latest.current.initial);
  }, [options.rowVersion, rebase]);

  const form: AppForm<V> = {
    values,
    errors,
    clearErrors: (field) => {
      for (const path of Object.keys(errors))
        if (path === field || path.startsWith(`${field}.`)) mantine.clearFieldError(path);
    },
    formRef,
    errorAt,
    dirtyCount,
    isSaving,
    failure,
    conflict,
    isChanged: (name) => !isSameValue(values[name], base[name]),
    field: (name) => ({ form, name }),
    set: (name, value) => {
      setFieldValue(name, value as never);
      if (errors[name] !== undefined) recheck(name, { ...values, [name]: value });
    },
    touch: (name) => {
      if (!isSameValue(values[name], base[name]) || errorAt(name)) recheck(name, values);
    },
    onSubmit: (event) => {
      event?.preventDefault();
      // React events bubble through portals: a form in a dialog would submit the page's form too.
      event?.stopPropagation();
      void send(values);
    },
    save: () => send(values),
    discard: () => {
      setValues(base);
      setErrors({});
      setFailure(undefined);
    },
    rebase,
    errorCount: Object.keys(errors).length,
    resolveConflict: (chosen, version) => {
      const next = { ...values, ...chosen, ...(version === undefined ? {} : { version }) };
      setConflict(undefined);
      setValues(next);
      void send(next);
    },
    dropConflict: () => setConflict(undefined),
  };
  return form;
}

/** Returns a function that focuses the first invalid field, once the errors are rendered. */
function useFocusFirstError(formRef: RefObject<HTMLFormElement | null>): () => void {
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (asked === 0) return;
    const first = formRef.current?.querySelector<HTMLElement>(
      '[aria-invalid="true"], [data-error="true"] input, [data-error="true"] button',
    );
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  }, [asked, formRef]);
  return useCallback(() => setAsked((n) => n + 1), []);
}

/** The values without those that are not sent. */
const sentOf = <V extends FormShape>(values: V, { local = [] }: { readonly local?: readonly string[] }): FormShape =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !local.includes(name)));

/** Errors by field: those of the endpoint's schema, then those of the form's own check. */
function problemsOf<V extends FormShape, S extends z.ZodType>(
  values: V,
  options: AppFormOptions<V, S>,
  required: string,
): Record<string, string> {
  const found = errorsOf(schemaOf(options.schema), sentOf(values, options), required);
  return { ...found, ...omitEmpty(options.check?.(values) ?? {}) };
}

function schemaOf<S extends z.ZodType>(schema: S | undefined): S {
  if (!schema) throw new Error('This form was made for a call without a body');
  return schema;
}

/** The version in the answer of a save, for the next save. */
function newVersion(answer: unknown, values: FormShape): { version?: number } {
  const version = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined;
  return 'version' in values && typeof version === 'number' ? { version } : {};
}

const omitEmpty = (errors: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined));
