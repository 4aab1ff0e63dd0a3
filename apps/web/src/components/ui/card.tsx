import type { ReactNode } from 'react';
import classes from './card.module.css';

interface CardProps {
  readonly title?: ReactNode;
  /** Small text beside the title. */
  readonly hint?: ReactNode;
  /** Content on the right of the title. */
  readonly end?: ReactNode;
  /** Removes the padding around the content, for tables and lists. */
  readonly flush?: boolean;
  readonly children: ReactNode;
}

/** A section of a page, with a background, a thin border and a title. */
export function Card({ title, hint, end, flush = false, children }: CardProps) {
  return (
    <section className={classes.card}>
      {(title !== undefined || end !== undefined) && (
        <header className={classes.header}>
          {title !== undefined && <h2 className="section-title">{title}</h2>}
          {hint !== undefined && <span className="quiet">{hint}</span>}
          {end !== undefined && <div className="row at-end">{end}</div>}
        </header>
      )}
      <div className={flush ? classes.flush : classes.body} data-headed={title !== undefined || undefined}>
        {children}
      </div>
    </section>
  );
}

/** Whether a value is a text such as HP-BRD-01, in which tabular figures would widen the hyphens. */
const isCode = (value: ReactNode): boolean => typeof value === 'string' && /\p{L}/u.test(value);

/** Rows with a name on the left and a value on the right. */
export function KeyValues({ items }: { items: readonly { readonly label: ReactNode; readonly value: ReactNode }[] }) {
  return (
    <dl className={classes.kv}>
      {items.map((item, index) => (
        <div key={index} className={classes.kvRow}>
          <dt>{item.label}</dt>
          <dd className={isCode(item.value) ? undefined : 'num'}>{item.value}</dd>
        </div>
      ))}
    </dl>
  );
}
