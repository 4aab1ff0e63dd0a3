import { IconPlus } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router';
import sheet from '../../../components/line-sheet/line-sheet.module.css';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { MeasuredText } from '../../../components/ui/measured-text.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatQuantity } from '../../../lib/words/format.ts';
import type { EditedOrder } from '../editor/header-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { useAmount } from '../order/use-amount.ts';
import { onSheetKey, type Place } from './item-keys.ts';
import { ItemTableRow } from './item-row.tsx';
import classes from './items.module.css';
import { useDeleteItem } from './use-delete-item.ts';
import { useMoveItem } from './use-move-item.ts';

interface ItemSheetProps {
  readonly isReadOnly: boolean;
  readonly onOpen: (rowKey: string) => void;
  /** Called with a block of cells that was pasted. */
  readonly onBlock: (text: string) => void;
}

/** The items of a purchase order as a table that is filled in with the keyboard alone. */
export function ItemSheet({ isReadOnly, onOpen, onBlock }: ItemSheetProps) {
  const t = useT();
  const editor = useEditor();
  const keys = useEdited((state) => state.keys);
  const order = useEdited((state) => state.record);
  const table = useRef<HTMLTableElement>(null);
  const deleteItem = useDeleteItem();
  const moveItem = useMoveItem();
  useBlocks(isReadOnly ? undefined : onBlock, table);
  const focus = useCallback((rowKey: string | undefined, place: Place) => {
    const cell =
      rowKey === undefined
        ? undefined
        : table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowKey)}"][data-cell="${place}"]`);
    // A cell that is left takes what was typed into it, also when the focus comes back to it at once.
    if (cell && cell === document.activeElement) cell.blur();
    cell?.focus();
  }, []);
  const addAndFocus = useCallback(() => {
    let key = '';
    flushSync(() => {
      key = editor.addRow();
    });
    focus(key, 'product');
  }, [editor, focus]);
  // After a draft was created, the next thing to type is its first item.
  const isNew = (useLocation().state as { isNew?: boolean } | null)?.isNew === true;
  useEffect(() => {
    if (isNew && !isReadOnly && editor.get().keys.length === 0) {
      const key = editor.addRow();
      // The row is rendered after this effect.
      requestAnimationFrame(() => focus(key, 'product'));
    }
  }, [isNew, isReadOnly, editor, focus]);
  const remove = useCallback(
    (rowKey: string) => {
      const at = editor.get().keys.indexOf(rowKey);
      void deleteItem(rowKey).then((isGone) => {
        const { keys: left } = editor.get();
        if (isGone) focus(left[Math.min(at, left.length - 1)], 'product');
      });
    },
    [deleteItem, editor, focus],
  );
  const move = useCallback(
    (rowKey: string, by: 1 | -1, place: Place) => {
      // An element that the browser moves loses the focus.
      flushSync(() => void moveItem(rowKey, by));
      focus(rowKey, place);
    },
    [moveItem, focus],
  );
  const figure = (word: string) => (
    <th scope="col" data-figure>
      {word}
    </th>
  );
  return (
    <div className={sheet.sheet}>
      <div className={sheet.scroll}>
        {/* The key events of all cells bubble up to this listener. */}
        <SimpleTable
          ref={table}
          className={classes.table}
          label={t('purchasing:items.label', { number: order.poNumber })}
          lines="below"
          row={{ pad: 0 }}
          onKeyDown={(event) =>
            onSheetKey(event, { editor, keys, isReadOnly, focus, addAndFocus, open: onOpen, remove, move })
          }
        >
          <colgroup>
            <col data-col="position" />
            <col data-col="product" />
            <col />
            <col data-col="quantity" />
            <col data-col="price" />
            <col data-col="amount" />
            <col data-col="case" />
            <col data-col="cartons" />
            <col data-col="volume" />
            <col data-col="weight" />
            <col data-col="end" />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t('purchasing:items.position')}</span>
              </th>
              <th scope="col">{t('purchasing:items.product')}</th>
              <th scope="col">{t('purchasing:items.name')}</th>
              {figure(t('purchasing:items.quantity'))}
              {figure(order.currency)}
              {figure(t('purchasing:items.amount'))}
              {figure(t('purchasing:items.case'))}
              {figure(t('purchasing:items.cartons'))}
              {figure('m³')}
              {figure('kg')}
              <td />
            </tr>
          </thead>
          <tbody>
            {keys.map((rowKey, index) => (
              <ItemTableRow
                key={rowKey}
                rowKey={rowKey}
                position={index + 1}
                isReadOnly={isReadOnly}
                onOpen={onOpen}
                onDelete={remove}
              />
            ))}
          </tbody>
          {keys.length > 0 && <Totals order={order} count={keys.length} />}
        </SimpleTable>
        {isReadOnly && keys.length === 0 && <p className={sheet.optionNote}>{t('purchasing:items.none')}</p>}
      </div>
      {!isReadOnly && (
        <div className={sheet.foot}>
          <button type="button" className={sheet.addLine} onClick={addAndFocus}>
            <IconPlus size={14} stroke={2} aria-hidden />
            {t(keys.length === 0 ? 'purchasing:items.addFirst' : 'purchasing:items.add')}
          </button>
          <span className={sheet.keys}>
            <span>{t('purchasing:items.snaps')}</span>
            <span>
              <kbd>Enter</kbd> {t('purchasing:items.keys.new')}
            </span>
            <span>
              <kbd>Alt</kbd> <kbd>Enter</kbd> {t('purchasing:items.keys.open')}
            </span>
            <span>
              <kbd>Alt</kbd> <kbd>Shift</kbd> <kbd>↑</kbd> <kbd>↓</kbd> {t('purchasing:items.keys.move')}
            </span>
            <span>
              <kbd>Ctrl</kbd> <kbd>Del</kbd> {t('purchasing:items.keys.delete')}
            </span>
            <span>
              <kbd>Ctrl</kbd> <kbd>V</kbd> {t('purchasing:items.keys.paste')}
            </span>
          </span>
        </div>
      )}
    </div>
  );
}

