import { IconPlus } from '@tabler/icons-react';
import { type ClipboardEvent, type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { LinesBulkBar } from '../bulk/lines-bulk-bar.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import type { Cell } from '../editor/line-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { isBlock, tsvOf } from '../editor/clipboard.ts';
import { isCell, type Place, PLACES } from './columns.ts';
import { LineRow } from './line-row.tsx';
import classes from './lines.module.css';
import { allOrNone, extended, NOTHING, toggled } from './selection.ts';
import { useDeleteLine } from './use-line-actions.ts';

interface LineSheetProps {
  readonly isReadOnly: boolean;
  /** The line whose cost details are open. */
  readonly openKey: string | undefined;
  readonly onOpen: (rowKey: string | undefined) => void;
  /** The line in the address. */
  readonly markedLineId: string | null;
  /** Called when a block of cells was pasted. */
  readonly onBlock: (text: string) => void;
}
const FIRST: Cell = 'product';
const LAST: Cell = 'tax';

/** The lines of an invoice as a sheet with keyboard navigation. */
export function LineSheet({ isReadOnly, openKey, onOpen, markedLineId, onBlock }: LineSheetProps) {
  const t = useT();
  const editor = useEditor();
  const table = useRef<HTMLTableElement>(null);
  const order = useEdited((state) => state.order);
  const number = useEdited((state) => state.invoice.invoiceNumber);
  const isTaxed = useEdited((state) =>
    [...state.rows.values()].some(({ line, draft }) => draft.tax || (line && !/^-?0*(\.0*)?$/.test(line.taxAmount))),
  );
  const deleteLine = useDeleteLine();
  const [selection, setSelection] = useState(NOTHING);
  const bar = useRef<HTMLDivElement>(null);
  // Deselect deleted lines.
  const ticked = order.filter((key) => selection.keys.has(key));

  const focus = useCallback((rowKey: string | undefined, place: Place) => {
    if (rowKey !== undefined)
      table.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(rowKey)}"][data-cell="${place}"]`)?.focus();
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
      // When the keyboard opened the details, focus them; on closing, focus the line again.
      if (isOpening)
        table.current
          ?.querySelector<HTMLElement>(
            `[data-details="${CSS.escape(rowKey)}"] :is(input, select, button, a):not([disabled])`,
          )
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
  const onTick = useCallback(
    (rowKey: string, isRange: boolean) =>
      setSelection((now) => (isRange ? extended(now, editor.get().order, rowKey) : toggled(now, rowKey))),
    [editor],
  );
  useMarked(table, markedLineId);
  useBlocks(isReadOnly ? undefined : onBlock, table);

  const onKeyDown = (event: KeyboardEvent<HTMLTableElement>) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented || !(event.target instanceof HTMLElement)) return;
    const rowKey = event.target.dataset['row'];
    const place = event.target.dataset['cell'] as Place | undefined;
    if (rowKey === undefined || place === undefined) return;
    const own = () => event.preventDefault();
    const at = order.indexOf(rowKey);
    const isLast = at === order.length - 1;
    switch (event.key) {
      case 'Enter':
        if (event.altKey && editor.get().rows.get(rowKey)?.line) return own(), toggle(rowKey);
        if (place === 'tick')
          return ticked.length > 0 ? (own(), bar.current?.querySelector('button')?.focus()) : undefined;
        if (!isCell(place) || event.ctrlKey || event.metaKey) return;
        own();
        if (event.shiftKey) return focus(order[at - 1], place);
        return isLast ? addAndFocus() : focus(order[at + 1], place);
      case 'Tab':
        if (isReadOnly || !isLast || place !== LAST || event.shiftKey) return;
        return own(), addAndFocus();
      case 'ArrowDown':
      case 'ArrowUp': {
        if (event.altKey) return;
        const next = order[at + (event.key === 'ArrowDown' ? 1 : -1)];
        if (place === 'tick' && event.shiftKey && next !== undefined) onTick(next, true);
        return own(), focus(next, place);
      }
      case 'ArrowRight':
      case 'ArrowLeft': {
        const step = event.key === 'ArrowRight' ? 1 : -1;
        if (event.target instanceof HTMLInputElement && place !== 'tick' && !isAtEdge(event.target, step)) return;
        return own(), focus(rowKey, PLACES[PLACES.indexOf(place) + step] ?? place);
      }
      case 'Escape':
        if (!isCell(place) || place === 'product') return;
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
  const onCopy = (event: ClipboardEvent) => {
    // Inside a cell, copy the selected text as usual.
    if (ticked.length === 0 || (event.target instanceof HTMLInputElement && event.target.type === 'text')) return;
    const { rows } = editor.get();
    const lines = ticked.flatMap((key) => rows.get(key)?.line ?? []);
    event.clipboardData.setData(
      'text/plain',
      tsvOf(lines, (line) => t(`category.${line.costType}`)),
    );
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.sheet} onCopy={onCopy}>
        <div className={classes.scroll}>
          {/* Key events belong to the cells; one listener on the table handles them all. */}
          <SimpleTable
            ref={table}
            className={classes.table}
            label={t('invoices:lines.label', { number })}
            lines="below"
            row={{ pad: 0 }}
            data-taxed={isTaxed || undefined}
            onKeyDown={onKeyDown}
          >
            <colgroup>
              <col data-col="position" />
              <col data-col="product" />
              <col />
              <col data-col="costType" />
              <col data-col="quantity" />
              <col data-col="price" />
              <col data-col="amount" />
              <col data-col="tax" />
              <col data-col="state" />
              <col data-col="end" />
            </colgroup>
            <thead>
              <tr>
                <th scope="col">
                  <span className={classes.tick}>
                    {!isReadOnly && order.length > 0 && (
                      <input
                        type="checkbox"
                        aria-label={t('invoices:bulk.tickAll')}
                        checked={ticked.length === order.length}
                        ref={(box) => {
                          if (box) box.indeterminate = ticked.length > 0 && ticked.length < order.length;
                        }}
                        onChange={() => setSelection((now) => allOrNone(now, order))}
                      />
                    )}
                    {t('invoices:lines.position')}
                  </span>
                </th>
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
                <td />
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
                  isTicked={!isReadOnly && selection.keys.has(rowKey)}
                  onTick={onTick}
                  onToggle={toggle}
                  onDelete={remove}
                />
              ))}
            </tbody>
          </SimpleTable>
          {!isReadOnly && <SheetFoot isEmpty={order.length === 0} onAdd={addAndFocus} />}
          {isReadOnly && order.length === 0 && <p className={classes.optionNote}>{t('invoices:lines.emptyBody')}</p>}
        </div>
      </div>
      {!isReadOnly && ticked.length > 0 && (
        <BulkDock ref={bar} keys={ticked} onClear={() => (setSelection(NOTHING), focus(ticked[0], 'tick'))} />
      )}
    </>
  );
}

