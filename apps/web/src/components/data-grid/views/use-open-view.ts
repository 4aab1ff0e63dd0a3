import type { View } from '@quayside/contracts/views';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ALL_VIEW, namedView, speaksOfGrid, speaksOfView } from '../grid-state.ts';

/** Called when the person opens a view; without an id, the table itself. */
export interface ViewChoice {
  readonly id: string | undefined;
}
interface Options {
  readonly views: readonly View[] | 'loading' | undefined;
  readonly params: URLSearchParams;
  readonly inAddress: boolean;
  /** The address lags behind the screen. */
  readonly isAhead: boolean;
}

/** The open view of a table: the one in the address, else the person's default. */
export function useOpenView({ views, params, inAddress, isAhead }: Options) {
  // The table does not keep its state in the address.
  const [chosen, setChosen] = useState<ViewChoice>();
  const viewId = inAddress ? namedView(params) : chosen?.id === ALL_VIEW ? undefined : chosen?.id;
  const isSilent = inAddress ? !isAhead && !speaksOfGrid(params) : chosen === undefined;
  // A default chosen during this visit applies from the next one.
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (Array.isArray(views) || views === undefined) setSettled(true);
  }, [views]);
  const mayDefault = !isSettled && !(inAddress && speaksOfView(params));
  const wanted =
    isSilent && Array.isArray(views)
      ? views.find((view) => (viewId === undefined ? mayDefault && view.isDefault : view.id === viewId))
      : undefined;
  const isReady = !(
    isSilent &&
    (wanted !== undefined || (views === 'loading' && (viewId !== undefined || mayDefault)))
  );

  const current = useRef(viewId);
  current.current = viewId;
  const adopted = useRef<string>(undefined);
  /** Returns the view that is now open. */
  const chooseView = useCallback((choice: ViewChoice | undefined): string | undefined => {
    if (!choice) return current.current;
    const id = choice.id === ALL_VIEW ? undefined : choice.id;
    setChosen(choice);
    current.current = id;
    adopted.current = id;
    return id;
  }, []);
  /** Whether the widths of a view were already applied. */
  const isAdopted = useCallback((id: string): boolean => {
    const was = adopted.current === id;
    adopted.current = id;
    return was;
  }, []);
  return { viewId, isReady, wanted, chooseView, isAdopted };
}
