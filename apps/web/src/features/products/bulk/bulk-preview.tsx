import type { BulkEdit } from '@quayside/contracts/product-bulk-edits';
import { IconArrowRight } from '@tabler/icons-react';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount } from '../../../lib/format.ts';
import classes from './bulk.module.css';

/**
 * The preview of a bulk change. It shows counts, the first rows before and after, and the rows that cannot be changed.
 */
export function BulkPreview({ preview: { counts, rows, errors } }: { preview: BulkEdit }) {
  const t = useT();
  const figures = (['change', 'same', 'fail'] as const).filter((name) => name === 'change' || counts[name] > 0);
  return (
    <div className="stack" data-gap="10">
      <p className={classes.counts} role="status">
        {figures.map((name) => (
          <span key={name} data-tone={name}>
            <b className="num">{formatCount(counts[name])}</b>{' '}
            {t(`products:bulk.count.${name}`, { count: counts[name] })}
          </span>
        ))}
      </p>
      {rows.length + errors.length > 0 && (
        <ScrollRegion label={t('products:bulk.table')} className={classes.scroll}>
          <SimpleTable
            className={classes.table}
            label={t('products:bulk.table')}
            lines="below"
            row={{ pad: 6 }}
            isHeadSticky
          >
            <thead>
              <tr>
                <th scope="col">{t('products:entity')}</th>
                <th scope="col">{t('products:bulk.field')}</th>
                <th scope="col">{t('products:bulk.change')}</th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ id, sku, field, message }) => (
                <tr key={`${id} ${field}`} data-wrong>
                  <td>{sku}</td>
                  <td>{fieldWord(t, field)}</td>
                  <td>{message}</td>
                </tr>
              ))}
              {rows.map(({ id, sku, name, changes }) =>
                changes.map(({ field, before, after }, index) => (
                  <tr key={`${id} ${field}`}>
                    {index === 0 && (
                      <td rowSpan={changes.length}>
                        {sku} <span className={classes.name}>{name}</span>
                      </td>
                    )}
                    <td>{fieldWord(t, field)}</td>
                    <td>
                      <span className={classes.before}>{valueWord(t, field, before)}</span>{' '}
                      <IconArrowRight
                        size={14}
                        stroke={1.75}
                        role="img"
                        aria-label={t('grid.edit.becomes')}
                        className={classes.arrow}
                      />{' '}
                      <b className={classes.after}>{valueWord(t, field, after)}</b>
                    </td>
                  </tr>
                )),
              )}
            </tbody>
          </SimpleTable>
        </ScrollRegion>
      )}
      {counts.change > rows.length && (
        <p className="note">{t('products:bulk.first', { shown: rows.length, total: formatCount(counts.change) })}</p>
      )}
      {counts.fail > 0 && <p className="note">{t('products:bulk.failStay')}</p>}
    </div>
  );
}

/** The label of a field, as in the form. If a field has no label, its name is shown. */
function fieldWord(t: T, field: string): string {
  const words = t('products:field', { returnObjects: true }) as Readonly<Record<string, string>>;
  const more = t('products:bulk.fields', { returnObjects: true }) as Readonly<Record<string, string>>;
  return words[field] ?? more[field] ?? field;
}

/** The label of an enum value, or any other value as it is. */
function valueWord(t: T, field: string, value: string | null): string {
  if (value === null || value === '') return EN_DASH;
  const words: Readonly<Record<string, string>> =
    field === 'status'
      ? t('status.product', { returnObjects: true })
      : field === 'shippingMethod'
        ? t('shippingMethod', { returnObjects: true })
        : field === 'channel'
          ? t('products:channel', { returnObjects: true })
          : {};
  return value
    .split(', ')
    .map((word) => words[word] ?? word)
    .join(', ');
}