/** The bar for selected lines floats over the footer, so that no row moves or is covered. */
function BulkDock({
  ref,
  keys,
  onClear,
}: {
  ref: React.Ref<HTMLDivElement>;
  keys: readonly string[];
  onClear: () => void;
}) {
  return (
    <div className={classes.dock}>
      <div ref={ref}>
        <LinesBulkBar keys={keys} onClear={onClear} />
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
        <span>
          <kbd>Ctrl</kbd> <kbd>V</kbd> {t('invoices:lines.keys.paste')}
        </span>
      </span>
    </div>
  );
}

/** Left and right move to the next cell only at the edge of the text, or when all of it is selected. */
function isAtEdge(input: HTMLInputElement, step: 1 | -1): boolean {
  const { selectionStart, selectionEnd, value } = input;
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return selectionStart === selectionEnd && selectionStart === (step === 1 ? value.length : 0);
}

/** Scrolls the line in the address into view, once. */
function useMarked(table: React.RefObject<HTMLTableElement | null>, lineId: string | null): void {
  useEffect(() => {
    if (lineId)
      table.current?.querySelector(`[data-line="${CSS.escape(lineId)}"]`)?.scrollIntoView({ block: 'center' });
  }, [lineId, table]);
}

/** Handles a block of cells pasted into the sheet, or anywhere on the page outside an input. */
function useBlocks(
  onBlock: ((text: string) => void) | undefined,
  table: React.RefObject<HTMLTableElement | null>,
): void {
  const latest = useRef(onBlock);
  latest.current = onBlock;
  useEffect(() => {
    const onPaste = (event: globalThis.ClipboardEvent) => {
      const { target } = event;
      if (
        !latest.current ||
        event.defaultPrevented ||
        !(target instanceof HTMLElement) ||
        document.querySelector('[role="dialog"][aria-modal="true"]')
      )
        return;
      const isInSheet = table.current?.contains(target) === true && target.closest('[data-details]') === null;
      if (!isInSheet && /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) return;
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (text.trim() === '' || !isBlock(text, isInSheet ? (target.dataset['cell'] as Cell | undefined) : undefined))
        return;
      event.preventDefault();
      latest.current(text);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [table]);
}
