import { useParams } from 'react-router';
import { PageFrame } from '../../../components/ui/page-frame.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { paths } from '../../../lib/paths.ts';
import { OrderFrame } from '../order-frame.tsx';

/** The page that generates the PDF of a purchase order. */
export function GeneratePage() {
  const t = useT();
  const { id = '' } = useParams();
  return (
    <OrderFrame id={id}>
      {(order) => (
        <PageFrame
          title={order.poNumber}
          breadcrumb={[
            { label: t('purchasing:title'), to: paths.purchaseOrders() },
            { label: order.poNumber, to: paths.purchaseOrder(order.id) },
          ]}
        >
          {order.contact?.companyName}
        </PageFrame>
      )}
    </OrderFrame>
  );
}
