import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';

/**
 * The row whose panel is open beside a table. The row's id is a parameter of the URL, so a shared link opens the same
 * panel.
 */
export function useOpenRow<Row extends { readonly id: string }>(parameter: string, listPath: string) {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const [params, setParams] = useSearchParams();
  const rowHref = useCallback(
    ({ id }: { readonly id: string }) => {
      const others = [...params].filter(([key]) => key !== parameter);
      return `${listPath}?${new URLSearchParams([...others, [parameter, id]])}`;
    },
    [params, parameter, listPath],
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
  return { open: rows.find(({ id }) => id === params.get(parameter)), rowHref, onRows, close };
}
