import { INVOICE_COST_CATEGORIES, type CostCategory } from '@quayside/domain/lists';
import { IconCoin } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isSum } from '../../../components/form/amount-field.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatMoney, formatQuantity, groupDigits, langOf, roundDecimal } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { defaultCostType, type Row } from '../editor/editor-state.ts';
import { amountIn, type Cell, isCreditLine, isText, problemIn, quantityIn, storedText } from '../editor/line-draft.ts';
import { textIn } from '../editor/lead.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { marking } from '../marked/marking.ts';
import { figureSpellings, textSpellings } from '../marked/spellings.ts';
import { OrderItemCell, ReadOrderItem } from '../purchase-orders/order-item-cell.tsx';
import { cellsOf, type ExtraColumn, textColumns } from './columns.ts';
import classes from '../../../components/line-sheet/line-sheet.module.css';
import { ProductCell } from '../../../components/line-sheet/product-cell.tsx';

/** The cells of a line that cannot be changed. */
export function ReadCells({ row, extra }: { row: Row; extra: readonly ExtraColumn[] }) {
  const { stored: line } = row;
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  if (!line) return <td colSpan={7 + extra.length} />;
  return (
    <>
      <td className={classes.text}>
        {line.product ? (
          <Link className={classes.sku} to={paths.product(line.product.sku)}>
            {line.product.sku}
          </Link>
        ) : (
          <span className={classes.faint}>{t('invoices:lines.allProducts')}</span>
        )}
      </td>
      <td className={classes.text} lang={langOf(line.name)} {...marking(() => textSpellings(line.name))}>
        {line.name ?? EN_DASH}
      </td>
      <td className={classes.text}>{t(`category.${line.costType}`)}</td>
      <td className={classes.figure} {...marking(() => figureSpellings(line.quantity))}>
        {formatQuantity(line.quantity)}
      </td>
      <td className={classes.figure} {...marking(() => figureSpellings(line.unitPrice))}>
        {line.unitPrice === null ? EN_DASH : groupDigits(restingPrice(storedText(line, 'price') || '0'))}
      </td>
      <td className={classes.figure} data-strong {...marking(() => figureSpellings(line.amount))}>
        {formatMoney(line.amount, currency, { as: 'bare' })}
      </td>
      <td className={classes.figure} {...marking(() => figureSpellings(line.taxAmount))}>
        {formatMoney(line.taxAmount, currency, { as: 'bare' })}
        <TaxMark row={row} />
      </td>
      {textColumns(extra).map((column) => (
        <td
          key={column}
          className={classes.text}
          lang={langOf(line[column])}
          {...marking(() => textSpellings(line[column]))}
        >
          {line[column] ?? EN_DASH}
        </td>
      ))}
      {extra.includes('purchaseOrderLine') && (
        <td className={classes.text}>
          <ReadOrderItem row={row} />
        </td>
      )}
    </>
  );
}

interface LineInputsProps {
  readonly row: Row;
  readonly position: number;
  /** The id of the element that lists the problems of the line. */
  readonly problemsId: string | undefined;
}

/** The cells of a line that can be changed. */
export function EditCells({ extra, ...props }: LineInputsProps & { readonly extra: readonly ExtraColumn[] }) {
  return (
    <>
      {cellsOf(extra).map((cell) => (
        <td key={cell} className={cell === 'tax' ? classes.taxCell : undefined}>
          <LineInput {...props} cell={cell} />
          {cell === 'tax' && <TaxMark row={props.row} />}
        </td>
      ))}
      {extra.includes('purchaseOrderLine') && (
        <td>
          <OrderItemCell row={props.row} position={props.position} />
        </td>
      )}
    </>
  );
}

/** The input for one value of a line. It stands in a cell of the table, or in the form of a card. */
export function LineInput({ row, position, problemsId, cell }: LineInputsProps & { readonly cell: Cell }) {
  const t = useT();
  const editor = useEditor();
  const currency = useEdited((state) => state.record.currency);
  const fallback = useEdited((state) => defaultCostType(state.record));
  const supplier = useEdited((state) => state.record.supplierContact);
  const label = t('invoices:lines.cell', { position, cell: t(`invoices:lines.cells.${cell}`) });
  const describedBy = row.errors[cell] || row.errors.line ? problemsId : undefined;
  if (cell !== 'product' && cell !== 'costType')
    return <TextCell row={row} cell={cell} label={label} currency={currency} describedBy={describedBy} />;
  const product = row.draft.product === undefined ? (row.stored?.product ?? null) : row.draft.product;
  // A credit has the product and the cost type of the line that it credits.
  if (isCreditLine(row.stored)) {
    const text =
      cell === 'product'
        ? (product?.sku ?? t('invoices:lines.allProducts'))
        : t(`category.${row.stored?.costType ?? fallback}`);
    return <LockedCell row={row} cell={cell} label={label} text={text} />;
  }
  if (cell === 'product')
    return (
      <ProductCell
        rowKey={row.key}
        label={label}
        listLabel={t('invoices:lines.productsLabel', { position })}
        product={product}
        isInvalid={row.errors.product !== undefined}
        describedBy={describedBy}
        onChoose={(next) => editor.setCell(row.key, 'product', next)}
        onName={(name) => editor.setCell(row.key, 'name', name)}
        lineName={row.draft.name ?? row.stored?.name ?? ''}
        supplier={supplier}
        nameWords={(text) => t('invoices:lines.useAsName', { text })}
        placeholder={t('invoices:lines.allProducts')}
        onProblem={(problem) => editor.setProblem(row.key, 'product', problem)}
        onFocus={() => editor.startCell(row.key, 'product')}
        onBlur={() => editor.leaveCell(row.key, 'product')}
      />
    );
  return (
    <select
      className={classes.select}
      data-row={row.key}
      data-cell="costType"
      aria-label={label}
      aria-invalid={row.errors.costType !== undefined || undefined}
      aria-describedby={describedBy}
      value={row.draft.costType ?? row.stored?.costType ?? fallback}
      onChange={(event) => editor.setCell(row.key, 'costType', event.currentTarget.value as CostCategory)}
    >
      {INVOICE_COST_CATEGORIES.map((category) => (
        <option key={category} value={category}>
          {t(`category.${category}`)}
        </option>
      ))}
      {row.stored?.costType === 'INBOUND_SHIPPING' && (
        <option value="INBOUND_SHIPPING">{t('category.INBOUND_SHIPPING')}</option>
      )}
    </select>
  );
}

