import { ActionIcon } from '@mantine/core';
import type { GridId } from '@quayside/contracts/grids';
import type { View } from '@quayside/contracts/views';
import {
  IconCopy,
  IconDots,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUser,
  IconUsers,
} from '@tabler/icons-react';
import { Menu } from '../../ui/layers.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { write } from '../../../lib/api/write.ts';
import { MenuAction } from '../../ui/menu-action.tsx';
import type { GridState } from '../grid-state.ts';
import { changeView, removeView, preferView } from './use-views.ts';
import type { ViewAsk } from './view-dialog.tsx';

type MenuProps =
  | {
      readonly view: View;
      readonly mayChange: boolean;
      readonly mayShare: boolean;
      readonly state: GridState;
      readonly onAsk: (ask: ViewAsk) => void;
      readonly onGone: () => void;
    }
  /** Undefined while no view is open. The menu then has one action: it makes the table without a view the default. */
  | { readonly gridId: GridId; readonly name: string; readonly view?: undefined };

/** The menu with the actions on the open view. */
export function ViewMenu(props: MenuProps) {
  const t = useT();
  const name = props.view ? props.view.name : props.name;
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon size={28} aria-label={t('views:options', { name })} title={t('views:options', { name })}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {props.view ? (
          <ViewItems {...props} />
        ) : (
          <Menu.Item
            leftSection={<IconStar size={16} stroke={1.75} aria-hidden />}
            onClick={() => void preferView(props.gridId, null)}
          >
            {t('views:makeDefault')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function ViewItems({ view, mayChange, mayShare, onAsk, onGone }: Extract<MenuProps, { view: View }>) {
  const t = useT();
  const denied = t('views:shareDenied');
  const share = () =>
    write(() => changeView(view, { isShared: !view.isShared }), {
      failure: { verb: 'update', entity: t('views:entity') },
      done: t(view.isShared ? 'views:nowUnshared' : 'views:nowShared', { name: view.name }),
    });
  const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  return (
    <>
      <MenuAction
        icon={IconPencil}
        reason={mayChange ? undefined : denied}
        onClick={() => onAsk({ kind: 'rename', view })}
      >
        {t('views:rename')}
      </MenuAction>
      <MenuAction
        icon={view.isShared ? IconUser : IconUsers}
        reason={mayShare ? undefined : denied}
        onClick={() => void share()}
      >
        {view.isShared ? t(view.isMine ? 'views:unshare' : 'views:unshareOther') : t('views:share')}
      </MenuAction>
      <Menu.Item
        leftSection={view.isDefault ? <IconStarOff {...icon} /> : <IconStar {...icon} />}
        onClick={() => void preferView(view.gridId, view.isDefault ? null : view.id)}
      >
        {t(view.isDefault ? 'views:noDefault' : 'views:makeDefault')}
      </Menu.Item>
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onAsk({ kind: 'duplicate', view })}>
        {t('views:duplicate')}
      </Menu.Item>
      <Menu.Divider />
      <MenuAction
        icon={IconTrash}
        color="danger"
        reason={mayChange ? undefined : denied}
        onClick={() => void removeView(view).then((isGone) => isGone && onGone())}
      >
        {t('views:delete')}
      </MenuAction>
    </>
  );
}
