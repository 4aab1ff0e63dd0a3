import { ActionIcon, Button, type ButtonProps, Tooltip } from '@mantine/core';
import type { TablerIcon } from '@tabler/icons-react';
import type { MouseEventHandler, ReactElement, ReactNode } from 'react';
import { Link } from 'react-router';
import type { Permission } from '../../lib/session/account.ts';
import classes from './action-button.module.css';

interface DeniedTooltipProps {
  /** The reason why the control is disabled. Without a reason, there is no tooltip. */
  readonly reason: string | undefined;
  readonly children: ReactElement;
}

/** Wraps a disabled control so that the reason can be read with the pointer and with the keyboard. */
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
  /** The path to open. The button is then a link that looks like a button. */
  readonly to?: string;
  /** The result of usePermission(). A refusal disables the button and explains why. */
  readonly permission?: Permission;
  /** Another reason why the button is disabled, which depends on the data: "Already closed". */
  readonly blocked?: string | null;
  readonly disabled?: boolean;
  /** The keyboard shortcut for the same action, shown as a hint. */
  readonly keys?: string;
  readonly testId?: string;
}

/**
 * A button with an icon and a hint for its shortcut. If the button is disabled, it explains the reason. The one primary
 * button of a page has `variant="filled"`.
 */
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
  /** The text of the tooltip, which is also the accessible name. */
  readonly label: string;
  readonly onClick?: MouseEventHandler<HTMLButtonElement>;
  readonly permission?: Permission;
  readonly blocked?: string | null;
  readonly disabled?: boolean;
  /** Adds a border, for buttons in a row. */
  readonly outlined?: boolean;
  readonly tone?: 'danger';
  readonly size?: number;
  readonly pressed?: boolean;
  /** Whether the element that the button opens is open (`aria-expanded`). */
  readonly expanded?: boolean;
}

/** A button with only an icon. The label is shown as a tooltip. */
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
