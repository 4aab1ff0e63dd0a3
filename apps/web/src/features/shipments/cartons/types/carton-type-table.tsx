import { type CartonType, deleteCartonType, updateCartonType } from '@quayside/contracts/shipments/cartons';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { IconButton } from '../../../../components/ui/action-button.tsx';
import { confirm } from '../../../../components/ui/confirm.tsx';
import { InUseDialog } from '../../../../components/ui/in-use-dialog.tsx';
import { ScrollRegion } from '../../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../../components/ui/simple-table.tsx';
import { cubicMetres } from '../../../../components/ui/measured-text.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { usePermission } from '../../../../lib/session/account.ts';
import { type ApiError, hasCode } from '../../../../lib/errors/api-error.ts';
import { call } from '../../../../lib/api/call.ts';
import { refetchShown } from '../../../../lib/api/query-client.ts';
import { EN_DASH, formatCount } from '../../../../lib/words/format.ts';
import { toast, toastFailure } from '../../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../../lib/api/write.ts';
import classes from '../../shipments.module.css';
import { sidesWords, tareWords } from '../carton-words.ts';

interface TableProps {
  readonly types: readonly CartonType[];
  readonly onEdit: (type: CartonType) => void;
}

/** The carton types with their measures. One that carton rows use cannot be deleted. */
export function CartonTypeTable({ types, onEdit }: TableProps) {
  const t = useT();
  const mayChange = usePermission(updateCartonType);
  const [refusal, setRefusal] = useState<ApiError>();
  const deletion = useWrite({
    send: ({ id }: CartonType) => call(deleteCartonType, { params: { id } }),
    onSuccess: (_, { name }) => toast('success', t('shipments:types.deleted', { name })),
    onError: (error) => {
      if (hasCode(error, 'shipments.in_use')) setRefusal(error);
      else toastFailure(error, { verb: 'delete', entity: t('shipments:types.entity') });
      refetchShown();
    },
  });
  const remove = async (type: CartonType) => {
    const isSure = await confirm({
      title: t('shipments:types.deleteTitle', { name: type.name }),
      body: t('shipments:types.deleteBody'),
      action: t('shipments:types.delete'),
      danger: true,
    });
    if (isSure) deletion.mutate(type);
  };
  return (
    <ScrollRegion label={t('shipments:types.title')} className={classes.scroll}>
      <SimpleTable label={t('shipments:types.title')} lines="below" row={{ pad: 6 }} isHeadSticky>
        <thead>
          <tr>
            <th scope="col">{t('shipments:types.name')}</th>
            <th scope="col">{t('shipments:types.sides')}</th>
            <th scope="col" data-figure>
              {t('shipments:cartons.totalVolume')}
            </th>
            <th scope="col" data-figure>
              {t('shipments:types.tare')}
            </th>
            <th scope="col" data-figure>
              {t('shipments:types.maxUnits')}
            </th>
            <th scope="col" data-figure>
              {t('shipments:types.rows')}
            </th>
            <td />
          </tr>
        </thead>
        <tbody>
          {types.map((type) => (
            <tr key={type.id}>
              <th scope="row">{type.name}</th>
              <td>{sidesWords(type)}</td>
              <td data-figure>{cubicMetres(type.volume)}</td>
              <td data-figure>{tareWords(type)}</td>
              <td data-figure>{type.maxUnits === null ? EN_DASH : formatCount(type.maxUnits)}</td>
              <td data-figure>{formatCount(type.cartonRows)}</td>
              <td data-figure>
                {mayChange.allowed && (
                  <TypeButtons
                    type={type}
                    isBusy={deletion.isPending}
                    onEdit={() => onEdit(type)}
                    onDelete={() => void remove(type)}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </SimpleTable>
      {refusal && <InUseDialog message={refusal.message} uses={refusal.uses} onClose={() => setRefusal(undefined)} />}
    </ScrollRegion>
  );
}

interface ButtonsProps {
  readonly type: CartonType;
  readonly isBusy: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

function TypeButtons({ type, isBusy, onEdit, onDelete }: ButtonsProps) {
  const t = useT();
  const mayDelete = usePermission(deleteCartonType);
  return (
    <span className={classes.rowButtons}>
      <IconButton icon={IconPencil} label={t('shipments:types.change', { name: type.name })} onClick={onEdit} />
      <IconButton
        icon={IconTrash}
        label={t('shipments:types.deleteOne', { name: type.name })}
        permission={mayDelete}
        disabled={isBusy}
        onClick={onDelete}
      />
    </span>
  );
}
