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
  // Column definitions are made anew on every render; what they say is what counts.
  const said = JSON.stringify({ columns: columns.map(({ id, hidden, pinned }) => ({ id, hidden, pinned })), defaultSort, fields, sortable });
  const known = useMemo(() => {
    const spec = JSON.parse(said) as Pick<Options, 'columns' | 'defaultSort' | 'fields' | 'sortable'>;
    return { defaults: defaultState(spec.columns, spec.defaultSort), fields: spec.fields, sortable: spec.sortable };
  }, [said]);
  const [own, setOwn] = useState<GridState>(() => fromSaved(storage.read(), known.defaults, known.fields));
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();
  const address = params.toString();
  // The router takes its time with an address; until it has moved on from this one, what the person did counts.
  const [aheadOf, setAheadOf] = useState<string>();
  useEffect(() => setAheadOf((from) => (from === address ? from : undefined)), [address]);

  const state = useMemo(
    () => (inAddress && aheadOf !== address && speaksOfGrid(params) ? fromParams(params, known.defaults, own, known.fields, known.sortable) : own),
    [inAddress, aheadOf, address, params, known, own],
  );
  const addressNow = useRef(address);
  addressNow.current = address;
  const latest = useRef(state);
  latest.current = state;

  const change = useCallback(
    (next: GridState | ((state: GridState) => GridState)) => {
      const value = typeof next === 'function' ? next(latest.current) : next;
      if (value === latest.current) return;
      latest.current = value;
      setOwn(value);
      setAheadOf(addressNow.current);
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
