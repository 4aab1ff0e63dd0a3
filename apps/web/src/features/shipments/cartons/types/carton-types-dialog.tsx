import { Button, Skeleton } from '@mantine/core';
import { type CartonType, createCartonType } from '@quayside/contracts/shipments/cartons';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ActionButton } from '../../../../components/ui/action-button.tsx';
import { Dialog } from '../../../../components/ui/confirm.tsx';
import { ErrorState } from '../../../../components/ui/states.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { usePermission } from '../../../../lib/session/account.ts';
import { cartonTypesQuery } from '../../api.ts';
import { CartonTypeForm } from './carton-type-form.tsx';
import { CartonTypeTable } from './carton-type-table.tsx';

/** The dialog of the carton types: all of them, or the form of one. */
export function CartonTypesDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const types = useQuery(cartonTypesQuery());
  const mayAdd = usePermission(createCartonType);
  const [edited, setEdited] = useState<CartonType | 'new'>();
  const back = () => setEdited(undefined);
  if (edited !== undefined)
    return (
      <Dialog
        key="form"
        title={edited === 'new' ? t('shipments:types.add') : t('shipments:types.change', { name: edited.name })}
        size={640}
        onClose={onClose}
      >
        <CartonTypeForm {...(edited !== 'new' && { type: edited })} onDone={back} />
      </Dialog>
    );
  return (
    <Dialog
      key="list"
      title={t('shipments:types.title')}
      size={720}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {mayAdd.allowed && (
            <ActionButton variant="filled" icon={IconPlus} permission={mayAdd} onClick={() => setEdited('new')}>
              {t('shipments:types.add')}
            </ActionButton>
          )}
        </>
      }
    >
      {types.isError && (
        <ErrorState error={types.error} entity={t('shipments:types.entities')} onRetry={() => void types.refetch()} />
      )}
      {types.isPending && <Skeleton height={140} role="status" aria-label={t('loading')} />}
      {types.data?.length === 0 && <p className="muted">{t('shipments:types.empty')}</p>}
      {types.data && types.data.length > 0 && <CartonTypeTable types={types.data} onEdit={setEdited} />}
    </Dialog>
  );
}
