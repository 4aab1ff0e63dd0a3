import { useParams } from 'react-router';
import { OrderFrame } from '../order-frame.tsx';
import { GenerateScreen } from './generate-screen.tsx';

/** The page that generates the PDF of a purchase order. */
export function GeneratePage() {
  const { id = '' } = useParams();
  return <OrderFrame id={id}>{(order) => <GenerateScreen key={id} order={order} />}</OrderFrame>;
}
