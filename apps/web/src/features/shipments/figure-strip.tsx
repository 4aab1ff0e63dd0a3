import { Link } from 'react-router';
import classes from './shipments.module.css';

/** A figure above a list. With `to`, it leads to the rows that it counts. */
export interface Figure {
  readonly label: string;
  readonly value: string;
  readonly to?: string;
}

/** A line of figures above a list. It keeps its height while they are loaded, so that the table does not move. */
export function FigureStrip({ label, figures }: { label: string; figures: readonly Figure[] | undefined }) {
  return (
    <ul className={classes.figures} aria-label={label} aria-busy={figures === undefined}>
      {figures?.map(({ label: name, value, to }) => (
        <li key={name}>
          {to === undefined ? name : <Link to={to}>{name}</Link>} <b className="num">{value}</b>
        </li>
      ))}
    </ul>
  );
}
