import { Button } from '@mantine/core';
import type { EndpointSpec } from '@quayside/contracts/endpoint';
import type { GridId } from '@quayside/contracts/grids';
import type { Topic } from '@quayside/contracts/live';
import type { View } from '@quayside/contracts/views';
import { useQuery } from '@tanstack/react-query';
import { IconPlus, IconStarFilled, IconUsers } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { useRoles } from '../../../lib/session/account.ts';
import { type CallInput, call } from '../../../lib/api/call.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { keyOf } from '../../../lib/api/query-client.ts';
import { showInStrip } from '../../../lib/page/scroll.ts';
import { write } from '../../../lib/api/write.ts';
import { IconButton } from '../../ui/action-button.tsx';
import { filterInput, type GridState } from '../grid-state.ts';
import type { useGridState } from '../use-grid-state.ts';
import { changeView, type Views } from './use-views.ts';
import { type ViewAsk, ViewDialog } from './view-dialog.tsx';
import { ViewMenu } from './view-menu.tsx';
import { isChanged, stateOf, viewOf } from './view-state.ts';
import classes from './views.module.css';

/** The call that counts the rows of a view, with its parameters. */
interface TotalsOf {
  readonly endpoint: EndpointSpec;
  readonly topic: Topic;
  readonly params: unknown;
  readonly query: object;
}
interface StripProps {
  readonly gridId: GridId;
  readonly name: string;
  readonly views: Views;
  readonly grid: ReturnType<typeof useGridState>;
  readonly totals: TotalsOf | undefined;
  /** The number of rows on all pages; undefined when it is not known exactly. */
  readonly count: number | undefined;
}

/**
 * The views of a table as tabs, with the actions of the open view. The arrow keys move between tabs, and Enter opens a
 * tab.
 */
export function ViewStrip({ gridId, name, views, grid, totals, count }: StripProps) {
  const t = useT();
  const { isAdmin } = useRoles();
  const [asked, setAsked] = useState<ViewAsk>();
  const list = Array.isArray(views.list) ? (views.list as readonly View[]) : [];
  const opened = list.find(({ id }) => id === grid.viewId);
  const hasChanged = opened !== undefined && isChanged(grid.state, opened.state, grid.known);
  const mayChange = opened !== undefined && (opened.isShared ? isAdmin : opened.isMine);
  const strip = useRef<HTMLDivElement>(null);
  const all = t('views:all', { name: name.toLowerCase() });
  const save = async () => {
    if (opened)
      await write(() => changeView(opened, { state: viewOf(grid.state) }), {
        failure: { verb: 'update', entity: t('views:entity') },
        done: t('views:saved'),
      });
  };
  const tabs = [undefined, ...list];
  const focusTab = (index: number) =>
    strip.current?.querySelectorAll<HTMLElement>('[role="tab"]')[(index + tabs.length) % tabs.length]?.focus();
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, index: number) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: tabs.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focusTab(to);
  };
  const bare = { ...grid.known.defaults, chips: [], search: '' };
  return (
    <div className={classes.strip}>
      <div className={classes.row}>
        <div className={classes.tabs} role="tablist" aria-label={t('views:label', { name })} ref={strip}>
          {tabs.map((view, index) => {
            const isOpen = view?.id === opened?.id;
            const isAsShown =
              isOpen &&
              !hasChanged &&
              (opened !== undefined || (grid.state.chips.length === 0 && grid.state.search === ''));
            return (
              <ViewTab
                key={view?.id ?? 'all'}
                name={view?.name ?? all}
                view={view}
                isOpen={isOpen}
                totals={totals}
                state={view ? stateOf(view.state, grid.known) : bare}
                count={isAsShown ? count : undefined}
                onOpen={() => grid.open(view)}
                onKeyDown={(event) => onKeyDown(event, index)}
              />
            );
          })}
        </div>
        <div className={classes.actions}>
          {opened ? (
            <ViewMenu
              view={opened}
              mayChange={mayChange}
              mayShare={isAdmin}
              onAsk={setAsked}
              onGone={() => grid.open(undefined)}
              state={grid.state}
            />
          ) : (
            list.some(({ isDefault }) => isDefault) && <ViewMenu gridId={gridId} name={all} />
          )}
          <IconButton icon={IconPlus} size={28} label={t('views:add')} onClick={() => setAsked({ kind: 'add' })} />
          {views.isError && (
            <span className={classes.failed} role="alert">
              {t('views:failed')}
              <button type="button" className={classes.retry} onClick={views.retry}>
                {t('tryAgain')}
              </button>
            </span>
          )}
        </div>
      </div>
      {hasChanged && (
        <div className={classes.changed}>
          <span className="quiet" role="status">
            {t('views:unsaved')}
          </span>
          <Button size="xs" onClick={() => (mayChange ? void save() : setAsked({ kind: 'add' }))}>
            {mayChange ? t('views:save') : t('views:saveAs')}
          </Button>
          <Button size="xs" variant="subtle" onClick={() => grid.open(opened)}>
            {t('views:reset')}
          </Button>
        </div>
      )}
      {asked && (
        <ViewDialog
          gridId={gridId}
          ask={asked}
          state={grid.state}
          mayShare={isAdmin}
          onClose={() => setAsked(undefined)}
          onKept={(view) => grid.open(view)}
        />
      )}
    </div>
  );
}

