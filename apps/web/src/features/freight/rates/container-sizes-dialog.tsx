import { Skeleton } from '@mantine/core';
import {
  type ContainerSize,
  listContainerSizes,
  resetContainerSize,
  setContainerSize,
} from '@quayside/contracts/freight/freight-rates';
import { IconDeviceFloppy, IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { TextInput } from '../../../components/form/inputs.tsx';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { Dialog } from '../../../components/ui/confirm.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { ErrorState } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { groupDigits } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { readTypedNumber } from '../../../lib/words/typed-number.ts';
import { useWrite } from '../../../lib/api/write.ts';

/** What containers hold. A person who may edit types other figures, or goes back to the published ones. */
export function ContainerSizesDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const mayChange = usePermission(setContainerSize);
  const sizes = useQuery(read('freight-rates', listContainerSizes, {}));
  return (
    <Dialog title={t('freight:rates.sizes.title')} onClose={onClose} size={620}>
      <div className="stack">
        <p className="muted">{t('freight:rates.sizes.help')}</p>
        {sizes.isError && (
          <ErrorState
            error={sizes.error}
            entity={t('freight:rates.sizes.entities')}
            onRetry={() => void sizes.refetch()}
          />
        )}
        {sizes.isPending && <Skeleton height={160} aria-label={t('loading')} />}
        {sizes.data && (
          <SimpleTable label={t('freight:rates.sizes.title')}>
            <thead>
              <tr>
                <th scope="col">{t('freight:rates.sizes.container')}</th>
                <th scope="col" data-figure>
                  {t('freight:rates.sizes.volume')}
                </th>
                <th scope="col" data-figure>
                  {t('freight:rates.sizes.payload')}
                </th>
                {mayChange.allowed && <td />}
              </tr>
            </thead>
            <tbody>
              {sizes.data.map((size) => (
                <Size
                  key={`${size.containerType} ${size.usableVolume} ${size.payload}`}
                  size={size}
                  isReadOnly={!mayChange.allowed}
                />
              ))}
            </tbody>
          </SimpleTable>
        )}
      </div>
    </Dialog>
  );
}

const plainOf = (text: string): string => {
  const typed = readTypedNumber(text);
  return 'plain' in typed ? typed.plain : text.trim();
};

function Size({ size, isReadOnly }: { size: ContainerSize; isReadOnly: boolean }) {
  const t = useT();
  const { containerType, name, published } = size;
  const [volume, setVolume] = useState(size.usableVolume);
  const [payload, setPayload] = useState(size.payload);
  const failure = { verb: 'update', entity: t('freight:rates.sizes.entity') } as const;
  const onSuccess = () => {
    toast('success', t('freight:rates.sizes.saved', { name }));
  };
  const saving = useWrite({
    send: () =>
      call(setContainerSize, {
        params: { containerType },
        body: { usableVolume: plainOf(volume), payload: plainOf(payload) },
      }),
    failure,
    onSuccess,
  });
  const resetting = useWrite({
    send: () => call(resetContainerSize, { params: { containerType } }),
    failure,
    onSuccess,
  });
  if (isReadOnly)
    return (
      <tr>
        <th scope="row">{name}</th>
        <td data-figure>{groupDigits(size.usableVolume)}</td>
        <td data-figure>{groupDigits(size.payload)}</td>
      </tr>
    );
  const isChanged = volume.trim() !== size.usableVolume || payload.trim() !== size.payload;
  return (
    <tr>
      <th scope="row">
        {name}
        {size.isOwn && (
          <span className="muted block">
            {t('freight:rates.sizes.published', { volume: published.usableVolume, payload: published.payload })}
          </span>
        )}
      </th>
      <td>
        <TextInput
          aria-label={t('freight:rates.sizes.volumeOf', { name })}
          className="num"
          inputMode="decimal"
          maxLength={30}
          value={volume}
          onChange={setVolume}
        />
      </td>
      <td>
        <TextInput
          aria-label={t('freight:rates.sizes.payloadOf', { name })}
          className="num"
          inputMode="decimal"
          maxLength={30}
          value={payload}
          onChange={setPayload}
        />
      </td>
      <td>
        <span className="row">
          <IconButton
            icon={IconDeviceFloppy}
            label={t('freight:rates.sizes.save', { name })}
            disabled={!isChanged || saving.isPending}
            onClick={() => saving.mutate()}
          />
          {size.isOwn && (
            <IconButton
              icon={IconRestore}
              label={t('freight:rates.sizes.reset', { name })}
              disabled={resetting.isPending}
              onClick={() => resetting.mutate()}
            />
          )}
        </span>
      </td>
    </tr>
  );
}
