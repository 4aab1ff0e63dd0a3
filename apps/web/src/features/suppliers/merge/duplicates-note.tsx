import type { ResponseOf } from '@quayside/contracts/endpoint';
import type { findSupplierDuplicates } from '@quayside/contracts/suppliers/suppliers';
import { IconCopyCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { Permission } from '../../../lib/session/account.ts';
import { langOf } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import classes from './merge.module.css';

export type Duplicate = ResponseOf<typeof findSupplierDuplicates>[number];
/** At most this many duplicates are named. The others are only counted. */
const MOST_SHOWN = 3;

/**
 * A note such as "May be the same company as …: same name, same telephone." It is only a hint and never prevents
 * saving.
 */
export function DuplicatesNote({
  duplicates,
  merge,
}: {
  duplicates: readonly Duplicate[];
  /** Undefined for a new supplier, which cannot be merged before it is stored. */
  merge?: {
    readonly permission: Permission;
    readonly blocked: string | null;
    readonly onMerge: (other: Duplicate['supplier']) => void;
  };
}) {
  const t = useT();
  if (duplicates.length === 0) return null;
  return (
    <Note tone="warning" icon={IconCopyCheck} role="status">
      {t('suppliers:duplicates.looksLike')}
      <ul className={classes.duplicates} aria-label={t('suppliers:duplicates.list')}>
        {duplicates.slice(0, MOST_SHOWN).map(({ supplier, reasons }) => (
          <li key={supplier.id}>
            <span>
              <Link
                className={classes.link}
                to={paths.supplier(supplier.id, 'overview')}
                lang={langOf(supplier.companyName)}
              >
                {supplier.companyName}
              </Link>{' '}
              <span className={classes.reasons}>
                {t('suppliers:duplicates.because', {
                  reasons: reasons.map((reason) => t(`suppliers:duplicates.reasons.${reason}`)).join(', '),
                })}
                {supplier.archivedAt !== null && `, ${t('status.supplier.ARCHIVED')}`}
              </span>
            </span>
            {merge && (
              <ActionButton
                size="compact-xs"
                permission={merge.permission}
                blocked={merge.blocked}
                onClick={() => merge.onMerge(supplier)}
              >
                {t('suppliers:duplicates.mergeShort')}
                <span className="visually-hidden"> {supplier.companyName}</span>
              </ActionButton>
            )}
          </li>
        ))}
      </ul>
      {duplicates.length > MOST_SHOWN && t('suppliers:duplicates.more', { count: duplicates.length - MOST_SHOWN })}
    </Note>
  );
}
