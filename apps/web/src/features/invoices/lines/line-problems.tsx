import { IconAlertTriangle } from '@tabler/icons-react';
import { useT } from '../../../i18n/i18n.ts';
import type { Row } from '../editor/editor-state.ts';
import type { Cell } from '../editor/line-draft.ts';
import classes from '../../../components/line-sheet/line-sheet.module.css';

type Problem = readonly [cell: Cell | 'line', message: string];

/** What is wrong with a line: with one of its cells, or with the line as a whole. */
export const problemsOf = ({ errors }: Row): readonly Problem[] =>
  Object.entries(errors).filter((entry): entry is [Cell | 'line', string] => Boolean(entry[1]));

/** The problems of a line, each with the name of its cell. */
export function LineProblems({ problems }: { problems: readonly Problem[] }) {
  const t = useT();
  return problems.map(([cell, message]) => (
    <span key={cell} role="alert" className={classes.problem}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {cell !== 'line' && <b>{t(`invoices:lines.${cell}`)}</b>} {message}
    </span>
  ));
}
