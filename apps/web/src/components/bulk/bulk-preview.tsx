import { IconArrowRight } from '@tabler/icons-react';
import { useT } from '../../i18n/i18n.ts';
import { EN_DASH, formatCount } from '../../lib/format.ts';
import { ScrollRegion } from '../ui/scroll-region.tsx';
import { SimpleTable } from '../ui/simple-table.tsx';
import classes from './bulk.module.css';

interface PreviewProps {
  readonly counts: { readonly change: number; readonly same: number; readonly fail: number };
  /** The first records that change. */
  readonly rows: readonly {
    readonly id: string;
    readonly title: string;
    readonly detail?: string;
    readonly changes: readonly {
      readonly field: string;
      readonly before: string | null;
      readonly after: string | null;
    }[];
  }[];
  /** The records that cannot be changed. */
  readonly errors: readonly {
    readonly id: string;
    readonly title: string;
    readonly field: string;
    readonly message: string;
  }[];
  readonly words: {
    /** The heading of the records. */
    readonly record: string;
    /** "products change", after the number. */
    readonly count: (name: 'change' | 'same' | 'fail', count: number) => string;
    readonly failStay: string;
    readonly field: (field: string) => string;
    readonly value: (field: string, value: string) => string;
  };
}

/**
 * The preview of a bulk change. It shows counts, the first rows before and after, and the rows that cannot be changed.
 */
export function BulkPreview({ counts, rows, errors, words }: PreviewProps) {
  const t = useT();
  const valueOf = (field: string, value: string | null) =>
    value === null || value === '' ? EN_DASH : words.value(field, value);
  const figures = (['change', 'same', 'fail'] as const).filter((name) => name === 'change' || counts[name] > 0);
  return (
    <div className="stack" data-gap="10">
      <p className={classes.counts} role="status">
        {figures.map((name) => (
          <span key={name} data-tone={name}>
            <b className="num">{formatCount(counts[name])}</b> {words.count(name, counts[name])}
          </span>
        ))}
      </p>
      {rows.length + errors.length > 0 && (
        <ScrollRegion label={t('bulk:table')} className={classes.scroll}>
          <SimpleTable className={classes.table} label={t('bulk:table')} lines="below" row={{ pad: 6 }} isHeadSticky>
            <thead>
              <tr>
                <th scope="col">{words.record}</th>
                <th scope="col">{t('bulk:field')}</th>
                <th scope="col">{t('bulk:change')}</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ id, title, field, message }) => (
                <tr key={`${id} ${field}`} data-wrong>
                  <td>{title}</td>
                  <td>{words.field(field)}</td>
                  <td>{message}</td>
                </tr>
              ))}
              {rows.map(({ id, title, detail, changes }) =>
                changes.map(({ field, before, after }, index) => (
                  <tr key={`${id} ${field}`} data-more={index > 0 || undefined}>
                    {index === 0 && (
                      <td rowSpan={changes.length}>
                        {title} {detail !== undefined && <span className={classes.name}>{detail}</span>}
                      </td>
                    )}
                    <td>{words.field(field)}</td>
                    <td>
                      <span className={classes.before}>{valueOf(field, before)}</span>{' '}
                      <IconArrowRight
                        size={14}
                        stroke={1.75}
                        role="img"
                        aria-label={t('grid.edit.becomes')}
                        className={classes.arrow}
                      />{' '}
                      <b className={classes.after}>{valueOf(field, after)}</b>
                    </td>
                  </tr>
                )),
              )}
            </tbody>
          </SimpleTable>
        </ScrollRegion>
      )}
      {counts.change > rows.length && (
        <p className="note">{t('bulk:first', { shown: rows.length, total: formatCount(counts.change) })}</p>
      )}
      {counts.fail > 0 && <p className="note">{words.failStay}</p>}
    </div>
  );
}
