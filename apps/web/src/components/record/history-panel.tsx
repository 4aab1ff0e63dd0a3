import type { HistoryEntry } from '@quayside/contracts/invoices/invoices';
import type { Topic } from '@quayside/contracts/live';
import type { Page } from '@quayside/contracts/paging';
import {
  IconArchive,
  IconCircleCheck,
  IconFileText,
  IconLock,
  IconLockOpen,
  IconPencil,
  IconPlus,
  IconTrash,
  type TablerIcon,
} from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createElement, useState } from 'react';
import { ActionButton } from '../ui/action-button.tsx';
import { Panel } from '../ui/panel.tsx';
import { ErrorState } from '../ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatInstant, formatRelative, langOf } from '../../lib/words/format.ts';
import classes from './history.module.css';

export const HISTORY_PAGE = 25;
/** How many changes of an entry are shown before the person chooses to show all. */
const FIRST_SHOWN = 6;

type Change = HistoryEntry['changes'][number];
/** How an area names what is in its history. */
export interface HistoryWords {
  readonly action: (entry: HistoryEntry) => string;
  readonly field: (change: Change) => string;
  readonly value: (field: string, value: string | null) => string;
}

interface HistoryProps {
  /** The topic whose changes make the history stale. */
  readonly topic: Topic;
  readonly id: string;
  readonly words: HistoryWords;
  /** Loads a page of `HISTORY_PAGE` entries, counted from 0. */
  readonly load: (page: number, signal: AbortSignal) => Promise<Page<HistoryEntry>>;
}
interface HistoryPanelProps extends HistoryProps {
  /** The number of the record. */
  readonly number: string;
  readonly onClose: () => void;
}

/** A panel with the history of a record. */
export function HistoryPanel({ number, onClose, ...history }: HistoryPanelProps) {
  const t = useT();
  return (
    <Panel title={t('records:history.title')} subtitle={number} onClose={onClose}>
      <History {...history} />
    </Panel>
  );
}

/** The history of a record: who changed what, newest first. */
export function History({ topic, id, words, load }: HistoryProps) {
  const t = useT();
  const history = useInfiniteQuery({
    queryKey: [topic, 'history', id] as const,
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (pages.length < last.totalPages ? pages.length : undefined),
  });
  // A change that is made while the panel is open shifts the entries, so the same entry may be on two loaded pages.
  const entries = [
    ...new Map(
      history.data?.pages.flatMap(({ content }) => content.map((entry) => [entry.id, entry] as const)),
    ).values(),
  ];
  return (
    <>
      {history.isError && (
        <ErrorState error={history.error} record={t('records:history.entity')} onRetry={() => void history.refetch()} />
      )}
      {history.isPending && <p className={classes.quiet}>{t('loading')}</p>}
      {history.isSuccess && entries.length === 0 && <p className={classes.quiet}>{t('records:history.empty')}</p>}
      <ol className={classes.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} words={words} />
        ))}
      </ol>
      {history.hasNextPage && (
        <ActionButton fullWidth loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t('records:history.more')}
        </ActionButton>
      )}
    </>
  );
}

const ICONS: Readonly<Record<string, TablerIcon>> = {
  created: IconPlus,
  imported: IconPlus,
  uploaded: IconFileText,
  confirmed: IconCircleCheck,
  closed: IconLock,
  reopened: IconLockOpen,
  archived: IconArchive,
  unarchived: IconArchive,
  deleted: IconTrash,
};
const iconOf = (action: string): TablerIcon =>
  ICONS[action.split('.')[1] ?? ''] ?? (action.includes('document') ? IconFileText : IconPencil);

function Entry({ entry, words }: { entry: HistoryEntry; words: HistoryWords }) {
  const t = useT();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? entry.changes : entry.changes.slice(0, FIRST_SHOWN);
  const rest = entry.changes.length - shown.length;
  return (
    <li className={classes.entry}>
      <span className={classes.dot}>
        {createElement(iconOf(entry.action), { size: 13, stroke: 2, 'aria-hidden': true })}
      </span>
      <div className={classes.words}>
        <p className="item-title">{words.action(entry)}</p>
        <p className="quiet">
          {entry.who?.name || t('records:history.system')} ·{' '}
          <time dateTime={entry.at} title={formatInstant(entry.at)}>
            {formatRelative(entry.at)}
          </time>
        </p>
        {shown.length > 0 && (
          <dl className={classes.changes}>
            {shown.map((change, index) => (
              <div key={index}>
                <dt>{words.field(change)}</dt>
                <dd>
                  {change.from !== null && (
                    <>
                      <span className={classes.from} lang={langOf(change.from)}>
                        {words.value(change.field, change.from)}
                      </span>
                      <span aria-hidden> → </span>
                    </>
                  )}
                  <span lang={langOf(change.to)}>{words.value(change.field, change.to)}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {rest > 0 && (
          <button type="button" className="text-button" onClick={() => setWhole(true)}>
            {t('records:history.fold', { count: rest })}
          </button>
        )}
      </div>
    </li>
  );
}
