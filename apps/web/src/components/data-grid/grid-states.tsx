import { Button, Skeleton } from '@mantine/core';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import type { Topic } from '@quayside/contracts/live';
import { useQueries } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { call } from '../../lib/api/call.ts';
import { keyOf } from '../../lib/api/query-client.ts';
import classes from './data-grid.module.css';
import { filterInput, type GridState, withoutChip, withoutFilters, withSearch } from './grid-state.ts';
import type { GridFilter } from './grid-types.ts';

const SKELETON_AFTER_MS = 150;
const WIDTHS = [42, 36, 48, 30, 44, 38, 46, 34, 40, 32, 45, 37];

/** Placeholder rows. They appear only when loading takes noticeably long. */
export function SkeletonRows() {
  const t = useT();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), SKELETON_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" aria-label={t('loading')}>
      {isLate &&
        WIDTHS.map((width, index) => (
          <div key={width} className={classes.skeletonRow} aria-hidden>
            <Skeleton height={10} width={`${width}%`} />
            <Skeleton height={10} width="12%" />
            <Skeleton height={10} width={index % 2 ? '8%' : '10%'} ml="auto" />
            <Skeleton height={10} width="8%" />
          </div>
        ))}
    </div>
  );
}

interface NoMatchProps {
  readonly state: GridState;
  readonly filters: readonly GridFilter[];
  readonly change: (next: (state: GridState) => GridState) => void;
  readonly totals:
    | { endpoint: EndpointSpec; topic: Topic; params: unknown; query: Record<string, unknown> }
    | undefined;
}

/** Shown when no row matches. It lists the filter chips and how many rows each of them hides. */
export function NoMatch({ state, filters, change, totals }: NoMatchProps) {
  const t = useT();
  const ways = [
    ...state.chips.map((chip) => ({
      key: chip.field,
      name: filters.find((filter) => filter.field === chip.field)?.label ?? chip.field,
      without: withoutChip(state, chip.field),
    })),
    ...(state.search ? [{ key: 'search', name: t('grid.searchChip'), without: withSearch(state, '') }] : []),
  ];
  const counts = useQueries({
    queries: ways.map(({ without }) => {
      const input = { params: totals?.params, query: { ...totals?.query, ...filterInput(without) } };
      return {
        queryKey: totals ? keyOf(totals.topic, totals.endpoint, input) : ['none'],
        queryFn: () => (totals ? call(totals.endpoint, input as never) : null),
        enabled: totals !== undefined,
      };
    }),
  });
  return (
    <div className={classes.noMatch} role="status">
      <strong>{t('grid.noMatch')}</strong>
      <div className={classes.noMatchActions}>
        {ways.map(({ key, name, without }, index) => {
          const count = (counts[index]?.data as { count?: number } | null | undefined)?.count;
          return (
            <Button key={key} onClick={() => change(() => without)}>
              {count === undefined || count === 0
                ? t('grid.clearOne', { name })
                : t('grid.clearOneCount', { name, count })}
            </Button>
          );
        })}
        {ways.length > 1 && (
          <Button variant="subtle" onClick={() => change(withoutFilters)}>
            {t('grid.clearFilters')}
          </Button>
        )}
      </div>
    </div>
  );
}
