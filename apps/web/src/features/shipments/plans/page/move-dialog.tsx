import { todayIn } from '@quayside/domain/days/days';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DayInput } from '../../../../components/form/day-field.tsx';
import { CheckInput, TextAreaInput } from '../../../../components/form/inputs.tsx';
import { Dialog, DialogButtons } from '../../../../components/ui/confirm.tsx';
import { Note } from '../../../../components/ui/states.tsx';
import { type T, useT } from '../../../../i18n/i18n.ts';
import { useTimeZone } from '../../../../lib/session/account.ts';
import { isConflict } from '../../../../lib/editing/edit-state.ts';
import { formatAgo, formatDay } from '../../../../lib/words/format.ts';
import { toast } from '../../../../lib/toasts/toasts.ts';
import { useWrite } from '../../../../lib/api/write.ts';
import type { HappenedDay, PlanBody } from '../editor/plan-draft.ts';
import { usePlan, usePlanEditor } from '../editor/use-plan.ts';
import { historyQuery, lastChangeOf, loadPlan, preFlightQuery, savePlan } from '../plan-calls.ts';
import { type Delay, delayOf } from './delay.ts';

/** A move of a plan that a person confirms: it leaves, it goes a step back, or a day that happened is corrected. */
export type PlanMove = StatusMove | HappenedDay;
type StatusMove = 'ship' | 'receive' | 'close' | 'back' | 'onTheWay';
/** Moves of the status that ask for no day. */
const WITHOUT_DAY: Readonly<Partial<Record<PlanMove, PlanBody>>> = {
  receive: { status: 'RECEIVED' },
  close: { status: 'CLOSED' },
  back: { status: 'OPEN' },
  onTheWay: { status: 'IN_TRANSIT' },
};

