import { bulkEditProducts } from '@quayside/contracts/products/product-bulk-edits';
import { type CatalogRow, productTotals } from '@quayside/contracts/products/product-lists';
import { IconArchive, IconArchiveOff, IconEdit, IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BulkReach } from '../../../components/data-grid/grid-types.ts';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { BulkBar } from '../../../components/ui/bulk-bar.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useCurrency, usePermission } from '../../../lib/session/account.ts';
import { formatCount, formatMoney } from '../../../lib/words/format.ts';
import { read } from '../../../lib/api/query-client.ts';
import { landedSum, selectionOf } from './bulk-changes.ts';
import { BulkDialog, ProductSteps } from './bulk-dialog.tsx';

interface BarProps {
  readonly rows: readonly CatalogRow[];
  readonly reach: BulkReach;
  readonly onClear: () => void;
}
type Action = 'fields' | 'tags' | 'archive' | 'bringBack';

/**
 * The bar of actions on the selected products, or on all products that match the filter: "3 selected, £11,408.13
 * landed".
 */
export function ProductsBulkBar({ rows, reach, onClear }: BarProps) {
  const t = useT();
  const currency = useCurrency();
  const permission = usePermission(bulkEditProducts);
  const [action, setAction] = useState<Action>();
  const { isAll, total, filter, chooseAll } = reach;
  const totals = useQuery({ ...read('products', productTotals, { query: filter }), enabled: isAll }).data;
  const count = isAll ? (totals?.count ?? total) : rows.length;
  const worth = isAll ? totals?.landedCostTotal : landedSum(rows, currency);
  const selection = selectionOf(rows, isAll ? filter : undefined);
  const areArchived = rows.length > 0 && rows.every(({ archivedAt }) => archivedAt !== null);
  const words = { count, formatted: formatCount(count) };
  const shared = { onClose: () => setAction(undefined), onDone: () => (setAction(undefined), onClear()) };
  return (
    <>
      <BulkBar
        count={count}
        onClear={onClear}
        {...(worth !== undefined && /[1-9]/.test(worth)
          ? { worth: t('products:bulk.worth', { amount: formatMoney(worth, currency) }) }
          : {})}
        {...(!isAll && total > rows.length
          ? { more: { label: t('bulk:selectAll', { formatted: formatCount(total) }), onClick: chooseAll } }
          : {})}
      >
        <ActionButton size="xs" icon={IconEdit} permission={permission} onClick={() => setAction('fields')}>
          {t('bulk:edit')}
        </ActionButton>
        <ActionButton size="xs" icon={IconTag} permission={permission} onClick={() => setAction('tags')}>
          {t('products:bulk.tag')}
        </ActionButton>
        <ActionButton
          size="xs"
          icon={areArchived ? IconArchiveOff : IconArchive}
          permission={permission}
          onClick={() => setAction(areArchived ? 'bringBack' : 'archive')}
        >
          {t(areArchived ? 'bulk:bringBack' : 'bulk:archive')}
        </ActionButton>
      </BulkBar>
      {action === 'fields' && <BulkDialog selection={selection} count={count} {...shared} />}
      {action === 'tags' && <BulkDialog selection={selection} count={count} only="tags" {...shared} />}
      {(action === 'archive' || action === 'bringBack') && (
        <ProductSteps
          title={t(`products:bulk.${action}Title`, words)}
          request={{ selection, changes: { archived: action === 'archive' } }}
          blocked={undefined}
          {...shared}
        >
          <p>{t(`products:bulk.${action}Body`)}</p>
        </ProductSteps>
      )}
    </>
  );
}
