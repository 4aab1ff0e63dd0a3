import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The row whose panel is open beside a table. The row's id is a parameter of the URL, so a shared link opens the same
 * panel. `idOf` must be the same function in every render.
 */
export function useOpenRow<Row>(parameter: string, listPath: string, idOf: (row: Row) => string) {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [params, setParams] = useSearchParams();
  const rowHref = useCallback(
    (row: Row) => {
      const others = [...params].filter(([key]) => key !== parameter);
      return `${listPath}?${new URLSearchParams([...others, [parameter, idOf(row)]])}`;
    },
    [params, parameter, listPath, idOf],
  );
  const onRows = useCallback((shown: { readonly rows: readonly Row[] }) => setRows(shown.rows), []);
  const close = () =>
    setParams(
      (now) => {
        now.delete(parameter);
        return now;
      },
      { replace: true },
    );
  const openId = params.get(parameter);
  return { openId, open: rows.find((row) => idOf(row) === openId), rowHref, onRows, close };
}
