import { type HistoryEntry, listInvoiceHistory } from '@quayside/contracts/invoices';
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
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { call } from '../../../lib/call.ts';
import { formatInstant, formatRelative, langOf } from '../../../lib/format.ts';
import classes from './history.module.css';
import { actionWords, fieldWords, valueWords } from './history-words.ts';

const PAGE_SIZE = 25;
/** How many changes of an entry are shown before the person chooses to show all. */
const FIRST_SHOWN = 6;

/** A panel with the history of an invoice: who changed what, newest first. */
export function HistoryPanel({
  invoiceId,
  number,
  onClose,
}: {
  invoiceId: string;
  number: string;
  onClose: () => void;
}) {
  const t = useT();
  const history = useInfiniteQuery({
    // The key begins with the topic `invoices`, so that every change of an invoice invalidates the history.
    queryKey: ['invoices', 'history', invoiceId] as const,
    queryFn: ({ pageParam, signal }) =>
      call(listInvoiceHistory, { params: { id: invoiceId }, query: { page: pageParam, size: PAGE_SIZE }, signal }),
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
    <Panel title={t('invoices:history.title')} subtitle={number} onClose={onClose}>
      {history.isError && <ErrorState error={history.error} onRetry={() => void history.refetch()} />}
      {history.isPending && <p className={classes.quiet}>{t('loading')}</p>}
      {history.isSuccess && entries.length === 0 && <p className={classes.quiet}>{t('invoices:history.empty')}</p>}
      <ol className={classes.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {history.hasNextPage && (
        <ActionButton fullWidth loading={history.isFetchingNextPage} onClick={() => void history.fetchNextPage()}>
          {t('invoices:history.more')}
        </ActionButton>
      )}
    </Panel>
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

function Entry({ entry }: { entry: HistoryEntry }) {
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
        <p className="item-title">{actionWords(t, entry)}</p>
        <p className="quiet">
          {entry.who?.name || t('invoices:history.system')} ·{' '}
          <time dateTime={entry.at} title={formatInstant(entry.at)}>
            {formatRelative(entry.at)}
          </time>
        </p>
        {shown.length > 0 && (
          <dl className={classes.changes}>
            {shown.map((change, index) => (
              <div key={index}>
                <dt>{fieldWords(t, change)}</dt>
                <dd>
                  {change.from !== null && (
                    <>
                      <span className={classes.from} lang={langOf(change.from)}>
                        {valueWords(t, change.field, change.from)}
                      </span>
                      <span aria-hidden> → </span>
                    </>
                  )}
                  <span lang={langOf(change.to)}>{valueWords(t, change.field, change.to)}</span>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {rest > 0 && (
          <button type="button" className={classes.more} onClick={() => setWhole(true)}>
            {t('invoices:history.fold', { count: rest })}
          </button>
        )}
      </div>
    </li>
  );
}
