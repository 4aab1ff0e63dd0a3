import { langOf } from '../../lib/words/format.ts';
import classes from './supplier-name.module.css';

interface NameProps {
  readonly companyName: string;
  readonly localName: string | null | undefined;
}

/** The name of a supplier, and behind it, weaker, the name as the company writes itself. */
export const SupplierName = ({ companyName, localName }: NameProps) => (
  <>
    {companyName}{' '}
    {localName && (
      <span className={classes.local} lang={langOf(localName)}>
        {localName}
      </span>
    )}
  </>
);
