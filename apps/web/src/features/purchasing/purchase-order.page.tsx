import type { PurchaseOrderWithItems } from '@quayside/contracts/purchasing/purchase-orders';
import { useParams } from 'react-router';
import { OrderConflict } from './conflict/order-conflict.tsx';
import { EditorProvider } from './editor/use-editor.ts';
import { useOrderEditor } from './editor/use-order-editor.ts';
import { OrderFrame } from './order-frame.tsx';
import { useNamedField } from './order/use-named-field.ts';
import { OrderScreen, type OrderSlots } from './order/order-screen.tsx';

/** The page of one purchase order. */
export function PurchaseOrderPage(slots: OrderSlots) {
  const { id = '' } = useParams();
  return (
    <OrderFrame id={id}>
      {(order, readAt) => <Loaded key={id} order={order} readAt={readAt} slots={slots} />}
    </OrderFrame>
  );
}

function Loaded({ order, readAt, slots }: { order: PurchaseOrderWithItems; readAt: number; slots: OrderSlots }) {
  const editor = useOrderEditor(order, readAt);
  useNamedField();
  return (
    <EditorProvider value={editor}>
      <OrderScreen slots={slots} />
      <OrderConflict />
    </EditorProvider>
  );
}
