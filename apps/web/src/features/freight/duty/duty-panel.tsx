import { deleteDutyRate, type DutyRate, patchDutyRate } from '@quayside/contracts/freight/duty-rates';
import { nameOfCountry } from '@quayside/domain/products/countries';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { call } from '../../../lib/api/call.ts';
import { formatCount, formatDay } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { takeBack } from '../../../lib/api/undo.ts';
import { useWrite, write } from '../../../lib/api/write.ts';
import classes from '../../../components/ui/facts.module.css';
import { validWords, ValidityChip } from '../validity.tsx';
import { ofWords, percentWords } from './duty-columns.tsx';

interface PanelProps {
  readonly rate: DutyRate;
  readonly onEdit: () => void;
  readonly onClose: () => void;
}

/** The panel beside the list with one duty rate. A person who may edit changes or deletes it here. */
export function DutyPanel({ rate, onEdit, onClose }: PanelProps) {
  const t = useT();
  const mayChange = usePermission(patchDutyRate);
  const { id, version, product } = rate;
  const entity = t('freight:duty.entity');
  const deleting = useWrite({
    send: () => call(deleteDutyRate, { params: { id }, ifMatch: version }),
    failure: { verb: 'delete', entity },
    onSuccess: ({ operationId }) => {
      const undo = () => write(() => takeBack(operationId), { failure: { verb: 'update', entity } });
      toast('success', t('freight:duty.panel.deleted'), { scope: 'global', onUndo: () => void undo() });
      onClose();
    },
  });
  return (
    <Panel
      title={ofWords(t, rate)}
      subtitle={`${nameOfCountry(rate.country)} · ${percentWords(rate.percent)}`}
      onClose={onClose}
    >
      <div className="stack">
        {rate.validity === 'EXPIRED' && (
          <Note tone="warning">{t('freight:duty.panel.expired', { day: formatDay(rate.validTo) })}</Note>
        )}
        <dl className={classes.facts}>
          <dt>{t('freight:duty.column.validity')}</dt>
          <dd>
            <ValidityChip {...rate} />
          </dd>
          <dt>{t('freight:duty.column.valid')}</dt>
          <dd>{validWords(t, rate)}</dd>
          <dt>{t('freight:duty.column.products')}</dt>
          <dd>
            {product ? (
              <Link to={paths.product(product.sku)}>{product.name}</Link>
            ) : (
              t('freight:duty.panel.products', { count: rate.productCount, formatted: formatCount(rate.productCount) })
            )}
          </dd>
          {rate.notes !== null && (
            <>
              <dt>{t('freight:field.notes')}</dt>
              <dd>{rate.notes}</dd>
            </>
          )}
        </dl>
        {mayChange.allowed && (
          <div className="row">
            <ActionButton variant="filled" icon={IconPencil} onClick={onEdit}>
              {t('freight:duty.panel.edit')}
            </ActionButton>
            <ActionButton
              icon={IconTrash}
              color="danger"
              loading={deleting.isPending}
              onClick={() => deleting.mutate()}
            >
              {t('freight:duty.panel.delete')}
            </ActionButton>
          </div>
        )}
      </div>
    </Panel>
  );
}
