import { ActionIcon } from '@mantine/core';
import { patchPurchaseOrder } from '@quayside/contracts/purchasing/purchase-orders';
import {
  IconArchive,
  IconArchiveOff,
  IconBan,
  IconCircle,
  IconCircleCheck,
  IconDots,
  IconFileText,
  IconHistory,
  IconLayoutSidebarRightCollapse,
  IconLayoutSidebarRightExpand,
  IconLockOpen,
  IconSend,
  IconTableImport,
} from '@tabler/icons-react';
import { ActionButton, IconButton } from '../../../components/ui/action-button.tsx';
import { Menu } from '../../../components/ui/layers.tsx';
import { MenuAction } from '../../../components/ui/menu-action.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { useKeys } from '../../../lib/page/keys.ts';
import { paths } from '../../../lib/paths.ts';
import { useEdited } from '../editor/use-editor.ts';
import { useOrderMoves } from './use-order-moves.ts';

interface OrderActionsProps {
  /** Why nothing on the purchase order can be changed, if that is so. */
  readonly readOnly: string | null | undefined;
  /** Shows or hides the preview beside the form. Undefined where there is no room for it. */
  readonly pane: { readonly isHidden: boolean; readonly toggle: () => void } | undefined;
  readonly isHistoryOpen: boolean;
  readonly onHistory: () => void;
  readonly onImport: () => void;
  readonly onClose: (reason: 'SHORT' | 'CANCELLED') => void;
}

/** The actions on the right of the title. The primary one is the next step: generate the PDF, then send it. */
export function OrderActions({ readOnly, pane, isHistoryOpen, onHistory, onImport, onClose }: OrderActionsProps) {
  const t = useT();
  const order = useEdited((state) => state.record);
  const permission = usePermission(patchPurchaseOrder);
  const { move, archive, go } = useOrderMoves();
  const { can, status, archivedAt } = order;
  const why = (may: { readonly allowed: boolean; readonly reason: string | null }) =>
    permission.reason ?? (may.allowed ? undefined : may.reason);
  // What was generated and not changed since can be sent as it is.
  const isReady = order.generated !== null && !order.isChangedSinceGenerated && status === 'OPEN';
  const next = isReady ? paths.purchaseOrderSend(order.id) : paths.purchaseOrderGenerate(order.id);
  const isClosed = status === 'CLOSED';
  const blocked = permission.allowed && !isReady && !can.generate.allowed ? can.generate.reason : null;
  useKeys({
    'Ctrl Enter': !isClosed && permission.allowed && blocked === null ? () => void go(next) : undefined,
  });
  return (
    <>
      {pane && (
        <IconButton
          outlined
          size={34}
          icon={pane.isHidden ? IconLayoutSidebarRightExpand : IconLayoutSidebarRightCollapse}
          label={t(pane.isHidden ? 'purchasing:preview.show' : 'purchasing:preview.hide')}
          onClick={pane.toggle}
        />
      )}
      <IconButton
        outlined
        size={34}
        icon={IconHistory}
        label={t('records:history.title')}
        expanded={isHistoryOpen}
        onClick={onHistory}
      />
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={34}
            aria-label={t('purchasing:moves.menu', { number: order.poNumber })}
            title={t('purchasing:moves.menu', { number: order.poNumber })}
          >
            <IconDots size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <MenuAction icon={IconTableImport} reason={readOnly} onClick={onImport}>
            {t('purchasing:import.menu')}
          </MenuAction>
          {isReady && (
            <MenuAction
              icon={IconFileText}
              reason={why(can.generate)}
              onClick={() => void go(paths.purchaseOrderGenerate(order.id))}
            >
              {t('purchasing:moves.generateAgain')}
            </MenuAction>
          )}
          <Menu.Divider />
          {status === 'DRAFT' && (
            <MenuAction icon={IconCircle} reason={why(can.open)} onClick={() => void move('open')}>
              {t('purchasing:moves.open')}
            </MenuAction>
          )}
          {status === 'OPEN' && (
            <>
              <MenuAction icon={IconCircleCheck} reason={why(can.closeShort)} onClick={() => onClose('SHORT')}>
                {t('purchasing:close.SHORT.menu')}
              </MenuAction>
              <MenuAction icon={IconBan} reason={why(can.cancel)} onClick={() => onClose('CANCELLED')}>
                {t('purchasing:close.CANCELLED.menu')}
              </MenuAction>
            </>
          )}
          {archivedAt !== null ? (
            <MenuAction icon={IconArchiveOff} reason={permission.reason} onClick={() => void archive(false)}>
              {t('purchasing:archive.restore')}
            </MenuAction>
          ) : (
            <MenuAction icon={IconArchive} reason={why(can.archive)} onClick={() => void archive(true)}>
              {t('purchasing:archive.archive')}
            </MenuAction>
          )}
        </Menu.Dropdown>
      </Menu>
      {isClosed ? (
        <ActionButton
          icon={IconLockOpen}
          permission={permission}
          blocked={can.reopen.allowed ? null : can.reopen.reason}
          onClick={() => void move('reopen')}
        >
          {t('purchasing:moves.reopen')}
        </ActionButton>
      ) : (
        <ActionButton
          variant="filled"
          icon={isReady ? IconSend : IconFileText}
          permission={permission}
          blocked={blocked}
          keys="Ctrl ↵"
          onClick={() => void go(next)}
        >
          {t(isReady ? 'purchasing:moves.send' : 'purchasing:moves.generate')}
        </ActionButton>
      )}
    </>
  );
}
