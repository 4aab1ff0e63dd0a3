import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { MouseEventHandler, ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Permission } from '../../lib/account.ts';
import classes from './action-button.module.css';

interface DeniedTooltipProps {
  /** The reason; undefined renders the child without a tooltip. */
  readonly reason: string | undefined;
  readonly children: ReactElement;
}

/** Wraps a disabled control so that its reason can be read by pointer and by keyboard. */
export function DeniedTooltip({ reason, children }: DeniedTooltipProps) {
  if (!reason) return children;
  return (
    <Tooltip label={reason} events={{ hover: true, focus: true, touch: true }}>
      <span className={classes.denied} tabIndex={0} role="note" aria-label={reason}>
        {children}
      </span>
    </Tooltip>
  );
}

interface ActionButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'color' | 'loading' | 'fullWidth'> {
  readonly type?: 'button' | 'submit';
  readonly icon?: TablerIcon;
  readonly children: ReactNode;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  /** The target of a link that looks like a button. */
  readonly to?: string;
  /** From usePermission(); a refusal disables the button and explains it. */
  readonly permission?: Permission;
  /** Another reason to disable it, from the data: "Already closed". */
  readonly blocked?: string | null;
  readonly disabled?: boolean;
  /** The shortcut that does the same. */
  readonly keys?: string;
  readonly testId?: string;
}

/** A button with icon, shortcut hint and, when disabled, a reason. `variant="filled"` for the one primary button. */
export function ActionButton(props: ActionButtonProps) {
  const {
    icon: Icon,
    children,
    onClick,
    to,
    permission,
    blocked,
    disabled = false,
    keys,
    testId,
    type = 'button',
    ...rest
  } = props;
  const reason = permission?.reason ?? blocked ?? undefined;
  const inside = (
    <>
      {children}
      {keys && <kbd aria-hidden>{keys}</kbd>}
    </>
  );
  const shared = {
    ...rest,
    disabled: disabled || reason !== undefined,
    'data-testid': testId,
    leftSection: Icon ? <Icon size={16} stroke={1.75} aria-hidden /> : undefined,
  };
  const button =
    to !== undefined && !shared.disabled ? (
      <Button component={Link} to={to} {...shared}>
        {inside}
      </Button>
    ) : (
      <Button type={type} onClick={onClick} {...shared}>
        {inside}
      </Button>
    );
  return <DeniedTooltip reason={reason}>{button}</DeniedTooltip>;
}

interface IconButtonProps {
  readonly icon: TablerIcon;
  /** Tooltip and accessible name. */
  readonly label: string;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly permission?: Permission;
  readonly blocked?: string | null;
  readonly disabled?: boolean;
  /** With a border, for a row of buttons. */
  readonly outlined?: boolean;
  readonly tone?: 'danger';
  readonly size?: number;
  readonly pressed?: boolean;
  /** Whether the element that the button opens is open (aria-expanded). */
  readonly expanded?: boolean;
}

/** An icon-only button; its label is the tooltip. */
export function IconButton({
  icon: Icon,
  label,
  onClick,
  permission,
  blocked,
  disabled = false,
  outlined = false,
  tone,
  size = 32,
  pressed,
  expanded,
}: IconButtonProps) {
  const reason = permission?.reason ?? blocked ?? undefined;
  const button = (
    <ActionIcon
      size={size}
      variant={outlined ? 'default' : 'subtle'}
      color={tone ?? 'accent'}
      aria-label={label}
      aria-pressed={pressed}
      aria-expanded={expanded}
      disabled={disabled || reason !== undefined}
      onClick={onClick}
      className={classes.icon}
    >
      <Icon size={size < 28 ? 16 : 18} stroke={1.75} aria-hidden />
    </ActionIcon>
  );
  return reason ? <DeniedTooltip reason={reason}>{button}</DeniedTooltip> : <Tooltip label={label}>{button}</Tooltip>;
}
