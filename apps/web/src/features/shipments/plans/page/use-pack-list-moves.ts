import type { PackList } from '@quayside/contracts/shipments/pack-lists';
import {
  addShipmentPlanPackLists,
  removeShipmentPlanPackLists,
  type ShipmentPlanWithPackLists,
} from '@quayside/contracts/shipments/shipment-plans';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { confirm } from '../../../../components/ui/confirm.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { call } from '../../../../lib/api/call.ts';
import { paths } from '../../../../lib/paths.ts';
import { toast } from '../../../../lib/toasts/toasts.ts';
import { takeBack } from '../../../../lib/api/undo.ts';
import { write } from '../../../../lib/api/write.ts';
import { usePlanEditor } from '../editor/use-plan.ts';
import { loadPlan } from '../plan-calls.ts';

export interface PackListMoves {
  /** The pack list that is being added or removed. */
  readonly busy: string | undefined;
  readonly add: (packList: PackList) => Promise<void>;
  readonly remove: (packList: PackList) => Promise<void>;
}

/** Puts pack lists into the plan of the page and takes them out, with Undo. */
export function usePackListMoves(): PackListMoves {
  const t = useT();
  const editor = usePlanEditor();
  const navigate = useNavigate();
  const [moving, setMoving] = useState<string>();
  const failure = { verb: 'update', entity: t('shipments:plans.entity') } as const;
  const { id } = editor.get().record;

  const undo = (operationId: string, isGone: boolean) => async () => {
    const back = await write(() => takeBack(operationId), { failure });
    if (!back) return;
    const isWhole = back.result.keptCount === 0;
    toast(isWhole ? 'success' : 'info', t(`shipments:plans.packLists.${isWhole ? 'undone' : 'undoneInPart'}`));
    if (isGone) void navigate(paths.shipmentPlan(id));
    else editor.adopt(await loadPlan(id));
  };
  const tell = (words: string, along: readonly PackList[], onUndo: () => Promise<void>) => {
    const numbers = along.map(({ number }) => number).join(', ');
    const more = numbers === '' ? '' : ` ${t('shipments:plans.packLists.along', { count: along.length, numbers })}`;
    toast('success', words + more, { scope: 'global', onUndo: () => void onUndo() });
  };
  const whileBusy = async (packList: PackList, move: () => Promise<void>): Promise<void> => {
    if (moving !== undefined) return;
    setMoving(packList.packListId);
    await move().finally(() => setMoving(undefined));
  };

  const add = (packList: PackList) =>
    whileBusy(packList, async () => {
      const body = { shipmentPlanId: id, packListIds: [packList.packListId] };
      const done = await write(() => editor.run(() => call(addShipmentPlanPackLists, { body })), { failure });
      if (!done) return;
      const { plan, operationId, alongPackListIds } = done.result;
      editor.adopt(plan);
      tell(
        t('shipments:plans.packLists.added', { number: packList.number }),
        named(plan.packLists, alongPackListIds),
        undo(operationId, false),
      );
    });

  const remove = (packList: PackList) =>
    whileBusy(packList, async () => {
      const before: ShipmentPlanWithPackLists = editor.get().record;
      if (isEverything(before, packList) && !(await confirm(lastOne(before.number)))) return;
      const body = { shipmentPlanId: id, packListIds: [packList.packListId] };
      const done = await write(() => editor.run(() => call(removeShipmentPlanPackLists, { body })), { failure });
      if (!done) return;
      const { plan, operationId, alongPackListIds } = done.result;
      if (plan) editor.adopt(plan);
      else void navigate(paths.shipmentPlans(), { replace: true });
      tell(
        plan
          ? t('shipments:plans.packLists.removed', { number: packList.number })
          : t('shipments:plans.packLists.gone', { number: packList.number, plan: before.number }),
        named(before.packLists, alongPackListIds),
        undo(operationId, plan === null),
      );
    });
  const lastOne = (number: string) => ({
    title: t('shipments:plans.packLists.lastTitle', { number }),
    body: t('shipments:plans.packLists.lastBody', { number }),
    action: t('shipments:plans.packLists.lastAction'),
    danger: true,
  });
  return { busy: moving, add, remove };
}

const named = (packLists: readonly PackList[], ids: readonly string[]): PackList[] =>
  packLists.filter(({ packListId }) => ids.includes(packListId));

/** Whether the plan holds nothing but this pack list and those in the same cartons, so that it goes with them. */
const isEverything = ({ packLists }: ShipmentPlanWithPackLists, { packListId, cartonId }: PackList): boolean =>
  packLists.every((one) => one.packListId === packListId || (cartonId !== null && one.cartonId === cartonId));
