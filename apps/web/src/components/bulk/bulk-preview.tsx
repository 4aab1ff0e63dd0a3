import { IconArrowRight } from '@tabler/icons-react';
import { useT } from '../../i18n/i18n.ts';
import { EN_DASH } from '../../lib/words/format.ts';
import classes from './bulk.module.css';
import { PreviewFrame } from './preview-frame.tsx';

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
  const figures = (['change', 'same', 'fail'] as const)
    .filter((name) => name === 'change' || counts[name] > 0)
    .map((name) => ({ name, count: counts[name], words: words.count(name, counts[name]) }));
  return (
    <div className="stack" data-gap="10">
      <PreviewFrame
        figures={figures}
        shown={rows.length}
        changed={counts.change}
        isEmpty={rows.length + errors.length === 0}
        head={
          <>
            <th scope="col">{words.record}</th>
            <th scope="col">{t('bulk:field')}</th>
            <th scope="col">{t('bulk:change')}</th>
          </>
        }
      >
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
      </PreviewFrame>
      {counts.fail > 0 && <p className="note">{words.failStay}</p>}
    </div>
  );
}
