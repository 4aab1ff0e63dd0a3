import { type InvoicePayment, scheduleByTerms, settleBefore } from '@quayside/contracts/payments/payments';
import { IconCalendarPlus, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import { BulkSteps } from '../../../components/bulk/bulk-steps.tsx';
import type { BulkReach } from '../../../components/data-grid/grid-types.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { BulkBar } from '../../../components/ui/bulk-bar.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { usePermission } from '../../../lib/session/account.ts';
import { formatCount } from '../../../lib/words/format.ts';
import { BillsPreview } from './bills-preview.tsx';
import { type BillsRequest, MOST_BILLS, useBillsChange, useBillsPreview } from './use-bulk-bills.ts';

interface BarProps {
  readonly rows: readonly InvoicePayment[];
  readonly reach: BulkReach;
  readonly onClear: () => void;
}
type Action = BillsRequest['action'];

/** The bar of actions on the selected bills, or on all bills that match the filter. */
export function BillsBulkBar({ rows, reach, onClear }: BarProps) {
  const t = useT();
  const permission = usePermission(scheduleByTerms);
  const maySettle = usePermission(settleBefore);
  const [action, setAction] = useState<Action>();
  const { isAll, total, filter, chooseAll } = reach;
  const count = isAll ? total : rows.length;
  // Only some of them would change, and nobody could tell which.
  const blocked = count > MOST_BILLS ? t('payments:bulk.atMost', { formatted: formatCount(MOST_BILLS) }) : null;
  return (
    <>
      <BulkBar
        count={count}
        onClear={onClear}
        {...(!isAll && total > rows.length
          ? { more: { label: t('bulk:selectAll', { formatted: formatCount(total) }), onClick: chooseAll } }
          : {})}
      >
        <ActionButton
          size="xs"
          icon={IconCalendarPlus}
          permission={permission}
          blocked={blocked}
          onClick={() => setAction('schedule')}
        >
          {t('payments:bulk.schedule')}
        </ActionButton>
        <ActionButton
          size="xs"
          icon={IconHistory}
          permission={maySettle}
          blocked={blocked}
          onClick={() => setAction('settle')}
        >
          {t('payments:bulk.settle')}
        </ActionButton>
      </BulkBar>
      {action && (
        <Steps
          request={{
            action,
            ...(isAll ? { filter } : { invoiceIds: rows.map(({ invoiceId }) => invoiceId) }),
          }}
          count={count}
          onClose={() => setAction(undefined)}
          onDone={() => (setAction(undefined), onClear())}
        />
      )}
    </>
  );
}

interface StepsProps {
  readonly request: BillsRequest;
  readonly count: number;
  readonly onClose: () => void;
  readonly onDone: () => void;
}

function Steps({ request, count, onClose, onDone }: StepsProps) {
  const t = useT();
  const words = { count, formatted: formatCount(count) };
  const [previewed, setPreviewed] = useState<readonly string[]>([]);
  return (
    <BulkSteps
      title={t(`payments:bulk.${request.action}Title`, words)}
      request={request}
      blocked={undefined}
      preview={useBillsPreview(setPreviewed)}
      edit={useBillsChange(previewed)}
      words={{
        entities: t('payments:bills.entities'),
        apply: (changed) =>
          t(`payments:bulk.${request.action}Apply`, { count: changed, formatted: formatCount(changed) }),
        working: t('payments:bulk.working'),
      }}
      renderPreview={(preview) => <BillsPreview preview={preview} />}
      onClose={onClose}
      onDone={onDone}
    >
      <p>{t(`payments:bulk.${request.action}Body`)}</p>
    </BulkSteps>
  );
}
