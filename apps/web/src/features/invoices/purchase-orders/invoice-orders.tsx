import { Link } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { useEdited } from '../editor/use-editor.ts';

/** The purchase orders whose items the lines of the invoice name, with links. */
export function InvoiceOrders() {
  const t = useT();
  const orders = useEdited((state) => state.record.purchaseOrders);
  if (orders.length === 0) return null;
  return (
    <div className="row">
      <span className="muted">{t('invoices:fromOrder.of', { count: orders.length })}</span>
      {orders.map(({ id, number }) => (
        <Link key={id} to={paths.purchaseOrder(id)}>
          {number}
        </Link>
      ))}
    </div>
  );
}
