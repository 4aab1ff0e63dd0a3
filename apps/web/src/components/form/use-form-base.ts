import type { UseFormReturnType } from '@mantine/form';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { AppFormOptions, FormShape } from './form-types.ts';
import { isSameValue } from './form-values.ts';

interface BaseOptions<V extends FormShape> {
  readonly mantine: UseFormReturnType<V>;
  readonly base: V;
  readonly setBase: (base: V) => void;
  /** Called with each row that arrives. If a save is pending, the form loads this row when the save ends. */
  readonly keepForSave: (row: V) => void;
  readonly row: Pick<AppFormOptions<V, never>, 'initial' | 'rowVersion'>;
}

/**
 * Tracks the values with which the form was loaded. Fields that differ from these values are dirty. A newer row
 * replaces the values, unless a field is dirty.
 */
export function useFormBase<V extends FormShape>({ mantine, base, setBase, keepForSave, row }: BaseOptions<V>) {
  const { values, setValues } = mantine;
  const dirtyCount = useMemo(
    () => Object.keys(values).filter((name) => !isSameValue(values[name], base[name])).length,
    [values, base],
  );
  const isDirty = useRef(false);
  isDirty.current = dirtyCount > 0;
  const rebase = useCallback(
    (next: V) => {
      keepForSave(next);
      // Keep the typed values and the version that they are based on. Saving then causes a conflict, whose dialog shows
      // both versions.
      if (isDirty.current) return;
      setBase(next);
      setValues(next);
    },
    [keepForSave, setBase, setValues],
  );
  const latest = useRef(row);
  latest.current = row;
  const seen = useRef(row.rowVersion);
  useEffect(() => {
    if (row.rowVersion === seen.current) return;
    seen.current = row.rowVersion;
    rebase(latest.current.initial);
  }, [row.rowVersion, rebase]);
  return { dirtyCount, rebase };
}
