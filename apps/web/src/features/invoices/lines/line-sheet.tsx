import { type ClipboardEvent, useCallback, useRef, useState } from 'react';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { type PastedBlock, writeLines } from '../editor/clipboard.ts';
import { useExtraColumns } from './columns.ts';
import { LineRow } from './line-row.tsx';
import classes from '../../../components/line-sheet/line-sheet.module.css';
import { allOrNone, extended, NOTHING, toggled } from './selection.ts';
import { BulkDock, SheetFoot } from './sheet-foot.tsx';
import { SheetHead, TickAll } from './sheet-head.tsx';
import { onSheetKey } from './sheet-keys.ts';
import { useBlocks, useMarked } from './use-sheet-effects.ts';
import { useSheetMoves } from './use-sheet-moves.ts';

interface LineSheetProps {
  readonly isReadOnly: boolean;
  /** The line whose cost details are open. */
  readonly openKey: string | undefined;
  readonly onOpen: (rowKey: string | undefined) => void;
  /** The id of the line that the page's URL names. */
  readonly markedLineId: string | null;
  /** Called when the person pastes a block of cells. */
  readonly onBlock: (block: PastedBlock) => void;
}

/** The lines of an invoice as an editable table with keyboard navigation. */
export function LineSheet({ isReadOnly, openKey, onOpen, markedLineId, onBlock }: LineSheetProps) {
  const t = useT();
  const editor = useEditor();
  const table = useRef<HTMLTableElement>(null);
  const order = useEdited((state) => state.keys);
  const number = useEdited((state) => state.record.invoiceNumber);
  const isTaxed = useEdited((state) =>
    [...state.rows.values()].some(
      ({ stored: line, draft }) => draft.tax || (line && !/^-?0*(\.0*)?$/.test(line.taxAmount)),
    ),
  );
  const extra = useExtraColumns();
  const [selection, setSelection] = useState(NOTHING);
  const bar = useRef<HTMLDivElement>(null);
  // Lines that have been deleted no longer count as selected.
  const ticked = order.filter((key) => selection.keys.has(key));

  const { focus, addAndFocus, toggle, remove } = useSheetMoves(table, openKey, onOpen);
  const onTick = useCallback(
    (rowKey: string, isRange: boolean) =>
      setSelection((now) => (isRange ? extended(now, editor.get().keys, rowKey) : toggled(now, rowKey))),
    [editor],
  );
  useMarked(table, markedLineId);
  useBlocks(isReadOnly ? undefined : onBlock, table);

  const keys = {
    editor,
    order,
    extra,
    isReadOnly,
    focus,
    addAndFocus,
    toggle,
    remove,
    onTick,
    hasTicked: ticked.length > 0,
    focusBar: () => bar.current?.querySelector('button')?.focus(),
  };
  const onCopy = (event: ClipboardEvent) => {
    // If a text input has the focus, leave the event to the browser, which copies the selected text.
    if (ticked.length === 0 || (event.target instanceof HTMLInputElement && event.target.type === 'text')) return;
    const { rows } = editor.get();
    const lines = ticked.flatMap((key) => rows.get(key)?.stored ?? []);
    writeLines(event.clipboardData, { lines, costTypeWord: (line) => t(`category.${line.costType}`), extra });
    event.preventDefault();
  };
  return (
    <>
      <div className={classes.sheet} onCopy={onCopy}>
        <div className={classes.scroll}>
          {/* The key events of all cells bubble up to this listener. */}
          <SimpleTable
            ref={table}
            className={classes.table}
            label={t('invoices:lines.label', { number })}
            lines="below"
            row={{ pad: 0 }}
            data-taxed={isTaxed || undefined}
            data-extra={extra.length || undefined}
            onKeyDown={(event) => onSheetKey(event, keys)}
          >
            <SheetHead
              extra={extra}
              tick={
                !isReadOnly &&
                order.length > 0 && (
                  <TickAll
                    ticked={ticked.length}
                    of={order.length}
                    onTick={() => setSelection((now) => allOrNone(now, order))}
                  />
                )
              }
            />
            <tbody>
              {order.map((rowKey, index) => (
                <LineRow
                  key={rowKey}
                  rowKey={rowKey}
                  position={index + 1}
                  extra={extra}
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
        <BulkDock
          ref={bar}
          keys={ticked}
          extra={extra}
          onClear={() => (setSelection(NOTHING), focus(ticked[0], 'tick'))}
        />
      )}
    </>
  );
}
