import { patchShipmentPlan } from '@quayside/contracts/shipments/shipment-plans';
import { IconLock, IconSend } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageFrame, type PageTab } from '../../../../components/ui/page-frame.tsx';
import { SavedMark } from '../../../../components/ui/saved-mark.tsx';
import { Note } from '../../../../components/ui/states.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { usePermission } from '../../../../lib/session/account.ts';
import { formatRelative } from '../../../../lib/words/format.ts';
import { useKeys } from '../../../../lib/page/keys.ts';
import { paths } from '../../../../lib/paths.ts';
import { PlanCostsCard } from '../../lot-costs-card.tsx';
import { ReceivedCard } from '../../receiving/received-card.tsx';
import { MissingNote, ReceivePlan } from '../../receiving/receive-plan.tsx';
import { arrivedWords } from '../../receiving/arrived-words.ts';
import { ShipmentChip } from '../../shipment-chip.tsx';
import { countPlanProblems } from '../editor/plan-editor.ts';
import { usePlan, usePlanEditor } from '../editor/use-plan.ts';
import classes from '../plans.module.css';
import { CompareCard } from './compare-card.tsx';
import { ContainerCard } from './container-card.tsx';
import { DaysStrip } from './days-strip.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { DropZone } from './drop-zone.tsx';
import { EstimateCard } from './estimate-card.tsx';
import { HistoryCard } from './history-card.tsx';
import { MoveDialog, type PlanMove } from './move-dialog.tsx';
import { type Dragged, PackListsCard } from './pack-lists-card.tsx';
import { PlanActions } from './plan-actions.tsx';
import { PlanInvoicesCard } from './plan-invoices-card.tsx';
import { PreFlightCard } from './pre-flight-card.tsx';
import { RoomNote } from './room-note.tsx';
import { CarrierCard, RouteCard } from './shipping-cards.tsx';
import { usePackListMoves } from './use-pack-list-moves.ts';

/** The page of a shipment plan: its days, what it holds, how full the container is, and how it travels. */
export function PlanScreen() {
  const t = useT();
  const editor = usePlanEditor();
  const plan = usePlan((state) => state.record);
  const permission = usePermission(patchShipmentPlan);
  const [params] = useSearchParams();
  const [move, setMove] = useState<PlanMove>();
  const [isReceiving, setReceiving] = useState(false);
  useKeys({ 'Ctrl s': () => void editor.flush() });
  const { edit } = plan.can;
  const isReadOnly = !permission.allowed || !edit.allowed;
  const tab = params.get('tab');
  return (
    <PageFrame
      title={plan.number}
      breadcrumb={[{ label: t('shipments:plans.title'), to: paths.shipmentPlans() }]}
      badges={
        <>
          <ShipmentChip status={plan.status} method={plan.shippingMethod} detail={arrivedWords(t, plan)} />
          {plan.name && <span className="muted">{plan.name}</span>}
          {!isReadOnly && <Saved />}
        </>
      }
      actions={<PlanActions permission={permission} onMove={setMove} onReceive={() => setReceiving(true)} />}
      tabs={tabsOf(t, plan.id, tab, plan.uploadedDocuments.length)}
    >
      <div className="stack">
        <MissingNote plan={plan} />
        <Notes reason={permission.reason ?? (edit.allowed ? null : edit.reason)} />
        {tab === 'documents' ? (
          <DocumentsCard />
        ) : tab === 'history' ? (
          <HistoryCard id={plan.id} />
        ) : (
          <Plan isReadOnly={isReadOnly} onCorrect={setMove} />
        )}
      </div>
      {isReceiving && <ReceivePlan plan={plan} onClose={() => setReceiving(false)} />}
      {move && <MoveDialog move={move} onClose={() => setMove(undefined)} />}
    </PageFrame>
  );
}

function Plan({ isReadOnly, onCorrect }: { isReadOnly: boolean; onCorrect: (move: PlanMove) => void }) {
  const permission = usePermission(patchShipmentPlan);
  const mayChange = usePlan(({ record }) => record.can.changePackLists.allowed);
  const { packLists, status, id } = usePlan(({ record }) => record);
  const [dragged, setDragged] = useState<Dragged>();
  const moves = usePackListMoves();
  const toAdd = dragged?.from === 'loose' ? dragged.packList : undefined;
  return (
    <>
      <DaysStrip isReadOnly={isReadOnly} onCorrect={onCorrect} />
      <div className={classes.canvas}>
        <PackListsCard
          canChange={permission.allowed && mayChange}
          moves={moves}
          dragged={dragged}
          onDrag={setDragged}
        />
        <div className="stack">
          <DropZone onDrop={toAdd && (() => void moves.add(toAdd))}>
            <ContainerCard isReadOnly={isReadOnly}>
              {permission.allowed && mayChange && <RoomNote moves={moves} />}
            </ContainerCard>
          </DropZone>
          <PreFlightCard />
        </div>
      </div>
      {status !== 'OPEN' && <ReceivedCard of={{ field: 'plan', id }} />}
      <CompareCard canChoose={!isReadOnly} canJoin={permission.allowed && mayChange} />
      <div className={classes.cards}>
        <RouteCard isReadOnly={isReadOnly} />
        <div className="stack">
          <EstimateCard isReadOnly={isReadOnly} />
          <CarrierCard isReadOnly={isReadOnly} />
        </div>
      </div>
      <PlanInvoicesCard />
      <PlanCostsCard packLists={packLists} />
    </>
  );
}

function tabsOf(t: ReturnType<typeof useT>, id: string, tab: string | null, documents: number): PageTab[] {
  const to = paths.shipmentPlan(id);
  return [
    { label: t('shipments:plan'), to, isCurrent: tab !== 'documents' && tab !== 'history' },
    {
      label: t('shipments:plans.documents.title'),
      to: `${to}?tab=documents`,
      isCurrent: tab === 'documents',
      ...(documents > 0 && { count: documents }),
    },
    { label: t('records:history.title'), to: `${to}?tab=history`, isCurrent: tab === 'history' },
  ];
}

/** Whether everything is saved. */
function Saved() {
  const editor = usePlanEditor();
  const save = usePlan((state) => state.save);
  const problems = usePlan(countPlanProblems);
  const updatedAt = usePlan(({ record }) => record.updatedAt);
  return <SavedMark save={save} problems={problems} updatedAt={updatedAt} onTry={() => void editor.flush()} />;
}

/** What a person should know first: why nothing can be changed, what was refused, and whether it was sent. */
function Notes({ reason }: { reason: string | null }) {
  const t = useT();
  const problem = usePlan((state) => state.header.errors.plan);
  const { sentAt, isChangedSinceSent, status, can, shippedDespite } = usePlan(({ record }) => record);
  return (
    <>
      {reason !== null ? (
        <Note tone="neutral" icon={IconLock}>
          {reason}
        </Note>
      ) : (
        status !== 'OPEN' &&
        can.changePackLists.reason && (
          <Note tone="neutral" icon={IconLock}>
            {can.changePackLists.reason}
          </Note>
        )
      )}
      {problem && (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      {shippedDespite !== null && (
        <Note tone="warning">{t('shipments:plans.preFlight.left', { words: shippedDespite })}</Note>
      )}
      {sentAt !== null && (
        <Note tone={isChangedSinceSent ? 'warning' : 'neutral'} icon={IconSend}>
          {t(isChangedSinceSent ? 'shipments:plans.changedSinceSent' : 'shipments:plans.sentNote', {
            when: formatRelative(sentAt),
          })}
        </Note>
      )}
    </>
  );
}
