import {
  Drawer as MantineDrawer,
  type DrawerProps,
  type DrawerRootProps,
  Menu as MantineMenu,
  type MenuProps,
  Modal as MantineModal,
  type ModalProps,
  Popover as MantinePopover,
  type PopoverProps,
} from '@mantine/core';
import { useUncontrolled } from '@mantine/hooks';
import { useBackLayer } from '../../lib/page/back-layers.ts';

// The layers over a page. Every dialog, drawer, menu and popover of the app is one of these, so that Back closes it on
// a phone. A test checks that nothing else takes them from Mantine.

export function Modal(props: ModalProps) {
  useBackLayer(props.opened, props.onClose);
  return <MantineModal {...props} />;
}

function DrawerOfPage(props: DrawerProps) {
  useBackLayer(props.opened, props.onClose);
  return <MantineDrawer {...props} />;
}
function DrawerRoot(props: DrawerRootProps) {
  useBackLayer(props.opened, props.onClose);
  return <MantineDrawer.Root {...props} />;
}
export const Drawer = Object.assign(DrawerOfPage, {
  Root: DrawerRoot,
  Overlay: MantineDrawer.Overlay,
  Content: MantineDrawer.Content,
  Title: MantineDrawer.Title,
});

function MenuOfPage({ opened, defaultOpened, onChange, ...props }: MenuProps) {
  const [isOpen, setOpen] = useUncontrolled({
    value: opened,
    defaultValue: defaultOpened,
    finalValue: false,
    onChange,
  });
  useBackLayer(isOpen, () => setOpen(false));
  return (
    <MantineMenu
      {...props}
      // The kit would put an element that is no item into the menu, to focus it. The ARIA role `menu` does not
      // allow that, so the first entry gets the focus.
      withInitialFocusPlaceholder={false}
      middlewares={{ size: { padding: 8 } }}
      opened={isOpen}
      onChange={setOpen}
    />
  );
}
export const Menu = Object.assign(MenuOfPage, {
  Target: MantineMenu.Target,
  Dropdown: MantineMenu.Dropdown,
  Item: MantineMenu.Item,
  Label: MantineMenu.Label,
  Divider: MantineMenu.Divider,
  Sub: MantineMenu.Sub,
});

type OwnPopoverProps = PopoverProps & Required<Pick<PopoverProps, 'opened' | 'onChange'>>;
function PopoverOfPage(props: OwnPopoverProps) {
  useBackLayer(props.opened, () => props.onChange(false));
  return <MantinePopover {...props} />;
}
export const Popover = Object.assign(PopoverOfPage, {
  Target: MantinePopover.Target,
  Dropdown: MantinePopover.Dropdown,
});
