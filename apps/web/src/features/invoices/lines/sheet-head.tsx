import type { ReactNode } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import classes from './lines.module.css';

/** The columns of the sheet with their headings. */
export function SheetHead({ tick }: { tick: ReactNode }) {
  const t = useT();
  return (
    <>
      <colgroup>
        <col data-col="position" />
        <col data-col="product" />
        <col />
        <col data-col="costType" />
        <col data-col="quantity" />
        <col data-col="price" />
        <col data-col="amount" />
        <col data-col="tax" />
        <col data-col="state" />
        <col data-col="end" />
      </colgroup>
      <thead>
        <tr>
          <th scope="col">
            <span className={classes.tick}>
              {tick}
              {t('invoices:lines.position')}
            </span>
          </th>
          <th scope="col">{t('invoices:lines.product')}</th>
          <th scope="col">{t('invoices:lines.name')}</th>
          <th scope="col">{t('invoices:lines.costType')}</th>
          <th scope="col" data-figure>
            {t('invoices:lines.quantity')}
          </th>
          <th scope="col" data-figure>
            {t('invoices:lines.price')}
          </th>
          <th scope="col" data-figure>
            {t('invoices:lines.amount')}
          </th>
          <th scope="col" data-figure>
            {t('invoices:lines.tax')}
          </th>
          <th scope="col">{t('invoices:lines.state')}</th>
          <td />
        </tr>
      </thead>
    </>
  );
}

/** Ticks all lines, or none. */
export function TickAll({ ticked, of, onTick }: { ticked: number; of: number; onTick: () => void }) {
  return (
    <input
      type="checkbox"
      aria-label={useT()('invoices:bulk.tickAll')}
      checked={ticked === of}
      ref={(box) => {
        if (box) box.indeterminate = ticked > 0 && ticked < of;
      }}
      onChange={onTick}
    />
  );
}
