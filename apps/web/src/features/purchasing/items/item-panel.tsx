import { IconArrowDown, IconArrowRight, IconArrowUp, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useId } from 'react';
import { Link } from 'react-router';
import sheet from '../../../components/line-sheet/line-sheet.module.css';
import { ActionButton } from '../../../components/ui/action-button.tsx';
import { KeyValues } from '../../../components/ui/card.tsx';
import { Money } from '../../../components/ui/money.tsx';
import { Panel } from '../../../components/ui/panel.tsx';
import { cubicMetres, kilograms } from '../../../components/ui/measured-text.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount, formatDay, formatQuantity, groupDigits } from '../../../lib/words/format.ts';
import { paths } from '../../../lib/paths.ts';
import { isRedo, isUndoOrRedo } from '../../../lib/editing/undo-keys.ts';
import { amountOf, ITEM_FIELDS, trimPrice, type ItemRow } from '../editor/item-draft.ts';
import { storedKeys } from '../../../lib/editing/draft-editor/description.ts';
import { useEdited, useEditor } from '../editor/use-editor.ts';
import { ItemInput } from './item-cells.tsx';
import classes from './items.module.css';
import { AskedHint, PriceHint } from './item-hints.tsx';
import { ItemProblems, problemsOf } from './item-problems.tsx';
import { useDeleteItem } from './use-delete-item.ts';
import { useMoveItem } from './use-move-item.ts';

interface ItemPanelProps {
  readonly row: ItemRow;
  readonly position: number;
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
  /** Opens the next item; after the last one, a new item. */
  readonly onNext: () => void;
}

/** Everything about one item: its inputs, its measures, its known price, and what invoices name of it. */
export function ItemPanel({ row, position, isReadOnly, onClose, onNext }: ItemPanelProps) {
  const t = useT();
  const deleteItem = useDeleteItem();
  const moveItem = useMoveItem();
  const lastPlace = useEdited((state) => storedKeys(state).length);
  const remove = () => void deleteItem(row.key).then((isGone) => isGone && onClose());
  const name = row.stored?.name ?? row.stored?.product?.name;
  return (
    <Panel title={t('purchasing:items.nth', { position })} {...(name && { subtitle: name })} onClose={onClose}>
      <div className="stack">
        {!isReadOnly && <Inputs row={row} position={position} />}
        <Facts row={row} isReadOnly={isReadOnly} />
        {!isReadOnly && (
          <div className="row">
            <ActionButton icon={IconArrowRight} onClick={onNext}>
              {t('purchasing:items.next')}
            </ActionButton>
            {row.stored && (
              <>
                <ActionButton
                  icon={IconArrowUp}
                  blocked={position === 1 ? t('purchasing:items.isFirst') : null}
                  onClick={() => moveItem(row.key, -1)}
                >
                  {t('purchasing:items.moveUp')}
                </ActionButton>
                <ActionButton
                  icon={IconArrowDown}
                  blocked={position === lastPlace ? t('purchasing:items.isLast') : null}
                  onClick={() => moveItem(row.key, 1)}
                >
                  {t('purchasing:items.moveDown')}
                </ActionButton>
              </>
            )}
            <ActionButton icon={IconTrash} onClick={remove}>
              {t('purchasing:items.deleteThis')}
            </ActionButton>
          </div>
        )}
      </div>
    </Panel>
  );
}

function Inputs({ row, position }: Pick<ItemPanelProps, 'row' | 'position'>) {
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
    <div role="group" className={classes.panelFields} onKeyDown={onKeyDown}>
      {ITEM_FIELDS.map((cell) => (
        <label key={cell} className={sheet.lineField} data-cell={cell}>
          <span>{t(`purchasing:items.${cell}`)}</span>
          <ItemInput
            row={row}
            position={position}
            cell={cell}
            problemsId={problems.length > 0 ? problemsId : undefined}
          />
        </label>
      ))}
      <AskedHint row={row} position={position} isReadOnly={false} />
      <PriceHint row={row} position={position} isReadOnly={false} />
      {problems.length > 0 && (
        <div id={problemsId} data-full>
          <ItemProblems problems={problems} />
        </div>
      )}
    </div>
  );
}

function Facts({ row, isReadOnly }: Pick<ItemPanelProps, 'row' | 'isReadOnly'>) {
  const t = useT();
  const currency = useEdited((state) => state.record.currency);
  const { stored: item, draft } = row;
  if (!item) return null;
  const { product, lastPrice: last } = item;
  const own = isReadOnly
    ? [
        {
          label: t('purchasing:items.product'),
          value: product ? <Link to={paths.product(product.sku)}>{product.sku}</Link> : EN_DASH,
        },
        { label: t('purchasing:items.supplierItemNumber'), value: item.supplierItemNumber ?? EN_DASH },
        { label: t('purchasing:items.quantity'), value: formatQuantity(item.quantity, 'figure') },
        { label: t('purchasing:items.price'), value: groupDigits(trimPrice(item.unitPrice)) },
      ]
    : [];
  return (
    <KeyValues
      items={[
        ...own,
        {
          label: t('purchasing:items.amount'),
          value: <Money as="code" value={amountOf(draft, item, currency)} currency={currency} zero="figure" strong />,
        },
        ...(item.askedQuantity
          ? [{ label: t('purchasing:items.askedQuantity'), value: formatQuantity(item.askedQuantity) }]
          : []),
        { label: t('purchasing:items.case'), value: item.caseUnits === null ? EN_DASH : formatCount(item.caseUnits) },
        { label: t('purchasing:items.cartons'), value: item.cartons === null ? EN_DASH : formatCount(item.cartons) },
        { label: t('purchasing:items.volume'), value: cubicMetres(item.volume) },
        { label: t('purchasing:items.weight'), value: kilograms(item.weight) },
        ...(last
          ? [
              {
                label: t(`purchasing:items.origin.${last.origin}`),
                value: [
                  `${last.currency} ${groupDigits(trimPrice(last.unitPrice))}`,
                  ...(last.day ? [formatDay(last.day)] : []),
                ].join(', '),
              },
            ]
          : []),
        {
          label: t('purchasing:items.invoicedOf'),
          value: t('purchasing:items.invoicedWords', {
            invoiced: formatQuantity(item.invoicedQuantity, 'figure'),
            left: formatQuantity(item.leftQuantity, 'figure'),
          }),
        },
        {
          label: t('purchasing:list.left'),
          value: <Money as="code" value={item.leftAmount} currency={currency} zero="figure" />,
        },
      ]}
    />
  );
}
