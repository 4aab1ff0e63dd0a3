import type { ReactNode } from 'react';
import { useT } from '../../i18n/i18n.ts';
import { formatCount } from '../../lib/words/format.ts';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { SimpleTable } from '../ui/simple-table.tsx';
import classes from './bulk.module.css';

interface FrameProps {
  /** How many records change, stay or cannot be changed, with the words behind each number. */
  readonly figures: readonly {
    readonly name: 'change' | 'same' | 'fail';
    readonly count: number;
    readonly words: string;
  }[];
  /** How many of the records that change are in the table. */
  readonly shown: number;
  readonly changed: number;
  readonly head: ReactNode;
  /** The rows of the table. Without any, there is no table. */
  readonly children: ReactNode;
  readonly isEmpty: boolean;
}

/** The preview of a bulk change: counts, a table of the first records, and how many more there are. */
export function PreviewFrame({ figures, shown, changed, head, children, isEmpty }: FrameProps) {
  const t = useT();
  return (
    <>
      <p className={classes.counts} role="status">
        {figures.map(({ name, count, words }) => (
          <span key={name} data-tone={name}>
            <b className="num">{formatCount(count)}</b> {words}
          </span>
        ))}
      </p>
      {!isEmpty && (
        <ScrollRegion label={t('bulk:table')} className={classes.scroll}>
          <SimpleTable className={classes.table} label={t('bulk:table')} lines="below" row={{ pad: 6 }} isHeadSticky>
            <thead>
              <tr>{head}</tr>
            </thead>
            <tbody>{children}</tbody>
          </SimpleTable>
        </ScrollRegion>
      )}
      {changed > shown && <p className="note">{t('bulk:first', { shown, total: formatCount(changed) })}</p>}
    </>
  );
}
