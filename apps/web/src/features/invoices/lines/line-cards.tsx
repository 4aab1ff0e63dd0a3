import { IconAlertTriangle, IconArrowRight, IconPlus } from '@tabler/icons-react';
import { type KeyboardEvent, useId } from 'react';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, groupDigits, langOf } from '../../../lib/words/format.ts';
import { isRedo, isUndoOrRedo } from '../../../lib/editing/undo-keys.ts';
import { defaultCostType, type Row } from '../editor/editor-state.ts';
import { textIn } from '../editor/lead.ts';
import { CELLS, type TextCell } from '../editor/line-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { SpreadDetails } from '../spread/spread-details.tsx';
import { LineStateChip } from '../line-state.tsx';
import { LineMatch } from '../purchase-orders/line-match.tsx';
import { MatchChip } from '../purchase-orders/match-chip.tsx';
import { itemName } from '../purchase-orders/match-words.ts';
import { OrderItemCell, ReadOrderItem } from '../purchase-orders/order-item-cell.tsx';
import { LineInput } from './line-cells.tsx';
import { AmountOfferNote } from './amount-offer.tsx';
import { LineProblems, problemsOf } from './line-problems.tsx';
import { LineTie } from './line-ties.tsx';
import classes from '../../../components/line-sheet/line-sheet.module.css';
import { useDeleteLine } from './use-line-actions.ts';

interface LineCardsProps {
  readonly isReadOnly: boolean;
  readonly openKey: string | undefined;
  readonly onOpen: (rowKey: string | undefined) => void;
}

/**
 * The lines as cards, for phones and for windows that are narrow because the page is zoomed. A tap on a card opens a
 * sheet with the inputs of the line and with its cost details.
 */
export function LineCards({ isReadOnly, openKey, onOpen }: LineCardsProps) {
  const t = useT();
  const editor = useEditor();
  const order = useEdited((state) => state.keys);
  const opened = useEdited((state) => (openKey === undefined ? undefined : state.rows.get(openKey)));
  const close = () => {
    // A new line in which nothing was typed is not kept.
    if (opened && opened.stored === null && Object.keys(opened.draft).length === 0) void editor.removeRow(opened.key);
    onOpen(undefined);
  };
  return (
    <>
      {order.length === 0 && isReadOnly && <p className={classes.optionNote}>{t('invoices:lines.emptyBody')}</p>}
      <div className={classes.cards}>
        {order.map((rowKey, index) => (
          <LineCard key={rowKey} rowKey={rowKey} position={index + 1} onOpen={onOpen} />
        ))}
        {!isReadOnly && (
          <ActionButton icon={IconPlus} onClick={() => onOpen(editor.addRow())}>
            {order.length === 0 ? t('invoices:lines.addFirst') : t('invoices:lines.add')}
          </ActionButton>
        )}
      </div>
      {opened && (
        <LinePanel
          row={opened}
          position={order.indexOf(opened.key) + 1}
          isReadOnly={isReadOnly}
          onClose={close}
          onNext={() => onOpen(order[order.indexOf(opened.key) + 1] ?? editor.addRow())}
        />
      )}
    </>
  );
}

/** The value of a line as the card shows it: the text that is being typed, otherwise the stored value. */
function shown(row: Row, cell: TextCell, currency: string): string {
  const text = textIn(row, cell, currency);
  return /^-?\d+(\.\d+)?$/.test(text) && cell !== 'name' ? groupDigits(text) : text || EN_DASH;
}

