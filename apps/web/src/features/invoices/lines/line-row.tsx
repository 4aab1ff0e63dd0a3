import { INVOICE_COST_CATEGORIES, type CostCategory } from '@quayside/domain/lists';
import { IconAlertTriangle, IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { memo, useId, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { isSum } from '../../../components/form/amount-field.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatMoney, formatQuantity, groupDigits, langOf } from '../../../lib/format.ts';
import { paths } from '../../../lib/paths.ts';
import { defaultCostType, type Row } from '../editor/invoice-editor.ts';
import { amountIn, type Cell, problemIn, quantityIn, storedText } from '../editor/line-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { SpreadDetails } from '../spread/spread-details.tsx';
import { LineStateChip, lineStateDetail, lineStateOf, lineStateWords } from './line-state.tsx';
import classes from './lines.module.css';
import { ProductCell } from './product-cell.tsx';

/** Columns of the sheet, for what spans them. */
export const COLUMNS = 10;

interface LineRowProps {
  readonly rowKey: string;
  readonly position: number;
  readonly isReadOnly: boolean;
  readonly isOpen: boolean;
  readonly isMarked: boolean;
  readonly onToggle: (rowKey: string) => void;
  readonly onDelete: (rowKey: string) => void;
}

/** One line of the sheet; draws anew only when it changed itself. */
export const LineRow = memo(function LineRow({ rowKey, position, isReadOnly, isOpen, isMarked, onToggle, onDelete }: LineRowProps) {
  const t = useT();
  const row = useEdited((state) => state.rows.get(rowKey));
  const detailsId = useId();
  if (!row) return null;
  const problems = Object.entries(row.errors).filter((entry): entry is [Cell | 'line', string] => Boolean(entry[1]));
  const problemsId = problems.length > 0 ? `${detailsId}-problems` : undefined;
  return (
    <>
      <tr className={classes.row} data-marked={isMarked || undefined} data-open={isOpen || undefined} data-line={row.line?.invoiceLineId}>
        <td className={classes.position}>{position}</td>
        {isReadOnly ? <ReadCells row={row} /> : <EditCells row={row} position={position} problemsId={problemsId} />}
        <td className={classes.stateCell}>
          <StateButton row={row} position={position} isOpen={isOpen} detailsId={detailsId} isReadOnly={isReadOnly} onToggle={onToggle} />
        </td>
        <td className={classes.end}>{!isReadOnly && <DeleteButton row={row} position={position} onDelete={onDelete} />}</td>
      </tr>
      {problems.length > 0 && (
        <tr className={classes.problemRow}>
          <td />
          <td colSpan={COLUMNS - 1} id={problemsId}>
            {problems.map(([cell, message]) => (
              <span key={cell} role="alert" className={classes.problem}>
                <IconAlertTriangle size={14} stroke={2} aria-hidden />
                {cell !== 'line' && <b>{t(`invoices:lines.${cell}`)}</b>} {message}
              </span>
            ))}
          </td>
        </tr>
      )}
      {isOpen && (
        <tr className={classes.detailsRow} data-details={rowKey}>
          <td colSpan={COLUMNS} id={detailsId}>
            <SpreadDetails rowKey={rowKey} position={position} isReadOnly={isReadOnly} onClose={() => onToggle(rowKey)} onDelete={() => onDelete(rowKey)} />
          </td>
        </tr>
      )}
    </>
  );
});

function StateButton({
  row,
  position,
  isOpen,
  detailsId,
  isReadOnly,
  onToggle,
}: {
  row: Row;
  position: number;
  isOpen: boolean;
  detailsId: string;
  isReadOnly: boolean;
  onToggle: (rowKey: string) => void;
}) {
  const t = useT();
  const invoice = useEdited((state) => state.invoice);
  if (!row.line) return <span className={classes.faint}>{EN_DASH}</span>;
  const state = lineStateOf(row.line, invoice.status);
  const words = lineStateWords(t, row.line, state);
  return (
    <button
      type="button"
      className={classes.stateButton}
      data-row={row.key}
      data-cell="state"
      tabIndex={isReadOnly ? 0 : -1}
      aria-expanded={isOpen}
      aria-controls={isOpen ? detailsId : undefined}
      aria-keyshortcuts="Alt+Enter"
      aria-label={t('invoices:state.open', { position, state: words })}
      title={lineStateDetail(t, row.line, state, invoice)}
      onClick={() => onToggle(row.key)}
    >
      <LineStateChip line={row.line} status={invoice.status} />
      {isOpen ? <IconChevronDown size={14} stroke={2} aria-hidden /> : <IconChevronRight size={14} stroke={2} aria-hidden />}
    </button>
  );
}

function DeleteButton({ row, position, onDelete }: { row: Row; position: number; onDelete: (rowKey: string) => void }) {
  const t = useT();
  const blocked = row.line?.order ? t('invoices:lines.hasOrder', { order: row.line.order.number }) : undefined;
  const name = t('invoices:lines.delete', { position });
  return (
    <button
      type="button"
      className={classes.delete}
      data-row={row.key}
      data-cell="delete"
      tabIndex={-1}
      aria-label={blocked ? `${name}. ${blocked}` : name}
      title={blocked ?? name}
      aria-disabled={blocked !== undefined || undefined}
      aria-keyshortcuts="Control+Delete"
      onClick={() => onDelete(row.key)}
    >
      <IconTrash size={16} stroke={1.75} aria-hidden />
    </button>
  );
}

/** A line as words, for invoices that cannot be changed. */
function ReadCells({ row: { line } }: { row: Row }) {
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
      <td className={classes.text} lang={langOf(line.name)}>
        {line.name ?? EN_DASH}
      </td>
      <td className={classes.text}>{t(`category.${line.costType}`)}</td>
      <td className={classes.figure}>{formatQuantity(line.quantity)}</td>
      <td className={classes.figure}>{line.unitPrice === null ? EN_DASH : groupDigits(storedText(line, 'price') || '0')}</td>
      <td className={classes.figure} data-strong>
        {formatMoney(line.amount, currency, { as: 'bare' })}
      </td>
      <td className={classes.figure}>{formatMoney(line.taxAmount, currency, { as: 'bare' })}</td>
    </>
  );
}

function EditCells({ row, position, problemsId }: { row: Row; position: number; problemsId: string | undefined }) {
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
  return (
    <>
      <td>
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
      </td>
      <td>{text('name')}</td>
      <td>
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
          {row.line?.costType === 'INBOUND_SHIPPING' && <option value="INBOUND_SHIPPING">{t('category.INBOUND_SHIPPING')}</option>}
        </select>
      </td>
      <td>{text('quantity')}</td>
      <td>{text('price')}</td>
      <td>{text('amount')}</td>
      <td>{text('tax')}</td>
    </>
  );
}

interface TextCellProps {
  readonly row: Row;
  readonly cell: 'name' | 'quantity' | 'price' | 'amount' | 'tax';
  readonly label: string;
  readonly currency: string;
  readonly describedBy: string | undefined;
}

/** A cell that is typed in: as typed while it has the focus, grouped when it rests. */
export function TextCell({ row, cell, label, currency, describedBy }: TextCellProps) {
  const t = useT();
  const editor = useEditor();
  const input = useRef<HTMLInputElement>(null);
  const [isFocused, setFocused] = useState(false);
  const typed = row.draft[cell];
  const text = typed ?? storedText(row.line, cell);
  const isFigure = cell !== 'name';
  const result = isFocused && isFigure && cell !== 'price' && typed !== undefined && isSum(typed) ? resultOf(typed, cell, currency) : undefined;
  useLayoutEffect(() => {
    if (isFocused) input.current?.select();
  }, [isFocused]);
  return (
    <span className={classes.cell}>
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
        value={isFocused ? text : resting(text, cell, currency)}
        placeholder={isFigure ? EN_DASH : undefined}
        onFocus={() => (setFocused(true), editor.startCell(row.key, cell))}
        onBlur={() => (setFocused(false), editor.leaveCell(row.key, cell))}
        onChange={(event) => editor.setCell(row.key, cell, event.currentTarget.value)}
      />
      {result !== undefined && <output className={classes.result}>{t('amountInput.result', { value: result })}</output>}
    </span>
  );
}

function resultOf(typed: string, cell: 'quantity' | 'amount' | 'tax' | 'price' | 'name', currency: string): string | undefined {
  const read = cell === 'quantity' ? quantityIn(typed) : amountIn(typed, currency);
  return 'value' in read ? groupDigits(read.value) : undefined;
}

/** A figure with its thousands, as long as it is one. */
function resting(text: string, cell: TextCellProps['cell'], currency: string): string {
  if (cell === 'name' || text.trim() === '' || problemIn(cell, text, currency)) return text;
  return /^-?\d+(\.\d+)?$/.test(text) ? groupDigits(text) : text;
}
