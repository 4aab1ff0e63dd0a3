import { Navigate, useParams } from 'react-router';
import { receivedPath } from '../../../components/record/shipment-tabs.ts';
import { FiveQuantitiesPage } from '../five/five-quantities-page.tsx';
import { MissingPage } from './missing-page.tsx';
import { ReceiptsPage } from './receipts-page.tsx';

/** The lists of what has arrived, of what is missing, and of the five quantities. */
export function ReceivedPage() {
  const { list } = useParams();
  if (list === 'five-quantities') return <FiveQuantitiesPage />;
  if (list === 'missing') return <MissingPage />;
  return list === 'receipts' ? <ReceiptsPage /> : <Navigate to={receivedPath('missing')} replace />;
}
