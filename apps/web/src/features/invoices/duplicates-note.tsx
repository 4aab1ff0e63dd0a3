import type { Duplicate } from '@quayside/contracts/invoices/invoices';
import { IconCopyCheck } from '@tabler/icons-react';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { Note } from '../../components/ui/states.tsx';
import { useT } from '../../i18n/i18n.ts';
import { formatDayShort } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import classes from './invoices.module.css';

/** At most this many duplicates are named. The others are only counted. */
const MOST_SHOWN = 3;

/** A note such as "Looks like HS-26-1042 of 3 Nov: same number." It is only a warning and never prevents saving. */
export function DuplicatesNote({ duplicates }: { duplicates: readonly Duplicate[] }) {
  const t = useT();
  if (duplicates.length === 0) return null;
  const shown = duplicates.slice(0, MOST_SHOWN);
  return (
    <Note tone="warning" icon={IconCopyCheck} role="status">
      {t('invoices:duplicates.looksLike')}{' '}
      {shown.map((other, index) => (
        <Fragment key={other.id}>
          {index > 0 && '; '}
          <Link className={classes.noteLink} to={paths.invoice(other.id)}>
            {other.invoiceNumber}
          </Link>{' '}
          {t('invoices:duplicates.of', {
            date: formatDayShort(other.date),
            reasons: other.reasons.map((reason) => t(`invoices:duplicates.reasons.${reason}`)).join(', '),
          })}
        </Fragment>
      ))}
      {duplicates.length > MOST_SHOWN
        ? ` ${t('invoices:duplicates.more', { count: duplicates.length - MOST_SHOWN })}`
        : '.'}
    </Note>
  );
}
