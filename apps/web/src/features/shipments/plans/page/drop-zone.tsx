import { type DragEvent, type ReactNode, useState } from 'react';
import classes from '../plans.module.css';

interface ZoneProps {
  /** Takes the pack list that is being dragged. Undefined: nothing can be dropped here now. */
  readonly onDrop: (() => void) | undefined;
  readonly children: ReactNode;
}

/** A part of the page onto which pack lists are dragged. The button of each pack list does the same. */
export function DropZone({ onDrop, children }: ZoneProps) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!onDrop) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'move';
    setOver(true);
  };
  return (
    <div
      className={classes.zone}
      data-open={onDrop !== undefined || undefined}
      data-over={(isOver && onDrop !== undefined) || undefined}
      onDragOver={over}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node | null) && setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!onDrop) return;
        event.preventDefault();
        onDrop();
      }}
    >
      {children}
    </div>
  );
}
