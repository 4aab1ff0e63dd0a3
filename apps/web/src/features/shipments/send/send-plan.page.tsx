import { useParams } from 'react-router';
import { PlanFrame } from '../plans/plan-frame.tsx';
import { SendPlanScreen } from './send-plan-screen.tsx';

/** The page that sends a shipment plan to its forwarder by mail, or downloads its CSV. */
export function SendPlanPage() {
  const { id = '' } = useParams();
  return <PlanFrame id={id}>{(plan) => <SendPlanScreen key={id} plan={plan} />}</PlanFrame>;
}
