import type { EndpointSpec } from '@quayside/contracts/endpoint';
import { type ReactNode, useState } from 'react';
import { formatCount } from '../../lib/words/format.ts';
import { PageFrame, type PageFrameProps } from '../ui/page-frame.tsx';
import { DataGrid } from './data-grid.tsx';
import type { DataGridProps } from './grid-types.ts';

interface GridCount {
  readonly count: number;
  /** The number of rows as text, with thousands separators. */
  readonly formatted: string;
  /** Whether there are more rows than the server has counted. */
  readonly isCapped: boolean;
}

interface GridPageProps<E extends EndpointSpec, T extends EndpointSpec>
  extends Omit<DataGridProps<E, T>, 'name' | 'height' | 'onCount'>,
    Pick<PageFrameProps, 'title' | 'tabs' | 'actions' | 'aside'> {
  /** The count beside the title. It is either a string, or a function that formats the number of rows. */
  readonly count: string | undefined | ((count: GridCount) => string);
  /** Content between the title and the table. */
  readonly above?: ReactNode;
  /** The dialogs of the page. */
  readonly children?: ReactNode;
}

/**
 * A page with one table: the title with the row count, buttons, and the table. The empty state shows the buttons too.
 */
export function GridPage<E extends EndpointSpec, T extends EndpointSpec>(props: GridPageProps<E, T>) {
  const { title, tabs, actions, aside, count, above, children, empty, ...grid } = props;
  const [counted, setCounted] = useState<{ total: number; isCapped: boolean }>();
  const words =
    typeof count !== 'function'
      ? count
      : counted && count({ count: counted.total, formatted: formatCount(counted.total), isCapped: counted.isCapped });
  return (
    <PageFrame
      title={title}
      layout="grid"
      {...(tabs && { tabs })}
      {...(actions !== undefined && { actions })}
      {...(aside !== undefined && { aside })}
      {...(words !== undefined && { count: words })}
    >
      {above}
      <DataGrid {...grid} name={title} onCount={setCounted} empty={{ actions, ...empty }} />
      {children}
    </PageFrame>
  );
}
