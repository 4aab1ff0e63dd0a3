import { useLayoutEffect, useRef, useState } from 'react';
import { isSum } from '../../../components/form/amount-field.tsx';
import { ProductCell } from '../../../components/line-sheet/product-cell.tsx';
import sheet from '../../../components/line-sheet/line-sheet.module.css';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, groupDigits, langOf } from '../../../lib/words/format.ts';
import { isPlainEnter } from '../../../lib/editing/undo-keys.ts';
import { type Cell, priceIn, problemIn, quantityIn, snapped, storedText, type ItemRow } from '../editor/item-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';

interface ItemInputProps {
  readonly row: ItemRow;
  readonly position: number;
  /** The id of the element that lists the problems of the item. */
  readonly problemsId: string | undefined;
  readonly cell: Cell;
}

/** The input for one value of an item. It stands in a cell of the table, or in the panel of the item. */
export function ItemInput({ row, position, problemsId, cell }: ItemInputProps) {
  const t = useT();
  const editor = useEditor();
  const supplier = useEdited((state) => state.record.contact);
  const label = t('purchasing:items.cell', { position, cell: t(`purchasing:items.cells.${cell}`) });
  const describedBy = row.errors[cell] || row.errors.item ? problemsId : undefined;
  if (cell !== 'product') return <TextCell row={row} cell={cell} label={label} describedBy={describedBy} />;
  return (
    <ProductCell
      rowKey={row.key}
      label={label}
      listLabel={t('purchasing:items.productsLabel', { position })}
      product={row.draft.product === undefined ? (row.stored?.product ?? null) : row.draft.product}
      isInvalid={row.errors.product !== undefined}
      describedBy={describedBy}
      onChoose={(next) => editor.setCell(row.key, 'product', next)}
      onName={(name) => editor.setCell(row.key, 'name', name)}
      lineName={row.draft.name ?? row.stored?.name ?? ''}
      supplier={supplier}
      nameWords={(text) => t('purchasing:items.useAsName', { text })}
      placeholder={t('purchasing:items.noProduct')}
      onProblem={(problem) => editor.setProblem(row.key, 'product', problem)}
      onFocus={() => editor.startCell(row.key, 'product')}
      onBlur={() => editor.leaveCell(row.key, 'product')}
    />
  );
}

interface TextCellProps {
  readonly row: ItemRow;
  readonly cell: Exclude<Cell, 'product'>;
  readonly label: string;
  readonly describedBy: string | undefined;
}

/** An input cell. While the cell has the focus, it shows the text as typed. Otherwise it shows grouped digits. */
function TextCell({ row, cell, label, describedBy }: TextCellProps) {
  const t = useT();
  const editor = useEditor();
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const typed = row.draft[cell];
  const text = typed ?? storedText(row.stored, cell);
  const isFigure = cell === 'quantity' || cell === 'price';
  const result = isFocused && isFigure && typed !== undefined && isSum(typed) ? resultOf(typed, cell) : undefined;
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);
  const product = row.draft.product === undefined ? row.stored?.product : row.draft.product;
  return (
    <span className={sheet.cell}>
      <input
        ref={input}
        className={sheet.input}
        data-row={row.key}
        data-cell={cell}
        data-figure={isFigure || undefined}
        inputMode={isFigure ? 'decimal' : undefined}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={row.errors[cell] !== undefined || undefined}
        autoComplete="off"
        maxLength={isFigure ? 200 : cell === 'name' ? 500 : 100}
        lang={isFigure ? undefined : langOf(text)}
        title={isFigure ? undefined : text || product?.name}
        value={isFocused ? text : resting(text, cell, row)}
        data-paper={cell === 'name' ? product?.name : undefined}
        placeholder={isFigure ? EN_DASH : cell === 'name' ? product?.name : undefined}
        onFocus={() => (setFocused(true), editor.startCell(row.key, cell))}
        onKeyDown={(event) => {
          if (!isPlainEnter(event)) return;
          editor.leaveCell(row.key, cell);
          editor.startCell(row.key, cell);
        }}
        onBlur={() => (setFocused(false), editor.leaveCell(row.key, cell))}
        onChange={(event) => editor.setCell(row.key, cell, event.currentTarget.value)}
      />
      {result !== undefined && <output className={sheet.result}>{t('amountInput.result', { value: result })}</output>}
    </span>
  );
}

function resultOf(typed: string, cell: 'quantity' | 'price'): string | undefined {
  const read = cell === 'quantity' ? quantityIn(typed) : priceIn(typed);
  return 'value' in read ? groupDigits(read.value) : undefined;
}

/** The text of a cell without the focus. A quantity is shown as it will be stored, rounded up to full cases. */
function resting(text: string, cell: TextCellProps['cell'], row: ItemRow): string {
  if ((cell !== 'quantity' && cell !== 'price') || text.trim() === '' || problemIn(cell, text)) return text;
  if (cell === 'quantity' && row.draft.quantity !== undefined) return groupDigits(snapped(text, row.stored) ?? text);
  return /^\d+(\.\d+)?$/.test(text) ? groupDigits(text) : text;
}
