import { useParams } from 'react-router';
import { OrderFrame } from '../order-frame.tsx';
import { SendScreen } from './send-screen.tsx';

/** The page that sends a purchase order to its supplier by mail, or downloads its PDF. */
export function SendPage() {
  const { id = '' } = useParams();
  return <OrderFrame id={id}>{(order) => <SendScreen key={id} order={order} />}</OrderFrame>;
}
