import { Button } from '@mantine/core';
import type { InvoiceLine } from '@quayside/contracts/invoices/invoice-lines';
import { INVOICE_COST_CATEGORIES } from '@quayside/domain/lists';
import { IconChevronDown, IconCopy, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Menu } from '../../../components/ui/layers.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { BulkBar } from '../../../components/ui/bulk-bar.tsx';
import { confirm } from '../../../components/ui/confirm.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatFew, formatMoney } from '../../../lib/words/format.ts';
import { copyText } from '../../../lib/page/copy-text.ts';
import { toast } from '../../../lib/toasts/toasts.ts';
import { write } from '../../../lib/api/write.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { copyLines, tsvOf } from '../editor/clipboard.ts';
import type { ExtraColumn } from '../lines/columns.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { type BulkChange, restoration, sumOfLines } from './bulk-edit.ts';

/** The bar of bulk actions on the selected lines: "3 selected, CNY 4,060.00". */
export function LinesBulkBar({
  keys,
  extra,
  onClear,
}: {
  keys: readonly string[];
  extra: readonly ExtraColumn[];
  onClear: () => void;
}) {
  const t = useT();
  const rows = useEdited((state) => state.rows);
  const currency = useEdited((state) => state.record.currency);
  const [change, setChange] = useState<BulkChange>();
  const lines = keys.flatMap((key) => rows.get(key)?.stored ?? []);
  const remove = useRemoveLines();
  const orders = lines.flatMap((line) => line.order?.linePosition ?? []);
  const credited = lines.filter((line) => line.credited !== null).length;
  const blocked =
    orders.length > 0
      ? t('invoices:bulk.hasOrders', { count: orders.length, lines: formatFew(orders, 3) })
      : credited > 0
        ? t('invoices:bulk.isCredited', { count: credited })
        : null;
  const copy = async () => {
    const copied = { lines, costTypeWord: (line: InvoiceLine) => t(`category.${line.costType}`), extra };
    if (copyLines(copied) || (await copyText(tsvOf(copied))))
      toast('success', t('invoices:bulk.copied', { count: lines.length }));
    else toast('error', t('invoices:bulk.copyFailed'), { scope: 'global' });
  };
  return (
    <>
      <BulkBar
        count={lines.length}
        worth={formatMoney(sumOfLines(lines, currency), currency, { as: 'code', zero: 'figure' })}
        onClear={onClear}
      >
        <Menu position="top-start" withinPortal>
          <Menu.Target>
            <Button size="xs" rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}>
              {t('invoices:lines.costType')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {INVOICE_COST_CATEGORIES.map((costType) => (
              <Menu.Item key={costType} onClick={() => setChange({ of: 'costType', costType })}>
                {t(`category.${costType}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <Button size="xs" onClick={() => setChange({ of: 'spread', basis: undefined, scope: undefined })}>
          {t('invoices:bulk.spreadVerb')}
        </Button>
        <Button
          size="xs"
          onClick={() =>
            setChange({
              of: 'exclude',
              isExcluded: !lines.every((line) => line.isExcludedFromGeneralCostsData),
              reason: '',
            })
          }
        >
          {t('invoices:bulk.excludeVerb')}
        </Button>
        <Button
          size="xs"
          onClick={() => setChange({ of: 'tax', isTaxRecoverable: lines.every((line) => !line.isTaxRecoverable) })}
        >
          {t('invoices:bulk.taxVerb')}
        </Button>
        <ActionButton size="xs" icon={IconCopy} keys="Ctrl C" onClick={() => void copy()}>
          {t('copy')}
        </ActionButton>
        <ActionButton
          size="xs"
          icon={IconTrash}
          color="danger"
          blocked={blocked}
          onClick={() => void remove(lines.map((line) => line.invoiceLineId)).then((isGone) => isGone && onClear())}
        >
          {t('delete')}
        </ActionButton>
      </BulkBar>
      {change && <BulkDialog lines={lines} change={change} onChange={setChange} onClose={() => setChange(undefined)} />}
    </>
  );
}

/** Deletes lines after a confirmation. Undo restores them at their former positions. */
function useRemoveLines(): (lineIds: readonly string[]) => Promise<boolean> {
  const t = useT();
  const editor = useEditor();
  return async (lineIds) => {
    const isSure = await confirm({
      title: t('invoices:bulk.deleteTitle', { count: lineIds.length }),
      body: t('invoices:bulk.deleteBody'),
      action: t('invoices:bulk.deleteAction', { count: lineIds.length }),
      danger: true,
    });
    if (!isSure) return false;
    const entity = t('invoices:entity');
    const removed = await write(() => editor.removeRows(new Set(lineIds)), { failure: { verb: 'delete', entity } });
    if (!removed) return false;
    const undo = () => {
      const left = new Set([...editor.get().rows.values()].flatMap(({ stored: line }) => line?.invoiceLineId ?? []));
      void write(() => editor.replaceRows(restoration(removed.result, left)), { failure: { verb: 'create', entity } });
    };
    toast('success', t('invoices:bulk.deleted', { count: lineIds.length }), { onUndo: undo });
    return true;
  };
}