/** Asks for the day, the words, or both, and moves the plan. */
export function MoveDialog({ move, onClose }: { move: PlanMove; onClose: () => void }) {
  const t = useT();
  const editor = usePlanEditor();
  const [{ number, ...plan }] = useState(() => editor.get().record);
  const today = todayIn(Date.now(), useTimeZone());
  const [day, setDay] = useState(() => (move === 'ship' ? today : isHappened(move) ? (plan[move] ?? '') : ''));
  const [words, setWords] = useState('');
  const [isTried, setTried] = useState(false);
  const delay = move === 'ship' ? delayOf(plan, day) : undefined;
  const leavesFirst = useLeavesFirst(delay !== undefined);
  const [movesAlong = leavesFirst, setMovesAlong] = useState<boolean>();
  const { write, stale } = usePlanMove(() => {
    toast('success', t(`shipments:plans.move.${move}.done`, { number }), { scope: 'global' });
    onClose();
  });
  const errors = useErrorsToAmazon(move === 'ship');
  const asksForDay = WITHOUT_DAY[move] === undefined;
  const asksForWords = isHappened(move) || move === 'back' || move === 'onTheWay' || errors > 0;
  const isDayMissing = asksForDay && day === '' && (move === 'ship' || move === 'shippedOn');
  const isMissing = isDayMissing || (asksForWords && words.trim() === '');
  const required = (isWanted: boolean) => (isTried && isWanted ? t('validation.required') : undefined);
  const problem = stale ?? write.problem;
  return (
    <Dialog
      title={t(`shipments:plans.move.${move}.title`, { number })}
      size={480}
      onClose={onClose}
      footer={
        <DialogButtons
          action={t(`shipments:plans.move.${move}.action`)}
          isBusy={write.isPending}
          onCancel={onClose}
          onAction={() =>
            isMissing
              ? setTried(true)
              : write.mutate({ ...bodyOf(move, day, words.trim()), ...(movesAlong && delay?.moved) })
          }
        />
      }
    >
      <div className="stack">
        <p>{t(`shipments:plans.move.${move}.body`)}</p>
        {asksForDay && (
          <DayInput
            label={t(`shipments:plans.on.${isHappened(move) ? move : 'shippedOn'}`)}
            value={day}
            error={required(isDayMissing)}
            onChange={setDay}
          />
        )}
        {delay && (
          <CheckInput
            label={t('shipments:plans.delay.moves', { count: delay.days })}
            description={movedWords(t, delay)}
            checked={movesAlong}
            onChange={setMovesAlong}
          />
        )}
        {errors > 0 && <Note tone="warning">{t('shipments:plans.preFlight.despiteNote', { count: errors })}</Note>}
        {asksForWords && (
          <TextAreaInput
            data-autofocus
            label={t(errors > 0 ? 'shipments:plans.preFlight.despite' : 'shipments:plans.why')}
            rows={2}
            maxLength={500}
            value={words}
            error={required(words.trim() === '')}
            onChange={setWords}
          />
        )}
        {problem && (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
      </div>
    </Dialog>
  );
}

const isHappened = (move: PlanMove): move is HappenedDay => move !== 'ship' && WITHOUT_DAY[move] === undefined;

/** The days on which a late plan is expected then. */
const movedWords = (t: T, { moved: { eta, estimatedDeliveryDate } }: Delay): string =>
  [
    eta === undefined ? [] : `${t('shipments:plans.day.eta')} ${formatDay(eta)}`,
    estimatedDeliveryDate === undefined
      ? []
      : `${t('shipments:plans.day.estimatedDeliveryDate')} ${formatDay(estimatedDeliveryDate)}`,
  ]
    .flat()
    .join(', ');

function bodyOf(move: PlanMove, day: string, words: string): PlanBody {
  if (move === 'ship') return { shippedOn: day, ...(words !== '' && { shippedDespite: words }) };
  const { status } = WITHOUT_DAY[move] ?? {};
  if (status !== undefined) return { status, ...(words !== '' && { correctionReason: words }) };
  return { [move]: day === '' ? null : day, correctionReason: words };
}

/** How many errors pre-flight finds in a plan that leaves for an Amazon address; elsewhere it needs no words. */
function useErrorsToAmazon(isAsked: boolean): number {
  const { id, toAddressType } = usePlan(({ record }) => record);
  const enabled = isAsked && toAddressType === 'AMAZON_FBA';
  const { data } = useQuery({ ...preFlightQuery(id), enabled });
  return enabled ? (data?.errors ?? 0) : 0;
}

/**
 * Whether a plan leaves for the first time. If it was taken back to open, its ETA may already count with the delay, so
 * that moving it along again is the person's decision.
 */
function useLeavesFirst(isAsked: boolean): boolean {
  const id = usePlan(({ record }) => record.id);
  const { data } = useQuery({ ...historyQuery(id), enabled: isAsked });
  return data?.content.every(({ action }) => action !== 'shipment-plan.shipped') ?? false;
}

/**
 * Stores a move of the plan in its turn. If somebody else has changed the plan meanwhile, the page shows their version,
 * and `stale` says who it was and when, so that the person can look before they try again.
 */
function usePlanMove(onDone: () => void) {
  const t = useT();
  const editor = usePlanEditor();
  const { id } = editor.get().record;
  const [stale, setStale] = useState<string>();
  const tellWho = async () => {
    const [entry, current] = await Promise.all([lastChangeOf(id), loadPlan(id)]);
    editor.adopt(current);
    const who = entry?.who?.name ?? t('records:history.system');
    setStale(t('shipments:plans.stale', { who, when: formatAgo(entry?.at ?? current.updatedAt) }));
  };
  const write = useWrite({
    send: (body: PlanBody) => {
      setStale(undefined);
      return editor.run(() => savePlan(id, { ...body, version: editor.get().record.version }));
    },
    failure: { verb: 'update', entity: t('shipments:plans.entity') },
    isShownInline: true,
    onSuccess: (plan) => {
      editor.adopt(plan);
      onDone();
    },
    onError: (error) => {
      if (isConflict(error)) void tellWho();
    },
  });
  return { write, stale };
}
