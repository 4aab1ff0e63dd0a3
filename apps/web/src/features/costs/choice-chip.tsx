import { Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import classes from './choice.module.css';

interface ChoiceChipProps {
  /** Before the value, lighter: "As known". */
  readonly label?: string;
  readonly value: string;
  /** What is chosen here, for screen readers. */
  readonly dialog: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A choice that says in words how it stands; a press opens what can be chosen. */
export function ChoiceChip({ label, value, dialog, children }: ChoiceChipProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      trapFocus
      returnFocus
      withinPortal
      withRoles={false}
    >
      <Popover.Target>
        <button
          type="button"
          className={classes.chip}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={() => setOpen((open) => !open)}
        >
          {label !== undefined && <span>{label} </span>}
          <b>{value}</b>
          <IconChevronDown size={14} stroke={2} aria-hidden />
        </button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={dialog}>
        <div className={classes.inside}>{children(() => setOpen(false))}</div>
      </Popover.Dropdown>
    </Popover>
  );
}
