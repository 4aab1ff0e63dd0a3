import { IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useT } from '../../../i18n/i18n.ts';
import { type Cell, CELLS } from '../editor/line-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { LineRow } from './line-row.tsx';
import classes from './lines.module.css';
import { useDeleteLine } from './use-line-actions.ts';

interface LineSheetProps {
  readonly isReadOnly: boolean;
  /** The line whose costs are looked at. */
  readonly openKey: string | undefined;
  readonly onOpen: (rowKey: string | undefined) => void;
  /** The line that the address names. */
  readonly markedLineId: string | null;
}
type Place = Cell | 'state' | 'delete';
/** From left to right, with the buttons that Tab leaves out. */
const PLACES: readonly Place[] = [...CELLS, 'state', 'delete'];
const FIRST: Cell = 'product';
const LAST: Cell = 'tax';

/** The lines of an invoice as a sheet that is filled with the keyboard. */
export function LineSheet({ isReadOnly, openKey, onOpen, markedLineId }: LineSheetProps) {
  const t = useT();
  const editor = useEditor();
  const table = useRef<HTMLTableElement>(null);
  const order = useEdited((state) => state.order);
  const number = useEdited((state) => state.invoice.invoiceNumber);
  const deleteLine = useDeleteLine();

  const focus = useCallback((rowKey: string | undefined, place: Place) => {
    if (rowKey !== undefined) table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowKey)}"][data-cell="${place}"]`)?.focus();
  }, []);
  const addAndFocus = useCallback(() => {
    let key = '';
    flushSync(() => {
      key = editor.addRow();
    });
    focus(key, FIRST);
  }, [editor, focus]);
  const live = useRef({ openKey, onOpen });
  live.current = { openKey, onOpen };
  const toggle = useCallback(
    (rowKey: string) => {
      const isOpening = live.current.openKey !== rowKey;
      flushSync(() => live.current.onOpen(isOpening ? rowKey : undefined));
      // Opened by the keyboard, the details have the focus; closed, the line has it back.
      if (isOpening)
        table.current
          ?.querySelector<HTMLElement>(`[data-details="${CSS.escape(rowKey)}"] :is(input, select, button, a):not([disabled])`)
          ?.focus({ preventScroll: true });
      else focus(rowKey, 'state');
    },
    [focus],
  );
  const remove = useCallback(
    (rowKey: string) => {
      const at = editor.get().order.indexOf(rowKey);
      void deleteLine(rowKey).then((isGone) => {
        const { order: left } = editor.get();
        if (isGone) focus(left[Math.min(at, left.length - 1)], FIRST);
      });
    },
    [deleteLine, editor, focus],
  );
  useMarked(table, markedLineId);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
    const rowKey = event.target.dataset['row'];
    const place = event.target.dataset['cell'] as Place | undefined;
    if (rowKey === undefined || place === undefined) return;
    const own = () => event.preventDefault();
    const at = order.indexOf(rowKey);
    const isLast = at === order.length - 1;
    const isCell = place !== 'state' && place !== 'delete';
    switch (event.key) {
      case 'Enter':
        if (event.altKey && editor.get().rows.get(rowKey)?.line) return own(), toggle(rowKey);
        if (!isCell || event.ctrlKey || event.metaKey) return;
        own();
        if (event.shiftKey) return focus(order[at - 1], place);
        return isLast ? addAndFocus() : focus(order[at + 1], place);
      case 'Tab':
        if (isReadOnly || !isLast || place !== LAST || event.shiftKey) return;
        return own(), addAndFocus();
      case 'ArrowDown':
      case 'ArrowUp':
        if (event.altKey) return;
        return own(), focus(order[at + (event.key === 'ArrowDown' ? 1 : -1)], place);
      case 'ArrowRight':
      case 'ArrowLeft': {
        const step = event.key === 'ArrowRight' ? 1 : -1;
        if (event.target instanceof HTMLInputElement && !isAtEdge(event.target, step)) return;
        return own(), focus(rowKey, PLACES[PLACES.indexOf(place) + step] ?? place);
      }
      case 'Escape':
        if (!isCell || place === 'product') return;
        own();
        editor.revertCell(rowKey, place);
        if (event.target instanceof HTMLInputElement) event.target.select();
        return;
      case 'Delete':
        if (!event.ctrlKey || isReadOnly) return;
        own();
        remove(rowKey);
        return;
    }
  };
  return (
    <div className={classes.sheet}>
      <div className={classes.scroll}>
        {/* The keys belong to the cells inside; the table only listens once for all of them. */}
        <table ref={table} className={classes.table} aria-label={t('invoices:lines.label', { number })} onKeyDown={onKeyDown}>
          <colgroup>
            <col style={{ width: 44 }} />
            <col style={{ width: 132 }} />
            <col />
            <col style={{ width: 164 }} />
            <col style={{ width: 88 }} />
            <col style={{ width: 104 }} />
            <col style={{ width: 124 }} />
            <col style={{ width: 92 }} />
            <col style={{ width: 164 }} />
            <col style={{ width: 44 }} />
          </colgroup>
          <thead>
            <tr>
              <th scope="col">{t('invoices:lines.position')}</th>
              <th scope="col">{t('invoices:lines.product')}</th>
              <th scope="col">{t('invoices:lines.name')}</th>
              <th scope="col">{t('invoices:lines.costType')}</th>
              <th scope="col" data-figure>
                {t('invoices:lines.quantity')}
              </th>
              <th scope="col" data-figure>
                {t('invoices:lines.price')}
              </th>
              <th scope="col" data-figure>
                {t('invoices:lines.amount')}
              </th>
              <th scope="col" data-figure>
                {t('invoices:lines.tax')}
              </th>
              <th scope="col">{t('invoices:lines.state')}</th>
              <td className={classes.corner} />
            </tr>
          </thead>
          <tbody>
            {order.map((rowKey, index) => (
              <LineRow
                key={rowKey}
                rowKey={rowKey}
                position={index + 1}
                isReadOnly={isReadOnly}
                isOpen={openKey === rowKey}
                isMarked={markedLineId === rowKey}
                onToggle={toggle}
                onDelete={remove}
              />
            ))}
          </tbody>
        </table>
        {!isReadOnly && <SheetFoot isEmpty={order.length === 0} onAdd={addAndFocus} />}
        {isReadOnly && order.length === 0 && <p className={classes.optionNote}>{t('invoices:lines.emptyBody')}</p>}
      </div>
    </div>
  );
}

function SheetFoot({ isEmpty, onAdd }: { isEmpty: boolean; onAdd: () => void }) {
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
      </span>
    </div>
  );
}

/** Left and right leave an input only at its edge, or when all of it is selected. */
function isAtEdge(input: HTMLInputElement, step: 1 | -1): boolean {
  const { selectionStart, selectionEnd, value } = input;
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return selectionStart === selectionEnd && selectionStart === (step === 1 ? value.length : 0);
}

/** Brings the line that the address names into view, once. */
function useMarked(table: React.RefObject<HTMLTableElement | null>, lineId: string | null): void {
  useEffect(() => {
    if (lineId) table.current?.querySelector(`[data-line="${CSS.escape(lineId)}"]`)?.scrollIntoView({ block: 'center' });
  }, [lineId, table]);
}
