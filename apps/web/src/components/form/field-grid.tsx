import type { ReactNode } from 'react';
import classes from './field-grid.module.css';

/**
 * The fields of a card in columns. A child with `data-wide` spans two of them, one with `data-full` spans all, and one
 * with `data-empty` is hidden.
 */
export const FieldGrid = ({ children }: { children: ReactNode }) => <div className={classes.fields}>{children}</div>;
