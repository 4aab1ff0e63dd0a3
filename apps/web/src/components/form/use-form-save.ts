import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useRef, useState } from 'react';
import type { z } from 'zod';
import { hasCode } from '../../lib/errors/api-error.ts';
import { refusals } from '../../lib/errors/refusals.ts';
import { bodyFor, newVersion } from './form-body.ts';
import type { AppFormOptions, Conflict, FormShape } from './form-types.ts';

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
  const [refusal, setRefusal] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);
  const saving = useRef(false);
  // A newer row that arrived while the save was pending.
  const fresh = useRef<V>(undefined);

  const showRefusal = useCallback(
    (error: unknown, values: V) => {
      if (hasCode(error, 'conflict_version') && error.current && typeof error.current === 'object')
        return setConflict({ current: error.current as Record<string, unknown> });
      const { failure, placeOf = (path) => path } = latest();
      const shown = (path: string) => [placeOf(path), placeOf(path).split('.')[0] ?? ''].find((name) => name in values);
      const { fields, rest } = refusals(error, shown, failure ?? undefined);
      setFailure(rest);
      setRefusal(error);
      if (Object.keys(fields).length === 0) return undefined;
      setErrors({ ...fields });
      return focusFirstError();
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
      setRefusal(undefined);
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
  return { send, keepForSave, isSaving, failure, setFailure, refusal, conflict, setConflict };
}
