import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import { IconGripVertical } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Thumb } from '../../../../components/ui/figures.tsx';
import { cubicMetres, kilograms } from '../../../../components/ui/measured-text.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { formatCount, formatDayShort, langOf } from '../../../../lib/words/format.ts';
import { orderName, orderTip } from '../../../../lib/words/order-name.ts';
import { paths } from '../../../../lib/paths.ts';
import classes from '../plans.module.css';

interface RowProps {
  readonly packList: PackList;
  /** Called when the row begins to be dragged. Undefined: it cannot be dragged. */
  readonly onDrag?: (() => void) | undefined;
  readonly onDragEnd?: () => void;
  /** Words about the pack list, such as which others share its cartons. */
  readonly note?: string | undefined;
  /** The button that does the same as dragging the row. */
  readonly action?: ReactNode;
}

/** A pack list: its product and order, and what it measures. */
export function PackListRow({ packList, onDrag, onDragEnd, note, action }: RowProps) {
  const t = useT();
  const { number, sku, productName, quantity, cartonCount, cartonNumber, volume, weight, estimatedReadyDate } =
    packList;
  return (
    <li
      className={classes.packList}
      draggable={onDrag !== undefined}
      data-pack-list={number}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', number);
        onDrag?.();
      }}
      onDragEnd={onDragEnd}
    >
      {onDrag && (
        <span className={classes.grip} aria-hidden>
          <IconGripVertical size={14} stroke={1.75} />
        </span>
      )}
      <Thumb name={productName} />
      <span className={classes.packListWords}>
        <Link to={paths.product(sku)} className="item-title" lang={langOf(productName)} draggable={false}>
          {productName}
        </Link>
        <span className="quiet">
          {number} · {sku} ·{' '}
          <Link
            to={paths.order(packList.orderId)}
            title={orderTip(t, { number: packList.orderNumber })}
            draggable={false}
          >
            {orderName(t, packList)}
          </Link>
          {estimatedReadyDate &&
            ` · ${t('shipments:plans.packLists.ready', { day: formatDayShort(estimatedReadyDate) })}`}
        </span>
        {note && <span className="quiet">{note}</span>}
      </span>
      <span className={classes.packListFigures}>
        <span className="num">
          {weight !== null && <span className="quiet">{kilograms(weight)} · </span>}
          {cartonCount === null ? (
            <span className="quiet">{t('shipments:plans.packLists.noCartons')}</span>
          ) : (
            <span title={cartonNumber ?? undefined}>
              {t('shipments:plans.packLists.cartons', { count: cartonCount, formatted: formatCount(cartonCount) })}
            </span>
          )}
        </span>
        <span className="quiet num">
          {t('shipments:plans.packLists.units', { count: quantity, formatted: formatCount(quantity) })} ·{' '}
          {volume === null ? t('shipments:plans.packLists.volumeUnknown') : cubicMetres(volume)}
          {weight === null && ` · ${t('shipments:plans.packLists.weightUnknown')}`}
        </span>
      </span>
      {action}
    </li>
  );
}
