import { IconChevronDown } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Popover } from '../../components/ui/layers.tsx';
import classes from './choice.module.css';

interface ChoiceChipProps {
  /** The label in front of the value, in a lighter weight: "As known". */
  readonly label?: string;
  readonly value: string;
  /** The accessible name of the popover, which describes the choice. */
  readonly dialog: string;
  readonly children: (close: () => void) => ReactNode;
}

/** A chip that shows the current choice; a click opens a popover with the options. */
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
