import { IconClipboardText } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { useEdited } from '../editor/use-editor.ts';
import own from './purchase-orders.module.css';

/** The purchase orders whose items the lines of the invoice name, with links. */
export function InvoiceOrders() {
  const t = useT();
  const orders = useEdited((state) => state.invoice.purchaseOrders);
  if (orders.length === 0) return null;
  return (
    <p className={own.orders}>
      <span className="muted">{t('invoices:fromOrder.of', { count: orders.length })}</span>
      {orders.map(({ id, number }) => (
        <Link key={id} className={own.order} to={paths.purchaseOrder(id)}>
          <IconClipboardText size={15} stroke={1.75} aria-hidden /> {number}
        </Link>
      ))}
    </p>
  );
}
