import { useForm } from '@mantine/form';
import { useCallback, useRef, useState } from 'react';
import type { z } from 'zod';
import { useT } from '../../i18n/i18n.ts';
import { sentences } from '../../lib/errors/failure-text.ts';
import { problemsOf } from './form-body.ts';
import type { AppForm, AppFormOptions, FormShape } from './form-types.ts';
import { isSameValue } from './form-values.ts';
import { useFormBase } from './use-form-base.ts';
import { useFocusFirstError, useFormErrors, useUnshown } from './use-form-errors.ts';
import { useFormSave } from './use-form-save.ts';
import { useTyped } from './use-typed.ts';

/**
 * The hook behind every form. It handles the values, validation with the endpoint's schema, server errors by field,
 * version conflicts and unsaved changes.
 */
export function useAppForm<V extends FormShape, S extends z.ZodType>(options: AppFormOptions<V, S>): AppForm<V> {
  const t = useT();
  const formRef = useRef<HTMLFormElement>(null);
  const current = useRef(options);
  current.current = options;
  const latest = useCallback(() => current.current, []);
  const [base, setBase] = useState(options.initial);
  const mantine = useForm<V>({ mode: 'controlled', initialValues: options.initial, clearInputErrorOnChange: false });
  const { values, errors, setErrors, setFieldValue, setValues } = mantine;
  const check = useCallback((now: V) => problemsOf(now, latest(), t('validation.required')), [latest, t]);
  const { errorAt, recheck, clearErrors } = useFormErrors(mantine, check);
  const focusFirstError = useFocusFirstError(formRef);
  const saving = useFormSave({ mantine, latest, check, setBase, focusFirstError });
  const { send, isSaving, setFailure, refusal, conflict, setConflict, keepForSave } = saving;
  const unshown = useUnshown(errors, formRef);
  const failure = sentences([saving.failure, unshown].filter((text) => text !== undefined)) || undefined;
  const { dirtyCount, rebase } = useFormBase({ mantine, base, setBase, keepForSave, row: options });
  useTyped(dirtyCount);
  const isChanged = (name: string) => !isSameValue(values[name], base[name]);

  const form: AppForm<V> = {
    values,
    errors,
    clearErrors,
    formRef,
    errorAt,
    dirtyCount,
    isSaving,
    failure,
    refusal,
    conflict,
    isChanged,
    field: (name) => ({ form, name }),
    set: (name, value) => {
      setFieldValue(name, value as never);
      if (errors[name] !== undefined) recheck(name, { ...values, [name]: value });
    },
    touch: (name, value = values[name]) => {
      if (!isSameValue(value, base[name]) || errorAt(name)) recheck(name, { ...values, [name]: value });
    },
    onSubmit: (event) => {
      event?.preventDefault();
      // React events bubble through portals. Without this, submitting a form in a dialog would also submit the form of
      // the page.
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
