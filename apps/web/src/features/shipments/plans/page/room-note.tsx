import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import type { Room } from '@quayside/contracts/shipments/what-if';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chooser } from '../../../../components/form/chooser.tsx';
import { ActionButton } from '../../../../components/ui/action-button.tsx';
import { ErrorState, Note } from '../../../../components/ui/states.tsx';
import type { MeasureWords } from '../../../../lib/words/measure-words.ts';
import { MeasuredText } from '../../../../components/ui/measured-text.tsx';
import { type T, useT } from '../../../../i18n/i18n.ts';
import { isApiError } from '../../../../lib/errors/api-error.ts';
import { formatCount, formatUnitCost } from '../../../../lib/words/format.ts';
import { usePlan } from '../editor/use-plan.ts';
import { whatIfQuery } from '../plan-calls.ts';
import classes from '../plans.module.css';
import { looseQuery } from './loose-query.ts';
import type { PackListMoves } from './use-pack-list-moves.ts';

/** How many more cartons of a loose pack list's order fit, and what they do to the freight per unit. */
export function RoomNote({ moves }: { moves: PackListMoves }) {
  const t = useT();
  const loose = useQuery(looseQuery()).data?.content ?? [];
  const byOrder = new Map(loose.toReversed().map((one) => [one.orderId, one]));
  const [wanted, setWanted] = useState<string>();
  const candidate = (wanted === undefined ? undefined : byOrder.get(wanted)) ?? loose[0];
  if (!candidate) return null;
  return (
    <div className={classes.room} data-off-paper>
      {byOrder.size > 1 && (
        <Chooser
          label={t('shipments:plans.compare.room.title')}
          data={[...byOrder.values()].map(({ orderId, orderNumber, sku }) => ({
            value: orderId,
            label: `${sku} · ${orderNumber}`,
          }))}
          value={candidate.orderId}
          onChange={(orderId) => setWanted(orderId ?? undefined)}
        />
      )}
      <RoomOf packList={candidate} moves={moves} />
    </div>
  );
}

function RoomOf({ packList, moves }: { packList: PackList; moves: PackListMoves }) {
  const t = useT();
  const id = usePlan(({ record }) => record.id);
  const query = useQuery(whatIfQuery(id, { freightRateIds: [], room: { orderId: packList.orderId } }));
  const room = query.data?.room;
  if (query.isError && !room)
    return isApiError(query.error) && query.error.status === 422 ? (
      <p className="quiet">{t('shipments:plans.compare.room.noCase', { sku: packList.sku })}</p>
    ) : (
      <ErrorState
        error={query.error}
        record={t('shipments:plans.compare.room.entity')}
        onRetry={() => void query.refetch()}
      />
    );
  if (!room) return null;
  return (
    <Note
      tone="info"
      icon={IconPlus}
      action={
        <ActionButton size="xs" disabled={moves.busy !== undefined} onClick={() => void moves.add(packList)}>
          {t('shipments:plans.compare.room.add', { number: packList.number })}
        </ActionButton>
      }
    >
      <MeasuredText>{(words) => roomWords(t, room, words)}</MeasuredText>
    </Note>
  );
}

function roomWords(t: T, { sku, cartons, volume, limitedBy, effect }: Room, measures: MeasureWords): string {
  if (cartons === null) return t('shipments:plans.compare.room.unknown');
  if (cartons === 0) return t('shipments:plans.compare.room.none', { sku });
  const words = [
    t('shipments:plans.compare.room.cartons', {
      count: cartons,
      formatted: formatCount(cartons),
      sku,
      volume: measures.cubicMetres(volume),
    }),
    effect && effectWords(t, effect),
    limitedBy && t(`shipments:plans.compare.room.by.${limitedBy}`),
  ];
  return words.filter((one) => one !== null).join(' ');
}

function effectWords(t: T, { before, after, currency }: NonNullable<Room['effect']>): string {
  const values = {
    before: formatUnitCost(before.perUnit, currency),
    after: formatUnitCost(after.perUnit, currency),
  };
  const change = Number(after.perUnit) - Number(before.perUnit);
  return t(`shipments:plans.compare.room.${change < 0 ? 'falls' : change > 0 ? 'rises' : 'stays'}`, values);
}