/** A cell whose value comes from another line. The cell can be focused but not changed. */
function LockedCell({ row, cell, label, text }: { row: Row; cell: Cell; label: string; text: string }) {
  const t = useT();
  return (
    <input
      className={classes.input}
      data-row={row.key}
      data-cell={cell}
      data-locked
      aria-label={label}
      title={t('invoices:credit.follows')}
      readOnly
      tabIndex={-1}
      value={text}
    />
  );
}

/** Marks a line whose tax is part of its cost. */
function TaxMark({ row: { stored: line } }: { row: Row }) {
  const t = useT();
  if (!line || line.isTaxRecoverable || isNothing(line.taxAmount)) return null;
  return (
    <span className={classes.taxMark} title={t('invoices:lines.taxInCost')}>
      <IconCoin size={12} stroke={2} role="img" aria-label={t('invoices:lines.taxInCost')} />
    </span>
  );
}
const isNothing = (amount: string) => /^-?0*(\.0*)?$/.test(amount);

interface TextCellProps {
  readonly row: Row;
  readonly cell: Exclude<Cell, 'product' | 'costType'>;
  readonly label: string;
  readonly currency: string;
  readonly describedBy: string | undefined;
}

/** An input cell. While the cell has the focus, it shows the text as typed. Otherwise it shows grouped digits. */
function TextCell({ row, cell, label, currency, describedBy }: TextCellProps) {
  const t = useT();
  const editor = useEditor();
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const typed = row.draft[cell];
  const text = textIn(row, cell, currency);
  const isFigure = !isText(cell);
  const result =
    isFocused && isFigure && cell !== 'price' && typed !== undefined && isSum(typed)
      ? resultOf(typed, cell, currency, isCreditLine(row.stored))
      : undefined;
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);
  const mark = marking(() => (isFigure ? figureSpellings(text) : textSpellings(text)));
  return (
    <span className={classes.cell} {...mark}>
      <input
        ref={input}
        className={classes.input}
        data-row={row.key}
        data-cell={cell}
        data-figure={isFigure || undefined}
        data-strong={cell === 'amount' || undefined}
        inputMode={isFigure ? 'decimal' : undefined}
        aria-label={label}
        aria-describedby={describedBy}
        aria-invalid={row.errors[cell] !== undefined || undefined}
        autoComplete="off"
        maxLength={isFigure ? 200 : cell === 'name' ? 500 : 100}
        lang={isFigure ? undefined : langOf(text)}
        title={isFigure ? undefined : text || undefined}
        value={isFocused ? text : resting(text, cell, currency, isCreditLine(row.stored))}
        placeholder={isFigure ? EN_DASH : undefined}
        onFocus={() => (setFocused(true), editor.startCell(row.key, cell))}
        onBlur={() => (setFocused(false), editor.leaveCell(row.key, cell))}
        onChange={(event) => editor.setCell(row.key, cell, event.currentTarget.value)}
      />
      {result !== undefined && <output className={classes.result}>{t('amountInput.result', { value: result })}</output>}
    </span>
  );
}

function resultOf(typed: string, cell: TextCellProps['cell'], currency: string, isCredit: boolean): string | undefined {
  const read = cell === 'quantity' ? quantityIn(typed, isCredit) : amountIn(typed, currency);
  return 'value' in read ? groupDigits(read.value) : undefined;
}

/** The text of a cell without the focus: a number with grouped digits, or any other text unchanged. */
function resting(text: string, cell: TextCellProps['cell'], currency: string, isCredit: boolean): string {
  if (isText(cell) || text.trim() === '' || problemIn(cell, text, currency, isCredit)) return text;
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  return groupDigits(cell === 'price' ? restingPrice(text) : text);
}

/** A unit price with two to four decimals, for a cell without the focus. The focused cell shows all decimals. */
const restingPrice = (price: string): string => roundDecimal(price, 4).replace(/(\.\d{2}\d*?)0+$/, '$1');
