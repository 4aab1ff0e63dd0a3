import { INVOICE_COST_CATEGORIES, type CostCategory } from '@quayside/domain/lists';
import { IconCoin } from '@tabler/icons-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isSum } from '../../../components/form/amount-field.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatMoney, formatQuantity, groupDigits, langOf, roundDecimal } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { defaultCostType, type Row } from '../editor/editor-state.ts';
import { amountIn, type Cell, isCreditLine, problemIn, quantityIn, storedText } from '../editor/line-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { marking } from '../marked/marking.ts';
import { figureSpellings, textSpellings } from '../marked/spellings.ts';
import classes from './lines.module.css';
import { ProductCell } from './product-cell.tsx';

/** A read-only line, for invoices that cannot be changed. */
export function ReadCells({ row }: { row: Row }) {
  const { line } = row;
  const t = useT();
  const currency = useEdited((state) => state.invoice.currency);
  if (!line) return <td colSpan={7} />;
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
    </>
  );
}

export function EditCells({
  row,
  position,
  problemsId,
}: {
  row: Row;
  position: number;
  problemsId: string | undefined;
}) {
  const t = useT();
  const editor = useEditor();
  const currency = useEdited((state) => state.invoice.currency);
  const fallback = useEdited((state) => defaultCostType(state.invoice));
  const product = row.draft.product === undefined ? (row.line?.product ?? null) : row.draft.product;
  const label = (cell: Cell) => t('invoices:lines.cell', { position, cell: t(`invoices:lines.cells.${cell}`) });
  const described = (cell: Cell) => (row.errors[cell] || row.errors.line ? problemsId : undefined);
  const text = (cell: 'name' | 'quantity' | 'price' | 'amount' | 'tax') => (
    <TextCell row={row} cell={cell} label={label(cell)} currency={currency} describedBy={described(cell)} />
  );
  // A credit has the cost type of the line that it credits.
  const isLocked = isCreditLine(row.line);
  return (
    <>
      <td>
        {isLocked ? (
          <LockedCell
            row={row}
            cell="product"
            label={label('product')}
            text={product?.sku ?? t('invoices:lines.allProducts')}
          />
        ) : (
          <ProductCell
            rowKey={row.key}
            label={label('product')}
            listLabel={t('invoices:lines.productsLabel', { position })}
            product={product}
            isInvalid={row.errors.product !== undefined}
            describedBy={described('product')}
            onChoose={(next) => editor.setCell(row.key, 'product', next)}
            onProblem={(problem) => editor.setProblem(row.key, 'product', problem)}
            onFocus={() => editor.startCell(row.key, 'product')}
            onBlur={() => editor.leaveCell(row.key, 'product')}
          />
        )}
      </td>
      <td>{text('name')}</td>
      <td>
        {isLocked ? (
          <LockedCell
            row={row}
            cell="costType"
            label={label('costType')}
            text={t(`category.${row.line?.costType ?? fallback}`)}
          />
        ) : (
          <select
            className={classes.select}
            data-row={row.key}
            data-cell="costType"
            aria-label={label('costType')}
            aria-invalid={row.errors.costType !== undefined || undefined}
            aria-describedby={described('costType')}
            value={row.draft.costType ?? row.line?.costType ?? fallback}
            onChange={(event) => editor.setCell(row.key, 'costType', event.currentTarget.value as CostCategory)}
          >
            {INVOICE_COST_CATEGORIES.map((category) => (
              <option key={category} value={category}>
                {t(`category.${category}`)}
              </option>
            ))}
            {row.line?.costType === 'INBOUND_SHIPPING' && (
              <option value="INBOUND_SHIPPING">{t('category.INBOUND_SHIPPING')}</option>
            )}
          </select>
        )}
      </td>
      <td>{text('quantity')}</td>
      <td>{text('price')}</td>
      <td>{text('amount')}</td>
      <td className={classes.taxCell}>
        {text('tax')}
        <TaxMark row={row} />
      </td>
    </>
  );
}

/** A cell whose value comes from another line: focusable, but read-only. */
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

/** Says that the tax of a line is part of its cost. */
function TaxMark({ row: { line } }: { row: Row }) {
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
  readonly cell: 'name' | 'quantity' | 'price' | 'amount' | 'tax';
  readonly label: string;
  readonly currency: string;
  readonly describedBy: string | undefined;
}

/** An input cell: raw text while focused, grouped digits otherwise. */
function TextCell({ row, cell, label, currency, describedBy }: TextCellProps) {
  const t = useT();
  const editor = useEditor();
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const typed = row.draft[cell];
  const text = typed ?? storedText(row.line, cell);
  const isFigure = cell !== 'name';
  const result =
    isFocused && isFigure && cell !== 'price' && typed !== undefined && isSum(typed)
      ? resultOf(typed, cell, currency, isCreditLine(row.line))
      : undefined;
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);
  const mark = marking(() => (cell === 'name' ? textSpellings(text) : figureSpellings(text)));
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
        maxLength={isFigure ? 200 : 500}
        lang={isFigure ? undefined : langOf(text)}
        title={isFigure ? undefined : text || undefined}
        value={isFocused ? text : resting(text, cell, currency, isCreditLine(row.line))}
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

/** Groups the digits when the text is a number. */
function resting(text: string, cell: TextCellProps['cell'], currency: string, isCredit: boolean): string {
  if (cell === 'name' || text.trim() === '' || problemIn(cell, text, currency, isCredit)) return text;
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  return groupDigits(cell === 'price' ? restingPrice(text) : text);
}

/** A unit price shows two to four decimals; the focused cell shows all of them. */
const restingPrice = (price: string): string => roundDecimal(price, 4).replace(/(\.\d{2}\d*?)0+$/, '$1');
