import { INVOICE_COST_CATEGORIES, type CostCategory } from '@quayside/domain/lists';
import { IconPlus } from '@tabler/icons-react';
import { Panel } from '../../../components/ui/panel.tsx';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { formatMoney, formatQuantity, langOf } from '../../../lib/format.ts';
import { defaultCostType, type Row } from '../editor/invoice-editor.ts';
import { amountIn, type Cell, storedText } from '../editor/line-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { SpreadDetails } from '../spread/spread-details.tsx';
import { TextCell } from './line-row.tsx';
import { LineStateChip } from './line-state.tsx';
import classes from './lines.module.css';
import { ProductCell } from './product-cell.tsx';
import { useDeleteLine } from './use-line-actions.ts';

interface LineCardsProps {
  readonly isReadOnly: boolean;
  readonly openKey: string | undefined;
  readonly onOpen: (rowKey: string | undefined) => void;
}

/** The lines on a phone: cards to read; one of them opens as a sheet to change. */
export function LineCards({ isReadOnly, openKey, onOpen }: LineCardsProps) {
  const t = useT();
  const editor = useEditor();
  const order = useEdited((state) => state.order);
  const opened = useEdited((state) => (openKey === undefined ? undefined : state.rows.get(openKey)));
  return (
    <>
      <div className={classes.cards}>
        {order.map((rowKey, index) => (
          <LineCard key={rowKey} rowKey={rowKey} position={index + 1} onOpen={onOpen} />
        ))}
      </div>
      {!isReadOnly && (
        <ActionButton icon={IconPlus} onClick={() => onOpen(editor.addRow())}>
          {order.length === 0 ? t('invoices:lines.addFirst') : t('invoices:lines.add')}
        </ActionButton>
      )}
      {opened && <LinePanel row={opened} position={order.indexOf(opened.key) + 1} isReadOnly={isReadOnly} onClose={() => onOpen(undefined)} />}
    </>
  );
}

function LineCard({ rowKey, position, onOpen }: { rowKey: string; position: number; onOpen: (rowKey: string) => void }) {
  const t = useT();
  const row = useEdited((state) => state.rows.get(rowKey));
  const invoice = useEdited((state) => state.invoice);
  if (!row) return null;
  const product = row.draft.product === undefined ? row.line?.product : row.draft.product;
  const name = row.draft.name ?? row.line?.name ?? '';
  const read = row.draft.amount === undefined ? undefined : amountIn(row.draft.amount, invoice.currency);
  const amount = read && 'value' in read ? read.value : row.line?.amount;
  const quantity = row.draft.quantity ?? row.line?.quantity;
  return (
    <button type="button" className={classes.card} aria-label={t('invoices:lines.edit', { position })} onClick={() => onOpen(rowKey)}>
      <span className={classes.cardTitle} lang={langOf(name)}>
        {name || product?.name || t('invoices:lines.allProducts')}
      </span>
      <span className={`${classes.cardFigure} num`}>{formatMoney(amount, invoice.currency, { as: 'bare' })}</span>
      <span className={classes.cardSub}>
        {product?.sku ?? t('invoices:lines.allProducts')} · {t(`category.${row.draft.costType ?? row.line?.costType ?? defaultCostType(invoice)}`)}
      </span>
      <span className={`${classes.cardSub} num`} data-end>
        {t('invoices:lines.ofProduct', { quantity: formatQuantity(quantity), price: storedText(row.line, 'price') || '–' })}
      </span>
      {row.line && (
        <span className={classes.cardChip}>
          <LineStateChip line={row.line} status={invoice.status} />
        </span>
      )}
    </button>
  );
}

function LinePanel({ row, position, isReadOnly, onClose }: { row: Row; position: number; isReadOnly: boolean; onClose: () => void }) {
  const t = useT();
  const deleteLine = useDeleteLine();
  return (
    <Panel title={t('invoices:lines.conflictTitle', { position })} subtitle={row.line?.name ?? undefined} onClose={onClose} flush>
      {!isReadOnly && <Fields row={row} position={position} />}
      <SpreadDetails
        rowKey={row.key}
        position={position}
        isReadOnly={isReadOnly}
        onClose={onClose}
        onDelete={() => void deleteLine(row.key).then((isGone) => isGone && onClose())}
      />
    </Panel>
  );
}

function Fields({ row, position }: { row: Row; position: number }) {
  const t = useT();
  const editor = useEditor();
  const currency = useEdited((state) => state.invoice.currency);
  const fallback = useEdited((state) => defaultCostType(state.invoice));
  const label = (cell: Cell) => t('invoices:lines.cell', { position, cell: t(`invoices:lines.cells.${cell}`) });
  const problems = Object.values(row.errors).filter(Boolean);
  const text = (cell: 'name' | 'quantity' | 'price' | 'amount' | 'tax', isWide = false) => (
    <div className={isWide ? classes.wideField : undefined}>
      <span className={classes.cardSub}>{t(`invoices:lines.${cell}`)}</span>
      <TextCell row={row} cell={cell} label={label(cell)} currency={currency} describedBy={undefined} />
    </div>
  );
  return (
    <div className={classes.fieldsGrid}>
      <div className={classes.wideField}>
        <span className={classes.cardSub}>{t('invoices:lines.product')}</span>
        <ProductCell
          rowKey={row.key}
          label={label('product')}
          listLabel={t('invoices:lines.productsLabel', { position })}
          product={row.draft.product === undefined ? (row.line?.product ?? null) : row.draft.product}
          isInvalid={row.errors.product !== undefined}
          describedBy={undefined}
          onChoose={(next) => editor.setCell(row.key, 'product', next)}
          onProblem={(problem) => editor.setProblem(row.key, 'product', problem)}
          onFocus={() => editor.startCell(row.key, 'product')}
          onBlur={() => editor.leaveCell(row.key, 'product')}
        />
      </div>
      {text('name', true)}
      <div className={classes.wideField}>
        <span className={classes.cardSub}>{t('invoices:lines.costType')}</span>
        <select
          className={classes.select}
          aria-label={label('costType')}
          value={row.draft.costType ?? row.line?.costType ?? fallback}
          onChange={(event) => editor.setCell(row.key, 'costType', event.currentTarget.value as CostCategory)}
        >
          {INVOICE_COST_CATEGORIES.map((category) => (
            <option key={category} value={category}>
              {t(`category.${category}`)}
            </option>
          ))}
        </select>
      </div>
      {text('quantity')}
      {text('price')}
      {text('amount')}
      {text('tax')}
      {problems.length > 0 && (
        <p className={`${classes.wideField} ${classes.problem}`} role="alert">
          {problems.join(' ')}
        </p>
      )}
    </div>
  );
}
