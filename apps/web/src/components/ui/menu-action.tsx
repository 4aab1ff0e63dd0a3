import type { TablerIcon } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { Menu } from './layers.tsx';
import classes from './menu-action.module.css';

interface MenuActionProps {
  readonly icon: TablerIcon;
  readonly color?: 'danger';
  /** Why the action is not available, if it is not. */
  readonly reason: string | null | undefined;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

/**
 * An action in a menu that may not be available. It then says why in a second line, which is read on a phone and by
 * screen readers too, and the arrow keys still reach it.
 */
export function MenuAction({ icon: Icon, color, reason, onClick, children }: MenuActionProps) {
  const id = useId();
  const leftSection = <Icon size={16} stroke={1.75} aria-hidden />;
  if (!reason)
    return (
      <Menu.Item leftSection={leftSection} {...(color && { color })} onClick={onClick}>
        {children}
      </Menu.Item>
    );
  return (
    <Menu.Item
      className={classes.denied ?? ''}
      leftSection={leftSection}
      closeMenuOnClick={false}
      aria-disabled
      aria-describedby={id}
    >
      {children}
      {/* It is the description of the entry, so it must not be part of its name too. */}
      <span id={id} className={classes.reason} aria-hidden>
        {reason}
      </span>
    </Menu.Item>
  );
}
