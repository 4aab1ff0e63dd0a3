import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useRef, useState } from 'react';
import type { z } from 'zod';
import { hasCode, isApiError } from '../../lib/api-error.ts';
import type { FailureWords } from '../../lib/failure-words.ts';
import { failureText } from '../../lib/toasts.ts';
import { bodyFor, newVersion } from './form-body.ts';
import type { AppFormOptions, Conflict, FormShape } from './form-types.ts';
import { splitServerErrors } from './form-values.ts';

interface SaveOptions<V extends FormShape, S extends z.ZodType> {
  readonly mantine: UseFormReturnType<V>;
  /** Returns the options of the latest render. The function keeps its identity. */
  readonly latest: () => AppFormOptions<V, S>;
  readonly check: (values: V) => Record<string, string>;
  /** Sets the stored values, with which the typed values are compared to count unsaved changes. */
  readonly setBase: (stored: V) => void;
  readonly focusFirstError: () => void;
}

/** Saves a form, with at most one save at a time: validates, makes the call, and handles its response or error. */
export function useFormSave<V extends FormShape, S extends z.ZodType>(options: SaveOptions<V, S>) {
  const { latest, check, setBase, focusFirstError } = options;
  const { setErrors, setValues } = options.mantine;
  const [conflict, setConflict] = useState<Conflict>();
  const [failure, setFailure] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  const saving = useRef(false);
  // A newer row that arrived while the save was pending.
  const fresh = useRef<V>(undefined);

  const showRefusal = useCallback(
    (error: unknown, values: V) => {
      const refusal = refusalOf(error, values, latest().failure);
      if (refusal.conflict) return setConflict(refusal.conflict);
      if (refusal.fields) setErrors(refusal.fields);
      setFailure(refusal.failure);
      if (refusal.fields) focusFirstError();
    },
    [latest, focusFirstError, setErrors],
  );

  const send = useCallback(
    async (values: V): Promise<boolean> => {
      const { submit, onSaved } = latest();
      if (saving.current) return false;
      const found = check(values);
      setErrors(found);
      setFailure(undefined);
      if (Object.keys(found).length > 0) {
        focusFirstError();
        return false;
      }
      const body = bodyFor(values, latest());
      saving.current = true;
      fresh.current = undefined;
      setSaving(true);
      try {
        const answer = await submit(body, values);
        const stored = fresh.current ?? { ...values, ...newVersion(answer, values) };
        setBase(stored);
        setValues(stored);
        onSaved?.();
        return true;
      } catch (error) {
        showRefusal(error, values);
        return false;
      } finally {
        saving.current = false;
        setSaving(false);
      }
    },
    [latest, check, setBase, showRefusal, focusFirstError, setErrors, setValues],
  );
  /**
   * Stores a row that arrives while a save is pending. After the save, the form shows this row instead of the typed
   * values.
   */
  const keepForSave = useCallback((row: V) => {
    if (saving.current) fresh.current = row;
  }, []);
  return { send, keepForSave, isSaving, failure, setFailure, conflict, setConflict };
}

interface Refusal {
  readonly conflict?: Conflict;
  readonly fields?: Record<string, string>;
  readonly failure?: string | undefined;
}

/** Decides how the form shows an error: as a version conflict, at its fields, or as a message above the buttons. */
function refusalOf(error: unknown, values: FormShape, words: FailureWords | undefined): Refusal {
  if (hasCode(error, 'conflict_version') && error.current && typeof error.current === 'object')
    return { conflict: { current: error.current as Record<string, unknown> } };
  if (!isApiError(error) || error.errors.length === 0) return { failure: failureText(error, words) };
  const { fields, rest } = splitServerErrors(error.errors, (path) => path in values);
  return { fields, failure: rest[0] ?? (Object.keys(fields).length === 0 ? failureText(error, words) : undefined) };
}
