import { Navigate, useParams } from 'react-router';
import { receivedPath } from '../../../components/record/shipment-tabs.ts';
import { MissingPage } from './missing-page.tsx';
import { ReceiptsPage } from './receipts-page.tsx';

/** The lists of what has arrived and of what is missing. */
export function ReceivedPage() {
  const { list } = useParams();
  if (list === 'missing') return <MissingPage />;
  return list === 'receipts' ? <ReceiptsPage /> : <Navigate to={receivedPath('missing')} replace />;
}
