import { Button } from '@mantine/core';
import type { Use } from '@quayside/contracts/errors';
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { langOf } from '../../lib/format.ts';
import { paths } from '../../lib/paths.ts';
import { Dialog } from './confirm.tsx';
import classes from './in-use-dialog.module.css';

interface InUseDialogProps {
  /** What cannot be deleted, and why: the server's sentence. */
  readonly message: string;
  readonly uses: readonly Use[];
  /** The alternative action: "Archive supplier". */
  readonly archive: string;
  /** Undefined when the row is already archived. */
  readonly onArchive: (() => void) | undefined;
  readonly onClose: () => void;
}

const MOST_NAMED = 20;

/** The page of a row that uses it; undefined where there is no such page. */
function hrefOf({ type, id }: Use): string | undefined {
  if (type === 'INVOICE') return paths.invoice(id);
  return type === 'PRODUCT' ? paths.product(id) : undefined;
}

/** Shown when a delete was refused: lists the rows that use the row, with links, and offers to archive it. */
export function InUseDialog({ message, uses, archive, onArchive, onClose }: InUseDialogProps) {
  const t = useT();
  return (
    <Dialog
      title={t('inUse.title')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          {onArchive && (
            <Button variant="filled" onClick={onArchive} data-autofocus>
              {archive}
            </Button>
          )}
        </>
      }
    >
      <p className="muted">{message}</p>
      {uses.length > 0 && (
        <ul className={classes.uses} aria-label={t('inUse.title')}>
          {uses.map((use) => {
            const href = hrefOf(use);
            return (
              <li key={`${use.type} ${use.id}`} className={classes.use}>
                <span className={classes.type}>{t(`inUse.type.${use.type}`)}</span>
                <span className={classes.label} lang={langOf(use.label)}>
                  {href ? (
                    <Link to={href} onClick={onClose}>
                      {use.label}
                    </Link>
                  ) : (
                    use.label
                  )}
                </span>
              </li>
            );
          })}
          {uses.length >= MOST_NAMED && <li className={classes.type}>{t('inUse.more')}</li>}
        </ul>
      )}
    </Dialog>
  );
}
