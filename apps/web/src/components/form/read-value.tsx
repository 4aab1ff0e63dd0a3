import type { ReactNode } from 'react';
import { EN_DASH } from '../../lib/words/format.ts';
import classes from './read-value.module.css';

/** A label above a value that cannot be changed. */
export function ReadValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <div className="field-label">{label}</div>
      <div className={classes.value}>{children || EN_DASH}</div>
    </div>
  );
}
