import type { DecidedReading } from '@quayside/domain/money/number-text';
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH } from '../../../lib/words/format.ts';
import { NumberReadingChoice } from '../../form/number-reading.tsx';
import { SimpleTable } from '../../ui/simple-table.tsx';
import { type ImportChoices, withChoice, withColumn } from './mapped-import.ts';
import classes from './mapped-import.module.css';

interface Column<Field> {
  readonly heading: string | null;
  readonly field: Field | null;
  readonly samples: readonly string[];
  readonly numbers: (DecidedReading & { readonly ambiguous: string | null }) | null;
}
interface MappingProps<Field extends string, Found extends Column<Field>> {
  readonly label: string;
  readonly columns: readonly Found[];
  readonly fields: readonly { readonly value: Field; readonly label: string }[];
  readonly choices: ImportChoices<Field>;
  readonly choose: (next: Partial<ImportChoices<Field>>) => void;
  /** Asks more about a column. */
  readonly renderMore?: (column: Found, name: string, at: number) => ReactNode;
}

/** For each column, the field that it holds, its heading and first values, and how its numbers are read. */
export function ColumnMapping<Field extends string, Found extends Column<Field>>(props: MappingProps<Field, Found>) {
  const { label, columns, fields, choices, choose, renderMore } = props;
  const t = useT();
  const held = columns.map(({ field }) => field);
  return (
    <div className={classes['scroll']}>
      <SimpleTable className={classes['mapping']} label={label} lines="none">
        <tbody>
          <tr>
            {columns.map((column, at) => {
              const name = column.heading || t('imports:columnNumber', { number: at + 1 });
              return (
                <td key={at}>
                  <select
                    aria-label={t('imports:columnHolds', { column: column.heading || at + 1 })}
                    data-unused={column.field === null || undefined}
                    value={column.field ?? ''}
                    onChange={({ currentTarget: { value: chosen } }) => {
                      const field = fields.find(({ value }) => value === chosen)?.value ?? null;
                      choose({ columns: withColumn(held, at, field) });
                    }}
                  >
                    <option value="">{t('imports:notUsed')}</option>
                    {fields.map(({ value, label: word }) => (
                      <option key={value} value={value}>
                        {word}
                      </option>
                    ))}
                  </select>
                  <b>{name}</b>
                  {column.samples.slice(0, 2).map((sample, index) => (
                    <span key={index}>{sample || EN_DASH}</span>
                  ))}
                  {renderMore?.(column, name, at)}
                  {column.numbers && (
                    <NumberReadingChoice
                      {...column.numbers}
                      column={name}
                      onChoose={(mark) =>
                        choose({ decimalMarks: withChoice(choices.decimalMarks, columns.length, at, mark) })
                      }
                    />
                  )}
                </td>
              );
            })}
          </tr>
        </tbody>
      </SimpleTable>
    </div>
  );
}
