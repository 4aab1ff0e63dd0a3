import { IconAlertTriangle } from '@tabler/icons-react';
import sheet from '../../../components/line-sheet/line-sheet.module.css';
import { useT } from '../../../i18n/i18n.ts';
import type { Cell, ItemRow } from '../editor/item-draft.ts';

type Problem = readonly [cell: Cell | 'item', message: string];

/** What is wrong with an item: with one of its cells, or with the item as a whole. */
export const problemsOf = ({ errors }: ItemRow): readonly Problem[] =>
  Object.entries(errors).filter((entry): entry is [Cell | 'item', string] => Boolean(entry[1]));

/** The problems of an item, each with the name of its cell. */
export function ItemProblems({ problems }: { problems: readonly Problem[] }) {
  const t = useT();
  return problems.map(([cell, message]) => (
    <span key={cell} role="alert" className={sheet.problem}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {cell !== 'item' && <b>{t(`purchasing:items.${cell}`)}</b>} {message}
    </span>
  ));
}
