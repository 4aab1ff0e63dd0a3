import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { useMemo } from 'react';
import { ExportMenu } from './export/export-menu.tsx';
import { GridToolbar } from './grid-toolbar.tsx';
import type { DataGridProps, Narrow } from './grid-types.ts';
import { type DataGridModel, NO_FILTERS } from './use-data-grid.ts';
import { ViewStrip } from './views/view-strip.tsx';

interface HeadProps<E extends EndpointSpec, T extends EndpointSpec> {
  readonly of: DataGridProps<E, T>;
  readonly model: DataGridModel<E, T>;
  readonly narrow: Narrow | undefined;
}

/** The area above the rows of a table: its views, search, filters, columns and export. */
export function GridHead<E extends EndpointSpec, T extends EndpointSpec>({ of, model, narrow }: HeadProps<E, T>) {
  const { views, grid, shown, selection, handlers } = model;
  const { columns, name, query } = of;
  const { state, change, reset } = grid;
  const names = useMemo(() => new Map(columns.map((column) => [column.id, column.header])), [columns]);
  const isPhone = narrow?.isTable === false;
  const rows = shown.page.data ? shown.totalRows : undefined;
  return (
    <>
      {of.views && (
        <ViewStrip
          gridId={of.id}
          name={name}
          views={views}
          grid={grid}
          totals={totalsInput(of)}
          count={shown.isCounted && !shown.isCapped ? shown.totalRows : undefined}
        />
      )}
      <GridToolbar
        state={state}
        change={change}
        name={name}
        filters={of.filters ?? NO_FILTERS}
        searchPlaceholder={of.searchPlaceholder}
        onDown={isPhone ? undefined : () => model.focusRows.current?.()}
        legend={isPhone ? undefined : of.legend}
        chooser={isPhone ? undefined : { columns: state.columns, names, onChange: handlers.onColumns, onReset: reset }}
        narrow={narrow}
        end={
          of.exports && (
            <ExportMenu
              exports={of.exports}
              query={query}
              state={state}
              rows={rows}
              ticked={of.exports.byId && !selection.isAll ? selection.selected.map(of.getRowId) : []}
              name={name}
            />
          )
        }
      />
    </>
  );
}

/**
 * The endpoint, topic and query for loading the totals under another filter. Undefined when the table has no totals.
 */
export const totalsInput = <E extends EndpointSpec, T extends EndpointSpec>(of: DataGridProps<E, T>) =>
  of.totalsEndpoint && { endpoint: of.totalsEndpoint, topic: of.topic, params: of.params, query: { ...of.query } };
