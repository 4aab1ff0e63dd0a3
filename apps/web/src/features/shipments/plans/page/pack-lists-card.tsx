import { Skeleton } from '@mantine/core';
import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { IconPlus, IconX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { TextInput } from '../../../../components/form/inputs.tsx';
import { ActionButton, IconButton } from '../../../../components/ui/action-button.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { ErrorState } from '../../../../components/ui/states.tsx';
import { cubicMetres, kilograms } from '../../../../components/ui/measured-text.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { formatCount } from '../../../../lib/words/format.ts';
import { isFocusLost } from '../../../../lib/page/lost-focus.ts';
import { paths } from '../../../../lib/paths.ts';
import { usePlan } from '../editor/use-plan.ts';
import classes from '../plans.module.css';
import { DropZone } from './drop-zone.tsx';
import { FIRST_SHOWN, looseQuery } from './loose-query.ts';
import { PackListRow } from './pack-list-row.tsx';
import type { PackListMoves } from './use-pack-list-moves.ts';

const SEARCH_DELAY_MS = 250;

/** The pack list that is being dragged, and from where. */
export interface Dragged {
  readonly from: 'plan' | 'loose';
  readonly packList: PackList;
}
interface CardProps {
  /** Whether pack lists can be added and removed. */
  readonly canChange: boolean;
  readonly moves: PackListMoves;
  readonly dragged: Dragged | undefined;
  readonly onDrag: (dragged: Dragged | undefined) => void;
}

/** What the plan holds and, below it, the pack lists that are in no plan. */
export function PackListsCard({ canChange, moves, dragged, onDrag }: CardProps) {
  const t = useT();
  const { packLists, units, cartons, weight, volume, number } = usePlan(({ record }) => record);
  const list = useRef<HTMLUListElement>(null);
  useFocusKept(list, packLists.length);
  const toAdd = dragged?.from === 'loose' ? dragged.packList : undefined;
  return (
    <Card
      title={t('shipments:packLists')}
      hint={
        <span className="num">
          {t('shipments:plans.packLists.cartons', { count: cartons, formatted: formatCount(cartons) })} ·{' '}
          {t('shipments:plans.packLists.units', { count: units, formatted: formatCount(units) })}
          {volume !== null && <> · {cubicMetres(volume)}</>}
          {weight !== null && <> · {kilograms(weight)}</>}
        </span>
      }
      flush
    >
      <DropZone onDrop={toAdd && (() => void moves.add(toAdd))}>
        <ul
          ref={list}
          tabIndex={-1}
          className={classes.packLists}
          aria-label={t('shipments:plans.packLists.of', { number })}
        >
          {packLists.map((packList) => (
            <PackListRow
              key={packList.packListId}
              packList={packList}
              note={sharedNote(t, packList, packLists)}
              onDrag={canChange ? () => onDrag({ from: 'plan', packList }) : undefined}
              onDragEnd={() => onDrag(undefined)}
              action={
                canChange && (
                  <IconButton
                    size={28}
                    icon={IconX}
                    label={t('shipments:plans.packLists.remove', { number: packList.number })}
                    disabled={moves.busy !== undefined}
                    onClick={() => void moves.remove(packList)}
                  />
                )
              }
            />
          ))}
        </ul>
      </DropZone>
      {canChange && (
        <div data-off-paper>
          <Loose moves={moves} dragged={dragged} onDrag={onDrag} />
        </div>
      )}
    </Card>
  );
}

/** The pack lists that are in no plan. Each is dragged into the plan, or added by its button. */
function Loose({ moves, dragged, onDrag }: Omit<CardProps, 'canChange'>) {
  const t = useT();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const [size, setSize] = useState(FIRST_SHOWN);
  const query = useQuery({
    ...looseQuery(search, size),
    placeholderData: keepPreviousData,
  });
  const list = useRef<HTMLUListElement>(null);
  const loose = query.data?.content ?? [];
  useFocusKept(list, loose.length);
  const toRemove = dragged?.from === 'plan' ? dragged.packList : undefined;
  const isWhole = query.data !== undefined && query.data.totalElements <= loose.length;
  return (
    <DropZone onDrop={toRemove && (() => void moves.remove(toRemove))}>
      <div className={classes.looseHead}>
        <h3 className="field-label">{t('shipments:plans.loose.title')}</h3>
        <span className="quiet">{t('shipments:plans.loose.hint')}</span>
      </div>
      {(search !== '' || typed !== '' || loose.length > 0) && (
        <div className={classes.looseSearch}>
          <TextInput
            aria-label={t('shipments:plans.loose.search')}
            placeholder={t('shipments:plans.loose.search')}
            value={typed}
            onChange={setTyped}
          />
        </div>
      )}
      {query.isError && !query.data ? (
        <ErrorState
          error={query.error}
          entity={t('shipments:plans.loose.entity')}
          onRetry={() => void query.refetch()}
        />
      ) : !query.data ? (
        <Skeleton height={48} role="status" aria-label={t('loading')} />
      ) : loose.length === 0 ? (
        <p className={classes.looseNone}>
          {search !== '' ? (
            t('shipments:plans.loose.noMatch')
          ) : (
            <>
              {t('shipments:plans.loose.none')}{' '}
              <ActionButton size="compact-sm" to={paths.orders()}>
                {t('shipments:plans.loose.toOrders')}
              </ActionButton>
            </>
          )}
        </p>
      ) : (
        <ul
          ref={list}
          tabIndex={-1}
          className={`${classes.packLists} ${classes.looseList}`}
          aria-label={t('shipments:plans.loose.title')}
        >
          {loose.map((packList) => (
            <PackListRow
              key={packList.packListId}
              packList={packList}
              note={sharedNote(t, packList, loose)}
              onDrag={() => onDrag({ from: 'loose', packList })}
              onDragEnd={() => onDrag(undefined)}
              action={<AddButton number={packList.number} moves={moves} onAdd={() => void moves.add(packList)} />}
            />
          ))}
        </ul>
      )}
      {query.data && !isWhole && (
        <p className={classes.looseNone}>
          <ActionButton size="xs" loading={query.isFetching} onClick={() => setSize(size + FIRST_SHOWN)}>
            {t('shipments:plans.loose.more')}
          </ActionButton>
        </p>
      )}
    </DropZone>
  );
}

function AddButton({ number, moves, onAdd }: { number: string; moves: PackListMoves; onAdd: () => void }) {
  const t = useT();
  return (
    <ActionButton size="xs" icon={IconPlus} disabled={moves.busy !== undefined} onClick={onAdd}>
      {t('shipments:plans.loose.add')} <span className="visually-hidden">{number}</span>
    </ActionButton>
  );
}

/** Names the pack lists that are in the same cartons, because they always travel together. */
function sharedNote(t: ReturnType<typeof useT>, { packListId, cartonId }: PackList, all: readonly PackList[]) {
  const others = all.filter((one) => cartonId !== null && one.cartonId === cartonId && one.packListId !== packListId);
  if (others.length === 0) return undefined;
  return t('shipments:plans.packLists.shared', { numbers: others.map(({ number }) => number).join(', ') });
}

/** Gives the focus to the list when the row that had it is gone. */
function useFocusKept(list: RefObject<HTMLElement | null>, count: number): void {
  useEffect(() => {
    if (isFocusLost()) list.current?.focus({ preventScroll: true });
  }, [list, count]);
}
