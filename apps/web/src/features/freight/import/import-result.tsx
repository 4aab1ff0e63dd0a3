import type { RateTableImport } from '@quayside/contracts/rate-tables';
import type { ReactNode } from 'react';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { ColumnReadings } from '../../../components/form/column-readings.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { type T, useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount } from '../../../lib/format.ts';
import classes from '../../../components/ui/facts.module.css';
import type { freight } from '../texts/en.ts';
import type { Choices } from './import-types.ts';

interface ResultProps {
  readonly result: RateTableImport;
  readonly choices: Choices;
  readonly onChange: (next: Partial<Choices>) => void;
}

/** What an import would do: counts, how numbers are read, the errors by cell, and the first rows. */
export function ImportResult({ result, choices, onChange }: ResultProps) {
  const t = useT();
  const { counts, columns, errors, sample } = result;
  const unread = columns.filter(({ field, heading }) => field === null && heading !== '');
  return (
    <>
      <p>
        {t('freight:importing.counts', {
          create: formatCount(counts.create),
          update: formatCount(counts.update),
          same: formatCount(counts.same),
          fail: formatCount(counts.fail),
        })}
      </p>
      <ColumnReadings columns={columns} file={result.reading} onChoose={onChange} />
      {unread.length > 0 && (
        <p className="muted">
          {t('freight:importing.unread', { columns: unread.map(({ heading }) => heading).join(', ') })}
        </p>
      )}
      {errors.length > 0 && (
        <>
          <Rows
            label={t('freight:importing.errors')}
            heads={(['row', 'column', 'value', 'problem'] as const).map((head) => t(`freight:importing.${head}`))}
            rows={errors.map(({ row, column, value, message }) => [String(row), column ?? EN_DASH, value, message])}
          />
          <Note tone="danger">
            <CheckInput
              label={t('freight:importing.onlyValid', { count: counts.fail })}
              checked={choices.isOnlyValid}
              onChange={(next) => onChange({ isOnlyValid: next })}
            />
          </Note>
        </>
      )}
      {sample.length > 0 && (
        <Rows
          label={t('freight:importing.sample')}
          heads={(['row', 'effect', 'rate', 'changes'] as const).map((head) => t(`freight:importing.${head}`))}
          rows={sample.map(({ row, action, label, changes }) => [
            String(row),
            t(`freight:importing.does.${action}`),
            label,
            changes.map((change) => changeWords(t, change)).join(', ') || EN_DASH,
          ])}
        />
      )}
    </>
  );
}

type Change = RateTableImport['sample'][number]['changes'][number];
type Named = keyof (typeof freight)['field'];
/** Price: 7 → 6.5 */
function changeWords(t: T, { field, from, to }: Change): string {
  const name = t(`freight:field.${field as Named}`);
  return from === null ? `${name}: ${to ?? EN_DASH}` : `${name}: ${from} → ${to ?? EN_DASH}`;
}

function Rows({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <ScrollRegion className={classes.scroll} label={label}>
      <SimpleTable label={label}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, 50).map((cells, index) => (
            <tr key={index}>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </SimpleTable>
    </ScrollRegion>
  );
}
