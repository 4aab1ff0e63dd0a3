import type { RateTableImport } from '@quayside/contracts/rate-tables';
import type { ReactNode } from 'react';
import { CheckInput } from '../../../components/form/inputs.tsx';
import { ColumnReadings } from '../../../components/form/column-readings.tsx';
import { ScrollRegion } from '../../../components/ui/scroll-region.tsx';
import { SimpleTable } from '../../../components/ui/simple-table.tsx';
import { Note } from '../../../components/ui/states.tsx';
import { useT } from '../../../i18n/i18n.ts';
import { EN_DASH, formatCount } from '../../../lib/format.ts';
import facts from '../../../components/ui/facts.module.css';
import type { Choices } from './import-choices.ts';

interface ResultProps {
  readonly result: RateTableImport;
  readonly choices: Choices;
  readonly onChange: (next: Partial<Choices>) => void;
}

/** What an import of opening stock would do: counts, how numbers are read, errors by cell, and the first rows. */
export function OpeningImportResult({ result, choices, onChange }: ResultProps) {
  const t = useT();
  const { counts, columns, errors, sample } = result;
  const unread = columns.filter(({ field, heading }) => field === null && heading !== '');
  return (
    <>
      <p role="status">
        {t('shipments:opening.importing.counts', {
          create: formatCount(counts.create),
          update: formatCount(counts.update),
          same: formatCount(counts.same),
          fail: formatCount(counts.fail),
        })}
      </p>
      <ColumnReadings columns={columns} file={result.reading} onChoose={onChange} />
      {unread.length > 0 && (
        <p className="muted">
          {t('shipments:opening.importing.unread', { columns: unread.map(({ heading }) => heading).join(', ') })}
        </p>
      )}
      {errors.length > 0 && (
        <>
          <Rows
            label={t('shipments:opening.importing.errors')}
            heads={(['row', 'column', 'value', 'problem'] as const).map((head) =>
              t(`shipments:opening.importing.${head}`),
            )}
            rows={errors.map(({ row, column, value, message }) => [String(row), column ?? EN_DASH, value, message])}
          />
          <Note tone="danger">
            <CheckInput
              label={t('shipments:opening.importing.onlyValid', { count: counts.fail })}
              checked={choices.isOnlyValid}
              onChange={(next) => onChange({ isOnlyValid: next })}
            />
          </Note>
        </>
      )}
      {sample.length > 0 && (
        <Rows
          label={t('shipments:opening.importing.sample')}
          heads={(['row', 'sku', 'set'] as const).map((head) => t(`shipments:opening.importing.${head}`))}
          rows={sample.map(({ row, action, label, changes }) => [
            String(row),
            label,
            action === 'SAME' ? t('shipments:opening.importing.isKnown') : changes.map(changeOf).join(' · '),
          ])}
        />
      )}
    </>
  );
}

/** What a row sets, or from what to what it changes it. */
const changeOf = ({ from, to }: { readonly from: string | null; readonly to: string | null }): string =>
  from === null ? (to ?? EN_DASH) : `${from} → ${to ?? EN_DASH}`;

interface RowsProps {
  readonly label: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly ReactNode[])[];
}

function Rows({ label, heads, rows }: RowsProps) {
  return (
    <ScrollRegion className={facts.scroll} label={label}>
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
