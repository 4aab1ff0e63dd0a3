import { type UseFormReturnType, useForm } from '@mantine/form';
import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { useT } from '../../i18n/i18n.ts';
import { hasCode, isApiError } from '../../lib/api-error.ts';
import { failureText } from '../../lib/toasts.ts';
import { bodyOf, errorsOf, isSameValue, splitServerErrors } from './form-values.ts';

export type FormShape = Record<string, unknown>;

export interface AppFormOptions<V extends FormShape, S extends z.ZodType> {
  /** The body of the endpoint that is called; the form checks what the server will check. */
  readonly schema: S | undefined;
  readonly initial: V;
  /** Version of the row that `initial` tells: with another one the fresh row is taken over, unless something was typed. */
  readonly rowVersion?: number;
  /** Checks beyond the schema, such as "Password must match". Errors by field. */
  readonly check?: (values: V) => Partial<Record<keyof V & string, string>>;
  /** Fields that are only the form's and never travel. */
  readonly local?: readonly (keyof V & string)[];
  /** Makes the call. What it throws becomes errors at the fields, a conflict dialog, or a line above the buttons. */
  readonly submit: (body: z.input<S>, values: V) => Promise<unknown>;
  readonly onSaved?: () => void;
}

/** Somebody else saved meanwhile: the row as it is now. */
export interface Conflict {
  readonly current: Record<string, unknown>;
}

/** What a field component gets by `{...form.field('name')}`. */
export interface FieldBinding<T = unknown> {
  readonly form: AppForm;
  readonly name: string;
  /** Phantom: keeps the type of the value; never set. */
  readonly valueType?: T;
}

export interface AppForm<V extends FormShape = FormShape> {
  readonly mantine: UseFormReturnType<V>;
  readonly values: V;
  readonly field: <K extends keyof V & string>(name: K) => FieldBinding<V[K]>;
  readonly set: <K extends keyof V & string>(name: K, value: V[K]) => void;
  readonly touch: (name: string) => void;
  readonly errorAt: (name: string) => string | undefined;
  readonly onSubmit: (event?: FormEvent<HTMLFormElement>) => void;
  readonly save: () => Promise<boolean>;
  /** Back to what was loaded. */
  readonly discard: () => void;
  /** A fresh row arrived. A dirty form keeps what was typed and takes no notice. */
  readonly rebase: (values: V) => void;
  readonly dirtyCount: number;
  /** Was this field changed here since it was loaded? */
  readonly isChanged: (name: string) => boolean;
  readonly isSaving: boolean;
  readonly errorCount: number;
  /** A failure that belongs to no field. */
  readonly failure: string | undefined;
  readonly conflict: Conflict | undefined;
  readonly resolveConflict: (values: Partial<V>, version: number | undefined) => void;
  readonly dropConflict: () => void;
  readonly formRef: React.RefObject<HTMLFormElement | null>;
}

/** The one form: values, checks with the endpoint's schema, server errors at their fields, conflicts, dirty state. */
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
  // The stored row, where it arrived while the call was still on its way.
  const fresh = useRef<V>(undefined);
  const [focusFirst, setFocusFirst] = useState(0);

  const mantine = useForm<V>({ mode: 'controlled', initialValues: options.initial, clearInputErrorOnChange: false });
  const { values, errors, setErrors, setFieldError, setFieldValue, setValues } = mantine;

  const check = useCallback(
    (now: V) => {
      const { local = [], check: more } = latest.current;
      const schema = schemaOf(latest.current.schema);
      const travelling = Object.fromEntries(Object.entries(now).filter(([name]) => !local.includes(name)));
      return { ...errorsOf(schema, travelling, t('validation.required')), ...dropEmpty(more?.(now) ?? {}) };
    },
    [t],
  );

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
      const { local = [], submit, onSaved } = latest.current;
      const schema = schemaOf(latest.current.schema);
      if (saving.current) return false;
      const found = check(now);
      setErrors(found);
      setFailure(undefined);
      if (Object.keys(found).length > 0) {
        setFocusFirst((n) => n + 1);
        return false;
      }
      const body = bodyOf(schema, Object.fromEntries(Object.entries(now).filter(([name]) => !local.includes(name))));
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
          setFocusFirst((n) => n + 1);
        } else setFailure(failureText(error));
        return false;
      } finally {
        saving.current = false;
        setSaving(false);
      }
    },
    [check, setErrors, setValues],
  );

  // After the errors are on screen: the focus goes to the first field that has one.
  useEffect(() => {
    if (focusFirst === 0) return;
    const first = formRef.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-error="true"] input, [data-error="true"] button');
    first?.focus();
    first?.scrollIntoView({ block: 'center' });
  }, [focusFirst]);

  const dirtyCount = useMemo(() => Object.keys(values).filter((name) => !isSameValue(values[name], base[name])).length, [values, base]);
  const isDirty = useRef(false);
  isDirty.current = dirtyCount > 0;
  const rebase = useCallback(
    (next: V) => {
      if (saving.current) fresh.current = next;
      // What was typed stays, with the version that it was typed upon: saving then shows both versions.
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
    mantine,
    values,
    formRef,
    errorAt,
    dirtyCount,
    isSaving,
    failure,
    conflict,
    isChanged: (name) => !isSameValue(values[name], base[name]),
    field: (name) => ({ form: form as unknown as AppForm, name }),
    set: (name, value) => {
      setFieldValue(name, value as never);
      if (errors[name] !== undefined) recheck(name, { ...values, [name]: value });
    },
    touch: (name) => {
      if (!isSameValue(values[name], base[name]) || errorAt(name)) recheck(name, values);
    },
    onSubmit: (event) => {
      event?.preventDefault();
      // A dialog's form inside a page's form would submit both.
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

function schemaOf<S extends z.ZodType>(schema: S | undefined): S {
  if (!schema) throw new Error('This form was made for a call without a body');
  return schema;
}

/** The version that the answer of a save carries, for the next save. */
function newVersion(answer: unknown, values: FormShape): { version?: number } {
  const version = typeof answer === 'object' && answer !== null && 'version' in answer ? answer.version : undefined;
  return 'version' in values && typeof version === 'number' ? { version } : {};
}

const dropEmpty = (errors: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).filter((entry): entry is [string, string] => entry[1] !== undefined));
