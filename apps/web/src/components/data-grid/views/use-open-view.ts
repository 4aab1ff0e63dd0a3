import type { View } from '@quayside/contracts/views';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ALL_VIEW, namedView, hasGridParams, hasViewParam } from '../grid-state.ts';

/** The view that the person opened. It has no id if they opened the table without a view. */
export interface ViewChoice {
  readonly id: string | undefined;
}
interface Options {
  readonly views: readonly View[] | 'loading' | undefined;
  readonly params: URLSearchParams;
  readonly inUrl: boolean;
  /** Whether the person's last change is not in the URL yet. */
  readonly isAhead: boolean;
}

/** The open view of a table: the view in the URL or, if the URL names none, the person's default view. */
export function useOpenView({ views, params, inUrl, isAhead }: Options) {
  // The chosen view, for a table that does not keep its state in the URL.
  const [chosen, setChosen] = useState<ViewChoice>();
  const viewId = inUrl ? namedView(params) : chosen?.id === ALL_VIEW ? undefined : chosen?.id;
  const isSilent = inUrl ? !isAhead && !hasGridParams(params) : chosen === undefined;
  // The default view opens only at the start of a visit. If the person chooses another default later, it applies from
  // the next visit.
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    if (Array.isArray(views) || views === undefined) setSettled(true);
  }, [views]);
  const mayDefault = !isSettled && !(inUrl && hasViewParam(params));
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
  /**
   * Stores the view that the person has just opened. Without an argument, the open view stays as it is. Returns the id
   * of the view that is open now.
   */
  const chooseView = useCallback((choice: ViewChoice | undefined): string | undefined => {
    if (!choice) return current.current;
    const id = choice.id === ALL_VIEW ? undefined : choice.id;
    setChosen(choice);
    current.current = id;
    adopted.current = id;
    return id;
  }, []);
  /** Marks the column widths of a view as applied. Returns whether they had been applied before. */
  const isAdopted = useCallback((id: string): boolean => {
    const was = adopted.current === id;
    adopted.current = id;
    return was;
  }, []);
  return { viewId, isReady, wanted, chooseView, isAdopted };
}
