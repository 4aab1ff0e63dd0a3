import { Skeleton } from '@mantine/core';
import { chooseSalePlace, listSalePlaces, type SalePlace } from '@quayside/contracts/stock/sale-places';
import { isPlace } from '@quayside/domain/stock/places';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chooser } from '../../../components/form/chooser.tsx';
import { DayInput } from '../../../components/form/day-field.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Dialog, DialogButtons } from '../../../components/ui/confirm.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState, Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatDay } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { takeBack } from '../../../lib/api/undo.ts';
import { useWrite, write } from '../../../lib/api/write.ts';
import { channelName, placeName, placeOptions } from '../place-words.ts';

const nameOf = (t: T, { source, channel }: Pick<SalePlace, 'source' | 'channel'>): string =>
  source === 'CHANNEL' ? channelName(t, channel ?? '') : t(`shipments:customers.places.${source}`);

/** The places that sales leave, by who ships and by the sales channel, and a choice for each. */
export function SalePlacesDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [chosen, setChosen] = useState<SalePlace>();
  const query = useQuery(read('orders', listSalePlaces, { query: {} }));
  if (chosen) return <ChoiceDialog sales={chosen} onClose={() => setChosen(undefined)} />;
  return (
    <Dialog title={t('shipments:customers.places.title')} onClose={onClose} size={680}>
      <div className="stack">
        <p className="muted">{t('shipments:customers.places.intro')}</p>
        {query.isError && (
          <ErrorState
            error={query.error}
            entity={t('shipments:customers.places.entities')}
            onRetry={() => void query.refetch()}
          />
        )}
        {query.isLoading && <Skeleton height={160} role="status" aria-label={t('loading')} />}
        {query.data && <Places places={query.data.places} onChoose={setChosen} />}
      </div>
    </Dialog>
  );
}

function Places({ places, onChoose }: { places: readonly SalePlace[]; onChoose: (sales: SalePlace) => void }) {
  const t = useT();
  const mayChoose = usePermission(chooseSalePlace);
  return (
    <SimpleTable label={t('shipments:customers.places.title')} cards="minmax(0, 1fr) auto">
      <thead>
        <tr>
          <th scope="col">{t('shipments:customers.places.sales')}</th>
          <th scope="col" data-figure>
            {t('shipments:customers.places.sold')}
          </th>
          <th scope="col">{t('shipments:customers.places.place')}</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {places.map((sales) => {
          const name = nameOf(t, sales);
          const since = sales.rules.at(-1)?.fromDay ?? null;
          return (
            <tr key={`${sales.source} ${sales.channel ?? ''}`}>
              <th scope="row">{name}</th>
              <td data-figure>{formatCount(sales.units)}</td>
              <td>
                {sales.place === null ? t('shipments:customers.places.none') : placeName(t, sales.place)}
                {since !== null && (
                  <div className="muted">{t('shipments:customers.places.since', { day: formatDay(since) })}</div>
                )}
              </td>
              <td data-wide>
                {mayChoose.allowed && (
                  <ActionButton
                    size="xs"
                    onClick={() => onChoose(sales)}
                    aria-label={t('shipments:customers.places.chooseOf', { name })}
                  >
                    {t('shipments:customers.places.choose')}
                  </ActionButton>
                )}
              </td>
            </tr>
          );
        })}
      </tbody>
    </SimpleTable>
  );
}

const USUAL = 'USUAL';

/** Chooses the place of one kind of sales, for all days or from one on. */
export function ChoiceDialog({ sales, onClose }: { sales: SalePlace; onClose: () => void }) {
  const t = useT();
  const [place, setPlace] = useState<string | null>(sales.place);
  const [fromDay, setFromDay] = useState('');
  const saving = useWrite({
    send: (chosen: { readonly place: string | null; readonly fromDay: string }, key) =>
      call(chooseSalePlace, {
        body: {
          source: sales.source,
          ...(sales.source === 'CHANNEL' && { channel: sales.channel ?? '' }),
          place: chosen.place !== null && isPlace(chosen.place) ? chosen.place : null,
          fromDay: chosen.fromDay === '' ? null : chosen.fromDay,
        },
        idempotencyKey: key(),
      }),
    failure: { verb: 'update', entity: t('shipments:customers.places.entity') },
    isShownInline: true,
    onSuccess: ({ operationId, lines, isFollowing }) => {
      toast(
        'success',
        isFollowing
          ? t('shipments:customers.places.following')
          : t('shipments:customers.places.saved', { count: lines, formatted: formatCount(lines) }),
        { scope: 'global', onUndo: () => void undo(t, operationId) },
      );
      onClose();
    },
  });
  return (
    <Dialog
      title={t('shipments:customers.places.chosenTitle', { name: nameOf(t, sales) })}
      onClose={onClose}
      footer={
        <DialogButtons
          action={t('shipments:customers.places.save')}
          onCancel={onClose}
          onAction={() => saving.mutate({ place, fromDay })}
          isBusy={saving.isPending}
          isBlocked={place === null}
        />
      }
    >
      <div className="stack">
        <Chooser
          label={t('shipments:customers.places.place')}
          data={[{ value: USUAL, label: t('shipments:customers.places.placeUsual') }, ...placeOptions(t)]}
          value={place}
          searchable
          onChange={setPlace}
        />
        <DayInput label={t('shipments:customers.places.from')} value={fromDay} onChange={setFromDay} />
        <p className="muted">{t('shipments:customers.places.fromHint')}</p>
        {saving.problem && (
          <Note tone="danger" role="alert">
            {saving.problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

async function undo(t: T, operationId: string): Promise<void> {
  await write(() => takeBack(operationId), {
    failure: { verb: 'update', entity: t('shipments:customers.places.entity') },
    done: t('shipments:customers.places.undone'),
    scope: 'global',
  });
}
