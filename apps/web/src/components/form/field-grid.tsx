import type { ReactNode } from 'react';
import classes from './field-grid.module.css';

/**
 * The fields of a card in columns. `data-wide` on a child spans two of them, `data-full` all, and `data-empty` hides it.
 */
export const FieldGrid = ({ children }: { children: ReactNode }) => <div className={classes.fields}>{children}</div>;