/** The sums of the items. A sum is a dash while one of its parts is unknown. */
function Totals({ order, count }: { order: EditedOrder; count: number }) {
  const t = useT();
  const { totals, currency } = order;
  const amount = useAmount();
  const figure = (words: ReactNode) => <td className={sheet.figure}>{words ?? EN_DASH}</td>;
  return (
    <tfoot>
      <tr className={classes.totals}>
        <td />
        <td className={sheet.text} colSpan={2}>
          {t('purchasing:items.count', { count })}
        </td>
        {figure(formatQuantity(totals.units))}
        <td />
        <td className={sheet.figure}>
          <Money as="bare" value={amount} currency={currency} />
        </td>
        <td />
        {figure(totals.cartons === null ? undefined : formatCount(totals.cartons))}
        {figure(
          totals.volume === null ? undefined : (
            <MeasuredText>{(words) => words.figure(totals.volume ?? '', 3)}</MeasuredText>
          ),
        )}
        {figure(
          totals.weight === null ? undefined : (
            <MeasuredText>{(words) => words.figure(totals.weight ?? '', 1)}</MeasuredText>
          ),
        )}
        <td />
      </tr>
    </tfoot>
  );
}

/** Whether pasted text is a block of cells and not just text for the focused cell. */
const isBlock = (text: string, cell: string | undefined): boolean => {
  const rows = text.replace(/(\r?\n)+$/, '').split(/\r?\n/);
  return rows.some((row) => row.includes('\t')) || (rows.length > 1 && cell !== 'name');
};

/** Calls `onBlock` when a block of cells is pasted into the table, or anywhere on the page outside an input. */
function useBlocks(
  onBlock: ((text: string) => void) | undefined,
  table: React.RefObject<HTMLTableElement | null>,
): void {
  const latest = useRef(onBlock);
  latest.current = onBlock;
  useEffect(() => {
    const onPaste = (event: globalThis.ClipboardEvent) => {
      const { target } = event;
      if (!latest.current || event.defaultPrevented || !(target instanceof HTMLElement)) return;
      if (document.querySelector('[role="dialog"][aria-modal="true"]')) return;
      const isInSheet = table.current?.contains(target) === true;
      if (!isInSheet && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.trim() === '' || !isBlock(text, isInSheet ? target.dataset['cell'] : undefined)) return;
      event.preventDefault();
      latest.current(text);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [table]);
}
