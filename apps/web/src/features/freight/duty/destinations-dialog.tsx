import { Skeleton } from '@mantine/core';
import {
  type DutyDestination,
  listDutyDestinations,
  resetDutyDestination,
  setDutyDestination,
} from '@quayside/contracts/freight/duty-rates';
import { CUSTOMS_VALUES } from '@quayside/domain/shipments/duty';
import { countryOptions, nameOfCountry } from '@quayside/domain/products/countries';
import { IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Chooser } from '../../../components/form/chooser.tsx';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { Dialog } from '../../../components/ui/confirm.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { read } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../lib/api/write.ts';

/** What duty is charged on in each destination. A person who may edit chooses it, or goes back to the default. */
export function DestinationsDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const mayChange = usePermission(setDutyDestination);
  const destinations = useQuery(read('duty-rates', listDutyDestinations, {}));
  const rows = destinations.data ?? [];
  const { setting, resetting } = useDestinationWrites();
  const others = countryOptions().filter(({ value }) => !rows.some(({ country }) => country === value));
  return (
    <Dialog title={t('freight:duty.customs.title')} onClose={onClose} size={560}>
      <div className="stack">
        <p className="muted">{t('freight:duty.customs.help')}</p>
        {destinations.isError && (
          <ErrorState
            error={destinations.error}
            entity={t('freight:duty.customs.entities')}
            onRetry={() => void destinations.refetch()}
          />
        )}
        {destinations.isPending && <Skeleton height={120} aria-label={t('loading')} />}
        {destinations.data?.length === 0 && <p>{t('freight:duty.customs.none')}</p>}
        {rows.length > 0 && (
          <SimpleTable label={t('freight:duty.customs.title')}>
            <thead>
              <tr>
                <th scope="col">{t('freight:duty.customs.country')}</th>
                <th scope="col">{t('freight:duty.customs.value')}</th>
                {mayChange.allowed && <td />}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <Destination
                  key={row.country}
                  row={row}
                  isReadOnly={!mayChange.allowed}
                  onSet={(customsValue) => setting.mutate({ country: row.country, customsValue })}
                  onReset={() => resetting.mutate(row.country)}
                />
              ))}
            </tbody>
          </SimpleTable>
        )}
        {mayChange.allowed && (
          <Chooser
            label={t('freight:duty.customs.add')}
            data={others}
            value={null}
            searchable
            onChange={(country) => country !== null && setting.mutate({ country, customsValue: 'CIF' })}
          />
        )}
      </div>
    </Dialog>
  );
}

function useDestinationWrites() {
  const t = useT();
  const failure = { verb: 'update', entity: t('freight:duty.customs.entity') } as const;
  const onSuccess = ({ country, customsValue }: DutyDestination) => {
    toast(
      'success',
      t('freight:duty.customs.saved', {
        country: nameOfCountry(country),
        value: t(`freight:duty.customs.${customsValue}`),
      }),
    );
  };
  const setting = useWrite({
    send: ({ country, customsValue }: Pick<DutyDestination, 'country' | 'customsValue'>) =>
      call(setDutyDestination, { params: { country }, body: { customsValue } }),
    failure,
    onSuccess,
  });
  const resetting = useWrite({
    send: (country: string) => call(resetDutyDestination, { params: { country } }),
    failure,
    onSuccess,
  });
  return { setting, resetting };
}

interface DestinationProps {
  readonly row: DutyDestination;
  readonly isReadOnly: boolean;
  readonly onSet: (value: DutyDestination['customsValue']) => void;
  readonly onReset: () => void;
}

function Destination({ row, isReadOnly, onSet, onReset }: DestinationProps) {
  const t = useT();
  const name = nameOfCountry(row.country);
  const words = t(`freight:duty.customs.${row.customsValue}`);
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>
        {isReadOnly ? (
          words
        ) : (
          <Chooser
            aria-label={t('freight:duty.customs.valueIn', { country: name })}
            data={CUSTOMS_VALUES.map((value) => ({ value, label: t(`freight:duty.customs.${value}`) }))}
            value={row.customsValue}
            openOnFocus={false}
            onChange={(value) => (value === 'CIF' || value === 'FOB') && onSet(value)}
          />
        )}
        {!row.isOwn && <span className="muted"> {t('freight:duty.customs.default')}</span>}
      </td>
      {!isReadOnly && (
        <td>
          {row.isOwn && (
            <IconButton
              icon={IconRestore}
              label={t('freight:duty.customs.reset', { country: name })}
              onClick={onReset}
            />
          )}
        </td>
      )}
    </tr>
  );
}
