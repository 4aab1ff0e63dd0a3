import type { FilterChip } from '@quayside/contracts/paging';
import type { View } from '@quayside/contracts/views';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { rememberListAddress } from '../../lib/page/back-href.ts';
import { storedGrid } from '../../lib/kept/kept-state.ts';
import { session } from '../../lib/session/session-store.ts';
import {
  ALL_VIEW,
  type ColumnDefault,
  defaultState,
  fromParams,
  fromSaved,
  type GridState,
  savedGridSchema,
  hasGridParams,
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
  readonly defaultChips: readonly FilterChip[];
  /** The names of the fields by which the table can be filtered. */
  readonly fields: readonly string[];
  readonly sortable: readonly string[];
  readonly inUrl: boolean;
  /** The person's views of this table; `loading` until they are loaded; undefined for a table without views. */
  readonly views: readonly View[] | 'loading' | undefined;
}

/**
 * The state of one table. The URL is authoritative, so a shared link shows the same rows. Local storage keeps the
 * layout for the next visit, and is written only when the person changes something.
 */
export function useGridState({ key, columns, defaultSort, defaultChips, fields, sortable, inUrl, views }: Options) {
  const { userId, accountId } = session.get() ?? {};
  const owner = userId && accountId ? `${userId}/${accountId}` : undefined;
  const storage = useMemo(() => storedGrid(key, savedGridSchema, owner), [key, owner]);
  // Column definitions are new objects on every render, so compare them by content.
  const optionsText = JSON.stringify({
    columns: columns.map(({ id, hidden, pinned }) => ({ id, hidden, pinned })),
    defaultSort,
    defaultChips,
    fields,
    sortable,
  });
  const known = useMemo(() => {
    const spec = JSON.parse(optionsText) as Pick<
      Options,
      'columns' | 'defaultSort' | 'defaultChips' | 'fields' | 'sortable'
    >;
    return {
      defaults: defaultState(spec.columns, spec.defaultSort, spec.defaultChips),
      fields: spec.fields,
      sortable: spec.sortable,
    };
  }, [optionsText]);
  const [own, setOwn] = useState<GridState>(() => fromSaved(storage.read(), known.defaults, known.fields));
  const [params, setParams] = useSearchParams();
  const { pathname, search, key: visit } = useLocation();
  // Navigation is asynchronous. Until the URL has changed, the state that the person has chosen last applies. Each
  // navigation has a key of its own: the address itself may be the same again when a link interrupts the change.
  const [aheadOf, setAheadOf] = useState<string>();
  useEffect(() => setAheadOf((from) => (from === visit ? from : undefined)), [visit]);
  const isAhead = aheadOf === visit;

  const state = useMemo(
    () =>
      inUrl && !isAhead && hasGridParams(params)
        ? fromParams(params, known.defaults, own, known.fields, known.sortable)
        : own,
    [inUrl, isAhead, params, known, own],
  );
  const { viewId, isReady, wanted, chooseView, isAdopted } = useOpenView({ views, params, inUrl, isAhead });
  const visitNow = useRef(visit);
  visitNow.current = visit;
  const latest = useRef(state);
  latest.current = state;

  const change = useCallback(
    (next: GridState | ((state: GridState) => GridState), view?: ViewChoice) => {
      const value = typeof next === 'function' ? next(latest.current) : next;
      if (value === latest.current && view === undefined) return;
      latest.current = value;
      setOwn(value);
      setAheadOf(visitNow.current);
      // Changes within a view are written only to the URL. The stored layout of the table stays as it is.
      if (chooseView(view) === undefined) storage.write(toSaved(value));
      if (inUrl)
        setParams((current) => toParams(value, known.defaults, view ? withView(current, view.id) : current), {
          replace: true,
          preventScrollReset: true,
        });
    },
    [inUrl, known, setParams, storage, chooseView],
  );

  /** Opens a view. With undefined, opens the table without a view, with its stored layout and without filters. */
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
  // The URL contains neither widths nor row height, so take these from the view that the URL names.
  useEffect(() => {
    const view = Array.isArray(views) ? views.find((one) => one.id === viewId) : undefined;
    if (view && !isAdopted(view.id)) setOwn((now) => withLookOf(now, stateOf(view.state, known)));
  }, [views, viewId, isAdopted, known]);

  // If the URL has no table state, apply the stored layout and write it to the URL.
  useEffect(() => {
    // Do not overwrite a change that is not in the URL yet because its navigation is pending.
    if (!inUrl || !isReady || isAhead || hasGridParams(params)) return;
    const wanted = toParams(own, known.defaults, params);
    if (wanted.toString() !== params.toString()) setParams(wanted, { replace: true });
  }, [inUrl, isReady, isAhead, params, own, known, setParams]);
  useEffect(() => {
    if (inUrl) rememberListAddress(pathname, search);
  }, [inUrl, pathname, search]);

  const reset = useCallback(
    () => change((now) => ({ ...now, columns: known.defaults.columns, sort: known.defaults.sort })),
    [change, known],
  );
  return { state, change, reset, open, viewId, isReady, known };
}
