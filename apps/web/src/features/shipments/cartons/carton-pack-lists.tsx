import type { Carton } from '@quayside/contracts/shipments/cartons';
import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { IconPackageExport } from '@tabler/icons-react';
import { Link } from 'react-router';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { orderName } from '../../../lib/words/order-name.ts';
import { paths } from '../../../lib/paths.ts';
import classes from '../packing/packing.module.css';

interface ListProps {
  readonly carton: Carton;
  /** Takes a pack list out of the cartons; undefined for a person who may not. */
  readonly onTakeOut: ((packList: PackList) => void) | undefined;
  readonly isBusy: boolean;
}

/** The pack lists of a row of cartons, with the order of each. */
export function CartonPackLists({ carton, onTakeOut, isBusy }: ListProps) {
  const t = useT();
  return (
    <ul className={classes.list} aria-label={t('shipments:packLists')}>
      {carton.packLists.map((packList) => (
        <li key={packList.packListId} className={classes.item}>
          <div className="row" data-gap="4">
            <b>{packList.number}</b>
            <span className="num">
              {t('shipments:unitsOf', { count: packList.quantity, formatted: formatCount(packList.quantity) })}
            </span>
            <span>{packList.sku}</span>
          </div>
          <div className={`${classes.facts} quiet`}>
            <Link to={paths.order(packList.orderId)}>{orderName(t, packList)}</Link>
            {packList.unitsPerCarton !== null && (
              <span>{t('shipments:cartons.inEach', { formatted: formatCount(packList.unitsPerCarton) })}</span>
            )}
          </div>
          {onTakeOut && (
            <div className={classes.buttons}>
              <IconButton
                icon={IconPackageExport}
                label={t('shipments:cartons.takeOut', { number: packList.number })}
                blocked={packList.can.change.allowed ? null : packList.can.change.reason}
                disabled={isBusy}
                onClick={() => onTakeOut(packList)}
              />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
