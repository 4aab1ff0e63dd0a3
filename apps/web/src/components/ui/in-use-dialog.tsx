import { Button } from '@mantine/core';
import type { Use } from '@quayside/contracts/errors';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '../../i18n/i18n.ts';
import { langOf } from '../../lib/words/format.ts';
import { paths } from '../../lib/paths.ts';
import { Dialog } from './confirm.tsx';
import classes from './in-use-dialog.module.css';

interface InUseDialogProps {
  /** The server's message, which explains what cannot be deleted and why. */
  readonly message: string;
  readonly uses: readonly Use[];
  /** The label of the alternative action: "Archive supplier", "Reverse with a replay". */
  readonly archive?: string;
  /** Archives the row. Undefined when the row cannot be archived, or is archived already. */
  readonly onArchive?: (() => void) | undefined;
  readonly onClose: () => void;
  /** What follows from the alternative. */
  readonly children?: ReactNode;
}

const MOST_NAMED = 20;

/** The page of a record that uses the row; undefined when there is no such page. */
function hrefOf({ type, id }: Use): string | undefined {
  if (type === 'INVOICE') return paths.invoice(id);
  if (type === 'CARTON') return paths.cartons(id);
  if (type === 'SHIPMENT_PLAN') return paths.shipmentPlan(id);
  if (type === 'FREIGHT_RATE') return paths.freightRates(id);
  if (type === 'DUTY_RATE') return paths.dutyRates(id);
  return type === 'PRODUCT' ? paths.product(id) : undefined;
}

/**
 * Shown when a delete was refused. Lists the records that use the row, with links, and offers to archive the row
 * instead.
 */
export function InUseDialog({ message, uses, archive, onArchive, onClose, children }: InUseDialogProps) {
  const t = useT();
  return (
    <Dialog
      title={t('records:inUse.title')}
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
        <ul className={classes.uses} aria-label={t('records:inUse.title')}>
          {uses.map((use) => {
            const href = hrefOf(use);
            return (
              <li key={`${use.type} ${use.id}`} className={classes.use}>
                <span className={classes.type}>{t(`records:inUse.type.${use.type}`)}</span>
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
          {uses.length >= MOST_NAMED && <li className={classes.type}>{t('records:inUse.more')}</li>}
        </ul>
      )}
      {children}
    </Dialog>
  );
}
