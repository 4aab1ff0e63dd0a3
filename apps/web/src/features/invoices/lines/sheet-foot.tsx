import { IconPlus } from '@tabler/icons-react';
import { LinesBulkBar } from '../bulk/lines-bulk-bar.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { ExtraColumn } from './columns.ts';
import classes from '../../../components/line-sheet/line-sheet.module.css';

/** The bar of actions on the selected lines. It floats over the footer, where it neither moves nor covers a row. */
export function BulkDock({
  ref,
  keys,
  extra,
  onClear,
}: {
  ref: React.Ref<HTMLDivElement>;
  keys: readonly string[];
  extra: readonly ExtraColumn[];
  onClear: () => void;
}) {
  return (
    <div className={classes.dock}>
      <div ref={ref}>
        <LinesBulkBar keys={keys} extra={extra} onClear={onClear} />
      </div>
    </div>
  );
}

/** The footer of the table, with a button that adds a line and a list of keyboard shortcuts. */
export function SheetFoot({ isEmpty, onAdd }: { isEmpty: boolean; onAdd: () => void }) {
  const t = useT();
  return (
    <div className={classes.foot}>
      <button type="button" className={classes.addLine} onClick={onAdd}>
        <IconPlus size={14} stroke={2} aria-hidden />
        {isEmpty ? t('invoices:lines.addFirst') : t('invoices:lines.add')}
      </button>
      <span className={classes.keys}>
        <span>
          <kbd>Enter</kbd> {t('invoices:lines.keys.newLine')}
        </span>
        <span>
          <kbd>Alt</kbd> <kbd>Enter</kbd> {t('invoices:lines.keys.spread')}
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>Del</kbd> {t('invoices:lines.keys.delete')}
        </span>
        <span>
          <kbd>=</kbd> {t('invoices:lines.keys.sums')}
        </span>
        <span>
          <kbd>Ctrl</kbd> <kbd>V</kbd> {t('invoices:lines.keys.paste')}
        </span>
      </span>
    </div>
  );
}
