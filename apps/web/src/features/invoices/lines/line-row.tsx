import { IconChevronDown, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH } from '../../../lib/words/format.ts';
import type { Row } from '../editor/editor-state.ts';
import { useEdited } from '../editor/use-editor.ts';
import { SpreadDetails } from '../spread/spread-details.tsx';
import { columnCount, type ExtraColumn } from './columns.ts';
import { AmountOfferNote } from './amount-offer.tsx';
import { EditCells, ReadCells } from './line-cells.tsx';
import { LineStateChip, lineStateDetail, lineStateOf, lineStateWords } from '../line-state.tsx';
import { LineProblems, problemsOf } from './line-problems.tsx';
import { hasMatchToShow, LineMatch } from '../purchase-orders/line-match.tsx';
import { LineTies } from './line-ties.tsx';
import classes from '../../../components/line-sheet/line-sheet.module.css';

interface LineRowProps {
  readonly rowKey: string;
  readonly position: number;
  readonly extra: readonly ExtraColumn[];
  readonly isReadOnly: boolean;
  readonly isOpen: boolean;
  readonly isMarked: boolean;
  readonly isTicked: boolean;
  readonly onTick: (rowKey: string, isRange: boolean) => void;
  readonly onToggle: (rowKey: string) => void;
  readonly onDelete: (rowKey: string) => void;
}

/** One line of the table. The component is memoised, so that it re-renders only when the line changes. */
export const LineRow = memo(function LineRow({
  rowKey,
  position,
  extra,
  isReadOnly,
  isOpen,
  isMarked,
  isTicked,
  onTick,
  onToggle,
  onDelete,
}: LineRowProps) {
  const t = useT();
  const row = useEdited((state) => state.rows.get(rowKey));
  const detailsId = useId();
  if (!row) return null;
  const columns = columnCount(extra);
  const problems = problemsOf(row);
  const problemsId = problems.length > 0 ? `${detailsId}-problems` : undefined;
  return (
    <>
      <tr
        className={classes.row}
        data-marked={isMarked || undefined}
        data-open={isOpen || isTicked || undefined}
        data-line={row.stored?.invoiceLineId}
      >
        <td className={classes.position}>
          <span className={classes.tick}>
            {!isReadOnly && (
              <input
                type="checkbox"
                data-row={rowKey}
                data-cell="tick"
                tabIndex={-1}
                aria-label={t('invoices:bulk.tick', { position })}
                checked={isTicked}
                disabled={!row.stored}
                onChange={(event) =>
                  onTick(rowKey, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)
                }
              />
            )}
            {position}
          </span>
        </td>
        {isReadOnly ? (
          <ReadCells row={row} extra={extra} />
        ) : (
          <EditCells row={row} position={position} extra={extra} problemsId={problemsId} />
        )}
        <td className={classes.stateCell}>
          <StateButton
            row={row}
            position={position}
            isOpen={isOpen}
            detailsId={detailsId}
            isReadOnly={isReadOnly}
            onToggle={onToggle}
          />
        </td>
        <td className={classes.end}>
          {!isReadOnly && <DeleteButton row={row} position={position} onDelete={onDelete} />}
        </td>
      </tr>
      {row.stored && (
        <LineTies
          line={row.stored}
          columns={columns}
          isReadOnly={isReadOnly}
          onChoose={() => onToggle(rowKey)}
          isOpen={isOpen}
        />
      )}
      {row.stored && hasMatchToShow(row.stored) && (
        <tr className={classes.tiesRow}>
          <td />
          <td colSpan={columns - 1}>
            <LineMatch
              rowKey={rowKey}
              line={row.stored}
              isReadOnly={isReadOnly}
              position={position}
              isNamed={extra.includes('purchaseOrderLine')}
            />
          </td>
        </tr>
      )}
      {row.offer && !isReadOnly && (
        <tr className={classes.tiesRow}>
          <td />
          <td colSpan={columns - 1}>
            <AmountOfferNote rowKey={rowKey} offer={row.offer} />
          </td>
        </tr>
      )}
      {problems.length > 0 && (
        <tr className={classes.problemRow}>
          <td />
          <td colSpan={columns - 1} id={problemsId}>
            <LineProblems problems={problems} />
          </td>
        </tr>
      )}
      {isOpen && (
        <tr className={classes.detailsRow} data-details={rowKey}>
          <td colSpan={columns} id={detailsId}>
            <SpreadDetails
              rowKey={rowKey}
              position={position}
              isReadOnly={isReadOnly}
              onClose={() => onToggle(rowKey)}
              onDelete={() => onDelete(rowKey)}
            />
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
  const invoice = useEdited((state) => state.record);
  if (!row.stored) return <span className={classes.faint}>{EN_DASH}</span>;
  const state = lineStateOf(row.stored, invoice.status);
  const words = lineStateWords(t, row.stored, state);
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
      title={lineStateDetail(t, row.stored, state, invoice)}
      onClick={() => onToggle(row.key)}
    >
      <LineStateChip line={row.stored} status={invoice.status} />
      {isOpen ? (
        <IconChevronDown size={14} stroke={2} aria-hidden />
      ) : (
        <IconChevronRight size={14} stroke={2} aria-hidden />
      )}
    </button>
  );
}

function DeleteButton({ row, position, onDelete }: { row: Row; position: number; onDelete: (rowKey: string) => void }) {
  const t = useT();
  const blocked = row.stored?.order ? t('invoices:lines.hasOrder') : undefined;
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
