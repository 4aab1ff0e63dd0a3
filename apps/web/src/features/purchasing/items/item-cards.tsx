import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import sheet from '../../../components/line-sheet/line-sheet.module.css';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, groupDigits, langOf } from '../../../lib/words/format.ts';
import { amountOf, storedText, type ItemRow } from '../editor/item-draft.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { problemsOf } from './item-problems.tsx';

interface ItemCardsProps {
  readonly isReadOnly: boolean;
  readonly onOpen: (rowKey: string) => void;
}

/**
 * The items as cards, for phones and for windows that are narrow because the page is zoomed. A tap on a card opens a
 * sheet with the inputs of the item.
 */
export function ItemCards({ isReadOnly, onOpen }: ItemCardsProps) {
  const t = useT();
  const editor = useEditor();
  const keys = useEdited((state) => state.keys);
  return (
    <div className={sheet.cards}>
      {keys.length === 0 && isReadOnly && <p className={sheet.optionNote}>{t('purchasing:items.none')}</p>}
      {keys.map((rowKey, index) => (
        <ItemCard key={rowKey} rowKey={rowKey} position={index + 1} onOpen={onOpen} />
      ))}
      {!isReadOnly && (
        <ActionButton icon={IconPlus} onClick={() => onOpen(editor.addRow())}>
          {t(keys.length === 0 ? 'purchasing:items.addFirst' : 'purchasing:items.add')}
        </ActionButton>
      )}
    </div>
  );
}

/** The value of an item as the card shows it: the text that is being typed, otherwise the stored value. */
function shown(row: ItemRow, cell: 'quantity' | 'price'): string {
  const text = row.draft[cell] ?? storedText(row.stored, cell);
  return /^\d+(\.\d+)?$/.test(text) ? groupDigits(text) : text || EN_DASH;
}

function ItemCard({
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
  const currency = useEdited((state) => state.record.currency);
  if (!row) return null;
  const product = row.draft.product === undefined ? row.stored?.product : row.draft.product;
  const title = (row.draft.name ?? row.stored?.name) || product?.name || t('purchasing:items.unnamed');
  return (
    <button type="button" className={sheet.card} data-item={row.stored?.id} onClick={() => onOpen(rowKey)}>
      <span className={sheet.cardTitle} lang={langOf(title)}>
        <span className="visually-hidden">{t('purchasing:items.open', { position })}: </span>
        {title}
      </span>
      <span className={`${sheet.cardFigure} num`}>
        <Money as="bare" value={amountOf(row.draft, row.stored, currency)} currency={currency} />
      </span>
      <span className={sheet.cardSub}>{product?.sku ?? t('purchasing:items.noProduct')}</span>
      <span className={`${sheet.cardSub} num`} data-end>
        {t('purchasing:items.times', { quantity: shown(row, 'quantity'), price: shown(row, 'price') })}
      </span>
      {problemsOf(row).map(([cell, problem]) => (
        <span key={cell} className={`${sheet.problem} ${sheet.cardChip}`}>
          <IconAlertTriangle size={14} stroke={2} aria-hidden /> {problem}
        </span>
      ))}
    </button>
  );
}
