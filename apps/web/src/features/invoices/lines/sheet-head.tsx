import { IconColumns3 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { Popover } from '../../../components/ui/layers.tsx';
import { IconButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { LINE_COLUMNS, setLayout } from '../../../lib/kept/kept-state.ts';
import type { ExtraColumn } from './columns.ts';
import classes from '../../../components/line-sheet/line-sheet.module.css';

/** The column widths and headings of the table of lines. */
export function SheetHead({ tick, extra }: { tick: ReactNode; extra: readonly ExtraColumn[] }) {
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
        {extra.map((column) => (
          <col key={column} data-col={column} />
        ))}
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
          {extra.map((column) => (
            <th key={column} scope="col">
              {t(`invoices:lines.${column}`)}
            </th>
          ))}
          <th scope="col">{t('invoices:lines.state')}</th>
          <td>
            <Columns extra={extra} />
          </td>
        </tr>
      </thead>
    </>
  );
}

/** The button that opens the choice of further columns. The choice is stored in this browser. */
function Columns({ extra }: { extra: readonly ExtraColumn[] }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const toggle = (column: ExtraColumn) =>
    setLayout({ lineColumns: LINE_COLUMNS.filter((one) => extra.includes(one) !== (one === column)) });
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
    >
      <Popover.Target>
        <span>
          <IconButton
            size={24}
            icon={IconColumns3}
            label={t('invoices:lines.columns')}
            expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('invoices:lines.columns')}>
        <div className={classes.columns}>
          {LINE_COLUMNS.map((column) => (
            <CheckInput
              key={column}
              size="xs"
              label={t(`invoices:lines.${column}`)}
              checked={extra.includes(column)}
              onChange={() => toggle(column)}
            />
          ))}
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}

/** The checkbox that selects all lines or none. */
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