interface TabProps {
  readonly name: string;
  readonly view: View | undefined;
  readonly isOpen: boolean;
  readonly state: GridState;
  readonly totals: TotalsOf | undefined;
  /** The number of rows, if the table has already counted them. */
  readonly count: number | undefined;
  readonly onOpen: () => void;
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

function ViewTab({ name, view, isOpen, state, totals, count, onOpen, onKeyDown }: TabProps) {
  const t = useT();
  const [tab, setTab] = useState<HTMLButtonElement | null>(null);
  const isSeen = useSeen(tab);
  const sums = { params: totals?.params, query: { ...totals?.query, ...filterInput(state) } };
  const counted = useQuery({
    queryKey: totals ? keyOf(totals.topic, totals.endpoint, sums) : ['no totals', name],
    queryFn: ({ signal }) =>
      call(totals?.endpoint as EndpointSpec, { ...sums, signal } as unknown as CallInput<EndpointSpec>) as Promise<{
        count?: number;
      }>,
    enabled: totals !== undefined && count === undefined && isSeen,
  });
  const rows = count ?? counted.data?.count;
  useEffect(() => {
    const strip = tab?.closest<HTMLElement>('[role="tablist"]');
    if (isOpen && tab && strip) showInStrip(strip, tab, 'edge');
  }, [isOpen, tab, rows]);
  const notes = [
    ...(view?.isShared
      ? [view.isMine || !view.owner ? t('views:sharedByYou') : t('views:sharedBy', { name: view.owner.name })]
      : []),
    ...(view?.isDefault ? [t('views:isDefault')] : []),
  ];
  return (
    <button
      ref={setTab}
      type="button"
      role="tab"
      aria-selected={isOpen}
      tabIndex={isOpen ? 0 : -1}
      className={classes.tab}
      title={view ? notes.join(' · ') || undefined : t('views:allHelp')}
      onClick={onOpen}
      onKeyDown={onKeyDown}
    >
      {name}
      {view?.isShared && <IconUsers size={13} stroke={1.75} aria-hidden />}
      {view?.isDefault && <IconStarFilled size={11} aria-hidden />}
      {rows === undefined && counted.isFetching && <span className={classes.countPlace} aria-hidden />}
      {rows !== undefined && (
        <>
          {' '}
          <span className={`${classes.count} num`}>{formatCount(rows)}</span>
          <span className="visually-hidden"> {t('views:ofRows', { count: rows })}</span>
        </>
      )}
      {notes.length > 0 && <span className="visually-hidden"> ({notes.join(', ')})</span>}
    </button>
  );
}

/** Whether the tab is scrolled into view. The row count of a view is fetched only for a visible tab. */
function useSeen(element: Element | null): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element || isSeen) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
