import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { useState } from 'react';
import { looks } from './grid-cards.tsx';
import { GridPreview } from './grid-preview.tsx';
import type { DataGridProps, RowOf } from './grid-types.ts';

/**
 * The open preview of a row. The caller can provide a title and a body. By default they are the cell of the linked
 * column and the values of all columns.
 */
export function useGridPreview<E extends EndpointSpec, T extends EndpointSpec>(
  { columns, getRowId, rowHref, ...props }: DataGridProps<E, T>,
  rows: readonly RowOf<E>[],
) {
  const [previewId, setPreviewId] = useState<string>();
  const previewed = previewId === undefined ? undefined : rows.find((row) => getRowId(row) === previewId);

  const title = columns.find(({ link }) => link);
  const preview =
    props.preview ??
    (rowHref &&
      title &&
      ((row: RowOf<E>) => ({
        title: looks(title, row),
        body: <GridPreview row={row} columns={columns} href={rowHref(row)} />,
      })));
  const shownPreview = previewed === undefined ? undefined : preview?.(previewed);
  const onSpace = (row: RowOf<E>) => setPreviewId((now) => (now === getRowId(row) ? undefined : getRowId(row)));
  return {
    shown: shownPreview,
    close: () => setPreviewId(undefined),
    onSpace: preview ? onSpace : undefined,
    onFocusRow: (row: RowOf<E>) => setPreviewId((now) => (now === undefined ? now : getRowId(row))),
  };
}
