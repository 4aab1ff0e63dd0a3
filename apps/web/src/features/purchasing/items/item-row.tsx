import { IconInfoCircle, IconTrash } from '@tabler/icons-react';
import { memo, useId } from 'react';
import { Link } from 'react-router';
import sheet from '../../../components/line-sheet/line-sheet.module.css';
import { Money } from '../../../components/ui/money.tsx';
import { MeasuredText } from '../../../components/ui/measured-text.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatQuantity, groupDigits, langOf } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { amountOf, CELLS, trimPrice, type ItemRow } from '../editor/item-draft.ts';
import { useEdited } from '../editor/use-editor.ts';
import { ItemInput } from './item-cells.tsx';
import { AskedHint, InvoicedHint, PriceHint } from './item-hints.tsx';
import { ItemProblems, problemsOf } from './item-problems.tsx';
import classes from './items.module.css';

/** The number of columns of the table. */
export const COLUMNS = 11;

interface ItemRowProps {
  readonly rowKey: string;
  readonly position: number;
  readonly isReadOnly: boolean;
  readonly onOpen: (rowKey: string) => void;
  readonly onDelete: (rowKey: string) => void;
}

/** One item of the table, with its problems below. */
export const ItemTableRow = memo(function ItemTableRow({
  rowKey,
  position,
  isReadOnly,
  onOpen,
  onDelete,
}: ItemRowProps) {
  const t = useT();
  const problemsId = useId();
  const row = useEdited((state) => state.rows.get(rowKey));
  const currency = useEdited((state) => state.record.currency);
  if (!row) return null;
  const problems = problemsOf(row);
  const { stored: item } = row;
  const deleteName = t('purchasing:items.delete', { position });
  return (
    <>
      <tr className={sheet.row} data-item={item?.id}>
        <td className={sheet.position}>{position}</td>
        {isReadOnly ? (
          <ReadCells row={row} />
        ) : (
          CELLS.map((cell) => (
            <td key={cell} data-cell={cell}>
              <ItemInput
                row={row}
                position={position}
                cell={cell}
                problemsId={problems.length > 0 ? problemsId : undefined}
              />
              {cell === 'quantity' && (
                <>
                  <AskedHint row={row} position={position} isReadOnly={false} />
                  <InvoicedHint row={row} />
                </>
              )}
              {cell === 'price' && <PriceHint row={row} position={position} isReadOnly={false} />}
            </td>
          ))
        )}
        <td className={sheet.figure} data-strong>
          <Money as="bare" value={amountOf(row.draft, item, currency)} currency={currency} />
        </td>
        <Measures row={row} />
        <td className={sheet.end}>
          <span className={classes.ends}>
            {item && (
              <button
                type="button"
                className={sheet.delete}
                data-row={rowKey}
                data-cell="open"
                tabIndex={isReadOnly ? 0 : -1}
                aria-label={t('purchasing:items.open', { position })}
                title={t('purchasing:items.open', { position })}
                aria-keyshortcuts="Alt+Enter"
                onClick={() => onOpen(rowKey)}
              >
                <IconInfoCircle size={16} stroke={1.75} aria-hidden />
              </button>
            )}
            {!isReadOnly && (
              <button
                type="button"
                className={sheet.delete}
                data-row={rowKey}
                data-cell="delete"
                tabIndex={-1}
                aria-label={deleteName}
                title={deleteName}
                aria-keyshortcuts="Control+Delete"
                onClick={() => onDelete(rowKey)}
              >
                <IconTrash size={16} stroke={1.75} aria-hidden />
              </button>
            )}
          </span>
        </td>
      </tr>
      {problems.length > 0 && (
        <tr className={sheet.problemRow}>
          <td />
          <td colSpan={COLUMNS - 1} id={problemsId}>
            <ItemProblems problems={problems} />
          </td>
        </tr>
      )}
    </>
  );
});

/** The case, the cartons, the volume and the weight of an item. Unknown ones are a dash. */
function Measures({ row: { stored: item, draft } }: { row: ItemRow }) {
  const t = useT();
  // While another quantity is typed, the stored measures are those of the quantity before.
  const isStale = draft.quantity !== undefined || draft.product !== undefined;
  const dim = isStale || undefined;
  const unknown = (
    <span className={classes.unknown} title={item?.product ? t('purchasing:items.unknown') : undefined}>
      {EN_DASH}
    </span>
  );
  return (
    <>
      <td className={sheet.figure} data-faint>
        {item?.caseUnits ? formatCount(item.caseUnits) : unknown}
      </td>
      <td className={sheet.figure} data-dim={dim}>
        {item?.cartons === null || !item ? unknown : formatCount(item.cartons)}
      </td>
      <td className={sheet.figure} data-dim={dim}>
        {item?.volume ? <MeasuredText>{(words) => words.figure(item.volume ?? '', 3)}</MeasuredText> : unknown}
      </td>
      <td className={sheet.figure} data-dim={dim}>
        {item?.weight ? <MeasuredText>{(words) => words.figure(item.weight ?? '', 1)}</MeasuredText> : unknown}
      </td>
    </>
  );
}

/** The cells of an item that cannot be changed. */
function ReadCells({ row }: { row: ItemRow }) {
  const { stored: item } = row;
  if (!item) return <td colSpan={CELLS.length} />;
  const name = item.name ?? item.product?.name;
  return (
    <>
      <td className={sheet.text}>
        {item.product ? (
          <Link className={sheet.sku} to={paths.product(item.product.sku)}>
            {item.product.sku}
          </Link>
        ) : (
          EN_DASH
        )}
      </td>
      <td className={sheet.text} lang={langOf(name)} title={name}>
        {name ?? EN_DASH}
      </td>
      <td className={sheet.figure}>
        {formatQuantity(item.quantity)}
        <AskedHint row={row} position={item.position} isReadOnly />
        <InvoicedHint row={row} />
      </td>
      <td className={sheet.figure}>{groupDigits(trimPrice(item.unitPrice))}</td>
    </>
  );
}
