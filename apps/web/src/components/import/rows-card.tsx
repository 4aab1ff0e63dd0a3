import { Button, Skeleton } from '@mantine/core';
import type { ImportAction, ImportState } from '@quayside/contracts/imports';
import { IconArrowRight, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../ui/action-button.tsx';
import { Card } from '../ui/card.tsx';
import { ErrorState } from '../ui/states.tsx';
import { Chip } from '../ui/status-chip.tsx';
import { SimpleTable } from '../ui/simple-table.tsx';
import { type T, useT } from '../../i18n/i18n.ts';
import { formatCount, langOf } from '../../lib/words/format.ts';
import { useImportRows } from './import-api.ts';
import { ACTION_LOOKS, rowsOf } from './count-tiles.tsx';
import { useImportKit } from './import-kit.ts';
import type { ImportWords } from './record-words.ts';
import type { AnyImport, AnyImportRow, RowChange } from './import-types.ts';
import classes from './import.module.css';

const SIZE = 50;
/** How many changes of a row are shown before "more". A new product can have twenty changes. */
const FEW = 6;

interface RowsProps {
  readonly result: AnyImport;
  readonly action: ImportAction | undefined;
  /** The page, counted from 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Why no rows are shown. An import that waits for a person has unchecked rows while a question about them is open. */
const absence = (state: ImportState, total: number) =>
  total === 0 ? 'noRows' : state === 'CHECKED' ? 'rowsUnchecked' : 'rowsGone';

function titleOf(action: ImportAction | undefined, t: T, { rowsOf: words }: ImportWords): string {
  if (action === undefined) return t('imports:allRows');
  return action === 'CREATE' || action === 'UPDATE' ? words[action] : t(`imports:rowsOf.${action}`);
}

/** The rows of the file, page by page. Each row shows the changes that it makes. */
export function RowsCard({ result, action, page, onPage }: RowsProps) {
  const t = useT();
  const words = useImportKit().words(t);
  const filter =
    action === undefined ? {} : { filter: JSON.stringify([{ field: 'action', op: 'in', values: [action] }]) };
  const rows = useImportRows(result.id, { page, size: SIZE, sort: ['row,asc'], ...filter });
  const found = rows.data?.content ?? [];
  const total = rowsOf(result.counts, action);
  const top = useRef<HTMLDivElement>(null);
  const shown = useRef(page);
  // After a change of page, scroll to the top of the rows.
  useEffect(() => {
    if (shown.current !== page) top.current?.scrollIntoView({ block: 'nearest' });
    shown.current = page;
  }, [page]);
  return (
    <div ref={top}>
      <Card
        title={titleOf(action, t, words)}
        hint={t('imports:errorsHint')}
        end={<Pager page={page} total={total} shown={found.length} onPage={onPage} />}
        flush
      >
        {rows.isError && (
          <div className={classes.cardNote}>
            <ErrorState error={rows.error} entity={t('imports:rowsEntity')} onRetry={() => void rows.refetch()} />
          </div>
        )}
        {rows.isPending && (
          <div className={classes.waiting} role="status" aria-label={t('loading')}>
            {[1, 2, 3].map((n) => (
              <Skeleton key={n} height={18} radius={6} />
            ))}
          </div>
        )}
        {rows.data && found.length === 0 && (
          <p className={classes.none}>{t(`imports:${absence(result.state, total)}`)}</p>
        )}
        {found.length > 0 && (
          <SimpleTable
            className={classes.rows}
            cards="1fr auto"
            label={t('imports:allRows')}
            isBusy={rows.isPlaceholderData}
          >
            <thead>
              <tr>
                <th scope="col" className={classes.end}>
                  {t('imports:row')}
                </th>
                <th scope="col">{t('imports:action')}</th>
                <th scope="col">{words.record}</th>
                <th scope="col">{t('imports:changes')}</th>
              </tr>
            </thead>
            <tbody>
              {found.map((row) => (
                <Row key={row.row} row={row} isStored={result.state === 'IMPORTED'} />
              ))}
            </tbody>
          </SimpleTable>
        )}
      </Card>
    </div>
  );
}

function Pager({
  page,
  total,
  shown,
  onPage,
}: {
  page: number;
  total: number;
  shown: number;
  onPage: (page: number) => void;
}) {
  const t = useT();
  const from = page * SIZE + 1;
  if (total <= SIZE && page === 0) return null;
  return (
    <>
      <span className="note num" role="status">
        {t('grid.range', {
          from: formatCount(from),
          to: formatCount(Math.max(from, from + shown - 1)),
          total: formatCount(total),
        })}
      </span>
      <IconButton
        outlined
        size={28}
        icon={IconChevronLeft}
        label={t('grid.previousPage')}
        disabled={page === 0}
        onClick={() => onPage(page - 1)}
      />
      <IconButton
        outlined
        size={28}
        icon={IconChevronRight}
        label={t('grid.nextPage')}
        disabled={(page + 1) * SIZE >= total}
        onClick={() => onPage(page + 1)}
      />
    </>
  );
}

function Row({ row, isStored }: { row: AnyImportRow; isStored: boolean }) {
  const t = useT();
  const look = ACTION_LOOKS[row.action];
  const { nameOf, noteOf } = useImportKit();
  const { title, detail, path } = nameOf(row);
  const note = noteOf?.(row, t);
  return (
    <tr>
      <td className={`${classes.end} num`}>{formatCount(row.row)}</td>
      <td data-chip>
        <Chip icon={look.icon} tone={look.tone} quiet={row.action === 'SKIP'}>
          {t(`imports:actions.${row.action}`)}
        </Chip>
      </td>
      <th scope="row">
        <span className={classes.product}>
          {path !== null && isStored ? <Link to={path}>{title}</Link> : <b lang={langOf(title)}>{title}</b>}
          {detail !== '' && <span lang={langOf(detail)}>{detail}</span>}
          {note !== undefined && <small className={classes.rowNote}>{note}</small>}
        </span>
      </th>
      <td data-wide>{row.errors.length > 0 ? <Errors errors={row.errors} /> : <Changes row={row} />}</td>
    </tr>
  );
}

const Errors = ({ errors }: Pick<AnyImportRow, 'errors'>) => (
  <ul className={classes.problems}>
    {errors.map(({ column, value, reason }) => (
      <li key={`${column} ${reason}`}>
        <b>{column}</b> {value !== '' && <span lang={langOf(value)}>“{value}”</span>} {reason}
      </li>
    ))}
  </ul>
);

function Changes({ row: { changes: all, action } }: { row: AnyImportRow }) {
  const t = useT();
  const { fieldWord, valueWord, namedBy } = useImportKit();
  const [isAll, setAll] = useState(false);
  // The name of a new record is already shown in another column.
  const changes = action === 'CREATE' ? all.filter(({ field }) => !namedBy.includes(field)) : all;
  const shown = isAll ? changes : changes.slice(0, FEW);
  const word = (change: RowChange, value: string | null, unit: string | null | undefined) =>
    value === null || value === '' ? t('imports:nothing') : valueWord(change, value, unit ?? null, t);
  return (
    <ul className={classes.changes}>
      {shown.map((change) => (
        <li key={change.field}>
          <span className={classes.changedField}>{fieldWord(change.field, t)}</span>{' '}
          {action !== 'CREATE' && (
            <>
              <span className={classes.before} lang={langOf(change.before)}>
                {word(change, change.before, change.unitBefore)}
              </span>{' '}
              <IconArrowRight size={12} stroke={1.75} aria-label={t('imports:to')} />{' '}
            </>
          )}
          <span lang={langOf(change.after)}>{word(change, change.after, change.unitAfter)}</span>
        </li>
      ))}
      {changes.length > shown.length && (
        <li>
          <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
            {t('imports:moreFields', { count: changes.length - shown.length })}
          </Button>
        </li>
      )}
    </ul>
  );
}
