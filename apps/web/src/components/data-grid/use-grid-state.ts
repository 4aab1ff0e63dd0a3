import type { View } from '@quayside/contracts/views';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { rememberListAddress } from '../../lib/back-href.ts';
import { storedGrid } from '../../lib/kept-state.ts';
import {
  ALL_VIEW,
  type ColumnDefault,
  defaultState,
  fromParams,
  fromSaved,
  type GridState,
  savedGridSchema,
  speaksOfGrid,
  toParams,
  toSaved,
  withView,
} from './grid-state.ts';
import { useOpenView, type ViewChoice } from './views/use-open-view.ts';
import { stateOf, withLookOf } from './views/view-state.ts';

interface Options {
  readonly key: string;
  readonly columns: readonly ColumnDefault[];
  readonly defaultSort: readonly string[];
  /** Fields of the declared filters. */
  readonly fields: readonly string[];
  readonly sortable: readonly string[];
  readonly inAddress: boolean;
  /** The person's views of this table; `loading` while they load; undefined: a table without views. */
  readonly views: readonly View[] | 'loading' | undefined;
}

/**
 * The state of one table. The address is authoritative, so that a link shows the same rows. Local storage holds the
 * layout for the next visit and is written only on the person's own changes.
 */
export function useGridState({ key, columns, defaultSort, fields, sortable, inAddress, views }: Options) {
  const storage = useMemo(() => storedGrid(key, savedGridSchema), [key]);
  // Column definitions are new objects on every render, so compare them by content.
  const said = JSON.stringify({
    columns: columns.map(({ id, hidden, pinned }) => ({ id, hidden, pinned })),
    defaultSort,
    fields,
    sortable,
  });
  const known = useMemo(() => {
    const spec = JSON.parse(said) as Pick<Options, 'columns' | 'defaultSort' | 'fields' | 'sortable'>;
    return { defaults: defaultState(spec.columns, spec.defaultSort), fields: spec.fields, sortable: spec.sortable };
  }, [said]);
  const [own, setOwn] = useState<GridState>(() => fromSaved(storage.read(), known.defaults, known.fields));
  const [params, setParams] = useSearchParams();
  const { pathname, search } = useLocation();
  const address = params.toString();
  // Navigation is asynchronous. Until the router leaves the current address, the person's last change counts.
  const [aheadOf, setAheadOf] = useState<string>();
  useEffect(() => setAheadOf((from) => (from === address ? from : undefined)), [address]);

  const state = useMemo(
    () =>
      inAddress && aheadOf !== address && speaksOfGrid(params)
        ? fromParams(params, known.defaults, own, known.fields, known.sortable)
        : own,
    [inAddress, aheadOf, address, params, known, own],
  );
  const isAhead = aheadOf === address;
  const { viewId, isReady, wanted, chooseView, isAdopted } = useOpenView({ views, params, inAddress, isAhead });
  const addressNow = useRef(address);
  addressNow.current = address;
  const latest = useRef(state);
  latest.current = state;

  const change = useCallback(
    (next: GridState | ((state: GridState) => GridState), view?: ViewChoice) => {
      const value = typeof next === 'function' ? next(latest.current) : next;
      if (value === latest.current && view === undefined) return;
      latest.current = value;
      setOwn(value);
      setAheadOf(addressNow.current);
      // Changes within a view go to the address only; the stored layout of the table itself stays.
      if (chooseView(view) === undefined) storage.write(toSaved(value));
      if (inAddress)
        setParams((current) => toParams(value, known.defaults, view ? withView(current, view.id) : current), {
          replace: true,
          preventScrollReset: true,
        });
    },
    [inAddress, known, setParams, storage, chooseView],
  );

  /** Opens a view; undefined opens the table without a view, with its stored layout and no filters. */
  const open = useCallback(
    (view: View | undefined) => {
      if (view) change(stateOf(view.state, known), { id: view.id });
      else {
        const itself = fromSaved(storage.read(), known.defaults, known.fields);
        const opensByItself = Array.isArray(views) && views.some((one) => one.isDefault);
        change({ ...itself, chips: [], search: '', page: 0 }, { id: opensByItself ? ALL_VIEW : undefined });
      }
    },
    [change, known, storage, views],
  );
  useEffect(() => {
    if (wanted) open(wanted);
  }, [wanted, open]);
  // An address has neither widths nor row height; take them from the view that it names.
  useEffect(() => {
    const view = Array.isArray(views) ? views.find((one) => one.id === viewId) : undefined;
    if (view && !isAdopted(view.id)) setOwn((now) => withLookOf(now, stateOf(view.state, known)));
  }, [views, viewId, isAdopted, known]);

  // If the address has no table state, apply the stored layout and write it to the address.
  useEffect(() => {
    // Do not overwrite a change whose navigation is still pending.
    if (!inAddress || !isReady || isAhead || speaksOfGrid(params)) return;
    const wanted = toParams(own, known.defaults, params);
    if (wanted.toString() !== params.toString()) setParams(wanted, { replace: true });
  }, [inAddress, isReady, isAhead, params, own, known, setParams]);
  useEffect(() => {
    if (inAddress) rememberListAddress(pathname, search);
  }, [inAddress, pathname, search]);

  const reset = useCallback(
    () => change((now) => ({ ...now, columns: known.defaults.columns, sort: known.defaults.sort })),
    [change, known],
  );
  return { state, change, reset, open, viewId, isReady, known };
}
