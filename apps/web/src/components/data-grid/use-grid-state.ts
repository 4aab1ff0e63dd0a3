import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { rememberListAddress } from '../../lib/back-href.ts';
import { kept } from '../../lib/persist.ts';
import { type ColumnDefault, defaultState, fromParams, fromSaved, type GridState, savedGridSchema, speaksOfGrid, toParams, toSaved } from './grid-state.ts';

interface Options {
  readonly key: string;
  readonly columns: readonly ColumnDefault[];
  readonly defaultSort: readonly string[];
  /** Fields of the declared filters. */
  readonly fields: readonly string[];
  readonly sortable: readonly string[];
  readonly inAddress: boolean;
}

/**
 * The state of one table. The address is the truth for what it shows, so that a link shows the same;
 * local storage keeps the layout for the next visit and is written only by what a person does.
 */
export function useGridState({ key, columns, defaultSort, fields, sortable, inAddress }: Options) {
  const storage = useMemo(() => kept(`grid.${key}`, 1, savedGridSchema), [key]);
  // Column definitions are made anew on every render; their names are what counts.
  const columnKey = JSON.stringify(columns.map(({ id, hidden, pinned }) => [id, hidden ?? false, pinned ?? '']));
  const listKey = JSON.stringify([defaultSort, fields, sortable]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for the arrays
  const known = useMemo(() => ({ defaults: defaultState(columns, defaultSort), fields, sortable }), [columnKey, listKey]);
  const [own, setOwn] = useState<GridState>(() => fromSaved(storage.read(), known.defaults, known.fields));
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();

  const state = useMemo(
    () => (inAddress && speaksOfGrid(params) ? fromParams(params, known.defaults, own, known.fields, known.sortable) : own),
    [inAddress, params, known, own],
  );
  const latest = useRef(state);
  latest.current = state;

  const change = useCallback(
    (next: GridState | ((state: GridState) => GridState)) => {
      const value = typeof next === 'function' ? next(latest.current) : next;
      if (value === latest.current) return;
      latest.current = value;
      setOwn(value);
      storage.write(toSaved(value));
      if (inAddress) setParams((current) => toParams(value, known.defaults, current), { replace: true, preventScrollReset: true });
    },
    [inAddress, known, setParams, storage],
  );

  // A visit without words about the table gets the kept layout, and the address tells it.
  useEffect(() => {
    if (!inAddress || speaksOfGrid(params)) return;
    const wanted = toParams(own, known.defaults, params);
    if (wanted.toString() !== params.toString()) setParams(wanted, { replace: true });
  }, [inAddress, params, own, known, setParams]);
  useEffect(() => {
    if (inAddress) rememberListAddress(pathname, search);
  }, [inAddress, pathname, search]);

  const reset = useCallback(() => change((now) => ({ ...now, columns: known.defaults.columns, sort: known.defaults.sort })), [change, known]);
  return { state, change, reset, defaults: known.defaults };
}
