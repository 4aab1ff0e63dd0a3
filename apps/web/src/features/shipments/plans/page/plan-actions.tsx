import { ActionIcon } from '@mantine/core';
import { receiveGoods } from '@quayside/contracts/stock/receipts';
import { getShipmentPlanCsv } from '@quayside/contracts/shipments/shipment-plans';
import {
  IconArrowBackUp,
  IconCircleCheck,
  IconDots,
  IconDownload,
  IconFileSpreadsheet,
  IconPackage,
  IconPackageImport,
  IconSend,
  IconShip,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ActionButton } from '../../../../components/ui/action-button.tsx';
import { Menu } from '../../../../components/ui/layers.tsx';
import { MenuAction } from '../../../../components/ui/menu-action.tsx';
import { useT } from '../../../../i18n/i18n.ts';
import { type Permission, usePermission } from '../../../../lib/session/account.ts';
import { callFile } from '../../../../lib/api/call.ts';
import { useKeys } from '../../../../lib/page/keys.ts';
import { paths } from '../../../../lib/paths.ts';
import { saveBlob } from '../../../../lib/page/save-blob.ts';
import { toast } from '../../../../lib/toasts/toasts.ts';
import { write } from '../../../../lib/api/write.ts';
import { usePackingListDialog } from '../../packing-list/packing-list-action.tsx';
import { usePlan, usePlanEditor } from '../editor/use-plan.ts';
import type { PlanMove } from './move-dialog.tsx';

interface PlanActionsProps {
  readonly permission: Permission;
  readonly onMove: (move: PlanMove) => void;
  readonly onReceive: () => void;
}

/** How the main action looks. */
const MAIN = { variant: 'filled', keys: 'Ctrl ↵' } as const;

/** The actions on the right of the title. All typed input is stored before one of them. */
export function PlanActions({ permission, onMove, onReceive }: PlanActionsProps) {
  const t = useT();
  const editor = usePlanEditor();
  const navigate = useNavigate();
  const { id, number, status, can } = usePlan(({ record }) => record);
  const mayReceive = usePermission(receiveGoods);
  // Of a plan under way the next step is that it arrives; before that, that the forwarder gets it.
  const main = status === 'OPEN' ? 'send' : status === 'IN_TRANSIT' && mayReceive.allowed ? 'receive' : undefined;
  const back = status === 'RECEIVED' ? 'onTheWay' : 'back';
  const [isLoading, setLoading] = useState(false);
  const packingList = usePackingListDialog({ id, number });
  const isStored = async (): Promise<boolean> => {
    const isDone = await editor.flush();
    if (!isDone) toast('error', t('shipments:plans.unsaved'), { scope: 'global' });
    return isDone;
  };
  const ask = async (move: PlanMove) => {
    if (await isStored()) onMove(move);
  };
  const receive = async () => {
    if (await isStored()) onReceive();
  };
  const openPackingList = async () => {
    if (!permission.allowed || (await isStored())) packingList.open();
  };
  const send = async () => {
    if (!permission.allowed || (await isStored())) void navigate(paths.shipmentPlanSend(id));
  };
  const download = async () => {
    setLoading(true);
    if (!permission.allowed || (await isStored()))
      await write(
        async () => {
          const { blob, name } = await callFile(getShipmentPlanCsv, { params: { id } });
          saveBlob(blob, name);
        },
        { failure: { verb: 'get', entity: t('shipments:plans.csvEntity') } },
      );
    setLoading(false);
  };
  useKeys({
    'Ctrl Enter': () => {
      if (main === 'send') void send();
      if (main === 'receive' && can.receive.allowed) void receive();
    },
  });
  return (
    <>
      {status !== 'OPEN' && (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="default" size={34} aria-label={t('shipments:plans.menu', { number })}>
              <IconDots size={18} stroke={1.75} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {status === 'IN_TRANSIT' && (
              <MenuAction
                icon={IconPackage}
                reason={permission.reason ?? can.callReceived.reason ?? undefined}
                onClick={() => void ask('receive')}
              >
                {t('shipments:plans.move.receive.action')}
              </MenuAction>
            )}
            {status === 'RECEIVED' && (
              <MenuAction
                icon={IconCircleCheck}
                reason={permission.reason ?? can.close.reason ?? undefined}
                onClick={() => void ask('close')}
              >
                {t('shipments:plans.move.close.action')}
              </MenuAction>
            )}
            {status !== 'CLOSED' && (
              <MenuAction
                icon={IconArrowBackUp}
                reason={permission.reason ?? can.stepBack.reason ?? undefined}
                onClick={() => void ask(back)}
              >
                {t(`shipments:plans.move.${back}.action`)}
              </MenuAction>
            )}
            <MenuAction icon={IconFileSpreadsheet} reason={undefined} onClick={() => void openPackingList()}>
              {t('shipments:packingList.compare')}
            </MenuAction>
          </Menu.Dropdown>
        </Menu>
      )}
      {status === 'OPEN' && (
        <ActionButton icon={IconFileSpreadsheet} onClick={() => void openPackingList()}>
          {t('shipments:packingList.open')}
        </ActionButton>
      )}
      <ActionButton icon={IconDownload} loading={isLoading} onClick={() => void download()}>
        {t('shipments:plans.csv')}
      </ActionButton>
      {status === 'OPEN' && (
        <ActionButton
          icon={IconShip}
          permission={permission}
          blocked={can.ship.allowed ? null : can.ship.reason}
          onClick={() => void ask('ship')}
        >
          {t('shipments:plans.move.ship.open')}
        </ActionButton>
      )}
      {status !== 'OPEN' && mayReceive.allowed && (
        <ActionButton
          icon={IconPackageImport}
          {...(main === 'receive' && MAIN)}
          permission={mayReceive}
          blocked={can.receive.reason}
          onClick={() => void receive()}
        >
          {t('shipments:receiving.verb')}
        </ActionButton>
      )}
      <ActionButton icon={IconSend} {...(main === 'send' && MAIN)} onClick={() => void send()}>
        {t('shipments:plans.send.open')}
      </ActionButton>
      {packingList.dialog}
    </>
  );
}
