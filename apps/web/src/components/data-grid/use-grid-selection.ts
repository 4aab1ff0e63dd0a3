import { useCallback, useEffect, useRef, useState } from 'react';

const NONE: ReadonlySet<string> = new Set();

/** The selected rows: either the checked rows, or all rows that match the current filter of the table (`filter`). */
export function useGridSelection<Row>(rows: readonly Row[], getRowId: (row: Row) => string, filter: unknown) {
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(NONE);
  const [isAll, setAll] = useState(false);
  const selected = rows.filter((row) => isAll || selectedIds.has(getRowId(row)));
  const onSelect = useCallback((ids: ReadonlySet<string>) => {
    setSelectedIds(ids);
    setAll(false);
  }, []);
  // "All selected" refers to one filter, so reset it when the filter changes.
  const filterWords = JSON.stringify(filter);
  const isAllNow = useRef(isAll);
  isAllNow.current = isAll;
  useEffect(() => {
    if (filterWords && isAllNow.current) onSelect(NONE);
  }, [filterWords, onSelect]);
  const clear = useCallback(() => onSelect(NONE), [onSelect]);
  const chooseAll = useCallback(() => setAll(true), []);
  return { selectedIds, isAll, selected, onSelect, clear, chooseAll };
}
