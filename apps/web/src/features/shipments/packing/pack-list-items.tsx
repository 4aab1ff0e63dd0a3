import { deletePackList, type PackList, patchPackList } from '@quayside/contracts/shipments/pack-lists';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { cubicMetres, kilograms } from '../../../components/ui/measured-text.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatCount, formatDay } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { ShipmentChip } from '../shipment-chip.tsx';
import classes from './packing.module.css';

/** What can be done with a pack list. */
interface Actions {
  readonly onChange: (packList: PackList) => void;
  readonly onRemove: (packList: PackList) => void;
  readonly isBusy: boolean;
}
interface ItemsProps {
  readonly packLists: readonly PackList[];
  /** Undefined: they are only read. */
  readonly actions?: Actions;
}

/** The pack lists of an order, each with its carton row and its plan. */
export function PackListItems({ packLists, actions }: ItemsProps) {
  const t = useT();
  const mayChange = usePermission(patchPackList);
  if (packLists.length === 0) return <p className="quiet">{t('shipments:packing.none')}</p>;
  return (
    <ul className={classes.list} aria-label={t('shipments:packLists')}>
      {packLists.map((packList) => (
        <li key={packList.packListId} className={classes.item}>
          <div className="row" data-gap="4">
            <b>{packList.number}</b>
            <span className="num">
              {t('shipments:unitsOf', { count: packList.quantity, formatted: formatCount(packList.quantity) })}
            </span>
            <ShipmentChip status={packList.status} quiet />
          </div>
          <div className={`${classes.facts} quiet`}>
            <Facts packList={packList} />
          </div>
          {actions && mayChange.allowed && <Buttons packList={packList} actions={actions} />}
        </li>
      ))}
    </ul>
  );
}

function Buttons({ packList, actions }: { packList: PackList; actions: Actions }) {
  const t = useT();
  const mayRemove = usePermission(deletePackList);
  const { number, can } = packList;
  const blocked = can.change.allowed ? null : can.change.reason;
  return (
    <div className={classes.buttons}>
      <IconButton
        icon={IconPencil}
        label={t('shipments:packing.change', { number })}
        blocked={blocked}
        onClick={() => actions.onChange(packList)}
      />
      <IconButton
        icon={IconTrash}
        label={t('shipments:packing.remove', { number })}
        permission={mayRemove}
        blocked={blocked}
        disabled={actions.isBusy}
        onClick={() => actions.onRemove(packList)}
      />
    </div>
  );
}

function Facts({ packList }: { packList: PackList }) {
  const t = useT();
  const { cartonId, cartonNumber, cartonCount, shipmentPlanId, shipmentPlanNumber } = packList;
  return (
    <>
      {cartonId === null ? (
        <span>{t('shipments:packing.noCarton')}</span>
      ) : (
        <span>
          <Link to={paths.cartons(cartonId)}>{cartonNumber}</Link>
          {', '}
          {t('shipments:packing.cartonsOf', {
            count: cartonCount ?? 0,
            formatted: formatCount(cartonCount ?? 0),
            per: formatCount(packList.unitsPerCarton ?? 0),
          })}
        </span>
      )}
      {shipmentPlanId === null ? (
        <span>{t('shipments:packing.noPlan')}</span>
      ) : (
        <Link to={paths.shipmentPlan(shipmentPlanId)}>{shipmentPlanNumber}</Link>
      )}
      {packList.estimatedReadyDate !== null && (
        <span>{t('shipments:packing.readyOn', { day: formatDay(packList.estimatedReadyDate) })}</span>
      )}
      {packList.weight !== null && <span className="num">{kilograms(packList.weight)}</span>}
      {packList.volume !== null && <span className="num">{cubicMetres(packList.volume)}</span>}
    </>
  );
}
