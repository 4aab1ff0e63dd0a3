import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { Card } from '../../../components/ui/card.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatInstant } from '../../../lib/words/format.ts';
import { useBankDetails } from './api.ts';
import classes from './bank.module.css';

const ICONS = { CHANGED: IconPencil, REMOVED: IconTrash, REVEALED: IconEye } as const;

/**
 * The history of the bank details, newest first: who changed or unmasked them. Renders nothing if there are no entries.
 */
export function BankHistory({ supplierId }: { supplierId: string }) {
  const t = useT();
  const history = useBankDetails(supplierId).data?.history ?? [];
  if (history.length === 0) return null;
  return (
    <Card title={t('suppliers:bank.historyTitle')}>
      <ol className={classes.history} aria-label={t('suppliers:bank.historyTitle')}>
        {history.map(({ action, at, by }, index) => {
          const Icon = ICONS[action];
          return (
            <li key={index}>
              <Icon size={16} stroke={1.75} aria-hidden />
              <span>
                {t(`suppliers:bank.actions.${action}`)}{' '}
                {t('suppliers:bank.by', { who: by?.name ?? t('suppliers:bank.somebody') })}
                <time dateTime={at}>{formatInstant(at)}</time>
              </span>
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