function LineCard({
  rowKey,
  position,
  onOpen,
}: {
  rowKey: string;
  position: number;
  onOpen: (rowKey: string) => void;
}) {
  const t = useT();
  const row = useEdited((state) => state.rows.get(rowKey));
  const invoice = useEdited((state) => state.record);
  if (!row) return null;
  const { stored: line, draft } = row;
  const product = draft.product === undefined ? line?.product : draft.product;
  const title = (draft.name ?? line?.name) || product?.name || t('invoices:lines.allProducts');
  return (
    <button type="button" className={classes.card} data-line={line?.invoiceLineId} onClick={() => onOpen(rowKey)}>
      <span className={classes.cardTitle} lang={langOf(title)}>
        <span className="visually-hidden">{t('invoices:lines.open', { position })}: </span>
        {title}
      </span>
      <span className={`${classes.cardFigure} num`}>{shown(row, 'amount', invoice.currency)}</span>
      <span className={classes.cardSub}>
        {product?.sku ?? t('invoices:lines.allProducts')} ·{' '}
        {t(`category.${draft.costType ?? line?.costType ?? defaultCostType(invoice)}`)}
      </span>
      <span className={`${classes.cardSub} num`} data-end>
        {t('invoices:lines.ofProduct', {
          quantity: shown(row, 'quantity', invoice.currency),
          price: shown(row, 'price', invoice.currency),
        })}
      </span>
      <span className={classes.cardChip}>
        {line && <LineStateChip line={line} status={invoice.status} />}
        {line?.purchaseOrderLine && <span className={classes.cardSub}>{itemName(t, line.purchaseOrderLine)}</span>}
        {line?.match && <MatchChip match={line.match} />}
        {problemsOf(row).map(([cell, problem]) => (
          <span key={cell} className={classes.problem}>
            <IconAlertTriangle size={14} stroke={2} aria-hidden /> {problem}
          </span>
        ))}
      </span>
    </button>
  );
}

interface LinePanelProps {
  readonly row: Row;
  readonly position: number;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
  /** Opens the next line; after the last one, a new line. */
  readonly onNext: () => void;
}

function LinePanel({ row, position, isReadOnly, onClose, onNext }: LinePanelProps) {
  const t = useT();
  const isCreditNote = useEdited((state) => state.record.kind === 'CREDIT_NOTE');
  const deleteLine = useDeleteLine();
  const remove = () => void deleteLine(row.key).then((isGone) => isGone && onClose());
  return (
    <Panel
      title={t('invoices:lines.conflictTitle', { position })}
      subtitle={row.stored?.name ?? undefined}
      onClose={onClose}
      flush
    >
      {row.stored && (row.stored.creditsLine || row.stored.credited) && (
        <p className={classes.panelTie}>
          <LineTie line={row.stored} isReadOnly isCreditNote={isCreditNote} onChoose={onClose} />
        </p>
      )}
      {row.stored && (
        <div className={classes.panelTie}>
          <LineMatch rowKey={row.key} line={row.stored} isReadOnly={isReadOnly} position={position} />
        </div>
      )}
      {isReadOnly && row.stored?.purchaseOrderLine && (
        <div className={classes.panelTie}>
          <ReadOrderItem row={row} />
        </div>
      )}
      {!isReadOnly && <LineFields key={row.key} row={row} position={position} onNext={onNext} />}
      {(row.stored || isReadOnly) && (
        <div className={classes.panelSpread}>
          <SpreadDetails
            rowKey={row.key}
            position={position}
            isReadOnly={isReadOnly}
            onClose={onClose}
            onDelete={isReadOnly ? onClose : remove}
          />
        </div>
      )}
    </Panel>
  );
}

/** The inputs of a line, each below its label. What is typed is stored as in the table, without a button. */
function LineFields({ row, position, onNext }: Pick<LinePanelProps, 'row' | 'position' | 'onNext'>) {
  const t = useT();
  const problemsId = useId();
  const problems = problemsOf(row);
  const editor = useEditor();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || !isUndoOrRedo(event)) return;
    event.preventDefault();
    if (!isRedo(event)) editor.undoCell();
  };
  return (
    <div role="group" className={classes.lineFields} onKeyDown={onKeyDown}>
      {CELLS.map((cell) => (
        <label key={cell} className={classes.lineField} data-cell={cell}>
          <span>{t(`invoices:lines.${cell}`)}</span>
          <LineInput
            row={row}
            position={position}
            cell={cell}
            problemsId={problems.length > 0 ? problemsId : undefined}
          />
        </label>
      ))}
      <div className={classes.lineField} data-cell="purchaseOrderLine">
        <span>{t('invoices:lines.purchaseOrderLine')}</span>
        <OrderItemCell row={row} position={position} />
      </div>
      {row.offer && <AmountOfferNote rowKey={row.key} offer={row.offer} />}
      {problems.length > 0 && (
        <div id={problemsId} className={classes.lineProblems}>
          <LineProblems problems={problems} />
        </div>
      )}
      <ActionButton icon={IconArrowRight} onClick={onNext}>
        {t('invoices:lines.next')}
      </ActionButton>
    </div>
  );
}
