import { useState } from 'react';
import { Link } from 'react-router';
import { Popover } from '../../../components/ui/layers.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import type { Row } from '../editor/editor-state.ts';
import { MatchChip } from './match-chip.tsx';
import { itemName } from './match-words.ts';
import { OrderItemField } from './order-item-field.tsx';
import own from './purchase-orders.module.css';

/** The item of a purchase order that a line names, and how it agrees with it, where it cannot be changed. */
export function ReadOrderItem({ row: { stored: line } }: { row: Row }) {
  const t = useT();
  const item = line?.purchaseOrderLine;
  return (
    <span className={own.itemCell}>
      {item ? (
        <Link to={paths.purchaseOrder(item.purchaseOrder.id)}>{itemName(t, item)}</Link>
      ) : (
        !line?.match && EN_DASH
      )}
      {line?.match && <MatchChip match={line.match} />}
    </span>
  );
}

/** The same as a button that opens the choice. A credit has the item of the line that it credits. */
export function OrderItemCell({ row, position }: { row: Row; position: number }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  if (row.stored?.creditsLine) return <ReadOrderItem row={row} />;
  const item = row.stored?.purchaseOrderLine;
  const match = row.stored?.match;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
      // Escape closes an open list of options first; see below.
      closeOnEscape={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={own.itemButton}
          data-row={row.key}
          data-cell="purchaseOrderLine"
          data-empty={item ? undefined : true}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          <span className="visually-hidden">
            {t('invoices:lines.cell', { position, cell: t('invoices:lines.cells.purchaseOrderLine') })}:{' '}
          </span>
          <span>{item ? itemName(t, item) : t('invoices:fromOrder.choose')}</span>
          {match && <MatchChip match={match} />}
        </button>
      </Popover.Target>
      <Popover.Dropdown
        role="dialog"
        aria-label={t('invoices:fromOrder.dialog', { position })}
        // The keys of the sheet do not apply in the dialog, whose events bubble through the portal.
        onKeyDown={(event) => {
          event.stopPropagation();
          const isListOpen = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
          if (event.key === 'Escape' && !isListOpen) setOpen(false);
        }}
      >
        <OrderItemField row={row} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
