import { Button, Skeleton } from '@mantine/core';
import type { ImportRow, ImportState, ProductImport } from '@quayside/contracts/product-imports';
import { IconArrowRight, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { Card } from '../../../components/ui/card.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { Chip } from '../../../components/ui/status-chip.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount, groupDigits, langOf } from '../../../lib/format.ts';
import { fieldWord, valueWord } from '../product-words.ts';
import { productHref } from '../product-values.ts';
import { useImportRows } from './api.ts';
import { ACTION_LOOKS, type RowAction, rowsOf } from './count-tiles.tsx';
import classes from './import.module.css';

const SIZE = 50;
/** How many changes of a row are shown before "more". A new product can have twenty changes. */
const FEW = 6;

interface RowsProps {
  readonly result: ProductImport;
  readonly action: RowAction | undefined;
  /** The page, counted from 0. */
  readonly page: number;
  readonly onPage: (page: number) => void;
}

/** Why no rows are shown. An import that waits for a person has unchecked rows while a question about them is open. */
const absence = (state: ImportState, total: number) =>
  total === 0 ? 'noRows' : state === 'CHECKED' ? 'rowsUnchecked' : 'rowsGone';

/** The rows of the file, page by page. Each row shows the changes that it makes. */
export function RowsCard({ result, action, page, onPage }: RowsProps) {
  const t = useT();
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
        title={t(action === undefined ? 'products:import.allRows' : `products:import.rowsOf.${action}`)}
        hint={t('products:import.errorsHint')}
        end={<Pager page={page} total={total} shown={found.length} onPage={onPage} />}
        flush
      >
        {rows.isError && (
          <div className={classes.cardNote}>
            <ErrorState
              error={rows.error}
              entity={t('products:import.rowsEntity')}
              onRetry={() => void rows.refetch()}
            />
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
          <p className={classes.none}>{t(`products:import.${absence(result.state, total)}`)}</p>
        )}
        {found.length > 0 && (
          <SimpleTable
            className={classes.rows}
            cards="1fr auto"
            label={t('products:import.allRows')}
            isBusy={rows.isPlaceholderData}
          >
            <thead>
              <tr>
                <th scope="col" className={classes.end}>
                  {t('products:import.row')}
                </th>
                <th scope="col">{t('products:import.action')}</th>
                <th scope="col">{t('products:column.name')}</th>
                <th scope="col">{t('products:import.changes')}</th>
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

function Row({ row, isStored }: { row: ImportRow; isStored: boolean }) {
  const t = useT();
  const look = ACTION_LOOKS[row.action];
  return (
    <tr>
      <td className={`${classes.end} num`}>{formatCount(row.row)}</td>
      <td data-chip>
        <Chip icon={look.icon} tone={look.tone} quiet={row.action === 'SKIP'}>
          {t(`products:import.actions.${row.action}`)}
        </Chip>
      </td>
      <th scope="row">
        <span className={classes.product}>
          {row.productId !== null && isStored ? (
            <Link to={productHref({ id: row.productId, sku: row.sku })}>{row.sku}</Link>
          ) : (
            <b>{row.sku}</b>
          )}
          <span lang={langOf(row.name)}>{row.name}</span>
          {row.foundBy && (
            <small className={classes.foundBy}>
              {t('products:import.foundBy', {
                kind: t(`productChoices:by.${row.foundBy.by}`),
                code: row.foundBy.code,
              })}
            </small>
          )}
        </span>
      </th>
      <td data-wide>{row.errors.length > 0 ? <Errors errors={row.errors} /> : <Changes row={row} />}</td>
    </tr>
  );
}

const Errors = ({ errors }: Pick<ImportRow, 'errors'>) => (
  <ul className={classes.problems}>
    {errors.map(({ column, value, reason }) => (
      <li key={`${column} ${reason}`}>
        <b>{column}</b> {value !== '' && <span lang={langOf(value)}>“{value}”</span>} {reason}
      </li>
    ))}
  </ul>
);

type Change = ImportRow['changes'][number];

function Changes({ row: { changes: all, action } }: { row: ImportRow }) {
  const t = useT();
  const [isAll, setAll] = useState(false);
  // The SKU and name of a new product are already shown in another column.
  const changes = action === 'CREATE' ? all.filter(({ field }) => field !== 'sku' && field !== 'name') : all;
  const shown = isAll ? changes : changes.slice(0, FEW);
  const word = (field: string, value: string | null, unit: Change['unitAfter']) => {
    if (value === null || value === '') return t('products:changelog.nothing');
    return unit === null ? valueWord(field, value, t) : `${groupDigits(value)} ${t(`products:unit.${unit}`)}`;
  };
  return (
    <ul className={classes.changes}>
      {shown.map(({ field, before, after, unitBefore, unitAfter }) => (
        <li key={field}>
          <span className={classes.changedField}>{fieldWord(field, t)}</span>{' '}
          {action !== 'CREATE' && (
            <>
              <span className={classes.before} lang={langOf(before)}>
                {word(field, before, unitBefore)}
              </span>{' '}
              <IconArrowRight size={12} stroke={1.75} aria-label={t('products:changelog.to')} />{' '}
            </>
          )}
          <span lang={langOf(after)}>{word(field, after, unitAfter)}</span>
        </li>
      ))}
      {changes.length > shown.length && (
        <li>
          <Button size="compact-xs" variant="subtle" onClick={() => setAll(true)}>
            {t('products:import.moreFields', { count: changes.length - shown.length })}
          </Button>
        </li>
      )}
    </ul>
  );
}
