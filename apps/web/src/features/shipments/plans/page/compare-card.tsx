import { Skeleton } from '@mantine/core';
import type { WhatIf } from '@quayside/contracts/shipments/what-if';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MultiChooser } from '../../../../components/form/chooser.tsx';
import { DayInput } from '../../../../components/form/day-field.tsx';
import { Card } from '../../../../components/ui/card.tsx';
import { ErrorState } from '../../../../components/ui/states.tsx';
import { MeasuredText } from '../../../../components/ui/measured-text.tsx';
import { type T, useT } from '../../../../i18n/i18n.ts';
import { formatCount, formatDay, formatDayShort } from '../../../../lib/words/format.ts';
import { usePlan } from '../editor/use-plan.ts';
import { whatIfQuery } from '../plan-calls.ts';
import classes from '../plans.module.css';
import { CompareTable } from './compare-table.tsx';
import { looseQuery } from './loose-query.ts';
import { SkuCard } from './sku-card.tsx';

interface CompareProps {
  /** Whether a freight rate can be chosen. */
  readonly canChoose: boolean;
  /** Whether loose pack lists could join the plan. */
  readonly canJoin: boolean;
}

/** The freight rates beside each other: as the plan is, if it left on another day, or if more pack lists joined. */
export function CompareCard({ canChoose, canJoin }: CompareProps) {
  const t = useT();
  const { id, accountCurrency } = usePlan(({ record }) => record);
  const [shipDay, setShipDay] = useState('');
  const [joining, setJoining] = useState<string[]>([]);
  const query = useQuery({
    ...whatIfQuery(id, {
      ...(shipDay !== '' && { shipDay }),
      ...(joining.length > 0 && { addPackListIds: joining }),
    }),
    placeholderData: keepPreviousData,
  });
  const { data } = query;
  return (
    <>
      <Card
        title={t('shipments:plans.compare.title')}
        hint={t('shipments:plans.compare.hint', { currency: accountCurrency })}
        flush
      >
        <div className={classes.whatIf} data-off-paper>
          <DayInput label={t('shipments:plans.compare.shipDay')} value={shipDay} onChange={setShipDay} />
          {canJoin && <Joining joining={joining} onChange={setJoining} />}
          {data && (shipDay !== '' || joining.length > 0) && (
            <p className={classes.whatIfWords} role="status">
              <MeasuredText>
                {(words) =>
                  t('shipments:plans.compare.changed', {
                    count: data.units,
                    formatted: formatCount(data.units),
                    volume: words.cubicMetres(data.volume),
                    weight: words.kilograms(data.weight),
                  })
                }
              </MeasuredText>
            </p>
          )}
        </div>
        {query.isError && !data ? (
          <ErrorState
            error={query.error}
            record={t('shipments:plans.compare.entity')}
            onRetry={() => void query.refetch()}
          />
        ) : !data ? (
          <Skeleton height={120} role="status" aria-label={t('loading')} />
        ) : data.offers.length === 0 ? (
          <p className={classes.looseNone}>{t('shipments:plans.compare.none')}</p>
        ) : (
          <CompareTable answer={data} canChoose={canChoose} isBusy={query.isPlaceholderData} />
        )}
        {data && data.notValid.length > 0 && <p className={classes.looseNone}>{notValidWords(t, data)}</p>}
      </Card>
      {data && <SkuCard answer={data} />}
    </>
  );
}

function Joining({ joining, onChange }: { joining: string[]; onChange: (ids: string[]) => void }) {
  const t = useT();
  const loose = useQuery(looseQuery()).data?.content ?? [];
  // One that was added for real is not loose any more.
  const known = joining.filter((id) => loose.some(({ packListId }) => packListId === id));
  if (loose.length === 0) return null;
  return (
    <MultiChooser
      label={t('shipments:plans.compare.joining')}
      placeholder={known.length === 0 ? t('shipments:plans.compare.joiningNone') : undefined}
      clearable
      data={loose.map(({ packListId, number, sku }) => ({ value: packListId, label: `${number} · ${sku}` }))}
      value={known}
      onChange={onChange}
    />
  );
}

function notValidWords(t: T, { notValid }: WhatIf): string {
  const names = notValid.map(({ name, validity, validFrom, validTo }) =>
    validity === 'EXPIRED'
      ? t('shipments:plans.compare.ended', { name, day: formatDayShort(validTo) })
      : t('shipments:plans.compare.begins', { name, day: formatDayShort(validFrom) }),
  );
  return t('shipments:plans.compare.notValid', { day: formatDay(notValid[0]?.validOn), names: names.join(', ') });
}
