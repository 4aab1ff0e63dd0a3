import type { ShipmentPlanWithPackLists } from '@quayside/contracts/shipments/shipment-plans';
import { todayIn } from '@quayside/domain/days/days';
import { useState } from 'react';
import { useParams } from 'react-router';
import { useT } from '../../../i18n/i18n.ts';
import { useTimeZone } from '../../../lib/session/account.ts';
import { toastFailure } from '../../../lib/toasts/toasts.ts';
import { useAutosave } from '../../../lib/editing/use-autosave.ts';
import { refreshShipments } from '../api.ts';
import { createPlanEditor } from './editor/plan-editor.ts';
import { PlanEditorProvider } from './editor/use-plan.ts';
import { DespiteDialog } from './page/despite-dialog.tsx';
import { PlanConflict } from './page/plan-conflict.tsx';
import { PlanScreen } from './page/plan-screen.tsx';
import { savePlan } from './plan-calls.ts';
import { PlanFrame } from './plan-frame.tsx';

/** The page of one shipment plan. */
export function ShipmentPlanPage() {
  const { id = '' } = useParams();
  return <PlanFrame id={id}>{(plan, readAt) => <Loaded key={id} plan={plan} readAt={readAt} />}</PlanFrame>;
}

function Loaded({ plan, readAt }: { plan: ShipmentPlanWithPackLists; readAt: number }) {
  const t = useT();
  const zone = useTimeZone();
  const [editor] = useState(() =>
    createPlanEditor(plan, {
      save: (body) => savePlan(plan.id, body),
      now: () => Date.now(),
      today: () => todayIn(Date.now(), zone),
      onRefusal: (error) => toastFailure(error, { verb: 'update', entity: t('shipments:plans.entity') }),
      onSettled: refreshShipments,
    }),
  );
  useAutosave(editor, plan, readAt);
  return (
    <PlanEditorProvider value={editor}>
      <PlanScreen />
      <PlanConflict />
      <DespiteDialog />
    </PlanEditorProvider>
  );
}
